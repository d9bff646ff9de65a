#include "mesh/box_tree.hpp"

#include <algorithm>
#include <numeric>

namespace sinew {

using Eigen::AlignedBox3d;

BoxTree::BoxTree(std::span<const AlignedBox3d> items) : m_items(items.size()) {
    std::iota(m_items.begin(), m_items.end(), 0);
    if (!items.empty()) build(items, 0, static_cast<int>(items.size()));
    m_boxes.reserve(items.size());
    for (const int item : m_items)
        m_boxes.push_back(items[item]);
}

void BoxTree::build(std::span<const AlignedBox3d> items, int begin, int end) {
    const std::size_t index = m_nodes.size();
    Node& node = m_nodes.emplace_back();
    AlignedBox3d centres;
    for (int i = begin; i < end; ++i) {
        node.box.extend(items[m_items[i]]);
        centres.extend(items[m_items[i]].center());
    }
    if (end - begin <= LEAF) {
        node.first = begin;
        node.count = end - begin;
        return;
    }
    Eigen::Index axis = 0;
    centres.sizes().maxCoeff(&axis);
    const int middle = begin + (end - begin) / 2;
    std::nth_element(m_items.begin() + begin, m_items.begin() + middle, m_items.begin() + end,
                     [&](int a, int b) {
                         const double at_a = items[a].min()[axis] + items[a].max()[axis];
                         const double at_b = items[b].min()[axis] + items[b].max()[axis];
                         return at_a < at_b || (at_a == at_b && a < b);
                     });
    build(items, begin, middle);
    m_nodes[index].first = static_cast<int>(m_nodes.size());
    build(items, middle, end);
}

}  // namespace sinew
