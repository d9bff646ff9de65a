#include "shells/shell_def.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "body/def_checker.hpp"
#include "mesh/mesh_finding.hpp"
#include "mesh/validate.hpp"
#include "shells/shell_start.hpp"

namespace sinew::shells {

using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

double box_diagonal(const TriangleMesh& mesh) {
    Eigen::AlignedBox3d box;
    for (const Vector3d& x : mesh.vertices)
        box.extend(x);
    return box.isEmpty() ? 0.0 : box.diagonal().norm();
}

/// The numbers of all keys, as list_offenders takes them.
struct NumbersOf {
    const AnimatedArray& array;
    std::size_t size() const { return array.count(); }
    double operator[](std::size_t i) const { return array.number(i); }
};

class ShellChecker : DefChecker {
public:
    ShellChecker(const ShellDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems),
          m_def(def),
          m_vertices(def.mesh.vertices.size()),
          m_triangles(def.mesh.triangles.size()) {}

    void run() {
        collect_problems(m_def.params, SHELL_PARAM_TABLE, object(), "material.", problems());
        m_def.friction.collect_problems(object(), m_vertices, problems());
        m_def.contact_filter.collect_problems(object(), problems());
        if (check_mesh()) {
            if (check_edge_points()) {
                check_curved_triangles();
                check_start();
            }
            check_thickness();
        }
        check_model();
        check_rest_fields();
        VertexPinsChecker pins(object(), problems(), m_vertices);
        for (std::size_t i = 0; i < m_def.pins.size(); ++i)
            pins.check(fmt::format("pins[{}]", i), m_def.pins[i]);
        for (std::size_t i = 0; i < m_def.loads.size(); ++i)
            check_load(i);
        check_animated("forces", m_def.forces, std::array{3 * m_vertices});
        check_animated("torques", m_def.torques, std::array{3 * m_vertices});
        check_finite("surface", m_def.surface);
        check_vectors("initial.positions", m_def.initial_positions);
        check_vectors("initial.velocities", m_def.initial_velocities);
        check_vectors("initial.angular_velocities", m_def.initial_angular_velocities);
    }

private:
    /// True if nodes can be made from it. Non-manifold, non-orientable and touching surfaces are welcome.
    bool check_mesh() {
        bool usable = true;
        for (const MeshFinding& finding : validate(m_def.mesh)) {
            switch (finding.defect) {
                case MeshDefect::DuplicateVertex:
                case MeshDefect::NonManifoldEdge:
                case MeshDefect::InconsistentWinding: continue;
                default: break;
            }
            report("mesh", finding.message(), remedy_of(finding.defect), finding.vertices);
            usable = false;
        }
        return usable;
    }
    static std::string remedy_of(MeshDefect defect) {
        switch (defect) {
            case MeshDefect::Degenerate: return "remove them, or merge their vertices by distance";
            case MeshDefect::DuplicateElement: return "remove doubled faces";
            case MeshDefect::IsolatedVertex: return "remove them: no face holds them";
            case MeshDefect::Empty: return "a shell needs at least one face";
            default: return "repair the mesh";
        }
    }

    /// The start must have triangles that turn, by less than half a turn from one to the next.
    void check_start() {
        if (m_def.initial_positions.size() != m_vertices) return;  // none, or told elsewhere
        TriangleMesh start = m_def.mesh;
        start.vertices = m_def.initial_positions;
        for (const MeshFinding& finding : validate(start)) {
            if (finding.defect == MeshDefect::NotFinite) return;
            if (finding.defect != MeshDefect::Degenerate) continue;
            report("initial.positions", finding.message(), "start where every face has an area",
                   finding.vertices);
            return;
        }
        const std::vector<Eigen::Quaterniond> rotations = start_rotations(m_def);
        if (m_def.element == ShellElementKind::Quadratic) {
            const ShellMesh shell(m_def.mesh, m_def.edges, m_def.edge_points);
            report_folded("initial.positions", start_nodes(m_def, shell, rotations), shell);
        }
        const std::vector<std::array<int, 2>> torn = torn_edges(start, rotations);
        if (torn.empty()) return;
        report(
            "initial.positions",
            fmt::format("between vertices {} and {} it turns by half a turn or more against rest",
                        torn[0][0], torn[0][1]),
            "use a finer mesh, or a start that makes no full turn around a hole",
            {torn[0][0], torn[0][1]});
    }

