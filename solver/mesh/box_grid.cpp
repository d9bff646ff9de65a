#include "mesh/box_grid.hpp"

#include <algorithm>

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;
using Eigen::Vector3i;

namespace {

/// Boxes along the longest side at most; memory stays small on any mesh.
constexpr double MAX_BOXES = 128.0;

}  // namespace

BoxGrid::BoxGrid(std::span<const AlignedBox3d> items, double per_side) {
    for (const AlignedBox3d& item : items)
        m_bounds.extend(item);
    if (items.empty()) m_bounds.extend(Vector3d::Zero());
    const double longest = m_bounds.sizes().maxCoeff();
    if (longest > 0.0) m_size = longest / std::clamp(per_side, 1.0, MAX_BOXES);
    for (int axis = 0; axis < 3; ++axis)
        m_count[axis] = 1 + static_cast<int>(m_bounds.sizes()[axis] / m_size);

    m_first.assign(static_cast<std::size_t>(m_count.x()) * m_count.y() * m_count.z() + 1, 0);
    for (const AlignedBox3d& item : items)
        for_each_box_of(item, [&](std::size_t box) { ++m_first[box + 1]; });
    for (std::size_t box = 1; box < m_first.size(); ++box)
        m_first[box] += m_first[box - 1];
    m_items.resize(m_first.back());
    std::vector<std::size_t> next(m_first.begin(), m_first.end() - 1);
    for (std::size_t i = 0; i < items.size(); ++i) {
        for_each_box_of(items[i],
                        [&](std::size_t box) { m_items[next[box]++] = static_cast<int>(i); });
    }
}

Vector3i BoxGrid::box_of(const Vector3d& point) const {
    Vector3i box;
    for (int axis = 0; axis < 3; ++axis) {
        const double at = (point[axis] - m_bounds.min()[axis]) / m_size;
        box[axis] = static_cast<int>(std::clamp(at, 0.0, m_count[axis] - 1.0));
    }
    return box;
}

}  // namespace sinew
