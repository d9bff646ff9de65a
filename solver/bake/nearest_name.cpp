#include "bake/nearest_name.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <vector>

namespace sinew::bake {

namespace {

// Longer names are no misspelling of ours, and the table below grows with the length.
constexpr std::size_t MAX_LENGTH = 64;

char lower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

/// Optimal string alignment distance, ignoring upper and lower case.
std::size_t edit_distance(std::string_view a, std::string_view b) {
    const std::size_t columns = b.size() + 1;
    std::vector<std::size_t> table((a.size() + 1) * columns);
    const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& {
        return table[i * columns + j];
    };
    for (std::size_t i = 0; i <= a.size(); ++i)
        at(i, 0) = i;
    for (std::size_t j = 0; j <= b.size(); ++j)
        at(0, j) = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const bool same = lower(a[i - 1]) == lower(b[j - 1]);
            at(i, j) =
                std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + (same ? 0 : 1)});
            const bool swapped = i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                                 lower(a[i - 2]) == lower(b[j - 1]);
            if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
        }
    }
    return at(a.size(), b.size());
}

}  // namespace

std::string_view nearest_name(std::string_view name, std::span<const std::string_view> known) {
    if (name.size() > MAX_LENGTH) return {};
    std::string_view nearest;
    // Up to half of the letters wrong: "youngs" for "bend_stiffness" is no misspelling.
    std::size_t fewest = std::max<std::size_t>(name.size() / 2, 1) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t distance = edit_distance(name, candidate);
        if (distance < fewest) {
            fewest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

}  // namespace sinew::bake
