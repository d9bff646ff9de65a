#include "bake/obj_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

#include "bake/file_io.hpp"
#include "base/error.hpp"
#include "base/task.hpp"
#include "mesh/triangulate.hpp"

namespace sinew::bake {

namespace {

/// Keeps the memory in proportion to the file.
constexpr std::size_t MAX_GROUPS_OF_A_FACE = 16;

bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

void skip_blanks(std::string_view& line) {
    while (!line.empty() && is_blank(line.front())) {
        line.remove_prefix(1);
    }
}

/// Takes one number off the front of `line`; false if there is none.
bool take_number(std::string_view& line, double& number) {
    skip_blanks(line);
    if (!line.empty() && line.front() == '+') line.remove_prefix(1);  // from_chars knows only minus
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number);
    if (error != std::errc() || !std::isfinite(number)) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    return line.empty() || is_blank(line.front());
}

/// Takes one corner of a face ("7", "7/1", "7//3", "7/1/3") off the front of `line` and gives its
/// vertex; false if there is none.
bool take_corner(std::string_view& line, std::int64_t& vertex) {
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), vertex);
    if (error != std::errc()) return false;
    line.remove_prefix(static_cast<std::size_t>(end - line.data()));
    // Texture and normal are of no use here.
    while (!line.empty() && !is_blank(line.front())) {
        const char c = line.front();
        if (c != '/' && c != '-' && (c < '0' || c > '9')) return false;
        line.remove_prefix(1);
    }
    return true;
}

class ObjParser {
public:
    explicit ObjParser(const std::string& object) : m_object(object) {}

    void take_line(std::string_view line) {
        ++m_line;
        skip_blanks(line);
        if (line == "g" || line == "g\r") m_current.clear();
        // Not "vn", "vt" and "vp".
        if (line.size() < 2 || !is_blank(line[1])) return;
        if (line[0] == 'v') take_vertex(line.substr(1));
        if (line[0] == 'f') take_face(line.substr(1));
        if (line[0] == 'g') take_group(line.substr(1));
    }

    /// The vertices of each group; call it after finish().
    std::vector<ObjGroup> groups() {
        for (ObjGroup& group : m_groups) {
            std::sort(group.vertices.begin(), group.vertices.end());
            group.vertices.erase(std::unique(group.vertices.begin(), group.vertices.end()),
                                 group.vertices.end());
        }
        return std::move(m_groups);
    }

    TriangleMesh finish() {
        if (m_mesh.vertices.empty()) {
            throw Error({.code = ErrorCode::InvalidArgument,
                         .object = m_object,
                         .field = {},
                         .value = {},
                         .remedy = "has no vertices (lines that begin with \"v\")"});
        }
        std::size_t begin = 0;
        for (const Face& face : m_faces) {
            const std::span<const int> corners =
                std::span<const int>(m_corners).subspan(begin, face.corners);
            begin += face.corners;
            // A face may stand before its vertices, so only now it can be looked at.
            for (const int corner : corners) {
                if (static_cast<std::size_t>(corner) < m_mesh.vertices.size()) continue;
                refuse(face.line, fmt::format("vertex {}", corner + 1),
                       fmt::format("the file has {} vertices", m_mesh.vertices.size()));
            }
            triangulate(m_mesh.vertices, corners, m_mesh.triangles);
        }
        return std::move(m_mesh);
    }

private:
    struct Face {
        std::size_t line;
        std::size_t corners;
    };

    /// What may follow x, y and z (weight, colour) is of no use here.
    void take_vertex(std::string_view line) {
        Eigen::Vector3d vertex;
        if (!take_number(line, vertex.x()) || !take_number(line, vertex.y()) ||
            !take_number(line, vertex.z())) {
            refuse(m_line, {}, "a vertex needs three finite numbers");
        }
        m_mesh.vertices.push_back(vertex);
    }

