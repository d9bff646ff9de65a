#include "solids/solid_def.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <utility>

#include "body/def_checker.hpp"
#include "mesh/validate.hpp"

namespace sinew::solids {

using Eigen::Vector3d;

namespace {

class Checker : DefChecker {
public:
    Checker(const SolidDef& def, std::size_t vertices, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def), m_vertices(vertices) {}

    void check_mesh() {
        for (const MeshFinding& finding : validate(m_def.tets)) {
            // Pieces that touch in their positions only are two bodies: allowed.
            if (finding.defect == MeshDefect::DuplicateVertex) continue;
            report("tetrahedra", finding.message(), remedy_of(finding.defect));
        }
        check_finite("surface", m_def.surface);
    }

    void check_surface() {
        VertexPinsChecker pins(object(), problems(), m_def.surface.size());
        for (std::size_t i = 0; i < m_def.surface_pins.size(); ++i)
            pins.check(fmt::format("surface_pins[{}]", i), m_def.surface_pins[i]);
        for (const Eigen::Vector3i& triangle : m_def.surface_triangles) {
            const int vertices = static_cast<int>(m_def.surface.size());
            if (triangle.minCoeff() >= 0 && triangle.maxCoeff() < vertices) continue;
            report("surface_triangles", fmt::format("{}", triangle.maxCoeff()),
                   "must name vertices of the surface");
            return;
        }
    }

    void check_inputs() {
        collect_problems(m_def.params, SOLID_PARAM_TABLE, object(), "material.", problems());
        for (std::size_t i = 0; i < m_def.layers.size(); ++i)
            check_layer(i);
        check_curvature();
        check_axes();
        VertexPinsChecker pins(object(), problems(), m_vertices);
        for (std::size_t i = 0; i < m_def.pins.size(); ++i)
            pins.check(fmt::format("pins[{}]", i), m_def.pins[i]);
        check_animated("forces", m_def.forces, std::array{3 * m_vertices});
        check_animated("torques", m_def.torques, std::array{3 * m_vertices});
        check_vectors("initial.velocities", m_def.initial_velocities);
        check_vectors("initial.angular_velocities", m_def.initial_angular_velocities);
        check_rotations_wanted();
        if (m_def.reset_rotations_every < 0) {
            report("reset_rotations_every", fmt::format("{}", m_def.reset_rotations_every),
                   "must be 0 (never) or more");
        }
    }

private:
    static std::string remedy_of(MeshDefect defect) {
        switch (defect) {
            case MeshDefect::Inverted: return "exchange two of their corners";
            case MeshDefect::Degenerate: return "remove them, or move a corner";
            case MeshDefect::IsolatedVertex: return "remove them: nothing holds them";
            case MeshDefect::Empty: return "a solid needs at least one tetrahedron";
            default: return "repair the mesh";
        }
    }

    void check_weights(const std::string& field, const std::vector<double>& weights,
                       std::size_t expected) {
        check_count(field, weights.size(), expected);
        list_offenders(field, weights, "a weight must be between 0 and 1",
                       [](double weight) { return weight >= 0.0 && weight <= 1.0; });
    }

    void check_layer(std::size_t index) {
        const SolidLayer& layer = m_def.layers[index];
        const std::string field = fmt::format("layers[{}].", index);
        collect_problems(layer.params, SOLID_PARAM_TABLE, object(), field + "material.",
                         problems());
        check_weights(field + "weights", layer.weights, m_vertices);
    }

    void check_curvature() {
        const Eigen::Matrix3d& C = m_def.curvature_stiffness;
        if (!(C.array() >= 0.0).all() || !C.allFinite()) {
            report("curvature_stiffness", "negative or not finite",
                   "every entry must be 0 or more");
        }
        check_animated("rest_curvature", m_def.rest_curvature,
                       std::array{std::size_t{9}, 9 * m_vertices});
        check_animated("tet_rest_curvature", m_def.tet_rest_curvature,
                       std::array{9 * m_def.tets.tetrahedra.size()});
        if (!m_def.rest_curvature.empty() && !m_def.tet_rest_curvature.empty())
            report("tet_rest_curvature", "given beside rest_curvature", "give one of them");
    }

    void check_axes() {
        if (m_def.fibers.size() > 1) check_count("fibers", m_def.fibers.size(), m_vertices);
        if (!m_def.normals.empty())
            check_count("normals", m_def.normals.size(), m_def.fibers.size());
        for (const auto& [field, directions] :
             {std::pair{"fibers", &m_def.fibers}, std::pair{"normals", &m_def.normals}}) {
            list_offenders(field, *directions, "a direction must not be zero",
                           [](const Vector3d& v) { return v.allFinite() && v.norm() > 0.0; });
        }
        if (!(std::abs(m_def.rest_rotation.norm() - 1.0) < 1e-6)) {
            report("rest_rotation", fmt::format("of length {}", m_def.rest_rotation.norm()),
                   "must be a unit quaternion");
        }
    }

    /// Without microrotations nothing can be asked of them.
    void check_rotations_wanted() {
        if (m_def.law != SolidLaw::ClassicNeoHookean) return;
        const std::string remedy = "law classic_neo_hookean has no microrotations; choose another";
        for (std::size_t i = 0; i < m_def.pins.size(); ++i) {
            if (m_def.pins[i].rotation) report(fmt::format("pins[{}].what", i), "rotation", remedy);
        }
        if (!m_def.torques.empty()) report("torques", "given", remedy);
        if (!m_def.rest_curvature.empty() || !m_def.tet_rest_curvature.empty())
            report("rest_curvature", "given", remedy);
        if (!m_def.initial_angular_velocities.empty())
            report("initial.angular_velocities", "given", remedy);
    }

    void check_vectors(const std::string& field, const std::vector<Vector3d>& vectors) {
        if (!vectors.empty()) check_count(field, vectors.size(), m_vertices);
        check_finite(field, vectors);
    }

    const SolidDef& m_def;
    std::size_t m_vertices;
};

}  // namespace

void SolidDef::collect_problems(std::vector<Problem>& problems) const {
    Checker checker(*this, tets.vertices.size(), problems);
    checker.check_inputs();
    checker.check_mesh();
    checker.check_surface();
    friction.collect_problems(name, output_count(), problems);
    contact_filter.collect_problems(name, problems);
}

void collect_surface_problems(const SolidDef& def, std::size_t vertices,
                              std::vector<Problem>& problems) {
    Checker(def, vertices, problems).check_inputs();
    def.friction.collect_problems(def.name, vertices, problems);
    def.contact_filter.collect_problems(def.name, problems);
}

}  // namespace sinew::solids
