// VertexPins: vertices of a solid or a shell that are held, and where.
#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <string>
#include <vector>

#include "body/animated_array.hpp"
#include "body/animated_rotations.hpp"
#include "body/def_checker.hpp"

namespace sinew {

class FieldVisitor;
class LiveInputs;

/// Pins without a target hold their vertices at rest.
struct VertexPins {
    std::vector<int> vertices;
    /// 0 to 1, 1 per vertex; empty: 1. At 1 it is held as firmly as possible, at ½ as firmly as the material itself holds.
    std::vector<double> weights;
    bool position = true;
    bool rotation = false;
    std::array<bool, 3> axes{true, true, true};  ///< world axes along, and about, which it is held

    AnimatedArray positions;           ///< [m], 3 per vertex
    AnimatedRotations rotations;       ///< from rest
    AnimatedArray velocities;          ///< instead of positions [m/s], 3 per vertex
    AnimatedArray angular_velocities;  ///< instead of rotations [rad/s], 3 per vertex
    std::string mover;                 ///< carries the vertices, instead of all these; empty: none

    /// Held up to and including this frame, free afterwards.
    double release_frame = std::numeric_limits<double>::infinity();

    /// Of pins on a surface that was filled: their place in the list of the job, if positions and velocities that are set live
    /// reach them; −1 elsewhere.
    int painted_group = -1;

    /// See BodyDef; `rest` has the positions of all vertices [m].
    void visit_fields(FieldVisitor& visitor, const std::vector<Eigen::Vector3d>& rest);
    /// See Body; `field` is "pins[2]".
    void list_inputs(const std::string& field, LiveInputs& inputs);
};

/// The list "pins" of a body; `rest` has the positions of all vertices [m].
void visit_pins(FieldVisitor& visitor, std::vector<VertexPins>& groups,
                const std::vector<Eigen::Vector3d>& rest);

/// Whether any of the groups holds a position at `frame`.
bool holds_position(const std::vector<VertexPins>& groups, double frame);

/// Everything that can be wrong with pins of a body of that many vertices.
class VertexPinsChecker : DefChecker {
public:
    VertexPinsChecker(std::string object, std::vector<Problem>& problems, std::size_t vertices)
        : DefChecker(std::move(object), problems), m_vertices(vertices) {}

    /// `field` is "pins[2]".
    void check(const std::string& field, const VertexPins& pins);

private:
    void check_one_target(const std::string& field, const VertexPins& pins);

    std::size_t m_vertices;
};

}  // namespace sinew
