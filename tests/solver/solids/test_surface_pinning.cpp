#include "solids/surface_pinning.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/byte_stream.hpp"
#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Vector3d;
using test::ImplicitStepper;

const Vector3d PULL(0.0, 0.0, -9.81);

/// A fine tube along x in a few coarse tetrahedra; `cells` along it. Its end at x = 0 is pinned, 0.3 m of it.
SolidDef tube_in_bar(int cells) {
    SolidDef def = test::bar({1.0, 0.4, 0.4}, {cells, 1, 1});
    const TriangleMesh tube = test::tube_mesh(41, 16, [](double t) {
        return test::TubeSection{{t, 0.2, 0.2}, {0, 0.15, 0}, {0, 0, 0.15}};
    });
    def.surface = tube.vertices;
    def.surface_triangles = tube.triangles;
    def.params.young_modulus = 3e5;
    def.surface_pins = {test::pins_at(
        test::points_where(tube.vertices, [](const Vector3d& x) { return x.x() < 0.3; }), false)};
    return def;
}

/// Frame 1 at rest, frame 5 bent more than a tetrahedron can be: z grows with the square of x, and a wave.
Vector3d bent(const Vector3d& x) {
    return {x.x(), x.y() + 0.02 * std::sin(40.0 * x.x()), x.z() + x.x() * x.x()};
}
AnimatedArray bending(const SolidDef& def, const std::vector<int>& vertices) {
    AnimatedArray positions{3 * vertices.size(), {0.0, 4.0}, {}};
    for (const bool moved : {false, true}) {
        for (const int vertex : vertices) {
            const Vector3d x = moved ? bent(def.surface[vertex]) : def.surface[vertex];
            positions.values.insert(positions.values.end(), x.begin(), x.end());
        }
    }
    return positions;
}

double worst_distance(const SolidBody& body, const std::vector<int>& vertices,
                      const std::function<Vector3d(int)>& wanted) {
    const std::vector<double> out = test::output_of(body);
    double worst = 0.0;
    for (const int vertex : vertices) {
        const Eigen::Map<const Vector3d> at(out.data() + 3L * vertex);
        worst = std::max(worst, (at - wanted(vertex)).norm());
    }
    return worst;
}

// Far from affine in a tetrahedron, at two resolutions, and the springs bear a load.
TEST(SurfacePinning, VerticesGoWhereTheyAreAskedAtAnyResolution) {
    for (const int cells : {2, 9}) {
        SolidDef def = tube_in_bar(cells);
        SolidPins& pins = def.surface_pins[0];
        pins.positions = bending(def, pins.vertices);
        ImplicitStepper run({});
        const SolidBody body = test::make_body(def, run.system);
        EXPECT_EQ(body.measure(run.last).pins.distance, 0.0);
        for (int i = 0; i < 6; ++i)
            run.step(0.04, PULL);
        const double worst = worst_distance(body, pins.vertices,
                                            [&](int vertex) { return bent(def.surface[vertex]); });
        EXPECT_LT(worst, 1e-9);
        EXPECT_NEAR(body.measure(run.last).pins.distance, worst, 1e-12);
        // The surface stays whole: no edge is torn where the corrections fade out.
        const std::vector<double> out = test::output_of(body);
        for (const Eigen::Vector3i& t : def.surface_triangles) {
            const Eigen::Map<const Vector3d> a(out.data() + 3L * t[0]);
            const Eigen::Map<const Vector3d> b(out.data() + 3L * t[1]);
            const double rest = (def.surface[t[0]] - def.surface[t[1]]).norm();
            EXPECT_LT((a - b).norm(), rest + 0.05);
        }
    }
}

TEST(SurfacePinning, RestInRestOut) {
    SolidDef def = tube_in_bar(3);
    ImplicitStepper run({});
    const SolidBody body = test::make_body(def, run.system);
    run.step(0.04);
    const std::vector<double> out = test::output_of(body);
    for (std::size_t i = 0; i < def.surface.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis)
            EXPECT_EQ(out[3 * i + axis], def.surface[i][axis]);
    }
}

