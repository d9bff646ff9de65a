// Few nodes that cut a graph into two parts of about the same weight.
//
// Multilevel, as is the custom for such graphs [multilevel]: nodes are matched in pairs along their heaviest edges
// until about two hundred are left; that graph is cut from several seeds; the best cut is carried back level by
// level, and at each level nodes move out of the separator while that makes it lighter [fm]. Nothing is random: the
// same graph gives the same separator everywhere.
#pragma once

#include <cstdint>
#include <vector>

#include "optimize/elimination_graph.hpp"

namespace sinew::optimize {

enum class Side : std::uint8_t { First, Second, Separator };

/// No node of the first side is a neighbour of one of the second. A side may be empty where the graph cannot be
/// cut.
std::vector<Side> find_separator(const EliminationGraph& graph);

}  // namespace sinew::optimize
