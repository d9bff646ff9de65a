#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plugin/shell_strip.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

TEST(Shells, FallFreely) {
    const WorldPointer world = make_world();
    const Strip strip;
    const SinewBodyId body = strip.add_to(world);
    EXPECT_EQ(positions(world, body), strip.vertices);
    EXPECT_GE(step(world).iterations, 1);
    const SinewWorldDef settings = world_def();
    // Backward Euler: Σ g dt² i over n substeps.
    const double dt = 1.0 / (settings.frame_rate * settings.substeps);
    const double fall = 9.81 * dt * dt * 0.5 * settings.substeps * (settings.substeps + 1);
    for (const Point& point : positions(world, body))
        EXPECT_NEAR(point[2], 1.0 - fall, 2e-6);
}

TEST(Shells, ArePinnedToAMover) {
    const WorldPointer world = make_world();
    SinewMoverDef mover_def;
    ASSERT_EQ(sinew_mover_def_init(&mover_def, sizeof mover_def), SINEW_SUCCESS);
    SinewMoverId mover = 0;
    ASSERT_EQ(sinew_world_add_mover(world.get(), &mover_def, &mover), SINEW_SUCCESS);
    Strip strip;
    strip.clamp();
    strip.def.pin_mover = mover;
    const SinewBodyId body = strip.add_to(world);
    const double up[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.05};
    ASSERT_EQ(sinew_world_set_mover_transform(world.get(), mover, up), SINEW_SUCCESS);
    const SinewStepReport report = step(world);
    EXPECT_LT(report.pin_error, 1e-4);
    EXPECT_LT(report.pin_angle_error, 1e-3);
    EXPECT_NEAR(positions(world, body)[0][2], 1.05f, 1e-4f);
}

TEST(Shells, BendToTheArcOfTheirRestCurvature) {
    const WorldPointer world = make_world(settled());
    Strip strip;
    strip.clamp();
    strip.def.rest_curvature[3] = -1.0;  // about y along x: the far end goes up
    const SinewBodyId body = strip.add_to(world);
    step(world);
    // An arc of radius 1 m and length 0.6 m.
    EXPECT_NEAR(far_end(world, body), 1.0 + 1.0 - std::cos(0.6), 2e-3);
}

TEST(Shells, TakeCurvatureAndStretchByVertexAsForAll) {
    const WorldPointer one = make_world(settled());
    Strip for_all;
    for_all.clamp();
    for_all.def.rest_curvature[3] = -1.0;
    for_all.def.rest_stretch = 1.01;
    const SinewBodyId first = for_all.add_to(one);
    step(one);
    const WorldPointer two = make_world(settled());
    Strip by_vertex;
    by_vertex.clamp();
    const std::size_t count = by_vertex.vertices.size();
    std::vector<double> curvature(9 * count, 0.0);
    for (std::size_t i = 0; i < count; ++i)
        curvature[9 * i + 3] = -1.0;
    const std::vector<double> stretch(count, 1.01);
    by_vertex.def.rest_curvature_map = Strip::numbers(curvature);
    by_vertex.def.rest_stretch_map = Strip::numbers(stretch);
    const SinewBodyId second = by_vertex.add_to(two);
    step(two);
    EXPECT_GT(far_end(one, first), 1.15);
    EXPECT_NEAR(far_end(one, first), far_end(two, second), 1e-6);
}

TEST(Shells, SagByTheSquareOfTheirThickness) {
    const auto sag = [](double thickness) {
        SinewWorldDef settings = settled();
        settings.gravity[2] = -9.81;
        const WorldPointer world = make_world(settings);
        Strip strip;
        strip.clamp();
        const std::vector<double> thicknesses(strip.vertices.size(), thickness);
        strip.def.thicknesses = Strip::numbers(thicknesses);
        const SinewBodyId body = strip.add_to(world);
        step(world);
        return 1.0 - far_end(world, body);
    };
    // Weight grows with h, bending stiffness with h³.
    EXPECT_NEAR(sag(0.01) / sag(0.02), 4.0, 0.05);
}

