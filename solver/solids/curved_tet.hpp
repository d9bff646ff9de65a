// A tetrahedron whose edges are curved by the rotations of its nodes: deformation gradient and its derivatives.
//
// The straight edges of linear tetrahedra cannot follow matter that bends or twists, and so are too stiff. Here every node
// says where it expects the matter around it, by the rotation it has anyway, and the shape functions blend what they say:
//
//   x(X)     Σ_a N_a (x_a + ½ R_a (X − X_a))                                                            [m]
//   F(X)     Σ_a x_a ⊗ ∇N_a + Σ_a B_a,   B_a = R_a C_a,   C_a = ½ (N_a I + (X − X_a) ⊗ ∇N_a − K_a)
//   K_a      what curved faces on the border add to the mean of F, below; 0 in elements inside
//   X_a      nodes at rest [m];  x_a  nodes now [m];  R_a  rotations of the nodes;  N_a  shape functions
//
// The same is: the middle of edge ab is moved by (R_a − R_b)(X_b − X_a)/8 with the shape function 4 N_a N_b. This is the
// middle of a Hermite cubic whose tangents at the ends are those of the nodes, as in the membranes with drilling rotations of
// [Allman 1984, Computers & Structures 19, 1].
// Elements fit together, because what is on a face depends on its nodes only. Where all R_a are the same, Σ_a B_a = 0: rigid
// motion costs nothing and even strain is exact. Of a quadratic motion it leaves out how the strain changes, not how matter turns.
//
// On the border there is no neighbour whose face is curved the other way: a stress that is the same everywhere would turn the
// nodes, to let the border bulge between nodes that are held or pulled. As pins and loads act on nodes, faces there are
// straight in the mean: K_a takes away what they add to the mean of the gradient, as [Taylor, Beresford and Wilson 1976,
// Int. J. Num. Meth. Eng. 10, 1211] do for incompatible modes. Then even strain is in balance with R_a = polar factor of F,
// up to the border. For the face opposite to node k, with the arms d_a from the centroid:
//
//   K_a      1/V ∫ N_a (X − X_a) ⊗ n dA over the faces on the border = ¾ Σ_k w_k (d_a + d_k/3) ⊗ ∇N_k,  k ≠ a
//   w_k      1; less where the element is flat over that face: min(1, (2 h_k²/A_k)²) with its height h_k and area A_k
//
// In a thin sheet K_a would hold back the bending, as no neighbour makes up for it, while hardly any stress acts across the sheet.
// The w_k were chosen with sheets of 1 m, 4 and 8 boxes across, 0.01 to 0.1 m thick, which rest curvature bends.
//
//   φ_a      spin of node a (fem/rotation_increment.hpp), δB_a = [φ_a]× B_a
//   P        ∂Ψ/∂F [Pa], column c is P_c;  b_ac  column c of B_a
//   n_a      ∂Ψ/∂φ_a = ax(P B_aᵀ) = Σ_c b_ac × P_c, torque of node a
//   A_cd     ∂P_c/∂F_d, 3×3 (solids/stress_tangent.hpp);  D_c  ∂P_c/∂φ of another rotation, e.g. the one at the point
//   U_ac     ∂P_c/∂φ_a = −Σ_d A_cd [b_ad]×
//   ∂²Ψ/∂φ_a∂φ_b = Σ_c [b_ac]× U_bc + δ_ab (sym(P B_aᵀ) − tr(P B_aᵀ) I)
//   ∂²Ψ/∂φ_a∂φ   = Σ_c [b_ac]× D_c
//
// Differs from the paper: [micropolar section 4.2] has linear displacements, F = Σ_a x_a ⊗ ∇N_a.
#pragma once

#include <algorithm>
#include <array>

#include "fem/tet_geometry.hpp"
#include "fem/tet_lanes.hpp"
#include "mesh/border_faces.hpp"
#include "solids/stress_tangent.hpp"

