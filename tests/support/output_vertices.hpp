// Where the vertices are that a body puts out.
#pragma once

#include <Eigen/Core>
#include <vector>

#include "body/body.hpp"

namespace sinew::test {

/// [m], as they are now.
inline std::vector<Eigen::Vector3d> output_vertices(const Body& body) {
    std::vector<Eigen::Vector3d> vertices(body.output_count());
    body.output_positions({vertices.front().data(), 3 * vertices.size()});
    return vertices;
}

}  // namespace sinew::test
