// A kind of body that nothing in solver/ knows: a lumped spring net.
#include "sim/body_kinds.hpp"

#include <gtest/gtest.h>

#include "body/fields.hpp"
#include "implicit/implicit_system.hpp"
#include "sim/world.hpp"
#include "support/spring_body.hpp"

namespace sinew {
namespace {

struct SpringNetDef : BodyDef {
    static constexpr std::string_view KIND = "test_spring_net";

    std::vector<Eigen::Vector3d> points;
    double stiffness = 2000.0;  ///< of each spring between one point and the next [N/m]
    AnimatedArray wind;         ///< [m/s]

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

std::unique_ptr<Body> make_net(const BodyDef& def, BodyContext& context) {
    const auto& net = dynamic_cast<const SpringNetDef&>(def);
    test::SpringBodyDef springs;
    springs.name = def.name;
    springs.positions = net.points;
    springs.masses.assign(net.points.size(), 0.1);
    for (int i = 1; i < static_cast<int>(net.points.size()); ++i)
        springs.springs.push_back({i - 1, i});
    springs.stiffness = net.stiffness;
    springs.pinned = {0};
    auto body = std::make_unique<test::SpringBody>(springs);
    dynamic_cast<ImplicitSystem&>(context.system(ImplicitSystem::FAMILY)).add(*body);
    return body;
}

constexpr BodyKind NET_KIND{SpringNetDef::KIND, {}, make_default<SpringNetDef>, make_net};

SpringNetDef hanging_net() {
    SpringNetDef def;
    def.name = "Net";
    def.points = {{0, 0, 0}, {0, 0, -1}, {0, 0, -2}};
    return def;
}

TEST(BodyKinds, AKindIsOneLineOfRegistration) {
    World world(WorldSettings{});
    EXPECT_THROW(world.add(hanging_net()), Error);
    add_body_kind(NET_KIND);
    EXPECT_EQ(find_body_kind(SpringNetDef::KIND), &NET_KIND);
    const Body& body = world.add(hanging_net());
    for (int i = 0; i < 24; ++i)
        ASSERT_EQ(world.step_frame(CancelToken()).outcome, StepOutcome::Converged);
    std::vector<double> positions(3 * body.output_count());
    body.output_positions(positions);
    EXPECT_NEAR(positions[2], 0.0, 1e-3);
    EXPECT_LT(positions[8], -2.0 - 0.5 * 3.0 * 0.1 * 9.81 / 2000.0);
    EXPECT_GT(positions[8], -2.01);
}

TEST(BodyKinds, PrerollGoesFromRestForEveryAnimatedField) {
    SpringNetDef def = hanging_net();
    def.wind = AnimatedArray::constant({1.0, 2.0, 3.0});
    def.add_preroll(1.0, 8.0);
    std::vector<double> wind(3);
    def.wind.sample(-7.0, wind);
    EXPECT_EQ(wind, (std::vector<double>{0.0, 0.0, 0.0}));
    def.wind.sample(1.0, wind);
    EXPECT_EQ(wind, (std::vector<double>{1.0, 2.0, 3.0}));
}

TEST(BodyKinds, MakeDefinitionsOfTheirKind) {
    for (const BodyKind* const kind : body_kinds())
        EXPECT_EQ(kind->make_def()->kind(), kind->name);
}

}  // namespace
}  // namespace sinew
