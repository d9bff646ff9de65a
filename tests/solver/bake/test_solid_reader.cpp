// Jobs with a solid, as FieldReader reads them.
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "bake/field_hasher.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "sim/body_kinds.hpp"
#include "solids/solid_def.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;
using sinew::test::TempFolder;
using solids::SolidDef;
using solids::SolidLaw;
using testing::ElementsAre;
using testing::HasSubstr;

/// Two tetrahedra that share a face, hanging by three vertices.
json solid_job() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 6, "rate": 24},
        "movers": [{"name": "bone", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]}],
        "bodies": [{"kind": "micropolar_solid", "name": "Jelly",
            "tets": {"vertices": [0,0,0, 1,0,0, 0,1,0, 0,0,1, 0,0,-1],
                     "tetrahedra": [0,1,2,3, 0,2,1,4]},
            "pins": [{"vertices": [0, 1, 2]}]}]})");
}

/// A cube that is to be filled, held at its top.
json filled_job() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 5, "rate": 24},
        "bodies": [{"kind": "micropolar_solid", "name": "Jelly",
            "surface": {"vertices": [0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1],
                        "faces": [[0,3,2,1], [4,5,6,7], [0,1,5,4], [1,2,6,5], [2,3,7,6], [3,0,4,7]]},
            "resolution": {"count": 200},
            "pins": [{"vertices": [4, 5, 6, 7]}]}]})");
}

JobReading read(const json& job) {
    return read_job_text(job.dump(), "job.json");
}

std::string problems_of(const json& job) {
    std::string text;
    const JobReading reading = read(job);
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

const SolidDef& solid_of(const JobReading& reading) {
    return dynamic_cast<const SolidDef&>(*reading.job->bodies.at(0));
}

TEST(SolidReader, ReadsEveryField) {
    json job = solid_job();
    job["units"]["length"] = 0.01;
    json& body = job["bodies"][0];
    body["surface"] = {{"vertices", {{0, 0, 0}, {0.5, 0, 0}}}};
    body["law"] = "linear_volume";
    body["material"] = {{"young_modulus", 5e4}, {"poisson_ratio", 0.45}, {"length_scale", 0.2}};
    body["curvature_stiffness"] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}};
    body["layers"] = {{{"weights", {0, 0, 0, 1, 0.5}}, {"material", {{"density", 300}}}}};
    body["fibers"] = {0, 0, 2};
    body["normals"] = {1, 0, 0};
    body["rest_rotation"] = {0, 1, 0, 0};
    body["rest_curvature"] = {{"keys",
                               {{{"frame", 1}, {"value", {0, 0, 0, 0, 0, 0, 0, 0, 0}}},
                                {{"frame", 5}, {"value", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}}}}};
    body["pins"] = {{{"vertices", {0, 2}},
                     {"weights", 0.5},
                     {"what", {"rotation", "position"}},
                     {"axes", {"x", "z"}},
                     {"positions", {1, 2, 3, 4, 5, 6}},
                     {"angular_velocities", {0, 0, 1, 0, 0, 1}},
                     {"release_frame", 4}},
                    {{"vertices", {1}}, {"mover", "bone"}},
                    {{"vertices", {4}}, {"velocities", {1, 0, 0}}}};
    body["forces"] = json::array();
    for (int i = 0; i < 15; ++i)
        body["forces"].push_back(i);
    body["torques"] = body["forces"];
    body["mass"] = "consistent";
    body["reset_rotations_every"] = 50;
    body["initial"] = {{"velocities", body["forces"]}, {"angular_velocities", body["forces"]}};
    const JobReading reading = read(job);
    ASSERT_TRUE(reading.job) << problems_of(job);
    const SolidDef& solid = solid_of(reading);
    EXPECT_EQ(solid.name, "Jelly");
    EXPECT_EQ(solid.tets.vertices[1], Eigen::Vector3d(0.01, 0, 0));
    EXPECT_EQ(solid.tets.tetrahedra[1], Eigen::Vector4i(0, 2, 1, 4));
    EXPECT_EQ(solid.surface[1], Eigen::Vector3d(0.005, 0, 0));
    EXPECT_EQ(solid.law, SolidLaw::LinearVolume);
    EXPECT_EQ(solid.params.young_modulus, 5e4);
    EXPECT_EQ(solid.params.length_scale, 0.2);
    EXPECT_EQ(solid.curvature_stiffness(1, 0), 3.0);
    EXPECT_EQ(solid.layers.at(0).weights[4], 0.5);
    EXPECT_EQ(solid.layers.at(0).params.density, 300.0);
    EXPECT_EQ(solid.layers.at(0).params.young_modulus, 5e4);
    EXPECT_EQ(solid.fibers.at(0), Eigen::Vector3d(0, 0, 2));
    EXPECT_EQ(solid.normals.at(0), Eigen::Vector3d(1, 0, 0));
    EXPECT_EQ(solid.rest_rotation.x(), 1.0);
    EXPECT_EQ(solid.rest_curvature.values.at(9 + 1), 200.0);  // per centimetre
    EXPECT_THAT(solid.pins.at(0).vertices, ElementsAre(0, 2));
    EXPECT_THAT(solid.pins[0].weights, ElementsAre(0.5, 0.5));
    EXPECT_TRUE(solid.pins[0].position && solid.pins[0].rotation);
    EXPECT_THAT(solid.pins[0].axes, ElementsAre(true, false, true));
    EXPECT_EQ(solid.pins[0].positions.values.at(5), 0.06);
    EXPECT_EQ(solid.pins[0].angular_velocities.values.at(2), 1.0);
    EXPECT_EQ(solid.pins[0].release_frame, 4.0);
    EXPECT_EQ(solid.pins.at(1).mover, "bone");
    EXPECT_EQ(solid.pins.at(2).velocities.values.at(0), 1.0);
    EXPECT_FALSE(solid.pins[2].rotation);
    EXPECT_EQ(solid.forces.values.at(14), 14.0);
    EXPECT_EQ(solid.torques.values.at(3), 3.0);
    EXPECT_TRUE(solid.consistent_mass);
    EXPECT_EQ(solid.reset_rotations_every, 50);
    EXPECT_EQ(solid.initial_velocities.at(4), Eigen::Vector3d(12, 13, 14));
    EXPECT_EQ(solid.initial_angular_velocities.at(0), Eigen::Vector3d(0, 1, 2));
}

