#include "shells/shell_elements.hpp"

#include "base/parallel.hpp"
#include "shells/surface_bulge.hpp"

namespace sinew::shells {

using Eigen::Matrix3d;
using Eigen::Vector3d;

namespace {

constexpr std::size_t ELEMENT_GRAIN = 64;

template <int NODES>
TriangleNodes<NODES> gather_nodes(const std::vector<Vector3d>& positions,
                                  const std::array<int, 6>& triangle) {
    TriangleNodes<NODES> X;
    for (int a = 0; a < NODES; ++a)
        X.col(a) = positions[triangle[a]];
    return X;
}

PointMaterials point_materials(const ShellDef& def, const std::array<int, 6>& triangle) {
    PointMaterials materials;
    for (int p = 0; p < TRIANGLE_POINTS; ++p) {
        double h = 0.0;
        for (int k = 0; k < 3; ++k)
            h += TRIANGLE_QUADRATURE.points[p][k] * def.thickness_at(triangle[k]);
        materials[p] = shell_material(def.params, def.thickness.empty() ? def.params.thickness : h);
    }
    return materials;
}

template <int NODES>
void make_triangles(const ShellDef& def, const ShellMesh& mesh,
                    std::vector<ShellTriangle<NODES>>& triangles,
                    std::vector<CurvedStiffness>& curved) {
    if (def.model == ShellModel::Curved) curved.reserve(mesh.triangles.size());
    triangles.reserve(mesh.triangles.size());
    const std::vector<double> bulges = surface_bulges(mesh);
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const std::array<int, 6>& triangle = mesh.triangles[i];
        const TriangleNodes<NODES> rest = gather_nodes<NODES>(mesh.nodes, triangle);
        const PointMaterials materials = point_materials(def, triangle);
        triangles.emplace_back(rest, materials, def.area_law, bulges[i]);
        if (def.model == ShellModel::Plate) continue;
        curved.push_back(curved_stiffness<NODES>(rest, materials, def.area_law));
        triangles.back().curved = &curved.back();
    }
}

/// A field of `numbers` per item, one for all, per vertex, triangle or quadrature point, at one frame.
class RestField {
public:
    RestField(const ShellMesh& mesh, const AnimatedArray& by_vertex,
              const AnimatedArray& by_triangle, std::size_t numbers, double frame)
        : m_mesh(mesh), m_numbers(numbers), m_per_triangle(!by_triangle.empty()) {
        const AnimatedArray& array = m_per_triangle ? by_triangle : by_vertex;
        m_values.resize(array.width);
        if (!array.empty()) array.sample(frame, m_values);
        m_for_all = !m_per_triangle && array.width == numbers;
        m_per_point = array.width == TRIANGLE_POINTS * numbers * mesh.triangles.size();
    }
    bool empty() const { return m_values.empty(); }

    /// Values between vertices from those of six nodes: where numbers may be of any sign.
    void bend_edges(const PaintedField& painted) {
        if (m_for_all || m_per_triangle || empty()) return;
        const std::vector<double> edges = painted.edge_values(m_values, m_numbers);
        m_values.insert(m_values.end(), edges.begin(), edges.end());
        m_quadratic = true;
    }

    /// Number n at a point of a triangle.
    double at(std::size_t triangle, int p, int n) const {
        if (m_for_all) return m_values[n];
        if (m_per_triangle && m_per_point)
            return m_values[m_numbers * (TRIANGLE_POINTS * triangle + p) + n];
        if (m_per_triangle) return m_values[m_numbers * triangle + n];
        const auto& L = TRIANGLE_QUADRATURE.points[p];
        const Vector3d at(L[0], L[1], L[2]);
        return m_quadratic ? interpolated(triangle, triangle_shape_values<6>(at), n)
                           : interpolated(triangle, at, n);
    }

private:
    template <class Shapes>
    double interpolated(std::size_t triangle, const Shapes& N, int n) const {
        double sum = 0.0;
        for (Eigen::Index a = 0; a < N.size(); ++a)
            sum += N[a] * m_values[m_numbers * m_mesh.triangles[triangle][a] + n];
        return sum;
    }

    const ShellMesh& m_mesh;
    std::size_t m_numbers;
    bool m_per_triangle;
    bool m_per_point = false;
    bool m_for_all = false;
    bool m_quadratic = false;
    std::vector<double> m_values;
};

/// ∫ ρ N_a N_b over a triangle, ρ per area linear between the corners.
template <int NODES, int SHAPES>
Eigen::Matrix<double, SHAPES, SHAPES> triangle_mass(const TriangleNodes<NODES>& rest,
                                                    const Vector3d& corner_density) {
    Eigen::Matrix<double, SHAPES, SHAPES> M = Eigen::Matrix<double, SHAPES, SHAPES>::Zero();
    for (int p = 0; p < 6; ++p) {
        const auto& L = TRIANGLE_QUADRATURE_4.points[p];
        const Vector3d at(L[0], L[1], L[2]);
        const double area = TRIANGLE_QUADRATURE_4.weights[p] * TrianglePoint<NODES>(rest, at).area;
        const auto N = triangle_shape_values<SHAPES>(at);
        M += (area * corner_density.dot(at)) * N * N.transpose();
    }
    return M;
}

/// Of SHAPES = 3 (corners) or as many as nodes.
template <int NODES, int SHAPES>
void add_mass(const ShellDef& def, const ShellMesh& mesh, double density,
              std::vector<MassMatrix::Entry>& entries) {
    for (const std::array<int, 6>& triangle : mesh.triangles) {
        Vector3d per_area;
        for (int k = 0; k < 3; ++k)
            per_area[k] = density * def.thickness_at(triangle[k]);
        const auto M =
            triangle_mass<NODES, SHAPES>(gather_nodes<NODES>(mesh.nodes, triangle), per_area);
        // Diagonal scaling: row sums would leave the corners of six nodes without mass.
        const double scale = M.trace() > 0.0 ? M.sum() / M.trace() : 1.0;
        for (int a = 0; a < SHAPES; ++a) {
            if (!def.consistent_mass) {
                entries.push_back({triangle[a], triangle[a], scale * M(a, a)});
                continue;
            }
            for (int b = 0; b <= a; ++b)
                entries.push_back({triangle[a], triangle[b], M(a, b)});
        }
    }
}

Quat<double> lane_quat(const Eigen::Quaterniond& q) {
    return {q.w(), {q.x(), q.y(), q.z()}};
}

}  // namespace

