// A kind of body that nothing in solver/ knows, from a job to the cache.
#include <gmock/gmock.h>

#include <cstring>
#include <nlohmann/json.hpp>

#include "bake/job_inputs.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "sim/body_kinds.hpp"
#include "support/spring_net.hpp"

namespace sinew::bake::test {
namespace {

using nlohmann::json;
using sinew::test::SpringNetDef;
using sinew::test::TempFolder;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

/// Three masses that hang below each other.
json net_job() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 6, "rate": 24},
        "units": {"length": 0.5},
        "bodies": [{"kind": "test_spring_net", "name": "Net", "points": [0,0,0, 0,0,-2, 0,0,-4],
                    "stiffness": 500, "wind": [1, 2, 3]}]})");
}

std::vector<std::string> problems_of(const json& job) {
    std::vector<std::string> texts;
    const JobReading reading = read_job_text(job.dump(), "job.json");
    for (const Problem& problem : reading.problems.listed())
        texts.push_back(problem.message());
    return texts;
}

TEST(NewKind, IsUnknownUntilItIsRegistered) {
    if (find_body_kind(SpringNetDef::KIND) == nullptr) {
        EXPECT_THAT(problems_of(net_job()),
                    ElementsAre(AllOf(HasSubstr("kind is \"test_spring_net\""),
                                      HasSubstr("known here: viper_rods"))));
    }
    add_body_kind(sinew::test::NET_KIND);
    EXPECT_THAT(problems_of(net_job()), ElementsAre());
}

TEST(NewKind, IsReadThroughItsFields) {
    add_body_kind(sinew::test::NET_KIND);
    const JobReading reading = read_job_text(net_job().dump(), "job.json");
    ASSERT_TRUE(reading.job);
    const auto& net = dynamic_cast<const SpringNetDef&>(*reading.job->bodies.at(0));
    EXPECT_EQ(net.name, "Net");
    EXPECT_EQ(net.points.at(2), Eigen::Vector3d(0, 0, -2));
    EXPECT_EQ(net.stiffness, 500.0);
    EXPECT_THAT(net.wind.values, ElementsAre(1, 2, 3));

    json job = net_job();
    job["bodies"][0].erase("points");
    job["bodies"][0]["stifness"] = 3;
    EXPECT_THAT(problems_of(job),
                ElementsAre(HasSubstr("Net: stifness is an unknown field: did you mean"),
                            HasSubstr("Net: points is missing: this field is required")));
    job = net_job();
    job["bodies"][0]["points"] = {0, 0, 0};
    job["bodies"][0]["stiffness"] = "soft";
    EXPECT_THAT(problems_of(job),
                ElementsAre(HasSubstr("Net: stiffness is \"soft\": must be a number"),
                            HasSubstr("Net: points is too few: give two")));
}

TEST(NewKind, EveryFieldIsAnInput) {
    add_body_kind(sinew::test::NET_KIND);
    const JobReading reading = read_job_text(net_job().dump(), "job.json");
    for (const auto& [name, value] :
         {std::pair<std::string, json>{"/points/5", -3}, {"/stiffness", 600}, {"/wind/0", 7}}) {
        json job = net_job();
        job["bodies"][0][json::json_pointer(name)] = value;
        const JobReading changed = read_job_text(job.dump(), "job.json");
        EXPECT_NE(changed.job->inputs.total_hash(), reading.job->inputs.total_hash()) << name;
    }
}

TEST(NewKind, BakesTheSameBytesOnAnyThreadsAndWhenResumed) {
    add_body_kind(sinew::test::NET_KIND);
    const TempFolder folder;
    const std::filesystem::path path = folder.write("job.json", net_job().dump());
    bake(path, folder / "one", 1);
    bake(path, folder / "two", 2);
    EXPECT_EQ(differences(folder / "one", folder / "two"), "");
    {
        Bake first({.job = path, .cache = folder / "cut", .threads = 1, .frames = {{1, 3}}});
        first.run();
    }
    bake(path, folder / "cut");
    const std::string samples = content(folder / "one").at("Net.pc2").substr(32);
    EXPECT_EQ(samples, content(folder / "cut").at("Net.pc2").substr(32));
    ASSERT_EQ(samples.size(), 6 * 9 * sizeof(float));
    std::vector<float> positions(samples.size() / sizeof(float));
    std::memcpy(positions.data(), samples.data(), samples.size());
    EXPECT_EQ(positions[8], -4.0F);
    // It has begun to fall, by less than it would without springs: 5/24 s at 9.81 m/s², in units of half a metre.
    EXPECT_LT(positions[5 * 9 + 8], -4.001F);
    EXPECT_GT(positions[5 * 9 + 8], -4.0F - 9.81F * 25.0F / (24.0F * 24.0F));
}

}  // namespace
}  // namespace sinew::bake::test
