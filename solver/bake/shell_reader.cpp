#include "bake/shell_reader.hpp"

#include <nlohmann/json.hpp>
#include <utility>

#include "bake/animated_reader.hpp"
#include "bake/array_reader.hpp"
#include "bake/mesh_reader.hpp"
#include "bake/param_reader.hpp"
#include "bake/vertex_pin_reader.hpp"
#include "base/task.hpp"
#include "shells/shell_def.hpp"

namespace sinew::bake {

namespace {

using shells::SHELL_PARAM_TABLE;
using shells::ShellDef;
using shells::ShellLoad;

/// What a triangle costs a simulation with conjugate gradients, measured with 20,000 of them [bytes].
constexpr double BYTES_PER_TRIANGLE = 6500.0;

/// Reads one body. What cannot be read keeps its default, which is valid, so that the checks of the
/// definition complain only about what is there.
class ShellReader {
public:
    explicit ShellReader(const JsonField& body)
        : m_body(body), m_context(body.context()), m_def(std::make_unique<ShellDef>()) {
        m_def->name = body.object();
    }

    std::unique_ptr<ShellDef> read() {
        const std::size_t problems_before = m_context.problems.count();
        m_body.expect_object(SHELL_FIELDS);
        read_choices();
        if (const auto material = m_body.find("material"))
            read_params(*material, SHELL_PARAM_TABLE, m_def->params);
        std::vector<Problem> problems;
        if (read_surface()) {
            read_edge_points();
            read_rest_fields();
            m_def->pins = read_vertex_pins(m_body);
            read_loads();
            read_initial();
            // What could not be read is missing in the definition, and would be complained about again.
            if (m_context.problems.count() == problems_before) m_def->collect_problems(problems);
            if (problems.empty()) add_warnings();
        } else {
            collect_problems(m_def->params, SHELL_PARAM_TABLE, m_def->name, "material.", problems);
        }
        m_context.problems.add(std::move(problems));
        return std::move(m_def);
    }

private:
    void add_warnings() {
        for (std::string& warning : shells::shell_warnings(*m_def))
            m_context.warnings.push_back(std::move(warning));
    }

    std::size_t vertices() const { return m_def->mesh.vertices.size(); }
    std::size_t triangles() const { return m_def->mesh.triangles.size(); }

    template <class Choice, std::size_t N>
    void read_choice(std::string_view name, const std::string_view (&words)[N], Choice& choice) {
        const auto field = m_body.find(name);
        if (!field) return;
        if (const auto index = field->choice(words)) choice = static_cast<Choice>(*index);
    }
    void read_choices() {
        read_choice("edges", SHELL_EDGES, m_def->edges);
        read_choice("element", SHELL_ELEMENTS, m_def->element);
        read_choice("model", SHELL_MODELS, m_def->model);
        read_choice("area_law", SHELL_AREA_LAWS, m_def->area_law);
        read_choice("mass", SHELL_MASSES, m_def->consistent_mass);
    }

    /// True if the mesh could be read.
    bool read_surface() {
        const auto field = m_body.require("mesh");
        if (!field || !store(read_mesh(*field), m_def->mesh)) return false;
        claim_memory(BYTES_PER_TRIANGLE * static_cast<double>(triangles()), m_def->name, "mesh");
        if (const auto surface = m_body.find("surface")) {
            if (auto mesh = read_mesh(*surface)) m_def->surface = std::move(mesh->vertices);
        }
        if (const auto thickness = m_body.find("thickness")) {
            store(read_array(*thickness, {.width = 1, .items = vertices()}, m_context.length),
                  m_def->thickness);
        }
        return true;
    }

    void read_edge_points() {
        const auto field = m_body.find("edge_points");
        if (!field || !field->expect_object(SHELL_EDGE_POINTS_FIELDS)) return;
        const auto ends = field->require("vertices");
        const auto places = field->require("positions");
        if (!ends || !places) return;
        const auto numbers = read_array(*ends, {.width = 2});
        const auto indices = numbers ? to_integers(*numbers, *ends) : std::nullopt;
        if (!indices) return;
        const std::size_t count = indices->size() / 2;
        const auto positions = read_vectors(*places, count, m_context.length);
        if (!positions) return;
        for (std::size_t i = 0; i < count; ++i)
            m_def->edge_points.push_back(
                {{(*indices)[2 * i], (*indices)[2 * i + 1]}, (*positions)[i]});
    }

    /// `name` for all (a number, or 3 × 3), `name`_map by vertex, triangle_`name` by triangle: one of them.
    void read_rest_field(const std::string& name, std::size_t width, double scale,
                         AnimatedArray& by_vertex, AnimatedArray& by_triangle) {
        const std::string map = name + "_map";
        const auto painted = m_body.find(map);
        const auto for_all = m_body.find(name);
        if (painted && for_all) painted->complain("given beside " + name, "give one of them");
        if (for_all) {
            const std::size_t side = width == 9 ? 3 : 1;
            const AnimatedSpec spec{
                .widths = {side}, .items = side, .one_number = side == 1, .scale = scale};
            store(read_animated(*for_all, spec), by_vertex);
        }
        read_animated_field(m_body, map, {width}, scale, vertices(), by_vertex);
        std::vector<std::size_t> widths = {width};
        if (width == 9) widths.push_back(3 * width);  // also at the quadrature points
        read_animated_field(m_body, "triangle_" + name, widths, scale, triangles(), by_triangle);
    }
    void read_rest_fields() {
        read_rest_field("rest_curvature", 9, 1.0 / m_context.length, m_def->rest_curvature,
                        m_def->triangle_rest_curvature);
        read_rest_field("rest_stretch", 1, 1.0, m_def->rest_stretch, m_def->triangle_rest_stretch);
    }

    void read_loads() {
        read_animated_field(m_body, "forces", {3}, 1.0, vertices(), m_def->forces);
        read_animated_field(m_body, "torques", {3}, 1.0, vertices(), m_def->torques);
        const auto loads = m_body.find("loads");
        if (!loads) return;
        loads->for_each([&](const JsonField& field) {
            ShellLoad& load = m_def->loads.emplace_back();
            if (!field.expect_object(SHELL_LOAD_FIELDS)) return;
            if (const auto at = field.require("vertices")) store(read_integers(*at), load.vertices);
            read_animated_field(field, "force", {3}, 1.0, 1, load.force);
            read_animated_field(field, "torque", {3}, 1.0, 1, load.torque);
        });
    }

    void read_initial() {
        const auto initial = m_body.find("initial");
        if (!initial || !initial->expect_object(SHELL_INITIAL_FIELDS)) return;
        if (const auto field = initial->find("positions"))
            store(read_vectors(*field, vertices(), m_context.length), m_def->initial_positions);
        if (const auto field = initial->find("velocities"))
            store(read_vectors(*field, vertices(), 1.0), m_def->initial_velocities);
        if (const auto field = initial->find("angular_velocities"))
            store(read_vectors(*field, vertices(), 1.0), m_def->initial_angular_velocities);
    }

    const JsonField& m_body;
    ReadContext& m_context;
    std::unique_ptr<ShellDef> m_def;
};

}  // namespace

std::unique_ptr<BodyDef> read_shell(const JsonField& body) {
    return ShellReader(body).read();
}

std::vector<BodyFigure> shell_figures(const BodyDef& def) {
    const auto& shell = static_cast<const ShellDef&>(def);
    return {{"triangles", static_cast<double>(shell.mesh.triangles.size())}};
}

}  // namespace sinew::bake
