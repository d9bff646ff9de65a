// Fills a spindle of 100,000 triangles with 16 rods of 16 points and prints a table in Markdown.
//
// The same spindle is also filled as it is before it is smooth, and with a hole, which takes another way
// through the voxels.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <numbers>

#include "base/stage_timer.hpp"
#include "viperize/viperize.hpp"

namespace {

using sinew::viperize::Viperization;
using sinew::viperize::ViperizeDef;
using std::numbers::pi;

/// 0.3 m long and 0.06 m thick, closed.
sinew::TriangleMesh spindle(int rings, int segments) {
    sinew::TriangleMesh mesh;
    for (int ring = 0; ring < rings; ++ring) {
        const double t = static_cast<double>(ring) / (rings - 1);
        const double radius = 0.03 * (0.2 + 0.8 * std::sin(pi * t));
        for (int i = 0; i < segments; ++i) {
            const double angle = 2.0 * pi * i / segments;
            mesh.vertices.emplace_back(radius * std::cos(angle), radius * std::sin(angle), 0.3 * t);
        }
    }
    mesh.vertices.emplace_back(0.0, 0.0, 0.0);
    mesh.vertices.emplace_back(0.0, 0.0, 0.3);
    const int low = rings * segments;
    for (int i = 0; i < segments; ++i) {
        const int next = (i + 1) % segments;
        mesh.triangles.emplace_back(low, next, i);
        for (int ring = 0; ring + 1 < rings; ++ring) {
            const int a = ring * segments;
            mesh.triangles.emplace_back(a + i, a + next, a + segments + i);
            mesh.triangles.emplace_back(a + next, a + segments + next, a + segments + i);
        }
        const int last = (rings - 1) * segments;
        mesh.triangles.emplace_back(low + 1, last + i, last + next);
    }
    return mesh;
}

/// The quickest of three runs.
void print_row(const char* name, const sinew::TriangleMesh& mesh) {
    ViperizeDef def;
    def.mesh = mesh;
    def.rods = 16;
    def.levels = 16;
    double seconds = 1e300;
    Viperization result;
    for (int run = 0; run < 3; ++run) {
        sinew::viperize::ViperizeProgress progress;
        const double start = sinew::now_seconds();
        result = viperize(def, progress);
        seconds = std::min(seconds, sinew::now_seconds() - start);
    }
    std::printf("| %s | %zu | 16 x 16 | %d | %.2f | %.2f | %d |\n", name, mesh.triangles.size(),
                result.measures.voxels, seconds, 100.0 * result.measures.volume_error(),
                result.measures.points_outside);
}

}  // namespace

int main() {
    try {
        std::printf("### Filling a mesh with rods\n\n");
        std::printf(
            "| mesh | triangles | rods | voxels | s | volume off [%%] | points outside |\n");
        std::printf("| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        print_row("spindle, coarse", spindle(48, 32));
        const sinew::TriangleMesh fine = spindle(224, 224);
        print_row("spindle", fine);
        sinew::TriangleMesh holed = fine;
        holed.triangles.resize(holed.triangles.size() - 200);
        print_row("spindle with a hole", holed);
        std::printf("\n");
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