    void take_face(std::string_view line) {
        const std::size_t begin = m_corners.size();
        for (skip_blanks(line); !line.empty() && line.front() != '#'; skip_blanks(line)) {
            std::int64_t number = 0;
            if (!take_corner(line, number)) {
                refuse(m_line, {},
                       "the corners of a face must be numbers of vertices, as 7, 7/1, 7//3 or "
                       "7/1/3");
            }
            m_corners.push_back(to_index(number));
        }
        const std::size_t corners = m_corners.size() - begin;
        if (corners < 3) refuse(m_line, {}, "a face needs at least three corners");
        m_faces.push_back({m_line, corners});
        for (const std::size_t group : m_current) {
            std::vector<int>& vertices = m_groups[group].vertices;
            vertices.insert(vertices.end(), m_corners.begin() + static_cast<std::ptrdiff_t>(begin),
                            m_corners.end());
        }
    }

    /// The faces that follow belong to all groups that the line names.
    void take_group(std::string_view line) {
        m_current.clear();
        for (skip_blanks(line); !line.empty() && line.front() != '#'; skip_blanks(line)) {
            const auto end = std::find_if(line.begin(), line.end(), is_blank);
            const std::string_view name(line.data(), static_cast<std::size_t>(end - line.begin()));
            line.remove_prefix(name.size());
            const auto [known, added] =
                m_group_numbers.try_emplace(std::string(name), m_groups.size());
            if (added) m_groups.push_back({std::string(name), {}});
            // A group twice on one line is one group.
            if (std::find(m_current.begin(), m_current.end(), known->second) == m_current.end())
                m_current.push_back(known->second);
            if (m_current.size() > MAX_GROUPS_OF_A_FACE)
                refuse(m_line, {}, "a face may belong to at most 16 groups");
        }
    }

    /// Vertices count from 1; negative numbers count back from the last vertex so far.
    int to_index(std::int64_t number) const {
        const auto so_far = static_cast<std::int64_t>(m_mesh.vertices.size());
        const std::int64_t index = number > 0 ? number - 1 : so_far + number;
        // A vertex takes more than two bytes of the file, so an index fits an int.
        if (number == 0 || index < 0 || index > static_cast<std::int64_t>(MAX_OBJ_BYTES / 2 - 1)) {
            refuse(m_line, fmt::format("vertex {}", number),
                   number < 0 ? fmt::format("there are {} vertices before this line", so_far)
                              : "vertices are numbered from 1 on");
        }
        return static_cast<int>(index);
    }

    [[noreturn]] void refuse(std::size_t line, std::string value, std::string remedy) const {
        throw Error({.code = ErrorCode::InvalidArgument,
                     .object = m_object,
                     .field = fmt::format("line {}", line),
                     .value = std::move(value),
                     .remedy = std::move(remedy)});
    }

    const std::string& m_object;
    std::size_t m_line = 0;
    TriangleMesh m_mesh;
    std::vector<int> m_corners;  ///< of all faces
    std::vector<Face> m_faces;
    std::vector<ObjGroup> m_groups;
    std::map<std::string, std::size_t> m_group_numbers;
    std::vector<std::size_t> m_current;  ///< groups of the faces that follow
};

void take_lines(ObjParser& parser, std::string_view text) {
    constexpr std::size_t ASK_EVERY = 1U << 14U;
    for (std::size_t line = 0; !text.empty(); ++line) {
        if (line % ASK_EVERY == 0) check_task();
        const std::size_t end = std::min(text.find('\n'), text.size());
        parser.take_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

}  // namespace

TriangleMesh parse_obj(std::string_view text, const std::string& object) {
    ObjParser parser(object);
    take_lines(parser, text);
    return parser.finish();
}

GroupedMesh parse_grouped_obj(std::string_view text, const std::string& object) {
    ObjParser parser(object);
    take_lines(parser, text);
    GroupedMesh grouped;
    grouped.mesh = parser.finish();
    grouped.groups = parser.groups();
    return grouped;
}

GroupedMesh read_grouped_obj(const std::filesystem::path& path) {
    return parse_grouped_obj(read_text(path, MAX_OBJ_BYTES), path.filename().string());
}

}  // namespace sinew::bake
