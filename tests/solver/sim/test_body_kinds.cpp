#include "sim/body_kinds.hpp"

#include <gtest/gtest.h>

#include "sim/world.hpp"
#include "support/spring_net.hpp"

namespace sinew {
namespace {

using test::NET_KIND;
using test::SpringNetDef;

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
