// What the pins of a shell ask for in a step, and how firmly.
//
// A pin is a spring (potential/pin_potential.hpp). Its stiffness is measured by that of the material around the vertex,
//
//   E h on positions [N/m],  E h (h² + L_c² + A) on rotations [N m/rad],      h thickness, A area of the vertex,
//
// times w/(1 − w + 1/SHELL_PIN_RATIO) for the weight w: as firm as the material at w ≈ ½, SHELL_PIN_RATIO times as firm at w = 1.
// The node of an edge whose two vertices are in one group moves by the mean of what they are asked for; on a mover
// it is carried like them.
#pragma once

#include <memory>
#include <vector>

#include "body/mover.hpp"
#include "implicit/node_terms.hpp"
#include "potential/dof_map.hpp"
#include "potential/pin_potential.hpp"
#include "shells/shell_elements.hpp"

namespace sinew::shells {

inline constexpr double SHELL_PIN_RATIO = 1e4;

/// Nodes of edges both of whose vertices are in `vertices`, with the places of these two in it.
struct EdgeBetween {
    int node = 0;
    std::size_t first = 0;
    std::size_t second = 0;
};
std::vector<EdgeBetween> edges_between(const ShellMesh& mesh, const std::vector<int>& vertices);

class ShellPinning {
public:
    /// `movers` has one entry per group of pins, null where it has no mover. Definition and mesh must outlive this.
    ShellPinning(const ShellDef& def, const ShellMesh& mesh, const ShellState& start,
                 std::vector<const Mover*> movers);

    /// Makes the two potentials for these unknowns.
    void make_terms(const NodeUnknowns& unknowns);
    PinPotential& position_term() { return *m_position_term; }
    PinPotential& rotation_term() { return *m_rotation_term; }

    /// Targets at the end of the step, in increments from `state`; released pins let go.
    void begin_step(const StepInfo& step, const ShellState& state, const MotionHistory& motion,
                    int first_block);

    /// How far the worst node is from its target.
    PinErrors errors_at_start() const;
    /// After a step with these increments.
    PinErrors errors(const Eigen::VectorXd& x) const;

private:
    /// A node of a group: the vertex at place `first`, or the node between those at `first` and `second`.
    struct Held {
        std::size_t group = 0;
        std::size_t first = 0;
        std::size_t second = 0;
        int node = 0;
        Eigen::Vector3d stiffness;
    };
    /// Inputs of a group at the end of the step.
    struct Sample {
        std::vector<double> positions, rotations, velocities, angular_velocities;
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        Eigen::Quaterniond turn = Eigen::Quaterniond::Identity();
        bool released = false;
    };

    void add_group(std::size_t group, const std::vector<double>& areas);
    void sample(double frame);
    Eigen::Vector3d asked_displacement(const Held& held, std::size_t place) const;
    Eigen::Quaterniond asked_rotation(const Held& held) const;
    Eigen::Vector3d position_increment(const Held& held, const ShellState& state,
                                       const MotionHistory& motion, Eigen::Index first) const;
    Eigen::Vector3d turn_increment(const Held& held, const ShellState& state,
                                   const MotionHistory& motion, Eigen::Index first) const;

    const ShellDef& m_def;
    const ShellMesh& m_mesh;
    std::vector<Eigen::Vector3d> m_start;               ///< of the nodes [m]
    std::vector<Eigen::Quaterniond> m_start_rotations;  ///< of the vertices
    std::vector<const Mover*> m_movers;
    std::vector<Held> m_positions;
    std::vector<Held> m_rotations;
    std::vector<Sample> m_samples;
    std::unique_ptr<PinPotential> m_position_term;
    std::unique_ptr<PinPotential> m_rotation_term;
};

}  // namespace sinew::shells
