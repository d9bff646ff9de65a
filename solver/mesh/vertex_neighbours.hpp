// Which vertices of a surface are joined by an edge.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

class VertexNeighbours {
public:
    /// Indices of `triangles` must be below `vertices`.
    VertexNeighbours(const std::vector<Eigen::Vector3i>& triangles, std::size_t vertices);

    /// In rising order, each once, without the vertex itself.
    std::span<const std::uint32_t> of(std::size_t vertex) const {
        return std::span(m_neighbours)
            .subspan(m_begin[vertex], m_begin[vertex + 1] - m_begin[vertex]);
    }

private:
    std::vector<std::size_t> m_begin;
    std::vector<std::uint32_t> m_neighbours;
};

}  // namespace sinew
