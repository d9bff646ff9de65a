// The reader, docs/job.schema.json and docs/job.md say the same: fields, defaults, units.
#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "bake/animated_reader.hpp"
#include "bake/block_reader.hpp"
#include "bake/collider_reader.hpp"
#include "bake/field_reader.hpp"
#include "bake/job_reader.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/mover_reader.hpp"
#include "bake/output_space.hpp"
#include "body/directors_def.hpp"
#include "shells/shell_def.hpp"
#include "sim/body_kinds.hpp"
#include "skin/skin_def.hpp"
#include "solids/solid_def.hpp"
#include "support/project_folder.hpp"
#include "support/temp_folder.hpp"
#include "tetrahedra/tetrahedralise.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;

std::string doc(const char* name) {
    return sinew::test::read_file(sinew::test::project_folder() / "docs" / name);
}

json at(const json& schema, const std::string& pointer) {
    return schema.at(json::json_pointer(pointer));
}

/// One object of a job: where the schema has it and what the reader knows.
struct Level {
    const char* pointer;
    std::vector<std::string_view> fields;
};

template <class Fields>
std::vector<std::string_view> list(const Fields& fields) {
    return {std::begin(fields), std::end(fields)};
}

/// What a job may say about a kind of body.
const FieldCatalog& catalog_of(std::string_view kind) {
    static std::map<std::string_view, FieldCatalog> catalogs;
    return catalogs.try_emplace(kind, *find_body_kind(kind)->make_def()).first->second;
}

std::vector<std::string_view> fields(std::string_view kind, const std::string& path = "") {
    return catalog_of(kind).level(path).names;
}

std::vector<std::string_view> words(std::string_view kind, const std::string& path) {
    return catalog_of(kind).words(path);
}

std::vector<Level> levels() {
    return {
        {"", list(JOB_FIELDS)},
        {"/properties/units", list(UNITS_FIELDS)},
        {"/properties/frames", list(FRAMES_FIELDS)},
        {"/properties/solver", list(SOLVER_FIELDS)},
        {"/properties/solver/properties/rods", list(SOLVER_RODS_FIELDS)},
        {"/properties/solver/properties/implicit", list(SOLVER_IMPLICIT_FIELDS)},
        {"/properties/outputs", list(OUTPUTS_FIELDS)},
        {"/$defs/block", list(BLOCK_FIELDS)},
        {"/$defs/keys", list(KEYS_FIELDS)},
        {"/$defs/key", list(KEY_FIELDS)},
        {"/$defs/samples", list(SAMPLES_FIELDS)},
        {"/$defs/vertices", list(MESH_FIELDS)},
        {"/$defs/mover", list(MOVER_FIELDS)},
        {"/$defs/output_space", list(OUTPUT_SPACE_FIELDS)},
        {"/$defs/half_plane", list(HALF_PLANE_FIELDS)},
        {"/$defs/pills", list(PILLS_FIELDS)},
        {"/$defs/mesh_collider", list(MESH_COLLIDER_FIELDS)},
        {"/$defs/viper_rods/properties/attachments/items", fields("viper_rods", "attachments")},
        {"/$defs/viper_rods/properties/bundling", fields("viper_rods", "bundling")},
        {"/$defs/viper_rods", fields("viper_rods")},
        {"/$defs/skin", fields("skin")},
        {"/$defs/skin/properties/bones/items", fields("skin", "bones")},
        {"/$defs/skin/properties/offsets", fields("skin", "offsets")},
        {"/$defs/viper_rods/properties/rods", fields("viper_rods", "rods")},
        {"/$defs/viper_rods/properties/initial", fields("viper_rods", "initial")},
        {"/$defs/viper_rods/properties/pins/items", fields("viper_rods", "pins")},
        {"/$defs/viper_rods_material", fields("viper_rods", "material")},
        {"/$defs/micropolar_solid", fields("micropolar_solid")},
        {"/$defs/directors", fields("directors")},
        {"/$defs/shell_surface", fields("shell_surface")},
        {"/$defs/micropolar_solid/properties/tets", list(TETS_FIELDS)},
        {"/$defs/micropolar_solid/properties/resolution", fields("micropolar_solid", "resolution")},
        {"/$defs/micropolar_solid/properties/initial", fields("micropolar_solid", "initial")},
        {"/$defs/micropolar_solid/properties/layers/items", fields("micropolar_solid", "layers")},
        {"/$defs/cosserat_shell/properties/pins/items", fields("cosserat_shell", "pins")},
        {"/$defs/micropolar_solid_material", fields("micropolar_solid", "material")},
        {"/$defs/cosserat_shell", fields("cosserat_shell")},
        {"/$defs/cosserat_shell/properties/edge_points", list(POINTS_BETWEEN_FIELDS)},
        {"/$defs/cosserat_shell/properties/initial", fields("cosserat_shell", "initial")},
        {"/$defs/cosserat_shell/properties/loads/items", fields("cosserat_shell", "loads")},
        {"/$defs/cosserat_shell_material", fields("cosserat_shell", "material")},
    };
}

