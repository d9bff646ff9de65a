#include "joints/joint_def.hpp"

#include <gtest/gtest.h>

namespace sinew::joints {
namespace {

JointDef hinge() {
    JointDef def;
    def.name = "Hinge";
    def.type = JointType::Hinge;
    def.bodies = {"Door"};
    def.point = {Eigen::Vector3d(0, 0, 1)};
    return def;
}

std::string problem_of(const JointDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    return problems.empty() ? "" : problems.front().message();
}

TEST(JointDef, AHingeIsFine) {
    EXPECT_EQ(problem_of(hinge()), "");
}

TEST(JointDef, SaysWhatIsWrong) {
    const auto broken = [](auto&& change) {
        JointDef def = hinge();
        change(def);
        return problem_of(def);
    };
    const auto has = [](const std::string& message, const std::string& words) {
        return message.find(words) != std::string::npos;
    };
    EXPECT_TRUE(has(broken([](JointDef& d) { d.bodies = {"Door", "Door"}; }), "two different"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.bodies.clear(); }), "one or two"));
    EXPECT_TRUE(has(broken([](JointDef& d) {
                        d.bodies = {"Door", "Wall"};
                        d.mover = "Bone";
                    }),
                    "one body and a mover"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.axis = {Eigen::Vector3d::Zero()}; }), "longer"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.angle_limits = {1.0, -1.0}; }), "lower one first"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.distance_limits = {0.0, 1.0}; }), "has none"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.motor.speed = AnimatedArray::constant({1.0}); }),
                    "no such motor"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.type = JointType::Spring; }), "needs a stiffness"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.stiffness = -1.0; }), "0 or more"));
    EXPECT_TRUE(has(broken([](JointDef& d) { d.damping = 1.0; }), "slider and spring"));
    EXPECT_TRUE(has(broken([](JointDef& d) {
                        d.motor.angle = AnimatedArray::constant({1.0});
                        d.motor.angular_speed = AnimatedArray::constant({1.0});
                    }),
                    "one of them"));
}

}  // namespace
}  // namespace sinew::joints
