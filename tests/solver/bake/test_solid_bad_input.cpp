// Micropolar solids that are wrong or extreme: an error that names the field, or a finished bake; never a NaN.
#include <gmock/gmock.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "bake/job_reader.hpp"
#include "bake/output_frame.hpp"
#include "bake_testing.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;
using sinew::test::TempFolder;
using testing::HasSubstr;

/// A cube of 10 cm that is to be filled, held at its top.
json cube_job() {
    return json::parse(R"({"sinew_job": 1, "frames": {"start": 1, "end": 13, "rate": 24},
        "units": {"length": 0.1},
        "bodies": [{"kind": "micropolar_solid", "name": "Jelly",
            "surface": {"vertices": [0,0,0, 1,0,0, 1,1,0, 0,1,0, 0,0,1, 1,0,1, 1,1,1, 0,1,1],
                        "faces": [[0,3,2,1], [4,5,6,7], [0,1,5,4], [1,2,6,5], [2,3,7,6], [3,0,4,7]]},
            "resolution": {"count": 60},
            "pins": [{"vertices": [4, 5, 6, 7]}]}]})");
}

json tets_job() {
    json job = cube_job();
    json& body = job["bodies"][0];
    body.erase("surface");
    body.erase("resolution");
    body.erase("pins");
    body["tets"] = {{"vertices", {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
                    {"tetrahedra", {0, 1, 2, 3}}};
    return job;
}

std::string problems_with(json job, const std::string& place, const json& value) {
    job["bodies"][0][json::json_pointer(place)] = value;
    std::string text;
    const JobReading reading = read_job_text(job.dump(), "job.json");
    for (const Problem& problem : reading.problems.listed())
        text += problem.message() + "\n";
    return text;
}

/// Vertices after all frames; empty, with a failure, when the solver gave up.
std::vector<double> simulated(const json& job) {
    const JobReading reading = read_job_text(job.dump(), "job.json");
    if (!reading.job) {
        ADD_FAILURE() << reading.problems.listed().front().message();
        return {};
    }
    const std::unique_ptr<World> world = make_world(*reading.job, 0, Log());
    for (int frame = 1; frame < reading.job->frame_count(); ++frame) {
        const FrameReport report = world->step_frame(CancelToken());
        if (report.outcome == StepOutcome::Converged) continue;
        ADD_FAILURE() << report.message;
        return {};
    }
    const Body& body = *world->bodies().front();
    std::vector<double> positions(3 * body.output_count());
    body.output_positions(positions);
    return positions;
}

TEST(SolidBadInput, TetrahedraThatAreInsideOutOrFlat) {
    EXPECT_EQ(problems_with(tets_job(), "/law", "linear"), "");
    EXPECT_THAT(problems_with(tets_job(), "/tets/tetrahedra", {0, 2, 1, 3}),
                HasSubstr("exchange two of their corners"));
    EXPECT_THAT(problems_with(tets_job(), "/tets/vertices/11", 0),
                HasSubstr("remove them, or move a corner"));
}

TEST(SolidBadInput, MaterialsThatDoNotExist) {
    const auto refused = [](const char* name, double value) {
        return problems_with(cube_job(), "/material", {{name, value}});
    };
    const std::string object = "Jelly: material.";
    for (const double ratio : {-1.0, -2.0, 0.5, 0.7})
        EXPECT_THAT(refused("poisson_ratio", ratio), HasSubstr(object + "poisson_ratio is"));
    for (const char* const name : {"young_modulus", "couple_ratio", "density"}) {
        for (const double value : {0.0, -1.0})
            EXPECT_THAT(refused(name, value), HasSubstr(object + name + " is"));
    }
    for (const char* const name : {"length_scale", "alpha", "beta", "gamma", "rotary_inertia",
                                   "damping", "material_damping"})
        EXPECT_THAT(refused(name, -1.0), HasSubstr(object + name + " is -1"));
    EXPECT_THAT(problems_with(cube_job(), "/curvature_stiffness", std::vector<double>(9, -1.0)),
                HasSubstr("Jelly: curvature_stiffness"));
    EXPECT_THAT(problems_with(cube_job(), "/layers",
                              {{{"weights", 1}, {"material", {{"poisson_ratio", 0.5}}}}}),
                HasSubstr("Jelly: layers[0].material.poisson_ratio is 0.5"));
}

TEST(SolidBadInput, PinsThatHoldNothing) {
    EXPECT_THAT(problems_with(cube_job(), "/pins/0/vertices", json::array()),
                HasSubstr("Jelly: pins[0].vertices is empty: name the vertices that it holds"));
    EXPECT_THAT(problems_with(cube_job(), "/pins/0/weights", {0, 0, 0, 0}),
                HasSubstr("Jelly: pins[0].weights is 0 everywhere"));
}

TEST(SolidBadInput, MoreThanTheMemoryHolds) {
    for (const json& resolution : {json{{"count", 2'000'000'000}}, json{{"size", 1e-6}}}) {
        EXPECT_THAT(problems_with(cube_job(), "/resolution", resolution),
                    testing::ContainsRegex("about .* tetrahedra need .* GB of memory and this "
                                           "machine has .* GB"));
    }
}

TEST(SolidBadInput, AMapWithoutNumbers) {
    const TempFolder folder;
    std::vector<float> weights(8, 0.5F);
    weights[3] = std::numeric_limits<float>::quiet_NaN();
    std::string bytes(weights.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), weights.data(), bytes.size());
    folder.write("maps.bin", bytes);
    const json block = {{"dtype", "float32"}, {"shape", {8}}, {"offset", 0}};
    json job = cube_job();
    job["binary"] = "maps.bin";
    const auto refused = [&](const char* place, const json& value) {
        json changed = job;
        changed["bodies"][0][json::json_pointer(place)] = value;
        const JobReading reading = read_job(folder.write("job.json", changed.dump()));
        return reading.problems.empty() ? "" : reading.problems.listed().front().message();
    };
    EXPECT_THAT(refused("/layers", {{{"weights", block}}}), HasSubstr("Jelly: layers[0].weights"));
    EXPECT_THAT(refused("/pins", {{{"vertices", {0, 1, 2, 3, 4, 5, 6, 7}}, {"weights", block}}}),
                HasSubstr("Jelly: pins[0].weights"));
}

TEST(SolidBadInput, APieceWithoutPinsFalls) {
    json job = cube_job();
    json& surface = job["bodies"][0]["surface"];
    // The same cube again, two metres aside.
    const json vertices = surface["vertices"];
    for (std::size_t i = 0; i < vertices.size(); ++i)
        surface["vertices"].push_back(vertices[i].get<double>() + (i % 3 == 0 ? 20.0 : 0.0));
    const json faces = surface["faces"];
    for (json face : faces) {
        for (json& corner : face)
            corner = corner.get<int>() + 8;
        surface["faces"].push_back(face);
    }
    job["bodies"][0]["resolution"]["count"] = 120;
    const std::vector<double> positions = simulated(job);
    ASSERT_EQ(positions.size(), 48U);
    EXPECT_NEAR(positions[3 * 4 + 2], 0.1, 0.002);
    // ½ g t² over half a second, by 24 steps of backward Euler: a 24th more.
    EXPECT_NEAR(positions[3 * 12 + 2], 0.1 - 0.5 * 9.81 * 0.25 * (25.0 / 24.0), 1e-6);
}

struct ExtremeMaterial {
    const char* law;
    double young_modulus;
};

class ExtremeSolid : public testing::TestWithParam<ExtremeMaterial> {};

/// The softest are drawn out to many times their length, and turned inside out where the law allows it.
TEST_P(ExtremeSolid, FinishesWithFiniteNumbers) {
    json job = cube_job();
    job["bodies"][0]["law"] = GetParam().law;
    job["bodies"][0]["material"]["young_modulus"] = GetParam().young_modulus;
    const std::vector<double> positions = simulated(job);
    ASSERT_EQ(positions.size(), 24U);
    for (const double x : positions)
        EXPECT_TRUE(std::isfinite(x));
    EXPECT_LE(positions[2], GetParam().young_modulus > 1e9 ? 1e-9 : -1e-9);
}

INSTANTIATE_TEST_SUITE_P(
    Laws, ExtremeSolid,
    testing::Values(ExtremeMaterial{"linear", 1.0}, ExtremeMaterial{"linear", 100.0},
                    ExtremeMaterial{"linear", 1e12}, ExtremeMaterial{"linear_volume", 1.0},
                    ExtremeMaterial{"linear_volume", 1e12}, ExtremeMaterial{"neo_hookean", 1.0},
                    ExtremeMaterial{"neo_hookean", 1e12},
                    ExtremeMaterial{"classic_neo_hookean", 1.0},
                    ExtremeMaterial{"classic_neo_hookean", 1e12}));

}  // namespace
}  // namespace sinew::bake
