#include "tetrahedra/isosurface_stuffing.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "base/task.hpp"

namespace sinew::tetrahedra {

namespace {

/// A node moves onto the surface when an edge is cut nearer to it than this part of the edge. Chosen so that the
/// smallest dihedral angle in fields of random numbers, and of numbers that cut edges right at these thresholds,
/// was largest: 12.4° in 800,000 tetrahedra.
constexpr double TOO_NEAR_LONG = 0.28;
constexpr double TOO_NEAR_SHORT = 0.40;
constexpr double SHORT_LENGTH = 0.8660254037844386;  ///< √3/2, of a short edge in cubes

/// Nodes or tetrahedra between two looks at whether the task should stop.
constexpr std::size_t ASK_EVERY = 1U << 16U;

enum class Side : std::int8_t { Inside, Surface, Outside };

class Stuffing {
public:
    Stuffing(const BccLattice& lattice, std::vector<double>& values)
        : m_lattice(lattice), m_values(values), m_index(lattice.nodes(), -1) {}

    TetMesh run() {
        warp();
        std::size_t visited = 0;
        m_lattice.for_each_tet([&](const Tet& tet) {
            if (++visited % ASK_EVERY == 0) check_task();
            fill(tet);
        });
        return std::move(m_mesh);
    }

private:
    using Tet = std::array<std::size_t, 4>;

    Side side(std::size_t node) const {
        const double value = m_values[node];
        return value < 0.0 ? Side::Inside : value > 0.0 ? Side::Outside : Side::Surface;
    }

    /// How far along the edge from a to b the surface is; their values have opposite signs.
    double cut_fraction(std::size_t a, std::size_t b) const {
        return m_values[a] / (m_values[a] - m_values[b]);
    }

    /// Moves nodes onto cuts that are too near; the value 0 then removes all other cuts around them.
    void warp() {
        for (std::size_t node = 0; node < m_lattice.nodes(); ++node) {
            if (node % ASK_EVERY == 0) check_task();
            double nearest = 1e300;
            std::size_t towards = BccLattice::NONE;
            for (int direction = 0; direction < BccLattice::NEIGHBOURS; ++direction) {
                const std::size_t other = m_lattice.neighbour(node, direction);
                if (other == BccLattice::NONE || !(m_values[node] * m_values[other] < 0.0))
                    continue;
                const bool is_long = direction < BccLattice::LONG_NEIGHBOURS;
                const double fraction = cut_fraction(node, other);
                if (fraction >= (is_long ? TOO_NEAR_LONG : TOO_NEAR_SHORT)) continue;
                const double distance = fraction * (is_long ? 1.0 : SHORT_LENGTH);
                if (distance < nearest) {
                    nearest = distance;
                    towards = other;
                }
            }
            if (towards == BccLattice::NONE) continue;
            m_warped.emplace(node, point_between(node, towards));
            m_values[node] = 0.0;
        }
    }

    Eigen::Vector3d point_between(std::size_t a, std::size_t b) const {
        const double fraction = cut_fraction(a, b);
        return (1.0 - fraction) * m_lattice.position(a) + fraction * m_lattice.position(b);
    }

    int add_vertex(const Eigen::Vector3d& position) {
        m_mesh.vertices.push_back(position);
        return static_cast<int>(m_mesh.vertices.size()) - 1;
    }

    int vertex(std::size_t node) {
        int& index = m_index[node];
        if (index < 0) {
            const auto warped = m_warped.find(node);
            index =
                add_vertex(warped != m_warped.end() ? warped->second : m_lattice.position(node));
        }
        return index;
    }

    int cut_vertex(std::size_t a, std::size_t b) {
        const std::uint64_t key = std::min(a, b) * m_lattice.nodes() + std::max(a, b);
        const auto [entry, is_new] = m_cuts.try_emplace(key, -1);
        if (is_new) entry->second = add_vertex(point_between(std::min(a, b), std::max(a, b)));
        return entry->second;
    }

    void add_tet(int a, int b, int c, int d) {
        const auto& v = m_mesh.vertices;
        const double volume = (v[b] - v[a]).cross(v[c] - v[a]).dot(v[d] - v[a]);
        if (volume > 0.0)
            m_mesh.tetrahedra.emplace_back(a, b, c, d);
        else
            m_mesh.tetrahedra.emplace_back(a, b, d, c);
    }

    /// The inside part of a tetrahedron of the lattice.
    void fill(const Tet& tet) {
        std::array<std::size_t, 4> in{};
        std::array<std::size_t, 4> on{};
        std::array<std::size_t, 4> out{};
        int ins = 0;
        int ons = 0;
        int outs = 0;
        for (const std::size_t node : tet) {
            switch (side(node)) {
                case Side::Inside: in[ins++] = node; break;
                case Side::Surface: on[ons++] = node; break;
                case Side::Outside: out[outs++] = node; break;
            }
        }
        if (ins == 0) return;
        if (outs == 0) {
            add_tet(vertex(tet[0]), vertex(tet[1]), vertex(tet[2]), vertex(tet[3]));
        } else if (ins == 1) {
            std::array<int, 4> corners{};
            for (int i = 0; i < 4; ++i)
                corners[i] =
                    side(tet[i]) == Side::Outside ? cut_vertex(in[0], tet[i]) : vertex(tet[i]);
            add_tet(corners[0], corners[1], corners[2], corners[3]);
        } else if (ins == 3) {
            fill_under_triangle(in, out[0]);
        } else if (outs == 1) {
            fill_pyramid(in[0], in[1], out[0], on[0]);
        } else {
            fill_wedge(in[0], in[1], out[0], out[1]);
        }
    }

