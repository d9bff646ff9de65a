#include "viperize/way_lengths.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace sinew::viperize {

namespace {

/// Smallest d with Σ max(d − near_i, 0)² = 1 over the three axes; `near` is infinite where no neighbour is known.
double upwind_length(std::array<double, 3> near) {
    std::sort(near.begin(), near.end());
    double d = near[0] + 1.0;
    if (d <= near[1]) return d;
    const double difference = near[1] - near[0];
    d = 0.5 * (near[0] + near[1] + std::sqrt(2.0 - difference * difference));
    if (d <= near[2]) return d;
    const double sum = near[0] + near[1] + near[2];
    const double squares = near[0] * near[0] + near[1] * near[1] + near[2] * near[2];
    return (sum + std::sqrt(std::max(0.0, sum * sum - 3.0 * (squares - 1.0)))) / 3.0;
}

}  // namespace

std::vector<double> way_lengths(const VoxelDomain& domain, const std::vector<int>& from) {
    std::vector<double> length(domain.count(), std::numeric_limits<double>::infinity());
    std::vector<char> known(domain.count(), 0);
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    for (const int cell : from) {
        length[cell] = 0.0;
        open.emplace(0.0, cell);
    }
    const auto known_length = [&](int cell) {
        return cell >= 0 && known[cell] != 0 ? length[cell]
                                             : std::numeric_limits<double>::infinity();
    };
    while (!open.empty()) {
        const int cell = open.top().second;
        open.pop();
        if (known[cell] != 0) continue;
        known[cell] = 1;
        for (const int next : domain.neighbours[cell]) {
            if (next < 0 || known[next] != 0) continue;
            const std::array<int, 6>& n = domain.neighbours[next];
            const double way = upwind_length({std::min(known_length(n[0]), known_length(n[1])),
                                              std::min(known_length(n[2]), known_length(n[3])),
                                              std::min(known_length(n[4]), known_length(n[5]))});
            if (way >= length[next]) continue;
            length[next] = way;
            open.emplace(way, next);
        }
    }
    return length;
}

}  // namespace sinew::viperize
