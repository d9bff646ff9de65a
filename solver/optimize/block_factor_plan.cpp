#include "optimize/block_factor_plan.hpp"

#include <algorithm>

#include "base/task.hpp"
#include "optimize/elimination_graph.hpp"
#include "optimize/elimination_order.hpp"
#include "optimize/front.hpp"

namespace sinew::optimize {

namespace {

double tree_cost(const EliminationGraph& graph, const AssemblyTree& tree) {
    // What all fronts take, and what the longest way to the root takes: the part that threads cannot shorten much.
    std::vector<double> path(tree.fronts.size(), 0.0);
    double total = 0.0;
    double longest = 0.0;
    for (std::size_t f = 0; f < tree.fronts.size(); ++f) {
        const FrontNode& front = tree.fronts[f];
        double pivots = 0.0;
        double rows = 0.0;
        for (int i = 0; i < front.count; ++i)
            pivots += 3.0 * graph.weight[tree.node_at[front.first + i]];
        for (const int i : front.rows)
            rows += 3.0 * graph.weight[tree.node_at[i]];
        const double cost = front_cost(pivots, pivots + rows);
        total += cost;
        path[f] += cost;
        longest = std::max(longest, path[f]);
        if (front.parent >= 0) path[front.parent] = std::max(path[front.parent], path[f]);
    }
    return total + longest;
}

AssemblyTree cheapest_tree(const EliminationGraph& graph) {
    AssemblyTree dissected = assembly_tree(graph, dissection_order(graph));
    // Long and thin bodies are ordered better from their ends, and so small ones often; for large ones it never
    // pays.
    constexpr int MANY_NODES = 6000;
    if (graph.nodes() > MANY_NODES) return dissected;
    AssemblyTree peeled = assembly_tree(graph, minimum_degree_order(graph));
    return tree_cost(graph, peeled) < tree_cost(graph, dissected) ? peeled : dissected;
}

/// The pivots of each front, in block rows, and the sizes that follow from them.
void assign_pivots(const CompressedGraph& compressed, BlockFactorPlan& plan) {
    std::vector<std::vector<int>> rows_of_node(compressed.graph.nodes());
    for (int row = 0; row < static_cast<int>(compressed.node_of_row.size()); ++row)
        rows_of_node[compressed.node_of_row[row]].push_back(row);
    plan.row_offset.resize(compressed.node_of_row.size());
    plan.fronts.resize(plan.tree.fronts.size());
    for (std::size_t f = 0; f < plan.fronts.size(); ++f) {
        const FrontNode& node = plan.tree.fronts[f];
        FrontPlan& front = plan.fronts[f];
        front.pivot_offset = plan.vector_size;
        front.first_position = static_cast<int>(plan.row_at.size());
        for (int i = node.first; i < node.first + node.count; ++i)
            for (const int row : rows_of_node[plan.tree.node_at[i]]) {
                plan.row_offset[row] = front.pivot_offset + 3L * front.pivots++;
                plan.row_at.push_back(row);
            }
        for (const int i : node.rows)
            front.rest += compressed.graph.weight[plan.tree.node_at[i]];
        const int pivot_strips = strips_for(3 * front.pivots);
        const int rest_strips = strips_for(3 * front.rest);
        front.panel = plan.panel_size;
        front.rest_offset = plan.rest_size;
        plan.vector_size += static_cast<std::size_t>(pivot_strips) * TILE;
        plan.rest_size += static_cast<std::size_t>(rest_strips) * TILE;
        plan.panel_size +=
            static_cast<std::size_t>(pivot_strips + rest_strips) * TILE * 3 * front.pivots;

        const double k = 3.0 * front.pivots;
        const double u = 3.0 * front.rest;
        plan.factor_entries += k * (k + 1.0) / 2.0 + k * u;
        plan.multiplications += k * k * k / 6.0 + k * k * u / 2.0 + k * u * u / 2.0;
        front.cost += front_cost(k, k + u);
        if (node.parent >= 0)
            plan.fronts[node.parent].cost += front.cost;
        else
            plan.roots.push_back(static_cast<int>(f));
    }
}

/// Of every block row its position, the inverse of row_at.
std::vector<int> positions(const BlockFactorPlan& plan) {
    std::vector<int> position(plan.row_at.size());
    for (int i = 0; i < static_cast<int>(plan.row_at.size()); ++i)
        position[plan.row_at[i]] = i;
    return position;
}

/// The blocks of the matrix by the column that they are in after reordering.
struct ColumnEntries {
    struct Entry {
        int position;  ///< of its row, at or behind the column's
        unsigned block;
        bool transposed;
    };
    std::vector<std::size_t> start;
    std::vector<Entry> entry;

