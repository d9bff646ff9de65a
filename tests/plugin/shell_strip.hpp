// A strip of a shell, through the C API.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "plugin/rod_world.hpp"

namespace sinew::test {

inline constexpr int SQUARES = 6;

/// A strip of 0.6 × 0.1 m along x at a height of 1 m, of squares cut in two; vertex 2 i + j is at x = 0.1 i, y = 0.1 j.
class Strip {
public:
    Strip() {
        for (int i = 0; i <= SQUARES; ++i) {
            for (int j = 0; j < 2; ++j)
                vertices.push_back(
                    {0.1f * static_cast<float>(i), 0.1f * static_cast<float>(j), 1.0f});
        }
        for (int32_t a = 0; a < 2 * SQUARES; a += 2) {
            for (const int32_t corner : {a, a + 2, a + 3, a, a + 3, a + 1})
                triangles.push_back(corner);
        }
        EXPECT_EQ(sinew_shell_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.name = "Strip";
        def.vertices = {vertices.data(), vertices.size(), 0, SINEW_FORMAT_FLOAT3, 0};
        def.triangles = {triangles.data(), triangles.size(), 0, SINEW_FORMAT_INT, 0};
        def.thickness = 0.01;
        def.young_modulus = 1e9;  // clamped at one end it sags by about 2 cm
    }
    Strip(const Strip&) = delete;
    Strip& operator=(const Strip&) = delete;

    /// Held at x = 0, places and directors.
    void clamp() {
        def.pin_vertices = {pins.data(), pins.size(), 0, SINEW_FORMAT_INT, 0};
        def.pin_flags = SINEW_PIN_POSITION | SINEW_PIN_ROTATION;
    }
    static SinewBufferView numbers(const std::vector<double>& values) {
        return {values.data(), values.size(), 0, SINEW_FORMAT_DOUBLE, 0};
    }
    SinewBodyId add_to(const WorldPointer& world) const {
        SinewBodyId body = 0;
        EXPECT_EQ(sinew_world_add_shell(world.get(), &def, &body), SINEW_SUCCESS)
            << sinew_last_error();
        return body;
    }
    void expect_refused(const WorldPointer& world, const char* part) const {
        SinewBodyId body = 77;
        EXPECT_EQ(sinew_world_add_shell(world.get(), &def, &body), SINEW_ERROR_INVALID_ARGUMENT)
            << part;
        EXPECT_EQ(body, 0U);
        EXPECT_THAT(sinew_last_error(), testing::HasSubstr(part));
        EXPECT_THAT(sinew_last_error(), testing::HasSubstr("Strip"));
    }

    std::vector<Point> vertices;
    std::vector<int32_t> triangles;
    std::vector<int32_t> pins{0, 1};
    SinewShellDef def;
};

/// No inertia and no gravity.
inline SinewWorldDef settled() {
    SinewWorldDef settings = world_def();
    settings.integrator = SINEW_INTEGRATOR_QUASI_STATIC;
    settings.gravity[2] = 0.0;
    return settings;
}

/// Height of its end at x = 0.6 m.
inline double far_end(const WorldPointer& world, SinewBodyId body) {
    return positions(world, body)[static_cast<std::size_t>(2 * SQUARES)][2];
}

}  // namespace sinew::test
