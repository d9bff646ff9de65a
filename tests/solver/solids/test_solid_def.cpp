#include "solids/solid_def.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "solid_cases.hpp"

namespace sinew::solids {
namespace {

using testing::HasSubstr;

std::string problems_of(const SolidDef& def) {
    std::vector<Problem> problems;
    def.collect_problems(problems);
    std::string text;
    for (const Problem& problem : problems)
        text += problem.message() + "\n";
    return text;
}

SolidDef good() {
    return test::bar({1, 1, 1}, {1, 1, 1});
}

TEST(SolidDef, AGoodOneHasNoProblems) {
    EXPECT_EQ(problems_of(good()), "");
}

TEST(SolidDef, RefusesNumbersOutOfRange) {
    SolidDef def = good();
    def.params.poisson_ratio = 0.5;
    def.params.young_modulus = -1.0;
    def.params.density = 0.0;
    def.params.couple_ratio = std::nan("");
    const std::string text = problems_of(def);
    EXPECT_THAT(text, HasSubstr("Bar: material.poisson_ratio is 0.5: must be greater than -1"));
    EXPECT_THAT(text, HasSubstr("material.young_modulus is -1"));
    EXPECT_THAT(text, HasSubstr("material.density is 0"));
    EXPECT_THAT(text, HasSubstr("material.couple_ratio is nan"));
    def = good();
    def.params.poisson_ratio = -1.0;
    EXPECT_THAT(problems_of(def), HasSubstr("poisson_ratio"));
}

TEST(SolidDef, RefusesBadMeshes) {
    SolidDef def = good();
    std::swap(def.tets.tetrahedra[2][0], def.tets.tetrahedra[2][1]);
    EXPECT_THAT(problems_of(def), HasSubstr("negative volume"));
    def = good();
    def.tets.vertices[3] = def.tets.vertices[0];
    EXPECT_THAT(problems_of(def), HasSubstr("no volume"));
    def = good();
    def.tets.vertices[3].x() = std::nan("");
    EXPECT_THAT(problems_of(def), HasSubstr("not finite"));
    def = good();
    def.tets.tetrahedra[1][2] = 99;
    EXPECT_THAT(problems_of(def), HasSubstr("does not exist"));
    def = good();
    def.tets.vertices.emplace_back(3, 3, 3);
    EXPECT_THAT(problems_of(def), HasSubstr("nothing holds them"));
    def = good();
    def.tets.tetrahedra.clear();
    EXPECT_THAT(problems_of(def), HasSubstr("at least one tetrahedron"));
}

TEST(SolidDef, RefusesBadMaps) {
    SolidDef def = good();
    def.layers.push_back({std::vector<double>(8, 0.5), {}});
    def.layers[0].weights[5] = std::nan("");
    def.layers[0].params.density = -1.0;
    std::string text = problems_of(def);
    EXPECT_THAT(text, HasSubstr("layers[0].weights is bad at 5: a weight must be between 0 and 1"));
    EXPECT_THAT(text, HasSubstr("layers[0].material.density"));
    def.layers[0].weights.pop_back();
    EXPECT_THAT(problems_of(def), HasSubstr("layers[0].weights is 7 items: must have 8"));
    def = good();
    def.fibers = {Eigen::Vector3d::Zero()};
    def.rest_rotation.coeffs() *= 2.0;
    def.curvature_stiffness(0, 1) = -1.0;
    def.rest_curvature = AnimatedArray::constant({1, 2, 3});
    text = problems_of(def);
    EXPECT_THAT(text, HasSubstr("fibers"));
    EXPECT_THAT(text, HasSubstr("unit quaternion"));
    EXPECT_THAT(text, HasSubstr("curvature_stiffness"));
    EXPECT_THAT(text, HasSubstr("rest_curvature is 3 numbers: must have 9 or 72"));
}

TEST(SolidDef, RefusesBadPins) {
    SolidDef def = good();
    def.pins.resize(3);
    def.pins[1].vertices = {0, 0, 8, -1};
    def.pins[1].position = false;
    def.pins[2].vertices = {0, 1};
    def.pins[2].weights = {0.5, 1.5};
    def.pins[2].axes = {false, false, false};
    def.pins[2].positions = AnimatedArray::constant({0, 0, 0});
    def.pins[2].velocities = AnimatedArray::constant({0, 0, 0, 0, 0, 0});
    const std::string text = problems_of(def);
    EXPECT_THAT(text, HasSubstr("pins[0].vertices is empty: name the vertices"));
    EXPECT_THAT(text, HasSubstr("pins[1].vertices is 0: is listed twice"));
    EXPECT_THAT(text, HasSubstr("pins[1].vertices is 8: is not a vertex"));
    EXPECT_THAT(text, HasSubstr("pins[1].vertices is -1"));
    EXPECT_THAT(text, HasSubstr("pins[1].what"));
    EXPECT_THAT(text, HasSubstr("pins[2].weights is bad at 1"));
    EXPECT_THAT(text, HasSubstr("pins[2].axes"));
    EXPECT_THAT(text, HasSubstr("pins[2].positions is 3 numbers: must have 6"));
    EXPECT_THAT(text, HasSubstr("pins[2] is two targets"));
}

TEST(SolidDef, AsksNothingOfRotationsThatAreNotThere) {
    SolidDef def = good();
    def.law = SolidLaw::ClassicNeoHookean;
    def.pins = {test::pins_at({0}, true)};
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(9, 0.0));
    const std::string text = problems_of(def);
    EXPECT_THAT(text, HasSubstr("pins[0].what"));
    EXPECT_THAT(text, HasSubstr("rest_curvature"));
}

TEST(SolidDef, PrerollBeginsAtRest) {
    SolidDef def = good();
    def.pins = {test::pins_at({7}, true)};
    def.pins[0].positions = AnimatedArray::constant({2, 2, 2});
    def.pins[0].rotations = AnimatedArray::constant({0, 1, 0, 0});
    def.rest_curvature = AnimatedArray::constant(std::vector<double>(9, 1.0));
    def.add_preroll(1.0, 10.0);
    std::vector<double> sampled(3);
    def.pins[0].positions.sample(-9.0, sampled);
    EXPECT_EQ(sampled, (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(def.pins[0].rotations.at(-9.0, 0, 1).coeffs(),
              Eigen::Quaterniond::Identity().coeffs());
    sampled.resize(9);
    def.rest_curvature.sample(-9.0, sampled);
    EXPECT_EQ(sampled[0], 0.0);
}

}  // namespace
}  // namespace sinew::solids
