// Micropolar solids against what is known about bars and strips.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/rotation.hpp"
#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using Eigen::Vector3d;

constexpr double LENGTH = 1.0;
constexpr double WIDTH = 0.1;
constexpr double THICKNESS = 0.01;
constexpr double LENGTH_SCALE = 0.1;
constexpr double YOUNG = 1e6;
constexpr double POISSON = 0.3;

/// A thin strip clamped at x = 0 in cylindrical bending: no motion along y, no turn about x and z.
SolidDef strip() {
    SolidDef def = test::bar({LENGTH, WIDTH, THICKNESS}, {40, 2, 1});
    def.params.young_modulus = YOUNG;
    def.params.poisson_ratio = POISSON;
    def.params.length_scale = LENGTH_SCALE;
    const auto everywhere = [](const Vector3d&) { return true; };
    const auto clamped = [](const Vector3d& x) { return x.x() < 1e-9; };
    def.pins = {test::pins_at(test::vertices_where(def, clamped), true),
                test::pins_at(test::vertices_where(def, everywhere), false),
                test::pins_at(test::vertices_where(def, everywhere), true)};
    def.pins[1].axes = {false, true, false};
    def.pins[2].position = false;
    def.pins[2].axes = {true, false, true};
    return def;
}

/// The bending stiffness per width that is not the classic one, from the deflection by a small load at the end:
///     δ = P L³/(3 (D + D_extra) b) + P L/(2 µ h b).
/// The second part is shear: with µ_c = µ the strain energy of a slope w' that the rotation ψ does not follow is
/// least, over the shear of the section, at µ (w' − ψ)².
double added_stiffness(SolidDef def) {
    const auto end = test::vertices_where(def, [](auto& x) { return x.x() > LENGTH - 1e-9; });
    const double load = 0.01;  // [N]: bends it by a fraction of a millimetre
    std::vector<double> forces(3 * def.tets.vertices.size(), 0.0);
    for (const int vertex : end)
        forces[3 * vertex + 2] = load / static_cast<double>(end.size());
    def.forces = AnimatedArray::constant(forces);
    test::ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-9});
    const SolidBody body = test::make_body(def, run.system);
    run.step(1.0);
    double deflection = 0.0;
    for (const int vertex : end)
        deflection += body.state().positions[vertex].z() - def.tets.vertices[vertex].z();
    deflection /= static_cast<double>(end.size());
    const double mu = stretch_moduli(def.params).mu;
    deflection -= load * LENGTH / (2.0 * mu * THICKNESS * WIDTH);
    const double classic =
        YOUNG * THICKNESS * THICKNESS * THICKNESS / (12.0 * (1.0 - POISSON * POISSON));
    return load * LENGTH * LENGTH * LENGTH / (3.0 * WIDTH * deflection) - classic;
}

// 2 µ L_c² C₂₁ h: bending about y along x.
TEST(SolidBodyValidation, OrthotropicCurvatureAddsItsBendingStiffness) {
    SolidDef def = strip();
    def.curvature_stiffness(1, 0) = 1.5;
    const double mu = stretch_moduli(def.params).mu;
    const double expected = 2.0 * mu * LENGTH_SCALE * LENGTH_SCALE * 1.5 * THICKNESS;
    const double found = added_stiffness(def);
    fmt::print("orthotropic: {:.2f} N m, expected {:.2f} N m\n", found, expected);
    EXPECT_NEAR(found, expected, 0.03 * expected);
}

// µ L_c² (α + β)/2 h, with α and β apart so that none can stand for the other.
TEST(SolidBodyValidation, IsotropicCurvatureAddsItsBendingStiffness) {
    for (const auto& [alpha, beta] : {std::pair{3.0, 1.0}, std::pair{0.5, 4.0}}) {
        SolidDef def = strip();
        def.params.alpha = alpha;
        def.params.beta = beta;
        const double mu = stretch_moduli(def.params).mu;
        const double expected = mu * LENGTH_SCALE * LENGTH_SCALE * 0.5 * (alpha + beta) * THICKNESS;
        const double found = added_stiffness(def);
        fmt::print("isotropic {} {}: {:.2f} N m, expected {:.2f} N m\n", alpha, beta, found,
                   expected);
        EXPECT_NEAR(found, expected, 0.03 * expected);
    }
}

