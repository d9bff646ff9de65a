// Energies of a VIPER rod: value, gradient and Hessian of each term, [viper sections 5 and 7.5].
//
// Every term is ½·k·|W|² with a strain W that is zero at rest. Symbols:
//
//   c, s       centres and scales of the points;  q, R = R(q)  frame of a segment
//   D          (c₁ − c₀)/l, derivative of the centreline [1]                      [eq. 37]
//   V          Rᵀ D, the same in material axes
//   e          (0, 0, 1): at rest V = e, because the parameter z is arc length
//   p          q̄ₐ q_b = (p₀, p_v) between neighbouring frames
//   Ω          κ p_v, Darboux vector in material axes, κ = 2/L                    [eq. 40]
//   θ          turn of a frame in its own axes: q → q exp(θ/2)
//   k          weight of the term (see RodPoint, RodSegment) [J]
//
//   stretch          W = D − R e                                                 [eq. 11]
//   cross-section    W = s − 1                                                   [eq. 12]
//   scale gradient   W = (s₁ − s₀)/l                                             [eq. 13]
//   bend and twist   W = s Ω − Ω̄                                                [eq. 14]
//   surface bending  W = ((s₂ − s₁)/l₁ − (s₁ − s₀)/l₀)/L                         [eq. 15, 39]
//   volume           W = s² D − R e, s the mean of the segment                   [eq. 18]
//                    and a price on zigzags, see zigzag_weight in rod_constants.cpp
//
// A straight rod of radius r that is free to get thinner has, with A = π r², I = π r⁴/4, J = π r⁴/2,
//
//   EA = A (k_s + k_x k_v/(k_x + 4 k_v)),     s − 1 = −2 k_v/(k_x + 4 k_v) · ε
//   GA = A (k_s + k_v),     EI = I k_b,     GJ = J k_t
//
// k_s stretch, k_x cross-section, k_v volume, k_b bend, k_t twist, all in Pa. EA: for a small stretch ε the volume term
// costs ½ A k_v (ε + 2(s − 1))² a metre, the cross-section ½ A k_x (s − 1)², and s is where their sum is least.
//
// Differs from the paper:
// - Bending has the factor 1/4 of [eq. 55]. Twist has the polar moment π r⁴/2, so that k_t is the shear modulus; the
//   paper's k_s^x + k_s^y is twice that.
// - The bending part of the volume term, ½ I k_v |s³ Ω − Ω̄|² [eq. 19, 20], is left out, because it adds k_v to the modulus of
//   bending. A rod that bends keeps its volume: the outer half of a disc gains what the inner half loses. A real
//   section evens that out by its shape, which one scale cannot.
// - [eq. 39] is divided by the dual length, so that stiffness does not depend on the resolution.
// - The cross-section term is evaluated at the points instead of the midpoints, because the mean of neighbouring scales
//   does not see a zigzag.
// - A held frame belongs to a point, not to a segment: rod_clamps.hpp.
//
// Material damping (Kelvin-Voigt, relaxation time τ) adds ½ k (τ/dt)|W − W₀|² with W₀ the strain at
// the start of the step. That is the same term with weight k(1 + τ/dt) and the strain measured from another
// target, so all terms here take a target: in place of R e and of Ω̄.
//
// Hessians are exact. `geometric` scales the part that is not JᵀkJ: 1 is Newton, 0 is Gauss-Newton, which is
// never indefinite.
//
// Everything here is inlined by force: the compiler then sees that most of a jet starts as zero and that only
// lower triangles are used, which halves the work.
#pragma once

#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// Taylor expansion of the terms of one segment in c₀, s₀, θ, c₁, s₁.
/// The terms depend on c only through c₁ − c₀, so derivatives by c₀ are those by c₁ with the other sign.
struct SegmentJet {
    Pack value{0.0};
    Vec3p g_c{};  ///< by c₁
    Pack g_s0{0.0}, g_s1{0.0};
    Vec3p g_t{};                ///< by θ
    Pack h_cc{0.0};             ///< times identity
    Vec3p h_cs{};               ///< c₁ with s₀, the same with s₁
    Vec3p h_ct_axis{};          ///< c₁ with θ is R [axis]×
    Pack h_ss{0.0};             ///< s₀s₀, s₀s₁ and s₁s₁ alike
    Pack h_ss_difference{0.0};  ///< + on s₀s₀ and s₁s₁, − on s₀s₁
    Vec3p h_st{};               ///< s₀ with θ, the same with s₁
    Mat3p h_tt{};               ///< symmetric
};

