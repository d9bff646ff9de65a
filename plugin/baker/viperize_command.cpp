// sinew viperize MESH: fills the mesh of a muscle with rods.
#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "commands.hpp"
#include "exit_status.hpp"
#include "human_text.hpp"
#include "library_text.hpp"
#include "terminal.hpp"

namespace sinew::baker {

namespace {

using nlohmann::json;

struct DestroyViperization {
    void operator()(SinewViperization* viperization) const { sinew_viperize_destroy(viperization); }
};
using ViperizationPointer = std::unique_ptr<SinewViperization, DestroyViperization>;

/// Numbers apart by blanks or commas; nothing when there is anything else.
std::optional<std::vector<std::int32_t>> parse_numbers(std::string_view text) {
    std::vector<std::int32_t> numbers;
    while (true) {
        while (!text.empty() &&
               (std::isspace(static_cast<unsigned char>(text.front())) != 0 || text.front() == ','))
            text.remove_prefix(1);
        if (text.empty()) break;
        std::int32_t number = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        if (error != std::errc()) return std::nullopt;
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
        if (!text.empty() && text.front() != ',' &&
            std::isspace(static_cast<unsigned char>(text.front())) == 0)
            return std::nullopt;
        numbers.push_back(number);
    }
    if (numbers.empty()) return std::nullopt;
    return numbers;
}

/// One end of the muscle as it stands on the command line.
class End {
public:
    /// False after telling what is wrong.
    bool read(const std::string& option, const std::string& text) {
        if (text.empty()) return true;
        if (auto numbers = parse_numbers(text)) {
            m_vertices = std::move(*numbers);
            return true;
        }
        std::error_code error;
        if (!std::filesystem::is_regular_file(text, error)) {
            m_group = text;
            return true;
        }
        std::ifstream file(text, std::ios::binary);
        const std::string content{std::istreambuf_iterator<char>(file), {}};
        auto numbers = parse_numbers(content);
        if (!numbers) {
            print_text(stderr, "sinew: {}: {}: must have numbers of vertices and nothing else\n",
                       option, text);
            return false;
        }
        m_vertices = std::move(*numbers);
        return true;
    }

