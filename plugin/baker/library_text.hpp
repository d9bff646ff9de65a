// Text of any length out of the C API.
#pragma once

#include <cstdint>
#include <string>

#include "sinew/sinew.h"

namespace sinew::baker {

/// Calls `get(out, capacity, &size)`, which costs as much each time, with room that mostly
/// suffices, and once more when it did not.
template <class Get>
SinewResult get_text(Get&& get, std::string& text, std::uint64_t size = 64 * 1024) {
    SinewResult result = SINEW_SUCCESS;
    do {
        text.resize(size);
        result = get(text.data(), static_cast<std::uint64_t>(text.size()), &size);
        if (result != SINEW_SUCCESS) return result;
    } while (size > text.size());
    text.resize(size - 1);
    return result;
}

SinewResult cache_info(const std::string& cache, std::string& json);
SinewResult verify_cache(const std::string& cache, std::string& json);

}  // namespace sinew::baker
