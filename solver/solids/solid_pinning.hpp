// What the pins of a solid ask for in a step, and how firmly.
//
// A pin is a spring (potential/pin_potential.hpp). Its stiffness is measured by that of the material around the vertex,
//
//   E h on positions [N/m],  E h³ on rotations [N m/rad],     h = ∛(volume of the vertex), E Young's modulus there,
//
// times w/(1 − w + 1/PIN_RATIO) for the weight w: as firm as the material at w ≈ ½, PIN_RATIO times as firm at w = 1.
#pragma once

#include <memory>
#include <vector>

#include "body/mover.hpp"
#include "implicit/node_terms.hpp"
#include "potential/dof_map.hpp"
#include "potential/pin_potential.hpp"
#include "solids/solid_def.hpp"
#include "solids/solid_elements.hpp"

namespace sinew::solids {

inline constexpr double PIN_RATIO = 1e4;

class SolidPinning {
public:
    /// `movers` has one entry per group of pins, null where it has no mover. The definition must outlive this.
    SolidPinning(const SolidDef& def, const SolidElements& elements,
                 std::vector<const Mover*> movers);

    /// Makes the two potentials for these unknowns.
    void make_terms(const NodeUnknowns& unknowns);
    PinPotential& position_term() { return *m_position_term; }
    PinPotential& rotation_term() { return *m_rotation_term; }

    /// Targets at the end of the step, in increments from `state`; released pins let go.
    void begin_step(const StepInfo& step, const SolidState& state, const MotionHistory& motion,
                    int first_block);

    /// How far the worst vertex that is held with full weight is from its target.
    PinErrors errors_at_start() const;
    /// After a step with these increments.
    PinErrors errors(const Eigen::VectorXd& x) const;

private:
    struct Held {
        std::size_t group = 0;
        std::size_t index = 0;  ///< in the group
        int vertex = 0;
        Eigen::Vector3d stiffness;
        bool firm = true;
    };
    Eigen::Vector3d position_increment(const Held& held, const SolidState& state) const;
    Eigen::Vector3d rotation_increment_of(const Held& held, const SolidState& state) const;
    void sample(double frame);

    const SolidDef& m_def;
    std::vector<const Mover*> m_movers;
    std::vector<Held> m_positions;
    std::vector<Held> m_rotations;
    std::unique_ptr<PinPotential> m_position_term;
    std::unique_ptr<PinPotential> m_rotation_term;

    /// Inputs of a group at the end of the step.
    struct Sample {
        std::vector<double> positions, rotations, velocities, angular_velocities;
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
    };
    std::vector<Sample> m_samples;
};

}  // namespace sinew::solids
