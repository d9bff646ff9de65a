// Tangles: parts of surfaces that stand in each other. Until they are apart, no barrier keeps them where they are.
//
// Nothing can get tangled within a step, so the first step and those in which pairs begin to meet look for tangles everywhere. After that only known
// pairs of parts are looked at, at the start of each step. They are tangled while
//
//   an edge of one goes through a triangle of the other,
//   points of one are inside the other, which is closed, and have come there through its surface, or
//   they touch.
//
// Only what is on the wrong side passes freely: points inside a closed part, ends of edges that pierce an open one, their edges, and pairs whose nearest
// place is inside a closed part. Everything else keeps its barrier, so that tangles grow no further than that in a step. Parts that are apart again meet for good.
//
// Where a surface intersects itself at rest, it never meets itself: eyes in a head, a fold that an artist left. Points at rest are ContactMesh::rest_positions.
#pragma once

#include <Eigen/Core>
#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "base/byte_stream.hpp"
#include "contact/contact_mesh.hpp"
#include "contact/contact_pair.hpp"
#include "contact/piercings.hpp"
#include "contact/surface_parts.hpp"
#include "volume/winding_number.hpp"

namespace sinew {

struct Tangle {
    int first = 0;  ///< parts, first ≤ second
    int second = 0;
    bool touches = false;               ///< at the start of the step
    bool passes = false;                ///< nothing keeps them apart in this step
    std::vector<Piercing> piercings{};  ///< edges of `first` in `second`, then the others
    std::size_t of_first = 0;           ///< so many are edges of `first`
    std::array<std::vector<int>, 2>
        lost{};                      ///< points of `first` in `second`, and the other way round
    std::vector<int> free_points{};  ///< ascending, of both
    std::vector<std::array<int, 2>> free_edges{};
    /// Of `first` and `second`, where they are closed.
    std::array<std::shared_ptr<const volume::WindingNumber>, 2> windings{};

    bool is_apart() const { return piercings.empty() && lost[0].empty() && lost[1].empty(); }
};

/// Two surfaces that stand in each other.
struct TangledSurfaces {
    int first = 0;
    int second = 0;
    std::size_t places = 0;  ///< piercings, points inside, and pairs that touch
    Eigen::Vector3d place = Eigen::Vector3d::Zero();  ///< of one of them [m]
};

/// Four points of a pair that touches, as in ContactPair.
struct TouchingPair {
    std::array<int, 4> points;
    PairKind kind;
};

class Tangles {
public:
    /// The mesh must outlive it. Its rules may change.
    explicit Tangles(const ContactMesh& mesh);
    ~Tangles();

    /// Pairs that never met may meet now: the next step looks at all.
    void look_again() { m_knows_all = false; }
    /// Finds what is tangled at these positions.
    void begin_step(std::span<const Eigen::Vector3d> positions);
    /// Pairs that touch at the start of the step, after begin_step.
    void note_touching(std::vector<TouchingPair> touching);
    /// Nothing keeps the parts of these points apart in this step. False: it is so already.
    bool let_through(int point, int other);

    bool is_empty() const { return m_tangles.empty() && m_at_rest.empty(); }
    const std::vector<Tangle>& all() const { return m_tangles; }
    const std::vector<TouchingPair>& touching() const { return m_touching; }
    /// Of these points; null if they are not tangled.
    const Tangle* find(int point, int other) const;
    /// Whether a pair has no barrier in this step.
    bool is_free(PairKind kind, const std::array<int, 4>& points) const;
    /// Whether the nearest places of two parts are inside each other, so that a barrier would hold them there. `points` are one of each part.
    bool is_wrong_side(const std::array<int, 2>& points,
                       const std::array<Eigen::Vector3d, 2>& places) const;
    /// Surfaces that are tangled at these positions, which are at the start or the end of the step.
    std::vector<TangledSurfaces> measure(std::span<const Eigen::Vector3d> positions) const;
    /// Surfaces that intersect themselves at rest, which never meet there.
    const std::vector<TangledSurfaces>& at_rest() const { return m_rest_places; }

    const SurfaceParts& parts() const;

    void save(ByteWriter& out) const;
    void load(ByteReader& in);

private:
    void find_at_rest();
    void find_new(std::span<const Eigen::Vector3d> positions);
    Tangle& tangle_of(int part, int other);
    /// `was_tangled`: points inside count without a piercing.
    void update(Tangle& tangle, std::span<const Eigen::Vector3d> positions, bool was_tangled) const;
    std::vector<int> lost_points(const Tangle& tangle, int side,
                                 std::span<const Eigen::Vector3d> positions) const;
    void set_free(Tangle& tangle) const;

    const ContactMesh* m_mesh;
    mutable std::unique_ptr<SurfaceParts> m_parts;  ///< made when something is tangled
    bool m_knows_all = false;
    bool m_knows_rest = false;
    std::vector<Tangle> m_tangles;  ///< ascending by parts
    std::vector<Tangle> m_at_rest;  ///< likewise
    std::vector<TangledSurfaces> m_rest_places;
    std::vector<TouchingPair> m_touching;
};

}  // namespace sinew