/// Taylor expansion of the bending terms at a point in θₐ (frame before), s, θ_b (frame after).
struct BendJet {
    Pack value{0.0};
    Vec3p g_a{}, g_b{};
    Pack g_s{0.0};
    Mat3p h_aa{}, h_ab{}, h_bb{};
    Vec3p h_sa{}, h_sb{};
    Pack h_ss{0.0};
};

/// m += f·((v·a) I − ½(v aᵀ + a vᵀ)): second derivative of −f·v·R(θ)a by θ, with R(0) = I.
[[gnu::always_inline]] inline void add_turning_hessian(Mat3p& m, Pack f, const Vec3p& v,
                                                       const Vec3p& a) {
    const Pack half(0.5);
    const Pack va = dot(v, a);
    m.m[0][0] += f * (va - v.x * a.x);
    m.m[1][1] += f * (va - v.y * a.y);
    m.m[2][2] += f * (va - v.z * a.z);
    const Pack xy = -f * half * (v.x * a.y + v.y * a.x);
    const Pack xz = -f * half * (v.x * a.z + v.z * a.x);
    const Pack yz = -f * half * (v.y * a.z + v.z * a.y);
    m.m[0][1] += xy;
    m.m[1][0] += xy;
    m.m[0][2] += xz;
    m.m[2][0] += xz;
    m.m[1][2] += yz;
    m.m[2][1] += yz;
}

/// ½ k |D − R a|² [viper eq. 11]. Returns the force λ = k W, world axes.
[[gnu::always_inline]] inline Vec3p add_stretch(SegmentJet& jet, Pack k, const Vec3p& D,
                                                const Mat3p& R, const Vec3p& V, const Vec3p& a,
                                                Pack inverse_length, Pack geometric) {
    const Vec3p W = D - R * a;
    const Vec3p lambda = k * W;
    jet.value += Pack(0.5) * dot(lambda, W);
    jet.g_c += inverse_length * lambda;
    jet.g_t += cross(transposed_times(R, lambda), a);
    jet.h_cc += k * inverse_length * inverse_length;
    jet.h_ct_axis += (k * inverse_length) * a;
    add_turning_hessian(jet.h_tt, k, a + geometric * (V - a), a);
    return lambda;
}

/// ½ k |s² D − R a|², s = (s₀ + s₁)/2 [viper eq. 18]. Returns the force k s² W, world axes.
[[gnu::always_inline]] inline Vec3p add_volume(SegmentJet& jet, Pack k, Pack s, const Vec3p& D,
                                               const Mat3p& R, const Vec3p& V, const Vec3p& a,
                                               Pack inverse_length, Pack geometric) {
    const Pack s2 = s * s;
    const Vec3p W = s2 * D - R * a;
    const Vec3p lambda = k * W;
    const Pack lambda_D = dot(lambda, D);
    jet.value += Pack(0.5) * dot(lambda, W);
    jet.g_c += (s2 * inverse_length) * lambda;
    const Pack g_s = s * lambda_D;  // ∂s/∂s₀ = ½ and W = s² D …
    jet.g_s0 += g_s;
    jet.g_s1 += g_s;
    jet.g_t += cross(transposed_times(R, lambda), a);
    jet.h_cc += k * s2 * s2 * inverse_length * inverse_length;
    jet.h_cs += (s * inverse_length) * ((k * s2) * D + geometric * lambda);
    jet.h_ct_axis += (k * s2 * inverse_length) * a;
    jet.h_ss += k * s2 * dot(D, D) + geometric * Pack(0.5) * lambda_D;
    jet.h_st += (k * s) * cross(V, a);
    add_turning_hessian(jet.h_tt, k, a + geometric * (s2 * V - a), a);
    return s2 * lambda;
}

/// ½ k ((s₁ − s₀)/l − target)² [viper eq. 13].
[[gnu::always_inline]] inline void add_scale_gradient(SegmentJet& jet, Pack k, Pack s0, Pack s1,
                                                      Pack target, Pack inverse_length) {
    const Pack W = (s1 - s0) * inverse_length - target;
    const Pack g = k * inverse_length * W;
    jet.value += Pack(0.5) * k * W * W;
    jet.g_s0 -= g;
    jet.g_s1 += g;
    jet.h_ss_difference += k * inverse_length * inverse_length;
}

/// ½ Σ kᵢ (s κ p_vᵢ − targetᵢ)² [viper eq. 14], and its second-order expansion
/// in s and in the frames [viper eq. 40]: p → exp(−θₐ/2) p exp(θ_b/2).
class BendExpansion {
public:
    BendExpansion(const Quatp& q_a, const Quatp& q_b, Pack kappa)
        : m_p(conjugate(q_a) * q_b), m_kappa(kappa) {}

