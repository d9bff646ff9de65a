// The rotation over a step as a function of its unknown θ, and how derivatives by spins become derivatives by θ.
//
//   q(θ) = (1, g) q₀ / √D,   g = θ/2,   D = 1 + |g|²                          [micropolar eq. 26]
//
// A spin φ turns a rotation further from the left: R → exp([φ]×) R, in world axes (math/rotation.hpp). Energies are
// derived by spins, where formulas are short, and then taken to θ:
//
//   δφ = T δθ,   T = (I + [g]×)/D                  from δ(1, g) · conj(1, g) = (…, δg + g × δg)
//   ∂Ψ/∂θ   = Tᵀ m =: h,                           m = ∂Ψ/∂φ, the torque
//   ∂²Ψ/∂θ² = Tᵀ M T − (h gᵀ + g hᵀ)/(2D)          M = d²Ψ/dφ² along exp(tφ), symmetric
//
// The last line: ∂/∂θ_k (Tᵀm) has the derivatives of m, which give TᵀMT and a skew part, and those of T,
// ∂T/∂θ_k = −(g_k/D) T + [e_k]×/(2D). A second derivative is symmetric, so skew parts cancel and half of
// h gᵀ and of its transpose are left.
// Two different rotations a and b: ∂²Ψ/∂θ_a∂θ_b = T_aᵀ M_ab T_b, without more.
#pragma once

#include "math/lane_geometry.hpp"

namespace sinew {

template <class T>
struct RotationIncrement {
    Vec3<T> g;    ///< θ/2
    T inverse_D;  ///< 1/(1 + |g|²)

    [[gnu::always_inline]] explicit RotationIncrement(const Vec3<T>& theta)
        : g(T(0.5) * theta), inverse_D(T(1.0) / (T(1.0) + dot(g, g))) {}

    /// q(θ).
    [[gnu::always_inline]] Quat<T> applied_to(const Quat<T>& q_0) const {
        using std::sqrt;
        const T scale = sqrt(inverse_D);
        return Quat<T>{scale, scale * g} * q_0;
    }

    /// T, world spin by θ.
    [[gnu::always_inline]] Mat3<T> spin_by_unknown() const {
        return cross_matrix(inverse_D, inverse_D * g);
    }

    /// Tᵀ m.
    [[gnu::always_inline]] Vec3<T> gradient(const Vec3<T>& torque) const {
        return inverse_D * (torque - cross(g, torque));
    }

    /// Adds −(h gᵀ + g hᵀ)/(2D), the part of the Hessian that comes from the curvature of q(θ).
    [[gnu::always_inline]] void add_curvature(Mat3<T>& hessian, const Vec3<T>& h) const {
        const Vec3<T> f = (T(-0.5) * inverse_D) * g;
        hessian.m[0][0] += T(2.0) * f.x * h.x;
        hessian.m[1][1] += T(2.0) * f.y * h.y;
        hessian.m[2][2] += T(2.0) * f.z * h.z;
        const T xy = f.x * h.y + f.y * h.x;
        const T xz = f.x * h.z + f.z * h.x;
        const T yz = f.y * h.z + f.z * h.y;
        hessian.m[0][1] += xy;
        hessian.m[1][0] += xy;
        hessian.m[0][2] += xz;
        hessian.m[2][0] += xz;
        hessian.m[1][2] += yz;
        hessian.m[2][1] += yz;
    }

    /// TᵀMT − (h gᵀ + g hᵀ)/(2D).
    [[gnu::always_inline]] Mat3<T> hessian(const Mat3<T>& spin_hessian, const Vec3<T>& h) const {
        const Mat3<T> t = spin_by_unknown();
        Mat3<T> out = transposed_times(t, spin_hessian * t);
        add_curvature(out, h);
        return out;
    }
};

}  // namespace sinew
