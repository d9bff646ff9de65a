#include "solids/micropolar_tet.hpp"

#include <Eigen/LU>

#include "fem/rotation_increment.hpp"

namespace sinew::solids {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Vec = MicropolarTet::Vec;
using Mat = MicropolarTet::Mat;

namespace {

/// Rotations of the nodes are unknowns 12 to 23, lane = node.
[[gnu::always_inline]] inline Vec3p node_turns(const Vec& q) {
    Vec3p theta;
    for (int a = 0; a < 4; ++a) {
        theta.x.set(a, q[12 + 3 * a]);
        theta.y.set(a, q[13 + 3 * a]);
        theta.z.set(a, q[14 + 3 * a]);
    }
    return theta;
}

[[gnu::always_inline]] inline Matrix3d deformation_gradient(const MicropolarTet& tet,
                                                            const Vec& q) {
    Matrix3d F = tet.F_0;
    for (int a = 1; a < 4; ++a)
        F += (q.segment<3>(3L * a) - q.head<3>()) * tet.rest.gradients.col(a).transpose();
    return F;
}

/// A Σ Aᵀ.
[[gnu::always_inline]] inline Mat3p turned(const Mat3p& A, const Mat3p& Sigma) {
    const Mat3p half = A * Sigma;
    Mat3p out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out.m[i][j] =
                half.m[i][0] * A.m[j][0] + half.m[i][1] * A.m[j][1] + half.m[i][2] * A.m[j][2];
    }
    return out;
}

/// Aᵀ τ A.
[[gnu::always_inline]] inline Mat3p turned_back(const Mat3p& A, const Mat3p& tau) {
    return transposed_times(A, tau * A);
}

/// What the energy at the points sees of the moduli: λ and µ are with the energy of F in the other two laws.
[[gnu::always_inline]] inline StretchModuli point_moduli(const MicropolarMaterial& material) {
    switch (material.stretch_law) {
        case StretchLaw::Linear: return material.stretch;
        case StretchLaw::LinearVolume: return {material.stretch.mu, material.stretch.mu_c, 0.0};
        case StretchLaw::NeoHookean: break;
    }
    return {0.0, material.stretch.mu_c, 0.0};
}

DeformationEnergy deformation_energy(const MicropolarMaterial& material, const Matrix3d& F) {
    if (material.stretch_law == StretchLaw::NeoHookean)
        return neo_hookean(material.stretch.mu, material.stretch.lambda, F.determinant());
    return volume_term(material.stretch.lambda, F.determinant());
}

/// Rotations of nodes and points and the energies at the points, all of them already multiplied by the quarter of
/// the volume that belongs to a point.
class Evaluation {
public:
    [[gnu::always_inline]] Evaluation(const MicropolarTet& tet, const Vec& q)
        : m_tet(tet),
          m_weight(TET_QUADRATURE.weights[0] * tet.rest.volume),
          m_theta(node_turns(q)),
          m_turn(through_shape_functions(m_theta)),
          m_rotation(m_turn.applied_to(tet.point_rotations)),
          m_R(rotation_matrix(m_rotation)) {}

    /// Adds the stretch energy to the value, and its derivatives when ORDER is 1 or 2, with the `given` stress in the
    /// geometric part unless it is null.
    template <int ORDER>
    double add_stretch(const Matrix3d& F, const MicropolarStress* given, Vec& g, Mat& H);

    MicropolarStress stress(const Matrix3d& F) const;
    MicropolarStress promised(const Matrix3d& F, const Vec& dq) const;

    template <int ORDER>
    double add_curvature(Vec& g, Mat& H);

    /// After both: what belongs to the rotations of the points goes to the nodes.
    template <int ORDER>
    void spread_point_terms(Vec& g, Mat& H) const;

private:
    MicropolarStretch<Pack> stretch_of(const Matrix3d& F) const {
        return {m_weight * point_moduli(m_tet.material), in_all_lanes(F), m_R};
    }
    /// Adds what `more` stress than that of the stretch does to derivatives by spins.
    void add_stress(const MicropolarStretch<Pack>& stretch, const Mat3p& more);
    /// `more`: stress beyond that of the stretch, or null.
    void add_stretch_hessian(const MicropolarStretch<Pack>& stretch, const StretchModuli& moduli,
                             const Vec3p (&r)[4], const Mat3p* more, Mat& H) const;
    void add_curvature_hessian(const MicropolarCurvature<Pack>& curvature,
                               const RotationIncrement<Pack>& node_turn, const Vec3p (&torques)[4],
                               Mat& H);

