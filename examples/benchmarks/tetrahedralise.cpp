// Fills a bent and pinched torus of 20,000 triangles with tetrahedra and prints a table in Markdown.
#include "tetrahedra/tetrahedralise.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <numbers>

#include "base/stage_timer.hpp"

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

}  // namespace

int main() {
    try {
        const sinew::TriangleMesh surface = bent_torus(200, 50);
        std::printf("### From a surface to tetrahedra\n\n");
        std::printf("| asked for | tetrahedra | s | CPU s | dihedral angles [degrees] |\n");
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
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
