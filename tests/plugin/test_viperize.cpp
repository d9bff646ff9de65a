#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "sinew/sinew.h"
#include "support/shapes.hpp"
#include "support/temp_folder.hpp"

namespace sinew::test {
namespace {

using testing::HasSubstr;

struct Destroy {
    void operator()(SinewViperization* viperization) const { sinew_viperize_destroy(viperization); }
};
using Pointer = std::unique_ptr<SinewViperization, Destroy>;

/// A mesh whose ends are not painted, in four rods of three points.
struct Muscle {
    explicit Muscle(TriangleMesh muscle, double voxel_size = 0.0) : mesh(std::move(muscle)) {
        for (const Eigen::Vector3d& v : mesh.vertices) {
            for (const double x : v)
                vertices.push_back(static_cast<float>(x));
        }
        for (const Eigen::Vector3i& t : mesh.triangles)
            triangles.insert(triangles.end(), t.begin(), t.end());
        EXPECT_EQ(sinew_viperize_def_init(&def, sizeof def), SINEW_SUCCESS);
        def.name = "Biceps";
        def.vertices = {vertices.data(), vertices.size() / 3, 0, SINEW_FORMAT_FLOAT3, 0};
        def.triangles = {triangles.data(), triangles.size(), 0, SINEW_FORMAT_INT, 0};
        def.rods = 4;
        def.levels = 3;
        def.voxel_size = voxel_size;
    }

    Pointer create() const {
        SinewViperization* created = nullptr;
        result = sinew_viperize_create(&def, &created);
        return Pointer(created);
    }
    Pointer run() const {
        Pointer viperization = create();
        if (viperization != nullptr) result = sinew_viperize_run(viperization.get());
        return viperization;
    }

