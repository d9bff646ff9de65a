#include "guard.hpp"

#include <algorithm>
#include <array>
#include <exception>
#include <filesystem>
#include <new>

namespace sinew::plugin {

static_assert(to_result(ErrorCode::InvalidArgument) == SINEW_ERROR_INVALID_ARGUMENT);
static_assert(to_result(ErrorCode::InvalidHandle) == SINEW_ERROR_INVALID_HANDLE);
static_assert(to_result(ErrorCode::Busy) == SINEW_ERROR_BUSY);
static_assert(to_result(ErrorCode::Cancelled) == SINEW_ERROR_CANCELLED);
static_assert(to_result(ErrorCode::NotConverged) == SINEW_ERROR_NOT_CONVERGED);
static_assert(to_result(ErrorCode::InvalidInitialState) == SINEW_ERROR_INVALID_INITIAL_STATE);
static_assert(to_result(ErrorCode::OutOfMemory) == SINEW_ERROR_OUT_OF_MEMORY);
static_assert(to_result(ErrorCode::File) == SINEW_ERROR_FILE);
static_assert(to_result(ErrorCode::VersionMismatch) == SINEW_ERROR_VERSION_MISMATCH);
static_assert(to_result(ErrorCode::Internal) == SINEW_ERROR_INTERNAL);

namespace {

thread_local std::array<char, 4096> t_message{};

/// Length of the longest part of `text` that fits and does not end inside a UTF-8 character.
std::size_t fitting_length(std::string_view text, std::size_t capacity) {
    if (text.size() <= capacity) return text.size();
    std::size_t length = capacity;
    while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
        --length;
    return length;
}

}  // namespace

SinewResult fail(SinewResult code, std::string_view text) noexcept {
    const std::size_t length = fitting_length(text, t_message.size() - 1);
    std::replace_copy(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(length),
                      t_message.begin(), '\n', ' ');
    t_message[length] = '\0';
    return code;
}

const char* last_error() noexcept {
    return t_message.data();
}

SinewResult fail_with_current_exception() noexcept {
    try {
        throw;
    } catch (const Error& error) {
        return fail(to_result(error.code()), error.what());
    } catch (const std::bad_alloc&) {
        return fail(SINEW_ERROR_OUT_OF_MEMORY,
                    "out of memory: close other programs or simplify the scene");
    } catch (const std::filesystem::filesystem_error& error) {
        return fail(SINEW_ERROR_FILE, error.what());
    } catch (const std::exception& error) {
        return fail(SINEW_ERROR_INTERNAL, error.what());
    } catch (...) {
        return fail(SINEW_ERROR_INTERNAL, "unknown exception");
    }
}

}  // namespace sinew::plugin

const char* sinew_last_error(void) {
    return sinew::plugin::last_error();
}

const char* sinew_result_name(SinewResult result) {
    if (result == SINEW_SUCCESS) return "success";
    // The names are literals, so they end with a zero.
    return sinew::to_string(static_cast<sinew::ErrorCode>(-result)).data();
}
