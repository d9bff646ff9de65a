// Damaged jobs of every kind of body, all the way to the first frame.
#include <gtest/gtest.h>

#include "bake/job.hpp"
#include "bake/job_reader.hpp"
#include "bake_testing.hpp"
#include "base/task.hpp"
#include "mutation.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;

/// Numbers that counts, sizes, indices and lengths do not expect.
constexpr std::string_view BODY_WORDS[] = {
    "-1",  "0",    "1e300",      "-1e308",    "1e-320", "2147483648", "-2147483648", "1.5",
    "1e9", "3",    "1000000000", "1e15",      "-6",     "1e-9",       "7",           "1",
    "2",   "null", "[]",         "200000000", "4",      "0.5",        "1e5",         "true"};

constexpr std::string_view MUSCLE =
    R"({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24},
"solver": {"substeps": 1, "max_halvings": 1, "preroll": 1, "rods": {"coupled_iterations": 5}},
"movers": [{"name": "a", "transforms": [1,0,0,0, 0,1,0,0, 0,0,1,0]},
  {"name": "b", "transforms": {"keys": [{"frame": 1, "value": [1,0,0,0, 0,1,0,0, 0,0,1,0.02]},
    {"frame": 3, "value": [1,0,0,-0.02, 0,1,0,0, 0,0,1,0.05]}]}}],
