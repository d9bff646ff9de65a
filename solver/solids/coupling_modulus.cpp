#include "solids/coupling_modulus.hpp"

#include <algorithm>
#include <cmath>

namespace sinew::solids {

namespace {

/// Of µ: enough to say which way the microrotations point.
constexpr double LEAST_COUPLING = 0.01;
constexpr double RESIDUAL_BENDING = 12.0;

/// K [N].
double largest_curvature_modulus(const CurvatureModuli& moduli) {
    return 2.0 * std::max({moduli.symmetric, moduli.skew, moduli.trace,
                           0.5 * moduli.stiffness.maxCoeff()});
}

}  // namespace

double coupling_modulus(const MicropolarMaterial& material, const TetGeometry& rest) {
    const double mu = material.stretch.mu;
    const double mu_c = material.stretch.mu_c;
    if (!(mu_c > 0.0)) return mu_c;
    // Edge of a regular tetrahedron of this volume.
    const double h = std::cbrt(6.0 * std::sqrt(2.0) * rest.volume);
    const double resolved =
        RESIDUAL_BENDING * largest_curvature_modulus(material.curvature) / (h * h);
    if (material.stretch_law != StretchLaw::NeoHookean)
        return std::min(mu_c, std::max(mu, resolved));
    return 1.0 / (1.0 / mu_c + 1.0 / std::max(resolved, LEAST_COUPLING * mu));
}

}  // namespace sinew::solids
