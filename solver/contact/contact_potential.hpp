// ContactPotential: keeps the surfaces of all bodies and kinematic colliders apart.
//
//   Ψ(x) = Σ Ψ_pair(p(x))       over all pairs of a point and a triangle, of two edges, of a point and a pill, and of two balls that are
//                               near (contact_pair.hpp)
//   p(x) = p(0) + W x           the points of all surfaces; those of colliders go evenly to where they are at the end of the step
//
// A step has candidates: pairs whose enlarged boxes overlap on the predicted way. When points leave that way,
// candidates are found again. The active ones are those within reach at x, so that Ψ does not depend on how candidates were found.
//
// The stiffness of a pair is fixed for a step. It is that of its points against the motion across the pair, of the Hessian H of
// everything else at the start of the step; more if the points are on their way to meet at speed:
//
//   1/k = Σ_a c_a² / |H_aa n|      c_a  how far the pair opens along n when block a moves along n
//   k → k · max(1, approach/d̂)    approach  predicted motion of the step towards each other [m]
//
// Surfaces that begin a step nearer than their thickness count as thinner there, so that they are pushed apart little by little. Pairs that
// touch at the start of a step, or are tangled (tangles.hpp), push no one and stop nothing in it; UntanglePotential draws them apart.
//
// Half-planes meet all points of bodies, without a search. Their energy is finite on both sides, so no step is shortened because of them. If a
// step converges with points below the gap that their load needs, `stiffen_planes` makes the barriers of these steeper, and Newton's method goes on. A point that begins a
// step below a half-plane meets it lowered, so that it rises by a bounded way. Points that pins hold meet none.
//
// max_step leaves each pair half of its gap, or half of the reach where the gap is larger: nearer the barrier is too steep for long steps. So surfaces that begin apart never touch, whatever Newton's method tries.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "contact/additive_ccd.hpp"
#include "contact/contact_candidates.hpp"
#include "contact/contact_mesh.hpp"
#include "contact/contact_pair.hpp"
#include "contact/contact_surface.hpp"
#include "contact/tangles.hpp"
#include "potential/potential.hpp"

namespace sinew {

/// A pair that presses.
struct PairForce {
    PairKind kind = PairKind::PointTriangle;
    std::array<int, 4> points{};  ///< of all surfaces
    Eigen::Vector4d weights =
        Eigen::Vector4d::Zero();  ///< of the nearest points (closest_points.hpp)
    Eigen::Vector3d normal = Eigen::Vector3d::UnitZ();  ///< from the second side to the first
    double force = 0.0;                                 ///< [N]
    double reach = 0.0;                                 ///< [m]

    bool comes_before(const PairForce& other) const {
        return kind != other.kind ? kind < other.kind : points < other.points;
    }
};

/// What contact did to one surface.
struct ContactMeasures {
    double energy = 0.0;  ///< half of each pair's [J]
    double smallest_gap;  ///< between surfaces with their thickness [m]; NaN: nothing within reach
};

class ContactPotential : public Potential {
public:
    /// `blocks` is the number of blocks of all bodies; `apart` are pairs of surfaces that do not meet.
    ContactPotential(std::vector<ContactSurface> surfaces, int blocks,
                     std::span<const std::array<int, 2>> apart = {});
    ~ContactPotential() override;
    ContactPotential(const ContactPotential&) = delete;
    ContactPotential& operator=(const ContactPotential&) = delete;

    /// Whether any two surfaces may meet.
    static bool is_needed(std::span<const ContactSurface> surfaces);

    /// Gives the blocks of the Hessian's diagonal without contact, at x = 0. Called in steps in which surfaces come near, while no pair
    /// acts.
    using Stiffness = std::function<std::vector<Eigen::Matrix3d>()>;
    void set_stiffness(Stiffness stiffness) { m_stiffness = std::move(stiffness); }
    /// The part of it that is of pins; gives nothing where there are none.
    void set_pin_stiffness(Stiffness stiffness) { m_pin_stiffness = std::move(stiffness); }

