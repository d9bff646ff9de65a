#include "contact/contact_candidates.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "base/parallel.hpp"
#include "contact/closest_points.hpp"

namespace sinew {

using Eigen::AlignedBox3d;
using Eigen::Vector3d;

namespace {

constexpr std::size_t PART_GRAIN = 4096;
/// Leaves of one chunk of a search.
constexpr std::size_t LEAF_GRAIN = 64;
constexpr int GROUP_BITS = 64;

/// Longer lists than this are sorted by comparisons.
constexpr std::size_t MOST_RANKED = 64;

/// For each set of lanes: these lanes in order, then any.
struct LanesToFront {
    alignas(32) int lanes[1 << OverlapTree::WIDTH][OverlapTree::WIDTH]{};

    constexpr LanesToFront() {
        for (int bits = 0; bits < 1 << OverlapTree::WIDTH; ++bits) {
            int next = 0;
            for (int lane = 0; lane < OverlapTree::WIDTH; ++lane)
                if ((bits >> lane & 1) != 0) lanes[bits][next++] = lane;
        }
    }
};
constexpr LanesToFront LANES_TO_FRONT;

__m256i load_lanes(const int* values) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values));
}
void store_lanes(int* values, __m256i lanes) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(values), lanes);
}

/// How many are less than the i-th. Reads up to seven values behind the last.
std::size_t rank(std::span<const int> values, std::size_t i) {
    const __m256i value = _mm256_set1_epi32(values[i]);
    std::size_t less = 0;
    for (std::size_t k = 0; k < values.size(); k += OverlapTree::WIDTH) {
        const __m256i is_less = _mm256_cmpgt_epi32(value, load_lanes(values.data() + k));
        unsigned bits = _mm256_movemask_ps(_mm256_castsi256_ps(is_less));
        if (k + OverlapTree::WIDTH > values.size()) bits &= (1U << (values.size() - k)) - 1;
        less += std::popcount(bits);
    }
    return less;
}

std::uint64_t group_bit(int surface) {
    return std::uint64_t{1} << (surface % GROUP_BITS);
}

double distance_at_rest(std::span<const Vector3d> rest, const std::array<int, 1>& a,
                        const std::array<int, 1>& b) {
    return (rest[a[0]] - rest[b[0]]).norm();
}
double distance_at_rest(std::span<const Vector3d> rest, const std::array<int, 1>& a,
                        const std::array<int, 2>& b) {
    const Vector3d& point = rest[a[0]];
    return std::sqrt(closest_edge_edge(point, point, rest[b[0]], rest[b[1]]).squared_distance());
}
double distance_at_rest(std::span<const Vector3d> rest, const std::array<int, 1>& a,
                        const std::array<int, 3>& b) {
    return std::sqrt(
        closest_point_triangle(rest[a[0]], rest[b[0]], rest[b[1]], rest[b[2]]).squared_distance());
}
double distance_at_rest(std::span<const Vector3d> rest, const std::array<int, 2>& a,
                        const std::array<int, 2>& b) {
    return std::sqrt(
        closest_edge_edge(rest[a[0]], rest[a[1]], rest[b[0]], rest[b[1]]).squared_distance());
}

/// Points that `corners` do not name.
template <int CORNERS>
void take_out(std::span<const std::array<int, CORNERS>> corners, std::vector<char>& is_left) {
    for (const auto& part : corners)
        for (const int point : part)
            is_left[point] = 0;
}

/// The union of the boxes of a part's points.
template <std::size_t CORNERS>
FloatBox box_at(const std::vector<FloatBox>& boxes, const std::array<int, CORNERS>& corners) {
    FloatBox box = boxes[corners[0]];
    for (std::size_t k = 1; k < CORNERS; ++k)
        box.extend(boxes[corners[k]]);
    return box;
}

std::array<int, 2> ascending(int a, int b) {
    return {std::min(a, b), std::max(a, b)};
}

/// Edges of a mesh that are in no triangle.
std::vector<std::array<int, 2>> find_rod_edges(const ContactMesh& mesh) {
    std::vector<std::array<int, 2>> sides;
    sides.reserve(3 * mesh.triangles.size());
    for (const auto& [a, b, c] : mesh.triangles)
        for (const auto& side : {ascending(a, b), ascending(b, c), ascending(c, a)})
            sides.push_back(side);
    std::sort(sides.begin(), sides.end());
    std::vector<std::array<int, 2>> rod_edges;
    for (const auto& edge : mesh.edges)
        if (!std::binary_search(sides.begin(), sides.end(), ascending(edge[0], edge[1])))
            rod_edges.push_back(edge);
    return rod_edges;
}

}  // namespace

