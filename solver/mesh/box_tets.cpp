#include "mesh/box_tets.hpp"

#include <utility>

namespace sinew {

using Eigen::Vector3d;
using Eigen::Vector3i;

TetMesh box_tets(const Vector3d& low, const Vector3d& sides, const Vector3i& cells) {
    TetMesh mesh;
    const Vector3i points = cells.array() + 1;
    for (int k = 0; k < points.z(); ++k) {
        for (int j = 0; j < points.y(); ++j) {
            for (int i = 0; i < points.x(); ++i) {
                const Vector3d at = Vector3d(i, j, k).cwiseQuotient(Vector3d(cells.cast<double>()));
                mesh.vertices.push_back(low + at.cwiseProduct(sides));
            }
        }
    }
    const auto index = [&](const Vector3i& p) {
        return (p.z() * points.y() + p.y()) * points.x() + p.x();
    };
    // From corner to opposite corner, one axis after the other: six ways, half of them left-handed.
    constexpr int WAYS[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    for (int k = 0; k < cells.z(); ++k) {
        for (int j = 0; j < cells.y(); ++j) {
            for (int i = 0; i < cells.x(); ++i) {
                for (int way = 0; way < 6; ++way) {
                    Eigen::Vector4i tet;
                    Vector3i at(i, j, k);
                    tet[0] = index(at);
                    for (int step = 0; step < 3; ++step) {
                        ++at[WAYS[way][step]];
                        tet[step + 1] = index(at);
                    }
                    if (way >= 3) std::swap(tet[1], tet[2]);
                    mesh.tetrahedra.push_back(tet);
                }
            }
        }
    }
    return mesh;
}

}  // namespace sinew
