// Quadrature rules in barycentric coordinates. Weights sum to one: multiply by the volume or area of the element.
//
// Exact for polynomials of degree 2, unless said otherwise. One point would leave rotation fields that cost nothing
// [micropolar section 4.2.3].
#pragma once

#include <array>

namespace sinew {

template <int NODES, int POINTS>
struct Quadrature {
    std::array<std::array<double, NODES>, POINTS> points;  ///< barycentric coordinates
    std::array<double, POINTS> weights;
};

/// At quadrature point p of the rule of a tetrahedron the shape function of node p has this value …
inline constexpr double TET_NEAR = 0.58541019662496845446;  // (5 + 3√5)/20
/// … and those of the other three nodes this one.
inline constexpr double TET_FAR = 0.13819660112501051518;  // (5 − √5)/20

/// Keast 1986; [micropolar section 4.2.3].
inline constexpr Quadrature<4, 4> TET_QUADRATURE = {{{{TET_NEAR, TET_FAR, TET_FAR, TET_FAR},
                                                      {TET_FAR, TET_NEAR, TET_FAR, TET_FAR},
                                                      {TET_FAR, TET_FAR, TET_NEAR, TET_FAR},
                                                      {TET_FAR, TET_FAR, TET_FAR, TET_NEAR}}},
                                                    {0.25, 0.25, 0.25, 0.25}};

/// The same for a triangle: at quadrature point p the barycentric coordinate of corner p …
inline constexpr double TRIANGLE_NEAR = 2.0 / 3.0;
/// … and those of the other two.
inline constexpr double TRIANGLE_FAR = 1.0 / 6.0;

/// Strang and Fix 1973, points inside the triangle.
inline constexpr Quadrature<3, 3> TRIANGLE_QUADRATURE = {
    {{{TRIANGLE_NEAR, TRIANGLE_FAR, TRIANGLE_FAR},
      {TRIANGLE_FAR, TRIANGLE_NEAR, TRIANGLE_FAR},
      {TRIANGLE_FAR, TRIANGLE_FAR, TRIANGLE_NEAR}}},
    {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};

/// Dunavant 1985, exact for degree 4: products of quadratic shape functions, as in a mass matrix.
inline constexpr Quadrature<3, 6> TRIANGLE_QUADRATURE_4 = [] {
    constexpr double A = 0.44594849091596488632;
    constexpr double A_WEIGHT = 0.22338158967801146570;
    constexpr double B = 0.09157621350977074346;
    constexpr double B_WEIGHT = 0.10995174365532186764;
    return Quadrature<3, 6>{{{{A, A, 1.0 - 2.0 * A},
                              {A, 1.0 - 2.0 * A, A},
                              {1.0 - 2.0 * A, A, A},
                              {B, B, 1.0 - 2.0 * B},
                              {B, 1.0 - 2.0 * B, B},
                              {1.0 - 2.0 * B, B, B}}},
                            {A_WEIGHT, A_WEIGHT, A_WEIGHT, B_WEIGHT, B_WEIGHT, B_WEIGHT}};
}();

}  // namespace sinew
