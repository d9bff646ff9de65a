#include "solidify/carried_pins.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "base/parallel.hpp"
#include "base/task.hpp"
#include "math/nearest_rotation.hpp"
#include "math/rotation.hpp"
#include "math/spherical_average.hpp"

namespace sinew::solidify {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using Eigen::Vector3i;
using solids::SolidPins;

namespace {

constexpr std::size_t HELD_AT_ONCE = 64;

/// Vector `index` of a key that has three numbers an item.
Vector3d vector_of(const AnimatedArray& array, std::size_t key, int index) {
    Vector3d vector;
    array.read(key * array.width + 3 * static_cast<std::size_t>(index), {vector.data(), 3});
    return vector;
}

/// Two edges and the unit normal; the normal is zero where the triangle has no area.
Matrix3d triangle_frame(const std::array<Vector3d, 3>& x) {
    Matrix3d frame;
    frame.col(0) = x[1] - x[0];
    frame.col(1) = x[2] - x[0];
    frame.col(2) = frame.col(0).cross(frame.col(1)).normalized();
    return frame;
}

/// Where nodes go when the vertices of one group of pins move.
class PinFollower {
public:
    PinFollower(const TriangleMesh& surface, const SolidPins& pins)
        : m_surface(surface), m_held(pins.vertices), m_index(surface.vertices.size(), -1) {
        for (std::size_t i = 0; i < m_held.size(); ++i)
            m_index[m_held[i]] = static_cast<int>(i);
        m_known.vertices = surface.vertices;
        for (const Vector3i& triangle : surface.triangles) {
            if (m_index[triangle[0]] >= 0 && m_index[triangle[1]] >= 0 && m_index[triangle[2]] >= 0)
                m_known.triangles.push_back(triangle);
        }
    }

    /// Binds the nodes at these rest positions.
    void bind(const std::vector<Vector3d>& nodes) {
        m_nodes = nodes;
        m_places.resize(nodes.size());
        if (m_known.triangles.empty()) {
            for (std::size_t i = 0; i < nodes.size(); ++i)
                m_places[i].vertices.setConstant(nearest_held(nodes[i]));
            return;
        }
        const NearestTriangle nearest(m_known);
        parallel_for(nodes.size(), HELD_AT_ONCE, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                m_places[i] = nearest.find(nodes[i]);
        });
    }

    /// Linear in the pinned vertices, `width` numbers each.
    AnimatedArray blended(const AnimatedArray& values, std::size_t width) const {
        AnimatedArray result = empty_like(values, width);
        std::vector<double> held(values.width);
        for (std::size_t key = 0; key < values.frames.size(); ++key) {
            values.read_key(key, held);
            for (const SurfacePlace& place : m_places) {
                for (std::size_t n = 0; n < width; ++n) {
                    double sum = 0.0;
                    for (int i = 0; i < 3; ++i) {
                        sum += place.coordinates[i] * held[width * m_index[place.vertices[i]] + n];
                    }
                    result.values.push_back(sum);
                }
            }
        }
        return result;
    }

    /// Rotations of the nodes: quaternions are averaged on one branch, rotation vectors linearly.
    AnimatedRotations turned(const AnimatedRotations& values) const {
        if (values.width != 4 * m_held.size()) return blended(values, 3);
        AnimatedArray result = empty_like(values, 4);
        for (std::size_t key = 0; key < values.frames.size(); ++key) {
            for (const SurfacePlace& place : m_places) {
                std::array<Quaterniond, 3> corners;
                for (int i = 0; i < 3; ++i) {
                    const auto item = static_cast<std::size_t>(m_index[place.vertices[i]]);
                    const Quaterniond q = values.at(values.frames[key], item, m_held.size());
                    corners[i] = i == 0 ? q : on_branch_of(q, corners[0]);
                }
                const std::array<double, 4> q =
                    to_wxyz(spherical_average(corners, {place.coordinates.data(), corners.size()}));
                result.values.insert(result.values.end(), q.begin(), q.end());
            }
        }
        return result;
    }

    /// Positions of the nodes, and their turns (w, x, y, z) if `turns` is not null.
    AnimatedArray followed(const AnimatedArray& positions, AnimatedArray* turns) const {
        AnimatedArray result = empty_like(positions, 3);
        result.values.resize(result.width * positions.frames.size());
        if (turns) {
            *turns = empty_like(positions, 4);
            turns->values.resize(turns->width * positions.frames.size());
        }
        parallel_for(m_nodes.size(), HELD_AT_ONCE, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                follow(i, positions, result, turns);
        });
        return result;
    }

private:
    AnimatedArray empty_like(const AnimatedArray& values, std::size_t width) const {
        AnimatedArray result;
        result.width = width * m_nodes.size();
        result.frames = values.frames;
        // A few vertices with many keys may hold very many nodes.
        claim_memory(sizeof(double) * static_cast<double>(result.width) *
                         static_cast<double>(values.frames.size()),
                     "", "pins");
        result.values.reserve(result.width * values.frames.size());
        return result;
    }

