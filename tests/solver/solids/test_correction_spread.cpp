#include "solids/correction_spread.hpp"

#include <gtest/gtest.h>

namespace sinew::solids {
namespace {

using Eigen::Vector3d;
using Eigen::Vector3i;

/// Two strips of triangles along x, 0.1 apart in z and without an edge between them; 11 × 2 vertices each.
struct TwoStrips {
    std::vector<Vector3d> vertices;
    std::vector<Vector3i> triangles;

    TwoStrips() {
        for (const double z : {0.0, 0.1}) {
            const int first = static_cast<int>(vertices.size());
            for (int i = 0; i <= 10; ++i) {
                vertices.emplace_back(i, 0.0, z);
                vertices.emplace_back(i, 1.0, z);
                if (i == 10) continue;
                const int at = first + 2 * i;
                triangles.emplace_back(at, at + 2, at + 1);
                triangles.emplace_back(at + 1, at + 2, at + 3);
            }
        }
    }
};

TEST(CorrectionSpread, FadesAlongTheSurface) {
    const TwoStrips strips;
    const CorrectionSpread spread(strips.vertices, strips.triangles, {0, 1}, 4.0);
    std::vector<double> offsets(3 * strips.vertices.size(), 0.0);
    const std::vector<Vector3d> corrections(2, Vector3d(0.0, 0.0, 0.5));
    spread.add(corrections, offsets);
    for (std::size_t v = 0; v < strips.vertices.size(); ++v) {
        const double t = strips.vertices[v].x() / 4.0;
        const bool reached = v < 22 && t < 1.0;
        const double expected = reached ? 0.5 * (1.0 - t) * (1.0 - t) * (1.0 + 2.0 * t) : 0.0;
        EXPECT_NEAR(offsets[3 * v + 2], expected, 1e-12) << v;
        EXPECT_EQ(offsets[3 * v], 0.0);
    }
}

TEST(CorrectionSpread, GivesCorrectedVerticesTheirOwn) {
    const TwoStrips strips;
    const CorrectionSpread spread(strips.vertices, strips.triangles, {4, 0, 23}, 100.0);
    std::vector<double> positions(3 * strips.vertices.size(), 1.0);
    spread.add(std::vector<Vector3d>{{1, 0, 0}, {2, 0, 0}, {0, 3, 0}}, positions);
    EXPECT_EQ(positions[12], 2.0);
    EXPECT_EQ(positions[0], 3.0);
    EXPECT_EQ(positions[3 * 23 + 1], 4.0);
    // Between two corrected vertices: between their offsets, and no less than a fade allows.
    EXPECT_GT(positions[6], 1.9);
    EXPECT_LT(positions[6], 3.0);
}

TEST(CorrectionSpread, WithoutTrianglesMovesNoOther) {
    const TwoStrips strips;
    const CorrectionSpread spread(strips.vertices, {}, {3}, 100.0);
    std::vector<double> positions(3 * strips.vertices.size(), 0.0);
    spread.add(std::vector<Vector3d>{{1, 1, 1}}, positions);
    EXPECT_EQ(std::count(positions.begin(), positions.end(), 0.0), 3 * 43);
}

}  // namespace
}  // namespace sinew::solids
