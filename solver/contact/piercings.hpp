// Piercings: edges that go through triangles, and how the line along which two surfaces intersect gets shorter.
//
// The contour, along which surfaces A and B intersect, is made of segments between piercings. With L its length and the triangles of each
// surface flat, moving B by δ against A moves the piercing of
//
//   an edge of A, direction E, through a triangle of B, normal N:   dP = E (N·δ)/(N·E)         (in the frame of A)
//   an edge of B through a triangle of A:                           dP = δ − E (N·δ)/(N·E)
//
// From P one segment goes into each face at the edge, in direction R. So  dL = −Σ R·dP, exactly, and
//
//   −dL/da = −Σ (R·E)/(N·E) N      edges of A;   a = −δ, the motion of A against B
//   −dL/da = −Σ (R − (R·E)/(N·E) N)  edges of B
//
// is the way on which A gets out of B soonest [contour]. Differs from the paper: it counts each piercing in the frame of its edge, which is the same sum
// over whole contours.
#pragma once

#include <Eigen/Core>
#include <array>
#include <span>
#include <vector>

#include "contact/surface_parts.hpp"

namespace sinew {

struct Piercing {
    int edge = 0;  ///< of the contact mesh
    int triangle = 0;
};

/// Where the edge is in the triangle.
struct PiercingPlace {
    std::array<double, 2> on_edge{};      ///< weights of its ends
    std::array<double, 3> on_triangle{};  ///< weights of the corners
    Eigen::Vector3d place = Eigen::Vector3d::Zero();
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< of the triangle
};

/// All edges of `first` that go through triangles of `second`, which may be the same part; ascending by edge, then by triangle.
void find_piercings(const SurfaceParts& parts, int first, int second,
                    std::span<const Eigen::Vector3d> positions, std::vector<Piercing>& out);

PiercingPlace place_of(const ContactMesh& mesh, std::span<const Eigen::Vector3d> positions,
                       const Piercing& piercing);

/// What a piercing adds to −dL/da, of length about 2. `is_of_first`: its edge is of A.
Eigen::Vector3d contour_descent(const SurfaceParts& parts,
                                std::span<const Eigen::Vector3d> positions,
                                const Piercing& piercing, bool is_of_first);

/// Twice the area, along the normal.
Eigen::Vector3d area_vector(const ContactMesh& mesh, std::span<const Eigen::Vector3d> positions,
                            int triangle);

}  // namespace sinew