CandidateSearch::CandidateSearch(const ContactMesh& mesh) : m_mesh(&mesh) {
    std::vector<char> is_bare(mesh.points, 1);
    take_out<3>(mesh.triangles, is_bare);
    std::vector<char> is_loose = is_bare;
    take_out<2>(mesh.edges, is_loose);
    for (int point = 0; point < mesh.points; ++point) {
        if (mesh.hides(point)) continue;
        m_points.corners.push_back({point});
        if (is_bare[point] != 0) m_bare_points.corners.push_back({point});
        if (is_loose[point] != 0) m_loose_points.corners.push_back({point});
    }
    m_edges.corners = mesh.edges;
    m_triangles.corners = mesh.triangles;
    if (!m_bare_points.corners.empty()) m_rod_edges.corners = find_rod_edges(mesh);
    if (m_triangles.corners.empty()) m_points.corners.clear();

    read_rules();
    AlignedBox3d rest_bounds;
    for (const Vector3d& x : mesh.rest_positions)
        rest_bounds.extend(x);
    if (!mesh.rest_positions.empty()) m_rest_origin = rest_bounds.center();
    add_rest(m_points);
    add_rest(m_edges);
    add_rest(m_triangles);
    add_rest(m_bare_points);
    add_rest(m_loose_points);
    add_rest(m_rod_edges);
}

void CandidateSearch::read_rules() {
    // A bit stands for every 64th surface.
    const int surfaces = m_mesh->rules.surfaces();
    m_all_meet = true;
    m_meets.assign(GROUP_BITS, 0);
    for (int a = 0; a < surfaces; ++a)
        for (int b = 0; b < surfaces; ++b) {
            if (m_mesh->rules.meets(a, b))
                m_meets[a % GROUP_BITS] |= group_bit(b);
            else
                m_all_meet = false;
        }
    add_groups(m_points);
    add_groups(m_edges);
    add_groups(m_triangles);
    add_groups(m_bare_points);
    add_groups(m_loose_points);
    add_groups(m_rod_edges);
}

template <int CORNERS>
void CandidateSearch::add_groups(Parts<CORNERS>& parts) const {
    parts.groups.clear();
    if (m_all_meet) return;
    for (const auto& corners : parts.corners)
        parts.groups.push_back(group_bit(m_mesh->surface(corners[0])));
}

template <int CORNERS>
void CandidateSearch::add_rest(Parts<CORNERS>& parts) const {
    if (m_mesh->rest_positions.empty()) return;
    for (const auto& corners : parts.corners) {
        AlignedBox3d box;
        for (const int point : corners)
            box.extend(m_mesh->rest_positions[point]);
        const double inflation = m_mesh->radius(corners) + 0.5 * m_mesh->rest_margin;
        box.min().array() -= inflation;
        box.max().array() += inflation;
        parts.rest_boxes.push_back(FloatBox::around(box, m_rest_origin));
    }
}

void CandidateSearch::find(std::span<const Vector3d> from, std::span<const Vector3d> to,
                           std::span<const double> reach, ContactCandidates& candidates) {
    assert(static_cast<int>(from.size()) == m_mesh->points && from.size() == to.size() &&
           from.size() == reach.size());
    make_point_boxes(from, to, reach);
    // Largest first, side by side: sorting is serial.
    parallel_for(6, 1, [&](std::size_t tree, std::size_t) {
        if (tree == 0) build(m_edges);
        if (tree == 1) build(m_triangles);
        if (tree == 2) build(m_points);
        if (tree == 3) build(m_loose_points);
        if (tree == 4) build(m_rod_edges);
        if (tree == 5) build(m_bare_points);
    });
    collect(m_points, m_triangles, candidates.point_triangles);
    collect(m_edges, m_edges, candidates.edge_edges);
    collect(m_bare_points, m_rod_edges, candidates.point_edges);
    collect(m_loose_points, m_loose_points, candidates.point_points);
}

void CandidateSearch::make_point_boxes(std::span<const Vector3d> from, std::span<const Vector3d> to,
                                       std::span<const double> reach) {
    AlignedBox3d bounds;
    for (const std::span<const Vector3d> positions : {from, to})
        for (std::size_t i = 0; i < positions.size(); ++i)
            if (!m_mesh->hides(static_cast<int>(i))) bounds.extend(positions[i]);
    const Vector3d origin = bounds.isEmpty() ? Vector3d(0, 0, 0) : Vector3d(bounds.center());
    m_moves = !std::equal(from.begin(), from.end(), to.begin());
    for (std::vector<FloatBox>& boxes : m_end_boxes)
        boxes.resize(from.size());
    parallel_for(from.size(), PART_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const double inflation = reach[i] + m_mesh->radius(static_cast<int>(i));
            const auto around = [&](const Vector3d& x) {
                return FloatBox::around({x.array() - inflation, x.array() + inflation}, origin);
            };
            m_end_boxes[0][i] = around(from[i]);
            m_end_boxes[1][i] = m_moves ? around(to[i]) : m_end_boxes[0][i];
        }
    });
}

