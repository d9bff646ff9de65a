// Arrays of the caller, as the positions of two pins.
#include <cmath>
#include <cstring>
#include <limits>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

constexpr const char* PATH = "bodies.Rod.pins[0].positions";

/// A rod whose ends are held, and where they shall go.
struct Ends {
    Ends() : world(make_world(job_of({pinned_rods(rods(), {0, 4})}))) {}

    SinewResult set() const { return sinew_world_set_input(world.get(), PATH, &view); }
    /// Expects a refusal with a text that has the path and all of `parts`.
    void expect_refused(std::initializer_list<const char*> parts) const {
        EXPECT_EQ(set(), SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(sinew_last_error(), HasSubstr(PATH));
        for (const char* part : parts)
            EXPECT_THAT(sinew_last_error(), HasSubstr(part));
        // Nothing was set, so the world goes on as if nothing had happened.
        step(world);
        EXPECT_EQ(positions(world, "Rod")[0], (Point{0.0f, 0.0f, 1.0f}));
    }
    /// Expects that the ends go to `targets`.
    void expect_moved() const {
        ASSERT_EQ(set(), SINEW_SUCCESS) << sinew_last_error();
        step(world);
        const std::vector<Point> now = positions(world, "Rod");
        EXPECT_EQ(now.front(), targets[0]);
        EXPECT_EQ(now.back(), targets[1]);
    }

    WorldPointer world;
    std::array<Point, 2> targets{Point{0.0f, 0.01f, 1.02f}, Point{0.41f, 0.02f, 1.03f}};
    SinewBufferView view{targets.data(), 2, 0, SINEW_FORMAT_FLOAT3, 0};
};

TEST(Buffers, AcceptFloatsAndDoublesAlikeInThreesAndOneByOne) {
    Ends().expect_moved();
    Ends ones;
    ones.view = {ones.targets.data(), 6, 0, SINEW_FORMAT_FLOAT, 0};
    ones.expect_moved();
    Ends doubles;
    std::array<double, 6> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        numbers[i] = static_cast<double>(doubles.targets[i / 3][i % 3]);
    doubles.view = {numbers.data(), 6, 0, SINEW_FORMAT_DOUBLE, 0};
    doubles.expect_moved();
    Ends triples;
    triples.view = {numbers.data(), 2, 0, SINEW_FORMAT_DOUBLE3, 0};
    triples.expect_moved();
}

TEST(Buffers, ReadStridedItemsAtAnyAlignment) {
    Ends ends;
    const std::size_t stride = 17;
    std::vector<char> bytes(1 + stride * 2, 0x7F);
    for (std::size_t i = 0; i < 2; ++i)
        std::memcpy(bytes.data() + 1 + i * stride, ends.targets[i].data(), sizeof(Point));
    ends.view.data = bytes.data() + 1;
    ends.view.stride_bytes = stride;
    ends.expect_moved();
}

TEST(Buffers, RefuseNullData) {
    Ends ends;
    ends.view.data = nullptr;
    ends.expect_refused({".data", "null"});
}

TEST(Buffers, RefuseAnotherFormat) {
    Ends ends;
    ends.view.format = SINEW_FORMAT_INT;
    ends.expect_refused({".format", "INT", "FLOAT, FLOAT3, DOUBLE or DOUBLE3"});
    Ends unknown;
    unknown.view.format = 99;
    unknown.expect_refused({".format", "99"});
}

TEST(Buffers, RefuseAStrideSmallerThanAnItem) {
    Ends ends;
    ends.view.stride_bytes = 8;
    ends.expect_refused({".stride_bytes", "8", "12"});
}

TEST(Buffers, RefuseMoreThanMemoryCanHold) {
    Ends huge;
    huge.view.count = std::uint64_t{1} << 62;
    huge.expect_refused({".count", "memory"});
    Ends wide;
    wide.view.stride_bytes = ~std::uint64_t{0};
    wide.expect_refused({".count", "memory"});
}

TEST(Buffers, RefuseNumbersThatAreNotFiniteAndSayWhere) {
    Ends nan;
    nan.targets[1][1] = std::nanf("");
    nan.expect_refused({"[1]", "nan", "finite"});
    Ends infinite;
    infinite.targets[0][2] = std::numeric_limits<float>::infinity();
    infinite.expect_refused({"[0]", "inf"});
}

TEST(Buffers, RefuseReservedBits) {
    Ends ends;
    ends.view.reserved = 1;
    ends.expect_refused({".reserved", "must be 0"});
}

TEST(Buffers, AreCopiedDuringTheCall) {
    Ends ends;
    const std::array<Point, 2> wanted = ends.targets;
    ASSERT_EQ(ends.set(), SINEW_SUCCESS);
    for (Point& point : ends.targets)
        point = {1e9f, 1e9f, 1e9f};
    step(ends.world);
    EXPECT_EQ(positions(ends.world, "Rod").back(), wanted[1]);
}

}  // namespace
}  // namespace sinew::test
