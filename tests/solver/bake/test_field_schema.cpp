#include "bake/field_schema.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake/job_reader.hpp"
#include "sim/body_kinds.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;
using testing::ElementsAre;

json schema_of(const char* kind) {
    return body_schema(*find_body_kind(kind));
}

TEST(FieldSchema, DescribesFields) {
    const json rods = schema_of("viper_rods");
    EXPECT_EQ(rods["required"], json({"kind", "name", "rods"}));
    const json& fields = rods["properties"];
    EXPECT_EQ(fields["collides"]["default"], false);
    EXPECT_EQ(fields["collision_group"]["$ref"], "#/$defs/array_or_number");
    EXPECT_EQ(fields["material"]["$ref"], "#/$defs/viper_rods_material");
    EXPECT_EQ(fields["sections"]["oneOf"][0]["const"], "levels");
    EXPECT_EQ(fields["rods"]["required"], json({"points", "radii"}));
    EXPECT_EQ(fields["rods"]["properties"]["points"]["description"],
              "Rest positions, rod after rod [length], 3 numbers each");
    const json& pin = fields["pins"]["items"];
    EXPECT_EQ(pin["additionalProperties"], false);
    EXPECT_EQ(pin["properties"]["what"]["default"], json({"position"}));
    EXPECT_FALSE(pin["properties"]["release_frame"].contains("default"));

    const json shell = schema_of("cosserat_shell")["properties"];
    EXPECT_EQ(shell["edges"]["description"],
              "Positions of the nodes in the middle of edges at rest");
    EXPECT_EQ(shell["edges"]["enum"], json({"straight", "smooth"}));
    EXPECT_EQ(shell["edges"]["default"], "straight");
    EXPECT_EQ(shell["rest_curvature"]["$ref"], "#/$defs/animated");
    EXPECT_EQ(shell["rest_stretch"]["$ref"], "#/$defs/animated_or_number");
    EXPECT_EQ(shell["rest_stretch_map"]["description"],
              "`rest_stretch` of each vertex, 1 number per vertex");
    EXPECT_EQ(schema_of("directors")["properties"]["length"]["exclusiveMinimum"], 0.0);
    EXPECT_FALSE(schema_of("directors")["properties"]["length"].contains("default"));
}

TEST(FieldSchema, HasTheCellsOfTheTables) {
    const json skin = schema_of("skin")["properties"];
    EXPECT_EQ(skin["bones"]["items"]["properties"]["points"]["x-field"],
              json({{"meaning", "Chain of pills at rest"},
                    {"details", "At least 2; each two neighbours make a pill."},
                    {"unit", "length"},
                    {"shape", "3 numbers per point"}}));
    EXPECT_EQ(skin["bones"]["items"]["properties"]["mover"]["x-field"]["shape"], "name of a mover");
    EXPECT_EQ(skin["smoothing"]["x-field"]["unit"], "");
    EXPECT_EQ(schema_of("viper_rods")["properties"]["activation"]["x-field"]["shape"],
              "1 number per rod");
}

/// Two rods with an attachment, and a skin that follows them.
json limits_job() {
    return json::parse(
        R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24},
            "movers": [{"name": "bone", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]}],
            "bodies": [{"kind": "viper_rods", "name": "R", "sections": "levels", "bundling": {},
                "rods": {"points": [0,0,0, 1,0,0, 0,1,0, 1,1,0], "radii": 0.1, "counts": [2, 2]},
                "attachments": [{"mover": "bone", "points": [0, 2]}]},
                {"kind": "skin", "name": "S", "drivers": ["R"],
                 "mesh": {"vertices": [0,0,0, 1,0,0, 0,1,0], "faces": [0,1,2]}}]})");
}

bool is_read(const std::string& place, double value) {
    json job = limits_job();
    job["bodies"][json::json_pointer(place)] = value;
    return read_job_text(job.dump(), "job.json").problems.empty();
}

/// Compares the limits in the schema of a number with what is read.
void expect_limits(const json& schema, const std::string& place) {
    constexpr double STEP = 1e-6;
    if (schema.contains("minimum")) {
        EXPECT_TRUE(is_read(place, schema["minimum"])) << place;
        EXPECT_FALSE(is_read(place, schema["minimum"].get<double>() - STEP)) << place;
    } else {
        EXPECT_FALSE(is_read(place, schema.at("exclusiveMinimum"))) << place;
        EXPECT_TRUE(is_read(place, schema["exclusiveMinimum"].get<double>() + STEP)) << place;
    }
    if (schema.contains("maximum")) {
        EXPECT_TRUE(is_read(place, schema["maximum"])) << place;
        EXPECT_FALSE(is_read(place, schema["maximum"].get<double>() + STEP)) << place;
    } else {
        EXPECT_TRUE(is_read(place, 1e6)) << place;
    }
}

TEST(FieldSchema, HasTheLimitsOfTheDefinition) {
    const json job = limits_job();
    ASSERT_THAT(read_job_text(job.dump(), "job.json").problems.listed(), ElementsAre());
    const json rods = schema_of("viper_rods")["properties"];
    for (const char* const name : {"shortening", "follow", "friction"})
        expect_limits(rods[name], std::string("/0/") + name);
    expect_limits(rods["bundling"]["properties"]["stiffness"], "/0/bundling/stiffness");
    expect_limits(rods["attachments"]["items"]["properties"]["hinge"], "/0/attachments/0/hinge");
    expect_limits(schema_of("skin")["properties"]["reach"], "/1/reach");
}

}  // namespace
}  // namespace sinew::bake
