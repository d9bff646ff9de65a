// What is behind the handle of a world.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <utility>

#include "base/error.hpp"
#include "base/task.hpp"
#include "handle_table.hpp"
#include "object_table.hpp"
#include "sim/world.hpp"
#include "sinew/sinew.h"
#include "world_warnings.hpp"

namespace sinew::plugin {

struct WorldObject {
    /// `make` gets the log that the world has to have.
    explicit WorldObject(const std::function<std::unique_ptr<sinew::World>(sinew::Log)>& make)
        : owner(make(warnings.log())), world(*owner) {}

    WorldWarnings warnings;  ///< filled by the world, so it is there before
    const std::unique_ptr<World> owner;
    World& world;
    HandleTable<Body> bodies;
    Task task;  ///< the step that is running
    /// Held alone by calls that change the world, shared by those that look at it.
    std::shared_mutex access;
};

inline ObjectTable<WorldObject, SinewWorld>& world_table() {
    return object_table<WorldObject, SinewWorld>();
}

/// Throws Error(InvalidHandle) for a world that is null or was destroyed.
inline std::shared_ptr<WorldObject> held_world(const SinewWorld* world) {
    return world_table().find(world, "world");
}

inline SinewWorld* add_world(std::shared_ptr<WorldObject> object) {
    Task* const task = &object->task;
    return world_table().insert(std::move(object), task);
}

[[noreturn]] inline void throw_busy() {
    throw Error(ErrorCode::Busy, "another thread is using this world: wait until its step is done");
}

/// For calls that change the world; BUSY instead of waiting.
inline std::unique_lock<std::shared_mutex> lock_to_change(WorldObject& world) {
    std::unique_lock lock(world.access, std::try_to_lock);
    if (!lock) throw_busy();
    return lock;
}

/// For calls that look at the world; several may at the same time.
inline std::shared_lock<std::shared_mutex> lock_to_read(WorldObject& world) {
    std::shared_lock lock(world.access, std::try_to_lock);
    if (!lock) throw_busy();
    return lock;
}

}  // namespace sinew::plugin
