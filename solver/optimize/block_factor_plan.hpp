// Everything about a factorisation that depends on the pattern only: fronts, where their numbers are, who waits for
// whom.
//
// Made once, used for every matrix with that pattern. All places in memory are fixed here, so that a factorisation
// allocates nothing and its fronts can be worked on by any thread.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "math/block_matrix.hpp"
#include "optimize/elimination_order.hpp"
#include "optimize/elimination_tree.hpp"

namespace sinew::optimize {

/// A front (optimize/front.hpp) in blocks of 3×3, and where it is in memory. A local index counts the blocks of a front: first
/// its pivots, then the rest.
struct FrontPlan {
    int pivots = 0;
    int rest = 0;
    int first_position = 0;      ///< of its pivots in the order of elimination
    std::size_t first_rest = 0;  ///< into `parent_index` and `rest_row_offset`
    std::size_t panel = 0;       ///< offsets in numbers, each into its own array
    std::size_t scaled = 0;
    std::size_t left = 0;
    std::size_t pivot_offset = 0;      ///< of its pivots in vectors in the order of elimination
    std::size_t rest_offset = 0;       ///< of what it keeps for the rest during a solve
    std::size_t first_entry = 0;       ///< into `entries`: blocks of the matrix that are its own,
    std::size_t first_transposed = 0;  ///< from here on transposed,
    std::size_t end_entry = 0;         ///< up to here
    double cost = 0.0;                 ///< estimated cycles of the whole subtree
    bool serial = false;               ///< the subtree is one task
    bool spread_children = false;      ///< children may run at the same time
};

/// A block of the matrix and where its first number goes in the panel of its front.
struct FrontEntry {
    unsigned block;
    unsigned offset;
};

struct BlockFactorPlan {
    AssemblyTree tree;
    std::vector<int> roots;
    std::vector<FrontPlan> fronts;  ///< as tree.fronts
    std::vector<int> parent_index;  ///< local index in the parent, for the rest of each front
    std::vector<std::size_t>
        rest_row_offset;  ///< for the same: where it is in vectors in the order of elimination
    std::vector<FrontEntry> entries;
    std::vector<std::size_t> row_offset;  ///< for each block row of the matrix: the same
    std::vector<int> row_at;              ///< the block row at each position
    bool spread_roots = false;

    // Sizes of the arrays, in numbers.
    std::size_t panel_size = 0;
    std::size_t scaled_size = 0;
    std::size_t left_size = 0;
    std::size_t vector_size = 0;
    std::size_t rest_size = 0;

    double factor_entries = 0.0;  ///< numbers of L on and below the diagonal, without padding
    double multiplications = 0.0;

    /// Size of the arrays [bytes].
    std::size_t memory_bytes() const {
        return 8 * (panel_size + scaled_size + left_size + 3 * vector_size + rest_size);
    }
    std::span<const int> children(int front) const { return tree.fronts[front].children; }
};

BlockFactorPlan make_block_factor_plan(const BlockPattern& pattern);

/// Plans for patterns that have one in common, as those of a scene with contact: it is ordered once, and each plan changes that order near
/// the blocks that came to it. A plan depends on these two patterns alone.
class BlockFactorPlanner {
public:
    /// All patterns to come contain it, if they have as many rows.
    void set_common(const std::shared_ptr<const BlockPattern>& common);
    BlockFactorPlan plan(const BlockPattern& pattern);

private:
    /// Nodes of the common pattern that `pattern` couples and it does not.
    std::vector<std::pair<int, int>> added_edges(const BlockPattern& pattern) const;

    std::shared_ptr<const BlockPattern> m_common;
    // Of it, each made when it is needed.
    CompressedGraph m_graph;
    std::optional<AssemblyTree> m_common_tree;
    std::optional<Dissection> m_dissection;
};

/// Gives every front its offsets in `scaled` and `left`, and decides what may run at the same time. The rest of the
/// plan must be there.
void lay_out_work_memory(BlockFactorPlan& plan);

}  // namespace sinew::optimize
