#include "shells/shell_evaluation.hpp"

#include <cmath>

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
    }
}

/// The relaxed area has a part of that of the other points, so that it does not see a single one that has none.
template <int NODES>
bool ShellEvaluation<NODES>::is_crushed() const {
    constexpr double SMALLEST_AREA = 1e-4;  // by that at rest
    const SurfaceTensor<Pack>& F_0 = m_triangle.rest_stretch;
    const Vec3p across = cross(m_tangents[0], m_tangents[1]);
    const Pack least =
        Pack(SMALLEST_AREA) * (F_0.X[0][0] * F_0.X[1][1] - F_0.X[0][1] * F_0.X[1][0]);
    return Pack::any(dot(across, across) < least * least);
}

/// The area is that of the relaxed tangents F̃ = Ẽ + F₀ in the axes of the directors.
template <int NODES>
AreaTerm<Pack> ShellEvaluation<NODES>::area_term(const SurfaceTensor<Pack>& relaxed) const {
    const SurfaceTensor<Pack>& F_0 = m_triangle.rest_stretch;
    Vec3p tangents[2];
    for (int j = 0; j < 2; ++j) {
        tangents[j] = {relaxed.X[0][j] + F_0.X[0][j], relaxed.X[1][j] + F_0.X[1][j],
                       relaxed.X[2][j] + F_0.X[2][j]};
    }
    return {m_triangle.area_stiffness, tangents,
            F_0.X[0][0] * F_0.X[1][1] - F_0.X[0][1] * F_0.X[1][0]};
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
ShellEnergies ShellEvaluation<NODES>::run(Vec& g, Mat& H, const ShellStress* given) {
    const MembraneStrain<Pack> membrane(m_D, m_tangents, m_triangle.rest_stretch);
    BendingStrain<Pack> bending = bending_strain();
    const RelaxedStrain relaxation = relaxed_strain(membrane);
    const SurfaceTensor<Pack>& relaxed = relaxation.strain();
    SurfaceTensor<Pack> S;  // by Ẽ
    SurfaceTensor<Pack> M;
    stresses(relaxed, bending.curvature(), S, M);
    ShellEnergies energies;
    energies.membrane = 0.5 * sum(contracted(S, relaxed));
    energies.bending = 0.5 * sum(contracted(M, bending.curvature()));
    if (m_triangle.area_law == AreaLaw::Nonlinear) {
        const AreaTerm<Pack> area = area_term(relaxed);
        energies.membrane += is_crushed() ? INFINITY : sum(area.value());
        if constexpr (ORDER >= 1) {
            Vec3p by_tangent[2]{};
            area.force(by_tangent);
            for (int j = 0; j < 2; ++j) {
                S.X[0][j] += by_tangent[j].x;
                S.X[1][j] += by_tangent[j].y;
                S.X[2][j] += by_tangent[j].z;
            }
        }
    }
    if constexpr (ORDER >= 1) {
        if (given) S = given->S;
        add_membrane<ORDER>(membrane, relaxation.stress(S));
        add_bending<ORDER>(bending, given ? given->M : M, g, H);
        spread_forces(g);
    }
    if constexpr (ORDER == 2) {
        spread_force_turns(H);
        spread_turn_hessian(H);
        SurfaceTensor<Pack> Z[Triangle::SIZE];
        DirectorLean lean[Triangle::SIZE];
        relaxed_derivatives(membrane, relaxation, Z, lean);
        add_membrane_stiffness(Z, lean, relaxed, relaxation.lean_stiffness(S), H);
        H.template triangularView<Eigen::StrictlyUpper>() = H.transpose();
        if (m_triangle.curved) add_curved_stiffness(Z, bending, H);
    }
    return energies;
}

template <int NODES>
ShellStress ShellEvaluation<NODES>::promised(const Vec& dq) const {
    const MembraneStrain<Pack> membrane(m_D, m_tangents, m_triangle.rest_stretch);
    const RelaxedStrain relaxation = relaxed_strain(membrane);
    SurfaceTensor<Pack> change;
    SurfaceTensor<Pack> Gamma;
    change_strains(membrane, bending_strain(), dq, change, Gamma);
    SurfaceTensor<Pack> changed = relaxation.derivative(change);
    for (int n = 0; n < 6; ++n)
        changed.X[n / 2][n % 2] += relaxation.strain().X[n / 2][n % 2];
    ShellStress out;
    stresses(changed, Gamma, out.S, out.M);
    if (m_triangle.area_law == AreaLaw::Nonlinear)
        add_area_stress(relaxation.strain(), changed, out.S);
    return out;
}

/// δE_ij = d_i·δf_j + e_ij·φ,   δΓ_ij = Σ_k (B_k (φ_k − φ))_i l_kj.
template <int NODES>
void ShellEvaluation<NODES>::change_strains(const MembraneStrain<Pack>& membrane,
                                            const BendingStrain<Pack>& bending, const Vec& dq,
                                            SurfaceTensor<Pack>& dE,
                                            SurfaceTensor<Pack>& Gamma) const {
    Vec3p df[2]{};
    for (int a = 0; a < NODES; ++a) {
        const Vec3p du{dq[3 * a], dq[3 * a + 1], dq[3 * a + 2]};
        for (int j = 0; j < 2; ++j)
            df[j] += m_triangle.gradients[a][j] * du;
    }
    const Vec3p dtheta = corner_turns(dq);
    const Vec3p spin = m_turn.spin_by_unknown() * through_triangle(dtheta);
    const Vec3p corner_spins = RotationIncrement<Pack>(m_theta).spin_by_unknown() * dtheta;
    Gamma = bending.curvature();
    const SurfaceTensor<Vec3p> e = membrane.by_spin();
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j)
            dE.X[i][j] = dot(membrane.director(i), df[j]) + dot(e.X[i][j], spin);
    }
    for (int k = 0; k < 3; ++k) {
        const Vec3p change = bending.by_spin(k) * (in_all_lanes(lane(corner_spins, k)) - spin);
        for (int j = 0; j < 2; ++j) {
            const Pack& l = m_triangle.corner_gradients[k][j];
            Gamma.X[0][j] += l * change.x;
            Gamma.X[1][j] += l * change.y;
            Gamma.X[2][j] += l * change.z;
        }
    }
}

