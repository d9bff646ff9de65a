#include "bake/mesh_reader.hpp"

#include <nlohmann/json.hpp>

#include "bake/array_reader.hpp"
#include "bake/obj_reader.hpp"
#include "base/error.hpp"

namespace sinew::bake {

namespace {

std::optional<std::vector<Eigen::Vector3d>> read_file_vertices(const JsonField& field) {
    ReadContext& context = field.context();
    try {
        std::vector<Eigen::Vector3d> vertices = read_obj_vertices(context.folder / *field.text());
        for (Eigen::Vector3d& vertex : vertices) {
            vertex *= context.length;
        }
        return vertices;
    } catch (const Error& error) {
        field.complain(error.what());
        return std::nullopt;
    }
}

}  // namespace

std::optional<std::vector<Eigen::Vector3d>> read_mesh_vertices(const JsonField& field) {
    if (field.value().is_string()) return read_file_vertices(field);
    if (!field.value().is_object()) {
        field.complain("must be {\"vertices\": ...} or the path of an .obj file");
        return std::nullopt;
    }
    field.expect_object(MESH_FIELDS);
    const std::optional<JsonField> vertices_field = field.require("vertices");
    if (!vertices_field) return std::nullopt;
    auto vertices = read_vectors(*vertices_field, std::nullopt, field.context().length);
    if (vertices && vertices->empty()) {
        vertices_field->complain("a mesh needs at least one vertex");
        return std::nullopt;
    }
    return vertices;
}

}  // namespace sinew::bake
