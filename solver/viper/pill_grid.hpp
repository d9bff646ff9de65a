// Which pills may touch: a uniform grid over their bounding spheres [viper section 7.1].
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

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

/// Around the end spheres of two pills: a pill and where it goes, or one pill twice. Its group is not set.
BoundingSphere sphere_around(const Pill<double>& p, const Pill<double>& q);

/// Indices of two spheres that overlap, first < second.
struct CandidatePair {
    std::int32_t first = 0;
    std::int32_t second = 0;
};

class PillGrid {
public:
    /// All overlapping pairs, sorted: the order depends on the spheres alone. Memory is kept for the next call.
    const std::vector<CandidatePair>& find_pairs(std::span<const BoundingSphere> spheres);

private:
    void sort_into_cells(std::span<const BoundingSphere> spheres);
    /// Calls visit(j) for each sphere j > i that meets sphere i.
    template <class Visit>
    void for_each_partner(std::span<const BoundingSphere> spheres, std::int32_t i,
                          Visit&& visit) const;

    Eigen::Vector3d m_origin;
    double m_cell = 1.0;
    std::int64_t m_size[3] = {1, 1, 1};
    std::vector<std::int64_t> m_cell_of;       ///< of each sphere
    std::vector<std::int32_t> m_order;         ///< spheres by cell
    std::vector<std::int64_t> m_sorted_cells;  ///< their cells, rising
    std::vector<std::int64_t> m_first;         ///< of each sphere's pairs
    std::vector<CandidatePair> m_pairs;
};

}  // namespace sinew::viper
