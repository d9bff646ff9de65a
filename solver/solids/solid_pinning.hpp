// Nodes that the pins of a solid hold, and stiffnesses of the pins (implicit/node_pinning.hpp): the stiffness of the material around a vertex is
//
//   E h on positions [N/m],  E h³ on rotations [N m/rad],     h = ∛(volume of the vertex), E Young's modulus there.
#pragma once

#include "implicit/node_pinning.hpp"
#include "solids/solid_def.hpp"
#include "solids/solid_elements.hpp"

namespace sinew::solids {

class SolidPinning final : public NodePinning {
public:
    /// `movers` has one entry per group of pins, null where it has no mover. The definition must outlive this.
    SolidPinning(const SolidDef& def, const SolidElements& elements,
                 std::vector<const Mover*> movers);

private:
    Eigen::Vector3d asked_position(const Held& held) const override;
};

}  // namespace sinew::solids
