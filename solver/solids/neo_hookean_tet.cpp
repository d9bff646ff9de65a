#include "solids/neo_hookean_tet.hpp"

#include <Eigen/LU>

#include "solids/deformation_energy.hpp"

namespace sinew::solids {

using Eigen::Matrix3d;

namespace {

Matrix3d deformation_gradient(const NeoHookeanTet& tet, const NeoHookeanTet::Vec& q) {
    Matrix3d F = tet.F_0;
    for (int a = 1; a < 4; ++a) {
        F += (q.segment<3>(3L * a) - q.head<3>()) * tet.rest.gradients.col(a).transpose();
    }
    return F;
}

}  // namespace

double NeoHookeanTet::value(const Vec& q) const {
    const Matrix3d F = deformation_gradient(*this, q);
    return rest.volume * energy_density(neo_hookean(mu, lambda, F.determinant()), F);
}

double NeoHookeanTet::gradient(const Vec& q, Vec& g) const {
    const Matrix3d F = deformation_gradient(*this, q);
    const DeformationEnergy energy = neo_hookean(mu, lambda, F.determinant());
    g.setZero();
    add_gradient(energy, rest, F, g);
    return rest.volume * energy_density(energy, F);
}

double NeoHookeanTet::hessian(const Vec& q, Vec& g, Mat& H) const {
    const Matrix3d F = deformation_gradient(*this, q);
    const DeformationEnergy energy = neo_hookean(mu, lambda, F.determinant());
    g.setZero();
    add_gradient(energy, rest, F, g);
    H.setZero();
    add_hessian(energy, rest, F, H);
    H.triangularView<Eigen::StrictlyUpper>() = H.transpose();
    return rest.volume * energy_density(energy, F);
}

}  // namespace sinew::solids