"bodies": [{"kind": "viper_rods", "name": "M", "rods": {"points": [0,0,0, 0.1,0,0, 0.2,0,0, 0,0.04,0, 0.1,0.04,0, 0.2,0.04,0],
    "radii": 0.02, "counts": [3, 3]}, "sections": "levels", "bundling": {"stiffness": 1e6, "matching": "rigid"},
    "attachments": [{"mover": "a", "points": [0, 3], "hinge": 0.5}, {"mover": "b", "points": [2, 5], "mode": "sliding",
      "surface": {"vertices": [0.1,-1,-1, 1,0,-1, 0.1,1,-1, 0.2,0,1], "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}}],
    "activation": {"keys": [{"frame": 1, "value": [0, 0]}, {"frame": 3, "value": [1, 1]}]}, "activation_map": 1,
    "shortening": 0.3, "follow": 0.5, "collides": true, "collision_group": [1, 2], "friction": 0.3}],
"colliders": [{"kind": "pills", "name": "P", "mover": "a", "points": [0,0,-0.1, 0.2,0,-0.1], "radii": 0.03, "friction": 0.2},
  {"kind": "mesh", "name": "C", "voxel_size": 0.1, "mesh": {"vertices": [0,0,-1, 1,0,-1, 0,1,-1, 0,0,-0.5],
    "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}}]})";

constexpr std::string_view SOLID = R"({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24},
"solver": {"substeps": 1, "max_halvings": 1, "implicit": {"iterations": 5, "integrator": "bdf2"}},
"bodies": [{"kind": "micropolar_solid", "name": "T", "tets": {"vertices": [[0,0,0], [1,0,0], [0,1,0], [0,0,1], [1,1,1]],
    "tetrahedra": [[0,1,2,3], [1,2,3,4]]}, "law": "neo_hookean", "surface": {"vertices": [[0.2,0.2,0.2], [0.5,0.5,0.1]]},
    "material": {"density": 1000, "young_modulus": 1e5, "length_scale": 0.1},
    "layers": [{"weights": [0, 0, 0.5, 1, 1], "material": {"young_modulus": 1e4}}], "fibers": [0, 0, 1],
    "rest_curvature": [[0,0,0], [0.1,0,0], [0,0,0]], "mass": "consistent", "reset_rotations_every": 1,
    "pins": [{"vertices": [0, 1], "weights": [1, 0.5], "what": ["position", "rotation"], "axes": ["x", "z"],
      "positions": {"keys": [{"frame": 1, "value": [0,0,0, 1,0,0]}, {"frame": 3, "value": [0,0,0, 1,0,0.2]}]}, "release_frame": 2}],
    "forces": [0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,5], "initial": {"velocities": [0,0,0, 0,0,0, 0,0,0, 0,0,0, 0,0,1]}},
  {"kind": "micropolar_solid", "name": "F", "surface": {"vertices": [0,0,2, 1,0,2, 0,1,2, 0,0,3],
    "faces": [[0,2,1], [0,1,3], [1,2,3], [2,0,3]]}, "resolution": {"count": 30}, "pins": [{"vertices": [3]}],
    "uvs": [0,0, 1,0, 0,1, 1,1]}, {"kind": "directors", "name": "D", "body": "T", "count": 2}],
"colliders": [{"kind": "half_plane", "normal": [0, 0, 1], "offset": -0.5}]})";

constexpr std::string_view SHELL =
    R"({"sinew_job": 1, "frames": {"start": 1, "end": 3, "rate": 24}, "units": {"length": 0.5},
"solver": {"substeps": 1, "max_halvings": 1, "implicit": {"iterations": 5}},
"bodies": [{"kind": "cosserat_shell", "name": "L", "mesh": {"vertices": [0,0,0, 1,0,0, 2,0,0, 0,1,0, 1,1,0, 2,1,0],
    "faces": [[0,1,4,3], [1,2,5,4]]}, "material": {"thickness": 0.05, "young_modulus": 1e5, "bending_scale": 2},
    "surface": {"vertices": [[0.5,0.5,0.1], [1.5,0.5,0]]}, "edges": "smooth",
    "edge_points": {"vertices": [[0, 1]], "positions": [[0.5,0,0.1]]}, "thickness": [0.1,0.1,0.1,0.1,0.1,0.2],
    "rest_curvature_map": {"keys": [{"frame": 1, "value": [0,0,0,0,0,0,0,0,0, 0,0,0,1,0,0,0,0,0, 0,0,0,1,0,0,0,0,0,
      0,0,0,0,0,0,0,0,0, 0,0,0,1,0,0,0,0,0, 0,0,0,1,0,0,0,0,0]}]}, "triangle_rest_stretch": [1, 1.1, 1.2, 1.3],
    "loads": [{"vertices": [2, 5], "force": [0,0,1], "torque": [0,1,0]}], "model": "curved",
    "pins": [{"vertices": [0, 3], "what": ["position", "rotation"], "rotations": [0,0,0, 0,0,0.1]}],
    "initial": {"positions": [0,0,0, 1,0,0, 2,0,0.1, 0,1,0, 1,1,0, 2,1,0.1]}},
  {"kind": "shell_surface", "name": "S", "shell": "L"}, {"kind": "directors", "name": "D", "body": "L", "count": 3, "length": 0.1}],
"colliders": [{"kind": "pills", "points": [0,0,-0.2, 1,0,-0.2], "radii": [0.1, 0.05], "pills": [0, 1]}]})";

class FuzzBodies : public testing::Test {
protected:
    /// What a bake does with it up to the first frame, within limits that no job this small comes near.
    void bake_a_frame(std::string_view text) const {
        Task task;
        task.begin_load({.bytes = 4e8, .seconds = 5.0});
        const TaskScope scope(&task);
        JobReading reading = read_job_text(text, m_folder / "job.json");
        if (!reading.job) throw reading.problems.to_error();
        // A mutation may ask for thousands of steps, which is allowed and would take long.
        reading.job->world.substeps = std::min(reading.job->world.substeps, 2);
        reading.job->world.implicit.iterations =
            std::min(reading.job->world.implicit.iterations, 5);
        reading.job->world.rods.iterations = std::min(reading.job->world.rods.iterations, 5);
        reading.job->world.rods.coupled_iterations =
            std::min(reading.job->world.rods.coupled_iterations, 5);
        reading.job->world.max_halvings = std::min(reading.job->world.max_halvings, 1);
        const auto world = make_world(*reading.job, 1, {});
        world->step_frame(task.cancel_token());
    }
    void fuzz(std::string_view job) const {
        ASSERT_NO_THROW(bake_a_frame(job));
        const MutationCounts counts =
            read_mutations(MUTATIONS / 5, std::string(job), BODY_WORDS,
                           [&](const std::string& text) { bake_a_frame(text); });
        EXPECT_GT(counts.accepted, counts.total() / 40);
        EXPECT_GT(counts.refused, counts.total() / 10);
    }
    TempFolder m_folder;
};

TEST_F(FuzzBodies, Muscle) {
    fuzz(MUSCLE);
}

TEST_F(FuzzBodies, Solid) {
    fuzz(SOLID);
}

TEST_F(FuzzBodies, Shell) {
    fuzz(SHELL);
}

}  // namespace
}  // namespace sinew::bake::test
