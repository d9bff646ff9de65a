#include "implicit/node_state.hpp"

#include <algorithm>

#include "base/saved_numbers.hpp"
#include "math/rotation.hpp"

namespace sinew {

void save_node_state(ByteWriter& out, const NodeTraces& traces,
                     std::initializer_list<std::span<const double>> arrays) {
    for (const double number : {traces.pins.distance, traces.pins.angle, traces.contact.energy,
                                traces.contact.min_distance})
        out.put(number);
    for (const std::span<const double> array : arrays)
        out.put_array(array);
}

NodeTraces load_node_state(ByteReader& in, const std::string& owner,
                           std::initializer_list<std::span<double>> arrays) {
    NodeTraces traces;
    for (double* const number : {&traces.pins.distance, &traces.pins.angle, &traces.contact.energy,
                                 &traces.contact.min_distance})
        *number = in.get<double>();
    for (const std::span<double> array : arrays)
        get_finite_array(in, owner, array);
    return traces;
}

void add_node_results(const std::vector<Eigen::Vector3d>& positions,
                      const std::vector<Eigen::Quaterniond>& rotations, std::size_t count,
                      std::vector<BodyResult>& results) {
    results.push_back({.name = "node_positions",
                       .unit = "m",
                       .items = count,
                       .width = 3,
                       .read = [&positions](std::span<double> out) {
                           std::ranges::copy(as_numbers(positions).first(out.size()), out.begin());
                       }});
    if (rotations.empty()) return;
    results.push_back({.name = "node_rotations",
                       .unit = "1",
                       .items = count,
                       .width = 4,
                       .read = [&rotations](std::span<double> out) {
                           for (std::size_t i = 0; 4 * i < out.size(); ++i)
                               std::ranges::copy(to_wxyz(rotations[i]), out.begin() + 4 * i);
                       }});
}

}  // namespace sinew
