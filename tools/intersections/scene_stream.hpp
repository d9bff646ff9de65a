// Reads a scene and its frames from a stream of bytes, little-endian, as `scene_program.py` writes them.
//
//   header   int64   objects, half-planes
//            for each object:   int64   vertices, triangles, pills
//                               int32   3 vertices of each triangle
//                               for each pill: int32 2 vertices, int32 rod, int32 0, float64 2 places along the rod at rest
//                               float64 radius of each vertex, if there are pills
//            for each half-plane: float64 3 of the normal, 1 offset
//            uint8   objects × objects, objects × half-planes: whether the pair is judged
//   frame    int64   number of the frame
//            for each object:   int64 flags, then what they name, in the order of the flags
//                               FLOATS: float32 3 a vertex; DOUBLES: float64 3 a vertex; neither: as in the frame before
//                               MATRIX: float64 12, [A t] row after row, to the common space; without: the identity
//                               RADII: float64 1 a vertex; without: as before
#pragma once

#include <cstdint>
#include <istream>
#include <optional>
#include <stdexcept>

#include "scene.hpp"

namespace judge {

inline constexpr std::int64_t FLOATS = 1;
inline constexpr std::int64_t DOUBLES = 2;
inline constexpr std::int64_t MATRIX = 4;
inline constexpr std::int64_t RADII = 8;

/// The bytes are not a scene.
struct BadStream : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// A vertex of a frame is NaN or infinite.
struct NotFinite : std::runtime_error {
    NotFinite(std::int64_t bad_frame, std::size_t bad_object, std::size_t bad_vertex)
        : std::runtime_error("a vertex is not finite"),
          frame(bad_frame),
          object(bad_object),
          vertex(bad_vertex) {}
    std::int64_t frame;
    std::size_t object;
    std::size_t vertex;
};

Scene read_scene(std::istream& in);

/// Moves the objects to the next frame and gives its number; nothing at the end of the stream.
std::optional<std::int64_t> read_frame(std::istream& in, Scene& scene);

}  // namespace judge
