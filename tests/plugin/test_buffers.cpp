#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// Adds the rods and expects to be refused with a text that has all of `parts`.
void expect_refused(const Rods& rods, std::initializer_list<const char*> parts) {
    const WorldPointer world = make_world();
    SinewBodyId body = 77;
    EXPECT_EQ(sinew_world_add_viper_rods(world.get(), &rods.def, &body),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(body, 0u);
    for (const char* part : parts)
        EXPECT_THAT(sinew_last_error(), HasSubstr(part));
    // Nothing was added, so the world goes on as if nothing had happened.
    EXPECT_EQ(sinew_world_step(world.get(), nullptr), SINEW_SUCCESS);
}

TEST(Buffers, AcceptFloatsAndDoublesAlike) {
    Rods floats;
    Rods doubles;
    std::vector<std::array<double, 3>> points;
    for (const Point& point : floats.points)
        points.push_back({point[0], point[1], point[2]});
    const std::vector<float> radii(floats.radii.begin(), floats.radii.end());
    const std::vector<double> same_radii(radii.begin(), radii.end());
    floats.def.radii = {radii.data(), radii.size(), 0, SINEW_FORMAT_FLOAT, 0};
    doubles.def.points = {points.data(), points.size(), 0, SINEW_FORMAT_DOUBLE3, 0};
    doubles.def.radii = {same_radii.data(), radii.size(), 0, SINEW_FORMAT_DOUBLE, 0};
    const WorldPointer a = make_world();
    const WorldPointer b = make_world();
    const SinewBodyId body_a = floats.add_to(a);
    const SinewBodyId body_b = doubles.add_to(b);
    step(a);
    step(b);
    EXPECT_EQ(positions(a, body_a), positions(b, body_b));
}

TEST(Buffers, ReadStridedItemsAtAnyAlignment) {
    Rods rods;
    const std::size_t stride = 17;
    std::vector<char> bytes(1 + stride * rods.points.size(), 0x7F);
    for (std::size_t i = 0; i < rods.points.size(); ++i) {
        std::memcpy(bytes.data() + 1 + i * stride, rods.points[i].data(), sizeof(Point));
    }
    rods.def.points.data = bytes.data() + 1;
    rods.def.points.stride_bytes = stride;
    const WorldPointer world = make_world();
    EXPECT_EQ(positions(world, rods.add_to(world)), rods.points);
}

TEST(Buffers, RefuseNullData) {
    Rods rods;
    rods.def.points.data = nullptr;
    expect_refused(rods, {"Rod", "points.data", "null"});
}

TEST(Buffers, RefuseAnotherFormat) {
    Rods rods;
    rods.def.points.format = SINEW_FORMAT_INT;
    expect_refused(rods, {"points.format", "INT", "FLOAT3 or DOUBLE3"});
    Rods unknown;
    unknown.def.radii.format = 99;
    expect_refused(unknown, {"radii.format", "99", "FLOAT or DOUBLE"});
    Rods counts;
    counts.def.counts.format = SINEW_FORMAT_FLOAT;
    expect_refused(counts, {"counts.format", "must be INT"});
}

TEST(Buffers, RefuseAStrideSmallerThanAnItem) {
    Rods rods;
    rods.def.points.stride_bytes = 8;
    expect_refused(rods, {"points.stride_bytes", "8", "12"});
}

TEST(Buffers, RefuseMoreThanMemoryCanHold) {
    Rods huge;
    huge.def.points.count = std::uint64_t{1} << 62;
    expect_refused(huge, {"points.count", "memory"});
    Rods wide;
    wide.def.points.stride_bytes = ~std::uint64_t{0};
    expect_refused(wide, {"points.count", "memory"});
}

TEST(Buffers, RefuseNumbersThatAreNotFiniteAndSayWhere) {
    Rods rods;
    rods.points[3][1] = std::nanf("");
    expect_refused(rods, {"points[3]", "nan", "finite"});
    Rods radii;
    radii.radii[2] = std::numeric_limits<double>::infinity();
    expect_refused(radii, {"radii[2]", "inf"});
}

TEST(Buffers, RefuseReservedBits) {
    Rods rods;
    rods.def.points.reserved = 1;
    expect_refused(rods, {"points.reserved", "must be 0"});
}

TEST(Buffers, AreCopiedDuringTheCall) {
    const WorldPointer world = make_world();
    SinewBodyId body = 0;
    std::vector<Point> expected;
    {
        Rods rods;
        expected = rods.points;
        body = rods.add_to(world);
        for (Point& point : rods.points)
            point = {1e9f, 1e9f, 1e9f};
    }
    EXPECT_EQ(positions(world, body), expected);
}

TEST(Buffers, OutputsTellTheCountAndRefuseTooLittleRoom) {
    const WorldPointer world = make_world();
    const Rods rods;
    const SinewBodyId body = rods.add_to(world);
    std::vector<float> out(3 * 4, -7.0f);
    uint64_t count = 0;
    EXPECT_EQ(sinew_body_get_positions(world.get(), body, out.data(), 4, &count),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(count, 5u);
    EXPECT_THAT(out, testing::Each(-7.0f));
    EXPECT_THAT(sinew_last_error(), HasSubstr("at least 5"));
    EXPECT_EQ(sinew_viper_rods_get_radii(world.get(), body, nullptr, 0, &count), SINEW_SUCCESS);
    EXPECT_EQ(count, 5u);
}

}  // namespace
}  // namespace sinew::test