/// Energy of a square bar twisted by a small angle, in units of ½ G J θ²/L. The ends are free to warp, so that its length
/// does not matter.
double twist_energy(int cells, SolidLaw law = SolidLaw::Linear, double couple_ratio = 1.0) {
    constexpr double SIDE = 0.2;
    constexpr double BAR = 0.4;
    constexpr double ANGLE = 1e-3;
    SolidDef def = test::bar({BAR, SIDE, SIDE}, {2 * cells, cells, cells});
    def.law = law;
    def.params.couple_ratio = couple_ratio;
    def.params.young_modulus = YOUNG;
    def.params.poisson_ratio = POISSON;
    for (const double end : {0.0, BAR}) {
        SolidPins pins = test::pins_at(
            test::vertices_where(def, [&](auto& x) { return std::abs(x.x() - end) < 1e-9; }),
            false);
        pins.axes = {false, true, true};
        const Eigen::Matrix3d turn =
            exp_quaternion({end == 0.0 ? 0.0 : ANGLE, 0.0, 0.0}).toRotationMatrix();
        const Vector3d axis(0.0, 0.5 * SIDE, 0.5 * SIDE);
        std::vector<double> positions;
        for (const int vertex : pins.vertices) {
            const Vector3d to = turn * (def.tets.vertices[vertex] - axis) + axis;
            positions.insert(positions.end(), to.begin(), to.end());
        }
        pins.positions = AnimatedArray::constant(positions);
        def.pins.push_back(pins);
    }
    // One vertex in the middle of the axis keeps the bar from sliding along it.
    SolidPins middle = test::pins_at({0}, false);
    middle.axes = {true, false, false};
    def.pins.push_back(middle);
    test::ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-8});
    const SolidBody body = test::make_body(def, run.system);
    run.step(1.0);
    const double G = stretch_moduli(def.params).mu;
    const double J = 0.140577 * std::pow(SIDE, 4);  // Saint-Venant
    return body.measure(run.last).energy.elastic / (0.5 * G * J * ANGLE * ANGLE / BAR);
}

// Saint-Venant's torsion of a square bar: the energy converges with the square of the size of the elements.
TEST(SolidBodyValidation, ATwistedBarConverges) {
    double before = 0.0;
    for (const int cells : {3, 6, 12}) {
        const double error = twist_energy(cells) - 1.0;
        const double rate = before == 0.0 ? 0.0 : std::log2(before / error);
        fmt::print("{} cells: energy {:.4f}, error {:.4f}, rate {:.2f}\n", cells, 1.0 + error,
                   error, rate);
        EXPECT_GT(error, 0.0);
        if (before > 0.0) {
            EXPECT_GT(rate, 1.7);
        }
        before = error;
    }
    EXPECT_LT(before, 0.02);
}

/// Of twist_energy with 8 cells across, for couple ratios of 0.01, 1 and 100.
struct TwistEnergies {
    double least = 1e9;
    double largest = 0.0;
};

TwistEnergies twist_energies(SolidLaw law) {
    TwistEnergies energies;
    for (const double ratio : {0.01, 1.0, 100.0}) {
        const double energy = twist_energy(8, law, ratio);
        fmt::print("law {}, couple ratio {}: energy {:.4f}\n", static_cast<int>(law), ratio,
                   energy);
        energies.least = std::min(energies.least, energy);
        energies.largest = std::max(energies.largest, energy);
    }
    return energies;
}

// Without resistance to curvature the couple modulus is no property of the matter.
TEST(SolidBodyValidation, TheCoupleRatioDoesNotStiffenATwistedBar) {
    for (const SolidLaw law : {SolidLaw::NeoHookean, SolidLaw::Linear, SolidLaw::LinearVolume}) {
        const TwistEnergies energies = twist_energies(law);
        EXPECT_LT(energies.largest, 1.08);
        EXPECT_LT(energies.largest - energies.least, 0.02);
    }
}

