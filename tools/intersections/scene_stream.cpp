#include "scene_stream.hpp"

#include <algorithm>
#include <cmath>

namespace judge {

namespace {

/// More than any scene that fits into memory.
constexpr std::int64_t MOST = std::int64_t{1} << 31U;

template <class T>
void read_items(std::istream& in, T* items, std::size_t count) {
    in.read(reinterpret_cast<char*>(items), static_cast<std::streamsize>(count * sizeof(T)));
    if (!in) throw BadStream("the stream ends early");
}

template <class T>
T read_one(std::istream& in) {
    T value{};
    read_items(in, &value, 1);
    return value;
}

std::size_t read_count(std::istream& in) {
    const auto count = read_one<std::int64_t>(in);
    if (count < 0 || count >= MOST) throw BadStream("a count is out of range");
    return static_cast<std::size_t>(count);
}

void expect_vertex(int index, std::size_t vertices) {
    if (index < 0 || static_cast<std::size_t>(index) >= vertices)
        throw BadStream("a triangle or pill names a vertex that is not there");
}

void read_radii(std::istream& in, Object& object) {
    read_items(in, object.radii.data(), object.radii.size());
    for (const double radius : object.radii)
        if (!std::isfinite(radius) || radius < 0.0) throw BadStream("a radius is negative");
}

Object read_object(std::istream& in) {
    Object object;
    const std::size_t vertices = read_count(in);
    object.triangles.resize(read_count(in));
    object.pills.resize(read_count(in));
    if (!object.triangles.empty() && !object.pills.empty())
        throw BadStream("an object has triangles or pills, not both");
    read_items(in, object.triangles.data(), object.triangles.size());
    for (const std::array<int, 3>& triangle : object.triangles)
        for (const int corner : triangle)
            expect_vertex(corner, vertices);
    for (PillIndices& pill : object.pills) {
        const auto numbers = read_one<std::array<std::int32_t, 4>>(in);
        pill.ends = {numbers[0], numbers[1]};
        pill.rod = numbers[2];
        pill.along = read_one<std::array<double, 2>>(in);
        for (const int end : pill.ends)
            expect_vertex(end, vertices);
    }
    if (!object.pills.empty()) {
        object.radii.resize(vertices);
        read_radii(in, object);
        for (PillIndices& pill : object.pills)
            pill.rest_radius = std::max(object.radii[static_cast<std::size_t>(pill.ends[0])],
                                        object.radii[static_cast<std::size_t>(pill.ends[1])]);
    }
    object.stored.resize(vertices);
    return object;
}

void read_floats(std::istream& in, std::vector<Point>& points) {
    std::vector<std::array<float, 3>> floats(points.size());
    read_items(in, floats.data(), floats.size());
    std::transform(floats.begin(), floats.end(), points.begin(), [](const std::array<float, 3>& p) {
        return Point{p[0], p[1], p[2]};
    });
}

void move_to_world(const std::array<double, 12>& matrix, Object& object) {
    object.world.resize(object.stored.size());
    for (std::size_t i = 0; i < object.stored.size(); ++i) {
        const Point& p = object.stored[i];
        for (std::size_t row = 0; row < 3; ++row) {
            const double* entries = &matrix[4 * row];
            object.world[i][row] =
                entries[0] * p[0] + entries[1] * p[1] + entries[2] * p[2] + entries[3];
        }
    }
}

/// Index of the first point that is not finite, or the number of points.
std::size_t first_bad(const std::vector<Point>& points) {
    const auto bad = std::find_if(points.begin(), points.end(), [](const Point& p) {
        return !std::isfinite(p[0]) || !std::isfinite(p[1]) || !std::isfinite(p[2]);
    });
    return static_cast<std::size_t>(bad - points.begin());
}

}  // namespace

Scene read_scene(std::istream& in) {
    Scene scene;
    const std::size_t objects = read_count(in);
    const std::size_t planes = read_count(in);
    for (std::size_t i = 0; i < objects; ++i)
        scene.objects.push_back(read_object(in));
    for (std::size_t i = 0; i < planes; ++i) {
        const auto numbers = read_one<std::array<double, 4>>(in);
        scene.planes.push_back(
            {.normal = {numbers[0], numbers[1], numbers[2]}, .offset = numbers[3]});
    }
    scene.judged.resize(objects * objects);
    scene.judged_planes.resize(objects * planes);
    read_items(in, scene.judged.data(), scene.judged.size());
    read_items(in, scene.judged_planes.data(), scene.judged_planes.size());
    return scene;
}

std::optional<std::int64_t> read_frame(std::istream& in, Scene& scene) {
    if (in.peek() == std::istream::traits_type::eof()) return std::nullopt;
    const auto frame = read_one<std::int64_t>(in);
    for (std::size_t i = 0; i < scene.objects.size(); ++i) {
        Object& object = scene.objects[i];
        const auto flags = read_one<std::int64_t>(in);
        if ((flags & FLOATS) != 0) read_floats(in, object.stored);
        if ((flags & DOUBLES) != 0) read_items(in, object.stored.data(), object.stored.size());
        object.world.clear();
        if ((flags & MATRIX) != 0) move_to_world(read_one<std::array<double, 12>>(in), object);
        if ((flags & RADII) != 0) read_radii(in, object);
        for (const std::vector<Point>* points : {&object.stored, &object.world}) {
            const std::size_t bad = first_bad(*points);
            if (bad < points->size()) throw NotFinite(frame, i, bad);
        }
    }
    return frame;
}

}  // namespace judge
