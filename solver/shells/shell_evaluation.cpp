#include "shells/shell_evaluation.hpp"

namespace sinew::shells {

using Eigen::Vector3d;

template <int NODES>
template <int ORDER>
void ShellEvaluation<NODES>::add_membrane(const MembraneStrain<Pack>& membrane,
                                          const SurfaceTensor<Pack>& S) {
    for (int j = 0; j < 2; ++j)
        m_sigma[j] = membrane.force(S, j);
    m_torque = membrane.torque(m_sigma);
    if constexpr (ORDER == 2) {
        m_spin_hessian = membrane.spin_by_stress(m_sigma);
        for (int j = 0; j < 2; ++j)
            m_X[j] = membrane.force_turned(m_sigma[j]);
        if (m_triangle.curved) return;
        const SurfaceModuli<Pack>& moduli = m_triangle.membrane;
        m_K_11 = membrane.stiffness(moduli, 0);
        m_K_12 = membrane.cross_stiffness(moduli);
        m_K_22 = membrane.stiffness(moduli, 1);
        const SurfaceTensor<Vec3p> e = membrane.by_spin();
        const SurfaceTensor<Vec3p> Ce = stress(moduli, e);
        m_spin_hessian += membrane.spin_stiffness(e, Ce);
        for (int j = 0; j < 2; ++j)
            m_X[j] += membrane.force_by_spin(Ce, j);
    }
}

template <int NODES>
template <int ORDER>
double ShellEvaluation<NODES>::add_area() {
    const SurfaceTensor<Pack>& F_0 = m_triangle.rest_stretch;
    const AreaTerm<Pack> area(m_triangle.area_stiffness, m_tangents,
                              F_0.X[0][0] * F_0.X[1][1] - F_0.X[0][1] * F_0.X[1][0]);
    if constexpr (ORDER >= 1) area.force(m_sigma);
    if constexpr (ORDER == 2) area.add_stiffness(m_K_11, m_K_12, m_K_22);
    return sum(area.value());
}

template <int NODES>
template <int ORDER>
void ShellEvaluation<NODES>::add_bending(BendingStrain<Pack>& bending, const SurfaceTensor<Pack>& M,
                                         Vec& g, Mat& H) {
    bending.set_couple_stress(M);
    Vec3p torques[3];
    for (int k = 0; k < 3; ++k) {
        torques[k] = bending.torque(k);
        m_torque -= torques[k];
        const Vector3d n = sum(torques[k]);
        const Vec3<double> h = corner_turn(k).gradient({n.x(), n.y(), n.z()});
        g.template segment<3>(Triangle::TURNS + 3L * k) = Vector3d(h.x, h.y, h.z);
    }
    if constexpr (ORDER == 2) add_bending_hessian(bending, torques, H);
}

template <int NODES>
template <int ORDER>
ShellEnergies ShellEvaluation<NODES>::run(Vec& g, Mat& H) {
    const MembraneStrain<Pack> membrane(m_D, m_tangents, m_triangle.rest_stretch);
    BendingStrain<Pack> bending = bending_strain();
    SurfaceTensor<Pack> S;
    SurfaceTensor<Pack> M;
    if (m_triangle.curved) {
        curved_stresses(membrane, bending, S, M);
    } else {
        S = stress(m_triangle.membrane, membrane.strain());
        M = stress(m_triangle.bending, bending.curvature());
    }
    ShellEnergies energies;
    energies.membrane = 0.5 * sum(contracted(S, membrane.strain()));
    energies.bending = 0.5 * sum(contracted(M, bending.curvature()));
    if constexpr (ORDER >= 1) add_membrane<ORDER>(membrane, S);
    if (m_triangle.area_law == AreaLaw::Nonlinear) energies.membrane += add_area<ORDER>();
    if constexpr (ORDER >= 1) {
        add_bending<ORDER>(bending, M, g, H);
        spread_forces(g);
    }
    if constexpr (ORDER == 2) {
        spread_position_hessian(H);
        spread_turn_hessian(H);
        H.template triangularView<Eigen::StrictlyUpper>() = H.transpose();
        if (m_triangle.curved) add_curved_hessian(membrane, bending, H);
    }
    return energies;
}

template <int NODES>
void ShellEvaluation<NODES>::curved_stresses(const MembraneStrain<Pack>& membrane,
                                             const BendingStrain<Pack>& bending,
                                             SurfaceTensor<Pack>& S, SurfaceTensor<Pack>& M) const {
    for (int n = 0; n < 6; ++n) {
        S.X[n / 2][n % 2] = 0.0;
        M.X[n / 2][n % 2] = 0.0;
    }
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        ShellStrains z;
        for (int n = 0; n < 6; ++n) {
            z[n] = membrane.strain().X[n / 2][n % 2][p];
            z[6 + n] = bending.curvature().X[n / 2][n % 2][p];
        }
        const ShellStrains s = (*m_triangle.curved)[p] * z;
        for (int n = 0; n < 6; ++n) {
            S.X[n / 2][n % 2].set(p, s[n]);
            M.X[n / 2][n % 2].set(p, s[6 + n]);
        }
    }
}

template <int NODES>
ShellStrains ShellEvaluation<NODES>::strains(int p) const {
    const MembraneStrain<Pack> membrane(m_D, m_tangents, m_triangle.rest_stretch);
    const BendingStrain<Pack> bending = bending_strain();
    ShellStrains z;
    for (int n = 0; n < 6; ++n) {
        z[n] = membrane.strain().X[n / 2][n % 2][p];
        z[6 + n] = bending.curvature().X[n / 2][n % 2][p];
    }
    return z;
}

template ShellEnergies ShellEvaluation<3>::run<0>(Vec&, Mat&);
template ShellEnergies ShellEvaluation<3>::run<1>(Vec&, Mat&);
template ShellEnergies ShellEvaluation<3>::run<2>(Vec&, Mat&);
template ShellEnergies ShellEvaluation<6>::run<0>(Vec&, Mat&);
template ShellEnergies ShellEvaluation<6>::run<1>(Vec&, Mat&);
template ShellEnergies ShellEvaluation<6>::run<2>(Vec&, Mat&);
template ShellStrains ShellEvaluation<3>::strains(int) const;
template ShellStrains ShellEvaluation<6>::strains(int) const;

}  // namespace sinew::shells
