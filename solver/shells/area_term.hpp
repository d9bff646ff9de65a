// Resistance of a shell to changes of area that grows without bound where it is crushed to nothing.
//
// Source: [shell eq. 13]; takes the place of λ̂ tr(Ē)² in eq. 12.
//
//   J      |f_1 × f_2| / A₀, area now by area at rest; f_j deformed tangents, A₀ = det of the rest stretch (1 in a Euclidean shell)
//   Ψ      λ̂ ψ(J),  ψ = ½ ((J − 1)² + (1/J − 1)²)
//   n      (f_1 × f_2)/|f_1 × f_2|
//   ∂J/∂f_1 = f_2 × n / A₀,   ∂J/∂f_2 = n × f_1 / A₀
//   ∂²J: 11: |f_2|²/(J A₀²) n nᵀ;   22: |f_1|²/(J A₀²) n nᵀ;   12: −(f_1·f_2)/(J A₀²) n nᵀ − [n]×/A₀
//        from |v|'' = |(I − n nᵀ) δv|²/|v| + n·δ²v with v = f_1 × f_2
#pragma once

#include <cmath>

#include "math/lane_geometry.hpp"
#include "shells/membrane_strain.hpp"

namespace sinew::shells {

template <class T>
class AreaTerm {
public:
    /// λ̂ already times thickness and area where wanted.
    [[gnu::always_inline]] AreaTerm(const T& stiffness, const Vec3<T> (&tangents)[2],
                                    const T& rest_area)
        : m_f{tangents[0], tangents[1]},
          m_stiffness(stiffness),
          m_inverse_rest(T(1.0) / rest_area) {
        using std::sqrt;
        const Vec3<T> across = cross(m_f[0], m_f[1]);
        const T area = sqrt(dot(across, across));
        m_n = (T(1.0) / area) * across;
        m_J = area * m_inverse_rest;
        m_inverse_J = T(1.0) / m_J;
    }

    [[gnu::always_inline]] T value() const {
        const T more = m_J - T(1.0);
        const T less = m_inverse_J - T(1.0);
        return T(0.5) * m_stiffness * (more * more + less * less);
    }

    /// ∂Ψ/∂f_j.
    [[gnu::always_inline]] void force(Vec3<T> (&sigma)[2]) const {
        const T by_J = first();
        for (int j = 0; j < 2; ++j)
            sigma[j] += by_J * area_by_tangent(j);
    }

    /// Adds ∂²Ψ/∂f² to the blocks 11, 12 and 22.
    [[gnu::always_inline]] void add_stiffness(Mat3<T>& K_11, Mat3<T>& K_12, Mat3<T>& K_22) const {
        const Vec3<T> by_1 = area_by_tangent(0);
        const Vec3<T> by_2 = area_by_tangent(1);
        const T inverse_4 = m_inverse_J * m_inverse_J * m_inverse_J * m_inverse_J;
        // ψ'' = 1 + 3/J⁴ − 2/J³
        const T second = m_stiffness * (T(1.0) + inverse_4 * (T(3.0) - T(2.0) * m_J));
        const T by_J = first();
        const T normal = by_J * m_inverse_J * m_inverse_rest * m_inverse_rest;
        add_outer(K_11, second * by_1, by_1);
        add_outer(K_12, second * by_1, by_2);
        add_outer(K_22, second * by_2, by_2);
        add_outer(K_11, normal * dot(m_f[1], m_f[1]) * m_n, m_n);
        add_outer(K_12, -(normal * dot(m_f[0], m_f[1])) * m_n, m_n);
        add_outer(K_22, normal * dot(m_f[0], m_f[0]) * m_n, m_n);
        K_12 += cross_matrix(T(0.0), -(by_J * m_inverse_rest) * m_n);
    }

private:
    /// λ̂ ψ' = λ̂ (J − 1 − (1/J − 1)/J²).
    [[gnu::always_inline]] T first() const {
        return m_stiffness * (m_J - T(1.0) - (m_inverse_J - T(1.0)) * m_inverse_J * m_inverse_J);
    }
    [[gnu::always_inline]] Vec3<T> area_by_tangent(int j) const {
        return m_inverse_rest * (j == 0 ? cross(m_f[1], m_n) : cross(m_n, m_f[0]));
    }

    Vec3<T> m_f[2];
    T m_stiffness;
    T m_inverse_rest;
    Vec3<T> m_n;
    T m_J;
    T m_inverse_J;
};

}  // namespace sinew::shells