    int nearest_held(const Vector3d& node) const {
        const auto distance = [&](int vertex) {
            return (m_surface.vertices[vertex] - node).squaredNorm();
        };
        return *std::min_element(m_held.begin(), m_held.end(),
                                 [&](int a, int b) { return distance(a) < distance(b); });
    }

    void follow(std::size_t node, const AnimatedArray& positions, AnimatedArray& result,
                AnimatedArray* turns) const {
        const SurfacePlace& place = m_places[node];
        std::array<Vector3d, 3> rest;
        Vector3d point = Vector3d::Zero();
        for (int i = 0; i < 3; ++i) {
            rest[i] = m_surface.vertices[place.vertices[i]];
            point += place.coordinates[i] * rest[i];
        }
        const Matrix3d frame = triangle_frame(rest);
        const bool turns_with_it = frame.col(2).norm() > 0.5;
        const Matrix3d inverse = turns_with_it ? frame.inverse().eval() : Matrix3d::Zero();
        Quaterniond turn = Quaterniond::Identity();
        for (std::size_t key = 0; key < positions.frames.size(); ++key) {
            std::array<Vector3d, 3> now;
            Vector3d target = Vector3d::Zero();
            for (int i = 0; i < 3; ++i) {
                now[i] = vector_of(positions, key, m_index[place.vertices[i]]);
                target += place.coordinates[i] * now[i];
            }
            if (turns_with_it) turn = nearest_rotation(triangle_frame(now) * inverse);
            target += turn * (m_nodes[node] - point);
            Eigen::Map<Vector3d>(result.values.data() + key * result.width + 3 * node) = target;
            if (turns) {
                double* const out = turns->values.data() + key * turns->width + 4 * node;
                Eigen::Map<Eigen::Vector4d>(out) << turn.w(), turn.x(), turn.y(), turn.z();
            }
        }
    }

    const TriangleMesh& m_surface;
    const std::vector<int>& m_held;
    std::vector<int> m_index;  ///< of each vertex of the surface among the pinned ones, or −1
    TriangleMesh m_known;      ///< triangles that are pinned whole
    std::vector<Vector3d> m_nodes;
    std::vector<SurfacePlace> m_places;
};

}  // namespace

PinCarrier::PinCarrier(const TriangleMesh& surface, const TetMesh& tets,
                       const NodeTransfer& transfer)
    : m_surface(surface), m_tets(tets), m_transfer(transfer), m_border(border_vertices(tets)) {}

std::vector<double> PinCarrier::node_weights(const SolidPins& pins) const {
    std::vector<double> painted(m_surface.vertices.size(), 0.0);
    for (std::size_t i = 0; i < pins.vertices.size(); ++i)
        painted[pins.vertices[i]] = pins.weights.empty() ? 1.0 : pins.weights[i];
    std::vector<double> weights = m_transfer.carried(painted);
    for (std::size_t node = 0; node < weights.size(); ++node) {
        if (!m_border[node]) weights[node] = 0.0;
    }
    const std::vector<double> reached = weights;
    for (const int vertex : pins.vertices) {
        const TetEmbedding::Place& place = m_transfer.embedding().places()[vertex];
        const bool held = std::any_of(place.vertices.begin(), place.vertices.end(),
                                      [&](int node) { return reached[node] > 0.0; });
        if (held) continue;
        Eigen::Index nearest = 0;
        place.coordinates.maxCoeff(&nearest);
        double& weight = weights[place.vertices[nearest]];
        weight = std::max(weight, painted[vertex]);
    }
    return weights;
}

SolidPins PinCarrier::carried(const SolidPins& pins) const {
    SolidPins result;
    result.position = pins.position;
    result.rotation = pins.rotation;
    result.axes = pins.axes;
    result.mover = pins.mover;
    result.release_frame = pins.release_frame;
    std::vector<Vector3d> nodes;
    const std::vector<double> weights = node_weights(pins);
    for (std::size_t node = 0; node < weights.size(); ++node) {
        if (weights[node] <= 0.0) continue;
        result.vertices.push_back(static_cast<int>(node));
        // Sums of weights may be a little more than 1.
        result.weights.push_back(std::min(weights[node], 1.0));
        nodes.push_back(m_tets.vertices[node]);
    }
    if (nodes.empty()) return result;

    PinFollower follower(m_surface, pins);
    follower.bind(nodes);
    const bool turns = pins.rotation && pins.rotations.empty() && pins.angular_velocities.empty();
    if (!pins.positions.empty()) {
        result.positions = follower.followed(pins.positions, turns ? &result.rotations : nullptr);
    }
    if (!pins.rotations.empty()) result.rotations = follower.turned(pins.rotations);
    if (!pins.velocities.empty()) result.velocities = follower.blended(pins.velocities, 3);
    if (!pins.angular_velocities.empty())
        result.angular_velocities = follower.blended(pins.angular_velocities, 3);
    return result;
}

}  // namespace sinew::solidify
