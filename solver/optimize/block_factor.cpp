#include "optimize/block_factor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <new>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "base/task.hpp"

namespace sinew::optimize {

namespace {

constexpr std::size_t STRIPS_AT_ONCE = 64;  ///< that one thread fills or adds

/// The lower triangle of 3-blocks that a front hands to its parent, by rows: where a block row begins, from which
/// the columns follow at 36 numbers each.
std::size_t left_row(int block) {
    return Front::left_offset(block / BLOCKS_PER_STRIP) +
           static_cast<std::size_t>(3 * (block % BLOCKS_PER_STRIP));
}

/// Adds `rows` numbers of each of the three columns of a block.
template <int ROWS>
void add_block(const double* from, double* to) {
    for (int c = 0; c < 3; ++c)
        for (int r = 0; r < ROWS; ++r)
            to[c * TILE + r] += from[c * TILE + r];
}

/// Blocks [0, columns) of up to four block rows that stay together.
template <int BLOCKS>
void add_row(const double* from, double* panel_row, double* left_row_begin, const int* index,
             int columns, int pivots) {
    constexpr std::ptrdiff_t COLUMN = static_cast<std::ptrdiff_t>(3) * TILE;
    int j = 0;
    for (; j < columns && index[j] < pivots; ++j)
        add_block<3 * BLOCKS>(from + j * COLUMN, panel_row + index[j] * COLUMN);
    for (; j < columns; ++j)
        add_block<3 * BLOCKS>(from + j * COLUMN, left_row_begin + (index[j] - pivots) * COLUMN);
}

/// How many block rows from `row` on are neighbours in a strip of the child and in one of the parent.
int run_length(const int* index, int row, int rows, int pivots) {
    const int target = index[row] < pivots ? index[row] : index[row] - pivots;
    int most = std::min(BLOCKS_PER_STRIP - row % BLOCKS_PER_STRIP,
                        BLOCKS_PER_STRIP - target % BLOCKS_PER_STRIP);
    most = std::min(most, rows - row);
    if (index[row] < pivots) most = std::min(most, pivots - index[row]);
    int length = 1;
    while (length < most && index[row + length] == index[row] + length)
        ++length;
    return length;
}

/// What a child left behind: its lower triangle, and the local index in the parent of each block row.
struct LeftRows {
    const int* index;
    int count;
    const double* numbers;
};

/// Adds one row, or several that stay together, to the parent; returns how many.
int add_rows(const LeftRows& child, int row, int pivots, const Front& front) {
    const int target = child.index[row];
    const int behind = target - pivots;
    // A pivot's row, or one of the rest, whose strips come behind those of the pivots.
    const int strip =
        behind < 0 ? target / BLOCKS_PER_STRIP : front.pivot_strips() + behind / BLOCKS_PER_STRIP;
    const int in_strip = 3 * ((behind < 0 ? target : behind) % BLOCKS_PER_STRIP);
    double* panel_row = front.panel_strip(strip) + in_strip;
    double* rest_row = behind < 0 ? nullptr : front.left + left_row(behind);
    const double* source = child.numbers + left_row(row);
    const int length = run_length(child.index, row, child.count, pivots);
    const int columns = row + length;
    switch (length) {
        case 1: add_row<1>(source, panel_row, rest_row, child.index, columns, pivots); break;
        case 2: add_row<2>(source, panel_row, rest_row, child.index, columns, pivots); break;
        case 3: add_row<3>(source, panel_row, rest_row, child.index, columns, pivots); break;
        default: add_row<4>(source, panel_row, rest_row, child.index, columns, pivots); break;
    }
    return length;
}

[[noreturn]] void refuse_size(double needed, double memory_limit, int block_rows) {
    throw Error(ErrorCode::OutOfMemory,
                fmt::format("the factor of {} unknowns needs {:.3g} GB of memory and this machine "
                            "has {:.3g} GB: use a coarser resolution, or conjugate gradients as "
                            "the linear solver",
                            3L * block_rows, needed * 1e-9, memory_limit * 1e-9));
}

}  // namespace

void BlockFactor::prepare(BlockFactorPlan plan, double memory_limit) {
    m_plan = std::move(plan);
    // The system promises more memory than it has and kills later, so that this is not left to it.
    const auto needed = static_cast<double>(memory_bytes());
    if (needed > memory_limit) refuse_size(needed, memory_limit, rows());
    try {
        const auto resize = [](Eigen::VectorXd& array, std::size_t size) {
            array.resize(static_cast<Eigen::Index>(size));
        };
        resize(m_panels, m_plan.panel_size);
        resize(m_scaled, m_plan.scaled_size);
        resize(m_left, m_plan.left_size);
        resize(m_diagonal, m_plan.vector_size);
        resize(m_scale, m_plan.vector_size);
        resize(m_vector, m_plan.vector_size);
        resize(m_rest, m_plan.rest_size);
        m_checks.assign(m_plan.fronts.size(), {});
    } catch (const std::bad_alloc&) {
        refuse_size(needed, memory_limit, rows());
    }
}

std::size_t BlockFactor::memory_bytes() const {
    return m_plan.memory_bytes();
}

Front BlockFactor::view(int front) {
    const FrontPlan& plan = m_plan.fronts[front];
    Front view;
    view.pivots = 3 * plan.pivots;
    view.rest = 3 * plan.rest;
    view.panel = m_panels.data() + plan.panel;
    view.scaled = m_scaled.data() + plan.scaled;
    view.left = m_left.data() + plan.left;
    view.diagonal = m_diagonal.data() + plan.pivot_offset;
    view.scale = m_scale.data() + plan.pivot_offset;
    return view;
}

FactorReport BlockFactor::factorise(const BlockMatrix& matrix, double least_pivot) {
    assert(matrix.rows() == rows());
    m_matrix = &matrix;
    m_least_pivot = least_pivot;
    parallel_for(m_plan.roots.size(), m_plan.spread_roots ? 1 : m_plan.roots.size(),
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         eliminate_subtree(m_plan.roots[i]);
                 });
    m_matrix = nullptr;
    return report();
}

