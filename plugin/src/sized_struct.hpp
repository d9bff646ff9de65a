// Structs that grow: old callers pass smaller ones, newer callers larger ones.
//
// A member is present when its end is within the size that the caller gives; one that is cut counts
// as absent.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "guard.hpp"
#include "struct_members.hpp"

namespace sinew::plugin {

/// No struct will ever be this large; a larger size is memory that was never filled in.
inline constexpr std::uint64_t MAX_STRUCT_SIZE = 65536;

[[noreturn]] inline void throw_bad_struct_size(std::string_view type, std::uint64_t size,
                                               std::string_view remedy) {
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = std::string(type),
                        .field = "struct_size",
                        .value = fmt::format("{}", size),
                        .remedy = std::string(remedy)});
}

/// Bytes of T that a caller with a struct of `size` has: whole members only.
template <class T>
std::size_t present_bytes(std::uint64_t size) {
    std::size_t bytes = 0;
    for (const Member& member : StructMembers<T>::MEMBERS) {
        if (member.end() <= size) bytes = member.end();
    }
    return bytes;
}

inline void check_struct_size(std::string_view type, std::uint64_t size, std::string_view remedy) {
    if (size < sizeof(std::uint64_t) || size > MAX_STRUCT_SIZE) {
        throw_bad_struct_size(type, size, remedy);
    }
}

/// Fills the caller's struct of `size` bytes with `defaults`, and with 0 what this library does not
/// know.
template <class T>
void init_struct(T* out, std::uint64_t size, T defaults) {
    not_null(out, "def");
    check_struct_size(StructMembers<T>::NAME, size, "must be sizeof the struct");
    defaults.struct_size = size;
    std::memset(static_cast<void*>(out), 0, size);
    std::memcpy(static_cast<void*>(out), &defaults, present_bytes<T>(size));
}

/// The caller's struct; members that it does not have are those of `defaults`.
template <class T>
T read_struct(const T* given, T defaults) {
    const std::uint64_t size = not_null(given, "def").struct_size;
    constexpr std::string_view type = StructMembers<T>::NAME;
    check_struct_size(type, size, "fill the struct with its _init function first");
    const auto* bytes = reinterpret_cast<const unsigned char*>(given);
    for (std::uint64_t i = sizeof(T); i < size; ++i) {
        if (bytes[i] == 0) continue;
        throw Error(
            Problem{.code = ErrorCode::VersionMismatch,
                    .object = std::string(type),
                    .field = {},
                    .value = {},
                    .remedy = "uses members that this version of the library does not know"});
    }
    std::memcpy(static_cast<void*>(&defaults), given, present_bytes<T>(size));
    defaults.struct_size = sizeof(T);
    return defaults;
}

/// Writes those members of `value` that the caller's struct has; its struct_size stays.
template <class T>
void write_struct(T* out, T value) {
    const std::uint64_t size = not_null(out, "the struct to fill").struct_size;
    check_struct_size(StructMembers<T>::NAME, size, "set it to sizeof the struct");
    value.struct_size = size;
    std::memcpy(static_cast<void*>(out), &value, present_bytes<T>(size));
}

/// Reserved members must be 0, so that they can get a meaning.
template <class T>
T with_reserved_zero(const T& given) {
    if (given.reserved == 0) return given;
    throw Error(Problem{.code = ErrorCode::InvalidArgument,
                        .object = std::string(StructMembers<T>::NAME),
                        .field = "reserved",
                        .value = fmt::format("{}", given.reserved),
                        .remedy = "must be 0"});
}

}  // namespace sinew::plugin
