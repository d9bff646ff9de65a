// Directors of a solid: at rest they are the axes of the world, and the microrotations turn them.
#pragma once

#include "body/director_source.hpp"
#include "solids/solid_body.hpp"

namespace sinew::solids {

class SolidDirectors final : public DirectorSource {
public:
    /// The solid must outlive this.
    explicit SolidDirectors(const SolidBody& solid) : m_solid(solid) {}

    std::size_t node_count() const override { return m_solid.state().positions.size(); }
    Eigen::Vector3d position(std::size_t node) const override {
        return m_solid.state().positions[node];
    }
    Eigen::Matrix3d directors(std::size_t node) const override;
    std::vector<double> curvatures() const override;
    double half_distance(std::size_t count) const override;

private:
    /// False for the law without microrotations: its directors stay as they are.
    bool turns() const { return !m_solid.state().rotations.empty(); }

    const SolidBody& m_solid;
};

}  // namespace sinew::solids
