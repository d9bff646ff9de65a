#include "potential/rotary_mass_potential.hpp"

#include "math/psd_projection.hpp"
#include "math/rotation.hpp"
#include "math/turn_of_increment.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

void RotaryMassPotential::set_target(double weight, const Eigen::Ref<const VectorXd>& target) {
    VectorXd reached(target.size());
    for (Eigen::Index i = 0; i < target.size(); i += 3) {
        const Vector3d turn = target.segment<3>(i);
        reached.segment<3>(i) = TurnOfIncrement(increment_of_turn(turn)).turn();
    }
    MassPotential::set_target(weight, reached);
}

VectorXd RotaryMassPotential::offset(const VectorXd& x) const {
    VectorXd turns(target().size());
    for (int i = 0; i < range().count; ++i)
        turns.segment<3>(3L * i) = TurnOfIncrement(block_of(x, range().block(i))).turn();
    return turns - target();
}

double RotaryMassPotential::value(const VectorXd& x) const {
    if (own_weight() == 0.0) return 0.0;
    return own_weight() * mass().kinetic_energy(offset(x));
}

double RotaryMassPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    if (own_weight() == 0.0) return 0.0;
    const VectorXd missing = offset(x);
    VectorXd torques;
    mass().multiply(missing, torques);
    torques *= own_weight();
    for (int i = 0; i < range().count; ++i) {
        const int block = range().block(i);
        const TurnOfIncrement turn(block_of(x, block));
        block_of(g, block) += weight * turn.gradient(torques.segment<3>(3L * i));
    }
    return 0.5 * missing.dot(torques);
}

double RotaryMassPotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd,
                                        VectorXd& g, BlockMatrix& H) const {
    if (own_weight() == 0.0) return 0.0;
    VectorXd torques;
    mass().multiply(offset(x), torques);
    torques *= own_weight();
    std::vector<Matrix3d> derivatives;
    std::vector<Matrix3d> curvatures;
    for (int i = 0; i < range().count; ++i) {
        const TurnOfIncrement turn(block_of(x, range().block(i)));
        derivatives.push_back(turn.derivative());
        curvatures.push_back(turn.hessian(torques.segment<3>(3L * i)));
        if (psd == PsdProjection::Clamp) clamp_to_psd(curvatures.back());
    }
    const std::span<const MassMatrix::Entry> entries = mass().entries();
    for (std::size_t k = 0; k < entries.size(); ++k) {
        const auto& [i, j, m] = entries[k];
        Matrix3d& block = H.blocks()[slots()[k]];
        block += (weight * own_weight() * m) * derivatives[i] * derivatives[j];
        if (i == j) block += weight * curvatures[i];
    }
    return add_gradient(x, weight, g);
}

}  // namespace sinew
