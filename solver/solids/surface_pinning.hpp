// SurfacePinning: pins on the vertices of the artist's mesh, which ride inside the tetrahedra.
//
// The position of a vertex is linear in those of the four nodes around it, so a pin is a spring on that point
// (potential/point_pin_potential.hpp). Its stiffness is
//
//   k_v = g(w) K_v / n_v       g(w)  of the weight, as for nodes (implicit/node_pinning.hpp) [1]
//                              K_v   E h of the material around the vertex (solid_pinning.hpp) [N/m]
//                              n_v   how many pinned vertices share its nodes, at least 1
//
// so that a patch is held alike, however finely its mesh is divided.
//
// Tetrahedra that are coarser than the mesh cannot follow every vertex of a patch that bends. Nor is a spring rigid. What
// is then missing at a vertex of weight 1 is added to the output (corrections()): the vertex is where it was asked to
// be, and its neighbours come along over the size of the tetrahedra (correction_spread.hpp). The solver does not feel
// this; it is detail that the tetrahedra cannot carry. After a release corrections fade with FADE_TIME.
//
// Pins that ask for velocities are springs only: they have no place to be at.
#pragma once

#include <memory>
#include <vector>

#include "body/mover.hpp"
#include "implicit/motion_history.hpp"
#include "mesh/tet_embedding.hpp"
#include "potential/point_pin_potential.hpp"
#include "solids/solid_def.hpp"
#include "solids/solid_elements.hpp"

namespace sinew::solids {

class SurfacePinning {
public:
    static constexpr double FADE_TIME = 0.1;  ///< [s]

    /// `movers` has one entry per group of def.surface_pins. The definition must outlive this.
    SurfacePinning(const SolidDef& def, const SolidElements& elements, const TetEmbedding& surface,
                   std::vector<const Mover*> movers);

    /// Makes the potential for these unknowns.
    void make_term(BlockRange positions);
    PointPinPotential& term() { return *m_term; }

    /// Targets at the end of the step; `positions` of the nodes at its start, `first_block` of the body.
    void begin_step(const StepInfo& step, const std::vector<Eigen::Vector3d>& positions,
                    const MotionHistory& motion, int first_block);
    /// Takes what the step left missing.
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x);

    /// Vertices of weight 1, each once, and what is added to their positions [m].
    const std::vector<int>& corrected() const { return m_corrected; }
    const std::vector<Eigen::Vector3d>& corrections() const { return m_corrections; }
    void set_corrections(std::vector<Eigen::Vector3d> corrections);

    /// Distance of the worst vertex of weight 1 to its target in the output [m]; NaN without such vertices.
    double error_at_start() const;
    double error() const { return m_error; }

private:
    struct Held {
        std::size_t group = 0;
        std::size_t index = 0;  ///< in the group
        int vertex = 0;
        Eigen::Vector3d stiffness;
        int corrected = -1;  ///< place in m_corrected; −1: it is meant to give
    };
    /// Motion over the step that a pin asks for [m].
    Eigen::Vector3d asked_motion(const Held& held, const Eigen::Vector3d& now,
                                 const MotionHistory& motion, int first_block) const;
    bool is_released(const Held& held) const { return m_samples[held.group].released; }
    bool asks_for_velocity(const Held& held) const;

    /// Inputs of a group at the end of the step.
    struct Sample {
        std::vector<double> positions, velocities;
        Eigen::Affine3d transform = Eigen::Affine3d::Identity();
        bool released = false;
    };

    const SolidDef& m_def;
    const TetEmbedding& m_surface;
    std::vector<const Mover*> m_movers;
    std::vector<Held> m_held;
    std::vector<Sample> m_samples;
    std::vector<int> m_corrected;
    std::vector<Eigen::Vector3d> m_corrections;
    double m_error;
    BlockRange m_positions;
    std::unique_ptr<PointPinPotential> m_term;
};

/// A vertex of the surface as a point on the nodes.
NodePoint node_point(const TetEmbedding::Place& place);

}  // namespace sinew::solids