    bool check_edge_points() {
        std::vector<std::size_t> strangers;
        const ShellMesh shell(m_def.mesh, EdgeShape::Straight, {});
        for (std::size_t i = 0; i < m_def.edge_points.size(); ++i) {
            const auto [a, b] = m_def.edge_points[i].vertices;
            if (shell.node_between(a, b) < 0 || !m_def.edge_points[i].position.allFinite())
                strangers.push_back(i);
        }
        if (strangers.empty()) return true;
        report("edge_points", fmt::format("{} of them, first {}", strangers.size(), strangers[0]),
               "name two vertices with an edge between them, and a finite position");
        return false;
    }

    /// Nodes beside an edge may fold a triangle over.
    void check_curved_triangles() {
        if (m_def.element == ShellElementKind::Linear) return;
        const ShellMesh shell(m_def.mesh, m_def.edges, m_def.edge_points);
        report_folded("edges", shell.nodes, shell);
    }
    void report_folded(const std::string& field, const std::vector<Vector3d>& nodes,
                       const ShellMesh& shell) {
        std::vector<std::size_t> folded;
        for (std::size_t i = 0; i < m_triangles; ++i) {
            if (is_folded(nodes, shell.triangles[i])) folded.push_back(i);
        }
        if (folded.empty()) return;
        report(field,
               fmt::format("{} triangle{} folded over by the nodes on their edges, first {}",
                           folded.size(), folded.size() == 1 ? " is" : "s are", folded[0]),
               "use straight edges, or a mesh with smaller angles between faces",
               corners_of(folded));
    }
    /// Vertices of the mesh at some triangles.
    std::vector<int> corners_of(const std::vector<std::size_t>& triangles) const {
        std::vector<int> corners;
        for (const std::size_t i : triangles) {
            if (corners.size() >= MeshFinding::MAX_VERTICES) break;
            corners.insert(corners.end(), m_def.mesh.triangles[i].begin(),
                           m_def.mesh.triangles[i].end());
        }
        return corners;
    }
    static bool is_folded(const std::vector<Vector3d>& nodes, const std::array<int, 6>& triangle) {
        TriangleNodes<6> X;
        for (int a = 0; a < 6; ++a)
            X.col(a) = nodes[triangle[a]];
        const Vector3d flat = (X.col(1) - X.col(0)).cross(X.col(2) - X.col(0));
        for (const auto& L : TRIANGLE_QUADRATURE.points) {
            const Eigen::Matrix<double, 3, 2> J =
                X * triangle_shape_derivatives<6>(Vector3d(L[0], L[1], L[2])).transpose();
            if (!(J.col(0).cross(J.col(1)).dot(flat) > 0.05 * flat.squaredNorm())) return true;
        }
        return false;
    }

    void check_thickness() {
        const double size = box_diagonal(m_def.mesh);
        if (!m_def.thickness.empty()) {
            check_count("thickness", m_def.thickness.size(), m_vertices);
            list_offenders(
                "thickness", m_def.thickness,
                fmt::format("must be greater than 0 and smaller than the mesh, {:.3g} m", size),
                [size](double h) { return h > 0.0 && h < size; });
        } else if (m_def.params.thickness >= size) {
            report("material.thickness", fmt::format("{} m", m_def.params.thickness),
                   fmt::format("must be smaller than the mesh, {:.3g} m; a shell is thin", size));
        }
    }

    void check_model() {
        if (m_def.model == ShellModel::Curved && m_def.params.poisson_ratio > 0.4999) {
            report("material.poisson_ratio", fmt::format("{}", m_def.params.poisson_ratio),
                   "must be at most 0.4999 in the curved model; the plate model takes 0.5");
        }
    }

