#include "contact/contact_anchors.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

using Eigen::Vector3d;
using Eigen::Vector4d;

namespace {

bool is_sound(const ContactAnchor& anchor, std::size_t points) {
    for (const int point : anchor.points) {
        if (point < 0 || static_cast<std::size_t>(point) >= points) return false;
    }
    const bool is_finite = anchor.weights.allFinite() && anchor.friction_force.allFinite() &&
                           std::isfinite(anchor.normal_force) && std::isfinite(anchor.limit);
    return is_finite && anchor.normal_force >= 0.0 && anchor.limit >= 0.0;
}

}  // namespace

void ContactAnchors::reset(std::span<const int> surfaces) {
    m_surfaces.assign(surfaces.begin(), surfaces.end());
    m_surface_count =
        m_surfaces.empty() ? 0 : *std::max_element(m_surfaces.begin(), m_surfaces.end()) + 1;
    set({});
}

bool ContactAnchors::fits(std::span<const int> surfaces) const {
    return std::equal(surfaces.begin(), surfaces.end(), m_surfaces.begin(), m_surfaces.end());
}

void ContactAnchors::set(std::vector<ContactAnchor> anchors) {
    m_anchors = std::move(anchors);
    std::sort(m_anchors.begin(), m_anchors.end(),
              [](const ContactAnchor& a, const ContactAnchor& b) { return a.comes_before(b); });
    gather_shares();
}

const ContactAnchor* ContactAnchors::find(PairKind kind, const std::array<int, 4>& points) const {
    const ContactAnchor wanted{.kind = kind, .points = points};
    const auto at = std::lower_bound(
        m_anchors.begin(), m_anchors.end(), wanted,
        [](const ContactAnchor& a, const ContactAnchor& b) { return a.comes_before(b); });
    if (at == m_anchors.end() || wanted.comes_before(*at)) return nullptr;
    return &*at;
}

std::int64_t ContactAnchors::key_of(int point, int other) const {
    return static_cast<std::int64_t>(point) * m_surface_count + other;
}

void ContactAnchors::gather_shares() {
    m_shares.clear();
    for (const ContactAnchor& anchor : m_anchors) {
        if (anchor.limit <= 0.0) continue;
        for (int a = 0; a < 4; ++a) {
            const double weight = anchor.weights[a];
            if (weight == 0.0) continue;
            // The other side is where the weights have the other sign. Forces are those on the side of the first point.
            const int other = m_surfaces[anchor.points[weight > 0.0 ? 3 : 0]];
            const double limit = std::abs(weight) * anchor.limit;
            m_shares.push_back({.key = key_of(anchor.points[a], other),
                                .force = weight * anchor.friction_force,
                                .limit = limit,
                                .sliding = anchor.slides ? limit : 0.0});
        }
    }
    std::stable_sort(m_shares.begin(), m_shares.end(),
                     [](const PointShare& a, const PointShare& b) { return a.key < b.key; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_shares.size(); ++i) {
        if (kept > 0 && m_shares[kept - 1].key == m_shares[i].key) {
            m_shares[kept - 1].force += m_shares[i].force;
            m_shares[kept - 1].limit += m_shares[i].limit;
            m_shares[kept - 1].sliding += m_shares[i].sliding;
        } else {
            m_shares[kept++] = m_shares[i];
        }
    }
    m_shares.resize(kept);
}

ContactAnchors::Share ContactAnchors::share_at(const std::array<int, 4>& points,
                                               const Vector4d& weights) const {
    Vector3d force = Vector3d::Zero();
    double limit = 0.0;
    double sliding = 0.0;
    for (int a = 0; a < 4; ++a) {
        if (weights[a] == 0.0) continue;
        const int other = m_surfaces[points[weights[a] > 0.0 ? 3 : 0]];
        const std::int64_t key = key_of(points[a], other);
        const auto at = std::lower_bound(
            m_shares.begin(), m_shares.end(), key,
            [](const PointShare& share, std::int64_t wanted) { return share.key < wanted; });
        if (at == m_shares.end() || at->key != key) continue;
        // Forces of the second side are opposite: the negative weight turns them round.
        force += weights[a] * at->force;
        limit += std::abs(weights[a]) * at->limit;
        sliding += std::abs(weights[a]) * at->sliding;
    }
    if (limit <= 0.0) return {};
    return {.of_limit = force / limit, .slides = sliding > 0.5 * limit};
}

void ContactAnchors::save(ByteWriter& out) const {
    out.put(static_cast<std::uint64_t>(m_anchors.size()));
    for (const ContactAnchor& anchor : m_anchors) {
        out.put(static_cast<std::int32_t>(anchor.kind));
        for (const int point : anchor.points)
            out.put(static_cast<std::int32_t>(point));
        for (const double number : anchor.weights)
            out.put(number);
        for (const double number : anchor.friction_force)
            out.put(number);
        for (const double number : {anchor.normal_force, anchor.limit})
            out.put(number);
        out.put(static_cast<std::int32_t>(anchor.slides));
    }
}

void ContactAnchors::load(ByteReader& in) {
    const auto count = in.get<std::uint64_t>();
    std::vector<ContactAnchor> anchors;
    for (std::uint64_t i = 0; i < count; ++i) {
        ContactAnchor& anchor = anchors.emplace_back();
        const auto kind = in.get<std::int32_t>();
        anchor.kind = static_cast<PairKind>(kind);
        for (int& point : anchor.points)
            point = in.get<std::int32_t>();
        for (double& number : anchor.weights)
            number = in.get<double>();
        for (double& number : anchor.friction_force)
            number = in.get<double>();
        for (double* const number : {&anchor.normal_force, &anchor.limit})
            *number = in.get<double>();
        anchor.slides = in.get<std::int32_t>() != 0;
        if (kind < 0 || kind > static_cast<int>(LAST_PAIR_KIND) ||
            !is_sound(anchor, m_surfaces.size()))
            throw Error(ErrorCode::File, "the saved contacts do not match this scene");
    }
    set(std::move(anchors));
}

}  // namespace sinew
