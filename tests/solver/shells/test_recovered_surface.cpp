#include "shells/recovered_surface.hpp"

#include <gtest/gtest.h>

#include <map>

#include "shell_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;

/// Points of a body's surface.
std::vector<Vector3d> points_of(const RecoveredSurface& surface, const ShellBody& body) {
    std::vector<Vector3d> points(surface.size());
    surface.positions(body.state(), points);
    return points;
}

RecoveredSurface surface_of(const ShellBody& body) {
    return {body.def(), body.mesh(), body.elements()};
}

/// Enclosed, by the divergence theorem; positive where faces look outward [m³].
double volume_of(const RecoveredSurface& surface, const std::vector<Vector3d>& points) {
    double volume = 0.0;
    for (const auto& [a, b, c] : surface.faces())
        volume += points[a].dot(points[b].cross(points[c])) / 6.0;
    return volume;
}

/// Every edge of the faces is gone along once in each direction.
void expect_closed(const RecoveredSurface& surface) {
    std::map<std::pair<int, int>, int> passes;
    for (const std::array<int, 3>& face : surface.faces()) {
        for (int k = 0; k < 3; ++k)
            ++passes[{face[k], face[(k + 1) % 3]}];
    }
    for (const auto& [edge, count] : passes) {
        EXPECT_EQ(count, 1) << edge.first << " " << edge.second;
        EXPECT_EQ(passes.count({edge.second, edge.first}), 1) << edge.first << " " << edge.second;
    }
}

TEST(RecoveredSurface, OfAFlatPlateIsHalfItsThicknessAway) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.params.thickness = 0.02;
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    const RecoveredSurface surface = surface_of(body);
    const std::vector<Vector3d> points = points_of(surface, body);
    const std::size_t n = def.mesh.vertices.size();
    ASSERT_EQ(points.size(), 2 * n);
    for (std::size_t i = 0; i < n; ++i) {
        EXPECT_LT((points[i] - def.mesh.vertices[i] - Vector3d(0, 0, 0.01)).norm(), 1e-16);
        EXPECT_LT((points[n + i] - def.mesh.vertices[i] + Vector3d(0, 0, 0.01)).norm(), 1e-16);
    }
    expect_closed(surface);
    EXPECT_NEAR(volume_of(surface, points), 1.0 * 0.5 * 0.02, 1e-15);
    EXPECT_EQ(surface.faces().size(), 2 * 16 + 2 * 12);
}

TEST(RecoveredSurface, FollowsAPaintedThickness) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    for (const Vector3d& x : def.mesh.vertices)
        def.thickness.push_back(0.01 + 0.02 * x.x());
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    const RecoveredSurface surface = surface_of(body);
    EXPECT_NEAR(volume_of(surface, points_of(surface, body)), 0.5 * 0.02, 1e-14);
}

/// Pulled along x by a strain ε: narrower and thinner by ν ε each, so its volume grows by (1 − 2ν) ε.
TEST(RecoveredSurface, GetsThinnerByPoissonsRatio) {
    const double strain = 0.01;
    for (const double nu : {0.0, 0.3, 0.5}) {
        ShellDef def = test::plate(1.0, 0.5, 4, 2);
        def.params.thickness = 0.02;
        def.params.poisson_ratio = nu;
        const auto edge = [&](double at) {
            return test::vertices_where(def, [at](const auto& x) { return x.x() == at; });
        };
        def.pins = {test::pins_at(edge(0.0), false), test::pins_at({0}, true),
                    test::pins_at(edge(1.0), false)};
        def.pins[0].axes = def.pins[2].axes = {true, false, false};
        std::vector<double> targets;
        for (const int vertex : def.pins[2].vertices) {
            const Vector3d x = def.mesh.vertices[vertex];
            targets.insert(targets.end(), {x.x() * (1.0 + strain), x.y(), x.z()});
        }
        def.pins[2].positions = AnimatedArray::constant(targets);
        test::ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-10});
        const ShellBody body = test::make_body(def, run.system);
        run.step(1.0);
        const RecoveredSurface surface = surface_of(body);
        const std::vector<Vector3d> points = points_of(surface, body);
        const std::size_t n = def.mesh.vertices.size();
        for (std::size_t i = 0; i < n; ++i) {
            EXPECT_NEAR((points[i] - points[n + i]).z(), 0.02 * (1.0 - nu * strain), 1e-6);
            EXPECT_LT((0.5 * (points[i] + points[n + i]) - body.state().positions[i]).norm(), 1e-7);
        }
        // To second order in ε; pins are 10⁴ times as firm as the sheet.
        EXPECT_NEAR(volume_of(surface, points) / 0.01, 1.0 + (1.0 - 2.0 * nu) * strain, 2e-4) << nu;
    }
}

