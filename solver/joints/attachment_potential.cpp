#include "joints/attachment_potential.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "math/psd_projection.hpp"

namespace sinew::joints {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using Vec12 = AttachmentElement::Vec;
using Mat12 = AttachmentElement::Mat;

AttachmentPotential::AttachmentPotential(std::vector<NodePoint> points,
                                         std::vector<std::array<int, 4>> stencils)
    : m_points(std::move(points)), m_stencils(std::move(stencils)) {
    for (const auto& stencil : m_stencils) {
        const PairCarriers& carriers = m_carriers.emplace_back(m_points, stencil);
        for (int k = 0; k < carriers.count; ++k)
            m_range.include(carriers.block[k]);
    }
    m_elements.resize(m_stencils.size());
    m_start.assign(m_stencils.size(), Vec12::Zero());
}

void AttachmentPotential::set_elements(std::vector<AttachmentElement> elements) {
    assert(elements.size() == m_stencils.size());
    m_elements = std::move(elements);
}

void AttachmentPotential::set_positions(const std::vector<Vector3d>& positions) {
    for (std::size_t e = 0; e < m_stencils.size(); ++e) {
        for (int i = 0; i < 4; ++i)
            m_start[e].segment<3>(3L * i) = positions[m_stencils[e][i]];
    }
}

Vec12 AttachmentPotential::gather(const VectorXd& x, std::size_t element) const {
    Vec12 y = m_start[element];
    const PairCarriers& carriers = m_carriers[element];
    for (int k = 0; k < carriers.count; ++k) {
        const Vector3d moved = block_of(x, carriers.block[k]);
        for (int i = 0; i < 4; ++i)
            y.segment<3>(3L * i) += carriers.weights[k][i] * moved;
    }
    return y;
}

Vector3d AttachmentPotential::offset(const VectorXd& x, std::size_t element) const {
    return m_elements[element].offset(gather(x, element));
}

double AttachmentPotential::compliance(std::size_t element, bool of_target,
                                       std::span<const Matrix3d> diagonal) const {
    const PairCarriers& carriers = m_carriers[element];
    const Vector3d& b = m_elements[element].coordinates;
    double sum = 0.0;
    for (int k = 0; k < carriers.count; ++k) {
        const double weight =
            of_target ? b.dot(carriers.weights[k].tail<3>()) : carriers.weights[k][0];
        if (weight == 0.0) continue;
        const double resistance = diagonal[carriers.block[k]].diagonal().maxCoeff();
        if (resistance > 0.0) sum += weight * weight / resistance;
    }
    return sum;
}

void AttachmentPotential::list_pairs(BlockPairs& pairs) const {
    for (const PairCarriers& carriers : m_carriers) {
        for (int a = 0; a < carriers.count; ++a) {
            for (int b = 0; b < a; ++b)
                pairs.emplace_back(carriers.block[a], carriers.block[b]);
        }
    }
}

void AttachmentPotential::find_slots(const BlockPattern& pattern) {
    m_slots.assign(m_carriers.size(), {});
    for (std::size_t e = 0; e < m_carriers.size(); ++e) {
        const PairCarriers& carriers = m_carriers[e];
        for (int a = 0; a < carriers.count; ++a) {
            for (int b = 0; b <= a; ++b) {
                const auto [low, high] = std::minmax(carriers.block[a], carriers.block[b]);
                m_slots[e].push_back(pattern.slot(high, low));
            }
        }
    }
}

double AttachmentPotential::value(const VectorXd& x) const {
    if (m_is_aside) return 0.0;
    double sum = 0.0;
    for (std::size_t e = 0; e < m_elements.size(); ++e)
        sum += m_elements[e].value(gather(x, e));
    return sum;
}

double AttachmentPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    if (m_is_aside) return 0.0;
    double sum = 0.0;
    Vec12 own;
    for (std::size_t e = 0; e < m_elements.size(); ++e) {
        sum += m_elements[e].gradient(gather(x, e), own);
        const PairCarriers& carriers = m_carriers[e];
        for (int k = 0; k < carriers.count; ++k) {
            for (int i = 0; i < 4; ++i)
                block_of(g, carriers.block[k]) +=
                    weight * carriers.weights[k][i] * own.segment<3>(3L * i);
        }
    }
    return sum;
}

double AttachmentPotential::add_hessian(const VectorXd& x, double weight, PsdProjection psd,
                                        VectorXd& g, BlockMatrix& H) const {
    if (m_is_aside) return 0.0;
    Vec12 own;
    Mat12 own_H;
    for (std::size_t e = 0; e < m_elements.size(); ++e) {
        m_elements[e].hessian(gather(x, e), own, own_H);
        if (psd == PsdProjection::Clamp) clamp_to_psd(own_H);
        const PairCarriers& carriers = m_carriers[e];
        std::size_t slot = 0;
        for (int a = 0; a < carriers.count; ++a) {
            for (int b = 0; b <= a; ++b, ++slot) {
                const bool same_order = carriers.block[a] >= carriers.block[b];
                const Eigen::Vector4d& rows = carriers.weights[same_order ? a : b];
                const Eigen::Vector4d& columns = carriers.weights[same_order ? b : a];
                Matrix3d sum = Matrix3d::Zero();
                for (int i = 0; i < 4; ++i) {
                    for (int j = 0; j < 4; ++j)
                        sum += rows[i] * columns[j] * own_H.block<3, 3>(3L * i, 3L * j);
                }
                H.blocks()[m_slots[e][slot]] += weight * sum;
            }
        }
    }
    return add_gradient(x, weight, g);
}

}  // namespace sinew::joints
