// Makes a separator lighter by moving its nodes, one level of optimize/elimination_separator.hpp.
#pragma once

#include <vector>

#include "optimize/elimination_separator.hpp"

namespace sinew::optimize {

/// Weights of the parts of a cut.
struct CutWeights {
    long side[2] = {0, 0};
    long separator = 0;

    long imbalance() const { return side[0] > side[1] ? side[0] - side[1] : side[1] - side[0]; }
    /// Lighter separators first, then the more even cut.
    bool better_than(const CutWeights& other) const {
        if (separator != other.separator) return separator < other.separator;
        return imbalance() < other.imbalance();
    }
};

CutWeights weigh(const EliminationGraph& graph, const std::vector<Side>& side);

/// Moves nodes until nothing gets better; neither side gets heavier than `heaviest_side`, unless it was. Returns
/// the weights that were reached.
CutWeights refine_separator(const EliminationGraph& graph, long heaviest_side,
                            std::vector<Side>& side);

}  // namespace sinew::optimize
