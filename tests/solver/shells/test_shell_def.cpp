#include "shells/shell_def.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "shell_bodies.hpp"

namespace sinew::shells {
namespace {

using Eigen::Vector3d;

/// The problem with this field; a test failure when there is none.
std::string message_of(const ShellDef& def, const std::string& field) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    for (const Problem& problem : problems) {
        if (problem.field == field) return problem.message();
    }
    ADD_FAILURE() << "no problem with " << field << " among " << problems.size();
    return {};
}

bool is_valid(const ShellDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    for (const Problem& problem : problems)
        ADD_FAILURE() << problem.message();
    return problems.empty();
}

TEST(ShellDef, TakesAPlate) {
    EXPECT_TRUE(is_valid(test::plate(1.0, 0.5, 4, 2)));
}

TEST(ShellDef, TakesSurfacesWithoutSidesAndWithThreeTrianglesAtAnEdge) {
    EXPECT_TRUE(is_valid(test::moebius(1.0, 0.3, 12, 2)));
    ShellDef fins = test::plate(1.0, 1.0, 1, 1);
    fins.mesh.vertices.emplace_back(0.5, 0.5, 1.0);
    fins.mesh.triangles.emplace_back(0, 3, 4);
    EXPECT_TRUE(is_valid(fins));
}

TEST(ShellDef, RefusesTrianglesWithoutArea) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.mesh.vertices[1] = def.mesh.vertices[0];
    EXPECT_NE(message_of(def, "mesh").find("no area"), std::string::npos);
}

TEST(ShellDef, RefusesIsolatedVerticesAndDoubledFaces) {
    ShellDef alone = test::plate(1.0, 0.5, 4, 2);
    alone.mesh.vertices.emplace_back(3, 3, 3);
    EXPECT_NE(message_of(alone, "mesh").find("no face holds them"), std::string::npos);
    ShellDef doubled = test::plate(1.0, 0.5, 4, 2);
    doubled.mesh.triangles.push_back(doubled.mesh.triangles[0]);
    EXPECT_NE(message_of(doubled, "mesh").find("doubled"), std::string::npos);
}

TEST(ShellDef, RefusesThicknessOfNothingOrLargerThanTheMesh) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.params.thickness = 0.0;
    EXPECT_NE(message_of(def, "material.thickness").find("greater than 0"), std::string::npos);
    def.params.thickness = 2.0;
    EXPECT_NE(message_of(def, "material.thickness").find("smaller than the mesh"),
              std::string::npos);
    def.params.thickness = 0.01;
    def.thickness.assign(def.mesh.vertices.size(), 0.01);
    def.thickness[3] = -1.0;
    EXPECT_NE(message_of(def, "thickness").find("3"), std::string::npos);
    def.thickness.pop_back();
    message_of(def, "thickness");
}

TEST(ShellDef, PoissonRatioOfOneHalfIsForPlates) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.params.poisson_ratio = 0.5;
    EXPECT_TRUE(is_valid(def));
    def.model = ShellModel::Curved;
    EXPECT_NE(message_of(def, "material.poisson_ratio").find("plate"), std::string::npos);
    def.params.poisson_ratio = 0.6;
    message_of(def, "material.poisson_ratio");
}

TEST(ShellDef, RefusesNodesThatFoldATriangle) {
    ShellDef def = test::plate(1.0, 1.0, 1, 1);
    def.edge_points = {{{0, 1}, Vector3d(0.5, 1.5, 0.0)}};
    EXPECT_NE(message_of(def, "edges").find("folded"), std::string::npos);
    def.edge_points = {{{1, 2}, Vector3d(0.5, 0.0, 0.0)}};  // 1 and 2 are not neighbours
    message_of(def, "edge_points");
}

TEST(ShellDef, RefusesFieldsOfTheWrongSize) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(10, 0.0));
    message_of(def, "rest_curvature");
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(9, 0.0));
    def.triangle_rest_curvature =
        AnimatedArray::constant(std::vector<double>(9 * def.mesh.triangles.size(), 0.0));
    EXPECT_NE(message_of(def, "triangle_rest_curvature").find("one of them"), std::string::npos);
    def.rest_stretch = AnimatedArray::constant({0.0});
    EXPECT_NE(message_of(def, "rest_stretch").find("greater than 0"), std::string::npos);
    // As samples of a job are held.
    def.rest_stretch = {.width = 1, .frames = {1, 2}, .values = {}};
    def.rest_stretch.tail = SharedNumbers(std::vector<float>{1.0F, 0.0F});
    EXPECT_NE(message_of(def, "rest_stretch").find("bad at 1"), std::string::npos);
}

TEST(ShellDef, RefusesPinsAndLoadsThatSayNothing) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    def.pins.push_back(test::pins_at({0, 99}, true));
    def.pins.push_back(test::pins_at({}, true));
    def.pins.push_back(test::pins_at({1}, false));
    def.pins[2].position = false;
    def.loads.push_back({{0, 1}, {}, {}});
    message_of(def, "pins[0].vertices");
    message_of(def, "pins[1].vertices");
    message_of(def, "pins[2].what");
    EXPECT_NE(message_of(def, "loads[0]").find("force"), std::string::npos);
}

TEST(ShellDef, WarnsOfMoreThanOneTurnInATriangle) {
    ShellDef def = test::plate(1.0, 0.5, 4, 2);
    std::vector<double> Gamma_0(9, 0.0);
    Gamma_0[3] = 15.0;  // 0.35 m · 15/m = 5.3 rad
    def.rest_curvature = AnimatedArray::constant(Gamma_0);
    EXPECT_TRUE(shell_warnings(def).empty());
    Gamma_0[3] = 30.0;
    def.rest_curvature = AnimatedArray::constant(Gamma_0);
    ASSERT_EQ(shell_warnings(def).size(), 1);
    EXPECT_NE(shell_warnings(def)[0].find("full turn"), std::string::npos);
}

}  // namespace
}  // namespace sinew::shells
