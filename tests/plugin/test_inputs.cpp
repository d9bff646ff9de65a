// Animated inputs of a world, set by path.
#include <cmath>
#include <limits>
#include <map>

#include "plugin/job_world.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

json without_gravity(const json& body) {
    json job = job_of({body});
    job["gravity"] = {0, 0, 0};
    return job;
}

std::vector<std::string> paths(const WorldPointer& world) {
    std::vector<std::string> paths;
    const json world_now = describe(world);
    for (const json& input : world_now["inputs"])
        paths.push_back(input["path"]);
    return paths;
}

std::vector<double> lifted(double height) {
    std::vector<double> matrix(std::begin(IDENTITY), std::end(IDENTITY));
    matrix[11] = height;
    return matrix;
}

/// A bone that does not move by itself, and the body pinned to it.
json job_on_a_mover(json body, const std::vector<int>& vertices) {
    body["pins"] = {
        {{"vertices", vertices}, {"what", {"position", "rotation"}}, {"mover", "Arm/hand.L"}}};
    json job = job_of({body});
    job["movers"] = {{{"name", "Arm/hand.L"}, {"transforms", IDENTITY}}};
    return job;
}

TEST(Inputs, AreListedWithTheNumbersTheyTake) {
    json rod = pinned_rods(rods(2, 3), {0, 3});
    rod["pins"][0]["what"] = {"position", "frame", "scale"};
    rod["pins"][0]["rotations"] = {{0, 0, 0}, {0, 0, 0}};
    rod["pins"][0]["scales"] = {1, 1};
    rod["pins"].push_back({{"points", {2}}});  // nothing that could be set
    rod["activation"] = 0.0;
    rod["radial_force"] = 0.0;
    json shell = strip();
    shell["rest_curvature"] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    shell["rest_stretch_map"] = std::vector<double>(14, 1.0);
    shell["loads"] = {{{"vertices", {0}}, {"force", {0, 0, 0}}}};
    json job = job_of({rod, shell});
    job["movers"] = {{{"name", "bone"}, {"transforms", IDENTITY}}};
    const json inputs = describe(make_world(job))["inputs"];
    std::map<std::string, int> widths;
    for (const json& input : inputs)
        widths[input["path"]] = input["numbers"];
    EXPECT_EQ(widths, (std::map<std::string, int>{{"movers.bone.transforms", 12},
                                                  {"bodies.Rod.pins[0].positions", 6},
                                                  {"bodies.Rod.pins[0].rotations", 6},
                                                  {"bodies.Rod.pins[0].scales", 2},
                                                  {"bodies.Rod.activation", 2},
                                                  {"bodies.Rod.radial_force", 6},
                                                  {"bodies.Strip.rest_curvature", 9},
                                                  {"bodies.Strip.rest_stretch_map", 14},
                                                  {"bodies.Strip.loads[0].force", 3}}));
}

TEST(Inputs, PullARodSoThatItGetsThinner) {
    json body = pinned_rods(rods(1, 9), {0, 8});
    body["material"] = {{"volume_stiffness", 1e9}, {"damping", 5.0}};
    const WorldPointer world = make_world(without_gravity(body));
    std::vector<Point> targets = points_of(body["pins"][0]["positions"]);
    const float length = targets[1][0];
    for (int frame = 1; frame <= 48; ++frame) {
        targets[1][0] = length * (1.0f + std::min(1.0f, static_cast<float>(frame) / 24.0f));
        ASSERT_EQ(set_input(world, "bodies.Rod.pins[0].positions", targets), SINEW_SUCCESS)
            << sinew_last_error();
        step(world);
        EXPECT_NEAR(positions(world, "Rod").back()[0], targets[1][0], 1e-6) << frame;
    }
    // Twice the length at the same volume. The ends are wider: their segment on one side is missing.
    const std::vector<float> radii = result(world, find_body(world, "Rod"), "radii");
    EXPECT_NEAR(radii[4] / 0.01, std::sqrt(0.5), 0.01);
}

