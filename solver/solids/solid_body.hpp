// Body of a micropolar solid: its nodes in the world's implicit system, and the mesh that rides on them.
#pragma once

#include <memory>
#include <vector>

#include "implicit/implicit_system.hpp"
#include "mesh/tet_embedding.hpp"
#include "potential/damped_potential.hpp"
#include "potential/element_potential.hpp"
#include "potential/load_potential.hpp"
#include "potential/mass_potential.hpp"
#include "potential/obstacle_potential.hpp"
#include "solids/solid_pinning.hpp"

namespace sinew::solids {

class SolidBody final : public ImplicitBody {
public:
    /// The definition must be valid. `movers` has one entry per group of pins, null where it has no mover. `colliders`
    /// belongs to the world and may change between steps.
    SolidBody(const SolidDef& def, ImplicitSystem& system, std::vector<const Mover*> movers,
              NodeColliders colliders = {});

    std::string_view kind() const override { return SolidDef::KIND; }
    std::size_t output_count() const override;
    void output_positions(std::span<double> out) const override;
    BodyMeasures measure(const StepInfo& last_step) const override;

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;

    const SolidDef& def() const { return m_def; }
    const SolidState& state() const { return m_state; }
    const SolidElements& elements() const { return m_elements; }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    bool has_rotations() const { return !m_elements.micropolar.empty(); }
    void add_elastic_terms(TotalPotential& total);
    void add_mass_terms(TotalPotential& total);
    void add_obstacle_term(TotalPotential& total);
    void begin_mass_terms(const StepInfo& step);
    void set_loads(const AnimatedArray& loads, double frame, LoadPotential& term) const;
    void reset_point_rotations();

    SolidDef m_def;
    SolidElements m_elements;
    SolidState m_state;
    TetEmbedding m_surface;
    MassMatrix m_mass;
    MassMatrix m_rotary;
    MassMatrix m_drag;
    SolidPinning m_pinning;
    SolidUnknowns m_unknowns;
    NodeColliders m_colliders;
    double m_pin_error;
    double m_contact_energy = 0.0;
    double m_min_distance = BodyMeasures::NONE;

    std::unique_ptr<Potential> m_elastic;
    std::unique_ptr<DampedPotential> m_damped;
    std::unique_ptr<MassPotential> m_inertia, m_rotary_inertia;
    std::unique_ptr<MassPotential> m_damping, m_rotary_damping;
    std::unique_ptr<MassPotential> m_rotary_drag;  ///< in steps that are tried again
    std::unique_ptr<GravityPotential> m_gravity;
    std::unique_ptr<LoadPotential> m_forces, m_torques;
    std::unique_ptr<ObstaclePotential> m_obstacles;
};

}  // namespace sinew::solids