/// Deflection of a square bar, clamped at one end and pulled sideways at the other, in units of that of a Timoshenko beam.
double bar_deflection(int cells, SolidLaw law, double poisson_ratio) {
    constexpr double SIDE = 0.1;
    constexpr double LOAD = 1e-3;  // [N]
    SolidDef def = test::bar({LENGTH, SIDE, SIDE}, {10 * cells, cells, cells});
    def.law = law;
    def.params.young_modulus = YOUNG;
    def.params.poisson_ratio = poisson_ratio;
    def.pins = {
        test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() < 1e-9; }), true)};
    const auto end = test::vertices_where(def, [](auto& x) { return x.x() > LENGTH - 1e-9; });
    std::vector<double> forces(3 * def.tets.vertices.size(), 0.0);
    for (const int vertex : end)
        forces[3 * vertex + 2] = LOAD / static_cast<double>(end.size());
    def.forces = AnimatedArray::constant(forces);
    test::ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-9});
    const SolidBody body = test::make_body(def, run.system);
    run.step(1.0);
    double deflection = 0.0;
    for (const int vertex : end)
        deflection += body.state().positions[vertex].z() - def.tets.vertices[vertex].z();
    deflection /= static_cast<double>(end.size());
    const double I = std::pow(SIDE, 4) / 12.0;
    const double shear = 5.0 / 6.0 * stretch_moduli(def.params).mu * SIDE * SIDE;
    return deflection / (LOAD * (std::pow(LENGTH, 3) / (3.0 * YOUNG * I) + LENGTH / shear));
}

// Straight edges would let it bend by 50 % of what it should with two cells across, and by 10 % where it hardly
// changes its volume.
TEST(SolidBodyValidation, ABarOfTwoCellsBends) {
    for (const SolidLaw law : {SolidLaw::NeoHookean, SolidLaw::Linear}) {
        const double usual = bar_deflection(2, law, POISSON);
        const double rubber = bar_deflection(2, law, 0.49);
        fmt::print("law {}, two cells: bends by {:.3f}, as rubber by {:.3f} of a beam\n",
                   static_cast<int>(law), usual, rubber);
        EXPECT_GT(usual, 0.7);
        EXPECT_LT(usual, 1.0);
        EXPECT_GT(rubber, 0.3);
        EXPECT_LT(rubber, 1.0);
    }
}

/// Height of the edges of a thin sheet of 1 m over its middle, which rest curvature bends a little both ways, in units of
/// what it would be without resistance. `cells` must be even.
double dome_height(int cells, double thickness, double length_scale) {
    constexpr double CURVATURE = 1e-3;  // [1/m]
    SolidDef def = test::bar({1.0, 1.0, thickness}, {cells, cells, 1});
    def.params.young_modulus = YOUNG;
    def.params.poisson_ratio = POISSON;
    def.params.length_scale = length_scale;
    def.params.alpha = def.params.beta = 2.0;
    def.params.gamma = 0.0;
    def.rest_curvature =
        AnimatedArray::constant({0.0, CURVATURE, 0.0, -CURVATURE, 0.0, 0.0, 0.0, 0.0, 0.0});
    def.pins = {test::pins_at(
        test::vertices_where(
            def, [](auto& x) { return std::abs(x.x() - 0.5) + std::abs(x.y() - 0.5) < 1e-9; }),
        true)};
    test::ImplicitStepper run({.integrator = Integrator::QuasiStatic, .tolerance = 1e-10});
    const SolidBody body = test::make_body(def, run.system);
    run.step(1.0);
    const auto edges = test::vertices_where(def, [](auto& x) {
        return std::abs(x.y() - 0.5) < 1e-9 && std::abs(x.x() - 0.5) > 0.5 - 1e-9;
    });
    double height = 0.0;
    for (const int vertex : edges)
        height += body.state().positions[vertex].z() - def.tets.vertices[vertex].z();
    return height / static_cast<double>(edges.size()) / (0.5 * CURVATURE * 0.25);
}

// Straight edges would let it bend by 74 %, edges that are held on flat faces too by 21 %.
TEST(SolidBodyValidation, AThinSheetFollowsItsRestCurvature) {
    const double stiff = dome_height(8, 0.01, 1.0);
    const double soft = dome_height(8, 0.01, 0.1);
    fmt::print("sheet of 8 cells: bends by {:.3f}, with less resistance to curvature by {:.3f}\n",
               stiff, soft);
    EXPECT_NEAR(stiff, 1.0, 0.02);
    EXPECT_NEAR(soft, 1.0, 0.1);
}

}  // namespace
}  // namespace sinew::solids
