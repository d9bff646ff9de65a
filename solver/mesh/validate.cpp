#include "mesh/validate.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

namespace sinew {

namespace {

using Positions = std::vector<Eigen::Vector3d>;

/// Counts offenders of one kind and keeps the first few.
class Collector {
public:
    Collector(MeshDefect defect, std::string_view item) {
        m_finding.defect = defect;
        m_finding.item = item;
    }
    void add_vertex(std::size_t index) {
        add_item({static_cast<int>(index)});
        keep_vertex(static_cast<int>(index));
    }
    void add_edge(int a, int b) {
        add_item({a, b});
        keep_vertex(a);
        keep_vertex(b);
    }
    /// An element whose vertices may not exist.
    void add_index(std::size_t index) { add_item({static_cast<int>(index)}); }
    template <class Element>
    void add_element(std::size_t index, const Element& element) {
        add_item({static_cast<int>(index)});
        for (const int v : element)
            keep_vertex(v);
    }
    void append_to(std::vector<MeshFinding>& findings) {
        if (m_finding.count == 0) return;
        std::vector<int>& vertices = m_finding.vertices;
        std::sort(vertices.begin(), vertices.end());
        vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
        findings.push_back(std::move(m_finding));
    }

private:
    void add_item(std::initializer_list<int> indices) {
        if (m_finding.count++ < MeshFinding::MAX_LISTED) {
            m_finding.indices.insert(m_finding.indices.end(), indices);
        }
    }
    void keep_vertex(int v) {
        if (m_finding.vertices.size() < MeshFinding::MAX_VERTICES) m_finding.vertices.push_back(v);
    }
    MeshFinding m_finding;
};

double thinnest_extent(const Positions& x, const Eigen::Vector2i& s) {
    return (x[s[1]] - x[s[0]]).norm();
}

/// Smallest height: twice the area over the longest side.
double thinnest_extent(const Positions& x, const Eigen::Vector3i& t) {
    const Eigen::Vector3d a = x[t[1]] - x[t[0]];
    const Eigen::Vector3d b = x[t[2]] - x[t[0]];
    const double longest = std::max({a.norm(), b.norm(), (b - a).norm()});
    return longest > 0.0 ? a.cross(b).norm() / longest : 0.0;
}

/// Smallest height, negative when inverted: six times the volume over twice the largest face area.
double thinnest_extent(const Positions& x, const Eigen::Vector4i& t) {
    const Eigen::Vector3d a = x[t[1]] - x[t[0]];
    const Eigen::Vector3d b = x[t[2]] - x[t[0]];
    const Eigen::Vector3d c = x[t[3]] - x[t[0]];
    const double largest = std::max(
        {a.cross(b).norm(), b.cross(c).norm(), c.cross(a).norm(), (b - a).cross(c - a).norm()});
    return largest > 0.0 ? a.cross(b).dot(c) / largest : 0.0;
}

/// Diagonal of the box around the finite vertices [m].
double diagonal(const Positions& vertices) {
    Eigen::AlignedBox3d box;
    for (const Eigen::Vector3d& v : vertices) {
        if (v.allFinite()) box.extend(v);
    }
    return box.isEmpty() ? 0.0 : box.diagonal().norm();
}

void find_not_finite(const Positions& vertices, std::vector<MeshFinding>& findings) {
    Collector found(MeshDefect::NotFinite, "vertex");
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (!vertices[i].allFinite()) found.add_vertex(i);
    }
    found.append_to(findings);
}

void find_duplicate_vertices(const Positions& vertices, std::vector<MeshFinding>& findings) {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < vertices.size(); ++i) {
        if (vertices[i].allFinite()) order.push_back(i);
    }
    const auto key = [&](std::size_t i) {
        return std::array{vertices[i].x(), vertices[i].y(), vertices[i].z()};
    };
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
    std::vector<std::size_t> duplicates;
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (key(order[i - 1]) == key(order[i])) duplicates.push_back(order[i]);
    }
    std::sort(duplicates.begin(), duplicates.end());
    Collector found(MeshDefect::DuplicateVertex, "vertex");
    for (const std::size_t i : duplicates)
        found.add_vertex(i);
    found.append_to(findings);
}

/// One mesh under examination: its elements that name existing vertices only.
template <int N>
class ElementChecks {
public:
    using Element = Eigen::Matrix<int, N, 1>;

    ElementChecks(const Positions& vertices, const std::vector<Element>& elements,
                  std::string_view item, std::vector<MeshFinding>& findings)
        : m_vertices(vertices), m_elements(elements), m_item(item), m_findings(findings) {
        Collector found(MeshDefect::IndexOutOfRange, item);
        for (std::size_t e = 0; e < elements.size(); ++e) {
            const bool inside = (elements[e].array() >= 0).all() &&
                                (elements[e].array() < static_cast<int>(vertices.size())).all();
            if (inside) {
                m_usable.push_back(e);
            } else {
                found.add_index(e);
            }
        }
        found.append_to(findings);
    }

    const std::vector<std::size_t>& usable() const { return m_usable; }

