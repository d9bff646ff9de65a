// From derivatives at the points of a triangle to forces and second derivatives of its nodes.
#include "shells/shell_evaluation.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Vector3d;

template <int NODES>
void ShellEvaluation<NODES>::spread_forces(Vec& g) const {
    for (int a = 0; a < NODES; ++a) {
        g.template segment<3>(3L * a) =
            sum(m_triangle.gradients[a][0] * m_sigma[0] + m_triangle.gradients[a][1] * m_sigma[1]);
    }
    const Vec3p by_corner = through_triangle(m_turn.gradient(m_torque));
    for (int k = 0; k < 3; ++k)
        g.template segment<3>(Triangle::TURNS + 3L * k) += lane(by_corner, k);
}

/// Σ_p Σ_j g_aj N_k X_j T; sets the blocks of turns with positions.
template <int NODES>
void ShellEvaluation<NODES>::spread_force_turns(Mat& H) const {
    const auto& G = m_triangle.gradients;
    const Mat3p T = m_turn.spin_by_unknown();
    const Mat3p X[2] = {m_X[0] * T, m_X[1] * T};
    for (int a = 0; a < NODES; ++a) {
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack by_corner =
                    through_triangle(G[a][0] * X[0].m[i][j] + G[a][1] * X[1].m[i][j]);
                for (int k = 0; k < 3; ++k)
                    H(Triangle::TURNS + 3 * k + j, 3 * a + i) = by_corner[k];
            }
        }
    }
}

/// Σ_p N_k N_l H_p with N_k(p) = far + (near − far) δ_kp.
template <int NODES>
void ShellEvaluation<NODES>::spread_turn_hessian(Mat& H) const {
    const Mat3p points = m_turn.hessian(m_spin_hessian, m_turn.gradient(m_torque));
    constexpr double STEP = TRIANGLE_NEAR - TRIANGLE_FAR;
    const Matrix3d everywhere = (TRIANGLE_FAR * TRIANGLE_FAR) * sum(points);
    Matrix3d at[3];
    for (int k = 0; k < 3; ++k)
        at[k] = lane(points, k);
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l <= k; ++l) {
            Matrix3d block = everywhere + (TRIANGLE_FAR * STEP) * (at[k] + at[l]);
            if (k == l) block += (STEP * STEP) * at[k];
            H.template block<3, 3>(Triangle::TURNS + 3L * k, Triangle::TURNS + 3L * l) += block;
        }
    }
}

template <int NODES>
void ShellEvaluation<NODES>::add_bending_hessian(const BendingStrain<Pack>& bending,
                                                 const Vec3p (&torques)[3], Mat& H) {
    BendingHessian<Pack> spins;
    bending.hessian_by_stress(torques, spins);
    if (!m_triangle.curved) bending.add_stiffness(m_triangle.bending, spins);
    m_spin_hessian += spins.point;

    const RotationIncrement<Pack> turns(m_theta);
    const Mat3p corner_T = turns.spin_by_unknown();
    Matrix3d T[3];
    for (int k = 0; k < 3; ++k)
        T[k] = lane(corner_T, k);
    // Corners with corners.
    for (int k = 0; k < 3; ++k) {
        for (int l = 0; l <= k; ++l) {
            Matrix3d block = T[k].transpose() * sum(spins.corners[k][l]) * T[l];
            if (k == l) {
                const Vector3d g = lane(turns.g, k);
                const Vector3d h = T[k].transpose() * sum(torques[k]);
                const double half = 0.5 * turns.inverse_D[k];
                block -= half * (h * g.transpose() + g * h.transpose());
            }
            H.template block<3, 3>(Triangle::TURNS + 3L * k, Triangle::TURNS + 3L * l) = block;
        }
    }
    // Points with corners, the points' share going to all corners.
    const Mat3p point_T = m_turn.spin_by_unknown();
    for (int l = 0; l < 3; ++l) {
        const Mat3p Y = transposed_times(point_T, spins.point_corner[l]);
        Matrix3d by_corner[3];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack spread = through_triangle(Y.m[i][j]);
                for (int k = 0; k < 3; ++k)
                    by_corner[k](i, j) = spread[k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            const Matrix3d block = by_corner[k] * T[l];
            const long row = Triangle::TURNS + 3L * k;
            const long column = Triangle::TURNS + 3L * l;
            if (k >= l) H.template block<3, 3>(row, column) += block;
            if (k <= l) H.template block<3, 3>(column, row) += block.transpose();
        }
    }
}

template void ShellEvaluation<3>::add_bending_hessian(const BendingStrain<Pack>&,
                                                      const Vec3p (&)[3], Mat&);
template void ShellEvaluation<3>::spread_forces(Vec&) const;
template void ShellEvaluation<3>::spread_force_turns(Mat&) const;
template void ShellEvaluation<3>::spread_turn_hessian(Mat&) const;
template void ShellEvaluation<6>::add_bending_hessian(const BendingStrain<Pack>&,
                                                      const Vec3p (&)[3], Mat&);
template void ShellEvaluation<6>::spread_forces(Vec&) const;
template void ShellEvaluation<6>::spread_force_turns(Mat&) const;
template void ShellEvaluation<6>::spread_turn_hessian(Mat&) const;

}  // namespace sinew::shells
