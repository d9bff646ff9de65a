// Thin shells on coarse meshes against what is known about them: small displacements, one linear solve each.
#include <gtest/gtest.h>

#include <cmath>

#include "linear_shell.hpp"
#include "support/random.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;
using test::LinearShell;

/// A hemisphere with a hole of 18° at its pole, R/h = 250, pulled and pushed by four forces at its equator: a quarter of it. How far the
/// force moves its point [m].
double pinched_hemisphere(int n, bool curved_edges, double couple_ratio) {
    ShellDef def = test::surface_of(n, n, curved_edges, [](double u, double v) {
        const double around = 0.5 * M_PI * u;
        const double up = 0.4 * M_PI * v;
        return Vector3d(10.0 * std::cos(up) * std::cos(around),
                        10.0 * std::cos(up) * std::sin(around), 10.0 * std::sin(up));
    });
    def.params.thickness = 0.04;
    def.params.young_modulus = 6.825e7;
    def.params.couple_ratio = couple_ratio;
    LinearShell shell(def);
    shell.hold("yXZ", [](const Vector3d& x) { return std::abs(x.y()) < 1e-9; });
    shell.hold("xYZ", [](const Vector3d& x) { return std::abs(x.x()) < 1e-9; });
    const long pulled = shell.nearest({10.0, 0.0, 0.0});
    shell.hold("z", [](const Vector3d& x) { return (x - Vector3d(10, 0, 0)).norm() < 1e-9; });
    shell.load[3 * pulled] = 1.0;
    shell.load[3 * shell.nearest({0.0, 10.0, 0.0}) + 1] = -1.0;
    return shell.solve()[3 * pulled];
}

constexpr double HEMISPHERE = 0.0940;  ///< [m]

TEST(ShellLocking, PinchedHemisphere) {
    for (const bool curved_edges : {false, true}) {
        SCOPED_TRACE(curved_edges);
        const double coarse = pinched_hemisphere(16, curved_edges, 1.0) / HEMISPHERE;
        EXPECT_GT(coarse, 0.92);
        EXPECT_LT(coarse, 1.0);
        const double fine = pinched_hemisphere(32, curved_edges, 1.0) / HEMISPHERE;
        EXPECT_GT(fine, 0.985);
        EXPECT_LT(fine, 1.0);
    }
}

// L_c is zero, so how firmly the directors are held to the surface should not matter.
TEST(ShellLocking, CoupleRatioDoesNotMatter) {
    for (const bool curved_edges : {false, true}) {
        SCOPED_TRACE(curved_edges);
        const double weak = pinched_hemisphere(16, curved_edges, 0.01) / HEMISPHERE;
        const double firm = pinched_hemisphere(16, curved_edges, 100.0) / HEMISPHERE;
        EXPECT_LT(std::abs(weak - firm), 0.02);
    }
}

/// Work of a force across the end of a strip of 4 × 1 m in its own plane, or out of it, by that of a Timoshenko beam.
double strip_compliance(int across, bool in_plane, double thickness, double couple_ratio = 1.0,
                        double shear_factor = 0.0) {
    ShellDef def = test::surface_of(4 * across, across, false,
                                    [](double u, double v) { return Vector3d(4.0 * u, v, 0.0); });
    def.params.thickness = thickness;
    def.params.poisson_ratio = 0.0;
    def.params.couple_ratio = couple_ratio;
    def.params.shear_factor = shear_factor;
    LinearShell shell(def);
    shell.hold("xyzXYZ", [](const Vector3d& x) { return x.x() == 0.0; });
    const long axis = in_plane ? 1 : 2;
    for (std::size_t i = 0; i < shell.nodes().size(); ++i) {  // Simpson's rule along the end
        const Vector3d& x = shell.nodes()[i];
        if (x.x() != 4.0) continue;
        const bool vertex = i < shell.mesh().vertices;
        const bool corner = x.y() == 0.0 || x.y() == 1.0;
        shell.load[3 * static_cast<long>(i) + axis] =
            (vertex ? (corner ? 1.0 : 2.0) : 4.0) / (6.0 * across);
    }
    const double E = def.params.young_modulus;
    const double depth = in_plane ? 1.0 : thickness;
    const double width = in_plane ? thickness : 1.0;
    const double bending = 64.0 / 3.0 / (E * width * depth * depth * depth / 12.0);
    const double shear = 4.0 / (5.0 / 6.0 * 0.5 * E * width * depth);
    return shell.load.dot(shell.solve()) / (bending + shear);
}

// What keeps curved shells from locking must not make flat ones soft in their plane.
TEST(ShellLocking, FlatStripBendsInItsPlane) {
    EXPECT_NEAR(strip_compliance(1, true, 0.01), 1.0, 0.04);
    EXPECT_NEAR(strip_compliance(2, true, 0.01), 1.0, 0.01);
    EXPECT_NEAR(strip_compliance(4, true, 0.01), 1.0, 0.005);
}

// A strip four times as long as it is thick, with the shear factor of a rectangular section.
TEST(ShellLocking, ThickStripShears) {
    for (const double couple_ratio : {0.01, 1.0, 100.0})
        EXPECT_NEAR(strip_compliance(4, false, 1.0, couple_ratio, 5.0 / 6.0), 1.0, 0.01)
            << couple_ratio;
    EXPECT_LT(strip_compliance(4, false, 1.0, 100.0),
              0.97);  // without it the couple modulus has a say
}

TEST(ShellLocking, FlatStripBendsOutOfItsPlane) {
    EXPECT_NEAR(strip_compliance(1, false, 0.001), 1.0, 0.02);
    EXPECT_NEAR(strip_compliance(2, false, 0.01), 1.0, 0.01);
}

}  // namespace
}  // namespace sinew::shells
