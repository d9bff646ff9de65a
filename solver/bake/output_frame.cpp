#include "bake/output_frame.hpp"

#include <fmt/format.h>

#include <Eigen/Core>
#include <cmath>
#include <span>

#include "base/error.hpp"

namespace sinew::bake {

OutputFrame::OutputFrame(const World& world, double length, const std::vector<OutputSpace>& spaces)
    : m_length(length), m_spaces(world.bodies().size(), nullptr) {
    for (const OutputSpace& space : spaces) {
        m_spaces[space.body] = &space;
    }
    for (const std::size_t count : output_counts(world)) {
        m_positions.emplace_back(3 * count);
    }
}

void OutputFrame::take(const World& world) {
    for (std::size_t b = 0; b < m_positions.size(); ++b) {
        const Body& body = *world.bodies()[b];
        std::vector<float>& positions = m_positions[b];
        m_metres.resize(positions.size());
        body.output_positions(m_metres);
        go_to_object(b, world.frame());
        for (std::size_t i = 0; i < positions.size(); ++i) {
            // Dividing undoes the multiplication by the reader up to the last bit of a double, which
            // rounding to single precision removes: at rest the output is the input.
            positions[i] = static_cast<float>(m_metres[i] / m_length);
            if (std::isfinite(positions[i])) continue;
            throw Error({.code = ErrorCode::NotConverged,
                         .object = body.name(),
                         .field = fmt::format("vertex {}", i / 3),
                         .value = fmt::format("{}", m_metres[i]),
                         .remedy =
                             "the simulation went out of bounds; try more substeps, more damping "
                             "or a lower stiffness"});
        }
    }
}

void OutputFrame::go_to_object(std::size_t body, double frame) {
    if (m_spaces[body] == nullptr) return;
    const Eigen::Affine3d transform = to_object(*m_spaces[body], frame);
    Eigen::Map<Eigen::Matrix3Xd> points(m_metres.data(), 3,
                                        static_cast<Eigen::Index>(m_metres.size() / 3));
    for (Eigen::Index i = 0; i < points.cols(); ++i) {
        const Eigen::Vector3d moved = transform * Eigen::Vector3d(points.col(i));
        points.col(i) = moved;
    }
}

std::vector<std::size_t> output_counts(const World& world) {
    std::vector<std::size_t> counts;
    for (const auto& body : world.bodies()) {
        counts.push_back(body->output_count());
    }
    return counts;
}

}  // namespace sinew::bake
