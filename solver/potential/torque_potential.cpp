#include "potential/torque_potential.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

/// s, r and r₂ of an increment.
struct TurnFactors {
    double s = 1.0;
    double r = 0.0;
    double r_2 = 0.0;

    explicit TurnFactors(const Vector3d& theta) {
        const double n_2 = theta.squaredNorm();
        if (n_2 < 2.5e-3) {  // series of the arc tangent, where differences would cancel
            s = 1.0 - n_2 * (1.0 / 12.0 - n_2 * (1.0 / 80.0 - n_2 * (1.0 / 448.0 - n_2 / 2304.0)));
            r = -1.0 / 6.0 + n_2 * (1.0 / 20.0 - n_2 * (3.0 / 224.0 - n_2 / 288.0));
            r_2 = 0.1 - n_2 * (3.0 / 56.0 - n_2 / 48.0);
            return;
        }
        const double n = std::sqrt(n_2);
        const double inverse_D = 1.0 / (1.0 + 0.25 * n_2);
        s = 2.0 * std::atan(0.5 * n) / n;
        r = (inverse_D - s) / n_2;
        r_2 = -(0.5 * inverse_D * inverse_D + 3.0 * r) / n_2;
    }
};

/// ∂(τ·α)/∂θ.
Vector3d work_gradient(const Vector3d& torque, const Vector3d& theta) {
    const TurnFactors f(theta);
    return f.s * torque + (f.r * torque.dot(theta)) * theta;
}

Matrix3d work_hessian(const Vector3d& torque, const Vector3d& theta) {
    const TurnFactors f(theta);
    const double along = torque.dot(theta);
    return f.r * (torque * theta.transpose() + theta * torque.transpose() +
                  along * Matrix3d::Identity()) +
           (along * f.r_2) * theta * theta.transpose();
}

Matrix3d without_negative_part(const Matrix3d& H) {
    const Eigen::SelfAdjointEigenSolver<Matrix3d> eigen(H);
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseMax(0.0).asDiagonal() *
           eigen.eigenvectors().transpose();
}

}  // namespace

void TorquePotential::find_slots(const BlockPattern& pattern) {
    m_slots.clear();
    for (int i = 0; i < range().count; ++i)
        m_slots.push_back(pattern.diagonal(range().block(i)));
}

double TorquePotential::value(const Eigen::VectorXd& x) const {
    double sum = 0.0;
    for (int i = 0; i < range().count; ++i) {
        const Vector3d theta = block_of(x, range().block(i));
        sum -= TurnFactors(theta).s * loads()[i].dot(theta);
    }
    return sum;
}

double TorquePotential::add_gradient(const Eigen::VectorXd& x, double weight,
                                     Eigen::VectorXd& g) const {
    for (int i = 0; i < range().count; ++i) {
        const int block = range().block(i);
        block_of(g, block) -= weight * work_gradient(loads()[i], block_of(x, block));
    }
    return value(x);
}

double TorquePotential::add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                                    Eigen::VectorXd& g, BlockMatrix& H) const {
    for (int i = 0; i < range().count; ++i) {
        if (loads()[i].isZero(0.0)) continue;
        const Matrix3d block = -work_hessian(loads()[i], block_of(x, range().block(i)));
        H.blocks()[m_slots[i]] +=
            weight * (psd == PsdProjection::Clamp ? without_negative_part(block) : block);
    }
    return add_gradient(x, weight, g);
}

}  // namespace sinew