/// Cells of the row of a table in job.md that begins with the field, after the heading `section`.
std::vector<std::string> row(const std::string& text, const std::string& section,
                             std::string_view field) {
    const std::size_t begin = text.find(section);
    EXPECT_NE(begin, std::string::npos) << section;
    std::istringstream lines(text.substr(begin));
    const std::string start = "| `" + std::string(field) + "` |";
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with(start)) continue;
        std::vector<std::string> cells;
        std::istringstream parts(line.substr(1));
        for (std::string cell; std::getline(parts, cell, '|');) {
            const std::size_t first = cell.find_first_not_of(' ');
            const std::size_t last = cell.find_last_not_of(' ');
            cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
        }
        return cells;
    }
    ADD_FAILURE() << section << " has no row for " << field;
    return std::vector<std::string>(8);
}

TEST(JobSchema, HasTheFieldsOfTheReader) {
    const json schema = json::parse(doc("job.schema.json"));
    for (const Level& level : levels()) {
        const json object = at(schema, level.pointer);
        std::set<std::string> in_schema;
        for (const auto& [name, value] : object.at("properties").items())
            in_schema.insert(name);
        EXPECT_EQ(in_schema, std::set<std::string>(level.fields.begin(), level.fields.end()))
            << level.pointer;
        EXPECT_EQ(object.at("additionalProperties"), false) << level.pointer;
    }
    std::set<std::string> kinds;
    for (const BodyKind* const kind : body_kinds()) {
        kinds.insert("#/$defs/" + std::string(kind->name));
        EXPECT_EQ(at(schema, "/$defs/" + std::string(kind->name) + "/properties/kind/const"),
                  kind->name);
    }
    std::set<std::string> in_schema;
    for (const json& body : at(schema, "/properties/bodies/items/oneOf"))
        in_schema.insert(body.at("$ref"));
    EXPECT_EQ(in_schema, kinds);
}

TEST(JobSchema, HasTheWordsOfTheReader) {
    const json schema = json::parse(doc("job.schema.json"));
    EXPECT_EQ(at(schema, "/properties/solver/properties/rods/properties/method/enum"),
              json(list(ROD_METHOD_NAMES)));
    EXPECT_EQ(at(schema, "/properties/solver/properties/implicit/properties/integrator/enum"),
              json(list(INTEGRATOR_NAMES)));
    EXPECT_EQ(at(schema, "/properties/solver/properties/implicit/properties/linear_solver/enum"),
              json(list(LINEAR_SOLVER_NAMES)));
    EXPECT_EQ(at(schema, "/$defs/block/properties/dtype/enum"), json(list(BINARY_TYPE_NAMES)));
    EXPECT_EQ(at(schema, "/$defs/viper_rods/properties/pins/items/properties/what/items/enum"),
              json(words("viper_rods", "pins.what")));
    EXPECT_EQ(at(schema, "/$defs/viper_rods/properties/attachments/items/properties/mode/enum"),
              json(words("viper_rods", "attachments.mode")));
    EXPECT_EQ(at(schema, "/$defs/viper_rods/properties/bundling/properties/matching/enum"),
              json(words("viper_rods", "bundling.matching")));
    EXPECT_EQ(at(schema, "/$defs/micropolar_solid/properties/law/enum"),
              json(words("micropolar_solid", "law")));
    EXPECT_EQ(at(schema, "/$defs/micropolar_solid/properties/mass/enum"),
              json(words("micropolar_solid", "mass")));
    EXPECT_EQ(at(schema, "/$defs/cosserat_shell/properties/pins/items/properties/what/items/enum"),
              json(words("cosserat_shell", "pins.what")));
    EXPECT_EQ(at(schema, "/$defs/cosserat_shell/properties/pins/items/properties/axes/items/enum"),
              json(words("cosserat_shell", "pins.axes")));
    const std::string shell = "/$defs/cosserat_shell/properties/";
    EXPECT_EQ(at(schema, shell + "edges/enum"), json(words("cosserat_shell", "edges")));
    EXPECT_EQ(at(schema, shell + "element/enum"), json(words("cosserat_shell", "element")));
    EXPECT_EQ(at(schema, shell + "model/enum"), json(words("cosserat_shell", "model")));
    EXPECT_EQ(at(schema, shell + "area_law/enum"), json(words("cosserat_shell", "area_law")));
    EXPECT_EQ(at(schema, shell + "mass/enum"), json(words("cosserat_shell", "mass")));
    EXPECT_EQ(at(schema, "/properties/sinew_job/const"), JOB_FORMAT);
}