void CandidateSearch::BoxesAtEnd::set(int lane, const FloatBox& box) {
    for (int axis = 0; axis < 3; ++axis) {
        low[axis][lane] = box.corners[axis];
        minus_high[axis][lane] = box.corners[4 + axis];
    }
}

unsigned CandidateSearch::overlap_on_the_way(const std::array<BoxesAtEnd, 2>& boxes,
                                             const std::array<BoxesAtEnd, 2>& others, int lane) {
    // Faces move evenly: a gap that is open at both ends is open all the time.
    const auto not_beyond = [](const float* sides, float other) {
        return _mm256_cmp_ps(_mm256_load_ps(sides), _mm256_set1_ps(-other), _CMP_LE_OQ);
    };
    __m256 may = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    for (int axis = 0; axis < 3; ++axis) {
        const auto low = [&](int end) {
            return not_beyond(boxes[end].low[axis], others[end].minus_high[axis][lane]);
        };
        const auto high = [&](int end) {
            return not_beyond(boxes[end].minus_high[axis], others[end].low[axis][lane]);
        };
        may = _mm256_and_ps(
            may, _mm256_and_ps(_mm256_or_ps(low(0), low(1)), _mm256_or_ps(high(0), high(1))));
    }
    return static_cast<unsigned>(_mm256_movemask_ps(may));
}

template <int CORNERS>
void CandidateSearch::build(Parts<CORNERS>& parts) const {
    const std::size_t count = parts.corners.size();
    parts.boxes.resize(count);
    parallel_for(count, PART_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            FloatBox box = box_at(m_end_boxes[0], parts.corners[i]);
            if (m_moves) box.extend(box_at(m_end_boxes[1], parts.corners[i]));
            parts.boxes[i] = box;
        }
    });
    parts.tree.build(parts.boxes, parts.groups);
    const std::span<const int> items = parts.tree.items();
    parts.leaves.resize(parts.tree.leaves());
    parallel_for(count, PART_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t slot = begin; slot < end; ++slot) {
            auto& leaf = parts.leaves[slot / OverlapTree::WIDTH];
            const std::size_t lane = slot % OverlapTree::WIDTH;
            leaf.item[lane] = items[slot];
            for (int k = 0; k < CORNERS; ++k)
                leaf.corner[k][lane] = parts.corners[items[slot]][k];
            if (!m_moves) continue;
            for (int way_end = 0; way_end < 2; ++way_end)
                leaf.ends[way_end].set(static_cast<int>(lane),
                                       box_at(m_end_boxes[way_end], parts.corners[items[slot]]));
        }
    });
}

template <int FIRST, int SECOND>
void CandidateSearch::collect(const Parts<FIRST>& first, const Parts<SECOND>& second,
                              std::vector<std::array<int, FIRST + SECOND>>& pairs) {
    const std::size_t leaves = first.tree.leaves();
    const std::size_t chunks = (leaves + LEAF_GRAIN - 1) / LEAF_GRAIN;
    if (m_chunks.size() < chunks) m_chunks.resize(chunks);
    for (ChunkPairs& chunk : m_chunks)
        chunk.count = 0;
    parallel_for(leaves, LEAF_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t leaf = begin; leaf < end; ++leaf)
            collect_leaf(first, second, static_cast<int>(leaf), m_chunks[begin / LEAF_GRAIN]);
    });
    sort_pairs(first, second, pairs);
}

