#include "mesh/triangle_mesh.hpp"

#include <algorithm>

namespace sinew {

std::optional<std::size_t> first_triangle_out_of_range(
    const std::vector<Eigen::Vector3i>& triangles, std::size_t vertices) {
    const auto is_bad = [&](const Eigen::Vector3i& triangle) {
        return triangle.minCoeff() < 0 || static_cast<std::size_t>(triangle.maxCoeff()) >= vertices;
    };
    const auto bad = std::find_if(triangles.begin(), triangles.end(), is_bad);
    if (bad == triangles.end()) return std::nullopt;
    return static_cast<std::size_t>(bad - triangles.begin());
}

}  // namespace sinew
