#include "solids/surface_pinning.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "implicit/node_pinning.hpp"

namespace sinew::solids {

using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

Vector3d vector_at(const std::vector<double>& values, std::size_t index) {
    return Eigen::Map<const Vector3d>(values.data() + 3 * index);
}

std::vector<double> sampled(const AnimatedArray& array, double frame) {
    std::vector<double> values(array.width);
    if (!array.empty()) array.sample(frame, values);
    return values;
}

/// n_a: how much of the pinned vertices each node carries [1].
std::vector<double> pinned_shares(const SolidDef& def, const TetEmbedding& surface) {
    std::vector<double> shares(def.tets.vertices.size(), 0.0);
    for (const SolidPins& pins : def.surface_pins) {
        for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
            if (NodePinning::grip(pins, i).stiffness <= 0.0) continue;
            const TetEmbedding::Place& place = surface.places()[pins.vertices[i]];
            for (int a = 0; a < 4; ++a)
                shares[place.vertices[a]] += std::abs(place.coordinates[a]);
        }
    }
    return shares;
}

/// K_v/n_v [N/m].
double share_of_stiffness(const TetEmbedding::Place& place,
                          const std::vector<VertexMaterial>& materials,
                          const std::vector<double>& shares) {
    double size = 0.0;
    double stiffness = 0.0;
    double sharing = 0.0;
    for (int a = 0; a < 4; ++a) {
        const double weight = std::abs(place.coordinates[a]);
        size += weight;
        stiffness += weight * materials[place.vertices[a]].stiffness();
        sharing += weight * shares[place.vertices[a]];
    }
    return stiffness / size / std::max(sharing / size, 1.0);
}

}  // namespace

NodePoint node_point(const TetEmbedding::Place& place) {
    NodePoint point;
    for (int a = 0; a < 4; ++a) {
        point.nodes[a] = place.vertices[a];
        point.weights[a] = place.coordinates[a];
    }
    return point;
}

SurfacePinning::SurfacePinning(const SolidDef& def, const SolidElements& elements,
                               const TetEmbedding& surface, std::vector<const Mover*> movers)
    : m_def(def),
      m_surface(surface),
      m_movers(std::move(movers)),
      m_samples(def.surface_pins.size()),
      m_error(BodyMeasures::NONE) {
    const std::vector<VertexMaterial> materials = vertex_materials(def, elements);
    const std::vector<double> shares = pinned_shares(def, surface);
    std::vector<int> corrected_index(def.surface.size(), -1);
    for (std::size_t group = 0; group < def.surface_pins.size(); ++group) {
        const SolidPins& pins = def.surface_pins[group];
        const Vector3d axes = NodePinning::held_axes(pins);
        for (std::size_t i = 0; i < pins.vertices.size(); ++i) {
            const int vertex = pins.vertices[i];
            const NodePinning::Grip grip = NodePinning::grip(pins, i);
            if (grip.stiffness <= 0.0) continue;
            const double share = share_of_stiffness(surface.places()[vertex], materials, shares);
            Held held{group, i, vertex, grip.stiffness * share * axes};
            if (grip.firm) {
                if (corrected_index[vertex] < 0) {
                    corrected_index[vertex] = static_cast<int>(m_corrected.size());
                    m_corrected.push_back(vertex);
                }
                held.corrected = corrected_index[vertex];
            }
            m_held.push_back(held);
        }
    }
    m_corrections.assign(m_corrected.size(), Vector3d::Zero());
    m_error = error_at_start();
}

double SurfacePinning::error_at_start() const {
    return m_corrected.empty() ? BodyMeasures::NONE : 0.0;
}

void SurfacePinning::set_corrections(std::vector<Vector3d> corrections) {
    m_corrections = std::move(corrections);
}

