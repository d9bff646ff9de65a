// Places of the working memory: what fronts leave for their parents, and L D while a front is eliminated.
//
// What is left of a front lives until its parent has taken it. Fronts at even and at odd depth have a stack each: a
// front is pushed on one while its children lie on top of the other, and then they are popped. Children that may
// run at the same time get stacks of their own, side by side.
#include <algorithm>

#include "optimize/block_factor_plan.hpp"
#include "optimize/front.hpp"

namespace sinew::optimize {

namespace {

/// Subtrees that are quicker than this are one task [cycles], about a millisecond.
constexpr double SERIAL_COST = 3e6;
/// Branches that would need more memory than this beside each other run one after another [numbers], 128 MB; their
/// fronts are then large enough to keep all threads busy from inside.
constexpr std::size_t SPREAD_LIMIT = std::size_t{16} << 20U;

struct Extent {
    std::size_t left[2] = {0, 0};  ///< of the stacks for even and odd depth
    std::size_t scaled = 0;
};

class MemoryPlan {
public:
    explicit MemoryPlan(BlockFactorPlan& plan)
        : m_plan(plan),
          m_depth(plan.fronts.size(), 0),
          m_extent(plan.fronts.size()),
          m_base(plan.fronts.size()) {
        for (int f = static_cast<int>(plan.fronts.size()) - 1; f >= 0; --f) {
            const int parent = plan.tree.fronts[f].parent;
            if (parent >= 0) m_depth[f] = 1 - m_depth[parent];
        }
    }

    void run() {
        for (int f = 0; f < static_cast<int>(m_plan.fronts.size()); ++f) {
            FrontPlan& front = m_plan.fronts[f];
            front.serial = front.cost < SERIAL_COST;
            m_extent[f] = extent_of(m_plan.children(f), !front.serial, front.spread_children);
            std::size_t& own = m_extent[f].left[m_depth[f]];
            own = std::max(own, left_size(f));
            m_extent[f].scaled = std::max(m_extent[f].scaled, scaled_size(f));
        }
        const Extent all = extent_of(m_plan.roots, true, m_plan.spread_roots);
        m_plan.left_size = all.left[0] + all.left[1];
        m_plan.scaled_size = all.scaled;

        const Extent base{{0, all.left[0]}, 0};
        lay_out(m_plan.roots, base, m_plan.spread_roots);
        for (int f = static_cast<int>(m_plan.fronts.size()) - 1; f >= 0; --f) {
            FrontPlan& front = m_plan.fronts[f];
            front.left = m_base[f].left[m_depth[f]];
            front.scaled = m_base[f].scaled;
            lay_out(m_plan.children(f), m_base[f], front.spread_children);
        }
    }

private:
    std::size_t left_size(int f) const {
        return Front::left_offset(strips_for(3 * m_plan.fronts[f].rest));
    }
    std::size_t scaled_size(int f) const {
        const FrontPlan& front = m_plan.fronts[f];
        return static_cast<std::size_t>(strips_for(3 * front.pivots) + strips_for(3 * front.rest)) *
               TILE * 3 * front.pivots;
    }

    /// What branches need, all at once if they may and it is not too much.
    Extent extent_of(std::span<const int> branches, bool may_spread, bool& spread) const {
        Extent side_by_side;
        for (const int c : branches) {
            side_by_side.left[0] += m_extent[c].left[0];
            side_by_side.left[1] += m_extent[c].left[1];
            side_by_side.scaled += m_extent[c].scaled;
        }
        spread = may_spread && branches.size() > 1 &&
                 side_by_side.left[0] + side_by_side.left[1] + side_by_side.scaled <= SPREAD_LIMIT;
        if (spread) return side_by_side;
        Extent one_by_one;
        std::size_t finished = 0;
        for (const int c : branches) {
            const int own = m_depth[c];
            one_by_one.left[own] = std::max(one_by_one.left[own], finished + m_extent[c].left[own]);
            one_by_one.left[1 - own] =
                std::max(one_by_one.left[1 - own], m_extent[c].left[1 - own]);
            one_by_one.scaled = std::max(one_by_one.scaled, m_extent[c].scaled);
            finished += left_size(c);
        }
        return one_by_one;
    }

    void lay_out(std::span<const int> branches, Extent base, bool spread) {
        for (const int c : branches) {
            m_base[c] = base;
            if (spread) {
                base.left[0] += m_extent[c].left[0];
                base.left[1] += m_extent[c].left[1];
                base.scaled += m_extent[c].scaled;
            } else {
                base.left[m_depth[c]] += left_size(c);
            }
        }
    }

    BlockFactorPlan& m_plan;
    std::vector<int> m_depth;  ///< even or odd
    std::vector<Extent> m_extent;
    std::vector<Extent> m_base;
};

}  // namespace

void lay_out_work_memory(BlockFactorPlan& plan) {
    MemoryPlan(plan).run();
}

}  // namespace sinew::optimize