    /// Whether a surface takes part in the steps of some frames only.
    bool has_windows() const { return m_has_windows; }
    /// Surfaces that took part in the last step, by 1.
    std::vector<char> present() const;
    void set_present(std::span<const char> present);

    // For every step, in this order.
    /// Which surfaces take part. True: some meet that did not in the last step.
    bool set_frames(double frame_0, double frame_1);
    /// Where the points of a surface are at the start of the step [m].
    std::span<Eigen::Vector3d> start_positions(std::size_t surface);
    std::span<const Eigen::Vector3d> start_positions() const { return m_start; }
    /// Half thicknesses of its points in this step [m].
    std::span<double> radii(std::size_t surface);
    /// Of a kinematic surface, at its end.
    std::span<Eigen::Vector3d> end_positions(std::size_t surface);
    /// Finds the candidates. `predicted` motion of all unknowns.
    void set_motion(const Eigen::VectorXd& predicted);

    /// At the minimum x: whether half-planes were made stiffer, so that the minimum is to be found again.
    bool stiffen_planes(const Eigen::VectorXd& x);
    /// A surface below a half-plane at the start of the step.
    struct Sunken {
        std::size_t surface, plane;  ///< of surfaces()
        int points;
        double depth;  ///< of the deepest point, without its radius [m]
        Eigen::Vector3d place;
    };
    std::vector<Sunken> find_sunken() const;

    // For tangles.
    /// Pairs that these leave out have no barrier. `tangles` of mesh(); it must outlive this. Null: none.
    void set_tangles(const Tangles* tangles) { m_tangles = tangles; }
    /// Pairs that touch at the start of the step.
    const std::vector<TouchingPair>& touching() const { return m_touching; }
    std::span<const double> reaches() const { return m_reach; }
    /// What set_stiffness gives. While no pair acts.
    const std::vector<Eigen::Matrix3d>& stiffness() { return diagonal(); }
    std::vector<Eigen::Matrix3d> pin_stiffness() const {
        return m_pin_stiffness ? m_pin_stiffness() : std::vector<Eigen::Matrix3d>();
    }
    double travelled() const { return m_travelled; }

    // For friction.
    /// Pairs that press at x, in no order that means anything but the same on any number of threads.
    void forces(const Eigen::VectorXd& x, std::vector<PairForce>& out);
    /// A pair where it is at the start of the step, without its force.
    PairForce pair_at_start(PairKind kind, const std::array<int, 4>& points) const;
    /// Coefficient of friction between the sides of a pair: the geometric mean of both.
    double friction_of(const PairForce& pair, bool slides) const;
    /// How far a point has gone since the start of the step [m].
    Eigen::Vector3d motion(const Eigen::VectorXd& x, int point) const {
        return position(x, point) - m_start[point];
    }
    /// How far a point of a collider still goes [m].
    Eigen::Vector3d way_left(int point) const {
        return (1.0 - m_travelled) * (m_end[point] - m_start[point]);
    }
    /// How points ride on the blocks of the total.
    const std::vector<NodePoint>& carriers() const { return m_points; }
    /// Pairs of blocks that carry these points.
    void list_block_pairs(const std::array<int, 4>& points, BlockPairs& pairs) const;
    /// Whether all of these are in a pattern.
    bool has_room(const BlockPattern& pattern, const std::array<int, 4>& points) const;
    /// A force on the first side of a pair and against its second, as those on the nodes that carry them.
    void add_to_nodes(const std::array<int, 4>& points, const Eigen::Vector4d& weights,
                      const Eigen::Vector3d& force, Eigen::VectorXd& g) const;

    const ContactMesh& mesh() const { return m_mesh; }
    const std::vector<ContactSurface>& surfaces() const { return m_surfaces; }
    /// After a step that ended at x, per surface.
    std::vector<ContactMeasures> measure(const Eigen::VectorXd& x);
    /// Pairs that act at the last update.
    std::size_t active_count() const { return m_active_count; }