TEST(RecoveredSurface, NeverTurnsInsideOut) {
    ShellDef def = test::plate(1.0, 1.0, 2, 2);
    def.initial_positions = def.mesh.vertices;
    for (Vector3d& x : def.initial_positions)
        x *= 8.0;
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    const RecoveredSurface surface = surface_of(body);
    const std::vector<Vector3d> points = points_of(surface, body);
    EXPECT_NEAR(points[0].z() - points[9].z(),
                RecoveredSurface::SMALLEST_THICKNESS * def.params.thickness, 1e-12);
}

/// Bent about y, the inside of the bend swells and the outside gets thinner: both sides move towards the inside.
TEST(RecoveredSurface, BendsAreThickerInside) {
    ShellDef def = test::plate(1.0, 0.2, 24, 4);
    def.params.thickness = 0.05;
    const double radius = 0.5;
    for (const Vector3d& X : def.mesh.vertices) {
        const double phi = X.x() / radius;
        def.initial_positions.emplace_back(radius * std::sin(phi), X.y(),
                                           radius * (1.0 - std::cos(phi)));
    }
    ImplicitSystem system({});
    const ShellBody body = test::make_body(def, system);
    const RecoveredSurface surface = surface_of(body);
    const std::vector<Vector3d> points = points_of(surface, body);
    const std::size_t n = def.mesh.vertices.size();
    const std::size_t middle = 2 * 25 + 12;
    const Vector3d centre(0.0, 0.1, radius);
    // ρ_b h²/8 = ν/(1 − ν) κ h²/8 towards the centre.
    const double mean =
        0.5 * ((points[middle] - centre).norm() + (points[n + middle] - centre).norm());
    const double shift = 0.3 / 0.7 / radius * 0.05 * 0.05 / 8.0;
    EXPECT_NEAR(mean, radius - shift, 0.05 * shift);
}

TEST(RecoveredSurface, IsClosedWhateverTheWinding) {
    const auto closed_volume = [](const ShellDef& def) {
        ImplicitSystem system({});
        const ShellBody body = test::make_body(def, system);
        const RecoveredSurface surface = surface_of(body);
        expect_closed(surface);
        return volume_of(surface, points_of(surface, body));
    };
    ShellDef plate = test::plate(1.0, 0.5, 4, 2);
    for (const std::size_t turned : {0, 3, 7, 8})
        std::swap(plate.mesh.triangles[turned][1], plate.mesh.triangles[turned][2]);
    EXPECT_NEAR(closed_volume(plate), 0.5 * 0.001, 1e-12);

    ShellDef strip = test::moebius(1.0, 0.3, 24, 2);
    strip.params.thickness = 0.02;
    double area = 0.0;
    for (const double share : vertex_areas(strip.mesh))
        area += share;
    EXPECT_NEAR(closed_volume(strip), area * 0.02, 0.02 * area * 0.02);

    // A box: folds of 90°.
    ShellDef box;
    box.name = "Box";
    box.mesh = test::box_mesh(Vector3d::Zero(), Vector3d::Ones());
    box.params.thickness = 0.01;
    EXPECT_GT(closed_volume(box), 0.9 * 6.0 * 0.01 * 0.5);
}

}  // namespace
}  // namespace sinew::shells
