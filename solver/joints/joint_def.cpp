#include "joints/joint_def.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "body/def_checker.hpp"

namespace sinew::joints {

namespace {

constexpr std::array<std::size_t, 1> ONE = {1};

class JointChecker : DefChecker {
public:
    JointChecker(const JointDef& def, std::vector<Problem>& problems)
        : DefChecker(def.name, problems), m_def(def) {}

    void check() {
        check_bodies();
        check_place();
        check_strengths();
        check_limits("angle_limits", m_def.angle_limits, JointType::Hinge, JointType::Hinge);
        check_limits("distance_limits", m_def.distance_limits, JointType::Slider,
                     JointType::Spring);
        check_motor();
    }

private:
    void check_bodies() {
        const std::size_t count = m_def.bodies.size();
        if (count < 1 || count > 2)
            report("bodies", fmt::format("{} names", count), "name one or two rigid bodies");
        if (count == 2 && m_def.bodies[0] == m_def.bodies[1])
            report("bodies", m_def.bodies[0], "a joint needs two different bodies");
        if (count == 2 && !m_def.mover.empty())
            report("mover", m_def.mover, "name one body and a mover, or two bodies");
    }

    void check_place() {
        check_count("point", m_def.point.size(), 1);
        check_finite("point", m_def.point);
        check_finite("other_point", m_def.other_point);
        check_finite("axis", m_def.axis);
        if (!m_def.other_point.empty() && m_def.type != JointType::Spring)
            report("other_point", "given", "only a spring has two points");
        if (!m_def.axis.empty() && !(m_def.axis.front().stableNorm() > 0.0))
            report("axis", "0, 0, 0", "must be a vector longer than 0");
    }

    void check_strengths() {
        const auto check_one = [&](const char* field, double value) {
            if (!(value >= 0.0) || !std::isfinite(value))
                report(field, fmt::format("{}", value), "must be a finite number, 0 or more");
        };
        check_one("stiffness", m_def.stiffness);
        check_one("angular_stiffness", m_def.angular_stiffness);
        check_one("damping", m_def.damping);
        check_one("angular_damping", m_def.angular_damping);
        check_one("break_force", m_def.break_force);
        check_one("motor.torque", m_def.motor.torque);
        check_one("motor.force", m_def.motor.force);
        const JointType type = m_def.type;
        const bool is_rope = !m_def.distance_limits.empty();
        if (type == JointType::Spring && m_def.stiffness == 0.0 && !is_rope)
            report("stiffness", "0", "a spring needs a stiffness or distance_limits");
        const bool turns =
            type == JointType::Fixed || type == JointType::Ball || type == JointType::Hinge;
        if (m_def.angular_stiffness > 0.0 && !turns)
            report("angular_stiffness", fmt::format("{}", m_def.angular_stiffness),
                   "only fixed, ball and hinge have one");
        if (m_def.angular_damping > 0.0 && type != JointType::Hinge)
            report("angular_damping", fmt::format("{}", m_def.angular_damping),
                   "only a hinge has one");
        if (m_def.damping > 0.0 && type != JointType::Slider && type != JointType::Spring)
            report("damping", fmt::format("{}", m_def.damping), "only slider and spring have one");
        check_animated("length", m_def.length, ONE);
        if (!m_def.length.empty() && type != JointType::Spring)
            report("length", "given", "only a spring has one");
    }

    void check_limits(const std::string& field, const std::vector<double>& limits, JointType one,
                      JointType other) {
        if (limits.empty()) return;
        if (m_def.type != one && m_def.type != other) {
            report(field, "given", "the type of the joint has none");
            return;
        }
        check_count(field, limits.size(), 2);
        if (limits.size() == 2 && !(limits[0] <= limits[1]))
            report(field, fmt::format("{} and {}", limits[0], limits[1]),
                   "must be two numbers, the lower one first");
    }

    void check_motor() {
        const JointMotor& motor = m_def.motor;
        const auto check_pull = [&](const char* name, const AnimatedArray& keys, JointType type) {
            const std::string field = fmt::format("motor.{}", name);
            check_animated(field, keys, ONE);
            if (!keys.empty() && m_def.type != type)
                report(field, "given", "the type of the joint has no such motor");
        };
        check_pull("angular_speed", motor.angular_speed, JointType::Hinge);
        check_pull("angle", motor.angle, JointType::Hinge);
        check_pull("speed", motor.speed, JointType::Slider);
        check_pull("distance", motor.distance, JointType::Slider);
        if (!motor.angular_speed.empty() && !motor.angle.empty())
            report("motor", "angular_speed and angle", "give one of them");
        if (!motor.speed.empty() && !motor.distance.empty())
            report("motor", "speed and distance", "give one of them");
    }

    const JointDef& m_def;
};

const AnimatedArray* one_of(const AnimatedArray& first, const AnimatedArray& second) {
    if (!first.empty()) return &first;
    return second.empty() ? nullptr : &second;
}

}  // namespace

const AnimatedArray* JointMotor::turns() const {
    return one_of(angular_speed, angle);
}

const AnimatedArray* JointMotor::slides() const {
    return one_of(speed, distance);
}

void JointDef::collect_problems(std::vector<Problem>& problems) const {
    JointChecker(*this, problems).check();
}

}  // namespace sinew::joints
