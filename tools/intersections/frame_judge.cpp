#include "frame_judge.hpp"

#include <CGAL/Box_intersection_d/Box_with_info_d.h>
#include <CGAL/box_intersection_d.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "exact_pills.hpp"
#include "exact_triangles.hpp"

namespace judge {

namespace {

/// Closed: boxes that touch are a pair.
using Box = CGAL::Box_intersection_d::Box_with_info_d<double, 3, int>;

/// The triangles or the pills of an object in one space, with their boxes.
struct Elements {
    const Object* object = nullptr;
    const std::vector<Point>* points = nullptr;
    std::vector<NamedTriangle> triangles;
    std::vector<Pill> pills;
    std::vector<CGAL::Bbox_3> bounds;  ///< of each element
    CGAL::Bbox_3 all;

    bool empty() const { return bounds.empty(); }
};

const Point& at(const std::vector<Point>& points, int index) {
    return points[static_cast<std::size_t>(index)];
}

Kernel::Point_3 to_cgal(const Point& p) {
    return {p[0], p[1], p[2]};
}

CGAL::Bbox_3 ball_bounds(const Point& centre, double radius) {
    constexpr double FAR = std::numeric_limits<double>::infinity();
    Point low{};
    Point high{};
    for (std::size_t i = 0; i < 3; ++i) {
        // One step further than the sum was rounded.
        low[i] = std::nextafter(centre[i] - radius, -FAR);
        high[i] = std::nextafter(centre[i] + radius, FAR);
    }
    return {low[0], low[1], low[2], high[0], high[1], high[2]};
}

/// `first_name`: vertices of different objects have different names.
Elements make_elements(const Object& object, const std::vector<Point>& points, int first_name) {
    Elements elements;
    elements.object = &object;
    elements.points = &points;
    for (const std::array<int, 3>& triangle : object.triangles) {
        NamedTriangle named{};
        for (std::size_t i = 0; i < 3; ++i) {
            named.corners[i] = to_cgal(at(points, triangle[i]));
            named.names[i] = first_name + triangle[i];
        }
        named.degenerate = is_degenerate(named.corners);
        elements.bounds.push_back(named.corners[0].bbox() + named.corners[1].bbox() +
                                  named.corners[2].bbox());
        elements.triangles.push_back(named);
    }
    for (const PillIndices& indices : object.pills) {
        Pill pill{};
        for (std::size_t i = 0; i < 2; ++i) {
            pill.ends[i] = at(points, indices.ends[i]);
            pill.radii[i] = object.radii[static_cast<std::size_t>(indices.ends[i])];
        }
        elements.bounds.push_back(ball_bounds(pill.ends[0], pill.radii[0]) +
                                  ball_bounds(pill.ends[1], pill.radii[1]));
        elements.pills.push_back(pill);
    }
    for (const CGAL::Bbox_3& box : elements.bounds)
        elements.all += box;
    return elements;
}

/// Of the elements whose boxes reach `region`.
std::vector<Box> make_boxes(const Elements& elements, const CGAL::Bbox_3& region) {
    std::vector<Box> boxes;
    for (std::size_t i = 0; i < elements.bounds.size(); ++i) {
        if (!CGAL::do_overlap(elements.bounds[i], region)) continue;
        boxes.emplace_back(elements.bounds[i], static_cast<int>(i));
    }
    return boxes;
}

Point middle_of_overlap(const CGAL::Bbox_3& a, const CGAL::Bbox_3& b) {
    Point middle{};
    for (int i = 0; i < 3; ++i) {
        const double low = std::max(a.min(i), b.min(i));
        const double high = std::min(a.max(i), b.max(i));
        middle[static_cast<std::size_t>(i)] = low + 0.5 * (high - low);
    }
    return middle;
}

/// Pills of one rod that hang together, or are so near along it that the rod cannot fold back between them: the inner side of
/// a bend has no room if the bend is sharper than the radius, and half a turn of that is π/2 times both radii.
bool are_neighbours(const PillIndices& a, const PillIndices& b) {
    for (const int end : a.ends)
        if (end == b.ends[0] || end == b.ends[1]) return true;
    if (a.rod < 0 || a.rod != b.rod) return false;
    const double between = std::max(a.along[0], b.along[0]) - std::min(a.along[1], b.along[1]);
    return between <= 0.5 * std::numbers::pi * (a.rest_radius + b.rest_radius);
}

std::array<Point, 3> corners_of(const Elements& elements, int triangle) {
    const std::array<int, 3>& indices =
        elements.object->triangles[static_cast<std::size_t>(triangle)];
    return {at(*elements.points, indices[0]), at(*elements.points, indices[1]),
            at(*elements.points, indices[2])};
}

bool elements_intersect(const Elements& a, int i, const Elements& b, int j) {
    const auto index_a = static_cast<std::size_t>(i);
    const auto index_b = static_cast<std::size_t>(j);
    const bool pill_a = !a.pills.empty();
    const bool pill_b = !b.pills.empty();
    if (!pill_a && !pill_b) return triangles_intersect(a.triangles[index_a], b.triangles[index_b]);
    if (pill_a && !pill_b) return pill_intersects_triangle(a.pills[index_a], corners_of(b, j));
    if (pill_b && !pill_a) return pill_intersects_triangle(b.pills[index_b], corners_of(a, i));
    if (a.object == b.object &&
        are_neighbours(a.object->pills[index_a], b.object->pills[index_b])) {
        return false;
    }
    return pills_intersect(a.pills[index_a], b.pills[index_b]);
}

class PairCollector {
public:
    PairCollector(const Elements& a, const Elements& b, FrameResult& result)
        : m_a(a), m_b(b), m_result(result) {}

