#include "bake_testing.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace sinew::bake::test {

namespace fs = std::filesystem;

namespace {

/// Leaves out what follows every `key`, up to the next of `ends`.
std::string without_values(std::string_view text, std::string_view key, std::string_view ends) {
    std::string result;
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key)) {
        result.append(text.substr(0, at + key.size()));
        text.remove_prefix(at + key.size());
        text.remove_prefix(std::min(text.find_first_of(ends), text.size()));
    }
    return result.append(text);
}

/// Leaves out the seconds, which differ from run to run, and the checksums of lines that have them.
std::string without_times(std::string_view text) {
    return without_values(without_values(text, "\"seconds\":", ","), "\"check\":", "}");
}

}  // namespace

std::string TestJob::text() const {
    std::string positions;
    std::string counts;
    std::string pinned;
    for (int rod = 0; rod < rods; ++rod) {
        for (int i = 0; i < points; ++i) {
            positions += fmt::format("{}[{}, 0, {}]", positions.empty() ? "" : ", ", 0.1 * rod,
                                     1.0 - 0.05 * i);
        }
        counts += fmt::format("{}{}", rod == 0 ? "" : ", ", points);
        pinned += fmt::format("{}{}", rod == 0 ? "" : ", ", rod * points);
    }
    std::string samples;
    for (const double height : lift) {
        std::string sample;
        for (int rod = 0; rod < rods; ++rod) {
            sample += fmt::format("{}[{}, {}, {}]", rod == 0 ? "" : ", ", 0.1 * rod, 0.5 * height,
                                  1.0 + height);
        }
        samples += fmt::format("{}[{}]", samples.empty() ? "" : ", ", sample);
    }
    return fmt::format(
        R"({{"sinew_job": 1, "units": {{"length": {}}}, "frames": {{"start": {}, "end": {}, "rate": {}}},
 "gravity": [0, 0, {}],
 "solver": {{"substeps": {}, "max_halvings": {}, "rods": {{"iterations": {}}}}},
 "outputs": {{"checkpoint_every": {}}},
 "bodies": [{{"kind": "viper_rods", "name": "Rod",
   "rods": {{"points": [{}], "radii": 0.01, "counts": [{}]}},
   "material": {{"density": {}}},
   "pins": [{{"points": [{}], "what": ["position", "frame"],
              "positions": {{"start": {}, "values": [{}]}}}}]}}],
 "colliders": [{{"kind": "half_plane", "name": "Floor", "normal": [0, 0, 1], "offset": -5}}]}})",
        length, first_frame, last_frame, rate, gravity, substeps, max_halvings, iterations,
        checkpoint_every, positions, counts, density, pinned, first_frame, samples);
}

fs::path TestJob::write(const sinew::test::TempFolder& folder, std::string_view name) const {
    return folder.write(name, text());
}

void bake(const fs::path& job, const fs::path& cache, int threads) {
    Bake({.job = job, .cache = cache, .threads = threads}).run();
}

std::string messages(const Bake& bake) {
    std::string text;
    for (int i = 0; i < bake.progress().message_count; ++i) {
        text += bake.message(i) + "\n";
    }
    return text;
}

std::map<std::string, std::string> content(const fs::path& cache) {
    std::map<std::string, std::string> files;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(cache)) {
        const std::string name = fs::relative(entry.path(), cache);
        if (!entry.is_regular_file() || name == "lock") continue;
        std::string bytes = sinew::test::read_file(entry.path());
        if (name == "bake.json" || name == "state/frames.jsonl") {
            bytes = without_times(bytes);
        }
        files[name] = std::move(bytes);
    }
    return files;
}

std::string differences(const fs::path& a, const fs::path& b) {
    const auto in_a = content(a);
    const auto in_b = content(b);
    std::string names;
    for (const auto& [name, bytes] : in_a) {
        const auto found = in_b.find(name);
        if (found == in_b.end() || found->second != bytes) names += name + " ";
    }
    for (const auto& [name, bytes] : in_b) {
        if (!in_a.contains(name)) names += name + " ";
    }
    return names;
}

}  // namespace sinew::bake::test
