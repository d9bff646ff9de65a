#include "bake/obj_writer.hpp"

#include <fmt/format.h>

#include <iterator>

namespace sinew::bake {

std::string obj_text(std::span<const float> positions, std::span<const std::array<int, 3>> faces) {
    std::string text;
    const auto out = std::back_inserter(text);
    for (std::size_t i = 0; i + 2 < positions.size(); i += 3)
        fmt::format_to(out, "v {} {} {}\n", positions[i], positions[i + 1], positions[i + 2]);
    for (const std::array<int, 3>& face : faces)
        fmt::format_to(out, "f {} {} {}\n", face[0] + 1, face[1] + 1, face[2] + 1);
    return text;
}

}  // namespace sinew::bake
