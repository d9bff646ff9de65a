#include "bake/sample_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bake/hash.hpp"
#include "bake/pc2.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

std::string what_is_wrong(std::span<const float> positions) {
    const auto bad =
        std::ranges::find_if(positions, [](float number) { return !std::isfinite(number); });
    if (bad == positions.end()) return "the positions are not those that were baked";
    return fmt::format("vertex {} is not finite", (bad - positions.begin()) / 3);
}

}  // namespace

std::string Damage::text() const {
    std::string text = file;
    if (frame) text += fmt::format(", frame {}", *frame);
    if (end_byte > first_byte) text += fmt::format(", bytes {} to {}", first_byte, end_byte - 1);
    return text + ": " + what;
}

std::uint64_t sample_checksum(std::span<const float> positions) {
    return Hasher().add_array(positions).value();
}

std::vector<Damage> damaged_samples(const File& file, const SampleCheck& check,
                                    const CancelToken& cancel) {
    std::vector<Damage> found;
    const auto points = static_cast<std::uint64_t>(check.points);
    if (check.checksums.empty()) return found;  // then nothing bounds the number of points
    std::vector<float> positions(3 * points);
    for (std::size_t i = 0; i < check.checksums.size() && found.size() < check.most; ++i) {
        if (cancel.requested()) {
            throw Error(ErrorCode::Cancelled, "cancelled; complete frames are kept");
        }
        const std::vector<std::uint64_t>& expected = check.checksums[i];
        const std::uint64_t first_byte = pc2_file_size(points, i);
        file.read_at(first_byte, std::as_writable_bytes(std::span(positions)));
        if (check.body < expected.size() && sample_checksum(positions) == expected[check.body]) {
            continue;
        }
        found.push_back({.file = file.path().filename().string(),
                         .frame = check.first_frame + static_cast<int>(i),
                         .first_byte = first_byte,
                         .end_byte = pc2_file_size(points, i + 1),
                         .what = what_is_wrong(positions)});
    }
    return found;
}

}  // namespace sinew::bake
