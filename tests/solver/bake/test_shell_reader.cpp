// Jobs with a shell, as FieldReader reads them.
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "bake/field_hasher.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "shells/shell_def.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;
using shells::ShellDef;
using sinew::test::TempFolder;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two squares beside each other, held at the left.
json shell_job() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 6, "rate": 24},
        "movers": [{"name": "bone", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]}],
        "bodies": [{"kind": "cosserat_shell", "name": "Leaf",
            "mesh": {"vertices": [0,0,0, 1,0,0, 2,0,0, 0,1,0, 1,1,0, 2,1,0],
                     "faces": [[0,1,4,3], [1,2,5,4]]},
            "material": {"thickness": 0.05},
            "pins": [{"vertices": [0, 3], "what": ["position", "rotation"]}]}]})");
}

JobReading read_text(const json& job) {
    return read_job_text(job.dump(), "job.json");
}

std::string shell_problems(const json& job) {
    std::string text;
    const JobReading reading = read_text(job);
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

TEST(ShellReader, ReadsEveryField) {
    json job = shell_job();
    job["units"]["length"] = 0.01;
    json& body = job["bodies"][0];
    body["surface"] = {{"vertices", {0.5, 0.5, 0.2}}};
    body["edges"] = "smooth";
    body["edge_points"] = {{"vertices", {{0, 1}}}, {"positions", {{0.5, 0, 0.1}}}};
    body["element"] = "linear";
    body["model"] = "curved";
    body["area_law"] = "nonlinear";
    body["material"] = {{"thickness", 0.001}, {"young_modulus", 5e4}, {"bending_scale", 3}};
    body["thickness"] = {0.1, 0.1, 0.1, 0.1, 0.1, 0.2};
    body["rest_curvature"] = {{0, 0, 0}, {2, 0, 0}, {0, 0, 0}};
    body["triangle_rest_stretch"] = {1, 1.1, 1.2, 1.3};
    body["loads"] = {{{"vertices", {2, 5}}, {"force", {0, 0, 1}}, {"torque", {0, 1, 0}}}};
    body["pins"].push_back({{"vertices", {1}}, {"mover", "bone"}});
    body["forces"] = std::vector<double>(18, 2.0);
    body["torques"] = std::vector<double>(18, 3.0);
    body["mass"] = "consistent";
    std::vector<double> start = body["mesh"]["vertices"];
    start[17] = 0.3;
    body["initial"] = {{"positions", start},
                       {"velocities", std::vector<double>(18, 4.0)},
                       {"angular_velocities", std::vector<double>(18, 5.0)}};
    const JobReading reading = read_text(job);
    ASSERT_TRUE(reading.job) << shell_problems(job);
    const auto& shell = dynamic_cast<const ShellDef&>(*reading.job->bodies.at(0));
    EXPECT_EQ(shell.name, "Leaf");
    EXPECT_EQ(shell.mesh.vertices[5], Eigen::Vector3d(0.02, 0.01, 0));
    EXPECT_EQ(shell.mesh.triangles.size(), 4);
    EXPECT_EQ(shell.surface.at(0), Eigen::Vector3d(0.005, 0.005, 0.002));
    EXPECT_EQ(shell.edges, shells::EdgeShape::Smooth);
    EXPECT_THAT(shell.edge_points.at(0).vertices, ElementsAre(0, 1));
    EXPECT_EQ(shell.edge_points[0].position, Eigen::Vector3d(0.005, 0, 0.001));
    EXPECT_EQ(shell.element, shells::ShellElementKind::Linear);
    EXPECT_EQ(shell.model, shells::ShellModel::Curved);
    EXPECT_EQ(shell.area_law, shells::AreaLaw::Nonlinear);
    EXPECT_EQ(shell.params.young_modulus, 5e4);
    EXPECT_EQ(shell.params.bending_scale, 3.0);
    EXPECT_EQ(shell.thickness.at(5), 0.002);
    EXPECT_EQ(shell.rest_curvature.values.at(3), 200.0);  // per centimetre
    EXPECT_THAT(shell.triangle_rest_stretch.values, ElementsAre(1, 1.1, 1.2, 1.3));
    EXPECT_THAT(shell.loads.at(0).vertices, ElementsAre(2, 5));
    EXPECT_THAT(shell.loads[0].force.values, ElementsAre(0, 0, 1));
    EXPECT_THAT(shell.loads[0].torque.values, ElementsAre(0, 1, 0));
    EXPECT_TRUE(shell.pins.at(0).position && shell.pins[0].rotation);
    EXPECT_EQ(shell.pins.at(1).mover, "bone");
    EXPECT_EQ(shell.forces.values.at(17), 2.0);
    EXPECT_EQ(shell.torques.values.at(17), 3.0);
    EXPECT_TRUE(shell.consistent_mass);
    EXPECT_EQ(shell.initial_positions.at(5), Eigen::Vector3d(0.02, 0.01, 0.003));
    EXPECT_EQ(shell.initial_velocities.at(5).z(), 4.0);
    EXPECT_EQ(shell.initial_angular_velocities.at(5).z(), 5.0);
}

TEST(ShellReader, SaysWhatIsWrongAndWhere) {
    const auto problems_with = [](const std::string& place, const json& value) {
        json job = shell_job();
        job["bodies"][0][json::json_pointer(place)] = value;
        return shell_problems(job);
    };
    EXPECT_THAT(problems_with("/modle", "plate"), HasSubstr("model"));
    EXPECT_THAT(problems_with("/model", "curvd"), HasSubstr("curved"));
    EXPECT_THAT(problems_with("/material/thickness", 0), HasSubstr("Leaf: material.thickness"));
    EXPECT_THAT(problems_with("/material/thickness", 50), HasSubstr("smaller than the mesh"));
    EXPECT_THAT(problems_with("/material/thicknes", 1), HasSubstr("thickness"));
    EXPECT_THAT(problems_with("/thickness", {1, 2}), HasSubstr("thickness"));
    EXPECT_THAT(problems_with("/rest_curvature", {1, 2}), HasSubstr("rest_curvature"));
    EXPECT_THAT(problems_with("/rest_stretch", {0}), HasSubstr("greater than 0"));
    EXPECT_THAT(problems_with("/edge_points", {{"vertices", {0, 5}}, {"positions", {0, 0, 0}}}),
                HasSubstr("edge between them"));
    EXPECT_THAT(problems_with("/loads", {{{"vertices", {9}}, {"force", {0, 0, 1}}}}),
                HasSubstr("loads[0].vertices"));
    EXPECT_THAT(problems_with("/pins/0/mover", "bine"), HasSubstr("did you mean \"bone\"?"));
    EXPECT_THAT(problems_with("/mesh/vertices/0", 1.0), HasSubstr("no area"));
    EXPECT_THAT(problems_with("/mesh/faces", {{0, 1, 4}}), HasSubstr("no face holds them"));
    EXPECT_THAT(problems_with("/initial", {{"positions", std::vector<double>(18, 0.5)}}),
                HasSubstr("every face has an area"));
    EXPECT_EQ(problems_with("/material/poisson_ratio", 0.5), "");
    json job = shell_job();
    job["bodies"][0]["rest_curvature"] = std::vector<double>(9, 1.0);
    job["bodies"][0]["rest_curvature_map"] = std::vector<double>(54, 1.0);
    EXPECT_THAT(shell_problems(job), HasSubstr("give one of them"));
    job["bodies"][0].erase("mesh");
    EXPECT_THAT(shell_problems(job), HasSubstr("mesh"));
}

TEST(ShellReader, EveryInputMarksTheCacheStale) {
    const auto hash = [](const json& job) {
        InputsHash inputs(1, 6);
        const JobReading reading = read_text(job);
        EXPECT_TRUE(reading.job) << shell_problems(job);
        if (reading.job) add_body_inputs(*reading.job->bodies.at(0), "", inputs);
        return inputs.total_hash();
    };
    const json before = shell_job();
    const std::vector<std::pair<std::string, json>> changes = {
        {"/mesh/vertices/2", 0.1},
        {"/mesh/faces/1", {1, 2, 5}},
        {"/surface", {{"vertices", {0.5, 0.5, 0.0}}}},
        {"/edges", "smooth"},
        {"/edge_points", {{"vertices", {0, 1}}, {"positions", {0.5, 0, 0.1}}}},
        {"/element", "linear"},
        {"/model", "curved"},
        {"/area_law", "nonlinear"},
        {"/material/bending_scale", 2},
        {"/thickness", std::vector<double>(6, 0.05)},
        {"/rest_curvature", {0, 1, 0, 0, 0, 0, 0, 0, 0}},
        {"/rest_curvature_map", std::vector<double>(54, 1.0)},
        {"/triangle_rest_curvature", std::vector<double>(36, 1.0)},
        {"/triangle_rest_curvature", std::vector<double>(108, 1.0)},
        {"/material/shear_factor", 1},
        {"/rest_stretch", {1.1}},
        {"/triangle_rest_stretch", std::vector<double>(4, 1.1)},
        {"/pins/0/weights", 0.5},
        {"/loads", {{{"vertices", {2}}, {"force", {0, 0, 1}}}}},
        {"/forces", std::vector<double>(18, 1.0)},
        {"/torques", std::vector<double>(18, 1.0)},
        {"/mass", "consistent"},
        {"/initial", {{"positions", {0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0.1}}}},
        {"/initial", {{"velocities", std::vector<double>(18, 1.0)}}}};
    for (const auto& [place, value] : changes) {
        json job = before;
        job["bodies"][0][json::json_pointer(place)] = value;
        if (place == "/mesh/faces/1") job["bodies"][0]["mesh"]["faces"].push_back({1, 5, 4});
        // The same two triangles, cut the other way: not the same mesh.
        if (place == "/mesh/faces/1") job["bodies"][0]["mesh"]["faces"][2] = {4, 1, 5};
        EXPECT_NE(hash(job), hash(before)) << place;
    }
}

/// Bakes on one thread, on two and in two runs, into folders one, two and cut. All samples of the one.
std::vector<float> bake_in_three_ways(const json& job, const TempFolder& folder) {
    const std::filesystem::path path = folder.write("job.json", job.dump());
    test::bake(path, folder / "one", 1);
    test::bake(path, folder / "two", 2);
    EXPECT_EQ(test::differences(folder / "one", folder / "two"), "");
    {
        Bake first({.job = path, .cache = folder / "cut", .threads = 1, .frames = {{1, 3}}});
        first.run();
    }
    test::bake(path, folder / "cut");
    const std::string samples = test::content(folder / "one").at("Leaf.pc2").substr(32);
    EXPECT_EQ(samples, test::content(folder / "cut").at("Leaf.pc2").substr(32));
    std::vector<float> positions(samples.size() / sizeof(float));
    std::memcpy(positions.data(), samples.data(), samples.size());
    return positions;
}

TEST(ShellReader, BakesAStartThatIsNotAtRest) {
    const TempFolder folder;
    json job = shell_job();
    job["gravity"] = {0, 0, 0};
    job["solver"] = {{"implicit", {{"integrator", "quasi_static"}}}};
    const std::vector<double> start = {0, 0, 0, 1, 0, 0, 1.95, 0, 0.31,
                                       0, 1, 0, 1, 1, 0, 1.95, 1, 0.31};
    job["bodies"][0]["initial"] = {{"positions", start}};
    const std::vector<float> positions = bake_in_three_ways(job, folder);
    ASSERT_EQ(positions.size(), 6 * 18);
    for (std::size_t i = 0; i < start.size(); ++i)
        EXPECT_EQ(positions[i], static_cast<float>(start[i])) << i;
    // Held flat at the left, so the free end comes back to where it is at rest. It does so in one step, and rotations between
    // the nodes remember their way: two squares that turn by 18 degrees at once are 0.3 mm off, by 37 degrees 2.4 mm.
    EXPECT_NEAR(positions[5 * 18 + 6], 2.0F, 5e-4F);
    EXPECT_NEAR(positions[5 * 18 + 8], 0.0F, 5e-4F);
}

TEST(ShellReader, BakesTheSameBytesOnAnyThreadsAndWhenResumed) {
    const TempFolder folder;
    const std::vector<float> positions = bake_in_three_ways(shell_job(), folder);
    // Six vertices: at rest first, then the free end hangs down.
    ASSERT_EQ(positions.size(), 6 * 18);
    EXPECT_EQ(positions[8], 0.0F);
    EXPECT_LT(positions[5 * 18 + 8], -0.05F);
    EXPECT_NEAR(positions[5 * 18 + 2], 0.0F, 1e-3F);
    const json report = json::parse(sinew::test::read_file(folder / "one" / "bake.json"));
    const json& last = report["frames"].back();
    EXPECT_GT(last["energy"]["elastic"].get<double>(), 0.0);
    EXPECT_LT(last["pin_error"].get<double>(), 1e-3);
}

TEST(ShellReader, BakesTheRecoveredSurfaceWithItsFaces) {
    const TempFolder folder;
    json job = shell_job();
    job["units"]["length"] = 0.5;
    job["bodies"].push_back({{"kind", "shell_surface"}, {"name", "Thick"}, {"shell", "Leaf"}});
    bake_in_three_ways(job, folder);
    const auto files = test::content(folder / "one");
    EXPECT_EQ(files.at("Thick.pc2"), test::content(folder / "cut").at("Thick.pc2"));
    // Four triangles of the shell, six edges around them.
    const std::string& obj = files.at("Thick.obj");
    EXPECT_EQ(std::count(obj.begin(), obj.end(), 'v'), 12);
    EXPECT_EQ(std::count(obj.begin(), obj.end(), 'f'), 2 * 4 + 2 * 6);
    EXPECT_THAT(obj, HasSubstr("v 2 0 0.05\n"));
    EXPECT_THAT(obj, HasSubstr("v 2 0 -0.05\n"));
    std::vector<float> first(36);
    std::memcpy(first.data(), files.at("Thick.pc2").data() + 32, first.size() * sizeof(float));
    for (int i = 0; i < 12; ++i)
        EXPECT_EQ(first[3 * i + 2], i < 6 ? 0.05F : -0.05F) << i;
    const json report = json::parse(sinew::test::read_file(folder / "one" / "bake.json"));
    EXPECT_EQ(report["objects"][1]["mesh"], "Thick.obj");
    EXPECT_FALSE(report["objects"][0].contains("mesh"));
    // A restart without it takes its files away, and no other.
    folder.write("one/Leaf.obj", "mine");
    job["bodies"].erase(1);
    const std::filesystem::path path = folder.write("job.json", job.dump());
    Bake({.job = path, .cache = folder / "one", .threads = 1, .restart = true}).run();
    EXPECT_FALSE(exists(folder / "one" / "Thick.obj"));
    EXPECT_TRUE(exists(folder / "one" / "Leaf.obj"));
}

TEST(ShellReader, SurfacesNameAShellOfTheJob) {
    json job = shell_job();
    job["bodies"].push_back({{"kind", "shell_surface"}, {"name", "Thick"}, {"shell", "Lief"}});
    EXPECT_THAT(shell_problems(job), HasSubstr("did you mean \"Leaf\"?"));
    job["bodies"][1]["shell"] = "Thick";
    EXPECT_THAT(shell_problems(job), HasSubstr("is not the name of a cosserat_shell"));
}

TEST(ShellReader, WarnsInTheBakeOfMoreThanOneTurnInATriangle) {
    const TempFolder folder;
    json job = shell_job();
    job["frames"]["end"] = 2;
    job["bodies"][0]["rest_curvature"] = {0, 0, 0, 6, 0, 0, 0, 0, 0};
    test::bake(folder.write("job.json", job.dump()), folder / "cache", 1);
    const json report = json::parse(sinew::test::read_file(folder / "cache" / "bake.json"));
    EXPECT_THAT(report["warnings"].dump(), HasSubstr("full turn"));
}

}  // namespace
}  // namespace sinew::bake
