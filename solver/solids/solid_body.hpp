// Body of a micropolar solid: its nodes in the world's implicit system, and the mesh that rides on them.
#pragma once

#include <memory>
#include <vector>

#include "body/director_source.hpp"
#include "implicit/implicit_system.hpp"
#include "implicit/node_terms.hpp"
#include "mesh/tet_embedding.hpp"
#include "potential/damped_potential.hpp"
#include "potential/element_potential.hpp"
#include "solids/correction_spread.hpp"
#include "solids/solid_pinning.hpp"
#include "solids/surface_pinning.hpp"

namespace sinew::solids {

class SolidBody final : public ImplicitBody, public DirectorOwner {
public:
    /// The definition must be valid. `movers` has one entry per group of pins, then of surface pins, null where it has no
    /// mover; those at the end may be left out.
    SolidBody(const SolidDef& def, ImplicitSystem& system, const std::vector<const Mover*>& movers);

    std::string_view kind() const override { return SolidDef::KIND; }
    std::size_t output_count() const override;
    void output_positions(std::span<double> out) const override;
    /// Also "node_positions" and "node_rotations", of the tetrahedra.
    std::vector<BodyResult> results() const override;
    void list_inputs(LiveInputs& inputs) override;
    BodyMeasures measure(const StepInfo& last_step) const override;
    std::unique_ptr<DirectorSource> director_source() const override;

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    bool is_held(double frame) const override;
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    void loosen_drag(const Eigen::VectorXd& x, double share) override {
        m_terms.loosen_drag(x, share);
    }

    /// The artist's mesh if it has triangles, else the border of the tetrahedra.
    ContactSurface contact_surface() const override;
    int surface_point(int vertex) const override;
    void contact_positions(std::span<Eigen::Vector3d> out) const override;
    void note_contact(const ContactMeasures& measures) override { m_terms.note_contact(measures); }

    const SolidDef& def() const { return m_def; }
    const SolidState& state() const { return m_state; }
    const SolidElements& elements() const { return m_elements; }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    bool has_rotations() const { return !m_elements.micropolar.empty(); }
    void add_elastic_terms(TotalPotential& total);
    /// Those of nodes and of the surface together.
    PinErrors pin_errors(const PinErrors& of_nodes) const;
    void set_loads(const AnimatedArray& loads, double frame, LoadPotential* term) const;
    void reset_point_rotations();

    SolidDef m_def;
    SolidElements m_elements;
    SolidState m_state;
    TetEmbedding m_surface;
    std::vector<NodePoint> m_samples;  ///< of large triangles, for half-planes
    std::vector<int>
        m_border;  ///< vertices of the contact surface where it is the border of the tetrahedra
    NodeTerms m_terms;
    SolidPinning m_pinning;
    SurfacePinning m_surface_pinning;
    CorrectionSpread m_corrections;
    PinErrors m_pin_errors;

    std::unique_ptr<Potential> m_elastic;
    std::unique_ptr<DampedPotential> m_damped;
};

}  // namespace sinew::solids
