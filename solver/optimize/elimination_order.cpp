#include "optimize/elimination_order.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>
#include <bit>
#include <cstdint>
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

/// Orders the nodes of `part` in place.
void dissect(const EliminationGraph& graph, std::span<int> part, std::vector<int>& local) {
    const auto order_small = [&] {
        std::vector<int> ordered(part.size());
        MinimumDegree(graph, part, local).order(ordered);
        std::ranges::copy(ordered, part.begin());
    };
    if (part.size() <= SMALL_PART) {
        order_small();
        return;
    }
    check_task();
    const std::vector<Side> side = find_separator(subgraph(graph, part, local));
    std::vector<int> sorted[3];
    for (std::size_t i = 0; i < part.size(); ++i)
        sorted[static_cast<int>(side[i])].push_back(part[i]);
    if (sorted[0].empty() || sorted[1].empty()) {
        order_small();  // everything is coupled to everything
        return;
    }
    auto next = part.begin();
    for (const auto& nodes : sorted)
        next = std::ranges::copy(nodes, next).out;
    const std::span<int> halves[2] = {part.subspan(0, sorted[0].size()),
                                      part.subspan(sorted[0].size(), sorted[1].size())};
    if (part.size() < TASK_PART) {
        for (const std::span<int> half : halves)
            dissect(graph, half, local);
        return;
    }
    parallel_for(2, 1, [&](std::size_t begin, std::size_t) {
        std::vector<int> own_local(graph.nodes(), -1);
        dissect(graph, halves[begin], own_local);
    });
}

}  // namespace

std::vector<int> dissection_order(const EliminationGraph& graph) {
    std::vector<int> order(graph.nodes());
    std::iota(order.begin(), order.end(), 0);
    std::vector<int> local(graph.nodes(), -1);
    dissect(graph, order, local);
    return order;
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
