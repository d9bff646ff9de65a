// The rods of one body: their rest geometry, their state, and where each rod lies in the batches.
//
// For the system that advances them it also says what a step needs of them, which is in files of its own: rod_constants.hpp,
// rod_pinning.hpp, rod_inputs.hpp, rod_couplings.hpp, rod_measures.hpp.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <span>
#include <vector>

#include "body/step_info.hpp"
#include "contact/half_plane.hpp"
#include "viper/pill_contacts.hpp"
#include "viper/point_ref.hpp"
#include "viper/rod_attachments.hpp"
#include "viper/rod_batch.hpp"
#include "viper/rods_def.hpp"
#include "viper/section.hpp"

namespace sinew::viper {

/// State of the rods of one body in plain arrays, point after point. Frames and angular velocities have an
/// entry for each point too; that of a rod's last point is not used.
struct RodSetState {
    std::vector<Eigen::Vector3d> c, c_rate;
    std::vector<double> s, s_rate;
    std::vector<Eigen::Quaterniond> q;
    std::vector<Eigen::Vector3d> q_rate;
    std::vector<double> fall;  ///< as in RodRates
};

class RodSet {
public:
    /// Where a rod lies: its first point in the set, its lane in a batch.
    struct Rod {
        int first = 0;
        int points = 0;
        int batch = -1;
        int lane = -1;
    };

    /// `movers` are those of the attachments, in order.
    explicit RodSet(const RodsDef& def, std::vector<const Mover*> movers = {});
    /// What holds its points refers to its definition.
    RodSet(const RodSet&) = delete;
    RodSet& operator=(const RodSet&) = delete;

    const RodsDef& def() const { return m_def; }
    std::vector<Rod>& rods() { return m_rods; }
    const std::vector<Rod>& rods() const { return m_rods; }
    std::size_t point_count() const { return m_def.points.size(); }
    /// Frame of the segment that starts at each point, at rest.
    const std::vector<Eigen::Quaterniond>& rest_frames() const { return m_rest_frames; }

    /// Whether a section holds the point to others.
    bool is_bundled(int point) const { return m_is_bundled[point] != 0; }

    const RodAttachments& attachments() const { return m_attachments; }

    const Rod& rod_of_point(int point) const { return m_rods[m_rod_of_point[point]]; }
    /// Where a point lies among the batches.
    PointRef ref(int point) const;
    /// Point whose block holds the frame of the segment that starts at `point`;
    /// at a rod's last point: that ends there.
    int frame_point(int point) const;

    RodSetState initial_state() const;
    /// Constants and lane parameters of a rod, all its unknowns free.
    void fill_constants(const Rod& rod, RodBatch& batch) const;
    /// Takes all that pins and attachments hold out of the solve.
    void hold_all(std::span<RodBatch> batches) const;
    void scatter(const RodSetState& state, std::span<RodBatch> batches) const;
    RodSetState gather(std::span<const RodBatch> batches) const;

    /// Whether its rods hold on to each other or to those of other bodies.
    bool is_coupled() const { return !m_def.bundling.sections.empty() || m_def.collision.enabled; }
    /// Makes its sections, and keeps them to be measured.
    void append_sections(std::span<const RodBatch> batches, std::vector<Section>& sections);
    /// Those that were made last.
    const std::vector<Section>& sections() const { return m_sections; }
    /// `body` is the number of this set among all.
    void append_pills(int body, std::vector<DynamicPill>& pills) const;

    /// Rest length and rest scale at the end of the step; before the free motion is predicted.
    void apply_activation(const StepInfo& step, std::span<RodBatch> batches) const;

    /// Takes points along with their movers; after the free motion was predicted.
    void carry(const StepInfo& step, std::span<RodBatch> batches) const {
        if (!m_attachments.empty()) m_attachments.carry(*this, step, batches);
    }

    /// The point is there at the end of the step [m].
    void prescribe_position(int point, const Eigen::Vector3d& target,
                            std::span<RodBatch> batches) const;
    /// The frame at the point is turned so from rest at the start and at the end of the step: that of the segment in bundles, else it is
    /// clamped, see rod_clamps.hpp.
    void hold_frame(int point, const Eigen::Quaterniond& turn_0, const Eigen::Quaterniond& turn_1,
                    std::span<RodBatch> batches) const;

    /// Pinned unknowns move to where they shall be at the end of the step; loads are set.
    void apply_inputs(const StepInfo& step, std::span<RodBatch> batches) const;

    /// As Body::list_inputs.
    void list_inputs(LiveInputs& inputs);

    /// Gravity and bundling, volume and pins at the state reached. The energies that rods have alone are not in it.
    BodyMeasures measure(const StepInfo& last_step, std::span<const RodBatch> batches,
                         std::span<const HalfPlane> planes) const;

private:
    RodsDef m_def;
    std::vector<Rod> m_rods;
    std::vector<int> m_rod_of_point;
    std::vector<char> m_is_bundled;
    std::vector<Eigen::Quaterniond> m_rest_frames;
    RodAttachments m_attachments;
    std::vector<Section> m_sections;
};

}  // namespace sinew::viper
