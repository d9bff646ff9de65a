#include "volume/winding_number.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew::volume {

namespace {

constexpr std::uint32_t LEAF_TRIANGLES = 8;
/// A branch this many of its own radii away is far.
constexpr double FAR_RADII = 2.5;

/// Solid angle of a triangle, over 4π (van Oosterom and Strackee 1983).
double winding_of(const Eigen::Vector3d& a, const Eigen::Vector3d& b, const Eigen::Vector3d& c) {
    const double la = a.norm();
    const double lb = b.norm();
    const double lc = c.norm();
    const double determinant = a.dot(b.cross(c));
    const double divisor = la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb;
    return std::atan2(determinant, divisor) / (2.0 * std::numbers::pi);
}

}  // namespace

WindingNumber::WindingNumber(const TriangleMesh& mesh) {
    m_triangles.reserve(mesh.triangles.size());
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Triangle triangle{mesh.vertices[static_cast<std::size_t>(t[0])],
                                mesh.vertices[static_cast<std::size_t>(t[1])],
                                mesh.vertices[static_cast<std::size_t>(t[2])]};
        const double twice = (triangle.b - triangle.a).cross(triangle.c - triangle.a).norm();
        if (twice > 0.0) m_triangles.push_back(triangle);
    }
    m_nodes.reserve(m_triangles.size() / 2 + 1);
    if (!m_triangles.empty()) build(0, static_cast<std::uint32_t>(m_triangles.size()));
}

void WindingNumber::build(std::uint32_t first, std::uint32_t count) {
    const auto begin = m_triangles.begin() + first;
    const auto end = begin + count;
    Node node{.centre = Eigen::Vector3d::Zero(),
              .dipole = Eigen::Vector3d::Zero(),
              .moment = Eigen::Matrix3d::Zero(),
              .far_squared = 0.0,
              .skip = 0,
              .first = 0,
              .count = 0};
    Eigen::AlignedBox3d centres;
    double area = 0.0;
    for (auto t = begin; t != end; ++t) {
        const Eigen::Vector3d vector = 0.5 * (t->b - t->a).cross(t->c - t->a);
        const Eigen::Vector3d centre = (t->a + t->b + t->c) / 3.0;
        node.centre += vector.norm() * centre;
        node.dipole += vector;
        area += vector.norm();
        centres.extend(centre);
    }
    node.centre /= area;
    node.dipole /= 4.0 * std::numbers::pi;
    double radius_squared = 0.0;
    for (auto t = begin; t != end; ++t) {
        const Eigen::Vector3d vector = 0.5 * (t->b - t->a).cross(t->c - t->a);
        const Eigen::Vector3d from_centre = (t->a + t->b + t->c) / 3.0 - node.centre;
        node.moment += from_centre * vector.transpose() / (4.0 * std::numbers::pi);
        radius_squared =
            std::max({radius_squared, (t->a - node.centre).squaredNorm(),
                      (t->b - node.centre).squaredNorm(), (t->c - node.centre).squaredNorm()});
    }
    node.far_squared = FAR_RADII * FAR_RADII * radius_squared;

    const std::size_t self = m_nodes.size();
    if (count <= LEAF_TRIANGLES) {
        node.first = first;
        node.count = count;
        node.skip = static_cast<std::uint32_t>(self + 1);
        m_nodes.push_back(node);
        return;
    }
    m_nodes.push_back(node);
    int axis = 0;
    centres.sizes().maxCoeff(&axis);
    const std::uint32_t half = count / 2;
    std::nth_element(begin, begin + half, end, [axis](const Triangle& s, const Triangle& t) {
        return s.a[axis] + s.b[axis] + s.c[axis] < t.a[axis] + t.b[axis] + t.c[axis];
    });
    build(first, half);
    build(first + half, count - half);
    m_nodes[self].skip = static_cast<std::uint32_t>(m_nodes.size());
}

template <class Near, class Far>
void WindingNumber::walk(const Eigen::Vector3d& point, Near&& near, Far&& far) const {
    for (std::uint32_t i = 0; i < m_nodes.size();) {
        const Node& node = m_nodes[i];
        const Eigen::Vector3d to = node.centre - point;
        const double squared = to.squaredNorm();
        if (squared > node.far_squared) {
            far(node, to, squared);
            i = node.skip;
        } else {
            near(node);
            ++i;
        }
    }
}

double WindingNumber::at(const Eigen::Vector3d& point) const {
    double sum = 0.0;
    walk(
        point,
        [&](const Node& node) {
            for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
                sum += winding_of(m_triangles[t].a - point, m_triangles[t].b - point,
                                  m_triangles[t].c - point);
            }
        },
        [&](const Node& node, const Eigen::Vector3d& to, double squared) {
            // Taylor series of the field of a dipole, r/(4π|r|³), around the centre.
            const double cubed = squared * std::sqrt(squared);
            sum += (to.dot(node.dipole) + node.moment.trace() -
                    3.0 * to.dot(node.moment * to) / squared) /
                   cubed;
        });
    return sum;
}

double WindingNumber::cost() const {
    constexpr int ALONG = 4;
    Eigen::AlignedBox3d box;
    for (const Triangle& triangle : m_triangles) {
        box.extend(triangle.a);
        box.extend(triangle.b);
        box.extend(triangle.c);
    }
    double visited = 0.0;
    for (int i = 0; i < ALONG * ALONG * ALONG; ++i) {
        const Eigen::Vector3i cell(i % ALONG, i / ALONG % ALONG, i / (ALONG * ALONG));
        const Eigen::Vector3d share = cell.cast<double>();
        walk(
            box.min() + (share.array() + 0.5).matrix().cwiseProduct(box.sizes()) / ALONG,
            [&](const Node& node) { visited += 1.0 + node.count; },
            [&](const Node&, const Eigen::Vector3d&, double) { visited += 1.0; });
    }
    return visited / (ALONG * ALONG * ALONG);
}

double exact_winding_number(const TriangleMesh& mesh, const Eigen::Vector3d& point) {
    double sum = 0.0;
    for (const Eigen::Vector3i& t : mesh.triangles) {
        const Eigen::Vector3d& a = mesh.vertices[static_cast<std::size_t>(t[0])];
        const Eigen::Vector3d& b = mesh.vertices[static_cast<std::size_t>(t[1])];
        const Eigen::Vector3d& c = mesh.vertices[static_cast<std::size_t>(t[2])];
        if ((b - a).cross(c - a).norm() > 0.0) sum += winding_of(a - point, b - point, c - point);
    }
    return sum;
}

}  // namespace sinew::volume
