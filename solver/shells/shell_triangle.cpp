#include "shells/shell_triangle.hpp"

#include <algorithm>

#include "fem/rotation_increment.hpp"
#include "shells/area_term.hpp"
#include "shells/bending_strain.hpp"
#include "shells/membrane_strain.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

Vector3d barycentric(int p) {
    const auto& L = TRIANGLE_QUADRATURE.points[p];
    return {L[0], L[1], L[2]};
}

void set_lane(Quatp& q, int p, const Eigen::Quaterniond& value) {
    q.w.set(p, value.w());
    q.v.x.set(p, value.x());
    q.v.y.set(p, value.y());
    q.v.z.set(p, value.z());
}

void set_lane(SurfaceModuli<Pack>& moduli, int p, const SurfaceModuli<double>& value) {
    moduli.normal.set(p, value.normal);
    moduli.normal_cross.set(p, value.normal_cross);
    moduli.shear.set(p, value.shear);
    moduli.shear_cross.set(p, value.shear_cross);
    moduli.transverse.set(p, value.transverse);
}

/// Of the membrane: without λ̂ where the nonlinear law takes its place.
PlaneModuli membrane_part(const PlaneModuli& plane, AreaLaw law) {
    return law == AreaLaw::Linear ? plane : PlaneModuli{plane.mu, plane.mu_c, 0.0};
}

/// One element at one set of unknowns. First and second derivatives by tangents and spins of the points are collected
/// and then spread over the nodes.
template <int NODES>
class ShellEvaluation {
public:
    using Triangle = ShellTriangle<NODES>;
    using Vec = typename Triangle::Vec;
    using Mat = typename Triangle::Mat;

    [[gnu::always_inline]] ShellEvaluation(const Triangle& triangle, const Vec& q)
        : m_triangle(triangle),
          m_theta(corner_turns(q)),
          m_turn(through_triangle(m_theta)),
          m_directors(m_turn.applied_to(triangle.directors)),
          m_D(rotation_matrix(m_directors)),
          m_tangents{triangle.tangents_0[0], triangle.tangents_0[1]} {
        for (int a = 0; a < NODES; ++a) {
            const Vec3p u{q[3 * a], q[3 * a + 1], q[3 * a + 2]};
            for (int j = 0; j < 2; ++j)
                m_tangents[j] += triangle.gradients[a][j] * u;
        }
    }

    template <int ORDER>
    ShellEnergies run(Vec& g, Mat& H);

    const Quatp& directors() const { return m_directors; }
    ShellStrains strains(int p) const;

private:
    static Vec3p corner_turns(const Vec& q) {
        Vec3p theta{0.0, 0.0, 0.0};
        for (int k = 0; k < 3; ++k) {
            theta.x.set(k, q[Triangle::TURNS + 3 * k]);
            theta.y.set(k, q[Triangle::TURNS + 3 * k + 1]);
            theta.z.set(k, q[Triangle::TURNS + 3 * k + 2]);
        }
        return theta;
    }
    RotationIncrement<double> corner_turn(int k) const {
        return RotationIncrement<double>({m_theta.x[k], m_theta.y[k], m_theta.z[k]});
    }
    [[gnu::always_inline]] BendingStrain<Pack> bending_strain() const {
        Quatp corners[3];
        for (int k = 0; k < 3; ++k) {
            const Quat<double> q = corner_turn(k).applied_to(m_triangle.corner_rotations[k]);
            corners[k] = Quatp{q.w, {q.v.x, q.v.y, q.v.z}} * m_triangle.frames;
        }
        return {m_triangle.corner_gradients, m_triangle.rest_curvature, m_directors, corners, m_D};
    }

    void curved_stresses(const MembraneStrain<Pack>& membrane, const BendingStrain<Pack>& bending,
                         SurfaceTensor<Pack>& S, SurfaceTensor<Pack>& M) const;

    template <int ORDER>
    void add_membrane(const MembraneStrain<Pack>& membrane, const SurfaceTensor<Pack>& S);
    template <int ORDER>
    double add_area();
    template <int ORDER>
    void add_bending(BendingStrain<Pack>& bending, const SurfaceTensor<Pack>& M, Vec& g, Mat& H);
    void add_bending_hessian(const BendingStrain<Pack>& bending, const Vec3p (&torques)[3], Mat& H);
    void add_curved_hessian(const MembraneStrain<Pack>& membrane,
                            const BendingStrain<Pack>& bending, Mat& H) const;

    void spread_forces(Vec& g) const;
    void spread_position_hessian(Mat& H) const;
    void spread_turn_hessian(Mat& H) const;

    const Triangle& m_triangle;
    Vec3p m_theta;  ///< of the corners
    RotationIncrement<Pack> m_turn;
    Quatp m_directors;
    Mat3p m_D;
    Vec3p m_tangents[2];

