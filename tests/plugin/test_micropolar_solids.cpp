#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// A cube of 0.2 m at a height of 1 m, as five tetrahedra and as a surface of twelve triangles.
class CubeOfJelly {
public:
    CubeOfJelly() {
        for (int i = 0; i < 8; ++i) {
            vertices.push_back({0.2f * static_cast<float>(i & 1),
                                0.2f * static_cast<float>(i >> 1 & 1),
                                1.0f + 0.2f * static_cast<float>(i >> 2)});
        }
        EXPECT_EQ(sinew_micropolar_solid_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.name = "Jelly";
    }
    CubeOfJelly(const CubeOfJelly&) = delete;
    CubeOfJelly& operator=(const CubeOfJelly&) = delete;

    void give_tetrahedra() {
        def.vertices = {vertices.data(), vertices.size(), 0, SINEW_FORMAT_FLOAT3, 0};
        def.tetrahedra = {corners.data(), corners.size(), 0, SINEW_FORMAT_INT, 0};
    }
    void give_surface() {
        def.surface = {vertices.data(), vertices.size(), 0, SINEW_FORMAT_FLOAT3, 0};
        def.surface_triangles = {triangles.data(), triangles.size(), 0, SINEW_FORMAT_INT, 0};
        def.size = 0.1;
    }
    void pin(std::vector<int32_t> indices) {
        pins = std::move(indices);
        def.pin_vertices = {pins.data(), pins.size(), 0, SINEW_FORMAT_INT, 0};
    }
    SinewBodyId add_to(const WorldPointer& world) const {
        SinewBodyId body = 0;
        EXPECT_EQ(sinew_world_add_micropolar_solid(world.get(), &def, &body), SINEW_SUCCESS)
            << sinew_last_error();
        return body;
    }
    void expect_refused(const WorldPointer& world, const char* part) const {
        SinewBodyId body = 77;
        EXPECT_EQ(sinew_world_add_micropolar_solid(world.get(), &def, &body),
                  SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(body, 0U);
        EXPECT_THAT(sinew_last_error(), HasSubstr(part));
        EXPECT_THAT(sinew_last_error(), HasSubstr("Jelly"));
    }

    std::vector<Point> vertices;
    std::vector<int32_t> corners{0, 1, 2, 4, 1, 3, 2, 7, 1, 7, 4, 5, 2, 4, 7, 6, 1, 2, 4, 7};
    std::vector<int32_t> triangles{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    std::vector<int32_t> pins;
    std::vector<float> weights;
    SinewMicropolarSolidDef def;
};

TEST(MicropolarSolids, FallFreelyFromGivenTetrahedra) {
    const WorldPointer world = make_world();
    CubeOfJelly cube;
    cube.give_tetrahedra();
    const SinewBodyId body = cube.add_to(world);
    EXPECT_EQ(positions(world, body), cube.vertices);
    const SinewStepReport report = step(world);
    EXPECT_GE(report.iterations, 1);
    const SinewWorldDef settings = world_def();
    // Backward Euler: Σ g dt² i over n substeps.
    const double dt = 1.0 / (settings.frame_rate * settings.substeps);
    const double fall = 9.81 * dt * dt * 0.5 * settings.substeps * (settings.substeps + 1);
    const std::vector<Point> now = positions(world, body);
    for (std::size_t i = 0; i < now.size(); ++i)
        EXPECT_NEAR(now[i][2], cube.vertices[i][2] - fall, 2e-6);
}

TEST(MicropolarSolids, OutputIsTheSurfaceThatWasFilled) {
    const WorldPointer world = make_world();
    CubeOfJelly cube;
    cube.give_surface();
    const SinewBodyId body = cube.add_to(world);
    EXPECT_EQ(positions(world, body), cube.vertices);
    step(world);
    EXPECT_LT(positions(world, body)[0][2], 1.0f);
}

TEST(MicropolarSolids, ArePinnedToAMover) {
    const WorldPointer world = make_world();
    SinewMoverDef mover_def;
    ASSERT_EQ(sinew_mover_def_init(&mover_def, sizeof mover_def), SINEW_SUCCESS);
    SinewMoverId mover = 0;
    ASSERT_EQ(sinew_world_add_mover(world.get(), &mover_def, &mover), SINEW_SUCCESS);
    CubeOfJelly cube;
    cube.give_tetrahedra();
    cube.pin({0, 1, 2, 3});
    cube.def.pin_flags = SINEW_PIN_POSITION | SINEW_PIN_ROTATION;
    cube.def.pin_mover = mover;
    const SinewBodyId body = cube.add_to(world);
    const double up[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.05};
    ASSERT_EQ(sinew_world_set_mover_transform(world.get(), mover, up), SINEW_SUCCESS);
    const SinewStepReport report = step(world);
    EXPECT_LT(report.pin_error, 1e-4);
    for (int i = 0; i < 4; ++i)
        EXPECT_NEAR(positions(world, body)[i][2], 1.05f, 1e-4f);
}

TEST(MicropolarSolids, BendAsTheirRestCurvatureSays) {
    SinewWorldDef settings = world_def();
    settings.gravity[2] = 0.0;
    const WorldPointer world = make_world(settings);
    CubeOfJelly cube;
    cube.give_tetrahedra();
    cube.pin({0, 2, 4, 6});
    cube.def.length_scale = 1.0;
    cube.def.rest_curvature[3] = -2.0;  // about y along x: the far side goes up
    const SinewBodyId body = cube.add_to(world);
    step(world);
    EXPECT_GT(positions(world, body)[1][2], 1.0f);
    EXPECT_EQ(positions(world, body).size(), 8U);
}

TEST(MicropolarSolids, AreRefusedWithTheirNameAndField) {
    const WorldPointer world = make_world();
    const auto expect_refused = [&](auto change, const char* part) {
        CubeOfJelly cube;
        cube.give_tetrahedra();
        change(cube);
        cube.expect_refused(world, part);
    };
    expect_refused([](CubeOfJelly& c) { c.def.tetrahedra.count = 0; }, "tetrahedra");
    expect_refused([](CubeOfJelly& c) { c.def.tetrahedra.count = 7; }, "tetrahedra.count");
    expect_refused([](CubeOfJelly& c) { std::swap(c.corners[0], c.corners[1]); }, "tetrahedron");
    expect_refused([](CubeOfJelly& c) { c.def.law = 4; }, "law");
    expect_refused([](CubeOfJelly& c) { c.def.poisson_ratio = 0.5; }, "poisson_ratio");
    expect_refused([](CubeOfJelly& c) { c.def.young_modulus = -1.0; }, "young_modulus");
    expect_refused([](CubeOfJelly& c) { c.pin({8}); }, "pins[0]");
    expect_refused(
        [](CubeOfJelly& c) {
            c.pin({0});
            c.def.pin_flags = SINEW_PIN_SCALE;
        },
        "pin_flags");
    expect_refused(
        [](CubeOfJelly& c) { c.vertices[0][0] = std::numeric_limits<float>::quiet_NaN(); },
        "vertices");
    expect_refused(
        [](CubeOfJelly& c) {
            c.def.vertices.count = c.def.tetrahedra.count = 0;
            c.give_surface();
            c.def.size = 10.0;
        },
        "size");
    expect_refused([](CubeOfJelly& c) { c.def.rest_curvature[0] = NAN; }, "rest_curvature");
}

TEST(MicropolarSolids, NeedAMoverOfTheirWorld) {
    const WorldPointer world = make_world();
    CubeOfJelly cube;
    cube.give_tetrahedra();
    cube.pin({0});
    cube.def.pin_mover = 12345;
    SinewBodyId body = 77;
    EXPECT_EQ(sinew_world_add_micropolar_solid(world.get(), &cube.def, &body),
              SINEW_ERROR_INVALID_HANDLE);
    EXPECT_EQ(body, 0U);
}

TEST(MicropolarSolids, AreNotRods) {
    const WorldPointer world = make_world();
    CubeOfJelly cube;
    cube.give_tetrahedra();
    const SinewBodyId body = cube.add_to(world);
    uint64_t count = 0;
    EXPECT_EQ(sinew_viper_rods_get_radii(world.get(), body, nullptr, 0, &count),
              SINEW_ERROR_INVALID_HANDLE);
    EXPECT_THAT(sinew_last_error(), HasSubstr("not made of VIPER rods"));
}

}  // namespace
}  // namespace sinew::test