    const char* group() const { return m_group.empty() ? nullptr : m_group.c_str(); }
    SinewBufferView view() const {
        return {m_vertices.data(), m_vertices.size(), 0, SINEW_FORMAT_INT, 0};
    }

private:
    std::string m_group;
    std::vector<std::int32_t> m_vertices;
};

/// An array of the result, `width` numbers for each item.
template <class T, class Get>
std::vector<T> array_of(SinewViperization* viperization, Get&& get, std::size_t width) {
    std::uint64_t count = 0;
    get(viperization, nullptr, 0, &count);
    std::vector<T> values(width * count);
    get(viperization, values.data(), count, &count);
    return values;
}

/// Single precision in as few digits as it takes.
double shortest(float number) {
    return std::stod(fmt::format("{}", number));
}

json floats_of(SinewViperization* viperization) {
    json rods;
    const std::vector<float> points = array_of<float>(viperization, sinew_viperize_get_points, 3);
    for (std::size_t i = 0; i + 2 < points.size(); i += 3) {
        rods["points"].push_back(
            {shortest(points[i]), shortest(points[i + 1]), shortest(points[i + 2])});
    }
    for (const float radius : array_of<float>(viperization, sinew_viperize_get_radii, 1))
        rods["radii"].push_back(shortest(radius));
    rods["counts"] = array_of<std::int32_t>(viperization, sinew_viperize_get_counts, 1);
    return rods;
}

std::vector<std::string> warnings_of(SinewViperization* viperization,
                                     const SinewViperizeMeasures& measures) {
    std::vector<std::string> warnings;
    for (int i = 0; i < measures.warning_count; ++i) {
        const auto get = [&](char* out, std::uint64_t capacity, std::uint64_t* size) {
            return sinew_viperize_get_warning(viperization, i, out, capacity, size);
        };
        get_text(get, warnings.emplace_back());
    }
    return warnings;
}

/// The measures of the rods and of the surface that follows them.
struct Measures {
    SinewViperizeMeasures rods{};
    std::optional<double> rest_distance;  ///< [m]; none where the rods could not be simulated
    std::vector<std::string> warnings;
};

SinewResult measure(SinewViperization* viperization, Measures& measures) {
    measures.rods.struct_size = sizeof measures.rods;
    const SinewResult result = sinew_viperize_get_measures(viperization, &measures.rods);
    if (result != SINEW_SUCCESS) return result;
    measures.warnings = warnings_of(viperization, measures.rods);
    double distance = 0.0;
    if (sinew_viperize_get_rest_distance(viperization, &distance) == SINEW_SUCCESS) {
        measures.rest_distance = distance;
    } else {
        measures.warnings.push_back(
            fmt::format("these rods do not simulate at rest: {}", sinew_last_error()));
    }
    return SINEW_SUCCESS;
}

json measures_json(const Measures& all) {
    const SinewViperizeMeasures& measures = all.rods;
    return {{"mesh_volume", measures.mesh_volume},
            {"bundle_volume", measures.bundle_volume},
            {"volume_error", measures.volume_error},
            {"total_length", measures.total_length},
            {"points_outside", measures.points_outside},
            {"max_outside", measures.max_outside},
            {"segments_outside", measures.segments_outside},
            {"rest_distance", all.rest_distance ? json(*all.rest_distance) : json()},
            {"max_gap", measures.max_gap},
            {"voxel_size", measures.voxel_size},
            {"voxels", measures.voxels}};
}

/// What goes into a body of a job, and how it came about.
json document(SinewViperization* viperization, const Measures& measures) {
    json all;
    all["rods"] = floats_of(viperization);
    all["sections"] = "levels";
    int first = 0;
    for (const json& count : all["rods"]["counts"]) {
        all["source_points"].push_back(first);
        first += count.get<int>();
        all["sink_points"].push_back(first - 1);
    }
    all["source_vertices"] = array_of<std::int32_t>(viperization, sinew_viperize_get_source, 1);
    all["sink_vertices"] = array_of<std::int32_t>(viperization, sinew_viperize_get_sink, 1);
    all["measures"] = measures_json(measures);
    all["warnings"] = measures.warnings;
    return all;
}

void print_for_people(const Measures& all, std::size_t rods, std::size_t points) {
    const SinewViperizeMeasures& measures = all.rods;
    print_text(stdout, "rods             {} with {} points each\n", rods,
               rods > 0 ? points / rods : 0);
    print_text(stdout, "volume of mesh   {:.6g} m³\n", measures.mesh_volume);
    print_text(stdout, "volume of rods   {:.6g} m³, {:.2f} % off\n", measures.bundle_volume,
               100.0 * measures.volume_error);
    print_text(stdout, "length of rods   {:.6g} m\n", measures.total_length);
    print_text(stdout, "points outside   {}, by at most {:.3g} m\n", measures.points_outside,
               measures.max_outside);
    print_text(stdout, "segments outside {}\n", measures.segments_outside);
    if (all.rest_distance)
        print_text(stdout, "surface at rest  {:.3g} m from the mesh\n", *all.rest_distance);
    print_text(stdout, "farthest surface {:.3g} m from the rods\n", measures.max_gap);
    print_text(stdout, "voxels           {} of {:.3g} m\n", measures.voxels, measures.voxel_size);
    print_text(stdout, "time             {}\n", seconds_text(measures.seconds));
    for (const std::string& warning : all.warnings)
        print_text(stdout, "warning          {}\n", warning);
}

bool write_file(const std::string& path, const json& content) {
    std::ofstream file(path, std::ios::binary);
    file << content.dump() << '\n';
    file.close();
    if (file) return true;
    print_text(stderr, "sinew: {}: cannot be written\n", path);
    return false;
}

SinewResult create(const ViperizeOptions& options, const End& source, const End& sink,
                   ViperizationPointer& viperization) {
    SinewViperizeDef def;
    SinewResult result = sinew_viperize_def_init(&def, sizeof def);
    if (result != SINEW_SUCCESS) return result;
    const std::string name = std::filesystem::path(options.mesh).filename().string();
    def.name = name.c_str();
    def.mesh_path = options.mesh.c_str();
    def.source_group = source.group();
    def.sink_group = sink.group();
    def.source = source.view();
    def.sink = sink.view();
    if (options.rods) def.rods = *options.rods;
    if (options.levels) def.levels = *options.levels;
    def.voxel_size = options.voxel_size;
    def.threads = options.threads;
    SinewViperization* created = nullptr;
    result = sinew_viperize_create(&def, &created);
    viperization.reset(created);
    return result;
}

}  // namespace

int run_viperize(const ViperizeOptions& options) {
    End source;
    End sink;
    if (!source.read("--source", options.source) || !sink.read("--sink", options.sink))
        return EXIT_BAD_INPUT;
    ViperizationPointer viperization;
    SinewResult result = create(options, source, sink, viperization);
    if (result == SINEW_SUCCESS) result = sinew_viperize_run(viperization.get());
    Measures measures;
    if (result == SINEW_SUCCESS) result = measure(viperization.get(), measures);
    if (result != SINEW_SUCCESS) return report_failure(result);

    if (!options.out.empty() && !write_file(options.out, document(viperization.get(), measures)))
        return EXIT_FILE;
    if (options.json) {
        json summary = measures_json(measures);
        summary["seconds"] = measures.rods.seconds;
        summary["warnings"] = measures.warnings;
        fmt::print("{}\n", printable_json(summary.dump()));
    } else {
        std::uint64_t rods = 0;
        std::uint64_t points = 0;
        sinew_viperize_get_counts(viperization.get(), nullptr, 0, &rods);
        sinew_viperize_get_points(viperization.get(), nullptr, 0, &points);
        print_for_people(measures, rods, points);
    }
    return EXIT_DONE;
}

}  // namespace sinew::baker