TEST(Shells, CarryASurfaceAndStartWhereTheyAreTold) {
    const WorldPointer world = make_world(settled());
    Strip strip;
    strip.clamp();
    const std::vector<Point> rider{{0.3f, 0.05f, 1.02f}};
    strip.def.surface = {rider.data(), rider.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    std::vector<Point> start = strip.vertices;
    for (Point& point : start)
        point[2] += 0.5f;
    strip.def.initial_positions = {start.data(), start.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    const SinewBodyId body = strip.add_to(world);
    ASSERT_EQ(positions(world, body).size(), 1U);
    EXPECT_NEAR(positions(world, body)[0][2], 1.52f, 1e-6f);
}

TEST(Shells, TakeTheNodesOfTheirEdges) {
    const WorldPointer world = make_world(settled());
    Strip strip;
    const std::vector<int32_t> ends{0, 2};
    const std::vector<Point> nodes{{0.05f, -0.01f, 1.0f}};
    strip.def.edge_vertices = {ends.data(), ends.size(), 0, SINEW_FORMAT_INT, 0};
    strip.def.edge_positions = {nodes.data(), nodes.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    strip.clamp();
    strip.add_to(world);
    EXPECT_LT(step(world).energy_elastic, 1e-12);
    strip.def.edge_vertices.count = 1;
    strip.expect_refused(world, "edge_vertices");
}

TEST(Shells, AreRefusedWithTheirNameAndField) {
    const WorldPointer world = make_world();
    const auto expect_refused = [&](auto change, const char* part) {
        Strip strip;
        change(strip);
        strip.expect_refused(world, part);
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<double> short_map(5, 1.0);
    expect_refused([](Strip& s) { s.def.triangles.count = 0; }, "mesh");
    expect_refused([](Strip& s) { s.def.triangles.count = 7; }, "triangles");
    expect_refused([](Strip& s) { s.triangles[0] = 99; }, "mesh");
    expect_refused([&](Strip& s) { s.vertices[0][0] = nan; }, "vertices");
    expect_refused([](Strip& s) { s.def.edges = 2; }, "edges");
    expect_refused([](Strip& s) { s.def.element = -1; }, "element");
    expect_refused([](Strip& s) { s.def.model = 2; }, "model");
    expect_refused([](Strip& s) { s.def.area_law = 2; }, "area_law");
    expect_refused([](Strip& s) { s.def.mass = 2; }, "mass");
    expect_refused([](Strip& s) { s.def.thickness = 0.0; }, "thickness");
    expect_refused([](Strip& s) { s.def.poisson_ratio = 0.6; }, "poisson_ratio");
    expect_refused([&](Strip& s) { s.def.thicknesses = Strip::numbers(short_map); }, "thickness");
    expect_refused([](Strip& s) { s.def.rest_curvature[0] = NAN; }, "rest_curvature");
    expect_refused([](Strip& s) { s.def.rest_stretch = 0.0; }, "rest_stretch");
    expect_refused([&](Strip& s) { s.def.rest_stretch_map = Strip::numbers(short_map); },
                   "rest_stretch");
    expect_refused(
        [&](Strip& s) {
            s.def.rest_curvature[3] = 1.0;
            s.def.rest_curvature_map = Strip::numbers(short_map);
        },
        "not together with rest_curvature");
    expect_refused(
        [](Strip& s) {
            s.pins = {99};
            s.def.pin_vertices = {s.pins.data(), 1, 0, SINEW_FORMAT_INT, 0};
        },
        "pins[0]");
    expect_refused(
        [](Strip& s) {
            s.clamp();
            s.def.pin_flags = SINEW_PIN_SCALE;
        },
        "pin_flags");
    expect_refused(
        [](Strip& s) {
            s.def.initial_positions = {s.vertices.data(), 3, 0, SINEW_FORMAT_FLOAT3, 0};
        },
        "initial.positions");
}

TEST(Shells, NeedAMoverOfTheirWorld) {
    const WorldPointer world = make_world();
    Strip strip;
    strip.clamp();
    strip.def.pin_mover = 12345;
    SinewBodyId body = 77;
    EXPECT_EQ(sinew_world_add_shell(world.get(), &strip.def, &body), SINEW_ERROR_INVALID_HANDLE);
    EXPECT_EQ(body, 0U);
}

TEST(Shells, WarnWhenTheMeshIsTooCoarseForTheirCurvature) {
    const WorldPointer world = make_world();
    Strip strip;
    strip.def.rest_curvature[3] = 100.0;
    strip.add_to(world);
    int32_t count = 0;
    ASSERT_EQ(sinew_world_get_warning_count(world.get(), &count), SINEW_SUCCESS);
    ASSERT_EQ(count, 1);
    std::array<char, 200> text{};
    ASSERT_EQ(sinew_world_get_warning(world.get(), 0, text.data(), text.size(), nullptr),
              SINEW_SUCCESS);
    EXPECT_THAT(text.data(), HasSubstr("Strip: the rest curvature turns 12 triangles"));
}

}  // namespace
}  // namespace sinew::test