TEST(Inputs, ChangeEvenlyWithinAStepAndStay) {
    // Many substeps with pins that jump at once would give the rod a kick; the way is shared out
    // instead, so that a rod pulled along by all points keeps its shape.
    json job = without_gravity(pinned_rods(rods(), {0, 1, 2, 3, 4}));
    job["solver"]["substeps"] = 8;
    const WorldPointer world = make_world(job);
    std::vector<Point> targets = positions(world, "Rod");
    const std::vector<Point> before = targets;
    for (Point& target : targets)
        target[1] += 0.24f;
    ASSERT_EQ(set_input(world, "bodies.Rod.pins[0].positions", targets), SINEW_SUCCESS);
    EXPECT_EQ(positions(world, "Rod"), before) << "nothing moves before the step";
    const SinewStepReport moving = step(world);
    EXPECT_EQ(positions(world, "Rod"), targets);
    // 0.24 m in a frame: 5.76 m/s in every substep, and not 46 m/s in the first.
    const double mass = 1000.0 * 3.14159265 * 1e-4 * 0.4;
    EXPECT_NEAR(moving.energy_kinetic, 0.5 * mass * 5.76 * 5.76, 0.02 * moving.energy_kinetic);
    // Held where they are when no new target comes.
    const SinewStepReport resting = step(world);
    EXPECT_EQ(positions(world, "Rod"), targets);
    EXPECT_LT(resting.energy_kinetic, 1e-6 * moving.energy_kinetic);
}

TEST(Inputs, ReplaceTheAnimationOfTheJobFromTheFirstCallOn) {
    json body = pinned_rods(rods(), {0});
    body["pins"][0]["positions"] = {
        {"keys",
         {{{"frame", 1}, {"value", {{0, 0, 1}}}}, {{"frame", 5}, {"value", {{0, 0, 1.4}}}}}}};
    const WorldPointer world = make_world(without_gravity(body));
    step(world);
    EXPECT_NEAR(positions(world, "Rod")[0][2], 1.1f, 1e-6f);
    ASSERT_EQ(set_input(world, "bodies.Rod.pins[0].positions", std::vector<double>{0, 0.1, 1.1}),
              SINEW_SUCCESS);
    for (int frame = 0; frame < 2; ++frame) {
        step(world);
        EXPECT_EQ(positions(world, "Rod")[0], (Point{0.0f, 0.1f, 1.1f}));
    }
}

TEST(Inputs, ContractAMuscle) {
    json body = pinned_rods(rods(), {0});
    body["activation"] = 0.0;
    const WorldPointer world = make_world(without_gravity(body));
    ASSERT_EQ(set_input(world, "bodies.Rod.activation", std::vector<double>{1.0}), SINEW_SUCCESS);
    for (int frame = 0; frame < 6; ++frame)
        step(world);
    EXPECT_LT(positions(world, "Rod").back()[0], 0.36f);
    EXPECT_EQ(set_input(world, "bodies.Rod.activation", std::vector<double>{1.5}),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(),
                HasSubstr("bodies.Rod.activation is 1.5 at number 0: must be at "
                          "least 0 and at most 1"));
}

TEST(Inputs, MoveABoneAndTheShellAndSolidOnIt) {
    for (const json& job :
         {job_on_a_mover(strip(), {0, 1}), job_on_a_mover(cube_of_tetrahedra(), {0, 1, 2, 3})}) {
        const WorldPointer world = make_world(job);
        const std::string name = job["bodies"][0]["name"];
        EXPECT_THAT(paths(world), UnorderedElementsAre("movers.Arm/hand.L.transforms"));
        ASSERT_EQ(set_input(world, "movers.Arm/hand.L.transforms", lifted(0.05)), SINEW_SUCCESS)
            << sinew_last_error();
        for (int frame = 0; frame < 2; ++frame) {
            const SinewStepReport report = step(world);
            EXPECT_LT(report.pin_error, 1e-4);
            EXPECT_LT(report.pin_angle_error, 1e-3);
            EXPECT_NEAR(positions(world, name.c_str())[0][2], 1.05f, 1e-4f);
        }
    }
}

