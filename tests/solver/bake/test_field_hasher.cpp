#include "bake/field_hasher.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake/job_reader.hpp"

namespace sinew::bake {
namespace {

using nlohmann::json;

/// Every field of every kind of body, but for a surface to fill: the tetrahedra in it depend on the compiler.
constexpr const char* ALL_FIELDS =
    R"({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "units": {"length": 0.5},
 "movers": [{"name": "bone", "transforms": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]}],
 "bodies": [
  {"kind": "viper_rods",
   "name": "Rods",
   "rods": {"points": [0, 0, 0, 0, 0, 1, 0, 0, 2, 1, 0, 0, 1, 0, 1, 1, 0, 2], "radii": 0.1, "counts": [3, 3]},
   "surface": {"vertices": [0, 0, 0, 1, 0, 0, 0, 0, 1], "faces": [[0, 1, 2]]},
   "material": {"density": 900},
   "pins": [{"points": [0, 3], "what": ["position", "frame", "scale"], "release_frame": 9, "positions": {"keys": [{"frame": 1, "value": [0, 0, 0, 1, 0, 0]}, {"frame": 3, "value": [0, 0, 1, 1, 0, 1]}]}, "rotations": [0, 0, 0.1, 0, 0, 0.2], "scales": 1.1}],
   "radial_force": 0.5,
   "initial": {"positions": [0, 0, 0, 0, 0, 1, 0, 0, 2.1, 1, 0, 0, 1, 0, 1, 1, 0, 2.1], "velocities": [0, 0, 0, 0, 0, 1, 0, 0, 2, 1, 0, 0, 1, 0, 1, 1, 0, 2], "scales": 1.05},
   "sections": "levels",
   "bundling": {"stiffness": 200000.0, "matching": "rigid"},
   "activation": {"start": 1, "values": [[0, 0], [0.5, 0.4], [1, 0.9]]},
   "activation_map": 0.9,
   "shortening": 0.2,
   "attachments": [{"mover": "bone", "points": [2, 5], "mode": "sliding", "normals": [0, 0, 1, 0, 0, 1], "hinge": 0.5}],
   "follow": 0.4,
   "collides": true,
   "collision_group": 3,
   "friction": 0.2},
  {"kind": "viper_rods",
   "name": "Relaxed",
   "rods": {"points": [5, 0, 0, 5, 0, 1], "radii": [0.1, 0.2]},
   "sections": [[0], [1]]},
  {"kind": "skin",
   "name": "Skin",
   "mesh": {"vertices": [0, 0, 0, 1, 0, 0, 0, 0, 1], "faces": [[0, 1, 2]]},
   "drivers": ["Rods"],
   "bones": [{"mover": "bone", "points": [0, 1, 0, 0, 1, 1], "radii": 0.2}],
   "offsets": {"vertices": [1], "values": {"start": 1, "values": [[0, 0, 0], [0, 0.1, 0], [0, 0.2, 0]]}},
   "base": [0, 0, 0, 1, 0, 0, 0, 0, 1.1],
   "mask": 0.5,
   "smoothing": 3,
   "reach": 20},
  {"kind": "cosserat_shell",
   "name": "Leaf",
   "mesh": {"vertices": [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0], "faces": [[0, 1, 4, 3], [1, 2, 5, 4]]},
   "surface": {"vertices": [0.5, 0.5, 0.1]},
   "edges": "smooth",
   "edge_points": {"vertices": [[0, 1]], "positions": [[0.5, 0, 0.1]]},
   "element": "quadratic",
   "model": "curved",
   "area_law": "nonlinear",
   "material": {"thickness": 0.02, "young_modulus": 50000.0},
   "thickness": [0.1, 0.1, 0.1, 0.1, 0.1, 0.2],
   "contact": "all",
   "contact_groups": ["Plants"],
   "contact_only": ["Floor", "Tet"],
   "contact_except": ["Pot"],
   "contact_frames": [2, 20],
   "friction": 0.7,
   "sliding_friction": 0.8,
   "friction_map": [1, 1, 1, 0.5, 1, 1],
   "rest_curvature": [0, 0, 0, 1, 0, 0, 0, 0, 0],
   "triangle_rest_stretch": [1, 1.1, 1.2, 1.3],
   "pins": [{"vertices": [0, 3], "what": ["position", "rotation"], "axes": ["x", "z"], "weights": 0.7, "velocities": [0, 0, 1, 0, 0, 1], "angular_velocities": [0, 0, 1, 0, 0, 2], "release_frame": 2}, {"vertices": [1], "mover": "bone"}, {"vertices": [2], "what": ["rotation"], "rotations": [1, 0, 0, 0]}],
   "loads": [{"vertices": [2, 5], "force": [0, 0, 1], "torque": [0, 1, 0]}],
   "forces": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
   "torques": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2],
   "mass": "consistent",
   "initial": {"positions": [0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 0, 1, 1, 0, 2, 1, 0.1], "velocities": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3], "angular_velocities": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4]}},
  {"kind": "shell_surface",
   "name": "Thick",
   "shell": "Leaf"},
  {"kind": "directors",
   "name": "Crosses",
   "body": "Leaf",
   "count": 4,
   "length": 0.3},
  {"kind": "micropolar_solid",
   "name": "Tet",
   "tets": {"vertices": [0, 0, 5, 1, 0, 5, 0, 1, 5, 0, 0, 6], "tetrahedra": [0, 1, 2, 3]},
   "surface": {"vertices": [0.1, 0.1, 5.1, 0.2, 0.1, 5.1, 0.1, 0.2, 5.1], "faces": [[0, 1, 2]]},
   "law": "linear_volume",
   "material": {"density": 900},
   "curvature_stiffness": [1, 2, 3, 4, 5, 6, 7, 8, 9],
   "layers": [{"weights": [0, 0.5, 1, 1], "material": {"young_modulus": 30000.0}}],
   "fibers": [0, 0, 1],
   "normals": [1, 0, 0],
   "rest_rotation": [0.6, 0.8, 0, 0],
   "tet_rest_curvature": [0, 0, 0, 1, 0, 0, 0, 0, 0],
   "pins": [{"vertices": [0], "positions": [0, 0, 5.1]}],
   "forces": [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
   "torques": [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
   "mass": "consistent",
   "reset_rotations_every": 7,
   "initial": {"velocities": [0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "angular_velocities": [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]}}
 ]})";

