// Shells that an artist should not make but will: a plain message or a finished bake, never a number that is not finite.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "bake/job_reader.hpp"
#include "bake_testing.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;
using sinew::test::TempFolder;
using testing::HasSubstr;

/// Two squares beside each other, held at the left, hanging.
json hanging_shell() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 4, "rate": 24},
        "bodies": [{"kind": "cosserat_shell", "name": "Rag",
            "mesh": {"vertices": [0,0,0, 1,0,0, 2,0,0, 0,1,0, 1,1,0, 2,1,0],
                     "faces": [[0,1,4,3], [1,2,5,4]]},
            "material": {"thickness": 0.05},
            "pins": [{"vertices": [0, 3], "what": ["position", "rotation"]}]}]})");
}

std::string complaints(const json& job) {
    std::string text;
    const JobReading reading = read_job_text(job.dump(), "job.json");
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

/// Bakes it all; every number of every frame must be finite. The report.
json finished(const json& job) {
    const TempFolder folder;
    test::bake(folder.write("job.json", job.dump()), folder / "cache", 1);
    const std::string samples = test::content(folder / "cache").at("Rag.pc2").substr(32);
    std::vector<float> positions(samples.size() / sizeof(float));
    std::memcpy(positions.data(), samples.data(), samples.size());
    EXPECT_EQ(positions.size(), 4 * job["bodies"][0]["mesh"]["vertices"].size());
    for (const float x : positions)
        EXPECT_TRUE(std::isfinite(x));
    json report = json::parse(sinew::test::read_file(folder / "cache" / "bake.json"));
    EXPECT_EQ(report["status"], "done");
    return report;
}

TEST(ShellBadInput, MeshesThatAreRefusedSayWhy) {
    const auto with = [](const std::string& place, const json& value) {
        json job = hanging_shell();
        job["bodies"][0][json::json_pointer(place)] = value;
        return complaints(job);
    };
    EXPECT_THAT(with("/mesh/vertices/0", 1.0), HasSubstr("no area"));
    EXPECT_THAT(with("/mesh/faces", {{0, 1, 4, 3}}), HasSubstr("no face holds them"));
    EXPECT_THAT(with("/mesh/faces", {{0, 1, 4, 3}, {1, 2, 5, 4}, {0, 1, 4}}),
                HasSubstr("remove doubled faces"));
    EXPECT_THAT(with("/material/thickness", 0.0), HasSubstr("greater than 0"));
    EXPECT_THAT(with("/material/thickness", 3.0), HasSubstr("a shell is thin"));
    EXPECT_THAT(with("/thickness", {0.1, 0.1, 0.1, 0.1, 0.1, 0.0}), HasSubstr("thickness"));
    EXPECT_THAT(with("/material/poisson_ratio", 0.51), HasSubstr("poisson_ratio"));
}

TEST(ShellBadInput, PoissonRatioOfOneHalfBakes) {
    json job = hanging_shell();
    job["bodies"][0]["material"]["poisson_ratio"] = 0.5;
    finished(job);
    job["bodies"][0]["area_law"] = "nonlinear";
    finished(job);
}

/// A triangle ten thousand times as long as it is wide, between two good squares.
TEST(ShellBadInput, SliversBake) {
    json job = hanging_shell();
    job["bodies"][0]["mesh"] = json::parse(R"({
        "vertices": [0,0,0, 1,0,0, 2,0,0, 0,1,0, 1,1,0, 2,1,0, 1.0001,0,0, 1.0001,1,0],
        "faces": [[0,1,4,3], [1,6,7], [1,7,4], [6,2,5,7]]})");
    finished(job);
}

TEST(ShellBadInput, PinsThatCannotBeMetBakeAndAreTold) {
    json job = hanging_shell();
    job["bodies"][0]["pins"].push_back({{"vertices", {0}}, {"positions", {0.5, 0.0, 0.0}}});
    const json report = finished(job);
    // Two pins of the same firmness, half a metre apart: each is missed by a quarter.
    EXPECT_NEAR(report["frames"].back()["pin_error"].get<double>(), 0.25, 0.02);
}

TEST(ShellBadInput, CurvatureOfMoreThanATurnInATriangleWarnsAndBakes) {
    json job = hanging_shell();
    job["bodies"][0]["rest_curvature"] = {0, 0, 0, 8, 0, 0, 0, 0, 0};
    EXPECT_THAT(finished(job)["warnings"].dump(), HasSubstr("full turn"));
}

TEST(ShellBadInput, NothingHeldFallsAndBakes) {
    json job = hanging_shell();
    job["bodies"][0].erase("pins");
    finished(job);
    job["solver"]["implicit"]["integrator"] = "quasi_static";
    job["gravity"] = {0, 0, 0};
    finished(job);
}

}  // namespace
}  // namespace sinew::bake
