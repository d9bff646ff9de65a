#include "solids/micropolar_tet.hpp"

#include <optional>

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

[[gnu::always_inline]] inline Matrix3d linear_deformation_gradient(const MicropolarTet& tet,
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

[[gnu::always_inline]] inline Mat3p transposed(const Mat3p& A) {
    Mat3p out;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out.m[i][j] = A.m[j][i];
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

/// Energy of F alone at the points, times their volume.
[[gnu::always_inline]] inline PointDeformation point_deformation(const MicropolarMaterial& material,
                                                                 const Mat3p& F, double weight) {
    const bool neo = material.stretch_law == StretchLaw::NeoHookean;
    return {F, weight, [&](double J) {
                return neo ? neo_hookean(material.stretch.mu, material.stretch.lambda, J)
                           : volume_term(material.stretch.lambda, J);
            }};
}

/// The nodes' rotations in the lanes.
[[gnu::always_inline]] inline Quatp in_lanes(const Quat<double> (&nodes)[4]) {
    Quatp q;
    for (int a = 0; a < 4; ++a) {
        q.w.set(a, nodes[a].w);
        q.v.x.set(a, nodes[a].v.x);
        q.v.y.set(a, nodes[a].v.y);
        q.v.z.set(a, nodes[a].v.z);
    }
    return q;
}

/// Rotations of nodes and points and the energies at the points, all of them already multiplied by the quarter of
/// the volume that belongs to a point.
class Evaluation {
public:
    [[gnu::always_inline]] Evaluation(const MicropolarTet& tet, const Vec& q)
        : m_tet(tet),
          m_weight(TET_QUADRATURE.weights[0] * tet.rest.volume),
          m_theta(node_turns(q)),
          m_node_turn(m_theta),
          m_nodes(m_node_turn.applied_to(in_lanes(tet.node_rotations))),
          m_turn(through_shape_functions(m_theta)),
          m_rotation(m_turn.applied_to(tet.point_rotations)),
          m_R(rotation_matrix(m_rotation)),
          m_curved(tet.rest, tet.border, rotation_matrix(m_nodes)),
          m_F(in_all_lanes(linear_deformation_gradient(tet, q))) {
        m_F += m_curved.added;
    }

    const Mat3p& deformation_gradient() const { return m_F; }

    MicropolarStress stress() const;
    MicropolarStress promised(const Vec& dq) const;

    /// Energies at the points, and their derivatives when ORDER is 1 or 2, with the `given` stress in the geometric part
    /// unless it is null. g and H are set.
    template <int ORDER>
    MicropolarEnergies all(const MicropolarStress* given, Vec& g, Mat& H);

private:
    MicropolarStretch<Pack> stretch() const {
        return {m_weight * point_moduli(m_tet.material), m_F, m_R};
    }

    template <int ORDER>
    double add_curvature(CurvatureHessian<Pack>& spins);
    template <int ORDER>
    double add_stretch(const MicropolarStress* given, StressTangent& A, Mat3p (&by_point)[3]);

    void set_gradient(Vec& g);
    void add_positions(const StressTangent& A, Mat& H) const;
    void add_rotations(const StressTangent& A, const Mat3p (&by_point)[3],
                       const CurvatureHessian<Pack>* curvature, Mat& H) const;
    void add_points(Mat& H) const;

    const MicropolarTet& m_tet;
    double m_weight;
    Vec3p m_theta;                        ///< of the nodes
    RotationIncrement<Pack> m_node_turn;  ///< lane = node
    Quatp m_nodes;                        ///< likewise
    RotationIncrement<Pack> m_turn;       ///< lane = point
    Quatp m_rotation;                     ///< likewise
    Mat3p m_R;
    CurvedTet m_curved;
    Mat3p m_F;

    Mat3p m_P{};               ///< ∂Ψ/∂F at the points
    Vec3p m_torque{};          ///< ∂Ψ/∂φ at the points
    Mat3p m_spin_hessian{};    ///< d²Ψ/dφ² at the points
    Vec3p m_node_torque[4]{};  ///< ∂Ψ/∂φ_a, by point
    Vec3p m_point_h;           ///< ∂Ψ/∂θ at the points
    Vec3p m_node_h;            ///< ∂Ψ/∂θ_a from the spins of the nodes, lane = node
};

template <int ORDER>
double Evaluation::add_curvature(CurvatureHessian<Pack>& spins) {
    const CurvatureModuli moduli = m_weight * m_tet.material.curvature;
    const Quat<double>& d = m_tet.directors;
    const Quatp directors{d.w, {d.v.x, d.v.y, d.v.z}};
    const Quatp at_nodes = m_nodes * directors;
    Quatp nodes[4];
    for (int a = 0; a < 4; ++a)
        nodes[a] = {at_nodes.w[a], {at_nodes.v.x[a], at_nodes.v.y[a], at_nodes.v.z[a]}};
    const MicropolarCurvature<Pack> curvature(moduli, m_tet.material_gradients,
                                              m_tet.rest_curvature, m_rotation * directors, nodes);
    const double value = sum(curvature.value());
    if constexpr (ORDER == 0) return value;

    Vec3p torques[4];
    for (int a = 0; a < 4; ++a) {
        torques[a] = curvature.node_torque(a);
        m_torque -= torques[a];
        m_node_torque[a] += torques[a];
    }
    if constexpr (ORDER == 2) {
        curvature.hessian(torques, spins);
        m_spin_hessian += spins.point;
    }
    return value;
}

/// `by_point`: D_c of curved_tet.hpp.
template <int ORDER>
double Evaluation::add_stretch(const MicropolarStress* given, StressTangent& A,
                               Mat3p (&by_point)[3]) {
    const MicropolarStretch<Pack> at_points = stretch();
    Pack value = at_points.value();
    std::optional<PointDeformation> deformation;
    if (m_tet.material.stretch_law != StretchLaw::Linear) {
        deformation.emplace(point_deformation(m_tet.material, m_F, m_weight));
        value += deformation->value();
    }
    if constexpr (ORDER == 0) return sum(value);

    Mat3p tau = at_points.stress();
    if constexpr (ORDER == 2) {
        m_spin_hessian += at_points.spin_hessian(at_points.torque_matrix(tau));
        for (int c = 0; c < 3; ++c)
            by_point[c] = at_points.force_by_spin(column_of(m_R, c));
        if (given) {
            Mat3p more = turned(m_R, given->Sigma);
            for (int i = 0; i < 3; ++i) {
                for (int j = 0; j < 3; ++j)
                    more.m[i][j] -= tau.m[i][j];
            }
            m_spin_hessian += at_points.spin_by_stress(more);
            for (int c = 0; c < 3; ++c)
                by_point[c] += cross_matrix(Pack(0.0), -(more * column_of(m_R, c)));
            tau += more;
        }
        add_stretch_tangent(m_weight * point_moduli(m_tet.material), m_R, A);
    }
    m_torque += axial(at_points.torque_matrix(tau));
    m_P = tau * m_R;
    if (deformation) {
        deformation->add_stress(m_P);
        if constexpr (ORDER == 2) deformation->add_tangent(A);
    }
    for (int a = 0; a < 4; ++a)
        m_node_torque[a] += m_curved.torque(a, m_P);
    return sum(value);
}

void Evaluation::set_gradient(Vec& g) {
    const Matrix3d P = sum(m_P);
    for (int a = 0; a < 4; ++a)
        g.segment<3>(3L * a) = P * m_tet.rest.gradients.col(a);
    Vec3p n;
    for (int a = 0; a < 4; ++a) {
        n.x.set(a, sum(m_node_torque[a].x));
        n.y.set(a, sum(m_node_torque[a].y));
        n.z.set(a, sum(m_node_torque[a].z));
    }
    m_node_h = m_node_turn.gradient(n);
    m_point_h = m_turn.gradient(m_torque);
    const Vec3p by_node = m_node_h + through_shape_functions(m_point_h);
    for (int a = 0; a < 4; ++a)
        g.segment<3>(12 + 3L * a) = lane(by_node, a);
}

/// Positions with positions: Σ_cd ∇N_a,c A_cd ∇N_b,d.
void Evaluation::add_positions(const StressTangent& A, Mat& H) const {
    Matrix3d whole[3][3];
    for (int c = 0; c < 3; ++c) {
        for (int d = 0; d <= c; ++d) {
            whole[c][d] = sum(A.A[c][d]);
            if (d < c) whole[d][c] = whole[c][d].transpose();
        }
    }
    const NodeGradients& G = m_tet.rest.gradients;
    for (int b = 0; b < 4; ++b) {
        Matrix3d column[3];
        for (int c = 0; c < 3; ++c)
            column[c] = G(0, b) * whole[c][0] + G(1, b) * whole[c][1] + G(2, b) * whole[c][2];
        for (int a = b; a < 4; ++a) {
            H.block<3, 3>(3L * a, 3L * b) =
                G(0, a) * column[0] + G(1, a) * column[1] + G(2, a) * column[2];
        }
    }
}

/// Rotations with positions and with each other, but for what is of the points alone.
void Evaluation::add_rotations(const StressTangent& A, const Mat3p (&by_point)[3],
                               const CurvatureHessian<Pack>* curvature, Mat& H) const {
    const Mat3p node_T = m_node_turn.spin_by_unknown();
    const Mat3p point_T = m_turn.spin_by_unknown();
    Matrix3d T[4];
    for (int a = 0; a < 4; ++a)
        T[a] = lane(node_T, a);
    Mat3p by_node[4][3];
    for (int a = 0; a < 4; ++a)
        m_curved.stress_by_spin(a, A, by_node[a]);

    // Columns of the stress by the θ of the nodes: row θ_a, column 3c + i.
    Eigen::Matrix<double, 12, 9> stress_by;
    for (int c = 0; c < 3; ++c) {
        const Mat3p D = by_point[c] * point_T;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack spread = through_shape_functions(D.m[i][j]);
                for (int a = 0; a < 4; ++a)
                    stress_by(3 * a + j, 3 * c + i) = spread[a];
            }
        }
        for (int a = 0; a < 4; ++a) {
            stress_by.block<3, 3>(3L * a, 3L * c) +=
                T[a].transpose() * sum(by_node[a][c]).transpose();
        }
    }
    const NodeGradients& G = m_tet.rest.gradients;
    for (int b = 0; b < 4; ++b) {
        H.block<12, 3>(12, 3L * b) = G(0, b) * stress_by.middleCols<3>(0) +
                                     G(1, b) * stress_by.middleCols<3>(3) +
                                     G(2, b) * stress_by.middleCols<3>(6);
    }

    // Nodes with nodes.
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b) {
            Mat3p spins = m_curved.torque_by(a, by_node[b]);
            if (a == b) spins += m_curved.spin_by_stress(a, m_P);
            if (curvature) spins += curvature->nodes[a][b];
            Matrix3d block = T[a].transpose() * sum(spins) * T[b];
            if (a == b) {
                const Vector3d g = lane(m_node_turn.g, a);
                const Vector3d h = lane(m_node_h, a);
                const double half = 0.5 * m_node_turn.inverse_D[a];
                block -= half * (h * g.transpose() + g * h.transpose());
            }
            H.block<3, 3>(12 + 3L * a, 12 + 3L * b) = block;
        }
    }
    // Points with nodes, the points' share going to all nodes.
    for (int b = 0; b < 4; ++b) {
        Mat3p point_node = transposed(m_curved.torque_by(b, by_point));
        if (curvature) point_node += curvature->point_node[b];
        const Mat3p Y = transposed_times(point_T, point_node);
        Matrix3d shares[4];
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                const Pack spread = through_shape_functions(Y.m[i][j]);
                for (int a = 0; a < 4; ++a)
                    shares[a](i, j) = spread[a];
            }
        }
        for (int a = 0; a < 4; ++a) {
            const Matrix3d block = shares[a] * T[b];
            if (a >= b) H.block<3, 3>(12 + 3L * a, 12 + 3L * b) += block;
            if (a <= b) H.block<3, 3>(12 + 3L * b, 12 + 3L * a) += block.transpose();
        }
    }
}

