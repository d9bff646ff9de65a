// The movers (bones) that the rods of one body hang on: where attached points go, and how the others are taken along.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>
#include <vector>

#include "body/mover.hpp"
#include "body/step_info.hpp"
#include "viper/attachments/glide_surface.hpp"
#include "viper/definition/rods_def.hpp"
#include "viper/rods/rod_batch.hpp"

namespace sinew::viper {

class RodSet;

class RodAttachments {
public:
    /// `movers` are those of the definition's attachments, in order; they and the definition must outlive this.
    RodAttachments(const RodsDef& def, std::vector<const Mover*> movers);

    bool empty() const { return m_movers.empty(); }

    /// Warm start [viper section 8.2]: all points move with the movers that their rod hangs on, and inertia resists only
    /// what `mover_share` leaves of that motion. After the free motion was predicted.
    void carry(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches) const;

    /// Attached points go to where their mover is at the end of the step; sliding ones get its surface.
    void apply(const RodSet& set, const StepInfo& step, std::span<RodBatch> batches) const;

private:
    /// The attachments at the two ends that a point lies between, and how near it is to the second.
    struct Carrier {
        int first = 0;
        int second = 0;
        double blend = 0.0;
    };
    /// Of an attachment at a frame: its mover's transform, turned about the middle of its points by its hinge.
    Eigen::Affine3d transform(std::size_t attachment, double frame) const;
    void find_carriers();
    void find_middles();
    void make_surfaces();
    /// Holds the k-th point of a sliding attachment where its mover is at the end of the step.
    void let_slide(std::size_t attachment, std::size_t k, const RodSet& set, const StepInfo& step,
                   std::span<RodBatch> batches) const;

    const RodsDef& m_def;
    std::vector<const Mover*> m_movers;
    std::vector<Carrier> m_carriers;         ///< of each point; empty without attachments
    std::vector<Eigen::Vector3d> m_middles;  ///< of the points of each attachment, at rest
    std::vector<std::optional<GlideSurface>> m_surfaces;  ///< of each attachment; none: planes
};

}  // namespace sinew::viper
