// Jobs with a skin, as FieldReader reads them.
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "bake/job.hpp"
#include "bake/job_inputs.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "skin/skin_def.hpp"

namespace sinew::bake::test {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two hanging rods, a bone that turns, and a strip of skin over them, which stands first.
json skin_job() {
    json job = json::parse(TestJob{}.text());
    json second = job["bodies"][0];
    job["bodies"][0]["name"] = "Biceps";
    second["name"] = "Triceps";
    for (json& point : second["rods"]["points"])
        point[1] = point[1].get<double>() + 0.1;
    second.erase("pins");
    second["pins"] = {{{"points", {0}}}};
    job["movers"] = {{{"name", "arm"},
                      {"transforms",
                       {{"keys",
                         {{{"frame", 1}, {"value", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}}},
                          {{"frame", 9}, {"value", {0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0}}}}}}}}};
    json skin = {
        {"kind", "skin"},
        {"name", "Skin"},
        {"mesh", {{"vertices", json::array()}, {"faces", json::array()}}},
        {"drivers", {"Biceps", "Triceps"}},
        {"bones",
         {{{"mover", "arm"}, {"points", {{0, 0.2, 0.6}, {0, 0.2, 1.0}}}, {"radii", 0.02}}}},
        {"mask", json::array()},
        {"reach", 1000}};
    for (int i = 0; i < 20; ++i) {
        for (int j = 0; j < 3; ++j) {
            skin["mesh"]["vertices"].push_back({0.015, 0.1 * j, 0.7 + 0.015 * i});
            skin["mask"].push_back(i == 7 ? 0.5 : 1.0);
            if (i == 0 || j == 0) continue;
            const int v = 3 * i + j;
            skin["mesh"]["faces"].push_back({v, v - 1, v - 4, v - 3});
        }
    }
    job["bodies"].insert(job["bodies"].begin(), skin);
    job["bodies"].push_back(second);
    return job;
}

JobReading read(const json& job) {
    return read_job_text(job.dump(), "job.json");
}

std::vector<std::string> problems_of(const json& job) {
    std::vector<std::string> texts;
    const JobReading reading = read(job);
    for (const Problem& problem : reading.problems.listed())
        texts.push_back(problem.message());
    return texts;
}

/// From frame 1 to 2, two vertices leave their places.
json offsets_of_two() {
    return {{"vertices", {7, 2}},
            {"values", {{"start", 1}, {"values", {{0, 0, 0, 0, 0, 0}, {0, 0, 0.1, 0, 0.2, 0}}}}}};
}

TEST(SkinReader, ReadsASkinWhereverItStands) {
    json job = skin_job();
    job["units"] = {{"length", 0.5}};
    job["bodies"][0]["base"] = job["bodies"][0]["mesh"]["vertices"];
    job["bodies"][0]["offsets"] = offsets_of_two();
    EXPECT_THAT(problems_of(job), IsEmpty());
    const JobReading reading = read(job);
    const auto& skin = dynamic_cast<const skin::SkinDef&>(*reading.job.value().bodies.at(0));
    EXPECT_EQ(skin.mesh.vertices.size(), 60U);
    EXPECT_EQ(skin.mesh.triangles.size(), 2U * 2 * 19);
    EXPECT_THAT(skin.drivers, ElementsAre("Biceps", "Triceps"));
    EXPECT_EQ(skin.bones.at(0).mover, "arm");
    EXPECT_EQ(skin.bones.at(0).points.at(1), Eigen::Vector3d(0, 0.1, 0.5));
    EXPECT_THAT(skin.bones.at(0).radii, ElementsAre(0.01, 0.01));
    EXPECT_EQ(skin.base.values.at(1 * 3 + 1), 0.05);
    EXPECT_THAT(skin.offsets.vertices, ElementsAre(7, 2));
    EXPECT_THAT(skin.offsets.values.frames, ElementsAre(1.0, 2.0));
    EXPECT_THAT(skin.offsets.values.read_key(1), ElementsAre(0, 0, 0.05, 0, 0.1, 0));
    EXPECT_EQ(skin.mask.at(21), 0.5);
    EXPECT_EQ(skin.settings.reach, 1000.0);
    const auto world = make_world(*reading.job, 1, {});
    EXPECT_EQ(world->bodies().at(0)->name(), "Skin");
    EXPECT_EQ(world->bodies().at(2)->name(), "Triceps");
}

