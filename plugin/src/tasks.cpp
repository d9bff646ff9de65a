// Tasks: what takes long, how far it is, and stopping it.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <utility>

#include "guard.hpp"
#include "sized_struct.hpp"
#include "task_object.hpp"
#include "texts.hpp"

namespace sinew::plugin {
namespace {

SinewTaskDef default_task_def() {
    SinewTaskDef def{};
    def.struct_size = sizeof def;
    return def;
}

/// 0 keeps what was chosen.
void read_limit(double given, const char* field, double& limit) {
    if (!std::isfinite(given) || given < 0.0)
        refuse_argument("SinewTaskDef", field, fmt::format("{}", given),
                        "must be greater than 0, or 0 for the default");
    if (given > 0.0) limit = given;
}

SinewTaskProgress to_c(const TaskProgress& progress) {
    SinewTaskProgress out{};
    out.struct_size = sizeof out;
    out.fraction = progress.fraction;
    out.residual = progress.residual;
    out.step = progress.step;
    out.steps = progress.steps;
    out.iteration = progress.iteration;
    return out;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_task_def_init(SinewTaskDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_task_def()); });
}

SinewResult sinew_task_create(const SinewTaskDef* def, SinewTask** out_task) {
    return guard([&] {
        not_null(out_task, "out_task") = nullptr;
        const SinewTaskDef given = read_struct(def, default_task_def());
        auto object = std::make_shared<TaskObject>();
        object->limits = sinew::LoadLimits::of_this_machine();
        read_limit(given.max_load_bytes, "max_load_bytes", object->limits.bytes);
        read_limit(given.max_load_seconds, "max_load_seconds", object->limits.seconds);
        sinew::Task* const task = object->task.get();
        *out_task = task_table().insert(std::move(object), task);
    });
}

void sinew_task_destroy(SinewTask* task) {
    task_table().take(task);
}

void sinew_task_cancel(SinewTask* task) {
    task_table().cancel(task);
}

SinewResult sinew_task_progress(SinewTask* task, SinewTaskProgress* progress) {
    return guard(
        [&] { write_struct(progress, to_c(task_table().find(task, "task")->task->progress())); });
}

SinewResult sinew_task_get_phase(SinewTask* task, char* out_text, uint64_t capacity,
                                 uint64_t* out_size) {
    return guard([&] {
        copy_text(task_table().find(task, "task")->task->progress().phase, out_text, capacity,
                  out_size);
    });
}
