// Quadrature rules in barycentric coordinates. Weights sum to one: multiply by the volume or area of the element.
//
// Both rules are exact for polynomials of degree 2. One point would leave rotation fields that cost nothing
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

/// Strang and Fix 1973, points inside the triangle.
inline constexpr Quadrature<3, 3> TRIANGLE_QUADRATURE = {{{{2.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0},
                                                           {1.0 / 6.0, 2.0 / 3.0, 1.0 / 6.0},
                                                           {1.0 / 6.0, 1.0 / 6.0, 2.0 / 3.0}}},
                                                         {1.0 / 3.0, 1.0 / 3.0, 1.0 / 3.0}};

}  // namespace sinew