    std::string_view name() const override { return "contact"; }
    bool has_barriers() const override { return m_active_count > m_active_planes; }
    BlockRange range() const override { return {.first = 0, .count = m_blocks}; }
    void list_pairs(BlockPairs& pairs) const override;
    void find_slots(const BlockPattern& pattern) override;
    double value(const Eigen::VectorXd& x) const override;
    double add_gradient(const Eigen::VectorXd& x, double weight, Eigen::VectorXd& g) const override;
    double add_hessian(const Eigen::VectorXd& x, double weight, PsdProjection psd,
                       Eigen::VectorXd& g, BlockMatrix& H) const override;
    void update_active_set(const Eigen::VectorXd& x) override;
    bool fits(const BlockPattern& pattern) override;
    double max_step(const Eigen::VectorXd& x, const Eigen::VectorXd& dx) override;
    bool travels() const override { return m_travels; }
    void set_travelled(double share) override { m_travelled = share; }
    void add_travel(const Eigen::VectorXd& x, Eigen::VectorXd& g) const override;

private:
    /// The points of a pair.
    struct Stencil {
        std::array<int, 4> points;
        PairKind kind;
    };
    struct ActivePair {
        ContactPair pair;
        std::array<int, 4> points;
    };
    /// What one pair adds to the total.
    struct Part {
        double value = 0.0;
        ContactPair::Vec g;
        ContactPair::Mat H;
        /// Where its blocks (0,0) (1,0) (1,1) (2,0) … go, if each point is a block; NO_SLOT: nothing carries that point.
        std::array<std::size_t, 10> slots;
        bool is_of_blocks = false;
    };
    /// Of the reach of a surface: what lies on a floor is nearer to it than a sheet that lies on another.
    static constexpr double PLANE_REACH = 0.5;
    static constexpr std::size_t NO_SLOT = static_cast<std::size_t>(-1);

    /// Slots of a pair whose points are blocks; false if they are not, or two of them the same.
    bool find_block_slots(const std::array<int, 4>& points, const BlockPattern& pattern,
                          Part& part) const;
    void add_to_blocks(const std::array<int, 4>& points, const Part& part, double weight,
                       BlockMatrix& H) const;
    void add_to_carriers(const std::array<int, 4>& points, const Part& part, double weight,
                         BlockMatrix& H) const;
    /// A point and a half-plane in this step.
    struct PlanePair {
        double offset;     ///< ξ [m]
        double soft;       ///< [m]
        double stiffness;  ///< k; below 0: not known yet
    };

    std::size_t surface_of(int point) const { return m_mesh.surfaces[point]; }
    Stencil candidate(std::size_t index) const;
    Eigen::Vector3d position(const Eigen::VectorXd& x, int point) const;
    ContactPair::Vec gather(const Eigen::VectorXd& x, const std::array<int, 4>& points) const;
    ContactPair::Vec gather(std::span<const Eigen::Vector3d> positions,
                            const std::array<int, 4>& points) const;
    void positions(const Eigen::VectorXd& x, std::vector<Eigen::Vector3d>& out) const;
    /// How far points go when the unknowns change by dx and colliders by `share` of their way.
    void motions(const Eigen::VectorXd& dx, double share, std::vector<Eigen::Vector3d>& out) const;
    /// Pairs that may be near while points go from `from` to `to`.
    void find_candidates(std::span<const Eigen::Vector3d> from,
                         std::span<const Eigen::Vector3d> to);
    bool candidates_cover(std::span<const Eigen::Vector3d> positions) const;
    /// Reach and offset of a pair, as it is at the start of the step.
    ContactPair pair_of(const Stencil& stencil) const;
    double reach_of(const Stencil& stencil) const;
    /// Whether the pattern of the step has room for it: it may come within reach on the predicted way.
    bool comes_near(const Stencil& stencil) const;
    /// False when the boxes of both sides are farther apart.
    bool may_be_nearer(const Stencil& stencil, std::span<const Eigen::Vector3d> positions,
                       double distance) const;
    /// Sum of the radii.
    double thickness_of(const Stencil& stencil) const;
    /// Nearest places of both sides at the start of the step.
    std::array<Eigen::Vector3d, 2> places_of(const std::array<int, 4>& points,
                                             const ClosestPoints& closest) const;
    /// Takes pairs that are tangled, touch or began the step nearer than their thickness out of the candidates.
    void set_near_pairs_apart();
    /// As ImpactSearch, of m_too_near.
    double longest_step_of_near_pairs() const;
    std::size_t pair_count() const { return m_candidates.size() + m_too_near.size(); }
    double stiffness_of(const ContactPair& pair, const std::array<int, 4>& points) const;
    /// Where points and half-planes are at the start of the step.
    void set_planes();
    /// The i-th pair of a free point and a half-plane.
    std::array<int, 4> plane_points(std::size_t pair) const;
    double plane_height(std::size_t pair, std::span<const Eigen::Vector3d> positions) const;
    double plane_reach(std::size_t pair) const;
    double plane_stiffness(std::size_t pair) const;
    /// Pairs of candidates, and then half-planes, that act at m_positions.
    void add_active_pairs();
    void add_active_planes();
    void measure_planes(std::vector<ContactMeasures>& measures) const;
    const std::vector<Eigen::Matrix3d>& diagonal();
    /// Forces on the points of a pair, as those on the nodes that carry them.
    void add_to_nodes(const std::array<int, 4>& points, const ContactPair::Vec& forces,
                      Eigen::VectorXd& g) const;

