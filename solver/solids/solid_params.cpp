#include "solids/solid_params.hpp"

namespace sinew::solids {

SolidParams blended(const SolidParams& a, const SolidParams& b, double weight) {
    SolidParams out;
    for (const auto& info : SOLID_PARAM_TABLE)
        out.*info.member = (1.0 - weight) * (a.*info.member) + weight * (b.*info.member);
    return out;
}

StretchModuli stretch_moduli(const SolidParams& params) {
    const double E = params.young_modulus;
    const double nu = params.poisson_ratio;
    const double mu = E / (2.0 * (1.0 + nu));
    return {.mu = mu,
            .mu_c = params.couple_ratio * mu,
            .lambda = E * nu / ((1.0 + nu) * (1.0 - 2.0 * nu))};
}

CurvatureModuli curvature_moduli(const SolidParams& params, const Eigen::Matrix3d& stiffness) {
    CurvatureModuli moduli;
    const double scale = stretch_moduli(params).mu * params.length_scale * params.length_scale;
    if (scale == 0.0) return moduli;
    if (!stiffness.isZero(0.0)) {
        moduli.law = CurvatureLaw::Orthotropic;
        moduli.stiffness = scale * stiffness;
        return moduli;
    }
    moduli.law = CurvatureLaw::Isotropic;
    moduli.symmetric = 0.5 * scale * params.alpha;
    moduli.skew = 0.5 * scale * params.beta;
    moduli.trace = 0.5 * scale * params.gamma;
    return moduli;
}

}  // namespace sinew::solids