TEST(SurfacePinning, FollowsMoversAndHoldsAlongSomeAxes) {
    SolidDef def = tube_in_bar(4);
    def.surface_pins[0].mover = "bone";
    const std::vector<int> end =
        test::points_where(def.surface, [](const Vector3d& x) { return x.x() > 0.99; });
    def.surface_pins.push_back(test::pins_at(end, false));
    def.surface_pins[1].axes = {false, false, true};
    const Mover bone(
        {.name = "bone",
         .transforms = AnimatedArray::constant({1, 0, 0, 0.05, 0, 1, 0, 0.02, 0, 0, 1, 0.0})});
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body(def, run.system, {&bone, nullptr});
    run.step(1.0, PULL);
    EXPECT_LT(worst_distance(body, def.surface_pins[0].vertices,
                             [&](int vertex) -> Vector3d {
                                 return def.surface[vertex] + Vector3d(0.05, 0.02, 0.0);
                             }),
              1e-9);
    const std::vector<double> out = test::output_of(body);
    for (const int vertex : end) {
        EXPECT_NEAR(out[3 * vertex + 2], def.surface[vertex].z(), 1e-9);
        EXPECT_GT(out[3 * vertex], def.surface[vertex].x() + 0.01);  // free to go along
    }
}

// As firm at a weight of ½ as the material, on a coarse mesh and on a fine one.
TEST(SurfacePinning, WeightsBelowOneGive) {
    SolidDef def = tube_in_bar(4);
    def.params.young_modulus = 1e6;
    def.surface_pins[0].weights.assign(def.surface_pins[0].vertices.size(), 0.5);
    ImplicitStepper run({.integrator = Integrator::QuasiStatic});
    const SolidBody body = test::make_body(def, run.system);
    EXPECT_TRUE(std::isnan(body.measure(run.last).pins.distance));
    run.step(1.0, PULL);
    EXPECT_TRUE(std::isnan(body.measure(run.last).pins.distance));
    const double given = worst_distance(body, def.surface_pins[0].vertices,
                                        [&](int vertex) { return def.surface[vertex]; });
    EXPECT_GT(given, 1e-3);
    EXPECT_LT(given, 0.5);
}

TEST(SurfacePinning, PinsThatContradictEachOtherAreReported) {
    SolidDef def = tube_in_bar(4);
    def.surface_pins.push_back(def.surface_pins[0]);
    SolidPins& other = def.surface_pins[1];
    std::vector<double> places;
    for (const int vertex : other.vertices) {
        const Vector3d x = def.surface[vertex] + Vector3d(0, 0, 0.02);
        places.insert(places.end(), x.begin(), x.end());
    }
    other.positions = AnimatedArray::constant(places);
    ImplicitStepper run({});
    const SolidBody body = test::make_body(def, run.system);
    run.step(0.04);
    EXPECT_NEAR(body.measure(run.last).pins.distance, 0.01, 1e-6);
}

// What the tetrahedra cannot do is let go slowly, and is part of what is saved.
TEST(SurfacePinning, CorrectionsFadeAfterARelease) {
    SolidDef def = tube_in_bar(2);
    SolidPins& pins = def.surface_pins[0];
    pins.positions = bending(def, pins.vertices);
    pins.release_frame = 4.0;
    ImplicitStepper run({});
    SolidBody body = test::make_body(def, run.system);
    for (int i = 0; i < 4; ++i)
        run.step(0.02);
    const std::vector<double> held = test::output_of(body);
    ByteWriter saved;
    body.save(saved);
    run.step(1e-4);
    const std::vector<double> released = test::output_of(body);
    double jump = 0.0;
    for (std::size_t i = 0; i < held.size(); ++i)
        jump = std::max(jump, std::abs(released[i] - held[i]));
    EXPECT_LT(jump, 1e-3);
    EXPECT_EQ(body.measure(run.last).pins.distance, 0.0);
    ByteReader reader(saved.bytes());
    body.load(reader);
    EXPECT_EQ(test::output_of(body), held);
}

}  // namespace
}  // namespace sinew::solids
