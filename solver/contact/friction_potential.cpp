#include "contact/friction_potential.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "contact/pair_carriers.hpp"

namespace sinew {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;

FrictionPotential::FrictionPotential(ContactPotential& contact, ContactAnchors& anchors)
    : m_contact(contact), m_anchors(anchors) {}

bool FrictionPotential::is_needed(std::span<const ContactSurface> surfaces) {
    const auto rubs = [](const ContactSurface& surface) {
        return std::any_of(surface.friction.begin(), surface.friction.end(),
                           [](double mu) { return mu > 0.0; });
    };
    return std::any_of(surfaces.begin(), surfaces.end(), [&](const ContactSurface& surface) {
        return !surface.is_kinematic() && rubs(surface);
    });
}

FrictionPotential::Contact FrictionPotential::contact_of(const PairForce& pair) const {
    Contact contact;
    contact.pair = pair;
    const ContactAnchor* const anchor = m_anchors.find(pair.kind, pair.points);
    const ContactAnchors::Share around =
        anchor ? ContactAnchors::Share{} : m_anchors.share_at(pair.points, pair.weights);
    const bool slides = anchor ? anchor->slides : around.slides;
    contact.spring.limit = m_contact.friction_of(pair, slides) * pair.force;
    contact.spring.slack = SLACK * pair.reach;
    Vector3d carried = contact.spring.limit * around.of_limit;
    if (anchor) carried = anchor->friction_force;
    carried -= pair.normal.dot(carried) * pair.normal;
    contact.stretch = contact.spring.stretch_for(carried);
    return contact;
}

void FrictionPotential::set_contacts(const std::vector<PairForce>& pairs) {
    m_contacts.clear();
    for (const PairForce& pair : pairs) {
        const Contact contact = contact_of(pair);
        if (contact.spring.limit > 0.0) m_contacts.push_back(contact);
    }
}

void FrictionPotential::begin_contacts() {
    m_pairs.clear();
    for (const ContactAnchor& anchor : m_anchors.all()) {
        PairForce pair = m_contact.pair_at_start(anchor.kind, anchor.points);
        pair.force = anchor.normal_force;
        m_pairs.push_back(pair);
    }
    set_contacts(m_pairs);
    std::vector<std::array<int, 4>> now;
    for (const Contact& contact : m_contacts)
        now.push_back(contact.pair.points);
    m_needs_pattern = m_needs_pattern || now != m_patterned;
    m_patterned = std::move(now);
}

double FrictionPotential::lag(const VectorXd& x) {
    const std::vector<Contact> before = std::move(m_contacts);
    m_contact.forces(x, m_pairs);
    set_contacts(m_pairs);
    // Both are in the order of pairs, as merged lists.
    const auto comes_before = [](const Contact& a, const Contact& b) {
        return a.pair.comes_before(b.pair);
    };
    std::sort(m_contacts.begin(), m_contacts.end(), comes_before);
    double largest = 0.0;
    double change = 0.0;
    auto old = before.begin();
    for (const Contact& contact : m_contacts) {
        while (old != before.end() && comes_before(*old, contact)) {
            change = std::max(change, old->spring.limit);
            largest = std::max(largest, old->spring.limit);
            ++old;
        }
        double then = 0.0;
        if (old != before.end() && !comes_before(contact, *old)) then = (old++)->spring.limit;
        change = std::max(change, std::abs(contact.spring.limit - then));
        largest = std::max({largest, contact.spring.limit, then});
    }
    for (; old != before.end(); ++old) {
        change = std::max(change, old->spring.limit);
        largest = std::max(largest, old->spring.limit);
    }
    return largest > 0.0 ? change / largest : 0.0;
}

void FrictionPotential::accept(const VectorXd& x) {
    // Forces of contacts as they were solved; the pressure as it is now.
    m_contact.forces(x, m_pairs);
    std::sort(m_pairs.begin(), m_pairs.end(),
              [](const PairForce& a, const PairForce& b) { return a.comes_before(b); });
    std::vector<ContactAnchor> anchors;
    for (const PairForce& pair : m_pairs) {
        ContactAnchor anchor{.kind = pair.kind, .points = pair.points};
        anchor.weights = pair.weights;
        anchor.normal_force = pair.force;
        const auto solved = std::lower_bound(
            m_contacts.begin(), m_contacts.end(), pair,
            [](const Contact& a, const PairForce& b) { return a.pair.comes_before(b); });
        if (solved != m_contacts.end() && !pair.comes_before(solved->pair)) {
            const Vector3d stretch = stretch_at(*solved, x);
            anchor.friction_force = solved->spring.force(stretch);
            anchor.slides = solved->spring.slides(stretch);
            anchor.limit = solved->spring.limit;
        }
        anchors.push_back(anchor);
    }
    m_anchors.set(std::move(anchors));
}

Vector3d FrictionPotential::stretch_at(const Contact& contact, const VectorXd& x) const {
    Vector3d slip = Vector3d::Zero();
    for (int a = 0; a < 4; ++a) {
        if (contact.pair.weights[a] != 0.0)
            slip += contact.pair.weights[a] * m_contact.motion(x, contact.pair.points[a]);
    }
    slip -= contact.pair.normal.dot(slip) * contact.pair.normal;
    return contact.stretch + slip;
}

void FrictionPotential::list_pairs(BlockPairs& pairs) const {
    for (const auto& points : m_patterned)
        m_contact.list_block_pairs(points, pairs);
}

bool FrictionPotential::fits(const BlockPattern& pattern) {
    const std::size_t before = m_patterned.size();
    for (const Contact& contact : m_contacts) {
        if (!m_contact.has_room(pattern, contact.pair.points))
            m_patterned.push_back(contact.pair.points);
    }
    return !m_needs_pattern && m_patterned.size() == before;
}

double FrictionPotential::value(const VectorXd& x) const {
    double sum = 0.0;
    for (const Contact& contact : m_contacts)
        sum += contact.spring.value(stretch_at(contact, x));
    return sum;
}

double FrictionPotential::add_gradient(const VectorXd& x, double weight, VectorXd& g) const {
    double sum = 0.0;
    for (const Contact& contact : m_contacts) {
        const Vector3d stretch = stretch_at(contact, x);
        sum += contact.spring.value(stretch);
        const Vector3d force = weight * contact.spring.force(stretch);
        m_contact.add_to_nodes(contact.pair.points, contact.pair.weights, force, g);
    }
    return sum;
}

double FrictionPotential::add_hessian(const VectorXd& x, double weight, PsdProjection /*psd*/,
                                      VectorXd& g, BlockMatrix& H) const {
    if (m_is_aside) return 0.0;
    for (const Contact& contact : m_contacts) {
        const Matrix3d tangent =
            weight * contact.spring.tangent(stretch_at(contact, x), contact.pair.normal);
        const PairCarriers carriers(m_contact.carriers(), contact.pair.points);
        for (int u = 0; u < carriers.count; ++u) {
            const double by_u = carriers.weights[u].dot(contact.pair.weights);
            if (by_u == 0.0) continue;
            for (int v = 0; v < carriers.count; ++v) {
                const double by_v = carriers.weights[v].dot(contact.pair.weights);
                if (by_v == 0.0 || carriers.block[u] < carriers.block[v]) continue;
                H.blocks()[H.pattern().slot(carriers.block[u], carriers.block[v])] +=
                    by_u * by_v * tangent;
            }
        }
    }
    return add_gradient(x, weight, g);
}

void FrictionPotential::add_travel(const VectorXd& x, VectorXd& g) const {
    if (!m_contact.travels()) return;
    for (const Contact& contact : m_contacts) {
        Vector3d way = Vector3d::Zero();
        for (int a = 0; a < 4; ++a)
            way += contact.pair.weights[a] * m_contact.way_left(contact.pair.points[a]);
        if (way.isZero(0.0)) continue;
        const Vector3d force =
            contact.spring.tangent(stretch_at(contact, x), contact.pair.normal) * way;
        m_contact.add_to_nodes(contact.pair.points, contact.pair.weights, force, g);
    }
}

}  // namespace sinew
