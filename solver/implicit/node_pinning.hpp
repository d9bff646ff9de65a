// NodePinning: what the pins of a body whose nodes move and turn ask for in a step.
//
// A pin is a spring (potential/pin_potential.hpp). Its stiffness is measured by that of the material around the node, times
//
//   w/(1 − w + 1/PIN_RATIO)      for the weight w:
//
// as firm as the material at w ≈ ½, PIN_RATIO times as firm at w = 1. Pins of weight 1 are firm; the others are meant to give and do
// not count as errors. The body says what it holds (`hold_position`, `hold_rotation`) and
// where that is asked to be (`asked_position`); inputs, velocities, movers, releases and errors are the same for all.
#pragma once

#include <memory>
#include <vector>

#include "body/mover.hpp"
#include "body/vertex_pins.hpp"
#include "implicit/node_terms.hpp"
#include "potential/dof_map.hpp"
#include "potential/pin_potential.hpp"

namespace sinew {

class NodePinning {
public:
    static constexpr double PIN_RATIO = 1e4;
    /// Painted weights may be rounded: pins of a lower weight are not firm.
    static constexpr double FIRM_WEIGHT = 1.0 - 1e-6;

    virtual ~NodePinning() = default;

    /// What a weight means for the spring of a pin.
    struct Grip {
        double stiffness;  ///< relative to the material's [1]
        bool firm;         ///< as in Pin
    };
    /// Of the vertex at a place of a group.
    static Grip grip(const VertexPins& group, std::size_t place) {
        const double weight = group.weights.empty() ? 1.0 : group.weights[place];
        return {weight / (1.0 - weight + 1.0 / PIN_RATIO), weight > FIRM_WEIGHT};
    }
    /// 1 along the axes that a group holds, 0 along the others.
    static Eigen::Vector3d held_axes(const VertexPins& group);

    /// Makes the two potentials for these unknowns.
    void make_terms(const NodeUnknowns& unknowns);
    PinPotential& position_term() { return *m_position_term; }
    PinPotential& rotation_term() { return *m_rotation_term; }

    /// Targets at the end of the step, in increments from what the nodes are at its start; released pins let go.
    /// `first_block` of the body.
    void begin_step(const StepInfo& step, const std::vector<Eigen::Vector3d>& positions,
                    const std::vector<Eigen::Quaterniond>& rotations, const MotionHistory& motion,
                    int first_block);

    /// How far the worst node that is held firmly is from its target.
    PinErrors errors_at_start() const;
    /// After a step with these increments.
    PinErrors errors(const Eigen::VectorXd& x) const;

protected:
    /// A node of a group: the vertex at place `first`, or a node between those at `first` and `second`.
    struct Held {
        std::size_t group = 0;
        std::size_t first = 0;
        std::size_t second = 0;
        int node = 0;
        Eigen::Vector3d stiffness;
        bool firm = true;  ///< as in Pin
    };

    /// `movers` has one entry per group, null where it has no mover. Positions and rotations of the nodes are those that
    /// movers start from. The groups must outlive this.
    NodePinning(const std::vector<VertexPins>& groups, std::vector<const Mover*> movers,
                std::vector<Eigen::Vector3d> positions, std::vector<Eigen::Quaterniond> rotations);

    void hold_position(const Held& held) { m_positions.push_back(held); }
    void hold_rotation(const Held& held) { m_rotations.push_back(held); }

    const std::vector<VertexPins>& groups() const { return m_groups; }
    const Eigen::Vector3d& start(int node) const { return m_start[node]; }
    /// Positions that a group asks for at the end of the step, 3 per vertex; empty where it gives none.
    const std::vector<double>& sampled_positions(std::size_t group) const {
        return m_samples[group].positions;
    }
    static Eigen::Vector3d vector_at(const std::vector<double>& values, std::size_t index) {
        return Eigen::Map<const Eigen::Vector3d>(values.data() + 3 * index);
    }

private:
    /// Inputs of a group at the end of the step.
    struct Sample {
        double frame = 0.0;
        std::vector<double> positions, velocities, angular_velocities;
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
        bool released = false;
    };

    /// Where a node without a mover is asked to be at the end of the step [m].
    virtual Eigen::Vector3d asked_position(const Held& held) const = 0;
    /// From the start.
    Eigen::Quaterniond asked_rotation(const Held& held) const;
    void sample(double frame);

    const std::vector<VertexPins>& m_groups;
    std::vector<const Mover*> m_movers;
    std::vector<Eigen::Vector3d> m_start;
    std::vector<Eigen::Quaterniond> m_start_rotations;
    std::vector<Held> m_positions;
    std::vector<Held> m_rotations;
    std::vector<Sample> m_samples;
    std::unique_ptr<PinPotential> m_position_term;
    std::unique_ptr<PinPotential> m_rotation_term;
};

}  // namespace sinew
