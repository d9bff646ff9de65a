// Attachment: springs that hold vertices of a body to another body, to a mover or to the world, in the one minimisation of all implicit
// bodies.
//
// It has no unknowns, and knows bodies by their contact surfaces alone (contact/contact_surface.hpp): points that ride on nodes, and triangles.
// A vertex is held to
//
//   a rigid body     its place at rest, as a point of that body
//   another body     the nearest place of its triangles at rest, and as high above it as at rest
//   a mover          where the mover takes it
//
// A firm spring is GRIP times as stiff as both sides together resist at the start of a step, without what holds them together,
//
//   k = GRIP/(1/s + 1/s'),    1/s = Σ w²/H      w  weights of the nodes that carry the point;  H  largest entry of the diagonal's block
//
// so what is light or soft on either side decides. Weights below 1 loosen it as those of pins do (implicit/node_pinning.hpp).
//
// Its output are the held vertices, each where it is asked to be.
#pragma once

#include <memory>

#include "body/follower.hpp"
#include "body/mover.hpp"
#include "implicit/frame_carrier.hpp"
#include "implicit/implicit_system.hpp"
#include "joints/attachment_def.hpp"
#include "joints/attachment_potential.hpp"

namespace sinew::joints {

class Attachment final : public ImplicitBody, public Follower {
public:
    static constexpr double GRIP = 1e4;

    /// The definition must be valid; `to` and `mover` may be null. All must outlive it. Throws Error when `body` has no such vertex, or `to` no
    /// triangle.
    Attachment(const AttachmentDef& def, ImplicitSystem& system, const ImplicitBody& body,
               const ImplicitBody* to, const Mover* mover);

    std::string_view kind() const override { return AttachmentDef::KIND; }
    std::size_t output_count() const override { return m_def.vertices.size(); }
    void output_positions(std::span<double> out) const override;
    void list_inputs(LiveInputs& inputs) override;
    BodyMeasures measure(const StepInfo& last_step) const override;

    void declare_unknowns(DofMap& /*dofs*/) override {}
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    Eigen::VectorXd free_motion() const override { return {}; }
    std::vector<BodyPair> apart() const override;
    bool asks_for_resistance() const override { return m_def.stiffness == 0.0; }
    void note_resistance(std::span<const Eigen::Matrix3d> diagonal) override;
    void follow(double frame) override;

    const AttachmentDef& def() const { return m_def; }
    /// Farthest that a vertex of weight 1 is from its place [m]; NaN: the attachment is soft, or lets go.
    double error() const { return m_error; }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    /// Where a vertex is held.
    struct Hold {
        int point = 0;                                   ///< of the surface of the body
        Eigen::Vector3d rest = Eigen::Vector3d::Zero();  ///< of the vertex [m]
        Eigen::Vector3i target =
            Eigen::Vector3i::Zero();  ///< corners of a triangle of the surface that holds it
        Eigen::Vector3d coordinates = Eigen::Vector3d::UnitX();  ///< of the place among these
        double height = 0.0;                                     ///< [m]
    };
    /// What of another body holds: its frame if it has one, else its triangles.
    bool holds_with_frame() const { return m_carrier != nullptr; }
    bool holds_with_triangles() const { return m_to && !m_carrier; }
    void find_holds();
    void hold_to_triangles(const ContactSurface& target);
    /// Four for each vertex: how they ride on blocks.
    std::vector<NodePoint> carried_points() const;
    /// The same: where they are at the start of the step; those that animation moves, at its end.
    std::vector<Eigen::Vector3d> positions() const;
    /// Where something holds a place at rest that has no unknowns.
    Eigen::Vector3d held_place(const Eigen::Vector3d& rest) const;
    double weight_of(std::size_t held) const {
        return m_def.weights.empty() ? 1.0 : m_def.weights[held];
    }

    AttachmentDef m_def;
    const ImplicitBody& m_body;
    const ImplicitBody* m_to;
    const FrameCarrier* m_carrier;  ///< m_to, if it has a frame
    const Mover* m_mover;
    std::vector<Hold> m_holds;

    // Of the step that was begun.
    Eigen::Affine3d m_place = Eigen::Affine3d::Identity();  ///< of the mover
    double m_strength = 1.0;
    std::vector<AttachmentElement> m_elements;
    std::unique_ptr<AttachmentPotential> m_potential;  ///< null where nothing can move

    // State.
    double m_error = 0.0;
    double m_energy = 0.0;  ///< [J]
};

}  // namespace sinew::joints