    ColumnEntries(const BlockPattern& pattern, const std::vector<int>& position)
        : start(pattern.rows + 1, 0), entry(pattern.block_count()) {
        const auto each = [&](const auto& body) {
            for (int i = 0; i < pattern.rows; ++i)
                for (std::size_t k = pattern.row_start[i]; k < pattern.row_start[i + 1]; ++k)
                    body(position[i], position[pattern.column[k]], static_cast<unsigned>(k));
        };
        each([&](int i, int j, unsigned) { ++start[std::min(i, j) + 1]; });
        for (int i = 0; i < pattern.rows; ++i)
            start[i + 1] += start[i];
        std::vector<std::size_t> next(start.begin(), start.end() - 1);
        each([&](int i, int j, unsigned block) {
            entry[next[std::min(i, j)]++] = {std::max(i, j), block, i < j};
        });
    }
};

/// In which column and row of the panel the numbers of a block begin.
unsigned panel_offset(const FrontPlan& front, int local_row, int local_column) {
    const bool is_pivot = local_row < front.pivots;
    const int row = is_pivot ? local_row : local_row - front.pivots;
    const int strip = row / BLOCKS_PER_STRIP + (is_pivot ? 0 : strips_for(3 * front.pivots));
    return static_cast<unsigned>(static_cast<std::size_t>(strip) * TILE * 3 * front.pivots +
                                 static_cast<std::size_t>(3 * TILE) * local_column +
                                 static_cast<std::size_t>(3 * (row % BLOCKS_PER_STRIP)));
}

/// Which blocks of the matrix each front takes, and where the rest of each child is in its parent.
class Linker {
public:
    Linker(const BlockPattern& pattern, const CompressedGraph& compressed, BlockFactorPlan& plan)
        : m_plan(plan), m_columns(pattern, positions(plan)), m_local(pattern.rows, -1) {
        // Block positions of the nodes' positions.
        m_first_position.push_back(0);
        for (const int node : plan.tree.node_at)
            m_first_position.push_back(m_first_position.back() + compressed.graph.weight[node]);
    }

    void run() {
        for (int f = 0; f < static_cast<int>(m_plan.fronts.size()); ++f) {
            m_plan.fronts[f].first_rest = m_plan.rest_row_offset.size();
            for (const int i : m_plan.tree.fronts[f].rows)
                for (int p = m_first_position[i]; p < m_first_position[i + 1]; ++p)
                    m_plan.rest_row_offset.push_back(m_plan.row_offset[m_plan.row_at[p]]);
        }
        m_plan.parent_index.resize(m_plan.rest_row_offset.size());
        for (int f = 0; f < static_cast<int>(m_plan.fronts.size()); ++f)
            link(f);
    }

private:
    void link(int f) {
        check_task();
        const FrontNode& node = m_plan.tree.fronts[f];
        FrontPlan& front = m_plan.fronts[f];
        const int first = front.first_position;
        for (int i = 0; i < front.pivots; ++i)
            m_local[first + i] = i;
        int local = front.pivots;
        for (const int i : node.rows)
            for (int p = m_first_position[i]; p < m_first_position[i + 1]; ++p)
                m_local[p] = local++;

        front.first_entry = m_plan.entries.size();
        take_entries(front, first, false);
        front.first_transposed = m_plan.entries.size();
        take_entries(front, first, true);
        front.end_entry = m_plan.entries.size();

        for (const int child : node.children) {
            std::size_t rest = m_plan.fronts[child].first_rest;
            for (const int i : m_plan.tree.fronts[child].rows)
                for (int p = m_first_position[i]; p < m_first_position[i + 1]; ++p)
                    m_plan.parent_index[rest++] = m_local[p];
        }
    }

    void take_entries(const FrontPlan& front, int first, bool transposed) {
        for (int j = 0; j < front.pivots; ++j)
            for (std::size_t k = m_columns.start[first + j]; k < m_columns.start[first + j + 1];
                 ++k) {
                const ColumnEntries::Entry& entry = m_columns.entry[k];
                if (entry.transposed == transposed)
                    m_plan.entries.push_back(
                        {entry.block, panel_offset(front, m_local[entry.position], j)});
            }
    }

