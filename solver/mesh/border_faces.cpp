#include "mesh/border_faces.hpp"

#include <algorithm>
#include <cstddef>

namespace sinew {

namespace {

struct Face {
    std::array<int, 3> corners;  ///< in order
    std::size_t tet;
    int opposite;
};

std::vector<Face> sorted_faces(const TetMesh& mesh) {
    std::vector<Face> faces;
    faces.reserve(4 * mesh.tetrahedra.size());
    for (std::size_t i = 0; i < mesh.tetrahedra.size(); ++i) {
        for (int k = 0; k < 4; ++k) {
            Face face{.corners = {}, .tet = i, .opposite = k};
            for (int c = 0; c < 3; ++c)
                face.corners[c] = mesh.tetrahedra[i][TET_FACES[k][c]];
            std::ranges::sort(face.corners);
            faces.push_back(face);
        }
    }
    std::ranges::sort(faces, {}, &Face::corners);
    return faces;
}

}  // namespace

std::vector<BorderFaces> border_faces(const TetMesh& mesh) {
    std::vector<BorderFaces> border(mesh.tetrahedra.size(), BorderFaces{true, true, true, true});
    const std::vector<Face> faces = sorted_faces(mesh);
    for (std::size_t i = 0; i + 1 < faces.size(); ++i) {
        if (faces[i].corners != faces[i + 1].corners) continue;
        border[faces[i].tet][faces[i].opposite] = false;
        border[faces[i + 1].tet][faces[i + 1].opposite] = false;
    }
    return border;
}

}  // namespace sinew
