// What bodies of nodes that move and turn save: what the last step left behind to be measured, and the arrays of their state.
#pragma once

#include <initializer_list>
#include <span>
#include <string>

#include "base/byte_stream.hpp"
#include "implicit/node_terms.hpp"

namespace sinew {

struct NodeTraces {
    PinErrors pins;
    NodeTerms::Contact contact;
};

void save_node_state(ByteWriter& out, const NodeTraces& traces,
                     std::initializer_list<std::span<const double>> arrays);

/// Fills the arrays, which have the sizes that were saved; throws Error(File) when a number of `owner` is not finite.
NodeTraces load_node_state(ByteReader& in, const std::string& owner,
                           std::initializer_list<std::span<double>> arrays);

}  // namespace sinew