    const MicropolarTet& m_tet;
    double m_weight;
    Vec3p m_theta;  ///< of the nodes
    RotationIncrement<Pack> m_turn;
    Quatp m_rotation;
    Mat3p m_R;
    Vec3p m_torque{};        ///< ∂Ψ/∂φ at the points
    Mat3p m_spin_hessian{};  ///< d²Ψ/dφ² at the points
};

template <int ORDER>
double Evaluation::add_stretch(const Matrix3d& F, const MicropolarStress* given, Vec& g, Mat& H) {
    const MicropolarStretch<Pack> stretch = stretch_of(F);
    const double value = sum(stretch.value());
    if constexpr (ORDER == 0) return value;

    Vec3p r[4];
    const Mat3p tau = stretch.stress();
    for (int a = 0; a < 4; ++a) {
        r[a] = m_R * in_all_lanes(m_tet.rest.gradients.col(a));
        g.segment<3>(3L * a) += sum(tau * r[a]);
    }
    const Mat3p M = stretch.torque_matrix(tau);
    m_torque += axial(M);
    if constexpr (ORDER == 2) {
        m_spin_hessian += stretch.spin_hessian(M);
        Mat3p more;
        if (given) {
            more = turned(m_R, given->Sigma);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    more.m[i][j] = more.m[i][j] - tau.m[i][j];
            }
            add_stress(stretch, more);
        }
        add_stretch_hessian(stretch, m_weight * point_moduli(m_tet.material), r,
                            given ? &more : nullptr, H);
    }
    return value;
}

void Evaluation::add_stress(const MicropolarStretch<Pack>& stretch, const Mat3p& more) {
    m_torque += axial(stretch.torque_matrix(more));
    m_spin_hessian += stretch.spin_by_stress(more);
}

MicropolarStress Evaluation::stress(const Matrix3d& F) const {
    return {turned_back(m_R, stretch_of(F).stress())};
}

MicropolarStress Evaluation::promised(const Matrix3d& F, const Vec& dq) const {
    Matrix3d dF = Matrix3d::Zero();
    for (int a = 1; a < 4; ++a)
        dF += (dq.segment<3>(3L * a) - dq.head<3>()) * m_tet.rest.gradients.col(a).transpose();
    const Vec3p spin = m_turn.spin_by_unknown() * through_shape_functions(node_turns(dq));
    return {turned_back(m_R, stretch_of(F).stress_after(in_all_lanes(dF), m_R, spin))};
}

void Evaluation::add_stretch_hessian(const MicropolarStretch<Pack>& stretch,
                                     const StretchModuli& moduli, const Vec3p (&r)[4],
                                     const Mat3p* more, Mat& H) const {
    // Positions with positions.
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b) {
            Matrix3d rr;  // Σ_p r_a r_bᵀ
            rr.col(0) = sum(r[b].x * r[a]);
            rr.col(1) = sum(r[b].y * r[a]);
            rr.col(2) = sum(r[b].z * r[a]);
            Matrix3d block = moduli.lambda * rr + (moduli.mu - moduli.mu_c) * rr.transpose();
            block.diagonal().array() +=
                4.0 * (moduli.mu + moduli.mu_c) *
                m_tet.rest.gradients.col(a).dot(m_tet.rest.gradients.col(b));
            H.block<3, 3>(3L * a, 3L * b) += block;
        }
    }
    // Rotations with positions: a force by spins, the spins by θ of the point, that by θ of the nodes.
    const Mat3p T = m_turn.spin_by_unknown();
    for (int a = 0; a < 4; ++a) {
        Mat3p by_spin = stretch.force_by_spin(r[a]);
        if (more) by_spin += cross_matrix(Pack(0.0), -(*more * r[a]));
        const Mat3p X = by_spin * T;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack by_node = through_shape_functions(X.m[i][j]);
                for (int b = 0; b < 4; ++b)
                    H(12 + 3 * b + j, 3 * a + i) += by_node[b];
            }
        }
    }
}

