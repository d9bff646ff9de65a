#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::ElementsAreArray;
using testing::HasSubstr;
using Transform = std::array<double, 12>;

constexpr Transform IDENTITY{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
/// A quarter of a turn about z, twice as large, two metres along x.
constexpr Transform TURNED{0, -2, 0, 2, 2, 0, 0, 0, 0, 0, 2, 0};

SinewMoverDef mover_def(const char* name) {
    SinewMoverDef def;
    EXPECT_EQ(sinew_mover_def_init(&def, sizeof def), SINEW_SUCCESS);
    def.name = name;
    return def;
}

SinewMoverId add_mover(const WorldPointer& world, const SinewMoverDef& def) {
    SinewMoverId mover = 0;
    EXPECT_EQ(sinew_world_add_mover(world.get(), &def, &mover), SINEW_SUCCESS)
        << sinew_last_error();
    return mover;
}

Transform transform_of(const WorldPointer& world, SinewMoverId mover) {
    Transform transform{};
    EXPECT_EQ(sinew_world_get_mover_transform(world.get(), mover, transform.data()), SINEW_SUCCESS);
    return transform;
}

TEST(Movers, BeginAtTheIdentity) {
    EXPECT_THAT(mover_def("bone").transform, ElementsAreArray(IDENTITY));
}

TEST(Movers, ReachTheirTargetAtTheEndOfTheNextStepAndStay) {
    const WorldPointer world = make_world();
    const SinewMoverId bone = add_mover(world, mover_def("Armature/forearm.L"));
    EXPECT_NE(bone, 0U);
    ASSERT_EQ(sinew_world_set_mover_transform(world.get(), bone, TURNED.data()), SINEW_SUCCESS);
    EXPECT_EQ(transform_of(world, bone), IDENTITY);
    step(world);
    EXPECT_EQ(transform_of(world, bone), TURNED);
    step(world);
    EXPECT_EQ(transform_of(world, bone), TURNED);
}

TEST(Movers, NameWhatIsWrong) {
    const WorldPointer world = make_world();
    const SinewMoverId bone = add_mover(world, mover_def("bone"));
    SinewMoverId other = 7;
    const auto expect_refused = [&](const SinewMoverDef& def, const char* part) {
        EXPECT_EQ(sinew_world_add_mover(world.get(), &def, &other), SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(other, 0U);
        EXPECT_THAT(sinew_last_error(), HasSubstr(part));
    };
    expect_refused(mover_def("bone"), "bone: name: another mover has this name");
    expect_refused(mover_def(""), "a mover needs a name");
    expect_refused(mover_def(nullptr), "name");
    SinewMoverDef flat = mover_def("flat");
    flat.transform[10] = 0.0;
    expect_refused(flat, "singular");

    Transform bad = IDENTITY;
    bad[3] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(sinew_world_set_mover_transform(world.get(), bone, bad.data()),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("bone: transforms at frame 2 is not finite"));
    bad = IDENTITY;
    bad[0] = -1.0;
    EXPECT_EQ(sinew_world_set_mover_transform(world.get(), bone, bad.data()),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("mirrored"));
    EXPECT_EQ(sinew_world_set_mover_transform(world.get(), bone, nullptr),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(sinew_world_set_mover_transform(world.get(), 77, IDENTITY.data()),
              SINEW_ERROR_INVALID_HANDLE);
    EXPECT_EQ(sinew_world_get_mover_transform(world.get(), bone, nullptr),
              SINEW_ERROR_INVALID_ARGUMENT);
    step(world);
    EXPECT_EQ(transform_of(world, bone), IDENTITY);
}

}  // namespace
}  // namespace sinew::test
