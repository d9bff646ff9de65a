#include "bake/field_catalog.hpp"

#include <gmock/gmock.h>

#include "sim/body_kinds.hpp"

namespace sinew::bake {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(FieldCatalog, ListsNamesLevelByLevel) {
    const auto def = find_body_kind("skin")->make_def();
    const FieldCatalog catalog(*def);
    EXPECT_THAT(catalog.level("").names,
                UnorderedElementsAre("kind", "name", "mesh", "drivers", "bones", "smoothing",
                                     "reach", "offsets", "base", "mask"));
    EXPECT_THAT(catalog.level("").required, ElementsAre("mesh"));
    EXPECT_THAT(catalog.level("bones").names, ElementsAre("mover", "points", "radii"));
    EXPECT_THAT(catalog.level("bones").required, ElementsAre("mover", "points", "radii"));
    EXPECT_THAT(catalog.level("offsets").names, ElementsAre("vertices", "values"));
    EXPECT_EQ(catalog.find_table("material"), nullptr);
}

TEST(FieldCatalog, ListsWordsAndBothNamesOfWhatIsPainted) {
    const auto def = find_body_kind("cosserat_shell")->make_def();
    const FieldCatalog catalog(*def);
    EXPECT_THAT(catalog.words("edges"), ElementsAre("straight", "smooth"));
    EXPECT_THAT(catalog.words("pins.axes"), ElementsAre("x", "y", "z"));
    EXPECT_THAT(catalog.level("").names, Contains("rest_stretch"));
    EXPECT_THAT(catalog.level("").names, Contains("rest_stretch_map"));
    EXPECT_THAT(catalog.level("").names, Contains("triangle_rest_stretch"));
}

TEST(FieldCatalog, ListsTheDefaultsOfVariants) {
    const auto def = find_body_kind("viper_rods")->make_def();
    const FieldCatalog catalog(*def);
    const ParamTable* const table = catalog.find_table("material");
    ASSERT_TRUE(table);
    EXPECT_EQ(table->params.size(), catalog.level("material").names.size());
    ASSERT_EQ(table->variants.size(), 1U);
    EXPECT_EQ(table->variants[0].variant, "muscle");
    EXPECT_EQ(table->variants[0].values.size(), table->params.size());
    bool differs = false;
    for (std::size_t i = 0; i < table->params.size(); ++i)
        differs = differs || table->params[i].value != table->variants[0].values[i];
    EXPECT_TRUE(differs);
}

TEST(FieldCatalog, ListsBothWaysToGiveASolid) {
    const auto def = find_body_kind("micropolar_solid")->make_def();
    const FieldCatalog catalog(*def);
    for (const char* const name : {"tets", "surface", "resolution", "uvs", "tet_rest_curvature"})
        EXPECT_THAT(catalog.level("").names, Contains(name));
    EXPECT_THAT(catalog.level("resolution").names,
                UnorderedElementsAre("size", "count", "wall_thickness"));
}

}  // namespace
}  // namespace sinew::bake