    std::vector<ContactSurface> m_surfaces;
    int m_blocks;
    ContactMesh m_mesh;
    bool m_has_windows = false;
    double m_size = 0.0;             ///< of the largest surface [m]
    std::vector<int> m_first_point;  ///< of each surface
    std::vector<NodePoint>
        m_points;  ///< with nodes counted as blocks of the total; those of colliders have no weights
    std::vector<double> m_reach;                         ///< d̂ of each point
    std::vector<double> m_friction, m_sliding_friction;  ///< of each point [1]
    std::unique_ptr<CandidateSearch> m_search;           ///< null where only half-planes are met
    Stiffness m_stiffness, m_pin_stiffness;
    ImpactSearch m_impacts;
    std::vector<int> m_planes;       ///< points of half-planes
    std::vector<int> m_free_points;  ///< that ride on unknowns

    // Of the step.
    std::vector<Eigen::Vector3d> m_start, m_end;  ///< m_end: of colliders; elsewhere m_start
    std::vector<Eigen::Vector3d> m_predicted;     ///< motion of the step [m]
    bool m_travels = false;
    double m_travelled = 1.0;
    std::vector<Eigen::Matrix3d> m_diagonal;      ///< empty until it is needed
    std::vector<Eigen::Matrix3d> m_pin_diagonal;  ///< likewise
    std::vector<PlanePair> m_plane_pairs;  ///< of each free point in turn: with each half-plane
    int m_plane_passes = 0;                ///< how often half-planes were stiffened

    ContactCandidates m_candidates;
    std::vector<Stencil> m_too_near;       ///< of the step, not among the candidates
    std::vector<TouchingPair> m_touching;  ///< likewise
    const Tangles* m_tangles = nullptr;
    // Candidates are complete where all points are, at one time, within the margins of their ways.
    std::vector<Eigen::Vector3d> m_way_start, m_way;
    std::vector<double> m_way_margins;            ///< [m]
    std::vector<std::array<int, 4>> m_patterned;  ///< pairs that the pattern has room for
    bool m_needs_pattern = false;
    std::vector<ActivePair> m_active_list;  ///< longer than what is active
    std::size_t m_active_count = 0;
    std::size_t m_active_planes = 0;  ///< of these, the last

    // Scratch.
    std::vector<Eigen::Vector3d> m_positions, m_motions, m_ends;
    std::vector<double> m_margins;
    std::vector<std::uint32_t> m_close;  ///< candidates whose boxes are within reach
    std::vector<std::uint32_t> m_near_planes;
    mutable std::vector<Part> m_parts;
};

}  // namespace sinew