    void find_degenerate() {
        const double smallest = DEGENERATE_RATIO * diagonal(m_vertices);
        Collector flat(MeshDefect::Degenerate, m_item);
        Collector inverted(MeshDefect::Inverted, m_item);
        for (const std::size_t e : m_usable) {
            if (!finite(m_elements[e])) continue;
            const double extent = thinnest_extent(m_vertices, m_elements[e]);
            if (std::abs(extent) <= smallest) {
                flat.add_element(e, m_elements[e]);
            } else if (extent < 0.0) {
                inverted.add_element(e, m_elements[e]);
            }
        }
        flat.append_to(m_findings);
        inverted.append_to(m_findings);
    }

    void find_duplicates() {
        std::vector<std::pair<std::array<int, N>, std::size_t>> keys;
        keys.reserve(m_usable.size());
        for (const std::size_t e : m_usable) {
            std::array<int, N> key;
            std::copy(m_elements[e].begin(), m_elements[e].end(), key.begin());
            std::sort(key.begin(), key.end());
            keys.emplace_back(key, e);
        }
        std::sort(keys.begin(), keys.end());
        std::vector<std::size_t> duplicates;
        for (std::size_t i = 1; i < keys.size(); ++i) {
            if (keys[i - 1].first == keys[i].first) duplicates.push_back(keys[i].second);
        }
        std::sort(duplicates.begin(), duplicates.end());
        Collector found(MeshDefect::DuplicateElement, m_item);
        for (const std::size_t e : duplicates)
            found.add_element(e, m_elements[e]);
        found.append_to(m_findings);
    }

    void find_isolated() {
        std::vector<std::uint8_t> used(m_vertices.size(), 0);
        for (const std::size_t e : m_usable) {
            for (const int v : m_elements[e])
                used[static_cast<std::size_t>(v)] = 1;
        }
        Collector found(MeshDefect::IsolatedVertex, "vertex");
        for (std::size_t v = 0; v < used.size(); ++v) {
            if (used[v] == 0) found.add_vertex(v);
        }
        found.append_to(m_findings);
    }

private:
    bool finite(const Element& element) const {
        return std::all_of(element.begin(), element.end(),
                           [&](int v) { return m_vertices[v].allFinite(); });
    }

    const Positions& m_vertices;
    const std::vector<Element>& m_elements;
    std::string_view m_item;
    std::vector<MeshFinding>& m_findings;
    std::vector<std::size_t> m_usable;
};

/// An edge of a triangle, and whether the triangle walks it from the lower to the higher vertex.
struct WalkedEdge {
    int low, high;
    bool upwards;
    bool same_edge(const WalkedEdge& other) const { return low == other.low && high == other.high; }
};

void find_edge_defects(const TriangleMesh& mesh, const std::vector<std::size_t>& usable,
                       std::vector<MeshFinding>& findings) {
    std::vector<WalkedEdge> edges;
    edges.reserve(3 * usable.size());
    for (const std::size_t t : usable) {
        const Eigen::Vector3i& v = mesh.triangles[t];
        for (int i = 0; i < 3; ++i) {
            const int a = v[i];
            const int b = v[(i + 1) % 3];
            if (a != b) edges.push_back({std::min(a, b), std::max(a, b), a < b});
        }
    }
    std::sort(edges.begin(), edges.end(), [](const WalkedEdge& a, const WalkedEdge& b) {
        return std::pair(a.low, a.high) < std::pair(b.low, b.high);
    });

    Collector crowded(MeshDefect::NonManifoldEdge, "edge");
    Collector twisted(MeshDefect::InconsistentWinding, "edge");
    for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
        while (end < edges.size() && edges[end].same_edge(edges[begin]))
            ++end;
        const WalkedEdge& edge = edges[begin];
        if (end - begin > 2) {
            crowded.add_edge(edge.low, edge.high);
        } else if (end - begin == 2 && edge.upwards == edges[begin + 1].upwards) {
            // Two triangles that face the same side walk their common edge in opposite directions.
            twisted.add_edge(edge.low, edge.high);
        }
    }
    crowded.append_to(findings);
    twisted.append_to(findings);
}

/// The checks that all meshes share; returns the elements whose indices are in range.
template <int N>
std::vector<std::size_t> validate_elements(const Positions& vertices,
                                           const std::vector<Eigen::Matrix<int, N, 1>>& elements,
                                           std::string_view item,
                                           std::vector<MeshFinding>& findings) {
    if (vertices.empty()) findings.push_back({MeshDefect::Empty, "vertex", {}, 1, {}});
    if (elements.empty()) findings.push_back({MeshDefect::Empty, item, {}, 1, {}});
    find_not_finite(vertices, findings);
    ElementChecks<N> checks(vertices, elements, item, findings);
    checks.find_degenerate();
    checks.find_duplicates();
    find_duplicate_vertices(vertices, findings);
    checks.find_isolated();
    return checks.usable();
}

}  // namespace

std::vector<MeshFinding> validate(const PolylineMesh& mesh) {
    std::vector<MeshFinding> findings;
    validate_elements<2>(mesh.vertices, mesh.segments, "segment", findings);
    return findings;
}

std::vector<MeshFinding> validate(const TriangleMesh& mesh) {
    std::vector<MeshFinding> findings;
    const auto usable = validate_elements<3>(mesh.vertices, mesh.triangles, "triangle", findings);
    find_edge_defects(mesh, usable, findings);
    return findings;
}

std::vector<MeshFinding> validate(const TetMesh& mesh) {
    std::vector<MeshFinding> findings;
    validate_elements<4>(mesh.vertices, mesh.tetrahedra, "tetrahedron", findings);
    return findings;
}

}  // namespace sinew
