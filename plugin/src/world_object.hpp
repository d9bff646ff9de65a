// What is behind a SinewWorld pointer.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>

#include "base/cancel.hpp"
#include "base/error.hpp"
#include "handle_table.hpp"
#include "sim/world.hpp"
#include "sinew/sinew.h"
#include "world_warnings.hpp"

struct SinewWorld {
    /// `make` gets the log that the world has to have.
    explicit SinewWorld(const std::function<std::unique_ptr<sinew::World>(sinew::Log)>& make)
        : owner(make(warnings.log())), world(*owner) {}

    sinew::plugin::WorldWarnings warnings;  ///< filled by the world, so it is there before
    const std::unique_ptr<sinew::World> owner;
    sinew::World& world;
    sinew::plugin::HandleTable<sinew::Body> bodies;
    sinew::plugin::HandleTable<sinew::Mover> movers;
    sinew::CancelToken cancel;
    /// Held alone by calls that change the world, shared by those that look at it.
    std::shared_mutex access;
};

namespace sinew::plugin {

[[noreturn]] inline void throw_busy() {
    throw Error(ErrorCode::Busy, "another thread is using this world: wait until its step is done");
}

/// For calls that change the world; BUSY instead of waiting.
inline std::unique_lock<std::shared_mutex> lock_to_change(SinewWorld& world) {
    std::unique_lock lock(world.access, std::try_to_lock);
    if (!lock) throw_busy();
    return lock;
}

/// For calls that look at the world; several may at the same time.
inline std::shared_lock<std::shared_mutex> lock_to_read(SinewWorld& world) {
    std::shared_lock lock(world.access, std::try_to_lock);
    if (!lock) throw_busy();
    return lock;
}

}  // namespace sinew::plugin
