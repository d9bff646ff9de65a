// Viperization: the mesh of a muscle to rods.
#include "viperize/viperize.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "array_output.hpp"
#include "bake/obj_reader.hpp"
#include "base/parallel.hpp"
#include "base/stage_timer.hpp"
#include "base/task.hpp"
#include "buffers.hpp"
#include "guard.hpp"
#include "object_table.hpp"
#include "running_mark.hpp"
#include "sim/world.hpp"
#include "sized_struct.hpp"
#include "texts.hpp"
#include "viper/definition/rods_def.hpp"

namespace sinew::plugin {
namespace {

struct ViperizationObject {
    viperize::ViperizeDef def;
    int threads = 0;
    Task task;
    viperize::ViperizeProgress progress;
    std::atomic_flag running;
    std::optional<viperize::Viperization> result;
    double seconds = 0.0;
};

ObjectTable<ViperizationObject, SinewViperization>& viperizations() {
    return object_table<ViperizationObject, SinewViperization>();
}

constexpr const char* BUSY = "another thread is using this viperization: wait until it is done";

SinewViperizeDef default_viperize_def() {
    const viperize::ViperizeDef defaults;
    SinewViperizeDef def{};
    def.struct_size = sizeof def;
    def.name = "muscle";
    def.rods = defaults.rods;
    def.levels = defaults.levels;
    def.voxel_size = defaults.voxel_size;
    return def;
}

/// Vertices of the group that `name` names.
std::vector<int> group_vertices(const bake::GroupedMesh& mesh, const std::string& object,
                                const char* field, const char* name) {
    std::string known;
    for (const bake::ObjGroup& group : mesh.groups) {
        if (group.name == name) {
            if (group.vertices.empty())
                refuse_argument(object, field, name, "the group has no faces");
            return group.vertices;
        }
        known += (known.empty() ? "" : ", ") + group.name;
    }
    refuse_argument(object, field, fmt::format("group \"{}\"", name),
                    known.empty() ? "the file has no groups (lines that begin with \"g\")"
                                  : "the file has the groups " + known);
}

void read_file_mesh(const SinewViperizeDef& given, viperize::ViperizeDef& def) {
    bake::GroupedMesh file = bake::read_grouped_obj(read_path(given.mesh_path, "mesh_path"));
    if (given.source_group != nullptr)
        def.source = group_vertices(file, def.name, "source", given.source_group);
    if (given.sink_group != nullptr)
        def.sink = group_vertices(file, def.name, "sink", given.sink_group);
    def.mesh = std::move(file.mesh);
}

void read_arrays(const SinewViperizeDef& given, viperize::ViperizeDef& def) {
    const std::string_view name = def.name;
    if (given.source_group != nullptr || given.sink_group != nullptr) {
        refuse_argument(def.name, "source_group and sink_group", "given",
                        "groups belong to an .obj file: give mesh_path, or use source and sink");
    }
    def.mesh.vertices = read_vectors(given.vertices, {name, "vertices"});
    const std::vector<int> corners = read_integers(given.triangles, {name, "triangles"});
    if (corners.size() % 3 != 0) {
        refuse_argument(def.name, "triangles.count", fmt::format("{}", corners.size()),
                        "must be three for each triangle");
    }
    for (std::size_t i = 0; i + 2 < corners.size(); i += 3)
        def.mesh.triangles.emplace_back(corners[i], corners[i + 1], corners[i + 2]);
}

viperize::ViperizeDef to_viperize(const SinewViperizeDef& given) {
    viperize::ViperizeDef def;
    if (not_null(given.name, "name") != '\0') def.name = given.name;
    if (given.mesh_path != nullptr) {
        read_file_mesh(given, def);
    } else {
        read_arrays(given, def);
    }
    if (given.source.count != 0) def.source = read_integers(given.source, {def.name, "source"});
    if (given.sink.count != 0) def.sink = read_integers(given.sink, {def.name, "sink"});
    def.rods = given.rods;
    def.levels = given.levels;
    def.voxel_size = given.voxel_size;
    return def;
}

/// Calls `use` with the result, which nobody changes meanwhile.
template <class Use>
SinewResult with_result(SinewViperization* viperization, Use&& use) {
    return guard([&] {
        const auto object = viperizations().find(viperization, "viperization");
        const RunningMark mark(object->running, BUSY);
        if (!object->result) {
            throw Error(Problem{.code = ErrorCode::InvalidArgument,
                                .object = object->def.name,
                                .field = {},
                                .value = {},
                                .remedy = "has no result: call sinew_viperize_run first"});
        }
        use(*object);
    });
}

void give_integers(const std::vector<int>& list, int32_t* out, uint64_t capacity,
                   uint64_t* out_count) {
    if (announce_count(list.size(), out, capacity, out_count))
        std::copy(list.begin(), list.end(), out);
}

SinewViperizeMeasures to_c(const viperize::Viperization& result, double seconds) {
    const viperize::ViperizeMeasures& measures = result.measures;
    SinewViperizeMeasures out{};
    out.struct_size = sizeof out;
    out.mesh_volume = measures.mesh_volume;
    out.bundle_volume = measures.bundle_volume;
    out.volume_error = measures.volume_error();
    out.total_length = measures.total_length;
    out.max_outside = measures.max_outside;
    out.max_gap = measures.max_gap;
    out.voxel_size = measures.voxel_size;
    out.seconds = seconds;
    out.voxels = measures.voxels;
    out.points_outside = measures.points_outside;
    out.segments_outside = measures.segments_outside;
    out.warning_count = static_cast<int32_t>(result.warnings.size());
    return out;
}

/// Simulates the bundle for a frame in which nothing happens, with the mesh as its surface.
double rest_distance(const viperize::ViperizeDef& def, const viperize::Viperization& result) {
    viper::RodsDef muscle;
    muscle.name = def.name;
    muscle.points = result.points;
    muscle.radii = result.radii;
    muscle.counts = result.counts;
    muscle.surface = def.mesh.vertices;
    muscle.surface_triangles = def.mesh.triangles;
    muscle.bundling.sections = viper::RodBundling::levels(def.rods, def.levels);
    WorldSettings settings;
    settings.gravity.setZero();
    World world(settings);
    const Body& body = world.add(muscle);
    const FrameReport report = world.step_frame(CancelToken());
    if (report.outcome != StepOutcome::Converged)
        throw Error(ErrorCode::NotConverged, report.message);
    std::vector<double> moved(3 * body.output_count());
    body.output_positions(moved);
    double farthest = 0.0;
    for (std::size_t v = 0; v < def.mesh.vertices.size(); ++v) {
        const Eigen::Map<const Eigen::Vector3d> now(moved.data() + 3 * v);
        farthest = std::max(farthest, (now - def.mesh.vertices[v]).norm());
    }
    return farthest;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_viperize_def_init(SinewViperizeDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_viperize_def()); });
}

