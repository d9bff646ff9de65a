// Which pills may touch: a uniform grid over their bounding spheres [viper section 7.1].
//
// Each sphere looks for the smaller ones, so that a few large spheres cost the many small ones nothing.
//
// From step to step most spheres move little. The grid is filled with wider ones, and the pairs found serve until a sphere
// leaves its wider one; which of them overlap is looked up each time. The result is as if all were found anew.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "math/pack.hpp"
#include "math/pill.hpp"

namespace sinew::viper {

struct BoundingSphere {
    Eigen::Vector3d centre;
    double radius = 0.0;
    /// Spheres of one group do not meet each other: the rods of one muscle.
    std::int32_t group = 0;
    /// Two that are not dynamic do not meet either.
    bool dynamic = true;
};

inline bool spheres_overlap(const BoundingSphere& a, const BoundingSphere& b) {
    const double reach = a.radius + b.radius;
    return (a.centre - b.centre).squaredNorm() < reach * reach;
}

/// Around the end spheres of two pills: a pill and where it goes, or one pill twice. Its group is not set.
BoundingSphere sphere_around(const Pill<double>& p, const Pill<double>& q);

/// Indices of two spheres that overlap, first < second.
struct CandidatePair {
    std::int32_t first = 0;
    std::int32_t second = 0;
};

class PillGrid {
public:
    /// All overlapping pairs, sorted: the order depends on the spheres alone, not on those of calls before. Memory is kept
    /// for the next call.
    std::span<const CandidatePair> find_pairs(std::span<const BoundingSphere> spheres);

private:
    enum Value { X, Y, Z, RADIUS, GROUP };

    /// Whether every sphere lies in the wider one that stands for it.
    bool are_inside(std::span<const BoundingSphere> spheres) const;
    /// Wide enough for some calls, if the spheres go on as from the last call to this one.
    void widen(std::span<const BoundingSphere> spheres);
    /// All pairs of the wider spheres.
    void find_wide_pairs();
    void sort_into_cells(std::span<const BoundingSphere> spheres);
    std::int64_t cell_along(int axis, double x) const;
    void order_by_cell();
    /// Where in the order the cells from this one on begin.
    std::size_t first_from(std::int64_t cell) const;
    /// Appends the pairs of the k-th sphere of the order with those that are smaller, or as large and of lower index.
    void append_pairs(std::size_t k, std::vector<CandidatePair>& pairs) const;
    void sort_pairs(std::size_t count);

    std::vector<BoundingSphere> m_wide;       ///< of each sphere
    std::vector<Eigen::Vector3d> m_last;      ///< centres at the last call
    std::vector<CandidatePair> m_wide_pairs;  ///< sorted
    std::vector<CandidatePair> m_pairs;       ///< those of them that overlap now, and room for more
    Eigen::Vector3d m_origin;
    double m_cell = 1.0;
    std::int64_t m_size[3] = {1, 1, 1};
    std::vector<std::int64_t> m_cell_of;          ///< of each sphere
    std::vector<std::int32_t> m_order;            ///< spheres by cell
    std::vector<std::int64_t> m_sorted_cells;     ///< their cells, rising
    std::vector<BoundingSphere> m_sorted;         ///< the wide spheres themselves
    std::array<std::vector<double>, 5> m_values;  ///< their values, as they are searched
    std::vector<std::int32_t>
        m_table;  ///< where each cell begins in the order; empty: too many cells
    std::vector<std::vector<CandidatePair>> m_found;  ///< by each task
    std::vector<std::int32_t> m_first_pair;           ///< of each first sphere
    std::vector<std::int32_t> m_next_pair;
};

}  // namespace sinew::viper
