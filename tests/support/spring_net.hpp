// A kind of body that nothing in solver/ knows: a lumped spring net. All that a kind needs is here.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "body/body_kind.hpp"
#include "body/fields.hpp"
#include "implicit/implicit_system.hpp"
#include "support/spring_body.hpp"

namespace sinew::test {

struct SpringNetDef : BodyDef {
    static constexpr std::string_view KIND = "test_spring_net";

    std::vector<Eigen::Vector3d> points;  ///< masses of 0.1 kg, of which the first is held [m]
    double stiffness = 2000.0;            ///< of each spring between one point and the next [N/m]
    AnimatedArray wind;                   ///< [m/s]

    std::string_view kind() const override { return KIND; }
    void collect_problems(std::vector<Problem>& problems) const override {
        if (points.size() < 2)
            problems.push_back(
                {ErrorCode::InvalidArgument, name, "points", "too few", "give two", {}});
    }
    void visit_fields(FieldVisitor& visitor) override {
        visitor.vectors({"points", "Masses.", "m", true}, points, {.scale = FieldScale::Length});
        visitor.number({"stiffness", "Of a spring.", "N/m"}, stiffness);
        visitor.animated({"wind", "Speed of the air.", "m/s"}, wind,
                         {.widths = {3}, .items = 1, .rest = rest_at(0.0)});
    }
};

inline std::unique_ptr<Body> make_net(const BodyDef& def, BodyContext& context) {
    const auto& net = dynamic_cast<const SpringNetDef&>(def);
    SpringBodyDef springs;
    springs.name = def.name;
    springs.positions = net.points;
    springs.masses.assign(net.points.size(), 0.1);
    for (int i = 1; i < static_cast<int>(net.points.size()); ++i)
        springs.springs.push_back({i - 1, i});
    springs.stiffness = net.stiffness;
    springs.pinned = {0};
    auto body = std::make_unique<SpringBody>(springs);
    dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)).add(*body);
    return body;
}

inline constexpr BodyKind NET_KIND{SpringNetDef::KIND, {}, make_default<SpringNetDef>, make_net};

}  // namespace sinew::test
