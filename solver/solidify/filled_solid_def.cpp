#include "solidify/filled_solid_def.hpp"

#include <utility>

#include "body/body_kind.hpp"
#include "body/fields.hpp"
#include "mesh/uv_directions.hpp"
#include "solidify/solidify.hpp"
#include "tetrahedra/tet_quality.hpp"

namespace sinew::solidify {

using solids::SolidDef;

namespace {

/// Far beyond any memory, which is what refuses them.
constexpr int MAX_TETS = 2'000'000'000;

std::vector<BodyFigure> solid_figures(const BodyDef& def) {
    const auto& solid = dynamic_cast<const SolidDef&>(def);
    const tetrahedra::TetQuality quality = tetrahedra::measure_quality(solid.tets);
    return {{"tetrahedra", static_cast<double>(solid.tets.tetrahedra.size())},
            {"nodes", static_cast<double>(solid.tets.vertices.size())},
            {"smallest_dihedral", quality.smallest_dihedral},
            {"largest_dihedral", quality.largest_dihedral},
            {"volume", quality.volume}};
}

}  // namespace

const TriangleMesh* FilledSolidDef::surface_to_fill() const {
    return m_to_fill.triangles.empty() ? nullptr : &m_to_fill;
}

void FilledSolidDef::collect_problems(std::vector<Problem>& problems) const {
    if (const TriangleMesh* const to_fill = surface_to_fill())
        solids::collect_surface_problems(*this, to_fill->vertices.size(), problems);
    else
        SolidDef::collect_problems(problems);
}

void FilledSolidDef::fill(TetMesh mesh) {
    const TriangleMesh to_fill = std::exchange(m_to_fill, {});
    carry_onto(std::move(mesh), *this, to_fill, m_resolution);
}

void FilledSolidDef::visit_resolution(FieldVisitor& visitor) {
    visitor.group({"resolution", "How fine the tetrahedra are that fill a surface."}, [&] {
        const NumberShape length{.above = 0.0, .scale = FieldScale::Length};
        visitor.number({"size", "Length of the long edges of tetrahedra.", "m"}, m_resolution.size,
                       length);
        visitor.integer({"count", "About how many tetrahedra there are, instead of a size.", "1"},
                        m_resolution.count, 1, MAX_TETS);
        visitor.number({.name = "wall_thickness",
                        .meaning = "Thickness of the wall of a hollow body; absent: not hollow.",
                        .unit = "m",
                        .details = "The surface is in the middle of the wall, which is at least as "
                                   "thick as one `size`."},
                       m_resolution.wall_thickness, length);
        if (visitor.given("size") && visitor.given("count"))
            visitor.complain("count", "given beside size", "give one of them");
    });
}

bool FilledSolidDef::visit_given_tets(FieldVisitor& visitor) {
    if (!visit_tets(visitor)) return false;
    visitor.claim("tets.tetrahedra",
                  tetrahedra::BYTES_PER_TET * static_cast<double>(tets.tetrahedra.size()));
    if (visitor.given("resolution")) {
        visitor.complain("resolution", "given beside tets",
                         "leave out tets to fill the surface, or the resolution to use them");
    }
    visit_surface(visitor);
    return true;
}

bool FilledSolidDef::visit_surface_to_fill(FieldVisitor& visitor) {
    if (!visitor.given("surface")) {
        visitor.complain({}, "no tets and no surface",
                         "give tets, or a surface with faces that can be filled");
        return false;
    }
    if (!visitor.mesh({"surface", "The artist's mesh, which is filled.", "m"}, m_to_fill.vertices,
                      &m_to_fill.triangles))
        return false;
    if (!m_to_fill.triangles.empty()) return true;
    visitor.complain("surface", "no faces", "a surface that is to be filled needs faces");
    return false;
}

void FilledSolidDef::visit_uvs(FieldVisitor& visitor) {
    std::vector<double> numbers;
    NumbersShape shape{.width = 2, .per = "vertex"};
    if (surface_to_fill()) shape.items = m_to_fill.vertices.size();
    visitor.numbers(
        {.name = "uvs",
         .meaning = "Texture coordinates, instead of `fibers` and `normals`.",
         .unit = "1",
         .details = "Fibers lie along the direction in which U grows, normals are those of the "
                    "surface. Only for a surface that is filled."},
        numbers, shape);
    if (numbers.empty()) return;
    if (!surface_to_fill()) {
        visitor.complain("uvs", "given without a surface to fill",
                         "give fibers and normals instead");
        return;
    }
    if (!fibers.empty() || !normals.empty()) {
        visitor.complain("uvs", "given beside fibers or normals", "give one of them");
        return;
    }
    std::vector<Eigen::Vector2d> uvs;
    for (std::size_t i = 0; i < numbers.size(); i += 2)
        uvs.emplace_back(numbers[i], numbers[i + 1]);
    UvDirections directions = uv_directions(m_to_fill, uvs);
    fibers = std::move(directions.along_u);
    normals = std::move(directions.normals);
}

void FilledSolidDef::visit_fields(FieldVisitor& visitor) {
    if (!tets.tetrahedra.empty()) {
        SolidDef::visit_fields(visitor);
        return;
    }
    visit_material(visitor);
    visit_resolution(visitor);
    const bool has_tets = visitor.given("tets");
    if (!(has_tets ? visit_given_tets(visitor) : visit_surface_to_fill(visitor))) return;
    const std::size_t vertices = has_tets ? tets.vertices.size() : m_to_fill.vertices.size();
    friction.visit_painted(visitor, has_tets ? output_count() : vertices);
    visit_axes(visitor, vertices);
    visit_uvs(visitor);
    if (has_tets) {
        visit_tet_curvature(visitor);
    } else if (visitor.given("tet_rest_curvature")) {
        visitor.complain("tet_rest_curvature", "given without tets",
                         "use rest_curvature_map, by vertex of the surface");
    }
    visit_inputs(visitor, vertices);
}

const BodyKind& filled_solid_kind() {
    static const BodyKind KIND = [] {
        BodyKind kind = solids::solid_kind();
        kind.make_def = make_default<FilledSolidDef>;
        kind.figures = solid_figures;
        return kind;
    }();
    return KIND;
}

}  // namespace sinew::solidify
