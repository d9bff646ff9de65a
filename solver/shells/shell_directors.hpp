// Directors of a shell at its vertices: at rest the first two lie in the surface and the third is its normal.
//
// The first is as near to the X axis as the surface allows (to Y where the surface faces X). The curvature is measured from
// the rest shape on flat triangles between the vertices.
#pragma once

#include "body/director_source.hpp"
#include "shells/shell_body.hpp"

namespace sinew::shells {

class ShellDirectors final : public DirectorSource {
public:
    /// The shell must outlive this.
    explicit ShellDirectors(const ShellBody& shell);

    std::size_t node_count() const override { return m_frames.size(); }
    Eigen::Vector3d position(std::size_t node) const override {
        return m_shell.state().positions[node];
    }
    Eigen::Matrix3d directors(std::size_t node) const override {
        return m_shell.state().rotations[node] * m_frames[node];
    }
    std::vector<double> curvatures() const override;
    double half_distance(std::size_t count) const override;

private:
    const ShellBody& m_shell;
    std::vector<Eigen::Matrix3d> m_frames;     ///< directors at rest, per vertex
    std::vector<Eigen::Matrix3d> m_gradients;  ///< columns ∇N_a [1/m], per triangle
};

}  // namespace sinew::shells
