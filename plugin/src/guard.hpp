// What every entry of the C API is wrapped in: no exception leaves the library, only codes and one
// line of text for the thread that called.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "sinew/sinew.h"

namespace sinew::plugin {

/// Keeps one line of text for sinew_last_error() on this thread and returns `code`. Never
/// allocates, so that it also works when memory has run out; what does not fit is cut.
SinewResult fail(SinewResult code, std::string_view text) noexcept;

/// The text of the last failure on this thread.
const char* last_error() noexcept;

/// Turns the exception that is being handled into a code and a text.
SinewResult fail_with_current_exception() noexcept;

/// The sign is the only difference between the two sets of codes.
constexpr SinewResult to_result(ErrorCode code) {
    return -static_cast<SinewResult>(code);
}

/// Runs the body of an entry.
template <class Work>
SinewResult guard(Work&& work) noexcept {
    try {
        std::forward<Work>(work)();
        return SINEW_SUCCESS;
    } catch (...) {
        return fail_with_current_exception();
    }
}

/// Throws what is wrong with a value that was given.
[[noreturn]] inline void refuse_argument(std::string object, std::string field, std::string value,
                                         std::string remedy) {
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = std::move(object),
                        .field = std::move(field),
                        .value = std::move(value),
                        .remedy = std::move(remedy)});
}

/// A member that is 0 or 1.
inline bool read_flag(std::int32_t value, const char* object, const char* field) {
    if (value != 0 && value != 1)
        refuse_argument(object, field, std::to_string(value), "must be 0 or 1");
    return value == 1;
}

/// Refuses a null pointer; `what` is the name of the parameter.
template <class T>
T& not_null(T* pointer, const char* what) {
    if (pointer == nullptr) refuse_argument({}, what, "null", "must not be null");
    return *pointer;
}

}  // namespace sinew::plugin
