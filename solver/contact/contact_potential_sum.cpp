// ContactPotential: the sum over active pairs, and where it is in the large matrix.
#include <algorithm>
#include <utility>

#include "base/parallel.hpp"
#include "contact/contact_potential.hpp"
#include "contact/pair_carriers.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::VectorXd;
using Vec = ContactPair::Vec;
using Mat = ContactPair::Mat;

namespace {

constexpr std::size_t ACTIVE_GRAIN = 16;
/// Hessians made before they are added up: enough for all threads, few enough for the cache.
constexpr std::size_t BATCH = 1024;

}  // namespace

void ContactPotential::list_block_pairs(const std::array<int, 4>& points, BlockPairs& pairs) const {
    const PairCarriers carriers(m_points, points);
    for (int u = 0; u < carriers.count; ++u) {
        for (int v = 0; v < u; ++v)
            pairs.emplace_back(carriers.block[u], carriers.block[v]);
    }
}

void ContactPotential::list_pairs(BlockPairs& pairs) const {
    for (const auto& points : m_patterned)
        list_block_pairs(points, pairs);
    if (m_planes.empty()) return;
    // The nodes of one point: the pattern of a solid has them already.
    for (const int point : m_free_points)
        list_block_pairs({point, m_planes[0], m_planes[0], m_planes[0]}, pairs);
}

void ContactPotential::find_slots(const BlockPattern& /*pattern*/) {
    m_needs_pattern = false;
}

bool ContactPotential::has_room(const BlockPattern& pattern,
                                const std::array<int, 4>& points) const {
    const PairCarriers carriers(m_points, points);
    for (int u = 0; u < carriers.count; ++u) {
        for (int v = 0; v < u; ++v) {
            const auto [low, high] = std::minmax(carriers.block[u], carriers.block[v]);
            if (!pattern.find(high, low)) return false;
        }
    }
    return true;
}

bool ContactPotential::fits(const BlockPattern& pattern) {
    const std::size_t before = m_patterned.size();
    for (std::size_t k = 0; k < m_active_count; ++k) {
        const std::array<int, 4>& points = m_active_list[k].points;
        if (!has_room(pattern, points)) m_patterned.push_back(points);
    }
    return !m_needs_pattern && m_patterned.size() == before;
}

double ContactPotential::value(const VectorXd& x) const {
    return parallel_sum<double>(
        m_active_count, ACTIVE_GRAIN, [&](std::size_t begin, std::size_t end) {
            double sum = 0.0;
            for (std::size_t k = begin; k < end; ++k)
                sum += m_active_list[k].pair.value(gather(x, m_active_list[k].points));
            return sum;
        });
}

void ContactPotential::add_to_nodes(const std::array<int, 4>& points, const Vec& forces,
                                    VectorXd& g) const {
    for (int a = 0; a < 4; ++a) {
        const NodePoint& on = m_points[points[a]];
        for (int i = 0; i < 4; ++i) {
            if (on.weights[i] != 0.0)
                block_of(g, on.nodes[i]) += on.weights[i] * forces.segment<3>(3L * a);
        }
    }
}

void ContactPotential::add_to_nodes(const std::array<int, 4>& points,
                                    const Eigen::Vector4d& weights, const Eigen::Vector3d& force,
                                    VectorXd& g) const {
    Vec forces;
    for (int a = 0; a < 4; ++a)
        forces.segment<3>(3L * a) = weights[a] * force;
    add_to_nodes(points, forces, g);
}

double ContactPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    m_parts.resize(std::max(m_parts.size(), m_active_count));
    parallel_for(m_active_count, ACTIVE_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t k = begin; k < end; ++k) {
            const ActivePair& active = m_active_list[k];
            m_parts[k].value = active.pair.gradient(gather(x, active.points), m_parts[k].g);
        }
    });
    double sum = 0.0;
    for (std::size_t k = 0; k < m_active_count; ++k) {
        sum += m_parts[k].value;
        add_to_nodes(m_active_list[k].points, weight * m_parts[k].g, g);
    }
    return sum;
}

