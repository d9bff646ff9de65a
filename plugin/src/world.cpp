// Worlds: made from a job, stepped, their inputs set by path and their results read by name.
#include "sim/world.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "array_output.hpp"
#include "bake/job.hpp"
#include "bake/world_description.hpp"
#include "base/task.hpp"
#include "buffers.hpp"
#include "guard.hpp"
#include "sized_struct.hpp"
#include "step_report.hpp"
#include "task_object.hpp"
#include "texts.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

SinewWorldDef default_world_def() {
    SinewWorldDef def{};
    def.struct_size = sizeof def;
    return def;
}

bake::LoadOptions to_options(const SinewWorldDef& def) {
    bake::LoadOptions options;
    options.confine = read_flag(def.confine, "SinewWorldDef", "confine");
    if (def.binary == nullptr && def.binary_size > 0)
        refuse_argument("SinewWorldDef", "binary", "null",
                        fmt::format("must be {} bytes", def.binary_size));
    if (def.binary != nullptr)
        options.binary = std::span(static_cast<const std::byte*>(def.binary), def.binary_size);
    return options;
}

bake::Job load_job_of(const SinewWorldDef& def) {
    const bake::LoadOptions options = to_options(def);
    if (def.job_text == nullptr) {
        if (def.job_path == nullptr)
            refuse_argument("SinewWorldDef", "job_path and job_text", "null", "give one of them");
        return bake::load_job(read_path(def.job_path, "job_path"), options);
    }
    const std::size_t size = def.job_size > 0 ? def.job_size : std::strlen(def.job_text);
    return bake::load_job_text({def.job_text, size}, def.job_path ? def.job_path : "job", options);
}

/// Outcomes that are normal in numerics become codes here.
void throw_unless_converged(const FrameReport& report) {
    ErrorCode code = ErrorCode::NotConverged;
    switch (report.outcome) {
        case StepOutcome::Converged:
        case StepOutcome::Tolerated: return;
        case StepOutcome::Cancelled: code = ErrorCode::Cancelled; break;
        case StepOutcome::InvalidInitialState: code = ErrorCode::InvalidInitialState; break;
        case StepOutcome::MaxIterations:
        case StepOutcome::LineSearchFailed:
        case StepOutcome::NotFinite: break;
    }
    throw Error(code, report.message);
}

/// What `items` are called, for a message.
template <class Items, class Name>
std::string list_names(const Items& items, Name&& name) {
    std::string names;
    for (const auto& item : items)
        names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", name(item));
    return names;
}

Body& body_of_name(const World& world, std::string_view name) {
    const auto& bodies = world.bodies();
    const auto found =
        std::ranges::find_if(bodies, [&](const auto& b) { return b->name() == name; });
    if (found != bodies.end()) return **found;
    refuse_argument("world", "name", fmt::format("\"{}\"", name),
                    "must be the name of a body of this world, which has " +
                        list_names(bodies, [](const auto& body) { return body->name(); }));
}

BodyResult result_of_name(const Body& body, std::string_view name) {
    const std::vector<BodyResult> results = body.results();
    const auto found = std::ranges::find(results, name, &BodyResult::name);
    if (found != results.end()) return *found;
    refuse_argument(body.name(), "result", fmt::format("\"{}\"", name),
                    "must be one of " +
                        list_names(results, [](const BodyResult& result) { return result.name; }));
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_world_def_init(SinewWorldDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_world_def()); });
}

SinewResult sinew_world_create(const SinewWorldDef* def, SinewWorld** out_world) {
    return guard([&] {
        not_null(out_world, "out_world") = nullptr;
        const SinewWorldDef given = read_struct(def, default_world_def());
        const std::shared_ptr<sinew::Task> task = task_for_loading(given.task);
        const sinew::TaskScope scope(task.get());
        const sinew::bake::Job job = load_job_of(given);
        auto object = std::make_shared<WorldObject>([&](sinew::Log log) {
            return sinew::bake::make_world(job, given.threads, std::move(log));
        });
        for (const std::string& warning : job.warnings)
            object->warnings.add(warning);
        *out_world = add_world(std::move(object));
    });
}

void sinew_world_destroy(SinewWorld* world) {
    world_table().take(world);
}

SinewResult sinew_world_step(SinewWorld* world, SinewStepReport* report) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        if (report != nullptr) write_struct(report, SinewStepReport{});
        object->task.reset_cancel();
        const sinew::TaskScope scope(&object->task);
        const sinew::FrameReport frame = object->world.step_frame(object->task.cancel_token());
        if (report != nullptr) write_struct(report, to_c(frame));
        throw_unless_converged(frame);
    });
}

void sinew_world_cancel(SinewWorld* world) {
    world_table().cancel(world);
}

SinewResult sinew_world_describe(SinewWorld* world, char* out_json, uint64_t capacity,
                                 uint64_t* out_size) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        copy_text(sinew::bake::world_description_json(object->world), out_json, capacity, out_size);
    });
}

SinewResult sinew_world_set_input(SinewWorld* world, const char* path,
                                  const SinewBufferView* values) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_change(*object);
        not_null(path, "path");
        object->world.set_input(path, read_numbers(not_null(values, "values"), {{}, path}));
    });
}

SinewResult sinew_world_find_body(SinewWorld* world, const char* name, SinewBodyId* out_body) {
    return guard([&] {
        const auto object = held_world(world);
        not_null(out_body, "out_body") = 0;
        const auto lock = lock_to_change(*object);
        *out_body = object->bodies.id_of(body_of_name(object->world, &not_null(name, "name")));
    });
}

SinewResult sinew_body_get_result(SinewWorld* world, SinewBodyId body, const char* name, float* out,
                                  uint64_t capacity, uint64_t* out_count) {
    return guard([&] {
        const auto object = held_world(world);
        const auto lock = lock_to_read(*object);
        const sinew::BodyResult result =
            result_of_name(object->bodies.at(body, "body"), &not_null(name, "name"));
        if (!announce_count(result.size(), out, capacity, out_count)) return;
        std::vector<double> numbers(result.size());
        result.read(numbers);
        copy_floats(numbers, out);
    });
}
