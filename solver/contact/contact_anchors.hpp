// ContactAnchors: what contacts remember from one step to the next.
//
// A contact that sticks must know which force it carries, or it would give way a little in every step. Contacts are pairs of small parts of
// surfaces, and pairs change as surfaces slide. So an anchor belongs to a pair while the pair lasts. A new pair takes over
// from the anchors at its points: the share of Coulomb's limit that they carry, and in which direction.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/byte_stream.hpp"
#include "contact/contact_pair.hpp"

namespace sinew {

/// One pair at the end of the last accepted step.
struct ContactAnchor {
    PairKind kind = PairKind::PointTriangle;
    std::array<int, 4> points{};                               ///< of all surfaces
    Eigen::Vector4d weights = Eigen::Vector4d::Zero();         ///< as in closest_points.hpp
    Eigen::Vector3d friction_force = Eigen::Vector3d::Zero();  ///< that its spring carries [N]
    double normal_force = 0.0;                                 ///< N [N]
    double limit = 0.0;                                        ///< Coulomb's, μN [N]
    bool slides = false;

    bool comes_before(const ContactAnchor& other) const {
        return kind != other.kind ? kind < other.kind : points < other.points;
    }
};

class ContactAnchors {
public:
    /// Forgets all. `surfaces` has the surface of each point.
    void reset(std::span<const int> surfaces);
    /// Whether these are the surfaces that the anchors are about.
    bool fits(std::span<const int> surfaces) const;

    /// Replaces all anchors.
    void set(std::vector<ContactAnchor> anchors);
    const std::vector<ContactAnchor>& all() const { return m_anchors; }

    /// The anchor of a pair; null: it is new.
    const ContactAnchor* find(PairKind kind, const std::array<int, 4>& points) const;
    /// What anchors between the same two surfaces carry at the points of a new pair.
    struct Share {
        Eigen::Vector3d of_limit =
            Eigen::Vector3d::Zero();  ///< force over limit, at most 1 long [1]
        bool slides = false;          ///< most of them do
    };
    Share share_at(const std::array<int, 4>& points, const Eigen::Vector4d& weights) const;

    void save(ByteWriter& out) const;
    /// Throws Error when the bytes do not fit or are not finite; the anchors are then unchanged.
    void load(ByteReader& in);

private:
    /// What the anchors at a point carry, towards one other surface.
    struct PointShare {
        std::int64_t key = 0;  ///< of point and other surface
        Eigen::Vector3d force = Eigen::Vector3d::Zero();
        double limit = 0.0;
        double sliding = 0.0;  ///< limit of those that slide
    };
    std::int64_t key_of(int point, int other) const;
    void gather_shares();

    std::vector<int> m_surfaces;
    int m_surface_count = 0;
    std::vector<ContactAnchor> m_anchors;  ///< in order
    std::vector<PointShare> m_shares;      ///< in order of keys
};

}  // namespace sinew
