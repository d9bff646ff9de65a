#include "mesh/box_tets.hpp"

#include <Eigen/Geometry>
#include <utility>

namespace sinew {

using Eigen::Vector3d;
using Eigen::Vector3i;
using Eigen::Vector4i;

namespace {

/// x runs fastest.
int folded(const Vector3i& at, const Vector3i& counts) {
    return (at.z() * counts.y() + at.y()) * counts.x() + at.x();
}
Vector3i unfolded(int index, const Vector3i& counts) {
    return {index % counts.x(), index / counts.x() % counts.y(), index / counts.x() / counts.y()};
}

void add_lattice(const Vector3d& low, const Vector3d& spacing, const Vector3i& counts,
                 TetMesh& mesh) {
    for (int i = 0; i < counts.prod(); ++i)
        mesh.vertices.push_back(low + unfolded(i, counts).cast<double>().cwiseProduct(spacing));
}

/// With its corners in the order that makes the volume positive.
void add_tet(Vector4i tet, TetMesh& mesh) {
    const auto edge = [&](int a) -> Vector3d {
        return mesh.vertices[tet[a]] - mesh.vertices[tet[0]];
    };
    if (edge(1).cross(edge(2)).dot(edge(3)) < 0.0) std::swap(tet[2], tet[3]);
    mesh.tetrahedra.push_back(tet);
}

/// The tetrahedra of the face at `at` across `axis`.
void add_face(int axis, const Vector3i& at, const Vector3i& cells, TetMesh& mesh) {
    const Vector3i points = cells.array() + 1;
    const auto corner = [&](const Vector3i& p) { return folded(p, points); };
    const auto centre = [&](const Vector3i& p) { return points.prod() + folded(p, cells); };
    const Vector3i u = Vector3i::Unit((axis + 1) % 3);
    const Vector3i v = Vector3i::Unit((axis + 2) % 3);
    const int ring[4] = {corner(at), corner(at + u), corner(at + u + v), corner(at + v)};
    const Vector3i before = at - Vector3i::Unit(axis);
    if (at[axis] > 0 && at[axis] < cells[axis]) {
        for (int edge = 0; edge < 4; ++edge)
            add_tet({ring[edge], ring[(edge + 1) % 4], centre(before), centre(at)}, mesh);
        return;
    }
    const int inside = at[axis] == 0 ? centre(at) : centre(before);
    const int first = at.sum() % 2;  // diagonals in turns
    for (const int c : {first, first + 2})
        add_tet({ring[c % 4], ring[(c + 1) % 4], ring[(c + 2) % 4], inside}, mesh);
}

}  // namespace

TetMesh box_tets(const Vector3d& low, const Vector3d& sides, const Vector3i& cells) {
    TetMesh mesh;
    const Vector3i points = cells.array() + 1;
    add_lattice(low, sides.cwiseQuotient(Vector3d(cells.cast<double>())), points, mesh);
    // From corner to opposite corner, one axis after the other: six ways, half of them left-handed.
    constexpr int WAYS[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    for (int k = 0; k < cells.z(); ++k) {
        for (int j = 0; j < cells.y(); ++j) {
            for (int i = 0; i < cells.x(); ++i) {
                for (int way = 0; way < 6; ++way) {
                    Vector4i tet;
                    Vector3i at(i, j, k);
                    tet[0] = folded(at, points);
                    for (int step = 0; step < 3; ++step) {
                        ++at[WAYS[way][step]];
                        tet[step + 1] = folded(at, points);
                    }
                    if (way >= 3) std::swap(tet[1], tet[2]);
                    mesh.tetrahedra.push_back(tet);
                }
            }
        }
    }
    return mesh;
}

TetMesh centred_box_tets(const Vector3d& low, const Vector3d& sides, const Vector3i& cells) {
    TetMesh mesh;
    const Vector3d spacing = sides.cwiseQuotient(Vector3d(cells.cast<double>()));
    add_lattice(low, spacing, cells.array() + 1, mesh);
    add_lattice(low + 0.5 * spacing, spacing, cells, mesh);
    for (int axis = 0; axis < 3; ++axis) {
        Vector3i faces = cells;
        ++faces[axis];
        for (int face = 0; face < faces.prod(); ++face)
            add_face(axis, unfolded(face, faces), cells, mesh);
    }
    return mesh;
}

}  // namespace sinew