    void take(int i, int j) {
        ++m_result.candidates;
        if (!elements_intersect(m_a, i, m_b, j)) return;
        m_pairs.push_back({i, j,
                           middle_of_overlap(m_a.bounds[static_cast<std::size_t>(i)],
                                             m_b.bounds[static_cast<std::size_t>(j)])});
    }

    void finish(std::size_t object_a, std::size_t object_b) {
        if (m_pairs.empty()) return;
        std::sort(m_pairs.begin(), m_pairs.end(), [](const ElementPair& p, const ElementPair& q) {
            return std::tie(p.a, p.b) < std::tie(q.a, q.b);
        });
        m_result.findings.push_back({object_a, object_b, false, std::move(m_pairs)});
    }

private:
    const Elements& m_a;
    const Elements& m_b;
    FrameResult& m_result;
    std::vector<ElementPair> m_pairs;
};

void judge_self(const Elements& elements, std::size_t object, FrameResult& result) {
    PairCollector collector(elements, elements, result);
    std::vector<Box> boxes = make_boxes(elements, elements.all);
    CGAL::box_self_intersection_d(boxes.begin(), boxes.end(), [&](const Box& p, const Box& q) {
        collector.take(std::min(p.info(), q.info()), std::max(p.info(), q.info()));
    });
    collector.finish(object, object);
}

void judge_pair(const Elements& a, std::size_t object_a, const Elements& b, std::size_t object_b,
                FrameResult& result) {
    if (!CGAL::do_overlap(a.all, b.all)) return;
    std::vector<Box> boxes_a = make_boxes(a, b.all);
    std::vector<Box> boxes_b = make_boxes(b, a.all);
    PairCollector collector(a, b, result);
    CGAL::box_intersection_d(
        boxes_a.begin(), boxes_a.end(), boxes_b.begin(), boxes_b.end(),
        [&](const Box& p, const Box& q) { collector.take(p.info(), q.info()); });
    collector.finish(object_a, object_b);
}

void judge_plane(const Object& object, std::size_t number, const HalfPlane& plane,
                 std::size_t plane_number, FrameResult& result) {
    std::vector<ElementPair> pairs;
    const std::vector<Point>& points = object.in_world();
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double radius = object.radii.empty() ? 0.0 : object.radii[i];
        if (ball_is_below(points[i], radius, plane))
            pairs.push_back({static_cast<int>(i), 0, points[i]});
    }
    result.candidates += points.size();
    if (!pairs.empty()) result.findings.push_back({number, plane_number, true, std::move(pairs)});
}

}  // namespace

FrameResult FrameJudge::judge(const Scene& scene) {
    FrameResult result;
    std::vector<Elements> in_world;
    int first_name = 0;
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        const Object& object = scene.objects[i];
        in_world.push_back(make_elements(object, object.in_world(), first_name));
        // Lines and planes stay what they are in any affine space, so the stored numbers decide. Balls do not.
        const bool moved = !object.world.empty() && object.pills.empty();
        const Elements stored =
            moved ? make_elements(object, object.stored, first_name) : Elements{};
        const Elements& own = moved ? stored : in_world.back();
        for (const NamedTriangle& triangle : own.triangles)
            result.degenerate += triangle.degenerate ? 1 : 0;
        if (scene.judges(i, i)) judge_self(own, i, result);
        first_name += static_cast<int>(object.stored.size());
    }
    for (std::size_t a = 0; a < in_world.size(); ++a) {
        for (std::size_t b = a + 1; b < in_world.size(); ++b)
            if (scene.judges(a, b)) judge_pair(in_world[a], a, in_world[b], b, result);
        for (std::size_t plane = 0; plane < scene.planes.size(); ++plane)
            if (scene.judges_plane(a, plane))
                judge_plane(scene.objects[a], a, scene.planes[plane], plane, result);
    }
    leave_out_old(result);
    return result;
}

void FrameJudge::leave_out_old(FrameResult& result) {
    if (!m_only_new) return;
    const auto key = [](const Finding& finding, const ElementPair& pair) {
        return Key{finding.object_a, finding.object_b, finding.with_plane, pair.a, pair.b};
    };
    for (Finding& finding : result.findings) {
        if (m_is_first) {
            for (const ElementPair& pair : finding.pairs)
                m_old.insert(key(finding, pair));
        } else {
            std::erase_if(finding.pairs, [&](const ElementPair& pair) {
                return m_old.contains(key(finding, pair));
            });
        }
    }
    m_is_first = false;
    std::erase_if(result.findings, [](const Finding& finding) { return finding.pairs.empty(); });
}

}  // namespace judge