template <int ORDER>
double Evaluation::add_curvature(Vec& g, Mat& H) {
    const CurvatureModuli moduli = m_weight * m_tet.material.curvature;
    const RotationIncrement<Pack> node_turn(m_theta);
    const Quatp point =
        m_rotation *
        Quatp{m_tet.directors.w, {m_tet.directors.v.x, m_tet.directors.v.y, m_tet.directors.v.z}};
    Quatp nodes[4];
    for (int a = 0; a < 4; ++a) {
        const RotationIncrement<double> turn(
            Vec3<double>{m_theta.x[a], m_theta.y[a], m_theta.z[a]});
        const Quat<double> q = turn.applied_to(m_tet.node_rotations[a]) * m_tet.directors;
        nodes[a] = {q.w, {q.v.x, q.v.y, q.v.z}};
    }
    const MicropolarCurvature<Pack> curvature(moduli, m_tet.material_gradients,
                                              m_tet.rest_curvature, point, nodes);
    const double value = sum(curvature.value());
    if constexpr (ORDER == 0) return value;

    Vec3p torques[4];
    for (int a = 0; a < 4; ++a) {
        torques[a] = curvature.node_torque(a);
        m_torque -= torques[a];
        const RotationIncrement<double> turn(
            Vec3<double>{m_theta.x[a], m_theta.y[a], m_theta.z[a]});
        const Vector3d n = sum(torques[a]);
        const Vec3<double> h = turn.gradient({n.x(), n.y(), n.z()});
        g.segment<3>(12 + 3L * a) += Vector3d(h.x, h.y, h.z);
    }
    if constexpr (ORDER == 2) add_curvature_hessian(curvature, node_turn, torques, H);
    return value;
}

void Evaluation::add_curvature_hessian(const MicropolarCurvature<Pack>& curvature,
                                       const RotationIncrement<Pack>& node_turn,
                                       const Vec3p (&torques)[4], Mat& H) {
    CurvatureHessian<Pack> spins;
    curvature.hessian(torques, spins);
    m_spin_hessian += spins.point;

    Matrix3d T[4];  // spin by θ of the nodes
    const Mat3p node_T = node_turn.spin_by_unknown();
    for (int a = 0; a < 4; ++a)
        T[a] = lane(node_T, a);

    // Nodes with nodes.
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b) {
            Matrix3d block = T[a].transpose() * sum(spins.nodes[a][b]) * T[b];
            if (a == b) {
                const Vector3d g(node_turn.g.x[a], node_turn.g.y[a], node_turn.g.z[a]);
                const Vector3d h = T[a].transpose() * sum(torques[a]);
                const double half = 0.5 * node_turn.inverse_D[a];
                block -= half * (h * g.transpose() + g * h.transpose());
            }
            H.block<3, 3>(12 + 3L * a, 12 + 3L * b) += block;
        }
    }
    // Points with nodes, the points' share going to all nodes.
    const Mat3p point_T = m_turn.spin_by_unknown();
    for (int b = 0; b < 4; ++b) {
        const Mat3p Y = transposed_times(point_T, spins.point_node[b]);
        Matrix3d by_node[4];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack spread = through_shape_functions(Y.m[i][j]);
                for (int a = 0; a < 4; ++a)
                    by_node[a](i, j) = spread[a];
            }
        }
        for (int a = 0; a < 4; ++a) {
            const Matrix3d block = by_node[a] * T[b];
            if (a >= b) H.block<3, 3>(12 + 3L * a, 12 + 3L * b) += block;
            if (a <= b) H.block<3, 3>(12 + 3L * b, 12 + 3L * a) += block.transpose();
        }
    }
}

template <int ORDER>
void Evaluation::spread_point_terms(Vec& g, Mat& H) const {
    const Vec3p h = m_turn.gradient(m_torque);
    const Vec3p by_node = through_shape_functions(h);
    for (int a = 0; a < 4; ++a)
        g.segment<3>(12 + 3L * a) += lane(by_node, a);
    if constexpr (ORDER == 2) {
        // Σ_p N_a N_b H_p with N_a(p) = far + (near − far) δ_ap
        const Mat3p points = m_turn.hessian(m_spin_hessian, h);
        constexpr double STEP = TET_NEAR - TET_FAR;
        const Matrix3d everywhere = (TET_FAR * TET_FAR) * sum(points);
        Matrix3d at[4];
        for (int a = 0; a < 4; ++a)
            at[a] = lane(points, a);
        for (int a = 0; a < 4; ++a) {
            for (int b = 0; b <= a; ++b) {
                Matrix3d block = everywhere + (TET_FAR * STEP) * (at[a] + at[b]);
                if (a == b) block += (STEP * STEP) * at[a];
                H.block<3, 3>(12 + 3L * a, 12 + 3L * b) += block;
            }
        }
    }
}

