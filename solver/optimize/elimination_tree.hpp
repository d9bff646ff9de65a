// What is eliminated together, and in which order: the assembly tree of a multifrontal factorisation
// [multifrontal].
//
// Nodes with the same couplings among what is left are eliminated as one front. Small fronts are merged into their
// parents where a few stored zeros cost less than another front. Every front needs its children finished first;
// fronts in different branches know nothing of each other.
#pragma once

#include <vector>

#include "optimize/elimination_graph.hpp"

namespace sinew::optimize {

/// A dense lower triangle whose first columns are eliminated.
struct FrontNode {
    int first = 0;  ///< position of its first pivot; the others follow
    int count = 0;  ///< nodes that are pivots
    std::vector<int>
        rows;         ///< positions that the pivots are coupled to, all behind them, ascending
    int parent = -1;  ///< the front in which rows[0] is a pivot; −1 for a root
    std::vector<int> children;  ///< ascending
};

struct AssemblyTree {
    std::vector<int> node_at;        ///< the node of the graph at each position of the elimination
    std::vector<FrontNode> fronts;   ///< children before parents, every subtree without a gap
    std::vector<int> subtree_first;  ///< for each front the lowest front of its subtree
};

/// The tree for eliminating `graph` in the `given` order (the nodes, first to last). Positions of the result may differ
/// from it where that makes no difference for the couplings.
AssemblyTree assembly_tree(const EliminationGraph& graph, const std::vector<int>& given);

/// Estimated cycles to assemble and eliminate a front with that many rows of numbers, and how many of them are
/// pivots.
double front_cost(double pivots, double rows);

}  // namespace sinew::optimize