namespace sinew::solids {

/// w_k by the corner opposite to the face; 0 inside a body.
using FaceWeights = std::array<double, 4>;

inline FaceWeights border_weights(const TetGeometry& rest, const BorderFaces& border) {
    FaceWeights weights{};
    for (int k = 0; k < 4; ++k) {
        // h = 1/|∇N|, A = 3 V |∇N|
        const double steep = rest.gradients.col(k).norm();
        const double ratio = 2.0 / (3.0 * rest.volume * steep * steep * steep);
        if (border[k]) weights[k] = std::min(1.0, ratio * ratio);
    }
    return weights;
}

/// K_a.
[[gnu::always_inline]] inline Eigen::Matrix3d mean_of_border(const TetGeometry& rest,
                                                             const FaceWeights& border, int a) {
    Eigen::Matrix3d K = Eigen::Matrix3d::Zero();
    for (int k = 0; k < 4; ++k) {
        if (k == a || border[k] == 0.0) continue;
        const Eigen::Vector3d arm = 0.75 * rest.arms.col(a) + 0.25 * rest.arms.col(k);
        K += border[k] * arm * rest.gradients.col(k).transpose();
    }
    return K;
}

/// From the centroid to the quadrature points at rest: (near − far) d_p.
[[gnu::always_inline]] inline Vec3p point_arms(const TetGeometry& rest) {
    constexpr double STEP = TET_NEAR - TET_FAR;
    const auto& d = rest.arms;
    const auto row = [&](int i) {
        return Pack(STEP) * Pack(Pack::Vector{d(i, 0), d(i, 1), d(i, 2), d(i, 3)});
    };
    return {row(0), row(1), row(2)};
}

/// C_a at the four points, which are at `points`.
[[gnu::always_inline]] inline Mat3p curving(const TetGeometry& rest, const FaceWeights& border,
                                            const Vec3p& points, int a) {
    const Vec3p arm = Pack(0.5) * (points - in_all_lanes(rest.arms.col(a)));
    const Pack rows[3] = {arm.x, arm.y, arm.z};
    Pack N(0.5 * TET_FAR);
    N.set(a, 0.5 * TET_NEAR);
    Mat3p C;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            C.m[i][j] = rows[i] * Pack(rest.gradients(j, a));
        C.m[i][i] += N;
    }
    if (border != FaceWeights{}) {
        const Eigen::Matrix3d K = mean_of_border(rest, border, a);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                C.m[i][j] -= Pack(0.5 * K(i, j));
        }
    }
    return C;
}

/// The part of F at the four points that comes from the rotations of the nodes, and its derivatives.
struct CurvedTet {
    Mat3p B[4];
    Mat3p added{};  ///< Σ_a B_a

    /// `R`: rotations of the nodes, lane = node.
    [[gnu::always_inline]] CurvedTet(const TetGeometry& rest, const FaceWeights& border,
                                     const Mat3p& R) {
        const Vec3p points = point_arms(rest);
        const Mat3p R_0 = in_all_lanes(lane(R, 0));
        B[0] = R_0 * curving(rest, border, points, 0);
        for (int a = 1; a < 4; ++a) {
            const Mat3p C = curving(rest, border, points, a);
            const Mat3p R_a = in_all_lanes(lane(R, a));
            B[a] = R_a * C;
            // As Σ_a C_a = 0. Nodes that are turned alike leave not even a rounding error.
            Mat3p difference;
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    difference.m[i][j] = R_a.m[i][j] - R_0.m[i][j];
            }
            added += difference * C;
        }
    }

    /// Column c of B_a.
    [[gnu::always_inline]] Vec3p column(int a, int c) const { return column_of(B[a], c); }

    /// n_a.
    [[gnu::always_inline]] Vec3p torque(int a, const Mat3p& P) const {
        return cross(column(a, 0), column_of(P, 0)) + cross(column(a, 1), column_of(P, 1)) +
               cross(column(a, 2), column_of(P, 2));
    }

    /// sym(P B_aᵀ) − tr(P B_aᵀ) I.
    [[gnu::always_inline]] Mat3p spin_by_stress(int a, const Mat3p& P) const {
        Mat3p M;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                M.m[i][j] =
                    P.m[i][0] * B[a].m[j][0] + P.m[i][1] * B[a].m[j][1] + P.m[i][2] * B[a].m[j][2];
            }
        }
        const Pack trace = M.m[0][0] + M.m[1][1] + M.m[2][2];
        Mat3p H;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j)
                H.m[i][j] = Pack(0.5) * (M.m[i][j] + M.m[j][i]);
            H.m[i][i] -= trace;
        }
        return H;
    }

    /// U_ac.
    [[gnu::always_inline]] void stress_by_spin(int a, const StressTangent& A, Mat3p (&U)[3]) const {
        const Vec3p b[3] = {column(a, 0), column(a, 1), column(a, 2)};
        for (int c = 0; c < 3; ++c) {
            for (int i = 0; i < 3; ++i) {
                // Row i of −A [b]× is b × (row i of A).
                const Vec3p row = cross(b[0], A.row(c, 0, i)) + cross(b[1], A.row(c, 1, i)) +
                                  cross(b[2], A.row(c, 2, i));
                U[c].m[i][0] = row.x;
                U[c].m[i][1] = row.y;
                U[c].m[i][2] = row.z;
            }
        }
    }

    /// Σ_c [b_ac]× Y_c.
    [[gnu::always_inline]] Mat3p torque_by(int a, const Mat3p (&Y)[3]) const {
        const Vec3p b[3] = {column(a, 0), column(a, 1), column(a, 2)};
        Mat3p out;
        for (int j = 0; j < 3; ++j) {
            const Vec3p turned = cross(b[0], column_of(Y[0], j)) + cross(b[1], column_of(Y[1], j)) +
                                 cross(b[2], column_of(Y[2], j));
            out.m[0][j] = turned.x;
            out.m[1][j] = turned.y;
            out.m[2][j] = turned.z;
        }
        return out;
    }
};

}  // namespace sinew::solids
