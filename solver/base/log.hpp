// Log lines go to a callback of the owner; the library itself never prints.
#pragma once

#include <functional>
#include <string_view>
#include <utility>

namespace sinew {

enum class LogLevel { Debug = 0, Info = 1, Warning = 2, Error = 3 };

/// Passed by reference to whoever has something to say. Called on the owner's thread only, never
/// from a worker, so a callback needs no lock.
class Log {
public:
    using Callback = std::function<void(LogLevel, std::string_view)>;

    Log() = default;
    explicit Log(Callback callback) : m_callback(std::move(callback)) {}

    void operator()(LogLevel level, std::string_view line) const {
        if (m_callback) m_callback(level, line);
    }

private:
    Callback m_callback;
};

}  // namespace sinew
