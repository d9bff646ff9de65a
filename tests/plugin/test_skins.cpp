#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugin/rod_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// A strip of two rows of vertices beside a rod of Rods, and the definition that points to its arrays.
class Skin {
public:
    Skin() {
        for (int i = 0; i < 5; ++i) {
            vertices.push_back({0.1f * static_cast<float>(i), 0.02f, 1.0f});
            vertices.push_back({0.1f * static_cast<float>(i), 0.04f, 1.0f});
            if (i == 0) continue;
            for (const int corner : {-2, -1, 0, -1, 1, 0})
                triangles.push_back(2 * i + corner);
        }
        EXPECT_EQ(sinew_skin_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.name = "Skin";
        def.vertices = {vertices.data(), vertices.size(), 0, SINEW_FORMAT_FLOAT3, 0};
        def.triangles = {triangles.data(), triangles.size(), 0, SINEW_FORMAT_INT, 0};
    }
    Skin(const Skin&) = delete;
    Skin& operator=(const Skin&) = delete;

    void drive(std::vector<uint64_t> bodies) {
        drivers = std::move(bodies);
        def.drivers = {drivers.data(), drivers.size(), 0, SINEW_FORMAT_ID, 0};
    }
    void add_bone(SinewMoverId mover) {
        movers.push_back(mover);
        bone_points = {{0.0f, 0.0f, 1.0f}, {0.4f, 0.0f, 1.0f}};
        bone_radii = {0.01f, 0.01f};
        def.bone_movers = {movers.data(), movers.size(), 0, SINEW_FORMAT_ID, 0};
        def.bone_points = {bone_points.data(), 2, 0, SINEW_FORMAT_FLOAT3, 0};
        def.bone_radii = {bone_radii.data(), 2, 0, SINEW_FORMAT_FLOAT, 0};
    }
    void set_mask(float value) {
        mask.assign(vertices.size(), value);
        def.mask = {mask.data(), mask.size(), 0, SINEW_FORMAT_FLOAT, 0};
    }
    SinewBodyId add_to(const WorldPointer& world) const {
        SinewBodyId body = 0;
        EXPECT_EQ(sinew_world_add_skin(world.get(), &def, &body), SINEW_SUCCESS)
            << sinew_last_error();
        return body;
    }
    void expect_refused(const WorldPointer& world, const char* part) const {
        SinewBodyId body = 77;
        EXPECT_LT(sinew_world_add_skin(world.get(), &def, &body), 0);
        EXPECT_EQ(body, 0U);
        EXPECT_THAT(sinew_last_error(), HasSubstr(part));
    }

    std::vector<Point> vertices;
    std::vector<int32_t> triangles;
    std::vector<uint64_t> drivers, movers;
    std::vector<Point> bone_points;
    std::vector<float> bone_radii, mask;
    SinewSkinDef def;
};

TEST(Skins, FollowAFallingRod) {
    const WorldPointer world = make_world();
    Rods rods;
    const SinewBodyId rod = rods.add_to(world);
    Skin skin;
    skin.drive({rod});
    const SinewBodyId body = skin.add_to(world);
    EXPECT_EQ(positions(world, body), skin.vertices);
    step(world);
    const float fall = positions(world, rod)[0][2] - 1.0f;
    EXPECT_LT(fall, -0.005f);
    for (const Point& point : positions(world, body))
        EXPECT_NEAR(point[2], 1.0f + fall, 1e-6f);
}

TEST(Skins, FollowAMoverAndTheBaseByTheirMask) {
    const WorldPointer world = make_world();
    SinewMoverDef def;
    ASSERT_EQ(sinew_mover_def_init(&def, sizeof def), SINEW_SUCCESS);
    SinewMoverId mover = 0;
    ASSERT_EQ(sinew_world_add_mover(world.get(), &def, &mover), SINEW_SUCCESS);
    Skin skin;
    skin.add_bone(mover);
    skin.set_mask(0.25f);
    const SinewBodyId body = skin.add_to(world);
    EXPECT_EQ(positions(world, body), skin.vertices);

    const double up[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0.8};
    ASSERT_EQ(sinew_world_set_mover_transform(world.get(), mover, up), SINEW_SUCCESS);
    std::vector<Point> base = skin.vertices;
    for (Point& point : base)
        point[1] += 1.0f;
    const SinewBufferView view{base.data(), base.size(), 0, SINEW_FORMAT_FLOAT3, 0};
    ASSERT_EQ(sinew_skin_set_base(world.get(), body, &view), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(positions(world, body), skin.vertices) << "nothing moves before the step";
    step(world);
    const std::vector<Point> now = positions(world, body);
    for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_NEAR(now[i][1], skin.vertices[i][1] + 0.75f, 1e-6f);
        EXPECT_NEAR(now[i][2], 1.2f, 1e-6f);
    }
}

TEST(Skins, NameWhatIsWrong) {
    const WorldPointer world = make_world();
    Rods rods;
    const SinewBodyId rod = rods.add_to(world);
    Skin skin;
    skin.expect_refused(world, "drivers or bones");
    skin.drive({rod, rod});
    skin.expect_refused(world, "is there twice");
    skin.drive({77});
    skin.expect_refused(world, "driver is 0x4d");
    skin.drive({rod});
    const SinewBodyId body = skin.add_to(world);
    Skin second;
    second.drive({body});
    second.expect_refused(world, "Skin: drivers is \"Skin\": has no pills to follow");
    const SinewBodyId namesake = rods.add_to(world);
    second.drive({namesake});
    second.expect_refused(world, "names of drivers must differ");
    second.drive({rod});
    second.triangles.pop_back();
    --second.def.triangles.count;
    second.expect_refused(world, "Skin: triangles.count is 23: must be three for each triangle");
    second.def.triangles.count -= 2;
    second.add_bone(5);
    second.expect_refused(world, "mover is 0x5");
    second.def.bone_points.count = 1;
    second.expect_refused(world, "bone_points.count is 1: must be two for each of the 1 bones");

    const SinewBufferView short_view{skin.vertices.data(), 3, 0, SINEW_FORMAT_FLOAT3, 0};
    EXPECT_EQ(sinew_skin_set_base(world.get(), body, &short_view), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("must be the number of vertices, 10"));
    EXPECT_EQ(sinew_skin_set_base(world.get(), rod, &short_view), SINEW_ERROR_INVALID_HANDLE);
    EXPECT_EQ(sinew_skin_set_base(world.get(), body, nullptr), SINEW_ERROR_INVALID_ARGUMENT);
    step(world);
}

}  // namespace
}  // namespace sinew::test
