#include "library_text.hpp"

namespace sinew::baker {

SinewResult cache_info(const std::string& cache, std::string& json) {
    return get_text(
        [&](char* out, std::uint64_t capacity, std::uint64_t* size) {
            return sinew_cache_info(cache.c_str(), out, capacity, size);
        },
        json);
}

SinewResult verify_cache(const std::string& cache, std::string& json) {
    return get_text(
        [&](char* out, std::uint64_t capacity, std::uint64_t* size) {
            return sinew_cache_verify(cache.c_str(), out, capacity, size);
        },
        json);
}

}  // namespace sinew::baker
