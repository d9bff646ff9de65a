#include "rigid/rigid_def.hpp"

#include <gtest/gtest.h>

#include "support/shapes.hpp"

namespace sinew::rigid {
namespace {

using Eigen::Vector3d;

RigidDef box() {
    RigidDef def;
    def.name = "Box";
    def.mesh = test::box_mesh(Vector3d::Zero(), Vector3d::Ones());
    return def;
}

std::string problem_of(const RigidDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    return problems.empty() ? "" : problems.front().message();
}

TEST(RigidDef, ABoxHasNoProblems) {
    EXPECT_EQ(problem_of(box()), "");
}

TEST(RigidDef, AnOpenMeshNeedsAWall) {
    RigidDef def = box();
    def.mesh.triangles.pop_back();
    EXPECT_NE(problem_of(def).find("wall_thickness"), std::string::npos) << problem_of(def);
    def.params.wall_thickness = 0.01;
    EXPECT_EQ(problem_of(def), "");
    // What does not move needs no mass.
    def.params.wall_thickness = 0.0;
    def.motion = RigidMotion::Fixed;
    EXPECT_EQ(problem_of(def), "");
}

TEST(RigidDef, ASheetOfTwoSidesEnclosesNothing) {
    RigidDef def;
    def.name = "Sheet";
    def.mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
    def.mesh.triangles = {{0, 1, 2}, {0, 2, 1}};
    EXPECT_NE(problem_of(def).find("enclose nothing"), std::string::npos) << problem_of(def);
}

TEST(RigidDef, BadNumbersAndMoversAreNamed) {
    RigidDef def = box();
    def.params.density = -1.0;
    EXPECT_NE(problem_of(def).find("density"), std::string::npos);
    def = box();
    def.initial_velocity = {Vector3d(0, NAN, 0)};
    EXPECT_NE(problem_of(def).find("initial.velocity"), std::string::npos);
    def = box();
    def.mover = "Bone";
    EXPECT_NE(problem_of(def).find("mover"), std::string::npos);
    def = box();
    def.mesh.triangles.clear();
    EXPECT_NE(problem_of(def).find("no faces"), std::string::npos);
}

TEST(RigidDef, AMassReplacesTheDensity) {
    RigidDef def = box();
    EXPECT_NEAR(def.mass_properties().mass, 1000.0, 1e-9);
    def.params.mass = 3.0;
    EXPECT_NEAR(def.mass_properties().mass, 3.0, 1e-12);
}

}  // namespace
}  // namespace sinew::rigid
