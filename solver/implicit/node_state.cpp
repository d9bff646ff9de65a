#include "implicit/node_state.hpp"

#include <algorithm>

#include "base/saved_numbers.hpp"
#include "math/rotation.hpp"

namespace sinew {

void save_node_state(ByteWriter& out, const LastStepMeasures& measures,
                     std::initializer_list<std::span<const double>> arrays) {
    for (const double number : {measures.pins.distance, measures.pins.angle,
                                measures.contact.energy, measures.contact.min_distance})
        out.put(number);
    for (const std::span<const double> array : arrays)
        out.put_array(array);
}

LastStepMeasures load_node_state(ByteReader& in, const std::string& owner,
                                 std::initializer_list<std::span<double>> arrays) {
    LastStepMeasures measures;
    for (double* const number : {&measures.pins.distance, &measures.pins.angle,
                                 &measures.contact.energy, &measures.contact.min_distance})
        *number = in.get<double>();
    for (const std::span<double> array : arrays)
        get_finite_array(in, owner, array);
    return measures;
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