    // Derivatives at the points.
    Vec3p m_sigma[2]{};                  ///< by tangents
    Vec3p m_torque{};                    ///< by spins
    Mat3p m_K_11{}, m_K_12{}, m_K_22{};  ///< tangents, tangents
    Mat3p m_X[2]{};                      ///< tangents, spins
    Mat3p m_spin_hessian{};              ///< spins, spins
};

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

/// Σ_p Σ_jl g_aj g_bl K_jl and Σ_p Σ_j g_aj N_k X_j T.
template <int NODES>
void ShellEvaluation<NODES>::spread_position_hessian(Mat& H) const {
    const auto& G = m_triangle.gradients;
    for (int b = 0; b < NODES; ++b) {
        Mat3p by_1;  // Σ_l K_1l g_bl
        Mat3p by_2;
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                by_1.m[i][j] = m_K_11.m[i][j] * G[b][0] + m_K_12.m[i][j] * G[b][1];
                by_2.m[i][j] = m_K_12.m[j][i] * G[b][0] + m_K_22.m[i][j] * G[b][1];
            }
        }
        for (int a = b; a < NODES; ++a) {
            for (int j = 0; j < 3; ++j) {
                for (int i = 0; i < 3; ++i) {
                    H(3 * a + i, 3 * b + j) = sum(G[a][0] * by_1.m[i][j] + G[a][1] * by_2.m[i][j]);
                }
            }
        }
    }
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

/// Σ_p Zᵀ C Z, with Z the derivative of (E, Γ) by the unknowns.
template <int NODES>
void ShellEvaluation<NODES>::add_curved_hessian(const MembraneStrain<Pack>& membrane,
                                                const BendingStrain<Pack>& bending, Mat& H) const {
    const SurfaceTensor<Vec3p> e = membrane.by_spin();
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
                for (int a = 0; a < NODES; ++a) {
                    Z.template block<1, 3>(row, 3L * a) =
                        m_triangle.gradients[a][j][p] * lane(membrane.director(i), p).transpose();
                }
                const Eigen::RowVector3d by_point = lane(e.X[i][j], p).transpose() * T;
                Eigen::RowVector3d bent_by_point = Eigen::RowVector3d::Zero();
                for (int k = 0; k < 3; ++k) {
                    const Eigen::RowVector3d B =
                        m_triangle.corner_gradients[k][j][p] * lane(B_lanes[k], p).row(i);
                    bent_by_point -= B * T;
                    Z.template block<1, 3>(6 + row, Triangle::TURNS + 3L * k) =
                        B * lane(corner_T, k);
                }
                for (int k = 0; k < 3; ++k) {
                    const double N = TRIANGLE_QUADRATURE.points[p][k];
                    Z.template block<1, 3>(row, Triangle::TURNS + 3L * k) = N * by_point;
                    Z.template block<1, 3>(6 + row, Triangle::TURNS + 3L * k) += N * bent_by_point;
                }
            }
        }
        const Eigen::Matrix<double, 12, Triangle::SIZE> CZ = (*m_triangle.curved)[p] * Z;
        H.noalias() += Z.transpose() * CZ;
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

/// Sets g and H as far as ORDER asks for them.
template <int ORDER, int NODES>
ShellEnergies evaluate(const ShellTriangle<NODES>& triangle,
                       const typename ShellTriangle<NODES>::Vec& q,
                       typename ShellTriangle<NODES>::Vec& g,
                       typename ShellTriangle<NODES>::Mat& H) {
    return ShellEvaluation<NODES>(triangle, q).template run<ORDER>(g, H);
}

double total(const ShellEnergies& energies) {
    return energies.membrane + energies.bending;
}

}  // namespace

template <int NODES>
CurvedStiffness curved_stiffness(const TriangleNodes<NODES>& rest, const PointMaterials& materials,
                                 AreaLaw law) {
    CurvedStiffness out;
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        const TrianglePoint<NODES> point(rest, barycentric(p));
        const ShellMaterial& material = materials[p];
        out[p] = curved_stiffness(material, point.curvature);
        if (law == AreaLaw::Nonlinear) {
            // h λ̂ tr(E)² goes to the area term, corrections of order h³ stay; tr(E) is the sum of strains 0 and 3.
            const double linear = 2.0 * material.thickness * material.plane.lambda;
            for (const int m : {0, 3}) {
                for (const int n : {0, 3})
                    out[p](m, n) -= linear;
            }
        }
        out[p] *= TRIANGLE_QUADRATURE.weights[p] * point.area;
    }
    return out;
}

