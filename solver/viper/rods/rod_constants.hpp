// Masses, lengths and stiffnesses of a rod, as the solver has them: RodsDef and its RodParams in the lanes of a RodBatch.
#pragma once

#include <Eigen/Core>
#include <cmath>

#include "viper/definition/rod_params.hpp"
#include "viper/rods/rod_set.hpp"

namespace sinew::viper {

/// L (EI, EI, GJ) of a length L of a disc of radius r: EI = bend_stiffness π
/// r⁴/4, GJ = twist_stiffness π r⁴/2 [J m²].
inline Eigen::Vector3d bend_weight(const RodParams& k, double r, double L) {
    const double I = 0.25 * M_PI * r * r * r * r;
    return L * I * Eigen::Vector3d(k.bend_stiffness, k.bend_stiffness, 2.0 * k.twist_stiffness);
}

/// Fills the lane of `rod`; all its unknowns are free.
void fill_rod_constants(const RodSet& set, const RodSet::Rod& rod, RodBatch& batch);

}  // namespace sinew::viper