    void check_rest_fields() {
        check_animated("rest_curvature", m_def.rest_curvature,
                       std::array{std::size_t{9}, 9 * m_vertices});
        check_animated("triangle_rest_curvature", m_def.triangle_rest_curvature,
                       std::array{9 * m_triangles, 27 * m_triangles});
        if (!m_def.rest_curvature.empty() && !m_def.triangle_rest_curvature.empty())
            report("triangle_rest_curvature", "given beside rest_curvature", "give one of them");
        check_animated("rest_stretch", m_def.rest_stretch, std::array{std::size_t{1}, m_vertices});
        check_animated("triangle_rest_stretch", m_def.triangle_rest_stretch,
                       std::array{m_triangles});
        if (!m_def.rest_stretch.empty() && !m_def.triangle_rest_stretch.empty())
            report("triangle_rest_stretch", "given beside rest_stretch", "give one of them");
        for (const auto& [field, array] :
             {std::pair{"rest_stretch", &m_def.rest_stretch},
              std::pair{"triangle_rest_stretch", &m_def.triangle_rest_stretch}}) {
            list_offenders(field, NumbersOf{*array}, "must be greater than 0",
                           [](double stretch) { return stretch > 0.0; });
        }
    }

    void check_load(std::size_t index) {
        const ShellLoad& load = m_def.loads[index];
        const std::string field = fmt::format("loads[{}]", index);
        check_vertices(field, load.vertices);
        check_animated(field + ".force", load.force, std::array{std::size_t{3}});
        check_animated(field + ".torque", load.torque, std::array{std::size_t{3}});
        if (load.force.empty() && load.torque.empty())
            report(field, "neither force nor torque", "give one of them");
    }
    void check_vertices(const std::string& field, const std::vector<int>& vertices) {
        if (vertices.empty()) report(field + ".vertices", "empty", "name the vertices");
        check_indices(field + ".vertices", vertices, m_vertices, "vertex");
    }
    void check_vectors(const std::string& field, const std::vector<Vector3d>& vectors) {
        if (!vectors.empty()) check_count(field, vectors.size(), m_vertices);
        check_finite(field, vectors);
    }

    const ShellDef& m_def;
    std::size_t m_vertices;
    std::size_t m_triangles;
};

double longest_side(const TriangleMesh& mesh, const Vector3i& t) {
    double longest = 0.0;
    for (int k = 0; k < 3; ++k)
        longest = std::max(longest, (mesh.vertices[t[(k + 1) % 3]] - mesh.vertices[t[k]]).norm());
    return longest;
}

/// Most of |Γ₀| over all keys, for each triangle [1/m].
std::vector<double> largest_curvatures(const ShellDef& def) {
    std::vector<double> largest(def.mesh.triangles.size(), 0.0);
    const auto norm_at = [](std::span<const double> key, std::size_t item) {
        return Eigen::Map<const Eigen::Matrix<double, 9, 1>>(key.data() + 9 * item).norm();
    };
    for (const AnimatedArray* array : {&def.rest_curvature, &def.triangle_rest_curvature}) {
        for (std::size_t k = 0; k < array->frames.size(); ++k) {
            const std::vector<double> key = array->read_key(k);
            for (std::size_t i = 0; i < largest.size(); ++i) {
                if (array == &def.triangle_rest_curvature) {
                    const std::size_t points = array->width / (9 * largest.size());
                    for (std::size_t p = 0; p < points; ++p)
                        largest[i] = std::max(largest[i], norm_at(key, points * i + p));
                    continue;
                }
                for (const int vertex : def.mesh.triangles[i]) {
                    const std::size_t item = array->width == 9 ? 0 : vertex;
                    largest[i] = std::max(largest[i], norm_at(key, item));
                }
            }
        }
    }
    return largest;
}

}  // namespace

std::vector<std::string> shell_warnings(const ShellDef& def) {
    std::vector<std::string> warnings;
    const std::vector<double> curvatures = largest_curvatures(def);
    std::size_t turned = 0;
    for (std::size_t i = 0; i < curvatures.size(); ++i) {
        const double turn = curvatures[i] * longest_side(def.mesh, def.mesh.triangles[i]);
        if (turn > 2.0 * std::numbers::pi) ++turned;
    }
    if (turned > 0) {
        warnings.push_back(
            fmt::format("{}: the rest curvature turns {} triangle{} by more than one full turn; "
                        "make the mesh finer there",
                        def.name, turned, turned == 1 ? "" : "s"));
    }
    return warnings;
}

void ShellDef::collect_problems(std::vector<Problem>& problems) const {
    ShellChecker(*this, problems).run();
}

}  // namespace sinew::shells
