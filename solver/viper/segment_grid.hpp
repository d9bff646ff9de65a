// Nearest segment of many, by a uniform grid.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace sinew::viper {

class SegmentGrid {
public:
    /// A tapered capsule.
    struct Segment {
        Eigen::Vector3d a, b;                   ///< [m]
        double radius_a = 0.0, radius_b = 0.0;  ///< [m]
        int point = 0;                          ///< the caller's own index
    };
    struct Nearest {
        std::size_t segment = 0;
        double t = 0.0;         ///< along the segment
        double distance = 0.0;  ///< to the axis, less the radius there [m]
    };

    /// Keeps a copy; there must be at least one.
    explicit SegmentGrid(std::vector<Segment> segments);

    /// The segment whose surface is nearest; of equals the first.
    Nearest nearest(const Eigen::Vector3d& x) const;

private:
    using Cell = std::array<int, 3>;
    struct CellHash {
        std::size_t operator()(const Cell& cell) const;
    };

    Cell cell_of(const Eigen::Vector3d& x) const;
    void consider(const Cell& cell, const Eigen::Vector3d& x, Nearest& best) const;

    std::vector<Segment> m_segments;
    Eigen::Vector3d m_low, m_high;
    double m_cell_size = 1.0;
    double m_largest_radius = 0.0;
    std::unordered_map<Cell, std::vector<std::uint32_t>, CellHash> m_cells;
};

}  // namespace sinew::viper
