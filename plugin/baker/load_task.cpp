#include "load_task.hpp"

#include "library_text.hpp"
#include "signals.hpp"

namespace sinew::baker {

void DestroyTask::operator()(SinewTask* task) const {
    set_task_to_cancel(nullptr);
    sinew_task_destroy(task);
}

SinewResult create_task(const LoadOptions& options, TaskPointer& task) {
    constexpr double GIGABYTE = 1e9;
    SinewTaskDef def;
    SinewResult result = sinew_task_def_init(&def, sizeof def);
    if (result != SINEW_SUCCESS) return result;
    def.max_load_bytes = GIGABYTE * options.max_memory;
    def.max_load_seconds = options.max_seconds;
    SinewTask* created = nullptr;
    result = sinew_task_create(&def, &created);
    task.reset(created);
    set_task_to_cancel(created);
    return result;
}

SinewTaskProgress progress_of(SinewTask* task) {
    SinewTaskProgress progress{};
    progress.struct_size = sizeof progress;
    sinew_task_progress(task, &progress);
    return progress;
}

std::string phase_of(SinewTask* task) {
    std::string text;
    get_text([&](char* out, std::uint64_t capacity,
                 std::uint64_t* size) { return sinew_task_get_phase(task, out, capacity, size); },
             text, 256);
    return text;
}

}  // namespace sinew::baker
