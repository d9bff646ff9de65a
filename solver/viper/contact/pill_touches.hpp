// Which pills touch: rods of different groups, and rods and kinematic pills such as bones.
//
// The grid lists pairs that may touch in a step. At each iterate they are sieved: first those whose bounding spheres overlap,
// then those whose axes are near enough, four pairs at once; of these the two spheres that overlap most are searched for
// [viper section 7.2].
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "math/pack.hpp"
#include "math/pill.hpp"
#include "viper/contact/pill_grid.hpp"
#include "viper/rods/point_ref.hpp"

namespace sinew::viper {

/// A segment of a rod that collides.
struct DynamicPill {
    PointRef first;  ///< the segment's first point; the second follows in the same batch and lane
    double rest_radius_0 = 0.0;  ///< [m]
    double rest_radius_1 = 0.0;
    std::int32_t group = 0;
    double friction = 0.0;   ///< [1]
    double stiffness = 0.0;  ///< of its flesh against being pressed in [N/m]
};

/// A kinematic pill: its motion over the step is given.
struct KinematicPill {
    Pill<double> start, end;  ///< at the start and the end of the step
    std::int32_t group = std::numeric_limits<std::int32_t>::min();
    double friction = 0.0;
};

/// A pill at the start of the step.
struct PillStart {
    Pill<double> pill;
    double mass_0 = 0.0, mass_1 = 0.0;  ///< of its points; zero when kinematic [kg]

    double mass(double t) const { return (1.0 - t) * mass_0 + t * mass_1; }
};

/// A pair of pills that touch, or nearly: by number, the kinematic ones after the others. The first is dynamic, as those that
/// are not do not meet each other.
struct PillTouch {
    CandidatePair pair;
    double alpha = 0.0, beta = 0.0;  ///< where along the pills
};

/// Some of them, found by one task.
struct TouchChunk {
    std::span<const PillTouch> touches;
    std::size_t first = 0;  ///< number of the first
    double deepest =
        0.0;  ///< how deep they are in each other, relative to the sum of their radii; 0: apart [1]
};

class PillTouches {
public:
    void set_pills(std::vector<DynamicPill> pills) { m_pills = std::move(pills); }

    /// Finds pairs that may touch in this step: from where it starts to where it is predicted to end.
    void begin_step(std::span<const RodBatch> batches, std::span<const KinematicPill> kinematic);
    /// Those of them that touch at the iterate, batch.current, in an order that depends on the state alone.
    std::span<const TouchChunk> find(std::span<const RodBatch> batches);

    // Pills by number:
    bool is_dynamic(std::size_t i) const { return i < m_pills.size(); }
    const DynamicPill& dynamic_pill(std::size_t i) const { return m_pills[i]; }
    const KinematicPill& kinematic_pill(std::size_t i) const {
        return m_kinematic[i - m_pills.size()];
    }
    const PillStart& start(std::size_t i) const { return m_starts[i]; }

private:
    /// A pill with its end spheres side by side: centre and radius.
    struct EndSpheres {
        Pack start, end;
    };

    Pill<double> pill(std::span<const RodBatch> batches, std::size_t i, bool at_start) const;
    double point_mass(std::span<const RodBatch> batches, std::size_t i, int end) const;
    /// All pills at the iterate, with their bounding spheres.
    void follow_pills(std::span<const RodBatch> batches);
    /// Of some candidates: writes those that touch and returns how many; and the deepest of them.
    std::size_t touches_of(std::span<const CandidatePair> candidates, PillTouch* touches,
                           double& deepest) const;
    /// Keeps those whose bounding spheres overlap, then those whose axes are near enough; returns how many.
    std::size_t keep_close_pairs(std::span<const CandidatePair> candidates,
                                 CandidatePair* close) const;
    /// Four pairs from here on; the last is taken again where there are no four.
    void gather(std::span<const CandidatePair> pairs, std::size_t from, Pill<Pack>& a,
                Pill<Pack>& b) const;

    std::vector<DynamicPill> m_pills;
    std::span<const KinematicPill> m_kinematic;
    std::vector<PillStart> m_starts;  ///< of each pill
    std::vector<BoundingSphere> m_spheres;
    PillGrid m_grid;
    std::span<const CandidatePair> m_candidates;  ///< of the step, in the grid
    std::vector<EndSpheres> m_now;                ///< all pills at the iterate
    std::vector<PillTouch> m_touches;             ///< a place for each candidate
    std::vector<TouchChunk> m_chunks;             ///< of m_touches
};

}  // namespace sinew::viper
