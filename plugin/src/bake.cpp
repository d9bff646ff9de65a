// Jobs, caches and bakes.
#include "bake/bake.hpp"

#include <atomic>
#include <filesystem>
#include <memory>
#include <utility>

#include "bake/schema.hpp"
#include "base/task.hpp"
#include "guard.hpp"
#include "object_table.hpp"
#include "running_mark.hpp"
#include "sized_struct.hpp"
#include "step_report.hpp"
#include "task_object.hpp"
#include "texts.hpp"

namespace sinew::plugin {
namespace {

struct BakeObject {
    explicit BakeObject(const bake::BakeSettings& settings) : bake(settings) {}

    bake::Bake bake;
    std::atomic_flag running;
};

ObjectTable<BakeObject, SinewBake>& bakes() {
    return object_table<BakeObject, SinewBake>();
}

SinewCheckDef default_check_def() {
    SinewCheckDef def{};
    def.struct_size = sizeof def;
    return def;
}

SinewBakeDef default_bake_def() {
    SinewBakeDef def{};
    def.struct_size = sizeof def;
    return def;
}

bake::BakeSettings to_settings(const SinewBakeDef& def) {
    bake::BakeSettings settings;
    settings.job = read_path(def.job_path, "job_path");
    settings.cache = read_path(def.cache_path, "cache_path");
    settings.threads = def.threads;
    settings.restart = read_flag(def.restart, "SinewBakeDef", "restart");
    settings.confine = read_flag(def.confine, "SinewBakeDef", "confine");
    settings.task = task_for_loading(def.task);
    if (read_flag(def.has_frame_range, "SinewBakeDef", "has_frame_range")) {
        settings.frames = std::pair(def.first_frame, def.last_frame);
    }
    return settings;
}

static_assert(static_cast<int>(bake::BakeState::Starting) == SINEW_BAKE_STARTING);
static_assert(static_cast<int>(bake::BakeState::Running) == SINEW_BAKE_RUNNING);
static_assert(static_cast<int>(bake::BakeState::Done) == SINEW_BAKE_DONE);
static_assert(static_cast<int>(bake::BakeState::Cancelled) == SINEW_BAKE_CANCELLED);
static_assert(static_cast<int>(bake::BakeState::Failed) == SINEW_BAKE_FAILED);

SinewBakeProgress to_c(const bake::BakeProgress& progress) {
    SinewBakeProgress out{};
    out.struct_size = sizeof out;
    out.state = static_cast<int32_t>(progress.state);
    out.first_frame = progress.first_frame;
    out.last_frame = progress.last_frame;
    out.frame = progress.frame;
    out.resumed_frame = progress.resumed_frame;
    out.message_count = progress.message_count;
    out.seconds = progress.seconds;
    out.seconds_left = progress.seconds_left;
    return out;
}

}  // namespace
}  // namespace sinew::plugin

using namespace sinew::plugin;

SinewResult sinew_check_def_init(SinewCheckDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_check_def()); });
}

SinewResult sinew_check_run(const SinewCheckDef* def, char* out_json, uint64_t capacity,
                            uint64_t* out_size) {
    return guard([&] {
        const SinewCheckDef given = with_reserved_zero(read_struct(def, default_check_def()));
        const std::filesystem::path job = read_path(given.job_path, "job_path");
        const bool confine = read_flag(given.confine, "SinewCheckDef", "confine");
        const std::shared_ptr<sinew::Task> task = task_for_loading(given.task);
        const sinew::TaskScope scope(task.get());
        copy_text(sinew::bake::check_job_json(job, confine), out_json, capacity, out_size);
    });
}

SinewResult sinew_job_check(const char* job_path, char* out_json, uint64_t capacity,
                            uint64_t* out_size) {
    SinewCheckDef def = default_check_def();
    def.job_path = job_path;
    return sinew_check_run(&def, out_json, capacity, out_size);
}

SinewResult sinew_schema(char* out_json, uint64_t capacity, uint64_t* out_size) {
    return guard([&] { copy_text(sinew::bake::schema_json(), out_json, capacity, out_size); });
}

SinewResult sinew_cache_info(const char* cache_path, char* out_json, uint64_t capacity,
                             uint64_t* out_size) {
    return guard([&] {
        copy_text(sinew::bake::cache_info_json(read_path(cache_path, "cache_path")), out_json,
                  capacity, out_size);
    });
}

SinewResult sinew_cache_verify(const char* cache_path, char* out_json, uint64_t capacity,
                               uint64_t* out_size) {
    return guard([&] {
        copy_text(sinew::bake::verify_cache_json(read_path(cache_path, "cache_path")), out_json,
                  capacity, out_size);
    });
}

SinewResult sinew_bake_def_init(SinewBakeDef* def, uint64_t struct_size) {
    return guard([&] { init_struct(def, struct_size, default_bake_def()); });
}

SinewResult sinew_bake_create(const SinewBakeDef* def, SinewBake** out_bake) {
    return guard([&] {
        not_null(out_bake, "out_bake") = nullptr;
        const sinew::bake::BakeSettings settings =
            to_settings(read_struct(def, default_bake_def()));
        *out_bake = bakes().insert(std::make_shared<BakeObject>(settings), settings.task.get());
    });
}

void sinew_bake_destroy(SinewBake* bake) {
    bakes().take(bake);
}

SinewResult sinew_bake_run(SinewBake* bake) {
    return guard([&] {
        const auto object = bakes().find(bake, "bake");
        const RunningMark mark(object->running,
                               "another thread is running this bake: wait until it is done");
        object->bake.run();
    });
}

void sinew_bake_cancel(SinewBake* bake) {
    bakes().cancel(bake);
}

SinewResult sinew_bake_progress(SinewBake* bake, SinewBakeProgress* progress) {
    return guard(
        [&] { write_struct(progress, to_c(bakes().find(bake, "bake")->bake.progress())); });
}

SinewResult sinew_bake_get_report(SinewBake* bake, SinewStepReport* report) {
    return guard(
        [&] { write_struct(report, to_c(bakes().find(bake, "bake")->bake.progress().report)); });
}

SinewResult sinew_bake_get_message(SinewBake* bake, int32_t index, char* out_text,
                                   uint64_t capacity, uint64_t* out_size) {
    return guard([&] {
        copy_text(bakes().find(bake, "bake")->bake.message(index), out_text, capacity, out_size);
    });
}
