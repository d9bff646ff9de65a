#include "tetrahedra/tet_quality.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sinew::tetrahedra {

TetQuality measure_quality(const TetMesh& mesh) {
    TetQuality quality;
    if (!mesh.tetrahedra.empty()) quality.smallest_volume = std::numeric_limits<double>::max();
    for (const Eigen::Vector4i& tet : mesh.tetrahedra) {
        const auto corner = [&](int i) { return mesh.vertices[tet[i]]; };
        // Area vectors of the faces opposite to each corner, all outwards.
        constexpr int FACES[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
        Eigen::Vector3d normals[4];
        for (int f = 0; f < 4; ++f) {
            const Eigen::Vector3d a = corner(FACES[f][0]);
            normals[f] = (corner(FACES[f][1]) - a).cross(corner(FACES[f][2]) - a);
        }
        const double volume = normals[3].dot(corner(0) - corner(3)) / 6.0;
        quality.volume += volume;
        quality.smallest_volume = std::min(quality.smallest_volume, volume);
        for (int f = 0; f < 4; ++f)
            for (int g = 0; g < f; ++g) {
                // By the arc tangent, which is exact also near 0° and 180°.
                const double angle =
                    std::numbers::pi -
                    std::atan2(normals[f].cross(normals[g]).norm(), normals[f].dot(normals[g]));
                const double degrees = angle * 180.0 / std::numbers::pi;
                quality.smallest_dihedral = std::min(quality.smallest_dihedral, degrees);
                quality.largest_dihedral = std::max(quality.largest_dihedral, degrees);
            }
    }
    return quality;
}

}  // namespace sinew::tetrahedra