/// Sets g and H as far as ORDER asks for them.
template <int ORDER>
MicropolarEnergies evaluate(const MicropolarTet& tet, const Vec& q, Vec& g, Mat& H,
                            const MicropolarStress* given = nullptr) {
    if constexpr (ORDER >= 1) g.setZero();
    if constexpr (ORDER == 2) H.setZero();
    const Matrix3d F = deformation_gradient(tet, q);
    MicropolarEnergies energies;
    if (tet.material.stretch_law != StretchLaw::Linear) {
        const DeformationEnergy energy = deformation_energy(tet.material, F);
        energies.stretch = tet.rest.volume * energy_density(energy, F);
        if constexpr (ORDER >= 1) add_gradient(energy, tet.rest, F, g.head<12>());
        if constexpr (ORDER == 2) add_hessian(energy, tet.rest, F, H.topLeftCorner<12, 12>());
    }
    Evaluation evaluation(tet, q);
    energies.stretch += evaluation.add_stretch<ORDER>(F, given, g, H);
    if (tet.material.curvature.law != CurvatureLaw::None)
        energies.curvature = evaluation.add_curvature<ORDER>(g, H);
    if constexpr (ORDER >= 1) evaluation.spread_point_terms<ORDER>(g, H);
    if constexpr (ORDER == 2) H.triangularView<Eigen::StrictlyUpper>() = H.transpose();
    return energies;
}

double total(const MicropolarEnergies& energies) {
    return energies.stretch + energies.curvature;
}

}  // namespace

MicropolarTet::MicropolarTet(const TetGeometry& geometry, const MicropolarMaterial& the_material)
    : rest(geometry),
      material(the_material),
      material_gradients(geometry.gradients),
      directors{1.0, {}},
      rest_curvature(Matrix3d::Zero()),
      F_0(Matrix3d::Identity()),
      point_rotations{1.0, {}} {
    for (Quat<double>& rotation : node_rotations)
        rotation = {1.0, {}};
}

void MicropolarTet::set_axes(const Eigen::Quaterniond& material_axes,
                             const Eigen::Quaterniond& rest_rotation) {
    material_gradients = material_axes.toRotationMatrix().transpose() * rest.gradients;
    const Eigen::Quaterniond a = rest_rotation * material_axes;
    directors = {a.w(), {a.x(), a.y(), a.z()}};
}

MicropolarEnergies MicropolarTet::energies() const {
    Vec no_gradient;
    Mat no_hessian;
    return evaluate<0>(*this, Vec::Zero(), no_gradient, no_hessian);
}

double MicropolarTet::value(const Vec& q) const {
    Vec no_gradient;
    Mat no_hessian;
    return total(evaluate<0>(*this, q, no_gradient, no_hessian));
}

double MicropolarTet::gradient(const Vec& q, Vec& g) const {
    Mat no_hessian;
    return total(evaluate<1>(*this, q, g, no_hessian));
}

double MicropolarTet::hessian(const Vec& q, Vec& g, Mat& H) const {
    return total(evaluate<2>(*this, q, g, H));
}

MicropolarStress MicropolarTet::stress(const Vec& q) const {
    return Evaluation(*this, q).stress(deformation_gradient(*this, q));
}

MicropolarStress MicropolarTet::promised(const Vec& q, const Vec& dq) const {
    return Evaluation(*this, q).promised(deformation_gradient(*this, q), dq);
}

double MicropolarTet::hessian(const Vec& q, const Stress& given, Vec& g, Mat& H) const {
    return total(evaluate<2>(*this, q, g, H, &given));
}

Quatp MicropolarTet::turned_points(const Vec& q) const {
    return RotationIncrement<Pack>(through_shape_functions(node_turns(q)))
        .applied_to(point_rotations);
}

}  // namespace sinew::solids
