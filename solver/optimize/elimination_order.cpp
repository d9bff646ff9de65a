#include "optimize/elimination_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <bit>
#include <cstdint>
#include <map>
#include <numeric>

#include "base/parallel.hpp"
#include "base/task.hpp"
#include "optimize/elimination_separator.hpp"

namespace sinew::optimize {

namespace {

/// Parts up to this many nodes are ordered by minimum degree. Tuned on bars and cubes of 2,000 to 20,000 nodes:
/// fewer make long bars dearer, more make cubes dearer.
constexpr int SMALL_PART = 80;
/// Parts with more nodes than this are worth a task.
constexpr int TASK_PART = 1000;

/// Minimum degree of a few nodes, with rows of bits: the part's nodes first, then what is around it.
class MinimumDegree {
public:
    /// `local` holds −1 for all nodes and is left so.
    MinimumDegree(const EliminationGraph& graph, std::span<const int> part, std::vector<int>& local)
        : m_part(part) {
        std::vector<int> around;
        for (int i = 0; i < static_cast<int>(part.size()); ++i)
            local[part[i]] = i;
        for (const int node : part)
            for (const int u : graph.neighbours(node))
                if (local[u] < 0) {
                    local[u] = static_cast<int>(part.size() + around.size());
                    around.push_back(u);
                }
        m_words = (part.size() + around.size() + 63) / 64;
        m_bits.assign(part.size() * m_words, 0);
        for (std::size_t i = 0; i < part.size(); ++i)
            for (const int u : graph.neighbours(part[i]))
                row(i)[local[u] / 64] |= std::uint64_t{1} << (local[u] % 64);
        for (const int node : part)
            local[node] = -1;
        for (const int node : around)
            local[node] = -1;
    }

    /// Writes the nodes of the part in the order of their elimination.
    void order(std::span<int> result) {
        std::vector<int> left(m_part.size());
        std::iota(left.begin(), left.end(), 0);
        std::vector<int> degree(m_part.size());
        for (const int i : left)
            degree[i] = count(i);
        for (int& node : result) {
            const auto least = std::ranges::min_element(left, {}, [&](int i) { return degree[i]; });
            const int pivot = *least;
            left.erase(least);
            node = m_part[pivot];
            for (const int i : left) {
                if (!(row(i)[pivot / 64] >> (pivot % 64) & 1U)) continue;
                for (std::size_t w = 0; w < m_words; ++w)
                    row(i)[w] |= row(pivot)[w];
                row(i)[pivot / 64] &= ~(std::uint64_t{1} << (pivot % 64));
                row(i)[i / 64] &= ~(std::uint64_t{1} << (i % 64));
                degree[i] = count(i);
            }
        }
    }

private:
    std::uint64_t* row(std::size_t i) { return m_bits.data() + i * m_words; }
    int count(std::size_t i) {
        int bits = 0;
        for (std::size_t w = 0; w < m_words; ++w)
            bits += std::popcount(row(i)[w]);
        return bits;
    }

