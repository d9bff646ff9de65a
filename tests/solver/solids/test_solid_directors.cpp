#include "solids/solid_directors.hpp"

#include <gtest/gtest.h>

#include "solid_cases.hpp"
#include "support/director_crosses.hpp"

namespace sinew::solids {
namespace {

using Eigen::Matrix3d;
using test::Cross;
using test::crosses_of;
using test::ImplicitStepper;

DirectorsBody directors_of(const SolidBody& solid, int count) {
    return {test::shown_directors(count), std::make_unique<SolidDirectors>(solid)};
}

TEST(SolidDirectors, AreTheAxesOfTheWorldAtRest) {
    const SolidDef def = test::bar({1, 0.3, 0.2}, {4, 2, 2});
    ImplicitStepper run({});
    const SolidBody solid = test::make_body(def, run.system);
    DirectorsBody all = directors_of(solid, 1000);
    EXPECT_EQ(all.output_count(), DirectorsDef::POINTS * def.tets.vertices.size());
    for (const Cross& cross : crosses_of(all)) {
        EXPECT_LT((cross.directors - Matrix3d::Identity()).norm(), 1e-12);
        EXPECT_EQ(cross.curvature, 0.0);
    }
    DirectorsBody some = directors_of(solid, 7);
    EXPECT_EQ(crosses_of(some).size(), 7U);
    // Seven of them fill the volume, half their distance apart.
    EXPECT_NEAR(some.length(), 0.5 * std::cbrt(0.06 / 7), 1e-12);
}

TEST(SolidDirectors, ShowTheCurvatureThatASolidWasGiven) {
    constexpr double TWIST = 1.5;
    SolidDef def = test::bar({1, 0.1, 0.1}, {16, 2, 2});
    def.params.length_scale = 1.0;
    std::vector<double> curvature(9, 0.0);
    curvature[0] = TWIST;  // about x along x
    def.rest_curvature = AnimatedArray::constant(curvature);
    def.pins = {test::pins_at(test::vertices_where(def, [](auto& x) { return x.x() == 0; }), true)};
    ImplicitSettings settings;
    settings.integrator = Integrator::QuasiStatic;
    ImplicitStepper run(settings);
    const SolidBody solid = test::make_body(def, run.system);
    run.step(0.04);
    DirectorsBody body = directors_of(solid, 1000);
    for (const Cross& cross : crosses_of(body)) {
        EXPECT_LT((cross.directors.transpose() * cross.directors - Matrix3d::Identity()).norm(),
                  1e-9);
        if (cross.place.x() < 0.1 || cross.place.x() > 0.9) continue;
        EXPECT_NEAR(cross.curvature, TWIST, 0.05 * TWIST);
        const double angle = std::atan2(cross.directors(2, 1), cross.directors(1, 1));
        EXPECT_NEAR(angle, TWIST * cross.place.x(), 0.05);
    }
}

TEST(SolidDirectors, StayAsTheyAreInASolidWithoutMicrorotations) {
    SolidDef def = test::bar({1, 0.3, 0.2}, {4, 2, 2});
    def.law = SolidLaw::ClassicNeoHookean;
    ImplicitStepper run({});
    const SolidBody solid = test::make_body(def, run.system);
    run.step(0.04, {0, 0, -9.81});
    DirectorsBody body = directors_of(solid, 5);
    for (const Cross& cross : crosses_of(body))
        EXPECT_LT((cross.directors - Matrix3d::Identity()).norm(), 1e-12);
}

TEST(DirectorsDef, SaysWhatIsWrong) {
    DirectorsDef def = test::shown_directors(0);
    def.body.clear();
    def.length = -1.0;
    std::vector<Problem> problems;
    def.collect_problems(problems);
    ASSERT_EQ(problems.size(), 3U);
    EXPECT_EQ(problems[0].field, "body");
    EXPECT_EQ(problems[1].field, "count");
    EXPECT_EQ(problems[2].field, "length");
}

}  // namespace
}  // namespace sinew::solids
