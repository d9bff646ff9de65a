// A linear tetrahedron of classic Neo-Hookean material, without microrotations: [micropolar eq. 16] with µ_c = 0.
//
// Unknowns: increments of the positions of its nodes over the step, x0 x1 x2 x3 [m]. The deformation gradient is
// constant in the element, so one evaluation is exact.
#pragma once

#include <Eigen/Core>

#include "fem/tet_geometry.hpp"

namespace sinew::solids {

struct NeoHookeanTet {
    static constexpr int BLOCKS = 4;
    using Vec = Eigen::Matrix<double, 12, 1>;
    using Mat = Eigen::Matrix<double, 12, 12>;

    TetGeometry rest;
    Eigen::Matrix3d F_0;  ///< deformation gradient at the start of the step
    double mu = 0.0;      ///< [Pa]
    double lambda = 0.0;  ///< [Pa]

    /// Energy [J]; infinite when the element is flat or inside out.
    double value(const Vec& q) const;
    /// g is set; zero where the energy is infinite.
    double gradient(const Vec& q, Vec& g) const;
    /// g and H are set.
    double hessian(const Vec& q, Vec& g, Mat& H) const;
};

}  // namespace sinew::solids
