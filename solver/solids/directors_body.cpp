#include "solids/directors_body.hpp"

#include <algorithm>
#include <cmath>

#include "body/def_checker.hpp"

namespace sinew::solids {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

namespace {

class DirectorsChecker : DefChecker {
public:
    DirectorsChecker(const DirectorsDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void run() {
        if (m_def.solid.empty())
            report("solid", "empty", "name the solid whose directors are shown");
        if (m_def.count < 1 || m_def.count > DirectorsDef::MAX_COUNT) {
            report("count", std::to_string(m_def.count),
                   "must be between 1 and " + std::to_string(DirectorsDef::MAX_COUNT));
        }
        if (!std::isfinite(m_def.length) || m_def.length < 0.0)
            report("length", std::to_string(m_def.length), "must be 0 (chosen) or more");
    }

private:
    const DirectorsDef& m_def;
};

/// Evenly spread over their order.
std::vector<int> shown_nodes(std::size_t nodes, std::size_t count) {
    count = std::min(count, nodes);
    std::vector<int> shown;
    for (std::size_t i = 0; i < count; ++i)
        shown.push_back(static_cast<int>(i * nodes / count));
    return shown;
}

/// Half the distance between `count` points that fill the solid evenly.
double chosen_length(const SolidBody& solid, std::size_t count) {
    double volume = 0.0;
    for (std::size_t i = 0; i < solid.elements().size(); ++i)
        volume += solid.elements().rest(i).volume;
    return 0.5 * std::cbrt(volume / static_cast<double>(count));
}

}  // namespace

void DirectorsDef::collect_problems(std::vector<Problem>& problems) const {
    DirectorsChecker(*this, problems).run();
}

DirectorsBody::DirectorsBody(const DirectorsDef& def, const SolidBody& solid)
    : Body(def.name),
      m_solid(solid),
      m_nodes(shown_nodes(solid.state().positions.size(), static_cast<std::size_t>(def.count))),
      m_tets(m_nodes.size()),
      m_length(def.length > 0.0 ? def.length : chosen_length(solid, m_nodes.size())),
      m_positions(3 * output_count()) {
    std::vector<int> index(solid.state().positions.size(), -1);
    for (std::size_t i = 0; i < m_nodes.size(); ++i)
        index[m_nodes[i]] = static_cast<int>(i);
    const std::vector<Eigen::Vector4i>& tets = solid.def().tets.tetrahedra;
    for (std::size_t tet = 0; tet < tets.size(); ++tet) {
        for (const int vertex : tets[tet]) {
            if (index[vertex] >= 0) m_tets[index[vertex]].push_back(static_cast<int>(tet));
        }
    }
}

double DirectorsBody::curvature_of(std::size_t tet) const {
    const Eigen::Vector4i& corners = m_solid.def().tets.tetrahedra[tet];
    const std::vector<Quaterniond>& rotations = m_solid.state().rotations;
    Eigen::Vector4d sum = Eigen::Vector4d::Zero();
    for (const int corner : corners)
        sum += rotations[corner].coeffs();
    const Quaterniond mean = Quaterniond(sum).normalized();
    Matrix3d curvature = Matrix3d::Zero();
    for (int a = 0; a < 4; ++a) {
        const Vector3d turn = (mean.conjugate() * rotations[corners[a]]).vec();
        curvature += 2.0 * turn * m_solid.elements().rest(tet).gradients.col(a).transpose();
    }
    return curvature.norm();
}

void DirectorsBody::follow(double /*frame*/) {
    const SolidState& state = m_solid.state();
    const bool turns = !state.rotations.empty();
    for (std::size_t i = 0; i < m_nodes.size(); ++i) {
        const Vector3d& x = state.positions[m_nodes[i]];
        const Matrix3d R =
            turns ? state.rotations[m_nodes[i]].toRotationMatrix() : Matrix3d::Identity().eval();
        double curvature = 0.0;
        for (const int tet : m_tets[i])
            curvature += turns ? curvature_of(static_cast<std::size_t>(tet)) : 0.0;
        curvature /= std::max<double>(1.0, static_cast<double>(m_tets[i].size()));
        using Points = Eigen::Matrix<double, 3, DirectorsDef::POINTS>;
        Eigen::Map<Points> points(m_positions.data() + 3 * DirectorsDef::POINTS * i);
        points.col(0) = x;
        for (int axis = 0; axis < 3; ++axis)
            points.col(1 + axis) = x + m_length * R.col(axis);
        points.col(4) = x + m_length * m_length * curvature * R.col(0);
    }
}

void DirectorsBody::output_positions(std::span<double> out) const {
    std::copy(m_positions.begin(), m_positions.end(), out.begin());
}

}  // namespace sinew::solids
