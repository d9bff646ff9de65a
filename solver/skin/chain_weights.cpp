#include "skin/chain_weights.hpp"

#include <algorithm>
#include <span>

#include "base/parallel.hpp"
#include "mesh/vertex_neighbours.hpp"

namespace sinew::skin {

namespace {

constexpr std::size_t WEIGHT_GRAIN = 1024;
/// Distances count as at least this many radii of the nearest pill: finite inside, and still so small that
/// a tube around one of two rods side by side does not stick to the other.
constexpr double SMALLEST_DISTANCE = 0.02;
/// Chains count up to this many times the distance from the vertex to the axis of the nearest one.
constexpr double REACH_OF_OTHERS = 3.0;
/// Part of a round that comes from the neighbours; more than a half would let weights swing.
constexpr double DIFFUSION = 0.5;
/// What is lighter is left out.
constexpr double SMALLEST_WEIGHT = 1e-4;

bool is_heavier(const ChainWeights::Item& a, const ChainWeights::Item& b) {
    return a.weight > b.weight || (a.weight == b.weight && a.chain < b.chain);
}

/// Keeps the heaviest and makes their sum one. `items` has at least one and is sorted here.
ChainWeights heaviest(std::span<ChainWeights::Item> items) {
    ChainWeights kept;
    kept.count = std::min(items.size(), ChainWeights::MAX);
    std::partial_sort(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(kept.count),
                      items.end(), is_heavier);
    double sum = 0.0;
    for (std::size_t i = 0; i < kept.count; ++i) {
        sum += items[i].weight;
    }
    while (kept.count > 1 && items[kept.count - 1].weight < SMALLEST_WEIGHT * sum) {
        sum -= items[--kept.count].weight;
    }
    for (std::size_t i = 0; i < kept.count; ++i) {
        kept.items[i] = {items[i].chain, items[i].weight / sum};
    }
    return kept;
}

/// `near` has the nearest first; `radius` is its own.
ChainWeights by_distance(std::span<const NearPill> near, double radius) {
    const double smallest = SMALLEST_DISTANCE * radius;
    const double farthest = REACH_OF_OTHERS * (std::max(near[0].distance, smallest) + radius);
    std::array<ChainWeights::Item, ChainWeights::MAX> items;
    std::size_t count = 0;
    for (const NearPill& place : near) {
        const double distance = std::max(place.distance, smallest);
        if (distance >= farthest) break;
        // Times the smallest, so that neither tiny nor huge scenes leave the range of doubles.
        const double root = smallest / distance - smallest / farthest;
        items[count++] = {place.chain, root * root};
    }
    return heaviest(std::span(items).first(count));
}

/// Adds up weights by chain.
class Accumulator {
public:
    explicit Accumulator(std::size_t chains) : m_sums(chains, 0.0) {}

    void add(const ChainWeights& weights, double factor) {
        for (std::size_t i = 0; i < weights.count; ++i) {
            const auto& [chain, weight] = weights.items[i];
            if (m_sums[chain] == 0.0) m_seen.push_back(chain);
            m_sums[chain] += factor * weight;
        }
    }
    /// The heaviest of the sums; begins anew.
    ChainWeights take() {
        m_items.clear();
        for (const std::uint32_t chain : m_seen) {
            m_items.push_back({chain, m_sums[chain]});
            m_sums[chain] = 0.0;
        }
        m_seen.clear();
        return heaviest(m_items);
    }

private:
    std::vector<double> m_sums;  ///< of all chains
    std::vector<std::uint32_t> m_seen;
    std::vector<ChainWeights::Item> m_items;
};

void diffuse(const VertexNeighbours& neighbours, std::size_t chains, int rounds,
             std::vector<ChainWeights>& weights) {
    std::vector<ChainWeights> next(weights.size());
    for (int round = 0; round < rounds; ++round) {
        parallel_for(weights.size(), WEIGHT_GRAIN, [&](std::size_t begin, std::size_t end) {
            Accumulator sums(chains);
            for (std::size_t v = begin; v < end; ++v) {
                const auto around = neighbours.of(v);
                if (around.empty()) {
                    next[v] = weights[v];
                    continue;
                }
                sums.add(weights[v], 1.0 - DIFFUSION);
                const double share = DIFFUSION / static_cast<double>(around.size());
                for (const std::uint32_t other : around) {
                    sums.add(weights[other], share);
                }
                next[v] = sums.take();
            }
        });
        weights.swap(next);
    }
}

}  // namespace

std::vector<ChainWeights> chain_weights(const TriangleMesh& mesh, const PillTree& tree,
                                        const SkinSettings& settings, LooseVertices& loose) {
    const std::size_t count = mesh.vertices.size();
    std::vector<ChainWeights> weights(count);
    std::vector<char> is_loose(count, 0);
    parallel_for(count, WEIGHT_GRAIN, [&](std::size_t begin, std::size_t end) {
        std::array<NearPill, ChainWeights::MAX> near;
        for (std::size_t v = begin; v < end; ++v) {
            std::size_t found = tree.nearest_chains(mesh.vertices[v], near);
            const double radius = tree.radius(near[0]);
            if (near[0].distance > settings.reach * radius) {
                is_loose[v] = 1;
                found = 1;
            }
            weights[v] = by_distance(std::span(near).first(found), radius);
        }
    });
    const auto first = std::find(is_loose.begin(), is_loose.end(), 1);
    loose.first = static_cast<std::size_t>(first - is_loose.begin());
    loose.count = static_cast<std::size_t>(std::count(first, is_loose.end(), 1));
    const std::size_t chains = tree.chains().counts.size();
    // With one chain there is nothing to blend.
    if (chains > 1 && settings.smoothing > 0 && !mesh.triangles.empty()) {
        diffuse(VertexNeighbours(mesh.triangles, count), chains, settings.smoothing, weights);
    }
    return weights;
}

}  // namespace sinew::skin