/// Points with themselves: Σ_p N_a N_b H_p with N_a(p) = far + (near − far) δ_ap.
void Evaluation::add_points(Mat& H) const {
    const Mat3p points = m_turn.hessian(m_spin_hessian, m_point_h);
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

template <int ORDER>
MicropolarEnergies Evaluation::all(const MicropolarStress* given, Vec& g, Mat& H) {
    const bool curved = m_tet.material.curvature.law != CurvatureLaw::None;
    CurvatureHessian<Pack> spins;
    StressTangent A;
    Mat3p by_point[3];
    MicropolarEnergies energies;
    if (curved) energies.curvature = add_curvature<ORDER>(spins);
    energies.stretch = add_stretch<ORDER>(given, A, by_point);
    if constexpr (ORDER >= 1) set_gradient(g);
    if constexpr (ORDER == 2) {
        add_positions(A, H);
        add_rotations(A, by_point, curved ? &spins : nullptr, H);
        add_points(H);
        H.triangularView<Eigen::StrictlyUpper>() = H.transpose();
    }
    return energies;
}

MicropolarStress Evaluation::stress() const {
    return {turned_back(m_R, stretch().stress())};
}

MicropolarStress Evaluation::promised(const Vec& dq) const {
    Matrix3d linear = Matrix3d::Zero();
    for (int a = 1; a < 4; ++a)
        linear += (dq.segment<3>(3L * a) - dq.head<3>()) * m_tet.rest.gradients.col(a).transpose();
    Mat3p dF = in_all_lanes(linear);
    const Vec3p turns = node_turns(dq);
    const Vec3p spins = m_node_turn.spin_by_unknown() * turns;
    for (int a = 0; a < 4; ++a)
        dF += cross_matrix(Pack(0.0), in_all_lanes(lane(spins, a))) * m_curved.B[a];
    const Vec3p spin = m_turn.spin_by_unknown() * through_shape_functions(turns);
    return {turned_back(m_R, stretch().stress_after(dF, m_R, spin))};
}

/// Sets g and H as far as ORDER asks for them.
template <int ORDER>
MicropolarEnergies evaluate(const MicropolarTet& tet, const Vec& q, Vec& g, Mat& H,
                            const MicropolarStress* given = nullptr) {
    return Evaluation(tet, q).all<ORDER>(given, g, H);
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
    return Evaluation(*this, q).stress();
}

MicropolarStress MicropolarTet::promised(const Vec& q, const Vec& dq) const {
    return Evaluation(*this, q).promised(dq);
}

double MicropolarTet::hessian(const Vec& q, const Stress& given, Vec& g, Mat& H) const {
    return total(evaluate<2>(*this, q, g, H, &given));
}

Mat3p MicropolarTet::deformation_gradients() const {
    return Evaluation(*this, Vec::Zero()).deformation_gradient();
}

Quatp MicropolarTet::turned_points(const Vec& q) const {
    return RotationIncrement<Pack>(through_shape_functions(node_turns(q)))
        .applied_to(point_rotations);
}

}  // namespace sinew::solids