void BlockFactor::eliminate_subtree(int front) {
    const FrontPlan& plan = m_plan.fronts[front];
    if (plan.serial) {
        for (int f = m_plan.tree.subtree_first[front]; f <= front; ++f)
            eliminate_front(f);
        return;
    }
    const std::span<const int> children = m_plan.children(front);
    parallel_for(children.size(), plan.spread_children ? 1 : children.size(),
                 [&](std::size_t begin, std::size_t end) {
                     for (std::size_t i = begin; i < end; ++i)
                         eliminate_subtree(children[i]);
                 });
    eliminate_front(front);
}

void BlockFactor::eliminate_front(int front) {
    const FrontPlan& plan = m_plan.fronts[front];
    check_task();
    PivotCheck& check = m_checks[front];
    check = {};
    // Behind a pivot that failed there is nothing to go on with. Other branches do, so that the same pivot is
    // reported whatever the order in time.
    for (const int child : m_plan.children(front))
        if (m_checks[child].failed_column >= 0 || m_checks[child].skipped) check.skipped = true;
    if (check.skipped) return;
    const Front numbers = view(front);
    assemble(plan, numbers);
    for (const int child : m_plan.children(front))
        add_child(child, plan, numbers);
    check = eliminate(numbers, m_least_pivot);
}

void BlockFactor::assemble(const FrontPlan& plan, const Front& front) {
    // Strip by strip: a large fill at once would go past the caches.
    parallel_for(front.strips(), STRIPS_AT_ONCE, [&](std::size_t begin, std::size_t end) {
        for (int i = static_cast<int>(begin); i < static_cast<int>(end); ++i) {
            std::fill_n(front.panel_strip(i), front.strip_size(), 0.0);
            const int left = i - front.pivot_strips();
            if (left >= 0)
                std::fill_n(front.left_strip(left),
                            static_cast<std::size_t>(TILE * TILE) * (left + 1), 0.0);
        }
    });
    double* scale = m_scale.data() + plan.pivot_offset;
    std::fill_n(scale, front.pivots, 0.0);
    const std::span<const Eigen::Matrix3d> blocks = m_matrix->blocks();
    const auto put = [&](const FrontEntry& entry, const Eigen::Matrix3d& block) {
        const int column = static_cast<int>(entry.offset % front.strip_size()) / TILE;
        for (int c = 0; c < 3; ++c) {
            double* to = front.panel + entry.offset + static_cast<std::ptrdiff_t>(c) * TILE;
            for (int r = 0; r < 3; ++r)
                to[r] = block(r, c);
            scale[column + c] = std::max(scale[column + c], block.col(c).cwiseAbs().maxCoeff());
        }
    };
    for (std::size_t k = plan.first_entry; k < plan.first_transposed; ++k)
        put(m_plan.entries[k], blocks[m_plan.entries[k].block]);
    for (std::size_t k = plan.first_transposed; k < plan.end_entry; ++k)
        put(m_plan.entries[k], blocks[m_plan.entries[k].block].transpose());
}

void BlockFactor::add_child(int child, const FrontPlan& plan, const Front& front) {
    const FrontPlan& from = m_plan.fronts[child];
    const LeftRows rows{m_plan.parent_index.data() + from.first_rest, from.rest,
                        m_left.data() + from.left};
    // Rows of the child are rows of the parent, so strips do not meet.
    parallel_for(strips_for(3 * from.rest), STRIPS_AT_ONCE,
                 [&](std::size_t begin, std::size_t end) {
                     const int last = std::min(from.rest, static_cast<int>(end) * BLOCKS_PER_STRIP);
                     for (int row = static_cast<int>(begin) * BLOCKS_PER_STRIP; row < last;)
                         row += add_rows(rows, row, plan.pivots, front);
                 });
}

FactorReport BlockFactor::report() const {
    FactorReport report;
    PivotCheck all;
    const auto row_of = [&](std::size_t front, int column) {
        return m_plan.row_at[m_plan.fronts[front].first_position + column / 3];
    };
    for (std::size_t f = 0; f < m_checks.size(); ++f) {
        const PivotCheck& check = m_checks[f];
        if (check.smallest < all.smallest) report.smallest_row = row_of(f, check.smallest_column);
        if (check.failed_column >= 0 && all.failed_column < 0)
            report.failed_row = row_of(f, check.failed_column);
        all.add(check);
    }
    report.negative_pivots = all.negative;
    report.smallest_pivot = report.smallest_row >= 0 ? all.smallest : 1.0;
    if (all.failed_column >= 0) report.outcome = FactorOutcome::PivotFailed;
    return report;
}

}  // namespace sinew::optimize
