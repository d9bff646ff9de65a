// Bars of tetrahedra in a system of their own.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "mesh/box_tets.hpp"
#include "solids/solid_body.hpp"
#include "support/shapes.hpp"

namespace sinew::test {

using solids::SolidBody;
using solids::SolidDef;
using solids::SolidPins;

/// A bar from the origin with sides and cells along x, y and z.
inline SolidDef bar(const Eigen::Vector3d& sides, const Eigen::Vector3i& cells) {
    SolidDef def;
    def.name = "Bar";
    def.tets = box_tets({0, 0, 0}, sides, cells);
    return def;
}

inline std::vector<int> vertices_where(const SolidDef& def,
                                       const std::function<bool(const Eigen::Vector3d&)>& where) {
    std::vector<int> found;
    for (std::size_t i = 0; i < def.tets.vertices.size(); ++i) {
        if (where(def.tets.vertices[i])) found.push_back(static_cast<int>(i));
    }
    return found;
}

inline SolidPins pins_at(const std::vector<int>& vertices, bool rotation) {
    SolidPins pins;
    pins.vertices = vertices;
    pins.rotation = rotation;
    return pins;
}

/// Steps a system from frame to frame, all steps converging.
class Stepper {
public:
    explicit Stepper(const ImplicitSettings& settings) : system(settings) {}

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

inline SolidBody make_body(const SolidDef& def, ImplicitSystem& system) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    for (const Problem& problem : problems)
        ADD_FAILURE() << problem.message();
    return {def, system, std::vector<const Mover*>(def.pins.size(), nullptr)};
}

}  // namespace sinew::test
