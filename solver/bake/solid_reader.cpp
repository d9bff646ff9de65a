#include "bake/solid_reader.hpp"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/filling_store.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/param_reader.hpp"
#include "bake/vertex_pin_reader.hpp"
#include "base/task.hpp"
#include "mesh/uv_directions.hpp"
#include "solidify/solidify.hpp"
#include "solids/solid_def.hpp"

namespace sinew::bake {

namespace {

using solids::SOLID_PARAM_TABLE;
using solids::SolidDef;
using solids::SolidLayer;

constexpr int MAX_RESET = 1'000'000;
/// Far beyond any memory, which is what refuses them.
constexpr int MAX_TETS = 2'000'000'000;

/// Reads one body. What cannot be read keeps its default, which is valid, so that the checks of the
/// definition complain only about what is there.
class SolidReader {
public:
    explicit SolidReader(const JsonField& body)
        : m_body(body), m_context(body.context()), m_def(std::make_unique<SolidDef>()) {
        m_def->name = body.object();
    }

    std::unique_ptr<SolidDef> read() {
        m_body.expect_object(SOLID_FIELDS);
        read_choices();
        if (const auto material = m_body.find("material"))
            read_params(*material, SOLID_PARAM_TABLE, m_def->params);
        const std::size_t problems_before = m_context.problems.count();
        const bool given = m_body.find("tets").has_value();
        if (!(given ? read_tets() : read_surface_mesh())) {
            std::vector<Problem> problems;
            collect_problems(m_def->params, SOLID_PARAM_TABLE, m_def->name, "material.", problems);
            m_context.problems.add(std::move(problems));
            return std::move(m_def);
        }
        if (given) read_embedded();
        read_layers();
        read_curvature();
        m_def->pins = read_vertex_pins(m_body);
        read_loads();
        // What could not be read is missing in the definition, and would be complained about again.
        if (m_context.problems.count() == problems_before) given ? check() : make_tets();
        return std::move(m_def);
    }

private:
    /// Of the mesh that everything is given by.
    std::size_t vertices() const { return m_vertices; }

    void check() const {
        std::vector<Problem> problems;
        m_def->collect_problems(problems);
        m_context.problems.add(std::move(problems));
    }

    void make_tets() {
        std::vector<Problem> problems;
        solids::collect_surface_problems(*m_def, vertices(), problems);
        const bool good = problems.empty();
        m_context.problems.add(std::move(problems));
        if (!good) return;
        try {
            TetMesh tets =
                FillingStore::of_user().filled(m_mesh, m_resolution, m_def->name, CancelToken());
            solidify::carry_onto(std::move(tets), *m_def, m_mesh, m_resolution);
            check();
        } catch (const Error& error) {
            rethrow_if_over();
            Problem problem = error.problem();
            if (problem.object.empty()) problem.object = m_def->name;
            m_context.problems.add(std::move(problem));
        }
    }

    void read_choices() {
        if (const auto law = m_body.find("law")) {
            if (const auto index = law->choice(SOLID_LAWS))
                m_def->law = static_cast<solids::SolidLaw>(*index);
        }
        if (const auto mass = m_body.find("mass"))
            m_def->consistent_mass = mass->choice(SOLID_MASSES).value_or(0) == 1;
        if (const auto reset = m_body.find("reset_rotations_every"))
            store(reset->integer(0, MAX_RESET), m_def->reset_rotations_every);
    }

    /// True if vertices and tetrahedra could be read.
    bool read_tets() {
        const auto tets = m_body.require("tets");
        if (!tets || !tets->expect_object(SOLID_TETS_FIELDS)) return false;
        const auto points = tets->require("vertices");
        const auto corners = tets->require("tetrahedra");
        if (!points || !corners) return false;
        if (!store(read_vectors(*points, std::nullopt, m_context.length), m_def->tets.vertices))
            return false;
        const auto numbers = read_array(*corners, {.width = 4});
        const auto indices = numbers ? to_integers(*numbers, *corners) : std::nullopt;
        if (!indices) return false;
        claim_memory(tetrahedra::BYTES_PER_TET * 0.25 * static_cast<double>(indices->size()),
                     m_def->name, "tets.tetrahedra");
        for (std::size_t i = 0; i + 3 < indices->size(); i += 4) {
            m_def->tets.tetrahedra.emplace_back((*indices)[i], (*indices)[i + 1], (*indices)[i + 2],
                                                (*indices)[i + 3]);
        }
        if (const auto resolution = m_body.find("resolution")) {
            resolution->complain("given beside tets",
                                 "leave out tets to have them made, or this to use them");
        }
        m_vertices = m_def->tets.vertices.size();
        return true;
    }
    void read_embedded() {
        const auto surface = m_body.find("surface");
        if (!surface) return;
        if (auto mesh = read_mesh(*surface)) {
            m_def->surface = std::move(mesh->vertices);
            m_def->surface_triangles = std::move(mesh->triangles);
        }
    }

    /// True if there is a surface to fill with tetrahedra.
    bool read_surface_mesh() {
        const auto surface = m_body.find("surface");
        if (!surface) {
            m_body.complain("no tets and no surface",
                            "give tets, or a surface with faces to be filled with them");
            return false;
        }
        read_resolution();
        if (!store(read_mesh(*surface), m_mesh)) return false;
        m_vertices = m_mesh.vertices.size();
        if (!m_mesh.triangles.empty()) return true;
        surface->complain("no faces", "a surface that is to be filled needs faces");
        return false;
    }
    void read_resolution() {
        const auto resolution = m_body.find("resolution");
        if (!resolution || !resolution->expect_object(SOLID_RESOLUTION_FIELDS)) return;
        const double longest = std::numeric_limits<double>::max();
        const auto read_length = [&](std::string_view name, double& place) {
            const auto field = resolution->find(name);
            const auto length = field ? field->number_between(0.0, longest) : std::nullopt;
            if (length) place = *length * m_context.length;
        };
        read_length("size", m_resolution.size);
        read_length("wall_thickness", m_resolution.wall_thickness);
        const auto count = resolution->find("count");
        if (!count) return;
        store(count->integer(1, MAX_TETS), m_resolution.count);
        if (resolution->find("size")) count->complain("given beside size", "give one of them");
    }