TEST(JobSchema, HasTheDefaultsOfTheReader) {
    const json schema = json::parse(doc("job.schema.json"));
    const JobReading reading = read_job_text(
        R"({"sinew_job": 1, "frames": {"start": 1, "end": 2, "rate": 24}, "bodies": [{"kind": "viper_rods",
            "name": "A", "rods": {"points": [0,0,0, 1,0,0], "radii": 1}, "pins": [{"points": [0]}]}],
            "colliders": [{"kind": "half_plane", "normal": [0, 0, 1]}]})",
        "job.json");
    ASSERT_TRUE(reading.job);
    const Job& job = *reading.job;
    const WorldSettings& world = job.world;
    const std::string rods = "/properties/solver/properties/rods/properties/";
    EXPECT_EQ(at(schema, "/properties/units/properties/length/default"), job.length);
    EXPECT_EQ(at(schema, "/properties/gravity/default"),
              json({world.gravity.x(), world.gravity.y(), world.gravity.z()}));
    EXPECT_EQ(at(schema, "/properties/solver/properties/substeps/default"), world.substeps);
    EXPECT_EQ(at(schema, "/properties/solver/properties/max_halvings/default"), world.max_halvings);
    EXPECT_EQ(at(schema, rods + "method/default"),
              ROD_METHOD_NAMES[static_cast<int>(world.rods.method)]);
    EXPECT_EQ(at(schema, rods + "iterations/default"), world.rods.iterations);
    EXPECT_EQ(at(schema, rods + "tolerance/default"), world.rods.tolerance);
    EXPECT_EQ(at(schema, rods + "relaxation/default"), world.rods.relaxation);
    EXPECT_EQ(at(schema, rods + "coupled_iterations/default"), world.rods.coupled_iterations);
    EXPECT_EQ(at(schema, rods + "coupled_tolerance/default"), world.rods.coupled_tolerance);
    const std::string implicit = "/properties/solver/properties/implicit/properties/";
    EXPECT_EQ(at(schema, implicit + "integrator/default"),
              INTEGRATOR_NAMES[static_cast<int>(world.implicit.integrator)]);
    EXPECT_EQ(at(schema, implicit + "linear_solver/default"),
              LINEAR_SOLVER_NAMES[static_cast<int>(world.implicit.linear_solver)]);
    EXPECT_EQ(at(schema, implicit + "iterations/default"), world.implicit.iterations);
    EXPECT_EQ(at(schema, implicit + "tolerance/default"), world.implicit.chosen_tolerance());
    EXPECT_EQ(at(schema, "/properties/solver/properties/preroll/default"), job.preroll);
    EXPECT_EQ(at(schema, "/properties/outputs/properties/checkpoint_every/default"),
              job.checkpoint_every);
    EXPECT_EQ(at(schema, "/$defs/half_plane/properties/offset/default"),
              job.colliders.planes.at(0).offset);
    const skin::SkinDef skin;
    EXPECT_EQ(at(schema, "/$defs/skin/properties/smoothing/default"), skin.settings.smoothing);
    EXPECT_EQ(at(schema, "/$defs/skin/properties/smoothing/maximum"), skin::SkinDef::MAX_SMOOTHING);
    EXPECT_EQ(at(schema, "/$defs/skin/properties/reach/default"), skin.settings.reach);
    const solids::SolidDef solid;
    EXPECT_EQ(at(schema, "/$defs/directors/properties/count/default"), DirectorsDef{}.count);
    EXPECT_EQ(at(schema, "/$defs/directors/properties/count/maximum"), DirectorsDef::MAX_COUNT);
    const std::string solid_field = "/$defs/micropolar_solid/properties/";
    EXPECT_EQ(at(schema, solid_field + "law/default"),
              words("micropolar_solid", "law")[static_cast<int>(solid.law)]);
    EXPECT_EQ(at(schema, solid_field + "mass/default"),
              words("micropolar_solid", "mass")[solid.consistent_mass ? 1 : 0]);
    EXPECT_EQ(at(schema, solid_field + "resolution/properties/count/default"),
              tetrahedra::TetrahedraDef{}.count);
    EXPECT_EQ(at(schema, solid_field + "reset_rotations_every/default"),
              solid.reset_rotations_every);
    const shells::ShellDef shell;
    const std::string shell_field = "/$defs/cosserat_shell/properties/";
    EXPECT_EQ(at(schema, shell_field + "edges/default"),
              words("cosserat_shell", "edges")[static_cast<int>(shell.edges)]);
    EXPECT_EQ(at(schema, shell_field + "element/default"),
              words("cosserat_shell", "element")[static_cast<int>(shell.element)]);
    EXPECT_EQ(at(schema, shell_field + "model/default"),
              words("cosserat_shell", "model")[static_cast<int>(shell.model)]);
    EXPECT_EQ(at(schema, shell_field + "area_law/default"),
              words("cosserat_shell", "area_law")[static_cast<int>(shell.area_law)]);
    EXPECT_EQ(at(schema, shell_field + "mass/default"),
              words("cosserat_shell", "mass")[shell.consistent_mass ? 1 : 0]);
    const auto& body = dynamic_cast<const viper::RodsDef&>(*job.bodies.at(0));
    EXPECT_TRUE(body.pins.at(0).position && !body.pins.at(0).frame && !body.pins.at(0).scale);
    EXPECT_EQ(at(schema, "/$defs/viper_rods/properties/pins/items/properties/what/default"),
              json({"position"}));
    const std::string field = "/$defs/viper_rods/properties/";
    EXPECT_EQ(at(schema, field + "bundling/properties/stiffness/default"), body.bundling.stiffness);
    EXPECT_EQ(at(schema, field + "shortening/default"), body.activation.shortening);
    EXPECT_EQ(at(schema, field + "follow/default"), body.mover_share);
    EXPECT_EQ(at(schema, field + "collides/default"), body.collision.enabled);
    EXPECT_EQ(at(schema, field + "friction/default"), body.collision.friction);
}