    TriangleMesh mesh;
    std::vector<float> vertices;
    std::vector<std::int32_t> triangles;
    SinewViperizeDef def{};
    mutable SinewResult result = SINEW_SUCCESS;
};

struct BoxMuscle : Muscle {
    BoxMuscle() : Muscle(box_mesh({0, 0, 0}, {1.0, 0.3, 0.3}), 0.025) {}
};

SinewViperizeMeasures measures_of(SinewViperization* viperization) {
    SinewViperizeMeasures measures{};
    measures.struct_size = sizeof measures;
    EXPECT_EQ(sinew_viperize_get_measures(viperization, &measures), SINEW_SUCCESS);
    return measures;
}

TEST(ViperizeApi, FillsABox) {
    const BoxMuscle box;
    const Pointer viperization = box.run();
    ASSERT_EQ(box.result, SINEW_SUCCESS) << sinew_last_error();
    EXPECT_EQ(sinew_viperize_progress(viperization.get()), 1.0);

    const SinewViperizeMeasures measures = measures_of(viperization.get());
    EXPECT_NEAR(measures.mesh_volume, 0.09, 1e-6);
    EXPECT_LE(measures.volume_error, 0.03);
    EXPECT_EQ(measures.points_outside, 0);
    EXPECT_EQ(measures.max_outside, 0.0);
    EXPECT_EQ(measures.segments_outside, 0);
    EXPECT_EQ(measures.voxel_size, 0.025);
    EXPECT_EQ(measures.voxels, 40 * 12 * 12);
    EXPECT_GT(measures.seconds, 0.0);
    EXPECT_EQ(measures.warning_count, 0);

    std::array<std::int32_t, 4> counts{};
    std::uint64_t count = 0;
    EXPECT_EQ(sinew_viperize_get_counts(viperization.get(), counts.data(), 4, &count),
              SINEW_SUCCESS);
    EXPECT_EQ(counts, (std::array<std::int32_t, 4>{3, 3, 3, 3}));
    std::vector<float> points(36);
    EXPECT_EQ(sinew_viperize_get_points(viperization.get(), points.data(), 12, &count),
              SINEW_SUCCESS);
    EXPECT_EQ(count, 12u);
    double length = 0.0;
    for (std::size_t rod = 0; rod < 4; ++rod) {
        EXPECT_LT(points[9 * rod], 0.2F);
        EXPECT_GT(points[9 * rod + 6], 0.8F);
        length += static_cast<double>(points[9 * rod + 6] - points[9 * rod]);
    }
    EXPECT_NEAR(measures.total_length, length, 0.05);
    std::vector<float> radii(12);
    EXPECT_EQ(sinew_viperize_get_radii(viperization.get(), radii.data(), 12, &count),
              SINEW_SUCCESS);
    EXPECT_EQ(radii[0], radii[3]);
    // The corners at either end.
    for (const auto get : {sinew_viperize_get_source, sinew_viperize_get_sink}) {
        std::array<std::int32_t, 4> vertices{};
        EXPECT_EQ(get(viperization.get(), vertices.data(), 4, &count), SINEW_SUCCESS);
        EXPECT_EQ(count, 4u);
    }
}

TEST(ViperizeApi, TheMeshAsSurfaceOfItsRodsIsTheMesh) {
    for (const TriangleMesh& mesh :
         {spindle_mesh(24, 16), bent_spindle_mesh(24, 16), sheet_mesh(32, 32), fork_mesh()}) {
        const Muscle muscle(mesh);
        const Pointer viperization = muscle.run();
        ASSERT_EQ(muscle.result, SINEW_SUCCESS) << sinew_last_error();
        double distance = -1.0;
        EXPECT_EQ(sinew_viperize_get_rest_distance(viperization.get(), &distance), SINEW_SUCCESS)
            << sinew_last_error();
        EXPECT_LT(distance, 1e-12);  // far below what a cache could show
    }
    const BoxMuscle box;
    const Pointer not_run = box.create();
    double distance = 0.0;
    EXPECT_EQ(sinew_viperize_get_rest_distance(not_run.get(), &distance),
              SINEW_ERROR_INVALID_ARGUMENT);
    const Pointer run = box.run();
    EXPECT_EQ(sinew_viperize_get_rest_distance(run.get(), nullptr), SINEW_ERROR_INVALID_ARGUMENT);
}

TEST(ViperizeApi, TakesPaintedVertices) {
    BoxMuscle box;
    const std::vector<std::int32_t> source{1, 3, 5, 7};
    const std::vector<std::int32_t> sink{0, 2, 4, 6};
    box.def.source = {source.data(), source.size(), 0, SINEW_FORMAT_INT, 0};
    box.def.sink = {sink.data(), sink.size(), 0, SINEW_FORMAT_INT, 0};
    const Pointer viperization = box.run();
    ASSERT_EQ(box.result, SINEW_SUCCESS) << sinew_last_error();
    std::vector<float> points(36);
    sinew_viperize_get_points(viperization.get(), points.data(), 12, nullptr);
    EXPECT_GT(points[0], 0.9F) << "the source is at x = 1";
}

TEST(ViperizeApi, ReadsObjFilesAndTheirGroups) {
    const TempFolder folder;
    BoxMuscle box;
    std::string text;
    for (const Eigen::Vector3d& v : box.mesh.vertices)
        text += "v " + std::to_string(v.x()) + " " + std::to_string(v.y()) + " " +
                std::to_string(v.z()) + "\n";
    // Faces 8 and 9 are at x = 0, 10 and 11 at x = 1.
    for (std::size_t t = 0; t < 12; ++t) {
        text += t < 8 ? "g belly\nf" : t < 10 ? "g low\nf" : "g high belly\nf";
        for (const int v : box.mesh.triangles[t])
            text += " " + std::to_string(v + 1);
        text += "\n";
    }
    folder.write("box.obj", text);
    const std::string path = folder / "box.obj";
    box.def.mesh_path = path.c_str();
    box.def.source_group = "high";
    box.def.sink_group = "low";
    const Pointer viperization = box.run();
    ASSERT_EQ(box.result, SINEW_SUCCESS) << sinew_last_error();
    std::array<std::int32_t, 4> source{};
    EXPECT_EQ(sinew_viperize_get_source(viperization.get(), source.data(), 4, nullptr),
              SINEW_SUCCESS);
    EXPECT_EQ(source, (std::array<std::int32_t, 4>{1, 3, 5, 7}));

    box.def.sink_group = "nose";
    EXPECT_EQ(box.create(), nullptr);
    EXPECT_EQ(box.result, SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_STREQ(sinew_last_error(),
                 "Biceps: sink is group \"nose\": the file has the groups belly, low, high");
    box.def.mesh_path = "/nowhere.obj";
    EXPECT_EQ(box.create(), nullptr);
    EXPECT_EQ(box.result, SINEW_ERROR_FILE);
    box.def.mesh_path = nullptr;
    EXPECT_EQ(box.create(), nullptr);
    EXPECT_THAT(sinew_last_error(), HasSubstr("groups belong to an .obj file"));
}

TEST(ViperizeApi, TellsWhatIsWrong) {
    BoxMuscle box;
    box.def.levels = 1;
    EXPECT_NE(box.run(), nullptr);
    EXPECT_EQ(box.result, SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_THAT(sinew_last_error(), HasSubstr("levels is 1"));

    BoxMuscle odd;
    odd.def.triangles.count = 35;
    EXPECT_EQ(odd.create(), nullptr);
    EXPECT_THAT(sinew_last_error(), HasSubstr("triangles.count is 35"));

    BoxMuscle broken;
    broken.vertices[4] = NAN;
    EXPECT_EQ(broken.create(), nullptr);
    EXPECT_EQ(broken.result, SINEW_ERROR_INVALID_ARGUMENT);

    BoxMuscle reserved;
    reserved.def.reserved = 1;
    EXPECT_EQ(reserved.create(), nullptr);

    BoxMuscle nameless;
    nameless.def.name = nullptr;
    EXPECT_EQ(nameless.create(), nullptr);

    EXPECT_EQ(sinew_viperize_create(&box.def, nullptr), SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(sinew_viperize_run(nullptr), SINEW_ERROR_INVALID_HANDLE);
    sinew_viperize_cancel(nullptr);
    sinew_viperize_destroy(nullptr);
    EXPECT_EQ(sinew_viperize_progress(nullptr), 0.0);
}

TEST(ViperizeApi, HasNoResultBeforeItRan) {
    const BoxMuscle box;
    const Pointer viperization = box.create();
    std::uint64_t count = 7;
    EXPECT_EQ(sinew_viperize_get_points(viperization.get(), nullptr, 0, &count),
              SINEW_ERROR_INVALID_ARGUMENT);
    EXPECT_EQ(count, 7u);
    EXPECT_THAT(sinew_last_error(), HasSubstr("sinew_viperize_run"));
}

TEST(ViperizeApi, GivesWarnings) {
    BoxMuscle box;
    // A second box far away.
    const TriangleMesh other = box_mesh({2.0, 0, 0}, {0.3, 0.3, 0.3});
    for (const Eigen::Vector3d& v : other.vertices) {
        for (const double x : v)
            box.vertices.push_back(static_cast<float>(x));
    }
    for (const Eigen::Vector3i& t : other.triangles) {
        for (const int v : t)
            box.triangles.push_back(8 + v);
    }
    box.def.vertices = {box.vertices.data(), 16, 0, SINEW_FORMAT_FLOAT3, 0};
    box.def.triangles = {box.triangles.data(), 72, 0, SINEW_FORMAT_INT, 0};
    const Pointer viperization = box.run();
    ASSERT_EQ(box.result, SINEW_SUCCESS) << sinew_last_error();
    ASSERT_EQ(measures_of(viperization.get()).warning_count, 1);
    std::array<char, 200> text{};
    std::uint64_t size = 0;
    EXPECT_EQ(sinew_viperize_get_warning(viperization.get(), 0, text.data(), text.size(), &size),
              SINEW_SUCCESS);
    EXPECT_THAT(text.data(), HasSubstr("Biceps: 23.1 % of the volume is not connected"));
    EXPECT_EQ(sinew_viperize_get_warning(viperization.get(), 1, text.data(), text.size(), &size),
              SINEW_ERROR_INVALID_ARGUMENT);
}

TEST(ViperizeApi, CanBeCancelledFromAnotherThread) {
    BoxMuscle box;
    box.def.voxel_size = 0.01;
    const Pointer viperization = box.create();
    std::thread canceller([&] { sinew_viperize_cancel(viperization.get()); });
    const SinewResult result = sinew_viperize_run(viperization.get());
    canceller.join();
    // The signal may come when the work is done.
    EXPECT_TRUE(result == SINEW_ERROR_CANCELLED || result == SINEW_SUCCESS);
}

TEST(ViperizeApi, TellsOldCallersWhatTheyKnow) {
    BoxMuscle box;
    box.def.struct_size = offsetof(SinewViperizeDef, rods);  // a caller from before `rods`
    const Pointer viperization = box.run();
    ASSERT_EQ(box.result, SINEW_SUCCESS) << sinew_last_error();
    std::uint64_t count = 0;
    EXPECT_EQ(sinew_viperize_get_counts(viperization.get(), nullptr, 0, &count), SINEW_SUCCESS);
    EXPECT_EQ(count, 8u) << "the default";
}

}  // namespace
}  // namespace sinew::test
