#include "solids/correction_spread.hpp"

#include <functional>
#include <limits>
#include <queue>
#include <utility>

namespace sinew::solids {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

struct EdgeTo {
    int vertex;
    double length;
};

std::vector<std::vector<EdgeTo>> edges_of(const std::vector<Vector3d>& vertices,
                                          const std::vector<Vector3i>& triangles) {
    std::vector<std::vector<EdgeTo>> edges(vertices.size());
    for (const Vector3i& t : triangles) {
        for (int i = 0; i < 3; ++i) {
            const int a = t[i];
            const int b = t[(i + 1) % 3];
            // Vertices on top of each other: short, but not of no length.
            const double length = (vertices[a] - vertices[b]).norm() + 1e-12;
            edges[a].push_back({b, length});
            edges[b].push_back({a, length});
        }
    }
    return edges;
}

}  // namespace

CorrectionSpread::CorrectionSpread(const std::vector<Vector3d>& vertices,
                                   const std::vector<Vector3i>& triangles,
                                   const std::vector<int>& corrected, double reach)
    : m_first{0} {
    if (corrected.empty()) return;
    const auto edges = edges_of(vertices, triangles);
    std::vector<double> way(vertices.size(), std::numeric_limits<double>::infinity());
    std::vector<int> index_of(vertices.size(), -1);
    using Reached = std::pair<double, int>;  // ties: the lowest vertex first
    std::priority_queue<Reached, std::vector<Reached>, std::greater<>> next;
    const auto settle = [&](int vertex) {
        index_of[vertex] = static_cast<int>(m_vertices.size());
        m_vertices.push_back(vertex);
        const double t = way[vertex] / reach;
        m_fade.push_back((1.0 - t) * (1.0 - t) * (1.0 + 2.0 * t));
        for (const EdgeTo& edge : edges[vertex]) {
            const double there = way[vertex] + edge.length;
            if (there >= reach || there >= way[edge.vertex]) continue;
            way[edge.vertex] = there;
            next.emplace(there, edge.vertex);
        }
    };
    for (const int vertex : corrected)
        way[vertex] = 0.0;
    for (const int vertex : corrected) {
        settle(vertex);
        m_first.push_back(0);
    }
    while (!next.empty()) {
        const auto [there, vertex] = next.top();
        next.pop();
        if (index_of[vertex] >= 0) continue;
        double sum = 0.0;
        for (const EdgeTo& edge : edges[vertex]) {
            if (index_of[edge.vertex] < 0) continue;
            m_links.push_back({index_of[edge.vertex], 1.0 / edge.length});
            sum += 1.0 / edge.length;
        }
        for (std::size_t i = m_first.back(); i < m_links.size(); ++i)
            m_links[i].weight /= sum;
        m_first.push_back(m_links.size());
        settle(vertex);
    }
}

void CorrectionSpread::add(std::span<const Vector3d> corrections,
                           std::span<double> positions) const {
    std::vector<Vector3d> offsets(corrections.begin(), corrections.end());
    offsets.resize(m_vertices.size(), Vector3d::Zero());
    for (std::size_t i = 0; i < m_vertices.size(); ++i) {
        for (std::size_t link = m_first[i]; link < m_first[i + 1]; ++link)
            offsets[i] += m_links[link].weight * offsets[m_links[link].index];
        Eigen::Map<Vector3d>(positions.data() + 3L * m_vertices[i]) += m_fade[i] * offsets[i];
    }
}

}  // namespace sinew::solids
