#include "bake/mesh_reader.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <span>
#include <utility>
#include <vector>

#include "bake/array_reader.hpp"
#include "bake/input_file.hpp"
#include "bake/obj_reader.hpp"
#include "base/error.hpp"
#include "base/task.hpp"
#include "mesh/triangulate.hpp"

namespace sinew::bake {

namespace {

using nlohmann::json;

/// Products of six lengths are still finite, so that distances and volumes of a mesh are.
constexpr double FARTHEST = 1e50;  // [m]

/// False after complaining.
bool are_near_enough(const std::vector<Eigen::Vector3d>& vertices, const JsonField& field) {
    for (const Eigen::Vector3d& vertex : vertices) {
        if (vertex.cwiseAbs().maxCoeff() <= FARTHEST) continue;
        field.complain("is too large in metres");
        return false;
    }
    return true;
}

std::optional<TriangleMesh> read_file(const JsonField& field) {
    ReadContext& context = field.context();
    const std::string name = *field.text();
    try {
        const std::string text = read_input(context.folder, name, context.confine, MAX_OBJ_BYTES);
        TriangleMesh mesh = parse_obj(text, std::filesystem::path(name).filename().string());
        // One file may be named many times.
        if (!field.claim(3 * (mesh.vertices.size() + mesh.triangles.size()))) return std::nullopt;
        for (Eigen::Vector3d& vertex : mesh.vertices)
            vertex *= context.length;
        if (!are_near_enough(mesh.vertices, field)) return std::nullopt;
        return mesh;
    } catch (const Error& error) {
        rethrow_if_over();
        field.complain(error.what());
        return std::nullopt;
    }
}

/// Adds one polygon; false after complaining.
bool add_face(const JsonField& faces, std::size_t number, std::span<const int> corners,
              TriangleMesh& mesh) {
    const JsonField face =
        faces.renamed(faces.object(), fmt::format("{}[{}]", faces.path(), number));
    if (corners.size() < 3) {
        face.complain(fmt::format("{} corners", corners.size()), "a face needs at least three");
        return false;
    }
    for (const int corner : corners) {
        if (corner >= 0 && static_cast<std::size_t>(corner) < mesh.vertices.size()) continue;
        face.complain(fmt::format("vertex {}", corner),
                      fmt::format("the mesh has the vertices 0 to {}", mesh.vertices.size() - 1));
        return false;
    }
    triangulate(mesh.vertices, corners, mesh.triangles);
    return true;
}

/// Lists of corners, which may differ in length.
bool read_polygons(const JsonField& faces, TriangleMesh& mesh) {
    std::size_t number = 0;
    bool good = true;
    faces.for_each([&](const JsonField& face) {
        const std::size_t index = number++;
        if (!good) return;  // one bad face is enough: they come by the thousand
        const auto corners = read_integers(face);
        good = corners && add_face(faces, index, *corners, mesh);
    });
    return good;
}

/// An array of faces that all have the same number of corners.
bool read_equal_faces(const JsonField& faces, TriangleMesh& mesh) {
    auto array = read_numbers(faces);
    if (!array) return false;
    if (array->numbers.empty()) return true;
    const std::size_t width = array->shape.size() > 1 ? array->shape.back() : 3;
    const auto numbers = to_items(std::move(*array), {.width = width}, 1.0, faces);
    const auto corners = numbers ? to_integers(*numbers, faces) : std::nullopt;
    if (!corners) return false;
    for (std::size_t begin = 0; begin < corners->size(); begin += width) {
        const auto face = std::span<const int>(*corners).subspan(begin, width);
        if (!add_face(faces, begin / width, face, mesh)) return false;
    }
    return true;
}

bool read_faces(const JsonField& faces, TriangleMesh& mesh) {
    const json& value = faces.value();
    const bool nested = value.is_array() && !value.empty() && value.front().is_array();
    return nested ? read_polygons(faces, mesh) : read_equal_faces(faces, mesh);
}

}  // namespace

std::optional<TriangleMesh> read_mesh(const JsonField& field) {
    if (field.value().is_string()) return read_file(field);
    if (!field.value().is_object()) {
        field.complain("must be {\"vertices\": ..., \"faces\": ...} or the path of an .obj file");
        return std::nullopt;
    }
    field.expect_object(MESH_FIELDS);
    const std::optional<JsonField> vertices = field.require("vertices");
    TriangleMesh mesh;
    if (!vertices ||
        !store(read_vectors(*vertices, std::nullopt, field.context().length), mesh.vertices)) {
        return std::nullopt;
    }
    if (mesh.vertices.empty()) {
        vertices->complain("a mesh needs at least one vertex");
        return std::nullopt;
    }
    if (!are_near_enough(mesh.vertices, *vertices)) return std::nullopt;
    const std::optional<JsonField> faces = field.find("faces");
    if (faces && !read_faces(*faces, mesh)) return std::nullopt;
    return mesh;
}

}  // namespace sinew::bake