TEST(JobSchema, HasADocumentationOfEveryField) {
    const std::string text = doc("job.md");
    for (const Level& level : levels()) {
        for (const std::string_view field : level.fields) {
            const std::string name(field);
            const bool found = text.find("`" + name + "`") != std::string::npos ||
                               text.find("." + name + "`") != std::string::npos ||
                               text.find("`" + name + ".") != std::string::npos ||
                               text.find("\"" + name + "\"") != std::string::npos;
            EXPECT_TRUE(found) << level.pointer << " " << name;
        }
    }
    EXPECT_EQ(std::stoi(row(text, "### `solver`", "substeps").at(1)), WorldSettings{}.substeps);
    EXPECT_EQ(std::stoi(row(text, "### `solver`", "max_halvings").at(1)),
              WorldSettings{}.max_halvings);
    const skin::SkinDef skin;
    EXPECT_EQ(std::stoi(row(text, "### `skin`", "smoothing").at(2)), skin.settings.smoothing);
    EXPECT_EQ(std::stod(row(text, "### `skin`", "reach").at(2)), skin.settings.reach);
    const viper::RodSolverSettings rods;
    EXPECT_THAT(text, testing::HasSubstr("\"iterations\": " + std::to_string(rods.iterations)));
    EXPECT_THAT(text, testing::HasSubstr("\"tolerance\": 1e-6"));
    EXPECT_EQ(rods.tolerance, 1e-6);
}

TEST(JobSchema, ReadsTheExampleOfTheDocumentation) {
    const std::string text = doc("job.md");
    const std::size_t begin = text.find("```json") + 7;
    const JobReading reading =
        read_job_text(text.substr(begin, text.find("```", begin) - begin), "job.json");
    EXPECT_TRUE(reading.problems.empty());
}

}  // namespace
}  // namespace sinew::bake
