// Results of bodies, read by name.
#include <cmath>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

std::vector<std::string> names(const json& body) {
    std::vector<std::string> names;
    for (const json& one : body["results"])
        names.push_back(one["name"]);
    return names;
}

TEST(Results, AreListedForEveryBody) {
    json job = job_of({rods(2, 3), strip(), cube_to_fill()});
    job["bodies"].push_back({{"kind", "skin"},
                             {"name", "Skin"},
                             {"mesh", job["bodies"][1]["mesh"]},
                             {"drivers", {"Rod"}}});
    json classic = cube_of_tetrahedra();
    classic["name"] = "Classic";
    classic["law"] = "classic_neo_hookean";
    job["bodies"].push_back(classic);
    const json bodies = describe(make_world(job))["bodies"];
    ASSERT_EQ(bodies.size(), 5U);
    EXPECT_EQ(bodies[0]["name"], "Rod");
    EXPECT_EQ(bodies[0]["kind"], "viper_rods");
    EXPECT_THAT(names(bodies[0]), ElementsAre("positions", "rod_points", "radii"));
    EXPECT_EQ(bodies[0]["results"][2],
              (json{{"name", "radii"}, {"items", 6}, {"width", 1}, {"unit", "m"}}));
    EXPECT_THAT(names(bodies[1]), ElementsAre("positions", "node_positions", "node_rotations"));
    EXPECT_THAT(names(bodies[2]), ElementsAre("positions", "node_positions", "node_rotations"));
    EXPECT_EQ(bodies[2]["results"][0]["items"], 8);
    EXPECT_GT(bodies[2]["results"][1]["items"], 8);
    EXPECT_THAT(names(bodies[3]), ElementsAre("positions"));
    EXPECT_THAT(names(bodies[4]), ElementsAre("positions", "node_positions"));
}

TEST(Results, OfRodsAreTheirPointsAndRadii) {
    json body = rods();
    const std::vector<Point> surface{{0.05f, 0.01f, 1.0f}, {0.31f, 0.01f, 1.01f}};
    body["surface"] = {{"vertices", surface}};
    const WorldPointer world = make_world(job_of({body}));
    const SinewBodyId rod = find_body(world, "Rod");
    EXPECT_EQ(positions(world, "Rod"), surface);
    EXPECT_EQ(as_points(result(world, rod, "rod_points")), points_of(body["rods"]["points"]));
    EXPECT_THAT(result(world, rod, "radii"), Each(0.01f));
    EXPECT_EQ(result(world, rod, "radii").size(), 5U);
    step(world);
    EXPECT_LT(as_points(result(world, rod, "rod_points"))[0][2], 0.995f);
}

TEST(Results, OfShellsAndSolidsAreTheirNodesAndHowTheseTurn) {
    const WorldPointer world = make_world(job_of({strip(), cube_to_fill()}));
    for (const char* name : {"Strip", "Jelly"}) {
        const SinewBodyId body = find_body(world, name);
        const std::vector<float> rotations = result(world, body, "node_rotations");
        const std::vector<Point> nodes = as_points(result(world, body, "node_positions"));
        ASSERT_EQ(rotations.size(), 4 * nodes.size()) << name;
        for (std::size_t i = 0; i < rotations.size(); ++i)
            EXPECT_EQ(rotations[i], i % 4 == 0 ? 1.0f : 0.0f);
    }
    EXPECT_EQ(as_points(result(world, find_body(world, "Strip"), "node_positions")),
              positions(world, "Strip"));
}

TEST(Results, OfABentShellHaveUnitQuaternionsThatTurnedWithIt) {
    json body = clamped_strip();
    body["rest_curvature"] = {{"keys",
                               {{{"frame", 1}, {"value", {0, 0, 0, 0, 0, 0, 0, 0, 0}}},
                                {{"frame", 2}, {"value", {0, 0, 0, -1, 0, 0, 0, 0, 0}}}}}};
    const WorldPointer world = make_world(settled(body));
    step(world);
    const std::vector<float> q = result(world, find_body(world, "Strip"), "node_rotations");
    ASSERT_EQ(q.size(), 56U);
    // An arc of 0.6 rad about -y.
    EXPECT_NEAR(q[52], std::cos(0.3), 1e-3);
    EXPECT_NEAR(q[54], -std::sin(0.3), 1e-3);
}

TEST(Results, TellTheCountAndRefuseTooLittleRoom) {
    const WorldPointer world = make_world(job_of({rods()}));
    const SinewBodyId body = find_body(world, "Rod");
    std::vector<float> out(14, -7.0f);
    uint64_t count = 0;
    EXPECT_EQ(sinew_body_get_result(world.get(), body, "positions", out.data(), 14, &count),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(count, 15u);
    EXPECT_THAT(out, Each(-7.0f));
    EXPECT_THAT(sinew_last_error(), HasSubstr("at least 15"));
    EXPECT_EQ(sinew_body_get_result(world.get(), body, "radii", nullptr, 0, &count), SINEW_SUCCESS);
    EXPECT_EQ(count, 5u);
}

TEST(Results, SayWhatExistsWhenTheNameIsWrong) {
    const WorldPointer world = make_world(job_of({rods(), cube_of_tetrahedra()}));
    uint64_t count = 0;
    EXPECT_EQ(
        sinew_body_get_result(world.get(), find_body(world, "Rod"), "radius", nullptr, 0, &count),
        SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(sinew_last_error(),
                 "Rod: result is \"radius\": must be one of \"positions\", \"rod_points\", "
                 "\"radii\"");
    EXPECT_EQ(
        sinew_body_get_result(world.get(), find_body(world, "Jelly"), "radii", nullptr, 0, &count),
        SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("Jelly"));
}

}  // namespace
}  // namespace sinew::test
