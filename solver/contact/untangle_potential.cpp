#include "contact/untangle_potential.hpp"

#include <algorithm>
#include <cmath>

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

namespace {

/// Pins hold what they leave less than this share of its compliance.
constexpr double HELD_BY_PINS = 0.1;

}  // namespace

void UntanglePotential::clear() {
    m_needs_pattern = m_needs_pattern || !m_springs.empty();
    m_springs.clear();
    m_carriers.clear();
}

UntanglePotential::Spring UntanglePotential::spring_of(const WayOut& way) {
    Spring spring{.first_carrier = m_carriers.size(),
                  .carriers = 0,
                  .n = way.direction,
                  .way = Vector3d::Zero(),
                  .goal = way.goal,
                  .stiffness = 0.0};
    for (std::size_t i = 0; i < way.points.size(); ++i) {
        if (way.weights[i] == 0.0) continue;
        spring.way += way.weights[i] * m_contact.way_left(way.points[i]);
        const NodePoint& on = m_contact.carriers()[way.points[i]];
        for (int k = 0; k < 4; ++k) {
            if (on.weights[k] == 0.0) continue;
            const auto begin =
                m_carriers.begin() + static_cast<std::ptrdiff_t>(spring.first_carrier);
            const auto at = std::find_if(begin, m_carriers.end(), [&](const Carrier& carrier) {
                return carrier.block == on.nodes[k];
            });
            if (at != m_carriers.end()) {
                at->weight += way.weights[i] * on.weights[k];
            } else {
                m_carriers.push_back({on.nodes[k], way.weights[i] * on.weights[k]});
            }
        }
    }
    spring.carriers = m_carriers.size() - spring.first_carrier;
    return spring;
}

double UntanglePotential::compliance(const Spring& spring, const std::vector<Matrix3d>& diagonal,
                                     const std::vector<Matrix3d>& without) const {
    double sum = 0.0;
    for (const auto& [block, weight] : carriers_of(spring)) {
        Matrix3d stiffness = diagonal[block];
        if (!without.empty()) stiffness -= without[block];
        if (weight != 0.0) sum += weight * weight / (stiffness * spring.n).norm();
    }
    return sum;
}

void UntanglePotential::set_ways(const std::vector<WayOut>& ways) {
    clear();
    if (ways.empty()) return;
    const std::vector<Matrix3d>& diagonal = m_contact.stiffness();
    const std::vector<Matrix3d> pins = m_contact.pin_stiffness();
    for (const WayOut& way : ways) {
        Spring spring = spring_of(way);
        const double gives = compliance(spring, diagonal, {});
        const bool moves = gives > 0.0 && std::isfinite(gives);
        const bool is_held =
            moves && !pins.empty() && gives < HELD_BY_PINS * compliance(spring, diagonal, pins);
        if (!moves || is_held) {
            m_carriers.resize(spring.first_carrier);
            continue;
        }
        spring.stiffness = 1.0 / gives;
        m_springs.push_back(spring);
    }
    m_needs_pattern = m_needs_pattern || !m_springs.empty();
}

double UntanglePotential::stretch(const Spring& spring, const VectorXd& x) const {
    Vector3d u = m_contact.travelled() * spring.way;
    for (const auto& [block, weight] : carriers_of(spring))
        u += weight * block_of(x, block);
    return spring.n.dot(u) - spring.goal;
}

void UntanglePotential::list_pairs(BlockPairs& pairs) const {
    for (const Spring& spring : m_springs) {
        const auto carriers = carriers_of(spring);
        for (std::size_t u = 0; u < carriers.size(); ++u) {
            for (std::size_t v = 0; v < u; ++v)
                pairs.emplace_back(carriers[u].block, carriers[v].block);
        }
    }
}

double UntanglePotential::value(const VectorXd& x) const {
    double sum = 0.0;
    for (const Spring& spring : m_springs) {
        const double s = stretch(spring, x);
        sum += 0.5 * spring.stiffness * s * s;
    }
    return sum;
}

double UntanglePotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    double sum = 0.0;
    for (const Spring& spring : m_springs) {
        const double s = stretch(spring, x);
        sum += 0.5 * spring.stiffness * s * s;
        for (const auto& [block, c] : carriers_of(spring))
            block_of(g, block) += weight * spring.stiffness * s * c * spring.n;
    }
    return sum;
}

double UntanglePotential::add_hessian(const VectorXd& x, double weight, PsdProjection /*psd*/,
                                      VectorXd& g, BlockMatrix& H) const {
    if (m_is_aside) return 0.0;
    for (const Spring& spring : m_springs) {
        const Matrix3d tangent = weight * spring.stiffness * spring.n * spring.n.transpose();
        const auto carriers = carriers_of(spring);
        for (const Carrier& u : carriers) {
            for (const Carrier& v : carriers) {
                if (u.block < v.block) continue;
                H.blocks()[H.pattern().slot(u.block, v.block)] += u.weight * v.weight * tangent;
            }
        }
    }
    return add_gradient(x, weight, g);
}

void UntanglePotential::add_travel(const VectorXd& /*x*/, VectorXd& g) const {
    if (!m_contact.travels()) return;
    const double left = 1.0 - m_contact.travelled();
    for (const Spring& spring : m_springs) {
        const double s = left * spring.n.dot(spring.way);
        for (const auto& [block, c] : carriers_of(spring))
            block_of(g, block) += spring.stiffness * s * c * spring.n;
    }
}

}  // namespace sinew
