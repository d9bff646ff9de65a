// The pairs of points, edges and triangles that may touch during a motion.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "contact/contact_mesh.hpp"
#include "contact/overlap_tree.hpp"

namespace sinew {

/// Points of each pair; those of the first part come first. Each list has the order of first parts, then of second parts in the mesh.
struct ContactCandidates {
    std::vector<std::array<int, 4>> point_triangles;
    std::vector<std::array<int, 4>> edge_edges;   ///< the first edge is the earlier one in the mesh
    std::vector<std::array<int, 3>> point_edges;  ///< points in no triangle and edges of rods
    std::vector<std::array<int, 2>> point_points;  ///< loose points

    std::size_t size() const {
        return point_triangles.size() + edge_edges.size() + point_edges.size() +
               point_points.size();
    }
};

/// Finds candidates of one mesh again and again. Keeps its memory.
///
/// Boxes are in single precision and rounded outwards, about the centre of all points. So pairs are found whose boxes overlap,
/// and some whose boxes are apart by less than 2⁻²⁰ of the size of the scene. The result does not depend on the number of threads.
class CandidateSearch {
public:
    /// The mesh must outlive the search and stay as it is.
    explicit CandidateSearch(const ContactMesh& mesh);

    /// The rules of the mesh have changed.
    void read_rules();

    /// All pairs whose boxes may overlap on the way. The box of a point goes evenly from its position `from` to that `to` and is larger by its radius
    /// and `reach` on all sides; that of an edge or triangle contains those of its points. Boxes do not overlap on the way if all that they sweep is apart,
    /// or if they lie on the same sides of each other at both ends. Left out are pairs that share a
    /// point, that the rules forbid, and that are near at rest. So no pair is missing that comes nearer than both radii and both reaches together
    /// while its points move straight and evenly; what moves alike adds no pairs. Positions must be finite.
    void find(std::span<const Eigen::Vector3d> from, std::span<const Eigen::Vector3d> to,
              std::span<const double> reach, ContactCandidates& candidates);

private:
    /// Eight boxes at one end of their way, a row an axis: low, and high with the sign changed.
    struct alignas(32) BoxesAtEnd {
        float low[3][OverlapTree::WIDTH];
        float minus_high[3][OverlapTree::WIDTH];

        void set(int lane, const FloatBox& box);
    };
    /// Points, edges or triangles, and the tree of the boxes that they sweep.
    template <int CORNERS>
    struct Parts {
        using Corners = std::array<int, CORNERS>;
        /// Of a leaf: its items, their corners, and their boxes at both ends.
        struct alignas(32) Leaf {
            int item[OverlapTree::WIDTH];
            int corner[CORNERS][OverlapTree::WIDTH];
            std::array<BoxesAtEnd, 2> ends;
        };

        std::vector<Corners> corners;
        std::vector<std::uint64_t>
            groups;  ///< a bit for the surface of each; empty: there is only one
        std::vector<FloatBox> rest_boxes;  ///< larger by radius and half the margin; or empty
        std::vector<FloatBox> boxes;
        OverlapTree tree;
        std::vector<Leaf> leaves;
    };
    /// Of a chunk of leaves: both parts of each pair. The vectors are longer than `count`.
    struct ChunkPairs {
        std::vector<int> first;
        std::vector<int> second;
        std::size_t count = 0;
    };

    template <int CORNERS>
    void add_groups(Parts<CORNERS>& parts) const;
    template <int CORNERS>
    void add_rest(Parts<CORNERS>& parts) const;
    void make_point_boxes(std::span<const Eigen::Vector3d> from,
                          std::span<const Eigen::Vector3d> to, std::span<const double> reach);
    template <int CORNERS>
    void build(Parts<CORNERS>& parts) const;
    template <int FIRST, int SECOND>
    void collect(const Parts<FIRST>& first, const Parts<SECOND>& second,
                 std::vector<std::array<int, FIRST + SECOND>>& pairs);
    template <int FIRST, int SECOND>
    void collect_leaf(const Parts<FIRST>& first, const Parts<SECOND>& second, int leaf,
                      ChunkPairs& found) const;
    /// Of eight boxes those that a ninth may overlap on the way.
    static unsigned overlap_on_the_way(const std::array<BoxesAtEnd, 2>& boxes,
                                       const std::array<BoxesAtEnd, 2>& others, int lane);
    template <int FIRST, int SECOND>
    bool may_meet(const Parts<FIRST>& first, const Parts<SECOND>& second, int a, int b) const;
    template <int FIRST, int SECOND>
    void sort_pairs(const Parts<FIRST>& first, const Parts<SECOND>& second,
                    std::vector<std::array<int, FIRST + SECOND>>& pairs);

    const ContactMesh* m_mesh;
    bool m_all_meet = true;
    std::vector<std::uint64_t> m_meets;  ///< of each bit of groups: the bits that it meets
    Eigen::Vector3d m_rest_origin{0, 0, 0};
    Parts<1> m_points;
    Parts<2> m_edges;
    Parts<3> m_triangles;
    Parts<1> m_bare_points;   ///< in no triangle
    Parts<1> m_loose_points;  ///< in no edge either
    Parts<2> m_rod_edges;

    std::array<std::vector<FloatBox>, 2> m_end_boxes;  ///< of each point, where it begins and ends
    bool m_moves = false;
    std::vector<ChunkPairs> m_chunks;
    std::vector<std::uint32_t> m_starts;
    std::vector<int> m_seconds;
};

}  // namespace sinew
