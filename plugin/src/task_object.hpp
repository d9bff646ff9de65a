// What is behind the handle of a task.
#pragma once

#include <memory>

#include "base/task.hpp"
#include "object_table.hpp"
#include "sinew/sinew.h"

namespace sinew::plugin {

struct TaskObject {
    std::shared_ptr<Task> task = std::make_shared<Task>();
    LoadLimits limits;
};

inline ObjectTable<TaskObject, SinewTask>& task_table() {
    return object_table<TaskObject, SinewTask>();
}

/// The task of a definition, ready to load a job; a new one where none is given. Throws Error(InvalidHandle).
inline std::shared_ptr<Task> task_for_loading(const SinewTask* task) {
    if (task == nullptr) {
        auto own = std::make_shared<Task>();
        own->begin_load(LoadLimits::of_this_machine());
        return own;
    }
    const std::shared_ptr<TaskObject> object = task_table().find(task, "task");
    object->task->begin_load(object->limits);
    return object->task;
}

}  // namespace sinew::plugin
