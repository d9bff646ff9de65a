// Results of a body, by name, while a world is stepped: "positions", "radii".
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string_view>

namespace sinew {

struct BodyResult {
    std::string_view name;  ///< a literal
    std::string_view unit;  ///< "m", "1"
    std::size_t items = 0;  ///< such as vertices
    std::size_t width = 1;  ///< numbers an item
    /// Writes items × width numbers; the body must be there.
    std::function<void(std::span<double>)> read;

    std::size_t size() const { return items * width; }
};

}  // namespace sinew