ShellElements::ShellElements(const ShellDef& def, const ShellMesh& mesh) : m_painted(mesh) {
    if (def.element == ShellElementKind::Quadratic) {
        make_triangles(def, mesh, quadratic, m_curved);
    } else {
        make_triangles(def, mesh, linear, m_curved);
    }
}

template <class Self, class Function>
void ShellElements::for_each(Self& self, Function&& f) {
    parallel_for(self.size(), ELEMENT_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            if (self.linear.empty()) {
                f(self.quadratic[i], i);
            } else {
                f(self.linear[i], i);
            }
        }
    });
}

void ShellElements::turn_directors(const ShellMesh& mesh, const std::vector<Vector3d>& turns,
                                   std::vector<Quatp>& directors) const {
    for_each(*this, [&]<int NODES>(const ShellTriangle<NODES>& triangle, std::size_t i) {
        using Triangle = ShellTriangle<NODES>;
        typename Triangle::Vec q = Triangle::Vec::Zero();
        for (int k = 0; k < 3; ++k)
            q.template segment<3>(Triangle::TURNS + 3L * k) = turns[mesh.triangles[i][k]];
        directors[i] = normalized(triangle.turned_directors(q));
    });
}

void ShellElements::set_state(const ShellMesh& mesh, const ShellState& state) {
    for_each(*this, [&]<int NODES>(ShellTriangle<NODES>& triangle, std::size_t i) {
        const std::array<int, 6>& nodes = mesh.triangles[i];
        triangle.set_positions(gather_nodes<NODES>(state.positions, nodes));
        triangle.directors = state.directors[i];
        for (int k = 0; k < 3; ++k)
            triangle.corner_rotations[k] = lane_quat(state.rotations[nodes[k]]);
    });
}

void ShellElements::set_rest_fields(const ShellDef& def, const ShellMesh& mesh, double frame) {
    RestField curvature(mesh, def.rest_curvature, def.triangle_rest_curvature, 9, frame);
    const RestField stretch(mesh, def.rest_stretch, def.triangle_rest_stretch, 1, frame);
    if (curvature.empty() && stretch.empty()) return;
    curvature.bend_edges(m_painted);
    for_each(*this, [&](auto& triangle, std::size_t i) {
        for (int p = 0; p < TRIANGLE_POINTS; ++p) {
            if (!curvature.empty()) {
                Matrix3d Gamma_0;
                for (int n = 0; n < 9; ++n)
                    Gamma_0(n / 3, n % 3) = curvature.at(i, p, n);
                triangle.set_rest_curvature(p, Gamma_0);
            }
            if (!stretch.empty())
                triangle.set_rest_stretch(p, stretch.at(i, p, 0) * Matrix3d::Identity());
        }
    });
}

ShellEnergies ShellElements::energies() const {
    ShellEnergies sum;
    const auto add = [&sum](const ShellEnergies& one) {
        sum.membrane += one.membrane;
        sum.bending += one.bending;
    };
    for (const ShellTriangle<6>& triangle : quadratic)
        add(triangle.energies());
    for (const ShellTriangle<3>& triangle : linear)
        add(triangle.energies());
    return sum;
}

MassMatrix shell_mass(const ShellDef& def, const ShellMesh& mesh) {
    std::vector<MassMatrix::Entry> entries;
    const bool linear = def.element == ShellElementKind::Linear;
    if (linear) {
        add_mass<3, 3>(def, mesh, def.params.density, entries);
    } else {
        add_mass<6, 6>(def, mesh, def.params.density, entries);
    }
    return {static_cast<int>(linear ? mesh.vertices : mesh.nodes.size()), std::move(entries)};
}

MassMatrix shell_rotary_inertia(const ShellDef& def, const ShellMesh& mesh) {
    std::vector<MassMatrix::Entry> entries;
    if (def.element == ShellElementKind::Linear) {
        add_mass<3, 3>(def, mesh, def.params.rotary_inertia, entries);
    } else {
        add_mass<6, 3>(def, mesh, def.params.rotary_inertia, entries);
    }
    return {static_cast<int>(mesh.vertices), std::move(entries)};
}

}  // namespace sinew::shells
