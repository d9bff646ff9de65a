// Fills bent and pinched tori with tetrahedra and prints tables in Markdown: of many tetrahedra, and of few in a fine mesh.
#include "tetrahedra/tetrahedralise.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <numbers>
#include <utility>

#include "base/stage_timer.hpp"
#include "solidify/solidify.hpp"

namespace {

sinew::TriangleMesh bent_torus(int rings, int segments) {
    using std::numbers::pi;
    sinew::TriangleMesh mesh;
    for (int i = 0; i < rings; ++i)
        for (int j = 0; j < segments; ++j) {
            const double a = 2.0 * pi * i / rings;
            const double b = 2.0 * pi * j / segments;
            const double thickness = 0.25 + 0.1 * std::cos(3.0 * a);
            const double r = 1.0 + thickness * std::cos(b);
            mesh.vertices.emplace_back(r * std::cos(a), r * std::sin(a),
                                       thickness * std::sin(b) + 0.2 * std::cos(2.0 * a));
            const int ring = i * segments;
            const int next_ring = (i + 1) % rings * segments;
            const int next = (j + 1) % segments;
            mesh.triangles.emplace_back(ring + j, next_ring + j, next_ring + next);
            mesh.triangles.emplace_back(ring + j, next_ring + next, ring + next);
        }
    return mesh;
}

double cpu_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

/// All that is done before the first step: tetrahedra, places of the vertices in them, painted maps, pins.
void solidify_fine_meshes() {
    std::printf("### A fine mesh to a solid of 3,000 tetrahedra\n\n");
    std::printf("| triangles | tetrahedra | s | CPU s | of it to fill |\n");
    std::printf("| ---: | ---: | ---: | ---: | ---: |\n");
    for (const int rings : {350, 500}) {
        const sinew::TriangleMesh surface = bent_torus(rings, 100);
        sinew::solids::SolidDef def;
        def.pins.emplace_back().vertices = {0, 1, 2};
        const double start = sinew::now_seconds();
        const double cpu_start = cpu_seconds();
        auto filled = sinew::tetrahedra::tetrahedralise(surface, {.count = 3000});
        const double cpu_filled = cpu_seconds();
        const std::size_t tetrahedra = filled.mesh.tetrahedra.size();
        sinew::solidify::carry_onto(std::move(filled.mesh), def, surface, {.count = 3000});
        std::printf("| %zu | %zu | %.2f | %.2f | %.2f |\n", surface.triangles.size(), tetrahedra,
                    sinew::now_seconds() - start, cpu_seconds() - cpu_start,
                    cpu_filled - cpu_start);
    }
    std::printf("\n");
}

}  // namespace

int main() {
    try {
        const sinew::TriangleMesh surface = bent_torus(200, 50);
        std::printf("### From a surface to tetrahedra\n\n");
        std::printf("| `count` | tetrahedra | s | CPU s | dihedral angles [degrees] |\n");
        std::printf("| ---: | ---: | ---: | ---: | ---: |\n");
        for (const int count : {1'000, 10'000, 100'000}) {
            const double start = sinew::now_seconds();
            const std::clock_t cpu_start = std::clock();
            const auto result = sinew::tetrahedra::tetrahedralise(surface, {.count = count});
            std::printf("| %d | %zu | %.2f | %.2f | %.1f to %.1f |\n", count,
                        result.mesh.tetrahedra.size(), sinew::now_seconds() - start,
                        static_cast<double>(std::clock() - cpu_start) / CLOCKS_PER_SEC,
                        result.quality.smallest_dihedral, result.quality.largest_dihedral);
        }
        std::printf("\n");
        solidify_fine_meshes();
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