template <int NODES>
void ShellEvaluation<NODES>::add_area_stress(const SurfaceTensor<Pack>& relaxed,
                                             const SurfaceTensor<Pack>& changed,
                                             SurfaceTensor<Pack>& S) const {
    const AreaTerm<Pack> area = area_term(relaxed);
    Vec3p by_tangent[2]{};
    area.force(by_tangent);
    Mat3p K_11{};
    Mat3p K_12{};
    Mat3p K_22{};
    area.add_stiffness(K_11, K_12, K_22);
    Vec3p change[2];
    for (int j = 0; j < 2; ++j) {
        change[j] = {changed.X[0][j] - relaxed.X[0][j], changed.X[1][j] - relaxed.X[1][j],
                     changed.X[2][j] - relaxed.X[2][j]};
    }
    by_tangent[0] += K_11 * change[0] + K_12 * change[1];
    by_tangent[1] += transposed_times(K_12, change[0]) + K_22 * change[1];
    for (int j = 0; j < 2; ++j) {
        S.X[0][j] += by_tangent[j].x;
        S.X[1][j] += by_tangent[j].y;
        S.X[2][j] += by_tangent[j].z;
    }
}

template <int NODES>
void ShellEvaluation<NODES>::stresses(const SurfaceTensor<Pack>& relaxed,
                                      const SurfaceTensor<Pack>& curvature, SurfaceTensor<Pack>& S,
                                      SurfaceTensor<Pack>& M) const {
    if (!m_triangle.curved) {
        S = stress(m_triangle.membrane, relaxed);
        M = stress(m_triangle.bending, curvature);
        return;
    }
    for (int n = 0; n < 6; ++n) {
        S.X[n / 2][n % 2] = 0.0;
        M.X[n / 2][n % 2] = 0.0;
    }
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        ShellStrains z;
        for (int n = 0; n < 6; ++n) {
            z[n] = relaxed.X[n / 2][n % 2][p];
            z[6 + n] = curvature.X[n / 2][n % 2][p];
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

template ShellEnergies ShellEvaluation<3>::run<0>(Vec&, Mat&, const ShellStress*);
template ShellEnergies ShellEvaluation<3>::run<1>(Vec&, Mat&, const ShellStress*);
template ShellEnergies ShellEvaluation<3>::run<2>(Vec&, Mat&, const ShellStress*);
template ShellEnergies ShellEvaluation<6>::run<0>(Vec&, Mat&, const ShellStress*);
template ShellEnergies ShellEvaluation<6>::run<1>(Vec&, Mat&, const ShellStress*);
template ShellEnergies ShellEvaluation<6>::run<2>(Vec&, Mat&, const ShellStress*);
template AreaTerm<Pack> ShellEvaluation<3>::area_term(const SurfaceTensor<Pack>&) const;
template AreaTerm<Pack> ShellEvaluation<6>::area_term(const SurfaceTensor<Pack>&) const;
template ShellStress ShellEvaluation<3>::promised(const Vec&) const;
template ShellStrains ShellEvaluation<3>::strains(int) const;
template ShellStress ShellEvaluation<6>::promised(const Vec&) const;
template ShellStrains ShellEvaluation<6>::strains(int) const;

}  // namespace sinew::shells