TEST(SkinReader, NamesWhatIsWrong) {
    const auto expect = [](const char* pointer, const json& value, const char* part) {
        json job = skin_job();
        job["bodies"][0][json::json_pointer(pointer)] = value;
        EXPECT_THAT(problems_of(job), testing::Contains(HasSubstr(part))) << pointer;
    };
    expect("/drivers/1", "Tricep", "Skin: drivers[1] is \"Tricep\": did you mean \"Triceps\"?");
    expect("/drivers/1", "Quadriceps femoris", "is not the name of a body that a skin can follow");
    expect("/drivers/0", "Skin", "Skin: drivers[0] is \"Skin\": is a skin itself");
    expect("/drivers/0", "Triceps", "is there twice");
    expect("/drivers/0", 7, "must be a text");
    expect("/bones/0/mover", "amr", "Skin: bones[0].mover is \"amr\": did you mean \"arm\"?");
    expect("/bones/0/radii", {1, 2, 3}, "bones[0].radii is shape 3");
    expect("/bones/0/radii", 0, "bones[0].radii is 0: must be greater than 0");
    expect("/bones/0/points", {{0, 0, 0}}, "bones[0].points is 1 points");
    expect("/bones/0/bone", 1, "bones[0].bone");
    expect("/mesh/faces", json::array(), "a skin needs a mesh with faces");
    expect("/mesh/faces/3", {0, 1, 60}, "Skin: mesh.faces[3] is vertex 60");
    expect("/mask", {1, 1}, "mask is shape 2");
    expect("/mask", 2, "mask[0] is 2: must be between 0 and 1");
    expect("/base", {1, 1, 1}, "base is shape 3");
    expect("/offsets", {{"vertices", {1}}}, "offsets.values");
    expect("/offsets", {{"vertices", {1, 2}}, {"values", {1, 2, 3}}}, "offsets.values is shape 3");
    expect("/offsets", {{"vertices", {60}}, {"values", {1, 2, 3}}},
           "offsets.vertices[0] is 60: the mesh has 60 vertices");
    expect("/offsets", {{"vertices", {1}}, {"value", 1}}, "did you mean \"values\"?");
    expect("/smoothing", 1001, "smoothing is 1001");
    expect("/reach", -1, "reach is -1");
    expect("/smoothness", 1, "smoothness is an unknown field: did you mean \"smoothing\"?");
}

TEST(SkinReader, RefusesDriversWithoutPills) {
    json job = skin_job();
    job["bodies"].push_back(
        {{"kind", "cosserat_shell"},
         {"name", "Leaf"},
         {"mesh", {{"vertices", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, {"faces", {{0, 1, 2}}}}}});
    EXPECT_THAT(problems_of(job), IsEmpty());
    job["bodies"][0]["drivers"][1] = "Leaf";
    EXPECT_THAT(problems_of(job),
                ElementsAre(HasSubstr("Skin: drivers[1] is \"Leaf\": has no pills to follow")));
    // A body of a kind that does not exist is one problem, not two.
    job["bodies"][3]["kind"] = "leaf";
    EXPECT_THAT(problems_of(job), ElementsAre(HasSubstr("kind is \"leaf\"")));
}

TEST(SkinReader, BakesTheSameBytesOnAnyThreadsAndWhenResumed) {
    sinew::test::TempFolder folder;
    const std::filesystem::path path = folder.write("job.json", skin_job().dump());
    bake(path, folder / "one", 1);
    bake(path, folder / "two", 2);
    EXPECT_EQ(differences(folder / "one", folder / "two"), "");
    {
        Bake first({.job = path, .cache = folder / "cut", .threads = 1, .frames = {{1, 5}}});
        first.run();
    }
    bake(path, folder / "cut");
    EXPECT_EQ(content(folder / "one").at("Skin.pc2"), content(folder / "cut").at("Skin.pc2"));
    // The first frame is the mesh itself, the last is not.
    const std::string samples = content(folder / "one").at("Skin.pc2").substr(32);
    const std::size_t size = 60 * 3 * sizeof(float);
    std::vector<float> start(60 * 3);
    std::memcpy(start.data(), samples.data(), size);
    const json vertices = skin_job()["bodies"][0]["mesh"]["vertices"];
    for (std::size_t i = 0; i < start.size(); ++i)
        EXPECT_EQ(start[i], vertices[i / 3][i % 3].get<float>());
    EXPECT_NE(samples.substr(0, size), samples.substr(samples.size() - size));
}

TEST(SkinReader, OffsetsThatChangeAreInputs) {
    json job = skin_job();
    job["bodies"][0]["offsets"] = offsets_of_two();
    const auto difference = [&](const char* pointer, const json& value) {
        json changed = job;
        changed["bodies"][0]["offsets"][json::json_pointer(pointer)] = value;
        return job_inputs(*read(changed).job).since(job_inputs(*read(job).job));
    };
    EXPECT_THAT(difference("/vertices/0", 7).static_names, IsEmpty());
    EXPECT_THAT(difference("/vertices/0", 8).static_names,
                ElementsAre(HasSubstr("Skin.offsets.vertices")));
    const auto moved = difference("/values/values/1/2", 0.2);
    EXPECT_THAT(moved.animated_names, ElementsAre(HasSubstr("Skin.offsets.values")));
    EXPECT_EQ(moved.first_frame, 2);
}

TEST(SkinReader, WarnsOfVerticesThatAreFarFromAllPills) {
    sinew::test::TempFolder folder;
    json job = skin_job();
    job["bodies"][0]["reach"] = 0.2;
    const std::filesystem::path path = folder.write("job.json", job.dump());
    const Bake bake({.job = path, .cache = folder / "cache", .threads = 1});
    EXPECT_THAT(messages(bake), HasSubstr("Skin: 40 of 60 vertices, the first is 0,"));
    EXPECT_THAT(check_job_json(path), HasSubstr("Skin: 40 of 60 vertices"));
    EXPECT_EQ(json::parse(check_job_json(path)).at("cost").at("vertices"), 60 + 8 + 8);
}

}  // namespace
}  // namespace sinew::bake::test