    /// On the face (p, q, outside) a quadrilateral is left: p, q and the cuts of the edges to `outside`. True if
    /// its diagonal begins at p, false if at q: at the end of the short edge. Where both are short it changes from
    /// face to face around the long edge between p and q. Both tetrahedra at the face come to the same answer.
    bool diagonal_from_first(std::size_t p, std::size_t q, std::size_t outside) const {
        const bool p_short = m_lattice.is_centre(p) != m_lattice.is_centre(outside);
        const bool q_short = m_lattice.is_centre(q) != m_lattice.is_centre(outside);
        if (p_short != q_short) return p_short;
        const Eigen::Vector3i at_p = m_lattice.half_steps(p);
        const Eigen::Vector3i at_q = m_lattice.half_steps(q);
        const Eigen::Vector3i off = 2 * m_lattice.half_steps(outside) - at_p - at_q;
        int side = 1;  // the sign of the product of the two offsets across the edge
        for (int axis = 0; axis < 3; ++axis)
            if (at_p[axis] == at_q[axis]) side *= off[axis];
        return (p < q) == (side > 0);
    }

    void fill_pyramid(std::size_t p, std::size_t q, std::size_t outside, std::size_t on) {
        if (!diagonal_from_first(p, q, outside)) std::swap(p, q);
        const int cut_q = cut_vertex(q, outside);
        add_tet(vertex(p), vertex(q), cut_q, vertex(on));
        add_tet(vertex(p), cut_q, cut_vertex(p, outside), vertex(on));
    }

    /// A prism with triangles t and b; `rank` orders its three sides: the diagonal of sides i and j begins at t[i]
    /// if i has the lower rank, and ends at b[j].
    void fill_prism(const std::array<int, 3>& t, const std::array<int, 3>& b,
                    const std::array<int, 3>& rank) {
        std::array<int, 3> at{};
        for (int i = 0; i < 3; ++i)
            at[rank[i]] = i;
        const auto [i, j, k] = at;
        add_tet(t[i], t[j], t[k], b[k]);
        add_tet(t[i], t[j], b[j], b[k]);
        add_tet(t[i], b[i], b[j], b[k]);
    }

    /// Three nodes inside: a prism between them and their cuts.
    void fill_under_triangle(const std::array<std::size_t, 4>& in, std::size_t outside) {
        std::array<int, 3> rank{};
        std::array<int, 3> top{};
        std::array<int, 3> bottom{};
        for (int i = 0; i < 3; ++i) {
            top[i] = vertex(in[i]);
            bottom[i] = cut_vertex(in[i], outside);
            for (int j = 0; j < i; ++j)
                ++rank[diagonal_from_first(in[i], in[j], outside) ? j : i];
        }
        fill_prism(top, bottom, rank);
    }

    /// Two nodes inside, two outside: a prism between the triangles at p and at q.
    void fill_wedge(std::size_t p, std::size_t q, std::size_t out_1, std::size_t out_2) {
        const bool first = diagonal_from_first(p, q, out_1);
        const bool second = diagonal_from_first(p, q, out_2);
        const std::array<int, 3> top{vertex(p), cut_vertex(p, out_1), cut_vertex(p, out_2)};
        const std::array<int, 3> bottom{vertex(q), cut_vertex(q, out_1), cut_vertex(q, out_2)};
        // The third side is on the surface, and either diagonal will do where the others allow it: the shorter.
        const auto& v = m_mesh.vertices;
        const bool third =
            (v[top[1]] - v[bottom[2]]).squaredNorm() < (v[top[2]] - v[bottom[1]]).squaredNorm();
        std::array<int, 3> rank{};
        if (first && second)
            rank = third ? std::array{0, 1, 2} : std::array{0, 2, 1};
        else if (!first && !second)
            rank = third ? std::array{2, 0, 1} : std::array{2, 1, 0};
        else
            rank = first ? std::array{1, 2, 0} : std::array{1, 0, 2};
        fill_prism(top, bottom, rank);
    }

    const BccLattice& m_lattice;
    std::vector<double>& m_values;
    std::vector<int> m_index;  ///< of the vertex at each node, −1 if it is not used
    std::unordered_map<std::size_t, Eigen::Vector3d> m_warped;
    std::unordered_map<std::uint64_t, int> m_cuts;
    TetMesh m_mesh;
};

}  // namespace

TetMesh stuff_isosurface(const BccLattice& lattice, std::vector<double> values) {
    return Stuffing(lattice, values).run();
}

}  // namespace sinew::tetrahedra
