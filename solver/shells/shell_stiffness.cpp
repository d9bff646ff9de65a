// The part of a triangle's Hessian that comes from the stiffness of its membrane, Σ_p Z̃ᵀ C Z̃, and from S̃·∂²Ẽ/∂E².
//
//   Z_c   ∂E/∂q_c at all points: g_aj d_i of the positions, N_k e_ij T of the turns (membrane_strain.hpp)
//   Z̃_c   ∂Ẽ/∂E Z_c, relaxed as the strains are (strain_relaxation.hpp)
//   C     moduli of the plate, and the second derivative of the nonlinear area law by F̃; or the 12×12 of the curved model, by (Ẽ, Γ)
//
// ∂Ẽ/∂E mixes the points, so that the blocks of nodes do not come apart as they do in the part from the stress (shell_spread.cpp).
#include "shells/shell_evaluation.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;

namespace {

/// Second derivatives of the area law by the columns of F̃; zero where it is linear.
struct AreaStiffness {
    Mat3p K_11{}, K_12{}, K_22{};

    /// Adds to the stress that answers to Z.
    [[gnu::always_inline]] void add(const SurfaceTensor<Pack>& Z, SurfaceTensor<Pack>& S) const {
        const Vec3p z_1{Z.X[0][0], Z.X[1][0], Z.X[2][0]};
        const Vec3p z_2{Z.X[0][1], Z.X[1][1], Z.X[2][1]};
        const Vec3p s_1 = K_11 * z_1 + K_12 * z_2;
        const Vec3p s_2 = transposed_times(K_12, z_1) + K_22 * z_2;
        S.X[0][0] += s_1.x;
        S.X[1][0] += s_1.y;
        S.X[2][0] += s_1.z;
        S.X[0][1] += s_2.x;
        S.X[1][1] += s_2.y;
        S.X[2][1] += s_2.z;
    }
};

[[gnu::always_inline]] inline Pack contracted(const DirectorLean& a, const DirectorLean& b) {
    return a.gamma[0] * b.gamma[0] + a.gamma[1] * b.gamma[1] + a.kappa * b.kappa;
}

/// From a stress, what acts on the lean.
[[gnu::always_inline]] inline void subtract_lean(const DirectorLean& lean, SurfaceTensor<Pack>& S) {
    const Pack half(0.5);
    S.X[0][1] -= half * lean.kappa;
    S.X[1][0] += half * lean.kappa;
    S.X[2][0] -= lean.gamma[0];
    S.X[2][1] -= lean.gamma[1];
}

/// Adds the products of the columns of two blocks to the block of H that begins at (row, column).
template <class Column, class Mat>
[[gnu::always_inline]] inline void add_products(const Column* X, const Column* Y, long row,
                                                long column, Mat& H) {
    for (int b = 0; b < 3; ++b) {
        Pack products[4];
        for (int a = 0; a < 3; ++a)
            products[a] = contracted(X[a], Y[b]);
        products[3] = 0.0;
        transpose(products[0], products[1], products[2], products[3]);
        const Pack sums = (products[0] + products[2]) + (products[1] + products[3]);
        for (int a = 0; a < 3; ++a)
            H(row + a, column + b) += sums[a];
    }
}

}  // namespace

template <int NODES>
void ShellEvaluation<NODES>::relaxed_derivatives(const MembraneStrain<Pack>& membrane,
                                                 const RelaxedStrain& relaxation,
                                                 SurfaceTensor<Pack> (&Z)[Triangle::SIZE],
                                                 DirectorLean (&lean)[Triangle::SIZE]) const {
    for (int a = 0; a < NODES; ++a) {
        for (int axis = 0; axis < 3; ++axis) {
            SurfaceTensor<Pack> z;
            for (int i = 0; i < 3; ++i) {
                const Vec3p& d = membrane.director(i);
                const Pack along = axis == 0 ? d.x : axis == 1 ? d.y : d.z;
                for (int j = 0; j < 2; ++j)
                    z.X[i][j] = m_triangle.gradients[a][j] * along;
            }
            Z[3 * a + axis] = relaxation.derivative(z);
            lean[3 * a + axis] = DirectorLean(z);
        }
    }
    const SurfaceTensor<Vec3p> e = membrane.by_spin();
    const Mat3p T = m_turn.spin_by_unknown();
    SurfaceTensor<Pack> by_turn[3];
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j) {
            const Vec3p by = transposed_times(T, e.X[i][j]);
            by_turn[0].X[i][j] = by.x;
            by_turn[1].X[i][j] = by.y;
            by_turn[2].X[i][j] = by.z;
        }
    }
    for (int k = 0; k < 3; ++k) {
        Pack N(TRIANGLE_FAR);
        N.set(k, TRIANGLE_NEAR);
        for (int axis = 0; axis < 3; ++axis) {
            SurfaceTensor<Pack> z;
            for (int n = 0; n < 6; ++n)
                z.X[n / 2][n % 2] = N * by_turn[axis].X[n / 2][n % 2];
            Z[Triangle::TURNS + 3 * k + axis] = relaxation.derivative(z);
            lean[Triangle::TURNS + 3 * k + axis] = DirectorLean(z);
        }
    }
}

