#include "skin/pill_tree.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace sinew::skin {

namespace {

using Eigen::Vector3d;

constexpr std::uint32_t LEAF_PILLS = 4;

bool is_nearer(const NearPill& a, const NearPill& b) {
    return a.distance < b.distance || (a.distance == b.distance && a.sphere < b.sphere);
}

/// Puts `found` into the sorted list of `count` chains, one entry a chain.
void insert(const NearPill& found, std::span<NearPill> list, std::size_t& count) {
    std::size_t slot = 0;
    while (slot < count && list[slot].chain != found.chain)
        ++slot;
    if (slot == count) {
        if (count < list.size()) {
            ++count;
        } else if (is_nearer(found, list[count - 1])) {
            --slot;  // instead of the farthest
        } else {
            return;
        }
    } else if (!is_nearer(found, list[slot])) {
        return;
    }
    list[slot] = found;
    for (; slot > 0 && is_nearer(list[slot], list[slot - 1]); --slot) {
        std::swap(list[slot], list[slot - 1]);
    }
}

}  // namespace

PillTree::PillTree(PillChains chains) : m_chains(std::move(chains)), m_chain_begin{0} {
    for (std::size_t chain = 0; chain < m_chains.counts.size(); ++chain) {
        const std::uint32_t begin = m_chain_begin.back();
        const std::uint32_t end = begin + static_cast<std::uint32_t>(m_chains.counts[chain]);
        for (std::uint32_t sphere = begin; sphere + 1 < end; ++sphere) {
            m_pills.push_back({static_cast<std::uint32_t>(chain), sphere});
        }
        m_chain_begin.push_back(end);
    }
    assert(!m_pills.empty());
    m_nodes.reserve(m_pills.size());
    m_nodes.emplace_back();
    m_nodes[0].end = static_cast<std::uint32_t>(m_pills.size());
    // Children come behind their parents, so one pass over the growing list builds the tree.
    for (std::uint32_t node = 0; node < m_nodes.size(); ++node) {
        build(node);
    }
}

void PillTree::build(std::uint32_t index) {
    Node node = m_nodes[index];
    const std::vector<Vector3d>& c = m_chains.centres;
    node.low = node.high = c[m_pills[node.begin].sphere];
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        for (const std::uint32_t sphere : {m_pills[i].sphere, m_pills[i].sphere + 1}) {
            node.low = node.low.cwiseMin(c[sphere]);
            node.high = node.high.cwiseMax(c[sphere]);
            node.largest_radius = std::max(node.largest_radius, m_chains.radii[sphere]);
        }
    }
    if (node.end - node.begin > LEAF_PILLS) {
        Eigen::Index axis = 0;
        (node.high - node.low).maxCoeff(&axis);
        const auto key = [&](const Pill& pill) {
            return c[pill.sphere][axis] + c[pill.sphere + 1][axis];
        };
        const std::uint32_t middle = node.begin + (node.end - node.begin) / 2;
        std::nth_element(m_pills.begin() + node.begin, m_pills.begin() + middle,
                         m_pills.begin() + node.end, [&](const Pill& a, const Pill& b) {
                             return std::pair(key(a), a.sphere) < std::pair(key(b), b.sphere);
                         });
        node.left = static_cast<std::uint32_t>(m_nodes.size());
        Node left;
        left.begin = node.begin;
        left.end = middle;
        Node right;
        right.begin = middle;
        right.end = node.end;
        m_nodes.push_back(left);
        m_nodes.push_back(right);
    }
    m_nodes[index] = node;
}

double PillTree::lower_bound(const Node& node, const Vector3d& x) {
    return (x - x.cwiseMax(node.low).cwiseMin(node.high)).norm() - node.largest_radius;
}

/// With z along the axis and h the distance from it, |x − c(t)| − r(t) is convex in t and smallest at
/// t l = z + h Δ/√(l² − Δ²), where Δ is the difference of the radii. [viper eq. 83] has the same place.
NearPill PillTree::nearest_on(const Vector3d& x, const Pill& pill) const {
    const Vector3d& a = m_chains.centres[pill.sphere];
    const Vector3d along = m_chains.centres[pill.sphere + 1] - a;
    const double radius = m_chains.radii[pill.sphere];
    const double taper = m_chains.radii[pill.sphere + 1] - radius;
    const double length_2 = along.squaredNorm();
    double t = taper > 0.0 ? 1.0 : 0.0;  // where one sphere holds the other, it alone counts
    if (taper * taper < length_2) {
        const double z = along.dot(x - a) / length_2;  // in lengths
        const double h = (x - a - z * along).norm();
        t = std::clamp(z + h * taper / std::sqrt((length_2 - taper * taper) * length_2), 0.0, 1.0);
    }
    const double distance = (x - a - t * along).norm() - (radius + t * taper);
    return {pill.chain, pill.sphere, t, distance};
}

std::size_t PillTree::nearest_chains(const Vector3d& x, std::span<NearPill> out) const {
    std::size_t count = 0;
    // Each level leaves at most one node waiting, and there are at most 32 levels.
    std::array<std::pair<double, std::uint32_t>, 64> waiting;
    std::size_t depth = 0;
    waiting[depth++] = {lower_bound(m_nodes[0], x), 0};
    while (depth > 0) {
        const auto [bound, index] = waiting[--depth];
        if (count == out.size() && bound > out[count - 1].distance) continue;
        const Node& node = m_nodes[index];
        if (node.left == 0) {
            for (std::uint32_t i = node.begin; i < node.end; ++i) {
                insert(nearest_on(x, m_pills[i]), out, count);
            }
            continue;
        }
        std::pair near(lower_bound(m_nodes[node.left], x), node.left);
        std::pair far(lower_bound(m_nodes[node.left + 1], x), node.left + 1);
        if (far.first < near.first) std::swap(near, far);
        waiting[depth++] = far;
        waiting[depth++] = near;
    }
    return count;
}

NearPill PillTree::nearest_of_chain(const Vector3d& x, std::uint32_t chain) const {
    NearPill best;
    best.distance = std::numeric_limits<double>::infinity();
    for (std::uint32_t s = m_chain_begin[chain]; s + 1 < m_chain_begin[chain + 1]; ++s) {
        const NearPill found = nearest_on(x, {chain, s});
        if (found.distance < best.distance) best = found;
    }
    return best;
}

double PillTree::radius(const NearPill& place) const {
    const double first = m_chains.radii[place.sphere];
    return first + place.t * (m_chains.radii[place.sphere + 1] - first);
}

}  // namespace sinew::skin