    void read_layers() {
        const auto layers = m_body.find("layers");
        if (!layers) return;
        layers->for_each([&](const JsonField& field) {
            if (!field.expect_object(SOLID_LAYER_FIELDS)) return;
            SolidLayer layer{{}, m_def->params};
            if (const auto weights = field.require("weights")) {
                const ArraySpec spec{.width = 1, .items = vertices(), .one_number = true};
                store(read_array(*weights, spec), layer.weights);
            }
            if (const auto material = field.find("material"))
                read_params(*material, SOLID_PARAM_TABLE, layer.params);
            m_def->layers.push_back(std::move(layer));
        });
    }

    void read_curvature() {
        if (const auto field = m_body.find("curvature_stiffness")) {
            if (const auto C = read_array(*field, {.width = 3, .items = 3})) {
                m_def->curvature_stiffness =
                    Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(C->data());
            }
        }
        if (const auto field = m_body.find("fibers"))
            store(read_vectors(*field, std::nullopt, 1.0), m_def->fibers);
        if (const auto field = m_body.find("normals"))
            store(read_vectors(*field, std::nullopt, 1.0), m_def->normals);
        if (const auto field = m_body.find("uvs")) read_uvs(*field);
        if (const auto field = m_body.find("rest_rotation")) {
            if (const auto q = read_array(*field, {.width = 4, .items = 1}))
                m_def->rest_rotation = {(*q)[0], (*q)[1], (*q)[2], (*q)[3]};
        }
        const double per_metre = 1.0 / m_context.length;
        const auto for_all = m_body.find("rest_curvature");
        const auto painted = m_body.find("rest_curvature_map");
        if (for_all) {
            const AnimatedSpec spec{.widths = {3}, .items = 3, .scale = per_metre};
            store(read_animated(*for_all, spec), m_def->rest_curvature);
        }
        if (painted && for_all)
            painted->complain("given beside rest_curvature", "give one of them");
        if (painted) {
            const AnimatedSpec spec{.widths = {9}, .items = vertices(), .scale = per_metre};
            store(read_animated(*painted, spec), m_def->rest_curvature);
        }
        if (const auto field = m_body.find("tet_rest_curvature")) {
            if (m_def->tets.tetrahedra.empty()) {
                field->complain("given without tets",
                                "use rest_curvature_map, by vertex of the surface");
                return;
            }
            const AnimatedSpec spec{
                .widths = {9}, .items = m_def->tets.tetrahedra.size(), .scale = per_metre};
            store(read_animated(*field, spec), m_def->tet_rest_curvature);
        }
    }

    /// Fibers along U, normals of the surface.
    void read_uvs(const JsonField& field) {
        if (m_mesh.triangles.empty()) {
            field.complain("given without a surface to fill", "give fibers and normals instead");
            return;
        }
        if (m_body.find("fibers") || m_body.find("normals")) {
            field.complain("given beside fibers or normals", "give one of them");
            return;
        }
        const auto numbers = read_array(field, {.width = 2, .items = vertices()});
        if (!numbers) return;
        std::vector<Eigen::Vector2d> uvs;
        for (std::size_t i = 0; i < numbers->size(); i += 2)
            uvs.emplace_back((*numbers)[i], (*numbers)[i + 1]);
        UvDirections directions = uv_directions(m_mesh, uvs);
        m_def->fibers = std::move(directions.along_u);
        m_def->normals = std::move(directions.normals);
    }

    void read_loads() {
        read_animated_field(m_body, "forces", {3}, 1.0, vertices(), m_def->forces);
        read_animated_field(m_body, "torques", {3}, 1.0, vertices(), m_def->torques);
        const auto initial = m_body.find("initial");
        if (!initial || !initial->expect_object(SOLID_INITIAL_FIELDS)) return;
        if (const auto field = initial->find("velocities"))
            store(read_vectors(*field, vertices(), 1.0), m_def->initial_velocities);
        if (const auto field = initial->find("angular_velocities"))
            store(read_vectors(*field, vertices(), 1.0), m_def->initial_angular_velocities);
    }

    const JsonField& m_body;
    ReadContext& m_context;
    std::unique_ptr<SolidDef> m_def;
    std::size_t m_vertices = 0;
    TriangleMesh m_mesh;  ///< the surface, when tetrahedra are made from it
    tetrahedra::TetrahedraDef m_resolution;
};

}  // namespace

std::unique_ptr<BodyDef> read_solid(const JsonField& body) {
    return SolidReader(body).read();
}

std::vector<BodyFigure> solid_figures(const BodyDef& def) {
    const auto& solid = static_cast<const SolidDef&>(def);
    const tetrahedra::TetQuality quality = tetrahedra::measure_quality(solid.tets);
    return {{"tetrahedra", static_cast<double>(solid.tets.tetrahedra.size())},
            {"nodes", static_cast<double>(solid.tets.vertices.size())},
            {"smallest_dihedral", quality.smallest_dihedral},
            {"largest_dihedral", quality.largest_dihedral},
            {"volume", quality.volume}};
}

}  // namespace sinew::bake
