// The energy of the rods of a batch around an iterate, up to second order.
#pragma once

#include <cstddef>
#include <vector>

#include "viper/chain/chain_matrix.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

/// In increments Δc, Δs and θ (material axes).
struct RodExpansion {
    Pack value{0.0};             ///< [J]
    Pack residual{0.0};          ///< largest unbalanced force [N]; on s divided by r, on θ by l
    Pack force{0.0};             ///< largest force acting anywhere in the rod [N]
    std::vector<Pack> gradient;  ///< ROD_UNKNOWNS per point
    ChainMatrix hessian;

    void resize(int points) {
        gradient.resize(static_cast<std::size_t>(points) * ROD_UNKNOWNS);
        hessian.resize(points);
    }
};

}  // namespace sinew::viper