/// What the bodies depend on. Materials may get more numbers; they have names of their own. `contact` came later: caches from before
/// knew none, so they are stale.
json body_inputs(const json& job) {
    const JobReading reading = read_job_text(job.dump(), "job.json");
    for (const Problem& problem : reading.problems.listed())
        ADD_FAILURE() << problem.message();
    if (!reading.job) return {};
    json inputs = reading.job->inputs.to_json();
    for (const char* const part : {"static", "animated"}) {
        json kept = json::object();
        for (const auto& [name, hash] : inputs[part].items()) {
            if (name.starts_with("bodies.") && name.find(".material.") == std::string::npos &&
                !name.ends_with(".layers") && !name.ends_with(".contact"))
                kept[name] = hash;
        }
        inputs[part] = kept;
    }
    return inputs;
}

TEST(FieldHasher, HashesAsBeforeFieldsWereVisited) {
    const json inputs = body_inputs(json::parse(ALL_FIELDS));
    EXPECT_EQ(inputs["static"].size(), 142);
    EXPECT_EQ(inputs["animated"].size(), 21);
    // Another value means that all caches of artists are stale. Last changed: bodies say whom they meet, and when.
    EXPECT_EQ(to_hex(Hasher().add_text(inputs.dump()).value()), "676779973e93476c");
}

/// All numbers, texts and lists of a body, as paths.
void collect_leaves(const json& value, const json::json_pointer& path,
                    std::vector<json::json_pointer>& leaves) {
    if (!value.is_object()) {
        leaves.push_back(path);
        return;
    }
    for (const auto& [name, child] : value.items())
        collect_leaves(child, path / name, leaves);
}

TEST(FieldHasher, EveryFieldThatIsLeftOutIsAnotherInput) {
    const json job = json::parse(ALL_FIELDS);
    const auto inputs_of = [](const json& changed) {
        const JobReading reading = read_job_text(changed.dump(), "job.json");
        return reading.job ? std::optional(reading.job->inputs.total_hash()) : std::nullopt;
    };
    const auto before = inputs_of(job);
    ASSERT_TRUE(before);
    int left_out = 0;
    for (std::size_t i = 0; i < job["bodies"].size(); ++i) {
        std::vector<json::json_pointer> leaves;
        collect_leaves(job["bodies"][i], json::json_pointer(), leaves);
        for (const json::json_pointer& leaf : leaves) {
            json changed = job;
            changed["bodies"][i][leaf.parent_pointer()].erase(leaf.back());
            const auto after = inputs_of(changed);
            if (!after) continue;  // it must be there
            ++left_out;
            // The element is what it is without the field.
            if (leaf.back() == "element") continue;
            EXPECT_NE(*after, *before) << job["bodies"][i]["name"] << leaf.to_string();
        }
    }
    EXPECT_GT(left_out, 50);
}

}  // namespace
}  // namespace sinew::bake
