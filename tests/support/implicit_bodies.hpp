// Solids and shells in a system of their own.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "body/mover.hpp"
#include "body/vertex_pins.hpp"
#include "contact/colliders.hpp"
#include "implicit/implicit_system.hpp"

namespace sinew::test {

inline std::vector<int> points_where(const std::vector<Eigen::Vector3d>& points,
                                     const std::function<bool(const Eigen::Vector3d&)>& where) {
    std::vector<int> found;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (where(points[i])) found.push_back(static_cast<int>(i));
    }
    return found;
}

inline VertexPins pins_at(const std::vector<int>& vertices, bool rotation) {
    VertexPins pins;
    pins.vertices = vertices;
    pins.rotation = rotation;
    return pins;
}

/// The definition must be valid; its pins have no movers.
template <class Body, class Def>
Body make_implicit_body(const Def& def, ImplicitSystem& system) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    for (const Problem& problem : problems)
        ADD_FAILURE() << problem.message();
    return {def, system, std::vector<const Mover*>(def.pins.size(), nullptr)};
}

/// Steps a system from frame to frame, all steps converging.
class ImplicitStepper {
public:
    explicit ImplicitStepper(const ImplicitSettings& settings, const Colliders* colliders = nullptr)
        : system(settings, colliders) {}

    SolveReport step(double dt, const Eigen::Vector3d& gravity = Eigen::Vector3d::Zero()) {
        last = {.dt = dt, .frame_0 = frame, .frame_1 = frame + 1.0, .gravity = gravity};
        system.begin_step(last);
        const SolveReport report = system.solve(last, CancelToken());
        EXPECT_EQ(report.outcome, StepOutcome::Converged)
            << to_string(report.outcome) << " " << report.residual << " " << report.worst;
        system.accept_step(last);
        frame += 1.0;
        return report;
    }

    ImplicitSystem system;
    StepInfo last;
    double frame = 0.0;
};

/// What a body puts out, 3 numbers a vertex.
inline std::vector<double> output_of(const Body& body) {
    std::vector<double> out(3 * body.output_count());
    body.output_positions(out);
    return out;
}

}  // namespace sinew::test