/// Appends all pairs with an item in a leaf of `first`.
template <int FIRST, int SECOND>
void CandidateSearch::collect_leaf(const Parts<FIRST>& first, const Parts<SECOND>& second, int leaf,
                                   ChunkPairs& found) const {
    constexpr int WIDTH = OverlapTree::WIDTH;
    std::uint64_t groups = ~std::uint64_t{0};
    if (!m_all_meet) {
        groups = 0;
        for (std::uint64_t left = first.tree.groups(leaf); left != 0; left &= left - 1)
            groups |= m_meets[std::countr_zero(left)];
    }
    const bool tests_pairs = !m_all_meet || !first.rest_boxes.empty();
    second.tree.find_overlaps(first.tree, leaf, groups, [&](int slot, int other, unsigned hits) {
        const auto& mine = first.leaves[leaf];
        const auto& theirs = second.leaves[other];
        const int lane = slot % WIDTH;
        if (m_moves) hits &= overlap_on_the_way(theirs.ends, mine.ends, lane);
        if (hits == 0) return;
        // Pairs that share a point.
        __m256i shared = _mm256_setzero_si256();
        for (int i = 0; i < FIRST; ++i)
            for (int k = 0; k < SECOND; ++k)
                shared = _mm256_or_si256(shared,
                                         _mm256_cmpeq_epi32(_mm256_set1_epi32(mine.corner[i][lane]),
                                                            load_lanes(theirs.corner[k])));
        hits &= ~static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(shared)));
        if (tests_pairs)
            for (unsigned left = hits; left != 0; left &= left - 1) {
                const int k = std::countr_zero(left);
                if (!may_meet(first, second, mine.item[lane], theirs.item[k])) hits &= ~(1U << k);
            }

        // Eight pairs are written and the hits count. No branch depends on them.
        if (found.first.size() < found.count + WIDTH) {
            found.first.resize(2 * found.first.size() + 64 * WIDTH);
            found.second.resize(found.first.size());
        }
        __m256i a = _mm256_set1_epi32(mine.item[lane]);
        __m256i b = load_lanes(theirs.item);
        if constexpr (FIRST == SECOND) {
            const __m256i lower = _mm256_min_epi32(a, b);
            b = _mm256_max_epi32(a, b);
            a = lower;
        }
        const __m256i to_front = load_lanes(LANES_TO_FRONT.lanes[hits]);
        store_lanes(found.first.data() + found.count, _mm256_permutevar8x32_epi32(a, to_front));
        store_lanes(found.second.data() + found.count, _mm256_permutevar8x32_epi32(b, to_front));
        found.count += std::popcount(hits);
    });
}

template <int FIRST, int SECOND>
bool CandidateSearch::may_meet(const Parts<FIRST>& first, const Parts<SECOND>& second, int a,
                               int b) const {
    const int surface_a = m_mesh->surface(first.corners[a][0]);
    const int surface_b = m_mesh->surface(second.corners[b][0]);
    if (!m_all_meet && !m_mesh->rules.meets(surface_a, surface_b)) return false;
    if (surface_a != surface_b || first.rest_boxes.empty()) return true;
    if (!first.rest_boxes[a].overlaps(second.rest_boxes[b])) return true;
    const double near =
        m_mesh->radius(first.corners[a]) + m_mesh->radius(second.corners[b]) + m_mesh->rest_margin;
    return distance_at_rest(m_mesh->rest_positions, first.corners[a], second.corners[b]) >= near;
}

/// Counting sort by the first part, then each part's few partners by rank.
template <int FIRST, int SECOND>
void CandidateSearch::sort_pairs(const Parts<FIRST>& first, const Parts<SECOND>& second,
                                 std::vector<std::array<int, FIRST + SECOND>>& pairs) {
    m_starts.assign(first.corners.size() + 1, 0);
    std::size_t total = 0;
    for (const ChunkPairs& chunk : m_chunks) {
        for (std::size_t i = 0; i < chunk.count; ++i)
            ++m_starts[chunk.first[i]];
        total += chunk.count;
    }
    std::uint32_t next = 0;
    for (std::uint32_t& start : m_starts)
        start = std::exchange(next, next + start);
    // Ranks are counted eight at a time, so there is room behind the last. Afterwards each start is the end of its part.
    m_seconds.resize(std::max(m_seconds.size(), total + OverlapTree::WIDTH));
    for (const ChunkPairs& chunk : m_chunks)
        for (std::size_t i = 0; i < chunk.count; ++i)
            m_seconds[m_starts[chunk.first[i]]++] = chunk.second[i];

    pairs.resize(total);
    parallel_for(first.corners.size(), PART_GRAIN, [&](std::size_t begin, std::size_t end) {
        for (std::size_t a = begin; a < end; ++a) {
            const std::size_t pairs_begin = a == 0 ? 0 : m_starts[a - 1];
            const std::span<int> partners(m_seconds.data() + pairs_begin,
                                          m_starts[a] - pairs_begin);
            const bool by_rank = partners.size() <= MOST_RANKED;
            if (!by_rank) std::sort(partners.begin(), partners.end());
            for (std::size_t i = 0; i < partners.size(); ++i) {
                auto& pair = pairs[pairs_begin + (by_rank ? rank(partners, i) : i)];
                std::copy_n(first.corners[a].begin(), FIRST, pair.begin());
                std::copy_n(second.corners[partners[i]].begin(), SECOND, pair.begin() + FIRST);
            }
        }
    });
}

}  // namespace sinew
