// Joint: holds two rigid bodies together, or one to the world or a mover, in the one minimisation of all implicit bodies.
//
// It has no unknowns, only energies (joint_element.hpp). Firm ones have a stiffness that follows from the masses,
//
//   k = FIRMNESS m w,     1/m = 1/m_a + 1/m_b,     w = a²/h² of the integrator
//   κ = FIRMNESS I w,     1/I = 1/(m_a ℓ_a²) + 1/(m_b ℓ_b²)          for directions and motors
//
// so that a pivot opens by g h²/FIRMNESS under a weight of m: as little as a rigid body is strained. Stops have STOP_FIRMNESS instead.
// A motor of limited force F is softer: it has all of F when it is SLIP of its way behind.
//
// Its output are two points: where the joint is on either side.
#pragma once

#include <array>
#include <limits>

#include "body/follower.hpp"
#include "body/mover.hpp"
#include "implicit/frame_carrier.hpp"
#include "implicit/implicit_system.hpp"
#include "joints/joint_def.hpp"
#include "joints/joint_potential.hpp"

namespace sinew::joints {

/// What a side of a joint is on; neither: the world.
struct Holder {
    const FrameCarrier* carrier = nullptr;
    const Mover* mover = nullptr;
};

class Joint final : public ImplicitBody, public Follower {
public:
    static constexpr double FIRMNESS = 1e6;
    static constexpr double STOP_FIRMNESS = 1e4;
    static constexpr double SLIP = 0.01;
    /// Width over which a stop sets in [rad, or of the size].
    static constexpr double STOP_ONSET = 1e-4;

    /// The definition must be valid. What holds it must outlive it.
    Joint(const JointDef& def, ImplicitSystem& system, const std::array<Holder, SIDES>& holders);

    std::string_view kind() const override { return JointDef::KIND; }
    std::size_t output_count() const override { return SIDES; }
    void output_positions(std::span<double> out) const override;
    /// Also "force" [N] on the first body, and "angle" or "distance" of what has an axis or a length.
    std::vector<BodyResult> results() const override;
    void list_inputs(LiveInputs& inputs) override;
    BodyMeasures measure(const StepInfo& last_step) const override;

    void declare_unknowns(DofMap& /*dofs*/) override {}
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    Eigen::VectorXd free_motion() const override { return {}; }
    std::vector<BodyPair> apart() const override;
    /// For its output.
    void follow(double frame) override;

    const JointDef& def() const { return m_def; }
    /// Angle of a hinge, way of a slider, both from the start; length of a spring.
    double coordinate() const { return m_coordinate; }
    /// On the first body in the last step [N].
    const Eigen::Vector3d& force() const { return m_force; }
    bool is_broken() const { return m_broken; }
    /// How far apart the pivots are that the joint holds together [m], and directions [rad]; NaN: it holds none.
    const PinErrors& errors() const { return m_errors; }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    /// A side in the step that was begun.
    struct Place {
        Eigen::Affine3d now = Eigen::Affine3d::Identity();
        Eigen::Affine3d next =
            Eigen::Affine3d::Identity();  ///< of one that animation moves; elsewhere now
        Eigen::Vector3d turn = Eigen::Vector3d::Zero();  ///< that it would do without forces [rad]
    };
    Place place_of(int side, const StepInfo& step) const;
    bool is_firm() const { return m_def.stiffness == 0.0; }

    // Vectors of the step, from rest.
    JointVector pivot(const std::array<Place, SIDES>& places) const;
    JointVector direction(const std::array<Place, SIDES>& places, const Eigen::Vector3d& d) const;
    JointVector direction_of(const std::array<Place, SIDES>& places, int side,
                             const Eigen::Vector3d& d) const;
    void add_direction_weights(JointVector& v, int side, const Eigen::Vector3d& d,
                               double sign) const;

    void set_element(const std::array<Place, SIDES>& places, const StepInfo& step);
    void add_slider(const std::array<Place, SIDES>& places, const StepInfo& step);
    void add_hinge(const std::array<Place, SIDES>& places, const StepInfo& step);
    void add_spring(const std::array<Place, SIDES>& places, const StepInfo& step);
    /// Springs of strength `stiffness` each between directions.
    void add_directions(const std::array<Place, SIDES>& places, int count, double stiffness,
                        bool is_firm);
    void set_stops(AxisLaw& law, const std::vector<double>& limits, double inertia,
                   double unit) const;
    void set_motor(AxisLaw& law, const AnimatedArray* keys, bool is_speed, double most,
                   double inertia, double unit, const StepInfo& step) const;
    double measured_coordinate(const JointElement::Vec& q) const;
    PinErrors measured_errors(const JointElement::Vec& q) const;

    JointDef m_def;
    ImplicitSystem& m_all;
    std::array<Holder, SIDES> m_holders;
    std::array<FrameRide, SIDES> m_rides;
    std::array<Eigen::Vector3d, SIDES> m_points;  ///< at rest [m]
    std::array<Eigen::Vector3d, 3> m_axes;        ///< at rest: across, across, along the axis

    Eigen::Affine3d m_mover_place = Eigen::Affine3d::Identity();

    // Of the step that was begun.
    JointPart m_part;
    double m_weight = 0.0;   ///< w [1/s²]
    double m_mass = 0.0;     ///< m [kg]
    double m_inertia = 0.0;  ///< I [kg m²]
    double m_length = 1.0;   ///< √(I/m) [m]

    // State.
    double m_coordinate = 0.0;
    bool m_broken = false;
    Eigen::Vector3d m_force = Eigen::Vector3d::Zero();
    double m_energy = 0.0;  ///< of its springs [J]
    PinErrors m_errors;
};

}  // namespace sinew::joints
