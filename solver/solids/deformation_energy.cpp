#include "solids/deformation_energy.hpp"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

namespace sinew::solids {

using Eigen::Matrix3d;
using Eigen::Vector3d;

DeformationEnergy volume_term(double lambda, double J) {
    return {.m = 0.0,
            .f = 0.5 * lambda * (J - 1.0) * (J - 1.0),
            .slope = lambda * (J - 1.0),
            .second_slope = lambda};
}

DeformationEnergy neo_hookean(double mu, double lambda, double J) {
    if (!(J > 0.0)) return {.f = std::numeric_limits<double>::infinity()};
    const double c = 0.5 * lambda + mu;
    return {.m = mu,
            .f = 0.25 * lambda * (J * J - 1.0) - c * std::log(J),
            .slope = 0.5 * lambda * J - c / J,
            .second_slope = 0.5 * lambda + c / (J * J)};
}

double energy_density(const DeformationEnergy& energy, const Matrix3d& F) {
    return 0.5 * energy.m * (F.squaredNorm() - 3.0) + energy.f;
}

Matrix3d cofactor(const Matrix3d& F) {
    Matrix3d C;
    C.col(0) = F.col(1).cross(F.col(2));
    C.col(1) = F.col(2).cross(F.col(0));
    C.col(2) = F.col(0).cross(F.col(1));
    return C;
}

void add_gradient(const DeformationEnergy& energy, const TetGeometry& rest, const Matrix3d& F,
                  Eigen::Ref<TetPositionVec> g) {
    const Matrix3d P = rest.volume * (energy.m * F + energy.slope * cofactor(F));
    for (int a = 0; a < 4; ++a)
        g.segment<3>(3L * a) += P * rest.gradients.col(a);
}

void add_hessian(const DeformationEnergy& energy, const TetGeometry& rest, const Matrix3d& F,
                 Eigen::Ref<TetPositionMat, 0, Eigen::OuterStride<>> H) {
    const Eigen::Matrix<double, 3, 4> j = cofactor(F) * rest.gradients;  // ∂J/∂x_a
    const double V = rest.volume;
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b) {
            const Vector3d Ga = rest.gradients.col(a);
            const Vector3d Gb = rest.gradients.col(b);
            Matrix3d block = (V * energy.second_slope) * j.col(a) * j.col(b).transpose();
            block.diagonal().array() += V * energy.m * Ga.dot(Gb);
            if (a != b) {
                const Vector3d c = (V * energy.slope) * (F * Ga.cross(Gb));
                // −[c]×
                block(0, 1) += c.z();
                block(0, 2) -= c.y();
                block(1, 0) -= c.z();
                block(1, 2) += c.x();
                block(2, 0) += c.y();
                block(2, 1) -= c.x();
            }
            H.block<3, 3>(3L * a, 3L * b) += block;
        }
    }
}

}  // namespace sinew::solids
