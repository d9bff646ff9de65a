// Worlds from jobs in memory, through the C API, and small jobs to make them from.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "sinew/sinew.h"

namespace sinew::test {

using nlohmann::json;

struct DestroyWorld {
    void operator()(SinewWorld* world) const { sinew_world_destroy(world); }
};
using WorldPointer = std::unique_ptr<SinewWorld, DestroyWorld>;
using Point = std::array<float, 3>;

inline constexpr double IDENTITY[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// A job of these bodies, from frame 1 on at 24 frames a second.
inline json job_of(std::initializer_list<json> bodies) {
    return {{"sinew_job", 1},
            {"frames", {{"start", 1}, {"end", 2}, {"rate", 24}}},
            {"bodies", json(json::array_t(bodies))}};
}

/// Horizontal rods along x at a height of 1 m, side by side along y.
inline json rods(int count = 1, int points_per_rod = 5) {
    json points = json::array();
    json counts = json::array();
    for (int rod = 0; rod < count; ++rod) {
        for (int i = 0; i < points_per_rod; ++i)
            points.push_back({0.1f * static_cast<float>(i), 0.1f * static_cast<float>(rod), 1.0f});
        counts.push_back(points_per_rod);
    }
    return {{"kind", "viper_rods"},
            {"name", "Rod"},
            {"rods", {{"points", points}, {"radii", 0.01}, {"counts", counts}}}};
}

/// The same with points that are held where they are, and whose positions can be set.
inline json pinned_rods(json body, const std::vector<int>& points) {
    json positions = json::array();
    for (const int point : points)
        positions.push_back(body["rods"]["points"][static_cast<std::size_t>(point)]);
    body["pins"] = {{{"points", points}, {"positions", positions}}};
    return body;
}

inline constexpr int SQUARES = 6;

/// A strip of a shell of 0.6 × 0.1 m along x at a height of 1 m, of squares cut in two; vertex 2 i + j is at x = 0.1 i, y = 0.1 j.
/// Clamped at one end it sags by about 2 cm.
inline json strip() {
    json vertices = json::array();
    json faces = json::array();
    for (int i = 0; i <= SQUARES; ++i) {
        for (int j = 0; j < 2; ++j)
            vertices.push_back({0.1f * static_cast<float>(i), 0.1f * static_cast<float>(j), 1.0f});
    }
    for (int a = 0; a < 2 * SQUARES; a += 2) {
        faces.push_back({a, a + 2, a + 3});
        faces.push_back({a, a + 3, a + 1});
    }
    return {{"kind", "cosserat_shell"},
            {"name", "Strip"},
            {"mesh", {{"vertices", vertices}, {"faces", faces}}},
            {"material", {{"thickness", 0.01}, {"young_modulus", 1e9}}}};
}

/// Held at x = 0, places and directors.
inline json clamped_strip() {
    json body = strip();
    body["pins"] = {{{"vertices", {0, 1}}, {"what", {"position", "rotation"}}}};
    return body;
}

/// A job of it without inertia and gravity.
inline json settled(const json& body) {
    json job = job_of({body});
    job["gravity"] = {0, 0, 0};
    job["solver"]["implicit"]["integrator"] = "quasi_static";
    return job;
}

/// Corners of a cube of 0.2 m at a height of 1 m.
inline json cube_vertices() {
    json vertices = json::array();
    for (int i = 0; i < 8; ++i) {
        vertices.push_back({0.2f * static_cast<float>(i & 1), 0.2f * static_cast<float>(i >> 1 & 1),
                            1.0f + 0.2f * static_cast<float>(i >> 2)});
    }
    return vertices;
}

/// A solid of five tetrahedra that fill this cube.
inline json cube_of_tetrahedra() {
    return {
        {"kind", "micropolar_solid"},
        {"name", "Jelly"},
        {"tets",
         {{"vertices", cube_vertices()},
          {"tetrahedra", {{0, 1, 2, 4}, {1, 3, 2, 7}, {1, 7, 4, 5}, {2, 4, 7, 6}, {1, 2, 4, 7}}}}}};
}

/// The same cube as a surface that is to be filled.
inline json cube_to_fill() {
    return {{"kind", "micropolar_solid"},
            {"name", "Jelly"},
            {"surface",
             {{"vertices", cube_vertices()},
              {"faces",
               {{0, 2, 1},
                {1, 2, 3},
                {4, 5, 6},
                {5, 7, 6},
                {0, 1, 4},
                {1, 5, 4},
                {2, 6, 3},
                {3, 6, 7},
                {0, 4, 2},
                {2, 4, 6},
                {1, 3, 5},
                {3, 7, 5}}}}},
            {"resolution", {{"size", 0.1}}}};
}

inline SinewWorldDef world_def() {
    SinewWorldDef def;
    EXPECT_EQ(sinew_world_def_init(&def, sizeof def), SINEW_SUCCESS);
    return def;
}

inline WorldPointer make_world(const json& job, int threads = 0) {
    const std::string text = job.dump();
    SinewWorldDef def = world_def();
    def.job_text = text.c_str();
    def.threads = threads;
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_SUCCESS) << sinew_last_error();
    return WorldPointer(world);
}

/// Expects that no world comes of the job, and a message that has all of `parts`.
inline void expect_refused(const json& job, std::initializer_list<const char*> parts) {
    const std::string text = job.dump();
    SinewWorldDef def = world_def();
    def.job_text = text.c_str();
    SinewWorld* world = reinterpret_cast<SinewWorld*>(&def);
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_ERROR_INVALID_ARGUMENT) << *parts.begin();
    EXPECT_EQ(world, nullptr);
    for (const char* part : parts)
        EXPECT_THAT(sinew_last_error(), testing::HasSubstr(part));
}