TEST(SolidReader, SaysWhatIsWrongAndWhere) {
    json job = solid_job();
    job["bodies"][0]["material"] = {{"poisson_ratio", 0.5}, {"densty", 1}};
    job["bodies"][0]["pins"][0]["vertices"] = json::array();
    std::string text = problems_of(job);
    EXPECT_THAT(text, HasSubstr("densty"));
    job["bodies"][0]["material"].erase("densty");
    text = problems_of(job);
    EXPECT_THAT(text, HasSubstr("Jelly: material.poisson_ratio is 0.5"));
    EXPECT_THAT(text, HasSubstr("Jelly: pins[0].vertices is empty"));

    job = solid_job();
    job["bodies"][0]["tets"]["tetrahedra"] = {0, 2, 1, 3, 0, 2, 1, 4};
    EXPECT_THAT(problems_of(job), HasSubstr("negative volume"));
    job["bodies"][0]["tets"]["tetrahedra"] = {0, 2, 1};
    EXPECT_THAT(problems_of(job), HasSubstr("tets.tetrahedra"));
    job["bodies"][0].erase("tets");
    EXPECT_THAT(problems_of(job), HasSubstr("tets"));

    job = solid_job();
    job["bodies"][0]["law"] = "liner";
    EXPECT_THAT(problems_of(job), HasSubstr("linear"));
    job = solid_job();
    job["bodies"][0]["pins"][0]["mover"] = "bine";
    EXPECT_THAT(problems_of(job), HasSubstr("did you mean \"bone\"?"));
    job = solid_job();
    job["bodies"][0]["rest_curvature"] = {1, 2, 3};
    EXPECT_THAT(problems_of(job), HasSubstr("rest_curvature"));
    job["bodies"][0]["rest_curvature"] = std::vector<double>(9, 1.0);
    job["bodies"][0]["rest_curvature_map"] =
        std::vector<std::vector<double>>(5, std::vector<double>(9, 1.0));
    EXPECT_THAT(problems_of(job), HasSubstr("give one of them"));
    job["bodies"][0].erase("rest_curvature");
    EXPECT_EQ(problems_of(job), "");
    job = solid_job();
    job["bodies"][0]["layers"] = {{{"weights", 2}}};
    EXPECT_THAT(problems_of(job), HasSubstr("between 0 and 1"));
}

