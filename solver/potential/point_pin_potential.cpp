#include "potential/point_pin_potential.hpp"

#include <cassert>
#include <utility>

namespace sinew {

using Eigen::Vector3d;
using Eigen::VectorXd;

PointPinPotential::PointPinPotential(BlockRange range, std::vector<NodePoint> points)
    : m_points(range, std::move(points)),
      m_stiffness(m_points.size(), Vector3d::Zero()),
      m_targets(m_points.size(), Vector3d::Zero()) {}

void PointPinPotential::set_step(std::vector<Vector3d> stiffness, std::vector<Vector3d> targets) {
    assert(stiffness.size() == m_points.size() && targets.size() == m_points.size());
    m_stiffness = std::move(stiffness);
    m_targets = std::move(targets);
}

Vector3d PointPinPotential::missing(const VectorXd& x, std::size_t point) const {
    return m_targets[point] - m_points.motion(x, point);
}

double PointPinPotential::value(const VectorXd& x) const {
    double sum = 0.0;
    for (std::size_t p = 0; p < m_points.size(); ++p)
        sum += 0.5 * m_stiffness[p].dot(missing(x, p).cwiseAbs2());
    return sum;
}

double PointPinPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    for (std::size_t p = 0; p < m_points.size(); ++p)
        m_points.add_gradient(p, -weight * m_stiffness[p].cwiseProduct(missing(x, p)), g);
    return value(x);
}

double PointPinPotential::add_hessian(const VectorXd& x, double weight, PsdProjection /*psd*/,
                                      VectorXd& g, BlockMatrix& H) const {
    for (std::size_t p = 0; p < m_points.size(); ++p)
        m_points.add_hessian(p, (weight * m_stiffness[p]).asDiagonal(), H);
    return add_gradient(x, weight, g);
}

}  // namespace sinew
