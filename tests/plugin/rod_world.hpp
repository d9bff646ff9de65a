// A world with rods in it, through the C API.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "sinew/sinew.h"

namespace sinew::test {

struct DestroyWorld {
    void operator()(SinewWorld* world) const { sinew_world_destroy(world); }
};
using WorldPointer = std::unique_ptr<SinewWorld, DestroyWorld>;
using Point = std::array<float, 3>;

inline SinewWorldDef world_def() {
    SinewWorldDef def;
    EXPECT_EQ(sinew_world_def_init(&def, sizeof def), SINEW_SUCCESS);
    return def;
}

inline WorldPointer make_world(const SinewWorldDef& def = world_def()) {
    SinewWorld* world = nullptr;
    EXPECT_EQ(sinew_world_create(&def, &world), SINEW_SUCCESS) << sinew_last_error();
    return WorldPointer(world);
}

/// Horizontal rods along x at a height of 1 m, side by side along y, and the definition that points
/// to their arrays. Not copied or moved, because of those pointers.
class Rods {
public:
    explicit Rods(std::size_t rods = 1, std::size_t points_per_rod = 5) {
        for (std::size_t rod = 0; rod < rods; ++rod) {
            for (std::size_t i = 0; i < points_per_rod; ++i) {
                points.push_back(
                    {0.1f * static_cast<float>(i), 0.1f * static_cast<float>(rod), 1.0f});
                radii.push_back(0.01);
            }
            counts.push_back(static_cast<int32_t>(points_per_rod));
        }
        EXPECT_EQ(sinew_viper_rods_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.name = "Rod";
        def.points = {points.data(), points.size(), 0, SINEW_FORMAT_FLOAT3, 0};
        def.radii = {radii.data(), radii.size(), 0, SINEW_FORMAT_DOUBLE, 0};
        def.counts = {counts.data(), counts.size(), 0, SINEW_FORMAT_INT, 0};
    }
    Rods(const Rods&) = delete;
    Rods& operator=(const Rods&) = delete;

    void pin(std::vector<int32_t> indices) {
        pins = std::move(indices);
        def.pin_points = {pins.data(), pins.size(), 0, SINEW_FORMAT_INT, 0};
    }
    SinewBodyId add_to(const WorldPointer& world) const {
        SinewBodyId body = 0;
        EXPECT_EQ(sinew_world_add_viper_rods(world.get(), &def, &body), SINEW_SUCCESS)
            << sinew_last_error();
        return body;
    }

    std::vector<Point> points;
    std::vector<double> radii;
    std::vector<int32_t> counts;
    std::vector<int32_t> pins;
    SinewViperRodsDef def;
};

inline std::vector<Point> positions(const WorldPointer& world, SinewBodyId body) {
    uint64_t count = 0;
    EXPECT_EQ(sinew_body_get_positions(world.get(), body, nullptr, 0, &count), SINEW_SUCCESS);
    std::vector<Point> out(count);
    EXPECT_EQ(sinew_body_get_positions(world.get(), body, out.data()->data(), count, &count),
              SINEW_SUCCESS)
        << sinew_last_error();
    return out;
}

inline SinewStepReport step(const WorldPointer& world) {
    SinewStepReport report{};
    report.struct_size = sizeof report;
    EXPECT_EQ(sinew_world_step(world.get(), &report), SINEW_SUCCESS) << sinew_last_error();
    return report;
}

}  // namespace sinew::test