TEST(SolidReader, FillsASurface) {
    json job = filled_job();
    job["units"]["length"] = 0.1;
    json& body = job["bodies"][0];
    body["layers"] = {{{"weights", {0, 0, 0, 0, 1, 1, 1, 1}}, {"material", {{"density", 300}}}}};
    body["rest_curvature_map"] = std::vector<double>(72, 2.0);
    body["forces"] = std::vector<double>(24, 1.0);
    const JobReading reading = read(job);
    ASSERT_TRUE(reading.job) << problems_of(job);
    const SolidDef& solid = solid_of(reading);
    EXPECT_NEAR(static_cast<double>(solid.tets.tetrahedra.size()), 200.0, 100.0);
    EXPECT_EQ(solid.surface.at(6), Eigen::Vector3d(0.1, 0.1, 0.1));
    EXPECT_EQ(solid.surface_triangles.size(), 12U);
    EXPECT_THAT(solid.surface_pins.at(0).vertices, ElementsAre(4, 5, 6, 7));
    EXPECT_TRUE(solid.pins.empty());  // rotations are not held
    double force = 0.0;
    for (const double f : solid.forces.values)
        force += f;
    EXPECT_NEAR(force, 24.0, 1e-12);
    EXPECT_NEAR(solid.rest_curvature.values.at(0), 20.0, 1e-12);

    // U grows along y; on the sides it is stretched, not turned.
    body["uvs"] = {0, 0, 0, 1, 1, 1, 1, 0, 0, 0.3, 0, 1.3, 1, 1.3, 1, 0.3};
    const JobReading unwrapped = read(job);
    ASSERT_TRUE(unwrapped.job) << problems_of(job);
    for (const Eigen::Vector3d& fiber : solid_of(unwrapped).fibers)
        EXPECT_GT(fiber.normalized().y(), 0.7);
    EXPECT_EQ(solid_of(unwrapped).normals.size(), solid_of(unwrapped).tets.vertices.size());

    body["resolution"] = {{"size", 0.25}, {"wall_thickness", 0.3}};
    const JobReading hollow = read(job);
    ASSERT_TRUE(hollow.job) << problems_of(job);
    const BodyDef& filled = *hollow.job->bodies.at(0);
    const auto figures = find_body_kind(filled.kind())->figures(filled);
    EXPECT_EQ(figures.at(0).name, "tetrahedra");
    EXPECT_GT(figures.at(0).value, 200.0);
    EXPECT_EQ(figures.at(2).name, "smallest_dihedral");
    EXPECT_GT(figures.at(2).value, 10.0);
    EXPECT_LT(figures.at(4).value, 1.3e-3 * (1.3 * 1.3 - 0.5 * 0.5));
}

