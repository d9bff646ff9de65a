// In which order a matrix is eliminated so that its factor stays sparse.
#pragma once

#include <vector>

#include "optimize/elimination_graph.hpp"

namespace sinew::optimize {

// Both give the nodes of the graph, first to last; the same graph gives the same order, on any number of threads.

/// Nested dissection [dissection]: a separator is eliminated after the two parts that it cuts the graph into, and
/// the parts are ordered in the same way. Small parts are ordered by minimum degree, counting also what they are
/// coupled to outside, which keeps their border for last.
std::vector<int> dissection_order(const EliminationGraph& graph);

/// Approximate minimum degree [amd] of the whole graph, by Eigen. Better for small graphs and for long ones.
std::vector<int> minimum_degree_order(const EliminationGraph& graph);

}  // namespace sinew::optimize