void SurfacePinning::make_term(BlockRange positions) {
    m_positions = positions;
    std::vector<NodePoint> points;
    points.reserve(m_held.size());
    for (const Held& held : m_held)
        points.push_back(node_point(m_surface.places()[held.vertex]));
    m_term = std::make_unique<PointPinPotential>(positions, std::move(points));
}

bool SurfacePinning::asks_for_velocity(const Held& held) const {
    return !m_samples[held.group].velocities.empty();
}

Vector3d SurfacePinning::asked_motion(const Held& held, const Vector3d& now,
                                      const MotionHistory& motion, int first_block) const {
    const Sample& sample = m_samples[held.group];
    if (asks_for_velocity(held)) {
        // Increments are linear in the rate and in what the nodes did before: weights sum to 1.
        const Vector3d rate = vector_at(sample.velocities, held.index);
        const TetEmbedding::Place& place = m_surface.places()[held.vertex];
        Vector3d sum = Vector3d::Zero();
        for (int a = 0; a < 4; ++a) {
            const int block = m_positions.block(place.vertices[a]) - first_block;
            sum += place.coordinates[a] * motion.increment_for(3L * block, rate);
        }
        return sum;
    }
    if (m_movers[held.group]) return sample.transform * m_def.surface[held.vertex] - now;
    if (sample.positions.empty()) return m_def.surface[held.vertex] - now;
    return vector_at(sample.positions, held.index) - now;
}

void SurfacePinning::begin_step(const StepInfo& step, const std::vector<Vector3d>& positions,
                                const MotionHistory& motion, int first_block) {
    for (std::size_t group = 0; group < m_samples.size(); ++group) {
        const SolidPins& pins = m_def.surface_pins[group];
        m_samples[group].positions = sampled(pins.positions, step.frame_1);
        m_samples[group].velocities = sampled(pins.velocities, step.frame_1);
        m_samples[group].released = step.frame_1 > pins.release_frame;
        if (m_movers[group]) m_samples[group].transform = m_movers[group]->at(step.frame_1);
    }
    std::vector<Vector3d> stiffness;
    std::vector<Vector3d> targets;
    for (const Held& held : m_held) {
        const Vector3d now = m_surface.deformed(held.vertex, positions);
        targets.push_back(asked_motion(held, now, motion, first_block));
        stiffness.push_back(is_released(held) ? Vector3d::Zero() : held.stiffness);
    }
    m_term->set_step(std::move(stiffness), std::move(targets));
}

void SurfacePinning::accept_step(const StepInfo& step, const VectorXd& x) {
    const double fade = std::exp(-step.dt / FADE_TIME);
    std::vector<Vector3d> missing(m_corrected.size(), Vector3d::Zero());
    std::vector<Vector3d> pins(m_corrected.size(), Vector3d::Zero());
    const auto for_each_firm = [&](auto&& visit) {
        for (std::size_t i = 0; i < m_held.size(); ++i) {
            if (m_held[i].corrected < 0 || is_released(m_held[i])) continue;
            const Vector3d axes = (m_held[i].stiffness.array() > 0.0).cast<double>();
            visit(m_held[i], axes, m_term->missing(x, i).cwiseProduct(axes).eval());
        }
    };
    for_each_firm([&](const Held& held, const Vector3d& axes, const Vector3d& offset) {
        if (asks_for_velocity(held)) return;
        missing[held.corrected] += offset;
        pins[held.corrected] += axes;
    });
    for (std::size_t i = 0; i < m_corrected.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            double& correction = m_corrections[i][axis];
            correction = pins[i][axis] > 0.0 ? missing[i][axis] / pins[i][axis] : fade * correction;
        }
    }
    m_error = error_at_start();
    for_each_firm([&](const Held& held, const Vector3d& axes, const Vector3d& offset) {
        const Vector3d added = asks_for_velocity(held)
                                   ? Vector3d::Zero()
                                   : axes.cwiseProduct(m_corrections[held.corrected]).eval();
        m_error = std::max(m_error, (offset - added).norm());
    });
}

}  // namespace sinew::solids