TEST(SolidReader, SaysWhatIsWrongWithASurfaceToFill) {
    const auto problems_with = [](const std::string& place, const json& value) {
        json job = filled_job();
        job["bodies"][0][json::json_pointer(place)] = value;
        return problems_of(job);
    };
    EXPECT_THAT(problems_with("/resolution", {{"sise", 1}}), HasSubstr("size"));
    EXPECT_THAT(problems_with("/resolution", {{"size", 0}}), HasSubstr("resolution.size"));
    EXPECT_THAT(problems_with("/resolution", {{"size", 0.1}, {"count", 5}}),
                HasSubstr("give one of them"));
    EXPECT_THAT(problems_with("/resolution", {{"count", 2'000'000'000}}),
                HasSubstr("GB of memory and this machine has"));
    EXPECT_THAT(problems_with("/resolution", {{"size", 0.3}, {"wall_thickness", 0.1}}),
                HasSubstr("thinner than tetrahedra"));
    EXPECT_THAT(problems_with("/resolution", {{"size", 30}}), HasSubstr("use a smaller one"));
    EXPECT_THAT(problems_with("/surface", {{"vertices", {0, 0, 0, 1, 0, 0, 0, 1, 0}}}),
                HasSubstr("needs faces"));
    EXPECT_THAT(problems_with("/tet_rest_curvature", std::vector<double>(9, 1.0)),
                HasSubstr("use rest_curvature_map"));
    EXPECT_THAT(problems_with("/uvs", {0, 1}), HasSubstr("Jelly: uvs"));
    EXPECT_THAT(problems_with("/pins/0/vertices", json::array()), HasSubstr("is empty"));
    EXPECT_THAT(problems_with("/pins/0/vertices", {3, 8}), HasSubstr("8"));
    EXPECT_THAT(problems_with("/pins/0/weights", 0), HasSubstr("0 everywhere"));
    EXPECT_THAT(problems_with("/pins/0/weights", 1.5), HasSubstr("between 0 and 1"));
    EXPECT_THAT(problems_with("/material", {{"density", 0}}), HasSubstr("material.density is 0"));
    json job = filled_job();
    job["bodies"][0].erase("surface");
    EXPECT_THAT(problems_of(job), HasSubstr("no tets and no surface"));
    job = solid_job();
    job["bodies"][0]["resolution"] = {{"count", 5}};
    EXPECT_THAT(problems_of(job), HasSubstr("given beside tets"));
}

TEST(SolidReader, BakesAFilledSurfaceTheSameOnAnyThreadsAndWhenResumed) {
    const TempFolder folder;
    json job = filled_job();
    job["bodies"].push_back(
        {{"kind", "directors"}, {"name", "Crosses"}, {"body", "Jelly"}, {"count", 10}});
    const std::filesystem::path path = folder.write("job.json", job.dump());
    test::bake(path, folder / "one", 1);
    test::bake(path, folder / "two", 2);
    EXPECT_EQ(test::differences(folder / "one", folder / "two"), "");
    // Five points for each of ten nodes that are shown.
    EXPECT_EQ(test::content(folder / "one").at("Crosses.pc2").size(),
              32 + 5 * 50 * 3 * sizeof(float));
    {
        Bake first({.job = path, .cache = folder / "cut", .threads = 2, .frames = {{1, 3}}});
        first.run();
    }
    test::bake(path, folder / "cut");
    const std::string samples = test::content(folder / "one").at("Jelly.pc2").substr(32);
    EXPECT_EQ(samples, test::content(folder / "cut").at("Jelly.pc2").substr(32));
    // The artist's mesh: eight vertices, at rest first, then sagging below the pins.
    ASSERT_EQ(samples.size(), 5 * 24 * sizeof(float));
    std::vector<float> positions(samples.size() / sizeof(float));
    std::memcpy(positions.data(), samples.data(), samples.size());
    EXPECT_EQ(positions[2], 0.0F);
    EXPECT_LT(positions[4 * 24 + 2], -1e-4F);
    EXPECT_NEAR(positions[4 * 24 + 3 * 4 + 2], 1.0F, 1e-6F);
    const json check = json::parse(check_job_json(path));
    const json& body = check.at("cost").at("by_body").at(0);
    EXPECT_EQ(body.at("name"), "Jelly");
    EXPECT_GT(body.at("tetrahedra").get<int>(), 100);
    EXPECT_GT(body.at("smallest_dihedral").get<double>(), 10.0);
}

TEST(SolidReader, DirectorsNameABodyOfTheJob) {
    json job = filled_job();
    json directors = {{"kind", "directors"}, {"name", "Crosses"}, {"body", "Jely"}};
    job["bodies"].push_back(directors);
    EXPECT_THAT(problems_of(job), HasSubstr("did you mean \"Jelly\"?"));
    job["bodies"][1]["body"] = "Crosses";
    EXPECT_THAT(problems_of(job),
                HasSubstr("is not the name of a micropolar_solid or cosserat_shell"));
    job["bodies"][1]["body"] = "Jelly";
    job["bodies"][1]["count"] = 0;
    EXPECT_THAT(problems_of(job), HasSubstr("count"));
}

TEST(SolidReader, EveryInputMarksTheCacheStale) {
    const auto hash = [](const json& job) {
        InputsHash inputs(1, 6);
        const JobReading reading = read(job);
        EXPECT_TRUE(reading.job) << problems_of(job);
        if (reading.job) add_body_inputs(*reading.job->bodies.at(0), "", inputs);
        return inputs.total_hash();
    };
    const json before = solid_job();
    const std::vector<std::pair<std::string, json>> changes = {
        {"/tets/vertices/2", 0.1},
        {"/surface", {{"vertices", {{0, 0, 0}}}}},
        {"/law", "linear"},
        {"/material", {{"gamma", 2}}},
        {"/curvature_stiffness", {0, 1, 0, 0, 0, 0, 0, 0, 0}},
        {"/layers", {{{"weights", 0.5}, {"material", {{"density", 2}}}}}},
        {"/fibers", {0, 1, 0}},
        {"/rest_rotation", {0, 1, 0, 0}},
        {"/rest_curvature", {0, 1, 0, 0, 0, 0, 0, 0, 0}},
        {"/tet_rest_curvature", std::vector<double>(18, 1.0)},
        {"/pins/0/weights", 0.5},
        {"/pins/0/axes", {"x"}},
        {"/pins/0/mover", "bone"},
        {"/forces", std::vector<double>(15, 1.0)},
        {"/torques", std::vector<double>(15, 1.0)},
        {"/mass", "consistent"},
        {"/reset_rotations_every", 3},
        {"/initial", {{"velocities", std::vector<double>(15, 1.0)}}}};
    for (const auto& [place, value] : changes) {
        json job = before;
        job["bodies"][0][json::json_pointer(place)] = value;
        EXPECT_NE(hash(job), hash(before)) << place;
    }
    json finer = filled_job();
    finer["bodies"][0]["resolution"]["count"] = 400;
    EXPECT_NE(hash(finer), hash(filled_job()));
    for (const auto& [name, value] : {std::pair<std::string, json>{"weights", 0.5},
                                      {"positions", std::vector<double>(12, 1.0)},
                                      {"release_frame", 3}}) {
        json job = filled_job();
        job["bodies"][0]["pins"][0][name] = value;
        EXPECT_NE(hash(job), hash(filled_job())) << name;
    }
}

TEST(SolidReader, BakesTheSameBytesOnAnyThreadsAndWhenResumed) {
    const TempFolder folder;
    json job = solid_job();
    job["bodies"][0]["surface"] = {{"vertices", {{0, 0, 1}, {0.1, 0.1, 0.5}}}};
    const std::filesystem::path path = folder.write("job.json", job.dump());
    test::bake(path, folder / "one", 1);
    test::bake(path, folder / "two", 2);
    EXPECT_EQ(test::differences(folder / "one", folder / "two"), "");
    {
        Bake first({.job = path, .cache = folder / "cut", .threads = 1, .frames = {{1, 3}}});
        first.run();
    }
    test::bake(path, folder / "cut");
    const std::string samples = test::content(folder / "one").at("Jelly.pc2").substr(32);
    EXPECT_EQ(samples, test::content(folder / "cut").at("Jelly.pc2").substr(32));
    // The first frame is the surface itself; then it falls.
    float start[6];
    float end[6];
    std::memcpy(start, samples.data(), sizeof start);
    std::memcpy(end, samples.data() + samples.size() - sizeof end, sizeof end);
    EXPECT_EQ(start[2], 1.0F);
    EXPECT_EQ(start[5], 0.5F);
    EXPECT_LT(end[2], 1.0F);
    const json report = json::parse(sinew::test::read_file(folder / "one" / "bake.json"));
    const json& last = report["frames"].back();
    EXPECT_GT(last["energy"]["elastic"].get<double>(), 0.0);
    EXPECT_LT(last["pin_error"].get<double>(), 1e-3);
    EXPECT_GE(last["volume_change"].get<double>(), 0.0);
}

}  // namespace
}  // namespace sinew::bake
