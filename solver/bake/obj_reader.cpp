#include "bake/obj_reader.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <string>

#include "bake/file_io.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::uint64_t MAX_OBJ_BYTES = std::uint64_t{2} << 30;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

/// Takes one number off the front of `line`; false if there is none.
bool take_number(std::string_view& line, double& number) {
    while (!line.empty() && is_blank(line.front())) {
        line.remove_prefix(1);
    }
    if (!line.empty() && line.front() == '+') line.remove_prefix(1);  // from_chars knows only minus
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || !std::isfinite(number)) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    return line.empty() || is_blank(line.front());
}

}  // namespace

std::vector<Eigen::Vector3d> parse_obj_vertices(std::string_view text, const std::string& object) {
    std::vector<Eigen::Vector3d> vertices;
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!line.empty() && is_blank(line.front())) {
            line.remove_prefix(1);
        }
        // Not "vn", "vt" and "vp". What may follow x, y and z (weight, colour) is of no use here.
        if (line.size() < 2 || line[0] != 'v' || !is_blank(line[1])) continue;
        line.remove_prefix(1);
        Eigen::Vector3d vertex;
        if (!take_number(line, vertex.x()) || !take_number(line, vertex.y()) ||
            !take_number(line, vertex.z())) {
            throw Error({.code = ErrorCode::InvalidArgument,
                         .object = object,
                         .field = fmt::format("line {}", number),
                         .value = {},
                         .remedy = "a vertex needs three finite numbers"});
        }
        vertices.push_back(vertex);
    }
    if (vertices.empty()) {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = object,
                     .field = {},
                     .value = {},
                     .remedy = "has no vertices (lines that begin with \"v\")"});
    }
    return vertices;
}

std::vector<Eigen::Vector3d> read_obj_vertices(const std::filesystem::path& path) {
    return parse_obj_vertices(read_text(path, MAX_OBJ_BYTES), path.filename().string());
}

}  // namespace sinew::bake