template <int NODES>
ShellTriangle<NODES>::ShellTriangle(const TriangleNodes<NODES>& rest,
                                    const PointMaterials& materials, AreaLaw law)
    : areas(0.0), area_law(law) {
    const SurfaceModuli<Pack> none{0.0, 0.0, 0.0, 0.0, 0.0};
    membrane = bending = none;
    for (int lane = 0; lane < Pack::LANES; ++lane) {
        // The lane that is left over is where the last point is, without weight.
        const int p = std::min(lane, TRIANGLE_POINTS - 1);
        const TrianglePoint<NODES> point(rest, barycentric(p));
        for (int j = 0; j < 2; ++j) {
            for (int a = 0; a < NODES; ++a)
                gradients[a][j].set(lane, point.gradients(j, a));
            for (int k = 0; k < 3; ++k)
                corner_gradients[k][j].set(lane, point.corner_gradients(j, k));
        }
        set_lane(frames, lane, point.frame);
        if (lane == TRIANGLE_POINTS) continue;
        const ShellMaterial& m = materials[p];
        const double area = TRIANGLE_QUADRATURE.weights[p] * point.area;
        const double h = m.thickness;
        areas.set(p, area);
        set_lane(membrane, p, (area * h) * membrane_moduli(membrane_part(m.plane, law)));
        set_lane(bending, p,
                 (area * m.bending_scale * h * h * h / 12.0) * bending_moduli(m.plane) +
                     (area * h) * curvature_moduli(m.curvature));
        if (law == AreaLaw::Nonlinear) area_stiffness.set(p, area * h * m.plane.lambda);
    }
    directors = frames;
    for (Quat<double>& rotation : corner_rotations)
        rotation = {1.0, {}};
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j) {
            rest_stretch.X[i][j] = i == j ? 1.0 : 0.0;
            rest_curvature.X[i][j] = 0.0;
        }
    }
    set_positions(rest);
}

namespace {

/// A tensor in world axes, in the frame of a point.
void set_in_frame(SurfaceTensor<Pack>& tensor, const Quatp& frames, int p, const Matrix3d& world) {
    const Matrix3d B = lane(rotation_matrix(frames), p);
    const Matrix3d local = B.transpose() * world * B;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 2; ++j)
            tensor.X[i][j].set(p, local(i, j));
    }
}

}  // namespace

template <int NODES>
void ShellTriangle<NODES>::set_rest_stretch(int p, const Matrix3d& stretch) {
    set_in_frame(rest_stretch, frames, p, stretch);
}

template <int NODES>
void ShellTriangle<NODES>::set_rest_curvature(int p, const Matrix3d& curvature) {
    set_in_frame(rest_curvature, frames, p, curvature);
}

template <int NODES>
void ShellTriangle<NODES>::set_positions(const TriangleNodes<NODES>& now) {
    for (int j = 0; j < 2; ++j) {
        tangents_0[j] = {0.0, 0.0, 0.0};
        // Differences to the first node: exactly zero in a body that only moves.
        for (int a = 1; a < NODES; ++a) {
            const Vector3d x = now.col(a) - now.col(0);
            tangents_0[j] += gradients[a][j] * in_all_lanes(x);
        }
    }
}

template <int NODES>
double ShellTriangle<NODES>::value(const Vec& q) const {
    Vec no_gradient;
    Mat no_hessian;
    return total(evaluate<0>(*this, q, no_gradient, no_hessian));
}

template <int NODES>
double ShellTriangle<NODES>::gradient(const Vec& q, Vec& g) const {
    Mat no_hessian;
    return total(evaluate<1>(*this, q, g, no_hessian));
}

template <int NODES>
double ShellTriangle<NODES>::hessian(const Vec& q, Vec& g, Mat& H) const {
    return total(evaluate<2>(*this, q, g, H));
}

template <int NODES>
Quatp ShellTriangle<NODES>::turned_directors(const Vec& q) const {
    return ShellEvaluation<NODES>(*this, q).directors();
}

template <int NODES>
ShellEnergies ShellTriangle<NODES>::energies() const {
    Vec no_gradient;
    Mat no_hessian;
    return evaluate<0>(*this, Vec::Zero(), no_gradient, no_hessian);
}

template <int NODES>
ShellStrains ShellTriangle<NODES>::strains(int p) const {
    return ShellEvaluation<NODES>(*this, Vec::Zero()).strains(p);
}

template CurvedStiffness curved_stiffness<3>(const TriangleNodes<3>&, const PointMaterials&,
                                             AreaLaw);
template CurvedStiffness curved_stiffness<6>(const TriangleNodes<6>&, const PointMaterials&,
                                             AreaLaw);
template struct ShellTriangle<3>;
template struct ShellTriangle<6>;

}  // namespace sinew::shells