    std::span<const int> m_part;
    std::size_t m_words = 0;
    std::vector<std::uint64_t> m_bits;
};

/// The edges between the nodes of a part, in the part's own numbers.
EliminationGraph subgraph(const EliminationGraph& graph, std::span<const int> part,
                          std::vector<int>& local) {
    EliminationGraph result;
    for (int i = 0; i < static_cast<int>(part.size()); ++i)
        local[part[i]] = i;
    for (const int node : part) {
        for (const int u : graph.neighbours(node))
            if (local[u] >= 0) result.neighbour.push_back(local[u]);
        result.start.push_back(static_cast<int>(result.neighbour.size()));
        result.weight.push_back(graph.weight[node]);
    }
    for (const int node : part)
        local[node] = -1;
    return result;
}

void order_small(const EliminationGraph& graph, std::span<int> part, std::vector<int>& local) {
    std::vector<int> ordered(part.size());
    MinimumDegree(graph, part, local).order(ordered);
    std::ranges::copy(ordered, part.begin());
}

/// Orders the nodes of `part` in place. The part begins at `begin` of the whole order.
DissectedPart dissect(const EliminationGraph& graph, std::span<int> part, int begin,
                      std::vector<int>& local) {
    DissectedPart result;
    result.begin = begin;
    result.end = begin + static_cast<int>(part.size());
    if (part.size() <= SMALL_PART) {
        order_small(graph, part, local);
        return result;
    }
    check_task();
    const std::vector<Side> side = find_separator(subgraph(graph, part, local));
    std::vector<int> sorted[3];
    for (std::size_t i = 0; i < part.size(); ++i)
        sorted[static_cast<int>(side[i])].push_back(part[i]);
    if (sorted[0].empty() || sorted[1].empty()) {
        order_small(graph, part, local);  // everything is coupled to everything
        return result;
    }
    auto next = part.begin();
    for (const auto& nodes : sorted)
        next = std::ranges::copy(nodes, next).out;
    result.first_end = begin + static_cast<int>(sorted[0].size());
    result.second_end = result.first_end + static_cast<int>(sorted[1].size());
    const std::span<int> halves[2] = {part.subspan(0, sorted[0].size()),
                                      part.subspan(sorted[0].size(), sorted[1].size())};
    const int begins[2] = {begin, result.first_end};
    std::unique_ptr<DissectedPart>* const parts[2] = {&result.first, &result.second};
    const auto dissect_half = [&](std::size_t i, std::vector<int>& own_local) {
        *parts[i] =
            std::make_unique<DissectedPart>(dissect(graph, halves[i], begins[i], own_local));
    };
    if (part.size() < TASK_PART) {
        for (const std::size_t i : {0, 1})
            dissect_half(i, local);
        return result;
    }
    parallel_for(2, 1, [&](std::size_t i, std::size_t) {
        std::vector<int> own_local(graph.nodes(), -1);
        dissect_half(i, own_local);
    });
    return result;
}

using Edges = std::vector<std::pair<int, int>>;

/// Nodes that every one of these edges has one of: those with the most edges first.
std::vector<int> cover(const Edges& edges) {
    std::map<int, int> degree;
    for (const auto& [u, v] : edges) {
        ++degree[u];
        ++degree[v];
    }
    Edges by_degree;
    for (const auto& [node, count] : degree)
        by_degree.emplace_back(-count, node);
    std::ranges::sort(by_degree);
    std::map<int, int> rank;
    for (int i = 0; i < static_cast<int>(by_degree.size()); ++i)
        rank[by_degree[i].second] = i;
    std::vector<int> nodes;
    for (const auto& [u, v] : edges)
        nodes.push_back(rank[u] < rank[v] ? u : v);
    std::ranges::sort(nodes);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

class Repair {
public:
    Repair(const Dissection& before, const EliminationGraph& graph)
        : m_before(before),
          m_graph(graph),
          m_position(graph.nodes()),
          m_moved(graph.nodes(), 0),
          m_local(graph.nodes(), -1) {
        for (int i = 0; i < graph.nodes(); ++i)
            m_position[before.order[i]] = i;
        m_order.reserve(graph.nodes());
    }

    std::vector<int> run(const Edges& added) {
        order_part(m_before.root, added);
        return std::move(m_order);
    }

private:
    /// More nodes than this share of a separator do not move into it.
    static constexpr double MOST_MOVED = 1.0 / 3.0;
    /// But so few always do.
    static constexpr std::size_t FEW_MOVED = 4;

    /// `added` edges between nodes of the part that are still in it.
    void order_part(const DissectedPart& part, const Edges& added) {
        const auto all = std::span(m_before.order).subspan(part.begin, part.end - part.begin);
        const auto has_moved = [&](int node) { return m_moved[node] != 0; };
        if (added.empty() && std::ranges::none_of(all, has_moved)) {
            m_order.insert(m_order.end(), all.begin(), all.end());
            return;
        }
        if (!part.first) {
            order_anew(part, [&](std::span<int> nodes) { order_small(m_graph, nodes, m_local); });
            return;
        }
        Edges crossing;
        for (const auto& [u, v] : added)
            if (side(part, u) + side(part, v) == 1) crossing.emplace_back(u, v);
        const std::vector<int> moving = cover(crossing);
        const auto separator = static_cast<double>(part.end - part.second_end);
        if (moving.size() > FEW_MOVED &&
            static_cast<double>(moving.size()) > MOST_MOVED * separator) {
            order_anew(part,
                       [&](std::span<int> nodes) { dissect(m_graph, nodes, part.begin, m_local); });
            return;
        }
        for (const int node : moving)
            m_moved[node] = 1;
        for (const int half : {0, 1}) {
            Edges inside;
            for (const auto& edge : added)
                if (is_in(part, half, edge.first) && is_in(part, half, edge.second))
                    inside.push_back(edge);
            order_part(half == 0 ? *part.first : *part.second, inside);
        }
        for (int i = part.second_end; i < part.end; ++i)
            if (m_moved[m_before.order[i]] == 0) m_order.push_back(m_before.order[i]);
        m_order.insert(m_order.end(), moving.begin(), moving.end());
    }

    template <class Order>
    void order_anew(const DissectedPart& part, const Order& order) {
        const std::size_t first = m_order.size();
        for (int i = part.begin; i < part.end; ++i)
            if (m_moved[m_before.order[i]] == 0) m_order.push_back(m_before.order[i]);
        order(std::span(m_order).subspan(first));
    }

    /// 0 and 1: a half.
    int side(const DissectedPart& part, int node) const {
        constexpr int SEPARATOR = 2;
        const int i = m_position[node];
        if (i >= part.second_end) return SEPARATOR;
        return i < part.first_end ? 0 : 1;
    }
    bool is_in(const DissectedPart& part, int half, int node) const {
        return m_moved[node] == 0 && side(part, node) == half;
    }

    const Dissection& m_before;
    const EliminationGraph& m_graph;
    std::vector<int> m_position;
    std::vector<char> m_moved;  ///< into the separator of a larger part
    std::vector<int> m_local;
    std::vector<int> m_order;
};

}  // namespace

Dissection dissection(const EliminationGraph& graph) {
    Dissection result;
    result.order.resize(graph.nodes());
    std::iota(result.order.begin(), result.order.end(), 0);
    std::vector<int> local(graph.nodes(), -1);
    result.root = dissect(graph, result.order, 0, local);
    return result;
}

std::vector<int> dissection_order(const EliminationGraph& graph) {
    return dissection(graph).order;
}

std::vector<int> repaired_order(const Dissection& before, const EliminationGraph& graph,
                                std::span<const std::pair<int, int>> added) {
    return Repair(before, graph).run(Edges(added.begin(), added.end()));
}

std::vector<int> minimum_degree_order(const EliminationGraph& graph) {
    // Eigen leaves out rows without a diagonal, so it is put in.
    const int n = graph.nodes();
    Eigen::SparseMatrix<double> couplings(n, n);
    couplings.reserve(static_cast<Eigen::Index>(graph.neighbour.size()) + n);
    for (int i = 0; i < n; ++i) {
        couplings.startVec(i);
        bool diagonal = false;
        for (const int j : graph.neighbours(i)) {
            if (j > i && !diagonal) {
                couplings.insertBack(i, i) = 1.0;
                diagonal = true;
            }
            couplings.insertBack(j, i) = 1.0;
        }
        if (!diagonal) couplings.insertBack(i, i) = 1.0;
    }
    couplings.finalize();
    Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
    Eigen::AMDOrdering<int>()(couplings, order);
    return {order.indices().data(), order.indices().data() + n};
}

}  // namespace sinew::optimize
