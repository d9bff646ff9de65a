// Where a muscle begins and where it ends: from what the artist painted, or found.
#pragma once

#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "viperize/voxel_domain.hpp"

namespace sinew::viperize {

/// Cells, each list rising.
struct MuscleEnds {
    std::vector<int> source;
    std::vector<int> sink;
};

/// Cells along the faces whose corners are all painted, and next to painted vertices.
std::vector<int> painted_cells(const VoxelDomain& domain, const TriangleMesh& mesh,
                               const std::vector<int>& vertices);

/// The two ends of the largest part: its two sides are those of the slowest vibration (the Fiedler vector of the
/// voxels' Laplacian), and the ends are where ways from one side to the other cannot go on. The source is the
/// end where the longest axis begins, seen along x, y or z.
MuscleEnds find_ends(const VoxelDomain& domain);

/// Vertices of the mesh that lie next to cells of a list.
std::vector<int> vertices_at(const VoxelDomain& domain, const TriangleMesh& mesh,
                             const std::vector<int>& cells);

}  // namespace sinew::viperize
