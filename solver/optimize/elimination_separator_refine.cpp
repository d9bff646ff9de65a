#include "optimize/elimination_separator_refine.hpp"

#include <algorithm>
#include <array>
#include <queue>

namespace sinew::optimize {

namespace {

constexpr int MAX_PASSES = 6;

/// One pass: every node leaves the separator at most once, the best cut on the way is kept.
class Pass {
public:
    Pass(const EliminationGraph& graph, long heaviest_side, std::vector<Side>& side,
         CutWeights& weights)
        : m_graph(graph),
          m_heaviest_side(heaviest_side),
          m_side(side),
          m_weights(weights),
          m_pull(graph.nodes(), {0, 0}),
          m_moved(graph.nodes(), 0) {
        for (int v = 0; v < graph.nodes(); ++v)
            if (m_side[v] == Side::Separator) enter(v);
    }

    /// True if the cut got better.
    bool run() {
        const CutWeights before = m_weights;
        CutWeights best = m_weights;
        std::size_t best_moves = 0;
        const std::size_t patience = 30 + m_queue[0].size() / 4;
        while (m_moves.size() < best_moves + patience) {
            const auto [node, to] = next();
            if (node < 0) break;
            move(node, to);
            if (m_weights.better_than(best)) {
                best = m_weights;
                best_moves = m_moves.size();
            }
        }
        while (m_moves.size() > best_moves)
            undo();
        m_weights = best;
        return best.better_than(before);
    }

private:
    /// A node that may leave the separator for one side, with what the separator loses in weight. Entries whose
    /// gain has changed since stay in the queue and are skipped.
    struct Candidate {
        long gain;
        int node;
        bool operator<(const Candidate& other) const {
            return gain != other.gain ? gain < other.gain : node > other.node;
        }
    };
    struct Move {
        int node;
        int to;
        std::size_t first_pulled;  ///< into m_pulled: what came into the separator for it
    };

    long gain(int node, int to) const { return m_graph.weight[node] - m_pull[node][1 - to]; }

    void offer(int node) {
        if (m_moved[node]) return;
        for (const int to : {0, 1})
            m_queue[to].push({gain(node, to), node});
    }

    /// `node` is in the separator from now on.
    void enter(int node) {
        m_pull[node] = {0, 0};
        for (const int u : m_graph.neighbours(node))
            if (m_side[u] != Side::Separator)
                m_pull[node][static_cast<int>(m_side[u])] += m_graph.weight[u];
        offer(node);
    }

    /// The best move that keeps the balance, −1 if there is none.
    std::pair<int, int> next() {
        for (const int to : {0, 1}) {
            auto& queue = m_queue[to];
            while (!queue.empty()) {
                const auto& [known_gain, node] = queue.top();
                if (!m_moved[node] && m_side[node] == Side::Separator &&
                    known_gain == gain(node, to) &&
                    m_weights.side[to] + m_graph.weight[node] <= m_heaviest_side)
                    break;
                queue.pop();
            }
        }
        if (m_queue[0].empty() && m_queue[1].empty()) return {-1, 0};
        int to = 0;
        if (m_queue[0].empty()) {
            to = 1;
        } else if (!m_queue[1].empty()) {
            const long gain_0 = m_queue[0].top().gain;
            const long gain_1 = m_queue[1].top().gain;
            to = gain_0 != gain_1 ? (gain_1 > gain_0 ? 1 : 0)
                                  : (m_weights.side[1] < m_weights.side[0] ? 1 : 0);
        }
        return {m_queue[to].top().node, to};
    }

    void move(int node, int to) {
        const int from = 1 - to;
        m_moves.push_back({node, to, m_pulled.size()});
        m_moved[node] = 1;
        m_side[node] = static_cast<Side>(to);
        m_weights.side[to] += m_graph.weight[node];
        m_weights.separator -= m_graph.weight[node];
        for (const int u : m_graph.neighbours(node)) {
            if (m_side[u] == Side::Separator) {
                m_pull[u][to] += m_graph.weight[node];
                offer(u);
            } else if (m_side[u] == static_cast<Side>(from)) {
                pull_in(u, from);
            }
        }
    }

    void pull_in(int node, int from) {
        m_pulled.push_back(node);
        m_side[node] = Side::Separator;
        m_weights.side[from] -= m_graph.weight[node];
        m_weights.separator += m_graph.weight[node];
        for (const int u : m_graph.neighbours(node))
            if (m_side[u] == Side::Separator) {
                m_pull[u][from] -= m_graph.weight[node];
                offer(u);
            }
        enter(node);
    }

    /// Puts the nodes of the last move back; the pulls are not kept, as the pass is over.
    void undo() {
        const Move last = m_moves.back();
        m_moves.pop_back();
        m_side[last.node] = Side::Separator;
        while (m_pulled.size() > last.first_pulled) {
            m_side[m_pulled.back()] = static_cast<Side>(1 - last.to);
            m_pulled.pop_back();
        }
    }

    const EliminationGraph& m_graph;
    long m_heaviest_side;
    std::vector<Side>& m_side;
    CutWeights& m_weights;
    std::vector<std::array<long, 2>> m_pull;  ///< weight of the neighbours on each side
    std::vector<char> m_moved;
    std::priority_queue<Candidate> m_queue[2];
    std::vector<Move> m_moves;
    std::vector<int> m_pulled;
};

}  // namespace

CutWeights weigh(const EliminationGraph& graph, const std::vector<Side>& side) {
    CutWeights weights;
    for (int v = 0; v < graph.nodes(); ++v) {
        if (side[v] == Side::Separator)
            weights.separator += graph.weight[v];
        else
            weights.side[static_cast<int>(side[v])] += graph.weight[v];
    }
    return weights;
}

CutWeights refine_separator(const EliminationGraph& graph, long heaviest_side,
                            std::vector<Side>& side) {
    CutWeights weights = weigh(graph, side);
    for (int pass = 0; pass < MAX_PASSES; ++pass)
        if (!Pass(graph, heaviest_side, side, weights).run()) break;
    return weights;
}

}  // namespace sinew::optimize