    BlockFactorPlan& m_plan;
    ColumnEntries m_columns;
    std::vector<int> m_local;  ///< of each position, in the front at hand
    std::vector<int> m_first_position;
};

/// Fewer nodes are ordered at once as well as from an order that is nearly good.
constexpr int FEW_NODES = 300;

BlockFactorPlan plan_of(const BlockPattern& pattern, const CompressedGraph& compressed,
                        AssemblyTree tree) {
    BlockFactorPlan plan;
    plan.tree = std::move(tree);
    check_task();
    plan.row_at.reserve(pattern.rows);
    assign_pivots(compressed, plan);
    Linker(pattern, compressed, plan).run();
    lay_out_work_memory(plan);
    return plan;
}

/// `added` in both directions, ascending.
EliminationGraph with_edges(const EliminationGraph& graph,
                            const std::vector<std::pair<int, int>>& added) {
    EliminationGraph result;
    result.weight = graph.weight;
    result.neighbour.reserve(graph.neighbour.size() + added.size());
    auto next = added.begin();
    for (int node = 0; node < graph.nodes(); ++node) {
        const auto old = static_cast<std::ptrdiff_t>(result.neighbour.size());
        const std::span<const int> before = graph.neighbours(node);
        result.neighbour.insert(result.neighbour.end(), before.begin(), before.end());
        const auto middle = static_cast<std::ptrdiff_t>(result.neighbour.size());
        for (; next != added.end() && next->first == node; ++next)
            result.neighbour.push_back(next->second);
        const auto all = result.neighbour.begin();
        std::inplace_merge(all + old, all + middle, result.neighbour.end());
        result.start.push_back(static_cast<int>(result.neighbour.size()));
    }
    return result;
}

}  // namespace

BlockFactorPlan make_block_factor_plan(const BlockPattern& pattern) {
    const TaskPhase phase("planning the linear solver");
    const CompressedGraph compressed = compress(pattern);
    return plan_of(pattern, compressed, cheapest_tree(compressed.graph));
}

void BlockFactorPlanner::set_common(const std::shared_ptr<const BlockPattern>& common) {
    if (common == m_common) return;
    m_common = common;
    m_graph = {};
    m_common_tree.reset();
    m_dissection.reset();
}

std::vector<std::pair<int, int>> BlockFactorPlanner::added_edges(
    const BlockPattern& pattern) const {
    std::vector<std::pair<int, int>> edges;
    for (int row = 0; row < pattern.rows; ++row) {
        std::size_t known = m_common->row_start[row];
        for (std::size_t k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k) {
            while (m_common->column[known] < pattern.column[k])
                ++known;
            if (m_common->column[known] == pattern.column[k]) continue;
            const int u = m_graph.node_of_row[row];
            const int v = m_graph.node_of_row[pattern.column[k]];
            const std::span<const int> neighbours = m_graph.graph.neighbours(u);
            if (u == v || std::ranges::binary_search(neighbours, v)) continue;
            edges.emplace_back(u, v);
            edges.emplace_back(v, u);
        }
    }
    std::ranges::sort(edges);
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    return edges;
}

BlockFactorPlan BlockFactorPlanner::plan(const BlockPattern& pattern) {
    if (!m_common || m_common->rows != pattern.rows) return make_block_factor_plan(pattern);
    const TaskPhase phase("planning the linear solver");
    if (m_graph.node_of_row.empty()) m_graph = compress(*m_common);
    if (*m_common == pattern) {
        if (!m_common_tree) m_common_tree = cheapest_tree(m_graph.graph);
        return plan_of(pattern, m_graph, *m_common_tree);
    }
    if (m_graph.graph.nodes() < FEW_NODES) return make_block_factor_plan(pattern);
    if (!m_dissection) m_dissection = dissection(m_graph.graph);
    const std::vector<std::pair<int, int>> both_ways = added_edges(pattern);
    std::vector<std::pair<int, int>> added;
    for (const auto& [u, v] : both_ways)
        if (u < v) added.emplace_back(u, v);
    const CompressedGraph compressed{with_edges(m_graph.graph, both_ways), m_graph.node_of_row};
    const std::vector<int> order = repaired_order(*m_dissection, compressed.graph, added);
    return plan_of(pattern, compressed, assembly_tree(compressed.graph, order));
}

}  // namespace sinew::optimize
