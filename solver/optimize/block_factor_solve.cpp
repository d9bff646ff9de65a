// The two sweeps of a solve over the assembly tree: L from the leaves to the roots, Lᵀ back.
#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/parallel.hpp"
#include "optimize/block_factor.hpp"

namespace sinew::optimize {

namespace {

void add_three(const double* from, double* to) {
    for (int c = 0; c < 3; ++c)
        to[c] += from[c];
}

}  // namespace

void BlockFactor::solve(const Eigen::VectorXd& b, Eigen::VectorXd& x, bool absolute_pivots) {
    m_absolute_pivots = absolute_pivots;
    assert(b.size() == 3L * rows());
    m_vector.setZero();
    for (int row = 0; row < rows(); ++row)
        m_vector.segment<3>(static_cast<Eigen::Index>(m_plan.row_offset[row])) =
            b.segment<3>(3L * row);
    const auto over_roots = [&](const auto& sweep) {
        parallel_for(m_plan.roots.size(), 1,
                     [&](std::size_t i, std::size_t) { sweep(m_plan.roots[i]); });
    };
    over_roots([&](int root) { forward_subtree(root); });
    over_roots([&](int root) { backward_subtree(root); });
    x.resize(b.size());
    for (int row = 0; row < rows(); ++row)
        x.segment<3>(3L * row) =
            m_vector.segment<3>(static_cast<Eigen::Index>(m_plan.row_offset[row]));
}

void BlockFactor::forward_subtree(int front) {
    if (m_plan.fronts[front].serial) {
        for (int f = m_plan.tree.subtree_first[front]; f <= front; ++f)
            forward_front(f);
        return;
    }
    const std::span<const int> children = m_plan.children(front);
    parallel_for(children.size(), 1,
                 [&](std::size_t i, std::size_t) { forward_subtree(children[i]); });
    forward_front(front);
}

void BlockFactor::forward_front(int front) {
    const FrontPlan& plan = m_plan.fronts[front];
    const Front numbers = view(front);
    double* pivots = m_vector.data() + plan.pivot_offset;
    double* rest = m_rest.data() + plan.rest_offset;
    std::fill_n(rest, numbers.rest_strips() * TILE, 0.0);
    for (const int child : m_plan.children(front)) {
        const FrontPlan& from = m_plan.fronts[child];
        for (int i = 0; i < from.rest; ++i) {
            const std::ptrdiff_t index = m_plan.parent_index[from.first_rest + i];
            add_three(m_rest.data() + from.rest_offset + 3L * i,
                      index < plan.pivots ? pivots + 3 * index : rest + 3 * (index - plan.pivots));
        }
    }
    solve_forward(numbers, pivots, rest);
}

void BlockFactor::backward_subtree(int front) {
    if (m_plan.fronts[front].serial) {
        for (int f = front; f >= m_plan.tree.subtree_first[front]; --f)
            backward_front(f);
        return;
    }
    backward_front(front);
    const std::span<const int> children = m_plan.children(front);
    parallel_for(children.size(), 1,
                 [&](std::size_t i, std::size_t) { backward_subtree(children[i]); });
}

void BlockFactor::backward_front(int front) {
    const FrontPlan& plan = m_plan.fronts[front];
    double* pivots = m_vector.data() + plan.pivot_offset;
    const double* diagonal = m_diagonal.data() + plan.pivot_offset;
    for (int j = 0; j < 3 * plan.pivots; ++j)
        pivots[j] /= m_absolute_pivots ? std::abs(diagonal[j]) : diagonal[j];
    // What the ancestors have found, in place of what was passed on to them.
    double* rest = m_rest.data() + plan.rest_offset;
    for (int i = 0; i < plan.rest; ++i)
        std::copy_n(m_vector.data() + m_plan.rest_row_offset[plan.first_rest + i], 3,
                    rest + 3L * i);
    solve_backward(view(front), pivots, rest);
}

}  // namespace sinew::optimize