    [[gnu::always_inline]] void add_term(BendJet& jet, const Vec3p& k, Pack s, const Vec3p& target,
                                         Pack geometric) {
        const Vec3p Omega = m_kappa * m_p.v;
        const Vec3p W = s * Omega - target;
        const Vec3p lambda = scaled(k, W);
        const Vec3p k_Omega = scaled(k, Omega);
        jet.value += Pack(0.5) * dot(lambda, W);
        jet.g_s += dot(lambda, Omega);
        jet.h_ss += dot(k_Omega, Omega);
        m_Lambda += (m_kappa * s) * lambda;
        m_C += (m_kappa * m_kappa * s * s) * k;
        m_u += m_kappa * (s * k_Omega + geometric * lambda);
    }

    /// ½ Σ kᵢ (κ p_vᵢ)²: a turn that the scale does not enter.
    [[gnu::always_inline]] void add_turn(BendJet& jet, const Vec3p& k) {
        const Vec3p Omega = m_kappa * m_p.v;
        const Vec3p lambda = scaled(k, Omega);
        jet.value += Pack(0.5) * dot(lambda, Omega);
        m_Lambda += m_kappa * lambda;
        m_C += (m_kappa * m_kappa) * k;
    }

    /// Call once, after all terms.
    [[gnu::always_inline]] void finish(BendJet& jet, Pack geometric) const {
        finish_after(jet, geometric);
        const Pack half(0.5);
        const Mat3p A = cross_matrix(-half * m_p.w, half * m_p.v);  // ∂p_v/∂θₐ
        const Mat3p B = cross_matrix(half * m_p.w, half * m_p.v);   // ∂p_v/∂θ_b
        const Mat3p CA = row_scaled(m_C, A);
        jet.g_a += transposed_times(A, m_Lambda);
        jet.h_sa += transposed_times(A, m_u);
        jet.h_aa += transposed_times(A, CA);
        jet.h_ab += transposed_times(CA, B);
        add_geometric(jet, geometric);
    }

    /// The same for the derivatives by s and θ_b only.
    [[gnu::always_inline]] void finish_after(BendJet& jet, Pack geometric) const {
        const Pack half(0.5);
        const Mat3p B = cross_matrix(half * m_p.w, half * m_p.v);
        jet.g_b += transposed_times(B, m_Lambda);
        jet.h_sb += transposed_times(B, m_u);
        jet.h_bb += transposed_times(B, row_scaled(m_C, B));
        const Pack quarter = Pack(0.25) * geometric * dot(m_Lambda, m_p.v);
        for (int i = 0; i < 3; ++i)
            jet.h_bb.m[i][i] -= quarter;
    }

private:
    static Mat3p row_scaled(const Vec3p& d, const Mat3p& a) {
        Mat3p r;
        for (int j = 0; j < 3; ++j) {
            r.m[0][j] = d.x * a.m[0][j];
            r.m[1][j] = d.y * a.m[1][j];
            r.m[2][j] = d.z * a.m[2][j];
        }
        return r;
    }

    /// Second order of Λ·p_v: −⅛ Λ·p_v (|θₐ|² + |θ_b|²) − ¼ Λ·Im(θₐ p θ_b).
    [[gnu::always_inline]] void add_geometric(BendJet& jet, Pack geometric) const {
        const Pack quarter = Pack(0.25) * geometric;
        const Vec3p& L = m_Lambda;
        const Vec3p& v = m_p.v;
        const Pack Lv = dot(L, v);
        for (int i = 0; i < 3; ++i)
            jet.h_aa.m[i][i] -= quarter * Lv;
        // Im(θₐ p θ_b)·Λ = θₐᵀ[(Λ·p_v) I − Λ p_vᵀ − p_v Λᵀ − p₀[Λ]×] θ_b
        const Mat3p cross_part = cross_matrix(Lv, -m_p.w * L);
        const Pack l[3] = {L.x, L.y, L.z};
        const Pack p[3] = {v.x, v.y, v.z};
        for (int i = 0; i < 3; ++i) {
            for (int j = 0; j < 3; ++j) {
                jet.h_ab.m[i][j] -= quarter * (cross_part.m[i][j] - l[i] * p[j] - p[i] * l[j]);
            }
        }
    }

    Quatp m_p;
    Pack m_kappa;
    Vec3p m_Lambda{};  ///< ∂value/∂p_v
    Vec3p m_C{};       ///< diagonal of ∂²value/∂p_v²
    Vec3p m_u{};       ///< ∂²value/∂s∂p_v
};

}  // namespace sinew::viper
