// Worlds made of a job file, to be stepped live instead of baked.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "bake/job.hpp"
#include "base/task.hpp"
#include "guard.hpp"
#include "texts.hpp"
#include "world_object.hpp"

namespace sinew::plugin {
namespace {

Body& body_of_name(const World& world, std::string_view name) {
    const auto& bodies = world.bodies();
    const auto found = std::find_if(bodies.begin(), bodies.end(),
                                    [&](const auto& body) { return body->name() == name; });
    if (found == bodies.end()) {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = "world",
                            .field = "name",
                            .value = fmt::format("\"{}\"", name),
                            .remedy = "must be the name of a body of this world"});
    }
    return **found;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_world_create_from_job(const char* job_path, int32_t threads,
                                        SinewWorld** out_world) {
    return guard([&] {
        not_null(out_world, "out_world") = nullptr;
        sinew::Task task;
        task.begin_load(sinew::LoadLimits::of_this_machine());
        const sinew::TaskScope scope(&task);
        const sinew::bake::Job job = sinew::bake::load_job(read_path(job_path, "job_path"));
        *out_world = add_world(std::make_shared<WorldObject>(
            [&](sinew::Log log) { return sinew::bake::make_world(job, threads, std::move(log)); }));
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
