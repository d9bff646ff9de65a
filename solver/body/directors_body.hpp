// Body of directors: they follow a solid or a shell and have no state.
//
// The output has five points for each node that is shown:
//
//   x,  x + l d₁,  x + l d₂,  x + l d₃,  x + l² κ d₁
//
//   x  where the node is;  d  its directors;  l  length of a director;  κ  size of the curvature there [1/m]
//
// so that whoever has the points alone can colour them: the fifth point divides the first director in the ratio κ l.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "body/director_source.hpp"
#include "body/directors_def.hpp"
#include "body/follower.hpp"

namespace sinew {

class DirectorsBody final : public Body, public Follower {
public:
    /// The definition must be valid.
    DirectorsBody(const DirectorsDef& def, std::unique_ptr<const DirectorSource> source);

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
    std::unique_ptr<const DirectorSource> m_source;
    std::vector<int> m_nodes;  ///< that are shown
    double m_length;
    std::vector<double> m_positions;
};

}  // namespace sinew