template <int NODES>
void ShellEvaluation<NODES>::add_membrane_stiffness(const SurfaceTensor<Pack> (&Z)[Triangle::SIZE],
                                                    const DirectorLean (&lean)[Triangle::SIZE],
                                                    const SurfaceTensor<Pack>& relaxed,
                                                    const LeanStiffness& by_stress, Mat& H) const {
    H.template topLeftCorner<Triangle::TURNS, Triangle::TURNS>().setZero();
    AreaStiffness area;
    const bool nonlinear = m_triangle.area_law == AreaLaw::Nonlinear;
    const bool leans = m_triangle.relaxation.is_active();
    if (m_triangle.curved && !nonlinear && !leans) return;
    if (nonlinear) area_term(relaxed).add_stiffness(area.K_11, area.K_12, area.K_22);
    for (int b = 0; b < Triangle::BLOCKS; ++b) {
        SurfaceTensor<Pack> CZ[3];
        DirectorLean MZ[3];
        for (int axis = 0; axis < 3; ++axis) {
            const SurfaceTensor<Pack>& z = Z[3 * b + axis];
            if (!m_triangle.curved) CZ[axis] = stress(m_triangle.membrane, z);
            if (nonlinear) area.add(z, CZ[axis]);
            if (leans) {
                subtract_lean(by_stress.times(DirectorLean(z)), CZ[axis]);
                MZ[axis] = by_stress.times(lean[3 * b + axis]);
            }
        }
        for (int a = b; a < Triangle::BLOCKS; ++a) {
            add_products(&Z[3L * a], CZ, 3L * a, 3L * b, H);
            if (leans) add_products(&lean[3L * a], MZ, 3L * a, 3L * b, H);
        }
    }
}

/// All of E and Γ, point by point.
template <int NODES>
void ShellEvaluation<NODES>::add_curved_stiffness(
    const SurfaceTensor<Pack> (&relaxed)[Triangle::SIZE], const BendingStrain<Pack>& bending,
    Mat& H) const {
    const Mat3p B_lanes[3] = {bending.by_spin(0), bending.by_spin(1), bending.by_spin(2)};
    const Mat3p corner_T = RotationIncrement<Pack>(m_theta).spin_by_unknown();
    const Mat3p point_T = m_turn.spin_by_unknown();
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        Eigen::Matrix<double, 12, Triangle::SIZE> Z;
        Z.setZero();
        const Matrix3d T = lane(point_T, p);
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 2; ++j) {
                const int row = 2 * i + j;
                for (int c = 0; c < Triangle::SIZE; ++c)
                    Z(row, c) = relaxed[c].X[i][j][p];
                Eigen::RowVector3d by_point = Eigen::RowVector3d::Zero();
                for (int k = 0; k < 3; ++k) {
                    const Eigen::RowVector3d B =
                        m_triangle.corner_gradients[k][j][p] * lane(B_lanes[k], p).row(i);
                    by_point -= B * T;
                    Z.template block<1, 3>(6 + row, Triangle::TURNS + 3L * k) =
                        B * lane(corner_T, k);
                }
                for (int k = 0; k < 3; ++k) {
                    Z.template block<1, 3>(6 + row, Triangle::TURNS + 3L * k) +=
                        TRIANGLE_QUADRATURE.points[p][k] * by_point;
                }
            }
        }
        const Eigen::Matrix<double, 12, Triangle::SIZE> CZ = (*m_triangle.curved)[p] * Z;
        H.noalias() += Z.transpose() * CZ;
    }
}

template void ShellEvaluation<3>::relaxed_derivatives(const MembraneStrain<Pack>&,
                                                      const RelaxedStrain&,
                                                      SurfaceTensor<Pack> (&)[18],
                                                      DirectorLean (&)[18]) const;
template void ShellEvaluation<3>::add_membrane_stiffness(const SurfaceTensor<Pack> (&)[18],
                                                         const DirectorLean (&)[18],
                                                         const SurfaceTensor<Pack>&,
                                                         const LeanStiffness&, Mat&) const;
template void ShellEvaluation<3>::add_curved_stiffness(const SurfaceTensor<Pack> (&)[18],
                                                       const BendingStrain<Pack>&, Mat&) const;
template void ShellEvaluation<6>::relaxed_derivatives(const MembraneStrain<Pack>&,
                                                      const RelaxedStrain&,
                                                      SurfaceTensor<Pack> (&)[27],
                                                      DirectorLean (&)[27]) const;
template void ShellEvaluation<6>::add_membrane_stiffness(const SurfaceTensor<Pack> (&)[27],
                                                         const DirectorLean (&)[27],
                                                         const SurfaceTensor<Pack>&,
                                                         const LeanStiffness&, Mat&) const;
template void ShellEvaluation<6>::add_curved_stiffness(const SurfaceTensor<Pack> (&)[27],
                                                       const BendingStrain<Pack>&, Mat&) const;

}  // namespace sinew::shells
