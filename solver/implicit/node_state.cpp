#include "implicit/node_state.hpp"

#include "base/saved_numbers.hpp"

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

}  // namespace sinew
