// Damaged jobs: the JSON, the binary file, the .obj file.
#include <gtest/gtest.h>

#include "bake/job.hpp"
#include "bake/job_reader.hpp"
#include "bake/obj_reader.hpp"
#include "bake_testing.hpp"
#include "mutation.hpp"

namespace sinew::bake::test {
namespace {

using sinew::test::TempFolder;

constexpr std::string_view JOB_WORDS[] = {"-1",
                                          "0",
                                          "1e999",
                                          "-1e308",
                                          "1e-320",
                                          "2147483648",
                                          "1.5",
                                          "null",
                                          "true",
                                          "[]",
                                          "{}",
                                          "\"x\"",
                                          "NaN",
                                          "1e15",
                                          "4294967296",
                                          "[[0]]",
                                          "18446744073709551615",
                                          "[0,0,0]"};

/// Has every kind of field, and is small.
constexpr std::string_view JOB = R"({"sinew_job": 1, "name": "j", "units": {"length": 0.5},
"frames": {"start": 1, "end": 5, "rate": 24}, "gravity": [0, 0, -9.81], "binary": "job.bin",
"solver": {"substeps": 2, "max_halvings": 3, "rods": {"method": "chain", "iterations": 20,
  "tolerance": 1e-6, "relaxation": 1}, "implicit": {"integrator": "bdf2", "linear_solver": "direct",
  "iterations": 30, "tolerance": 1e-5}}, "outputs": {"checkpoint_every": 2,
  "spaces": [{"body": "S", "transforms": [[1, 0, 0, 1], [0, 2, 0, 1], [0, 0, 1, 0]]}]},
"movers": [{"name": "Arm/hand", "transforms": {"start": 1, "values": [[1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0],
    [0, -1, 0, 0.5, 1, 0, 0, 0, 0, 0, 1, 0]]}},
  {"name": "Arm/elbow", "transforms": {"keys": [{"frame": 2, "value": [[2, 0, 0, 1], [0, 2, 0, 1], [0, 0, 2, 1]]}]}}],
"bodies": [{"kind": "viper_rods", "name": "A",
  "rods": {"points": {"dtype": "float32", "shape": [4, 3], "offset": 0}, "radii": 0.1, "counts": [2, 2]},
  "surface": "a.obj", "material": {"density": 1000, "bend_stiffness": 1e5},
  "pins": [{"points": [0, 2], "what": ["position", "frame", "scale"],
    "positions": {"keys": [{"frame": 1, "value": [0, 0, 0, 0, 1, 0]}, {"frame": 3.5, "value": [[0, 0, 1], [0, 1, 1]]}]},
    "rotations": {"start": 1, "per_frame": 2, "values": {"dtype": "float64", "shape": [2, 2, 3], "offset": 48}},
    "scales": 1}],
  "radial_force": {"start": 1, "values": [[0, 0, 0, 0], [1, 1, 1, 1]]},
  "initial": {"positions": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], "velocities": [0,0,0,0,0,0,0,0,0,0,0,1],
    "scales": [1, 1, 1, 1]}},
  {"kind": "skin", "name": "S", "mesh": {"vertices": [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "faces": [[0, 1, 2, 3]]},
  "drivers": ["A"], "bones": [{"mover": "Arm/hand", "points": [[0, 0, 0], [0, 0, 1]], "radii": 0.1}],
  "base": {"keys": [{"frame": 1, "value": [0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]}]}, "mask": [1, 0.5, 0, 1], "smoothing": 2,
  "offsets": {"vertices": [2, 0], "values": {"start": 1, "values": [[0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 1, 0]]}}, "reach": 5}],
"colliders": [{"kind": "half_plane", "name": "Floor", "normal": [0, 0, 2], "offset": -3}]})";

/// Twelve floats for the points, then twelve doubles for the rotations.
std::string binary() {
    const std::vector<float> points{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0};
    const std::vector<double> rotations(12, 0.25);
    return std::string(reinterpret_cast<const char*>(points.data()), 4 * points.size()) +
           std::string(reinterpret_cast<const char*>(rotations.data()), 8 * rotations.size());
}

constexpr std::string_view OBJ =
    "# quad\no A\ng a b\nv 0 0 0.1\nv 1 0 0.1\nv 0.5 1.25e-1 -0.1\nvn 0 0 1\nv 0 1 0\n"
    "f 1 2 3\nf 1//1 2//1 3//1 4//1\nf -3/1/1 -2/1/1 -1/1/1\n";

class FuzzJob : public testing::Test {
protected:
    FuzzJob() {
        m_folder.write("job.bin", binary());
        m_folder.write("a.obj", OBJ);
    }
    /// What a bake does with it before the first step.
    void read(std::string_view text) const {
        JobReading reading = read_job_text(text, m_folder / "job.json");
        if (!reading.job) throw reading.problems.to_error();
        make_world(*reading.job, 1, {});
    }
    TempFolder m_folder;
};

TEST_F(FuzzJob, Json) {
    ASSERT_NO_THROW(read(JOB));
    const MutationCounts counts = read_mutations(2 * MUTATIONS, std::string(JOB), JOB_WORDS,
                                                 [&](const std::string& text) { read(text); });
    EXPECT_GT(counts.accepted, counts.total() / 40);
    EXPECT_GT(counts.refused, counts.total() / 4);
}

TEST_F(FuzzJob, Binary) {
    const MutationCounts counts =
        read_mutations(MUTATIONS, binary(), {}, [&](const std::string& bytes) {
            std::filesystem::remove(m_folder /
                                    "job.bin");  // a new file is quicker than an emptied one
            m_folder.write("job.bin", bytes);
            read(JOB);
        });
    EXPECT_GT(counts.accepted, counts.total() / 100);
    EXPECT_GT(counts.refused, counts.total() / 100);
}

TEST_F(FuzzJob, Obj) {
    const MutationCounts counts =
        read_mutations(2 * MUTATIONS, std::string(OBJ), JOB_WORDS,
                       [](const std::string& text) { parse_grouped_obj(text, "a.obj"); });
    EXPECT_GT(counts.accepted, counts.total() / 100);
    EXPECT_GT(counts.refused, counts.total() / 100);
}

}  // namespace
}  // namespace sinew::bake::test