inline SinewBodyId find_body(const WorldPointer& world, const char* name) {
    SinewBodyId body = 0;
    EXPECT_EQ(sinew_world_find_body(world.get(), name, &body), SINEW_SUCCESS) << sinew_last_error();
    return body;
}

inline std::vector<float> result(const WorldPointer& world, SinewBodyId body, const char* name) {
    uint64_t count = 0;
    EXPECT_EQ(sinew_body_get_result(world.get(), body, name, nullptr, 0, &count), SINEW_SUCCESS)
        << sinew_last_error();
    std::vector<float> numbers(count);
    EXPECT_EQ(sinew_body_get_result(world.get(), body, name, numbers.data(), count, &count),
              SINEW_SUCCESS)
        << sinew_last_error();
    return numbers;
}

inline std::vector<Point> as_points(const std::vector<float>& numbers) {
    std::vector<Point> points;
    for (std::size_t i = 0; i + 2 < numbers.size(); i += 3)
        points.push_back({numbers[i], numbers[i + 1], numbers[i + 2]});
    return points;
}

/// Where the vertices of a body are.
inline std::vector<Point> positions(const WorldPointer& world, const char* body) {
    return as_points(result(world, find_body(world, body), "positions"));
}

/// Points of a job.
inline std::vector<Point> points_of(const json& points) {
    return points.get<std::vector<Point>>();
}

inline SinewResult set_input(const WorldPointer& world, const char* path,
                             const std::vector<double>& numbers) {
    const SinewBufferView view{numbers.data(), numbers.size(), 0, SINEW_FORMAT_DOUBLE, 0};
    return sinew_world_set_input(world.get(), path, &view);
}

inline SinewResult set_input(const WorldPointer& world, const char* path,
                             const std::vector<Point>& points) {
    const SinewBufferView view{points.data(), points.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    return sinew_world_set_input(world.get(), path, &view);
}

inline SinewStepReport step(const WorldPointer& world) {
    SinewStepReport report{};
    report.struct_size = sizeof report;
    EXPECT_EQ(sinew_world_step(world.get(), &report), SINEW_SUCCESS) << sinew_last_error();
    return report;
}

inline json describe(const WorldPointer& world) {
    uint64_t size = 0;
    EXPECT_EQ(sinew_world_describe(world.get(), nullptr, 0, &size), SINEW_SUCCESS);
    std::string text(size, '?');
    EXPECT_EQ(sinew_world_describe(world.get(), text.data(), size, nullptr), SINEW_SUCCESS);
    text.pop_back();
    return json::parse(text);
}

}  // namespace sinew::test
