#include "contact/obstacle_potential.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "contact/collider_pills.hpp"
#include "contact/contact_law.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Unit length; z where there is no direction.
Vector3d direction_of(const Vector3d& v, double length) {
    return length > PILL_EPSILON ? Vector3d(v / length) : Vector3d::UnitZ();
}

ContactResponse<double> response(const ObstaclePotential::Contact& contact,
                                 const ObstacleDistance& distance) {
    return contact_response(distance.d, contact.stiffness, contact.width);
}

std::vector<NodePoint> points_of(const std::vector<ObstaclePotential::Contact>& contacts) {
    std::vector<NodePoint> points;
    points.reserve(contacts.size());
    for (const ObstaclePotential::Contact& contact : contacts)
        points.push_back(contact.point);
    return points;
}

}  // namespace

Obstacles obstacles_at(const std::vector<PillCollider>& pills, double frame) {
    Obstacles obstacles;
    for (const PillCollider& collider : pills)
        append_collider_pills(collider, frame, obstacles.pills);
    return obstacles;
}

ObstacleDistance distance_to(const Pill<double>& pill, const Vector3d& x) {
    const double t = project_on_pill(pill, plain(x));
    const Vector3d away = x - eigen(pill.centre(t));
    const double length = away.norm();
    ObstacleDistance out;
    out.d = length - pill.radius(t);
    out.n = direction_of(away, length);
    out.second.setZero();
    if (length <= PILL_EPSILON) return out;
    if (t == 0.0 || t == 1.0) {
        out.second = (Matrix3d::Identity() - out.n * out.n.transpose()) / length;
        return out;
    }
    // b bᵀ is I − a aᵀ − e eᵀ; cos θ/ρ is 1/length, as the nearest sphere lies where n meets the axis.
    const Vector3d b = out.n.cross(eigen(pill.c1 - pill.c0)).normalized();
    out.second = b * b.transpose() / length;
    return out;
}

ObstaclePotential::ObstaclePotential(BlockRange range, const std::vector<Contact>& contacts)
    : m_points(range, points_of(contacts)),
      m_contacts(contacts),
      m_positions(contacts.size(), Vector3d::Zero()) {}

void ObstaclePotential::set_step(const std::vector<Vector3d>& positions, Obstacles obstacles) {
    assert(static_cast<int>(positions.size()) == m_points.range().count);
    m_obstacles = std::move(obstacles);
    for (std::size_t i = 0; i < m_contacts.size(); ++i) {
        const NodePoint& point = m_contacts[i].point;
        m_positions[i].setZero();
        for (int a = 0; a < 4; ++a)
            m_positions[i] += point.weights[a] * positions[point.nodes[a]];
    }
}

template <class Visit>
void ObstaclePotential::for_each_distance(const VectorXd& x, const Visit& visit) const {
    if (m_obstacles.pills.empty()) return;
    const auto meet = [&](std::size_t i, ObstacleDistance distance) {
        distance.d -= m_contacts[i].radius;
        visit(i, distance);
    };
    for (std::size_t i = 0; i < m_contacts.size(); ++i) {
        const Vector3d at = m_positions[i] + m_points.motion(x, i);
        for (const Pill<double>& pill : m_obstacles.pills)
            meet(i, distance_to(pill, at));
    }
}

double ObstaclePotential::smallest_distance(const VectorXd& x) const {
    double smallest = std::numeric_limits<double>::infinity();
    for_each_distance(x, [&](std::size_t /*point*/, const ObstacleDistance& distance) {
        smallest = std::min(smallest, distance.d);
    });
    return std::isfinite(smallest) ? smallest : std::numeric_limits<double>::quiet_NaN();
}

double ObstaclePotential::value(const VectorXd& x) const {
    double sum = 0.0;
    for_each_distance(x, [&](std::size_t i, const ObstacleDistance& distance) {
        if (distance.d < 0.0) sum += response(m_contacts[i], distance).energy;
    });
    return sum;
}

double ObstaclePotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    double sum = 0.0;
    for_each_distance(x, [&](std::size_t i, const ObstacleDistance& distance) {
        if (distance.d >= 0.0) return;
        const ContactResponse<double> phi = response(m_contacts[i], distance);
        sum += phi.energy;
        m_points.add_gradient(i, -weight * phi.force * distance.n, g);
    });
    return sum;
}

double ObstaclePotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd,
                                      VectorXd& g, BlockMatrix& H) const {
    for_each_distance(x, [&](std::size_t i, const ObstacleDistance& distance) {
        if (distance.d >= 0.0) return;
        const ContactResponse<double> phi = response(m_contacts[i], distance);
        Matrix3d second = phi.stiffness * distance.n * distance.n.transpose();
        // Obstacles are convex, so that what is subtracted here is never negative.
        if (psd == PsdProjection::None) second -= phi.force * distance.second;
        m_points.add_hessian(i, weight * second, H);
    });
    return add_gradient(x, weight, g);
}

}  // namespace sinew
