// The pills of a kinematic collider, where its mover has them.
#pragma once

#include <vector>

#include "contact/pill_collider.hpp"
#include "math/pill.hpp"

namespace sinew {

/// Appends the pills of `collider` at `frame`, which may lie between frames, in the order of its definition.
void append_collider_pills(const PillCollider& collider, double frame,
                           std::vector<Pill<double>>& pills);

}  // namespace sinew