TEST(Inputs, RefuseABoneThatIsFlatOrMirrored) {
    const WorldPointer world = make_world(job_on_a_mover(strip(), {0, 1}));
    const auto expect_refusal = [&](int entry, double value, const char* words) {
        std::vector<double> matrix = lifted(0.0);
        matrix[static_cast<std::size_t>(entry)] = value;
        EXPECT_EQ(set_input(world, "movers.Arm/hand.L.transforms", matrix),
                  SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_THAT(sinew_last_error(), HasSubstr(words));
        EXPECT_THAT(sinew_last_error(), HasSubstr("Arm/hand.L"));
    };
    expect_refusal(10, 0.0, "singular");
    expect_refusal(0, -1.0, "mirrored");
    expect_refusal(3, std::numeric_limits<double>::quiet_NaN(), "finite");
    step(world);
    EXPECT_NEAR(positions(world, "Strip")[0][2], 1.0f, 1e-4f);
}

TEST(Inputs, TurnPinsByQuaternionsTheShorterWay) {
    json body = clamped_strip();
    body["pins"][0]["rotations"] = {{1, 0, 0, 0}, {1, 0, 0, 0}};
    const WorldPointer world = make_world(settled(body));
    const char* path = "bodies.Strip.pins[0].rotations";
    // -q(10°) about y is the same rotation as q(10°): the far end goes down by 0.6 sin 10°.
    const double half = 5.0 * M_PI / 180.0;
    const std::vector<double> q{-std::cos(half), 0, -std::sin(half), 0,
                                -std::cos(half), 0, -std::sin(half), 0};
    ASSERT_EQ(set_input(world, path, q), SINEW_SUCCESS) << sinew_last_error();
    const SinewStepReport report = step(world);
    EXPECT_LT(report.energy_elastic, 1e-3);
    EXPECT_NEAR(positions(world, "Strip").back()[2], 1.0 - 0.6 * std::sin(2.0 * half), 2e-3);
    EXPECT_EQ(set_input(world, path, std::vector<double>(8, 0.0)), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("a quaternion w, x, y, z must not be zero"));
}

TEST(Inputs, BendAShellToTheArcOfItsRestCurvature) {
    json body = clamped_strip();
    body["rest_curvature"] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    const WorldPointer world = make_world(settled(body));
    // About y along x: the far end goes up, to an arc of radius 1 m and length 0.6 m.
    ASSERT_EQ(set_input(world, "bodies.Strip.rest_curvature",
                        std::vector<double>{0, 0, 0, -1, 0, 0, 0, 0, 0}),
              SINEW_SUCCESS);
    step(world);
    EXPECT_NEAR(positions(world, "Strip")[2 * SQUARES][2], 2.0 - std::cos(0.6), 2e-3);
}

TEST(Inputs, RefuseARestStretchOfNothing) {
    json body = strip();
    body["rest_stretch"] = 1.0;
    const WorldPointer world = make_world(job_of({body}));
    EXPECT_EQ(set_input(world, "bodies.Strip.rest_stretch", std::vector<double>{0.0}),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("must be greater than 0"));
}

TEST(Inputs, PinTheSurfaceOfASolidThatWasFilled) {
    json body = cube_to_fill();
    json places = json::array();
    for (const int corner : {4, 5, 6, 7})
        places.push_back(cube_vertices()[static_cast<std::size_t>(corner)]);
    body["pins"] = {{{"vertices", {0}}},
                    {{"vertices", {4, 5, 6, 7}}, {"positions", places}},
                    {{"vertices", {0}},
                     {"what", {"position", "rotation"}},
                     {"positions", {cube_vertices()[0]}}}};
    body["forces"] = std::vector<double>(24, 0.0);  // was carried onto nodes
    const WorldPointer world = make_world(without_gravity(body));
    // The second pin keeps its place in the job; the third holds rotations that were made from its positions.
    EXPECT_THAT(paths(world), UnorderedElementsAre("bodies.Jelly.pins[1].positions"));
    std::vector<Point> targets = points_of(places);
    for (Point& target : targets)
        target[2] += 0.05f;
    ASSERT_EQ(set_input(world, "bodies.Jelly.pins[1].positions", targets), SINEW_SUCCESS)
        << sinew_last_error();
    EXPECT_LT(step(world).pin_error, 1e-4);
    EXPECT_NEAR(positions(world, "Jelly")[7][2], 1.25f, 1e-4f);
}

TEST(Inputs, MoveTheBaseOfASkin) {
    json vertices = json::array();
    json faces = json::array();
    for (int i = 0; i < 5; ++i) {
        vertices.push_back({0.1f * static_cast<float>(i), 0.02f, 1.0f});
        vertices.push_back({0.1f * static_cast<float>(i), 0.04f, 1.0f});
        if (i == 0) continue;
        faces.push_back({2 * i - 2, 2 * i - 1, 2 * i});
        faces.push_back({2 * i - 1, 2 * i + 1, 2 * i});
    }
    json job = job_of({{{"kind", "skin"},
                        {"name", "Skin"},
                        {"mesh", {{"vertices", vertices}, {"faces", faces}}},
                        {"bones",
                         {{{"mover", "bone"},
                           {"points", {{0.0, 0.0, 1.0}, {0.4, 0.0, 1.0}}},
                           {"radii", {0.01, 0.01}}}}},
                        {"mask", std::vector<double>(10, 0.25)},
                        {"base", vertices}}});
    job["movers"] = {{{"name", "bone"}, {"transforms", IDENTITY}}};
    const WorldPointer world = make_world(job);
    const std::vector<Point> rest = points_of(vertices);
    EXPECT_EQ(positions(world, "Skin"), rest);
    std::vector<Point> base = rest;
    for (Point& point : base)
        point[1] += 1.0f;
    ASSERT_EQ(set_input(world, "movers.bone.transforms", lifted(0.8)), SINEW_SUCCESS);
    ASSERT_EQ(set_input(world, "bodies.Skin.base", base), SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(positions(world, "Skin"), rest) << "nothing moves before the step";
    step(world);
    const std::vector<Point> now = positions(world, "Skin");
    for (std::size_t i = 0; i < now.size(); ++i) {
        EXPECT_NEAR(now[i][1], rest[i][1] + 0.75f, 1e-6f);
        EXPECT_NEAR(now[i][2], 1.2f, 1e-6f);
    }
}

TEST(Inputs, LiftARodWithAColliderThatDeforms) {
    json job = job_of({rods()});
    job["bodies"][0]["collides"] = true;
    json table = json::array();
    for (int i = 0; i < 8; ++i)
        table.push_back({i & 1 ? 1.0 : -1.0, i >> 1 & 1 ? 1.0 : -1.0, i >> 2 ? 0.95 : 0.5});
    job["colliders"] = {
        {{"kind", "mesh"},
         {"name", "table"},
         {"mesh", {{"vertices", table}, {"faces", cube_to_fill()["surface"]["faces"]}}},
         {"voxel_size", 0.05},
         {"vertices", table}}};
    const WorldPointer world = make_world(job);
    std::vector<double> vertices;
    for (const json& vertex : table)
        vertices.insert(vertices.end(), vertex.begin(), vertex.end());
    for (int frame = 0; frame < 10; ++frame) {
        for (std::size_t i = 4; i < 8; ++i)
            vertices[3 * i + 2] += 0.03;
        ASSERT_EQ(set_input(world, "colliders.table.vertices", vertices), SINEW_SUCCESS)
            << sinew_last_error();
        step(world);
    }
    for (const Point& point : positions(world, "Rod"))
        EXPECT_GT(point[2], 1.25f);
}

TEST(Inputs, SayWhatExistsWhenThePathIsWrong) {
    const WorldPointer world = make_world(job_of({pinned_rods(rods(), {0, 4})}));
    EXPECT_EQ(set_input(world, "bodies.Rod.pins[0].position", std::vector<double>(6, 0.0)),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(
        sinew_last_error(),
        "input is \"bodies.Rod.pins[0].position\": is not in this world, which has "
        "bodies.Rod.pins[0].positions (6); to set an input, give it in the job, a constant "
        "will do");
    EXPECT_EQ(set_input(make_world(job_of({rods()})), "x", std::vector<double>{1}),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("which has none"));
}

TEST(Inputs, ListTheNearestPathsFirstWhenThereAreMany) {
    json job = job_of({pinned_rods(rods(), {0})});
    for (int i = 0; i < 30; ++i)
        job["movers"].push_back({{"name", "bone " + std::to_string(i)}, {"transforms", IDENTITY}});
    const WorldPointer world = make_world(job);
    EXPECT_EQ(set_input(world, "bodies.rod.pins", std::vector<double>{1}),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(),
                HasSubstr("which has bodies.Rod.pins[0].positions (3), movers"));
    EXPECT_THAT(sinew_last_error(), HasSubstr("and 19 more"));
}

TEST(Inputs, RefuseNumbersThatDoNotFit) {
    const WorldPointer world = make_world(job_of({pinned_rods(rods(), {0, 4})}));
    for (const std::size_t count : {0, 3, 5, 9}) {
        EXPECT_EQ(set_input(world, "bodies.Rod.pins[0].positions", std::vector<double>(count, 0.5)),
                  SINEW_ERROR_INVALID_ARGUMENT);
        EXPECT_EQ(std::string(sinew_last_error()), "bodies.Rod.pins[0].positions is " +
                                                       std::to_string(count) +
                                                       " numbers: must have 6 numbers");
    }
    step(world);
    EXPECT_EQ(positions(world, "Rod")[0], (Point{0.0f, 0.0f, 1.0f})) << "nothing was set";
}

}  // namespace
}  // namespace sinew::test
