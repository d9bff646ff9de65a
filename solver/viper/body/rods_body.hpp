// Body of VIPER rods: a set of rods in the world's rod system and the mesh that rides on them.
#pragma once

#include "body/body.hpp"
#include "body/pill_source.hpp"
#include "contact/kinematic_source.hpp"
#include "skin/skin_binding.hpp"
#include "viper/body/rod_system.hpp"

namespace sinew::viper {

class RodsBody : public Body, public PillSource, public KinematicSource {
public:
    /// The definition must be valid; `system` must outlive the body. `movers` are those of the attachments.
    RodsBody(const RodsDef& def, RodSystem& system, std::vector<const Mover*> movers = {});

    std::string_view kind() const override { return RodsDef::KIND; }
    std::size_t output_count() const override;
    void output_positions(std::span<double> out) const override;
    /// Also "rod_points" and their "radii".
    std::vector<BodyResult> results() const override;
    void list_inputs(LiveInputs& inputs) override { m_set.list_inputs(inputs); }
    BodyMeasures measure(const StepInfo& last_step) const override;
    void save(ByteWriter& out) const override;
    void load(ByteReader& in) override;

    PillChains pills() const override;
    void pill_poses(std::span<SpherePose> out) const override;

    /// The pills of rods that collide. Where they are at the end of a step is known when the system has solved it.
    ContactSurface kinematic_surface() const override;
    void surface_at_start(std::span<Eigen::Vector3d> out) const override;
    void surface_at_end(std::span<Eigen::Vector3d> out) const override;
    void surface_radii(std::span<double> out) const override;

    /// Radius of each point now [m].
    std::vector<double> radii() const;
    RodSetState state() const { return m_system.state(m_set); }
    const RodSet& set() const { return m_set; }

private:
    RodSystem& m_system;
    RodSet& m_set;
    skin::SkinBinding m_skin;
};

}  // namespace sinew::viper
