// One triangle of a shell at one set of unknowns: what shell_triangle.hpp promises, step by step.
//
// Kinematics of the three points once, in the lanes of a Pack; strains; stresses; then first and second derivatives by tangents and spins of
// the points are collected (shell_evaluation.cpp) and spread over the nodes (shell_spread.cpp). The part of the Hessian that
// comes from the stiffness of the membrane couples the points: shell_stiffness.cpp. Part of the implementation of ShellTriangle: nobody else needs it.
#pragma once

#include "fem/rotation_increment.hpp"
#include "shells/area_term.hpp"
#include "shells/bending_strain.hpp"
#include "shells/membrane_strain.hpp"
#include "shells/shell_triangle.hpp"

namespace sinew::shells {

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

    /// Sets g and H as far as ORDER asks for them: 0 neither, 1 g, 2 both. `given` stress takes the place of that of the strains;
    /// null: none.
    template <int ORDER>
    ShellEnergies run(Vec& g, Mat& H, const ShellStress* given = nullptr);

    /// Stress after a change of the unknowns by dq, linearised here.
    ShellStress promised(const Vec& dq) const;

    const Quatp& directors() const { return m_directors; }
    /// E and Γ at point p.
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

    [[gnu::always_inline]] RelaxedStrain relaxed_strain(
        const MembraneStrain<Pack>& membrane) const {
        return {m_triangle.relaxation, membrane.strain(), m_triangle.rest_stretch};
    }
    /// The change of E, and Γ after a change of the unknowns by dq, linearised here.
    void change_strains(const MembraneStrain<Pack>& membrane, const BendingStrain<Pack>& bending,
                        const Vec& dq, SurfaceTensor<Pack>& dE, SurfaceTensor<Pack>& Gamma) const;
    /// Adds the stress of the nonlinear area law by Ẽ, after a change of Ẽ from `relaxed` to `changed`, linearised.
    void add_area_stress(const SurfaceTensor<Pack>& relaxed, const SurfaceTensor<Pack>& changed,
                         SurfaceTensor<Pack>& S) const;
    /// Stresses by Ẽ and by Γ, without the nonlinear area law.
    void stresses(const SurfaceTensor<Pack>& relaxed, const SurfaceTensor<Pack>& curvature,
                  SurfaceTensor<Pack>& S, SurfaceTensor<Pack>& M) const;
    /// Whether a point has no area left, which the nonlinear area law does not allow.
    bool is_crushed() const;
    AreaTerm<Pack> area_term(const SurfaceTensor<Pack>& relaxed) const;

    /// Forces of the stress S by E, and what follows from S alone in the Hessian.
    template <int ORDER>
    void add_membrane(const MembraneStrain<Pack>& membrane, const SurfaceTensor<Pack>& S);
    template <int ORDER>
    void add_bending(BendingStrain<Pack>& bending, const SurfaceTensor<Pack>& M, Vec& g, Mat& H);
    void add_bending_hessian(const BendingStrain<Pack>& bending, const Vec3p (&torques)[3], Mat& H);
    /// ∂Ẽ/∂q, and of ∂E/∂q what the directors lean.
    void relaxed_derivatives(const MembraneStrain<Pack>& membrane, const RelaxedStrain& relaxation,
                             SurfaceTensor<Pack> (&Z)[Triangle::SIZE],
                             DirectorLean (&lean)[Triangle::SIZE]) const;
    /// Z and `lean` of relaxed_derivatives, `by_stress` of the stress by Ẽ. In the curved model without the moduli.
    void add_membrane_stiffness(const SurfaceTensor<Pack> (&Z)[Triangle::SIZE],
                                const DirectorLean (&lean)[Triangle::SIZE],
                                const SurfaceTensor<Pack>& relaxed, const LeanStiffness& by_stress,
                                Mat& H) const;
    void add_curved_stiffness(const SurfaceTensor<Pack> (&relaxed)[Triangle::SIZE],
                              const BendingStrain<Pack>& bending, Mat& H) const;

    void spread_forces(Vec& g) const;
    void spread_force_turns(Mat& H) const;
    void spread_turn_hessian(Mat& H) const;

    const Triangle& m_triangle;
    Vec3p m_theta;  ///< of the corners
    RotationIncrement<Pack> m_turn;
    Quatp m_directors;
    Mat3p m_D;
    Vec3p m_tangents[2];

    // Derivatives at the points.
    Vec3p m_sigma[2]{};      ///< by tangents
    Vec3p m_torque{};        ///< by spins
    Mat3p m_X[2]{};          ///< tangents, spins: from the stress
    Mat3p m_spin_hessian{};  ///< spins, spins: from the stress, and of the plate's bending
};

}  // namespace sinew::shells
