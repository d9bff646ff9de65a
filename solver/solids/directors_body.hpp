// Body of a solid's directors: they follow the solid and have no state of their own.
//
// The output has five points for each node that is shown:
//
//   x,  x + l R e₁,  x + l R e₂,  x + l R e₃,  x + l² κ R e₁
//
//   x  where the node is;  R  its microrotation;  e  axes of the world, which are those of the directors at rest
//   l  length of a director;  κ = |Γ|, Frobenius norm of the curvature there [1/m], mean over the tetrahedra of the node:
//      Γ = 2 Σ_a Im(q̄ q_a) ⊗ ∇N_a, q_a rotations of the corners, q their mean                        [micropolar eq. 27, 28]
//
// so that whoever has the points alone can colour them: the fifth point divides the first director in the ratio κ l.
#pragma once

#include <span>
#include <vector>

#include "body/follower.hpp"
#include "solids/directors_def.hpp"
#include "solids/solid_body.hpp"

namespace sinew::solids {

class DirectorsBody final : public Body, public Follower {
public:
    /// The definition must be valid; the solid must outlive the body.
    DirectorsBody(const DirectorsDef& def, const SolidBody& solid);

    std::string_view kind() const override { return DirectorsDef::KIND; }
    std::size_t output_count() const override { return DirectorsDef::POINTS * m_nodes.size(); }
    void output_positions(std::span<double> out) const override;
    BodyMeasures measure(const StepInfo&) const override { return {}; }
    /// The next step depends on nothing of it.
    void save(ByteWriter&) const override {}
    void load(ByteReader&) override {}

    void follow(double frame) override;

    double length() const { return m_length; }

private:
    double curvature_of(std::size_t tet) const;

    const SolidBody& m_solid;
    std::vector<int> m_nodes;              ///< that are shown
    std::vector<std::vector<int>> m_tets;  ///< of each of them
    double m_length;
    std::vector<double> m_positions;
};

}  // namespace sinew::solids
