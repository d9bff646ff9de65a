// Finds all pairs of triangles and pills of a frame that intersect.
#pragma once

#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include "scene.hpp"

namespace judge {

/// Two elements, each a triangle or a pill of its object. Of a pair with a half-plane: a vertex, and 0.
struct ElementPair {
    int a = 0;
    int b = 0;
    Point near{};  ///< middle of the common part of their boxes; with a half-plane: the vertex
};

/// The pairs of two objects, or of an object with itself or a half-plane.
struct Finding {
    std::size_t object_a = 0;
    std::size_t object_b = 0;  ///< or the number of the half-plane
    bool with_plane = false;
    std::vector<ElementPair> pairs;
};

struct FrameResult {
    std::uint64_t candidates = 0;  ///< pairs whose boxes share a point
    std::uint64_t degenerate = 0;  ///< triangles without an area
    std::vector<Finding> findings;
};

class FrameJudge {
public:
    /// With `only_new`, later frames leave out the pairs of the first one.
    explicit FrameJudge(bool only_new) : m_only_new(only_new) {}

    FrameResult judge(const Scene& scene);

private:
    using Key = std::tuple<std::size_t, std::size_t, bool, int, int>;

    void leave_out_old(FrameResult& result);

    bool m_only_new;
    bool m_is_first = true;
    std::set<Key> m_old;
};

}  // namespace judge
