#include "optimize/elimination_separator.hpp"

#include <algorithm>
#include <numeric>

#include "optimize/elimination_separator_refine.hpp"

namespace sinew::optimize {

namespace {

constexpr int COARSEST_NODES = 200;
constexpr int SEEDS = 8;
constexpr double HEAVIEST_SIDE = 0.6;  // of all; METIS has the same default

/// A graph whose nodes may stand for several of a finer one.
struct Level {
    EliminationGraph graph;
    std::vector<int> edge_weight;  ///< beside graph.neighbour: edges of the finest graph
    std::vector<int> coarse_of;    ///< for each node of this level, its node of the next
};

/// The nodes, thoroughly mixed: matching in the order of a grid makes stripes.
std::vector<int> mixed_order(int count) {
    std::vector<int> order(count);
    std::iota(order.begin(), order.end(), 0);
    std::uint64_t state = 0x2545f4914f6cdd1dU;
    for (int i = count - 1; i > 0; --i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        std::swap(order[i], order[state % (static_cast<std::uint64_t>(i) + 1)]);
    }
    return order;
}

/// Pairs every node with the neighbour that it shares the heaviest edge with, if one is left. Returns the number of
/// coarse nodes.
int match(Level& level) {
    const EliminationGraph& graph = level.graph;
    const long total = std::accumulate(graph.weight.begin(), graph.weight.end(), 0L);
    const long heaviest = std::max(2L, 3L * total / (2L * COARSEST_NODES));
    level.coarse_of.assign(graph.nodes(), -1);
    int count = 0;
    for (const int v : mixed_order(graph.nodes())) {
        if (level.coarse_of[v] >= 0) continue;
        int partner = -1;
        int best = 0;
        for (int k = graph.start[v]; k < graph.start[v + 1]; ++k) {
            const int u = graph.neighbour[k];
            if (level.coarse_of[u] < 0 && level.edge_weight[k] > best &&
                graph.weight[v] + graph.weight[u] <= heaviest) {
                partner = u;
                best = level.edge_weight[k];
            }
        }
        level.coarse_of[v] = count;
        if (partner >= 0) level.coarse_of[partner] = count;
        ++count;
    }
    return count;
}

/// The graph of the matched pairs.
Level coarsen(const Level& fine, int count) {
    std::vector<std::array<int, 2>> members(count, {-1, -1});
    for (int v = 0; v < fine.graph.nodes(); ++v) {
        auto& pair = members[fine.coarse_of[v]];
        pair[pair[0] < 0 ? 0 : 1] = v;
    }
    Level coarse;
    std::vector<int> edge_to(count,
                             -1);  // where the edge to a node is, if it is of the current one
    for (int c = 0; c < count; ++c) {
        const int begin = coarse.graph.start.back();
        int weight = 0;
        for (const int v : members[c]) {
            if (v < 0) continue;
            weight += fine.graph.weight[v];
            for (int k = fine.graph.start[v]; k < fine.graph.start[v + 1]; ++k) {
                const int to = fine.coarse_of[fine.graph.neighbour[k]];
                if (to == c) continue;
                if (edge_to[to] < begin) {
                    edge_to[to] = static_cast<int>(coarse.graph.neighbour.size());
                    coarse.graph.neighbour.push_back(to);
                    coarse.edge_weight.push_back(0);
                }
                coarse.edge_weight[edge_to[to]] += fine.edge_weight[k];
            }
        }
        coarse.graph.weight.push_back(weight);
        coarse.graph.start.push_back(static_cast<int>(coarse.graph.neighbour.size()));
    }
    return coarse;
}

/// Grows the first side around `seed` to half the weight; its outermost nodes are the separator.
std::vector<Side> grow(const EliminationGraph& graph, int seed, long half) {
    std::vector<Side> side(graph.nodes(), Side::Second);
    std::vector<int> queue{seed};
    std::vector<char> queued(graph.nodes(), 0);
    queued[seed] = 1;
    long weight = 0;
    int next_seed = 0;
    for (std::size_t head = 0; weight < half; ++head) {
        if (head == queue.size()) {  // this piece is full: go on in another
            while (queued[next_seed])
                ++next_seed;
            queued[next_seed] = 1;
            queue.push_back(next_seed);
        }
        const int v = queue[head];
        side[v] = Side::First;
        weight += graph.weight[v];
        for (const int u : graph.neighbours(v))
            if (!queued[u]) {
                queued[u] = 1;
                queue.push_back(u);
            }
    }
    for (int v = 0; v < graph.nodes(); ++v)
        if (side[v] == Side::First)
            for (const int u : graph.neighbours(v))
                if (side[u] == Side::Second) {
                    side[v] = Side::Separator;
                    break;
                }
    return side;
}

std::vector<Side> cut_coarsest(const EliminationGraph& graph, long total, long heaviest_side) {
    std::vector<Side> best;
    CutWeights best_weights;
    const std::vector<int> seeds = mixed_order(graph.nodes());
    for (int i = 0; i < std::min(SEEDS, graph.nodes()); ++i) {
        std::vector<Side> side = grow(graph, seeds[i], total / 2);
        const CutWeights weights = refine_separator(graph, heaviest_side, side);
        if (best.empty() || weights.better_than(best_weights)) {
            best = std::move(side);
            best_weights = weights;
        }
    }
    return best;
}

}  // namespace

std::vector<Side> find_separator(const EliminationGraph& graph) {
    if (graph.nodes() == 0) return {};
    const long total = std::accumulate(graph.weight.begin(), graph.weight.end(), 0L);
    const auto heaviest_side = static_cast<long>(HEAVIEST_SIDE * static_cast<double>(total));

    std::vector<Level> levels(1);
    levels[0].graph = graph;
    levels[0].edge_weight.assign(graph.neighbour.size(), 1);
    while (levels.back().graph.nodes() > COARSEST_NODES) {
        const int count = match(levels.back());
        if (count > 0.95 * levels.back().graph.nodes()) break;
        Level coarse = coarsen(levels.back(), count);
        levels.push_back(std::move(coarse));
    }

    std::vector<Side> side = cut_coarsest(levels.back().graph, total, heaviest_side);
    for (std::size_t l = levels.size() - 1; l-- > 0;) {
        const Level& level = levels[l];
        std::vector<Side> finer(level.graph.nodes());
        for (int v = 0; v < level.graph.nodes(); ++v)
            finer[v] = side[level.coarse_of[v]];
        side = std::move(finer);
        refine_separator(level.graph, heaviest_side, side);
    }
    return side;
}

}  // namespace sinew::optimize
