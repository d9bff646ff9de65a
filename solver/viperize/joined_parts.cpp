#include "viperize/joined_parts.hpp"

#include <utility>

namespace sinew::viperize {

JoinedParts join_ends(VoxelDomain domain, MuscleEnds ends) {
    const std::size_t parts = domain.part_sizes.size();
    std::vector<char> has_source(parts, 0);
    std::vector<char> has_sink(parts, 0);
    for (const int cell : ends.source)
        has_source[domain.part_of[cell]] = 1;
    for (const int cell : ends.sink)
        has_sink[domain.part_of[cell]] = 1;
    std::vector<char> joined(parts, 0);
    std::size_t left_out = 0;
    std::size_t kept = 0;
    for (std::size_t part = 0; part < parts; ++part) {
        joined[part] = has_source[part] != 0 && has_sink[part] != 0 ? 1 : 0;
        (joined[part] != 0 ? kept : left_out) += domain.part_sizes[part];
    }
    if (kept == 0) return {};
    const double fraction = static_cast<double>(kept) / static_cast<double>(kept + left_out);
    if (left_out == 0) return {std::move(domain), std::move(ends), fraction};
    JoinedParts result{with_parts(domain, joined), {}, fraction};
    const auto renumbered = [&](const std::vector<int>& cells) {
        std::vector<int> now;
        for (const int cell : cells) {
            const int number = result.domain.cell_of[domain.voxels[cell]];
            if (number >= 0) now.push_back(number);
        }
        return now;
    };
    result.ends.source = renumbered(ends.source);
    result.ends.sink = renumbered(ends.sink);
    return result;
}

}  // namespace sinew::viperize
