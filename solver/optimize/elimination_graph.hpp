// The graph that the order of elimination is found on: which nodes of a matrix are coupled.
//
// Block rows that are coupled to the same others (the motion and the turn of one mesh node) are one node with a
// weight: they are eliminated together, and everything symbolic gets that much smaller.
#pragma once

#include <span>
#include <vector>

#include "math/block_matrix.hpp"

namespace sinew::optimize {

/// Undirected, no loops; every edge is stored at both of its nodes.
struct EliminationGraph {
    std::vector<int> start{0};   ///< nodes + 1 entries: where a node's neighbours begin
    std::vector<int> neighbour;  ///< ascending for each node
    std::vector<int> weight;     ///< block rows of a node

    int nodes() const { return static_cast<int>(weight.size()); }
    std::span<const int> neighbours(int node) const {
        return {neighbour.data() + start[node], neighbour.data() + start[node + 1]};
    }
};

/// A graph and which block rows its nodes stand for.
struct CompressedGraph {
    EliminationGraph graph;
    std::vector<int> node_of_row;  ///< for every block row
};

/// Merges block rows with the same couplings. Nodes are numbered in the order of their first row.
CompressedGraph compress(const BlockPattern& pattern);

}  // namespace sinew::optimize
