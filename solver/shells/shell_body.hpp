// Body of a Cosserat shell: its nodes in the world's implicit system.
#pragma once

#include <memory>
#include <vector>

#include "body/director_source.hpp"
#include "implicit/implicit_system.hpp"
#include "implicit/node_terms.hpp"
#include "potential/damped_potential.hpp"
#include "potential/element_potential.hpp"
#include "shells/shell_embedding.hpp"
#include "shells/shell_pinning.hpp"

namespace sinew::shells {

class ShellBody final : public ImplicitBody, public DirectorOwner {
public:
    /// The definition must be valid. `movers` has one entry per group of pins, null where it has no mover.
    ShellBody(const ShellDef& def, ImplicitSystem& system, std::vector<const Mover*> movers);

    std::string_view kind() const override { return ShellDef::KIND; }
    std::size_t output_count() const override {
        return m_surface.size() > 0 ? m_surface.size() : m_mesh.vertices;
    }
    void output_positions(std::span<double> out) const override;
    /// Also "node_positions" and "node_rotations", of the vertices.
    std::vector<BodyResult> results() const override;
    void list_inputs(LiveInputs& inputs) override;
    BodyMeasures measure(const StepInfo& last_step) const override;
    std::unique_ptr<DirectorSource> director_source() const override;

    void declare_unknowns(DofMap& dofs) override;
    void add_terms(TotalPotential& total) override;
    bool is_held(double frame) const override { return holds_position(m_def.pins, frame); }
    void begin_step(const StepInfo& step) override;
    void accept_step(const StepInfo& step, const Eigen::VectorXd& x) override;
    void loosen_drag(const Eigen::VectorXd& x, double share) override {
        m_terms.loosen_drag(x, share);
    }

    /// The mesh that is put out: triangles through the vertices. Where a finer mesh is put out, through the nodes on edges too, four
    /// small triangles for each.
    ContactSurface contact_surface() const override;
    void contact_positions(std::span<Eigen::Vector3d> out) const override;
    void note_contact(const ContactMeasures& measures) override { m_terms.note_contact(measures); }

    const ShellDef& def() const { return m_def; }
    const ShellMesh& mesh() const { return m_mesh; }
    const ShellState& state() const { return m_state; }
    const ShellElements& elements() const { return m_elements; }

protected:
    void save_state(ByteWriter& out) const override;
    void load_state(ByteReader& in) override;

private:
    int nodes() const { return static_cast<int>(m_state.positions.size()); }
    template <int NODES>
    void add_elastic_term(const std::vector<ShellTriangle<NODES>>& triangles);
    void set_loads(double frame);

    ShellDef m_def;
    ShellMesh m_mesh;
    ShellElements m_elements;
    ShellState m_state;
    ShellEmbedding m_surface;
    NodeTerms m_terms;
    ShellPinning m_pinning;
    std::vector<std::vector<int>> m_load_nodes;  ///< that share the force of each load
    PinErrors m_pin_errors;

    std::unique_ptr<Potential> m_elastic;
    std::unique_ptr<DampedPotential> m_damped;
};

}  // namespace sinew::shells
