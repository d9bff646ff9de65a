#include "texts.hpp"

#include <algorithm>
#include <cstring>

#include "base/error.hpp"
#include "guard.hpp"

namespace sinew::plugin {

void copy_text(std::string_view text, char* out, std::uint64_t capacity, std::uint64_t* out_size) {
    if (out_size != nullptr) *out_size = text.size() + 1;
    if (capacity == 0) return;
    not_null(out, "the text to fill");
    const std::size_t length = std::min<std::size_t>(text.size(), capacity - 1);
    std::memcpy(out, text.data(), length);
    out[length] = '\0';
}

std::filesystem::path read_path(const char* path, const char* what) {
    if (not_null(path, what) == '\0') {
        throw Error(Problem{.code = ErrorCode::InvalidArgument,
                            .object = {},
                            .field = what,
                            .value = "empty",
                            .remedy = "must be a path"});
    }
    return path;
}

}  // namespace sinew::plugin
