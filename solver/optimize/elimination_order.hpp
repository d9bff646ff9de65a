// In which order a matrix is eliminated so that its factor stays sparse.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "optimize/elimination_graph.hpp"

namespace sinew::optimize {

// Both give the nodes of the graph, first to last; the same graph gives the same order, on any number of threads.

/// Nested dissection [dissection]: a separator is eliminated after the two parts that it cuts the graph into, and
/// the parts are ordered in the same way. Small parts are ordered by minimum degree, counting also what they are
/// coupled to outside, which keeps their border for last.
std::vector<int> dissection_order(const EliminationGraph& graph);

/// How a graph was cut: a range of the order, which has the nodes of both halves and then those of the separator. A leaf has no halves.
struct DissectedPart {
    int begin = 0;
    int end = 0;
    int first_end = 0;   ///< of the first half
    int second_end = 0;  ///< of the second
    std::unique_ptr<DissectedPart> first, second;
};
struct Dissection {
    std::vector<int> order;
    DissectedPart root;
};
Dissection dissection(const EliminationGraph& graph);

/// A graph that was dissected has got more edges: `graph` has them all, `added` names those that are new. Parts without new edges keep their order.
/// Where few new edges cross a separator, a node of each moves into it; where many do, the part is dissected anew. So
/// the result depends on the two graphs alone, not on others that were ordered between them.
std::vector<int> repaired_order(const Dissection& before, const EliminationGraph& graph,
                                std::span<const std::pair<int, int>> added);

/// Approximate minimum degree [amd] of the whole graph, by Eigen. Better for small graphs and for long ones.
std::vector<int> minimum_degree_order(const EliminationGraph& graph);

}  // namespace sinew::optimize
