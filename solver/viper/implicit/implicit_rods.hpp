// ImplicitRods: a body of rods that is solved together with solids, shells and rigid bodies, and touches them and itself.
//
// Energies, inputs, pins and output are those of rods on their own (RodsBody, RodSystem); only the unknowns are found by the one minimisation.
// Pins are stiff springs. The integrator is that of rods, backward Euler.
//
// A rod touches with the pills of its segments. The radius of a point in a step is that at the start of the step: what a step
// adds to it counts in the next one.
#pragma once

#include <memory>
#include <vector>

#include "contact/colliders.hpp"
#include "implicit/implicit_body.hpp"
#include "potential/load_potential.hpp"
#include "potential/mass_potential.hpp"
#include "potential/pin_potential.hpp"
#include "viper/body/rods_body.hpp"
#include "viper/implicit/rod_potential.hpp"

namespace sinew::viper {

class ImplicitRods final : public ImplicitBody, public PillSource {
public:
    /// The definition must be valid, with a `contact`. `movers` are those of the attachments.
    ImplicitRods(const RodsDef& def, ImplicitSystem& system, std::vector<const Mover*> movers);

    std::string_view kind() const override { return RodsDef::KIND; }
    std::size_t output_count() const override { return m_body.output_count(); }
    void output_positions(std::span<double> out) const override { m_body.output_positions(out); }
    std::vector<BodyResult> results() const override;
    void list_inputs(LiveInputs& inputs) override { m_body.list_inputs(inputs); }
    BodyMeasures measure(const StepInfo& last_step) const override;
    PillChains pills() const override { return m_body.pills(); }
    void pill_poses(std::span<SpherePose> out) const override { m_body.pill_poses(out); }

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    Eigen::VectorXd free_motion() const override;

    ContactSurface contact_surface() const override;
    void contact_positions(std::span<Eigen::Vector3d> out) const override;
    void contact_radii(std::span<double> out) const override;
    void note_contact(const ContactMeasures& measures) override { m_contact = measures; }

    RodSetState state() const { return m_body.state(); }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    const RodsDef& def() const { return m_set->def(); }
    /// Points whose centre or radius something may hold.
    void make_pins();
    void set_pins();

    Colliders m_no_colliders;  ///< contact is no business of the rods' own system
    RodSystem m_rods;
    RodsBody m_body;
    const RodSet* m_set;
    RodRanges m_ranges;
    MassMatrix m_mass;
    ContactMeasures m_contact{0.0, BodyMeasures::NONE};

    std::unique_ptr<RodPotential> m_energy;
    std::unique_ptr<MassPotential> m_inertia;
    std::unique_ptr<GravityPotential> m_gravity;
    std::unique_ptr<PinPotential> m_pins;
    std::vector<int> m_held_centres, m_held_radii;  ///< points of the pins, in this order
};

}  // namespace sinew::viper
