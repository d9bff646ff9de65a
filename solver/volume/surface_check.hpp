// Conditions on a surface that is made into a volume.
#pragma once

#include <Eigen/Geometry>
#include <string_view>

#include "mesh/triangle_mesh.hpp"

namespace sinew::volume {

/// Throws Error(InvalidArgument), naming `object`, unless the mesh has triangles, finite vertices, indices that
/// exist, and an extent.
void require_surface(const TriangleMesh& mesh, std::string_view object);

/// The box around all vertices that triangles use.
Eigen::AlignedBox3d bounding_box(const TriangleMesh& mesh);

/// Sum of the areas of all triangles [m²].
double surface_area(const TriangleMesh& mesh);

/// How much of the surface looks the same way, from 0 for a closed one to 1 for a flat sheet: the length of the sum of the area
/// vectors, over the area. Holes that look opposite ways, as those of a tube, do not count. Faces must agree about their sides.
double open_part(const TriangleMesh& mesh);

/// Volume by the divergence theorem [m³]: exact for a closed surface that does not overlap itself.
double enclosed_volume(const TriangleMesh& mesh);

/// Every edge belongs to two triangles that walk it in opposite directions.
bool is_closed(const TriangleMesh& mesh);

}  // namespace sinew::volume
