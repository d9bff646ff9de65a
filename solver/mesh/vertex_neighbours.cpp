#include "mesh/vertex_neighbours.hpp"

#include <algorithm>
#include <utility>

namespace sinew {

VertexNeighbours::VertexNeighbours(const std::vector<Eigen::Vector3i>& triangles,
                                   std::size_t vertices)
    : m_begin(vertices + 1, 0) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;
    edges.reserve(6 * triangles.size());
    for (const Eigen::Vector3i& triangle : triangles) {
        for (int i = 0; i < 3; ++i) {
            const auto a = static_cast<std::uint32_t>(triangle[i]);
            const auto b = static_cast<std::uint32_t>(triangle[(i + 1) % 3]);
            if (a == b) continue;
            edges.emplace_back(a, b);
            edges.emplace_back(b, a);
        }
    }
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    m_neighbours.reserve(edges.size());
    for (const auto& [from, to] : edges) {
        m_neighbours.push_back(to);
        m_begin[from + 1] = m_neighbours.size();
    }
    for (std::size_t i = 1; i < m_begin.size(); ++i) {
        m_begin[i] = std::max(m_begin[i], m_begin[i - 1]);
    }
}

}  // namespace sinew