bool ContactPotential::find_block_slots(const std::array<int, 4>& points,
                                        const BlockPattern& pattern, Part& part) const {
    std::array<int, 4> block;
    for (int a = 0; a < 4; ++a) {
        const NodePoint& on = m_points[points[a]];
        if (on.weights[1] != 0.0 || on.weights[2] != 0.0 || on.weights[3] != 0.0) return false;
        if (on.weights[0] != 0.0 && on.weights[0] != 1.0) return false;
        block[a] = on.weights[0] == 1.0 ? on.nodes[0] : -1;
        if (block[a] >= 0 &&
            std::find(block.begin(), block.begin() + a, block[a]) != block.begin() + a)
            return false;
    }
    std::size_t* slot = part.slots.data();
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b) {
            const auto [low, high] = std::minmax(block[a], block[b]);
            *slot++ = low < 0 ? NO_SLOT : pattern.slot(high, low);
        }
    }
    return true;
}

void ContactPotential::add_to_blocks(const std::array<int, 4>& points, const Part& part,
                                     double weight, BlockMatrix& H) const {
    const std::size_t* slot = part.slots.data();
    for (int a = 0; a < 4; ++a) {
        for (int b = 0; b <= a; ++b, ++slot) {
            if (*slot == NO_SLOT) continue;
            const bool is_lower = m_points[points[a]].nodes[0] >= m_points[points[b]].nodes[0];
            const auto [row, column] = is_lower ? std::pair(a, b) : std::pair(b, a);
            H.blocks()[*slot] += weight * part.H.block<3, 3>(3L * row, 3L * column);
        }
    }
}

void ContactPotential::add_to_carriers(const std::array<int, 4>& points, const Part& part,
                                       double weight, BlockMatrix& H) const {
    const PairCarriers carriers(m_points, points);
    for (int u = 0; u < carriers.count; ++u) {
        for (int v = 0; v < carriers.count; ++v) {
            if (carriers.block[u] < carriers.block[v]) continue;
            Matrix3d block = Matrix3d::Zero();
            for (int a = 0; a < 4; ++a) {
                for (int b = 0; b < 4; ++b) {
                    const double share = carriers.weights[u][a] * carriers.weights[v][b];
                    if (share != 0.0) block += share * part.H.block<3, 3>(3L * a, 3L * b);
                }
            }
            H.blocks()[H.pattern().slot(carriers.block[u], carriers.block[v])] += weight * block;
        }
    }
}

double ContactPotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd,
                                     VectorXd& g, BlockMatrix& H) const {
    m_parts.resize(std::max(m_parts.size(), std::min(BATCH, m_active_count)));
    for (std::size_t first = 0; first < m_active_count; first += BATCH) {
        const std::size_t count = std::min(BATCH, m_active_count - first);
        parallel_for(count, ACTIVE_GRAIN, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                const ActivePair& active = m_active_list[first + k];
                const Vec p = gather(x, active.points);
                Part& part = m_parts[k];
                part.value = psd == PsdProjection::None
                                 ? active.pair.hessian(p, part.g, part.H)
                                 : active.pair.positive_hessian(p, part.g, part.H);
                part.is_of_blocks = find_block_slots(active.points, H.pattern(), part);
            }
        });
        for (std::size_t k = 0; k < count; ++k) {
            const std::array<int, 4>& points = m_active_list[first + k].points;
            if (m_parts[k].is_of_blocks) {
                add_to_blocks(points, m_parts[k], weight, H);
            } else {
                add_to_carriers(points, m_parts[k], weight, H);
            }
        }
    }
    return add_gradient(x, weight, g);
}

void ContactPotential::add_travel(const VectorXd& x, VectorXd& g) const {
    if (!m_travels) return;
    for (std::size_t k = 0; k < m_active_count; ++k) {
        const ActivePair& active = m_active_list[k];
        Vec way = Vec::Zero();
        for (int a = 0; a < 4; ++a) {
            const int point = active.points[a];
            way.segment<3>(3L * a) = (1.0 - m_travelled) * (m_end[point] - m_start[point]);
        }
        if (way.isZero(0.0)) continue;
        Vec force;
        Mat H;
        active.pair.positive_hessian(gather(x, active.points), force, H);
        add_to_nodes(active.points, H * way, g);
    }
}

}  // namespace sinew
