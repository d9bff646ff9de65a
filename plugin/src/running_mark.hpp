// One thread at a time inside an object of the C API.
#pragma once

#include <atomic>

#include "base/error.hpp"

namespace sinew::plugin {

/// Marks an object as in use while it lives; throws Error(Busy) with `text` when another thread uses it.
class RunningMark {
public:
    RunningMark(std::atomic_flag& flag, const char* text) : m_flag(flag) {
        if (m_flag.test_and_set()) throw Error(ErrorCode::Busy, text);
    }
    ~RunningMark() { m_flag.clear(); }
    RunningMark(const RunningMark&) = delete;
    RunningMark& operator=(const RunningMark&) = delete;

private:
    std::atomic_flag& m_flag;
};

}  // namespace sinew::plugin
