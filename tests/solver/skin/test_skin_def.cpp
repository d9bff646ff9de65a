#include "skin/skin_def.hpp"

#include <gmock/gmock.h>

#include "solver/skin/pills_fixture.hpp"

namespace sinew::skin {
namespace {

using testing::HasSubstr;

SkinDef valid() {
    SkinDef def;
    def.name = "Body";
    def.mesh = test::tube(1.0, 0.1, 3, 4);
    def.drivers = {"Biceps"};
    def.bones = {{"arm", {{0, 0, 0}, {1, 0, 0}}, {0.1, 0.1}}};
    return def;
}

template <class Change>
std::string problems_after(Change change) {
    SkinDef def = valid();
    change(def);
    std::vector<Problem> problems;
    def.collect_problems(problems);
    std::string text;
    for (const Problem& problem : problems)
        text += problem.message() + "\n";
    return text;
}

TEST(SkinDef, NamesWhatIsWrong) {
    EXPECT_EQ(problems_after([](SkinDef&) {}), "");
    const auto expect = [](auto change, const char* part) {
        EXPECT_THAT(problems_after(change), HasSubstr(part));
    };
    expect([](SkinDef& d) { d.mesh = {}; }, "Body: mesh is 0 vertices and 0 triangles");
    expect([](SkinDef& d) { d.mesh.triangles.clear(); }, "needs a mesh with faces");
    expect([](SkinDef& d) { d.mesh.vertices[3].x() = HUGE_VAL; }, "mesh.vertices[3] is not finite");
    expect([](SkinDef& d) { d.mesh.triangles[2][1] = 12; }, "mesh.faces[2] is ");
    expect([](SkinDef& d) { d.mesh.triangles[1][1] = -1; }, "the mesh has 12 vertices");
    expect([](SkinDef& d) { d.drivers.clear(), d.bones.clear(); }, "drivers or bones to follow");
    expect([](SkinDef& d) { d.drivers = {"A", "B", "A"}; }, "drivers is \"A\": is there twice");
    expect([](SkinDef& d) { d.bones[0].points.pop_back(); }, "bones[0].points is 1 points");
    expect([](SkinDef& d) { d.bones[0].radii.pop_back(); }, "bones[0].radii is 1 radii");
    expect([](SkinDef& d) { d.bones[0].radii[1] = 0.0; }, "bones[0].radii is 0: must be greater");
    expect([](SkinDef& d) { d.bones[0].points[1].y() = NAN; }, "bones[0].points is not finite");
    const auto offset = [](std::vector<int> vertices, std::vector<double> values) {
        return [=](SkinDef& d) { d.offsets = {vertices, AnimatedArray::constant(values)}; };
    };
    EXPECT_EQ(problems_after(offset({11, 0}, {1, 2, 3, 4, 5, 6})), "");
    expect(offset({3, 12}, {1, 2, 3, 4, 5, 6}), "offsets.vertices[1] is 12: the mesh has 12");
    expect(offset({-1}, {1, 2, 3}), "offsets.vertices[0] is -1: the mesh has 12");
    expect(offset({3, 4, 3}, std::vector<double>(9)), "offsets.vertices[2] is 3: is there twice");
    expect(offset({3}, {1, 2}), "offsets.values is 2 numbers: must be 3 for each of the 1");
    expect(offset({3}, {1, NAN, 2}), "offsets.values is not finite");
    expect(
        [](SkinDef& d) {
            d.offsets.vertices = {3};
            d.offsets.values = {.width = 3, .frames = {1}, .values = {}};
            d.offsets.values.tail = SharedNumbers(std::vector<float>{1, NAN, 2});
        },
        "offsets.values is not finite");
    expect(offset({}, {1, 2, 3}), "offsets.values is 3 numbers");
    expect([](SkinDef& d) { d.offsets.vertices = {1}; }, "offsets.values is 0 numbers");
    expect([](SkinDef& d) { d.base = AnimatedArray::constant({1, 2, 3}); }, "base is 3 numbers");
    expect([](SkinDef& d) { d.mask = {1, 1}; }, "mask is 2 numbers");
    expect([](SkinDef& d) { d.mask.assign(12, 1.0), d.mask[5] = 1.5; }, "mask[5] is 1.5");
    expect([](SkinDef& d) { d.mask.assign(12, NAN); }, "mask[0] is nan");
    expect([](SkinDef& d) { d.settings.smoothing = -1; }, "smoothing is -1");
    expect([](SkinDef& d) { d.settings.reach = 0.0; }, "reach is 0");
}

}  // namespace
}  // namespace sinew::skin