SinewResult sinew_viperize_create(const SinewViperizeDef* def,
                                  SinewViperization** out_viperization) {
    return guard([&] {
        not_null(out_viperization, "out_viperization") = nullptr;
        const SinewViperizeDef given = with_reserved_zero(read_struct(def, default_viperize_def()));
        auto object = std::make_shared<ViperizationObject>();
        object->def = to_viperize(given);
        object->threads = given.threads;
        sinew::Task* const task = &object->task;
        *out_viperization = viperizations().insert(std::move(object), task);
    });
}

void sinew_viperize_destroy(SinewViperization* viperization) {
    viperizations().take(viperization);
}

SinewResult sinew_viperize_run(SinewViperization* viperization) {
    return guard([&] {
        const auto object = viperizations().find(viperization, "viperization");
        const RunningMark mark(object->running, BUSY);
        const sinew::TaskScope scope(&object->task);
        object->task.begin_load(sinew::LoadLimits::of_this_machine());
        object->result.reset();
        const double start = sinew::now_seconds();
        sinew::ThreadPool(object->threads).run([&] {
            object->result = sinew::viperize::viperize(object->def, object->progress);
        });
        object->seconds = sinew::now_seconds() - start;
    });
}

void sinew_viperize_cancel(SinewViperization* viperization) {
    viperizations().cancel(viperization);
}

double sinew_viperize_progress(SinewViperization* viperization) {
    double fraction = 0.0;
    guard([&] {
        fraction = viperizations().find(viperization, "viperization")->progress.fraction.load();
    });
    return fraction;
}

SinewResult sinew_viperize_get_measures(SinewViperization* viperization,
                                        SinewViperizeMeasures* measures) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        write_struct(measures, to_c(*object.result, object.seconds));
    });
}

SinewResult sinew_viperize_get_rest_distance(SinewViperization* viperization,
                                             double* out_distance) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        double& distance = not_null(out_distance, "out_distance");
        sinew::ThreadPool(object.threads).run([&] {
            distance = rest_distance(object.def, *object.result);
        });
    });
}

SinewResult sinew_viperize_get_points(SinewViperization* viperization, float* out,
                                      uint64_t capacity, uint64_t* out_count) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        if (!announce_count(object.result->points.size(), out, capacity, out_count)) return;
        for (const Eigen::Vector3d& point : object.result->points)
            out = std::transform(point.begin(), point.end(), out,
                                 [](double x) { return static_cast<float>(x); });
    });
}

SinewResult sinew_viperize_get_radii(SinewViperization* viperization, float* out, uint64_t capacity,
                                     uint64_t* out_count) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        if (announce_count(object.result->radii.size(), out, capacity, out_count))
            copy_floats(object.result->radii, out);
    });
}

SinewResult sinew_viperize_get_counts(SinewViperization* viperization, int32_t* out,
                                      uint64_t capacity, uint64_t* out_count) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        give_integers(object.result->counts, out, capacity, out_count);
    });
}

SinewResult sinew_viperize_get_source(SinewViperization* viperization, int32_t* out,
                                      uint64_t capacity, uint64_t* out_count) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        give_integers(object.result->source, out, capacity, out_count);
    });
}

SinewResult sinew_viperize_get_sink(SinewViperization* viperization, int32_t* out,
                                    uint64_t capacity, uint64_t* out_count) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        give_integers(object.result->sink, out, capacity, out_count);
    });
}

SinewResult sinew_viperize_get_warning(SinewViperization* viperization, int32_t index,
                                       char* out_text, uint64_t capacity, uint64_t* out_size) {
    return with_result(viperization, [&](const ViperizationObject& object) {
        if (index < 0 || static_cast<std::size_t>(index) >= object.result->warnings.size()) {
            refuse_argument(object.def.name, "index", fmt::format("{}", index),
                            fmt::format("there are {} warnings", object.result->warnings.size()));
        }
        copy_text(object.result->warnings[static_cast<std::size_t>(index)], out_text, capacity,
                  out_size);
    });
}
