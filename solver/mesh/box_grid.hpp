// Which of many things is nearest? Their bounding boxes sorted into the boxes of a grid, searched in growing rings.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sinew {

class BoxGrid {
public:
    /// `per_side` boxes along the longest side of all items, within bounds that keep the memory small.
    BoxGrid(std::span<const Eigen::AlignedBox3d> items, double per_side);

    struct Nearest {
        int item = -1;  ///< −1 only if there are no items
        double squared_distance = std::numeric_limits<double>::infinity();
    };
    /// `squared_distance(item)` is asked of items in the boxes around the point, of some more than once. Of several as
    /// near, the lowest.
    template <class SquaredDistance>
    Nearest find(const Eigen::Vector3d& point, SquaredDistance&& squared_distance) const {
        const Eigen::Vector3i centre = box_of(point);
        Nearest nearest;
        for (int ring = 0; ring <= m_count.maxCoeff(); ++ring) {
            // What lies in the boxes of this ring and beyond is at least so far away.
            const double reach = (ring - 1) * m_size;
            const double least = nearest.squared_distance;
            if (nearest.item >= 0 && (least == 0.0 || (reach > 0.0 && reach * reach > least)))
                break;
            for_each_box_of_ring(centre, ring, [&](std::size_t box) {
                for (std::size_t n = m_first[box]; n < m_first[box + 1]; ++n) {
                    const double distance = squared_distance(m_items[n]);
                    const bool tie = distance == nearest.squared_distance;
                    if (distance < nearest.squared_distance || (tie && m_items[n] < nearest.item))
                        nearest = {m_items[n], distance};
                }
            });
        }
        return nearest;
    }

private:
    /// The nearest box of the grid, for points outside too.
    Eigen::Vector3i box_of(const Eigen::Vector3d& point) const;
    std::size_t index_of(int i, int j, int k) const {
        return (static_cast<std::size_t>(k) * m_count.y() + j) * m_count.x() + i;
    }

    template <class Visit>
    void for_each_box_of(const Eigen::AlignedBox3d& item, Visit&& visit) const {
        const Eigen::Vector3i low = box_of(item.min());
        const Eigen::Vector3i high = box_of(item.max());
        for (int k = low.z(); k <= high.z(); ++k) {
            for (int j = low.y(); j <= high.y(); ++j) {
                for (int i = low.x(); i <= high.x(); ++i)
                    visit(index_of(i, j, k));
            }
        }
    }

    template <class Visit>
    void for_each_box_of_ring(const Eigen::Vector3i& centre, int ring, Visit&& visit) const {
        const Eigen::Vector3i low = (centre.array() - ring).max(0);
        const Eigen::Vector3i high = (centre.array() + ring).min(m_count.array() - 1);
        for (int k = low.z(); k <= high.z(); ++k) {
            for (int j = low.y(); j <= high.y(); ++j) {
                for (int i = low.x(); i <= high.x(); ++i) {
                    const bool on_ring = std::abs(i - centre.x()) == ring ||
                                         std::abs(j - centre.y()) == ring ||
                                         std::abs(k - centre.z()) == ring;
                    if (on_ring) visit(index_of(i, j, k));
                }
            }
        }
    }

    Eigen::AlignedBox3d m_bounds;
    double m_size = 1.0;  ///< of a box [m]
    Eigen::Vector3i m_count = Eigen::Vector3i::Ones();
    std::vector<std::size_t> m_first;  ///< of each box in m_items, and the end
    std::vector<int> m_items;
};

}  // namespace sinew
