#include "bake/array_reader.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

namespace sinew::bake {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Optional;

/// The last complaint.
std::string complaint(const ReadContext& context) {
    return context.problems.empty() ? "" : context.problems.listed().back().message();
}

TEST(ArrayReader, TakesListsFlatAndNested) {
    ReadContext context;
    for (const char* text :
         {"[1, 2, 3, 4, 5, 6]", "[[1, 2, 3], [4, 5, 6]]", "[[[1, 2, 3]], [[4, 5, 6]]]"}) {
        const json value = json::parse(text);
        EXPECT_THAT(read_array({value, "A", "b", context}, {.width = 3, .items = 2}),
                    Optional(ElementsAre(1, 2, 3, 4, 5, 6)));
    }
    EXPECT_TRUE(context.problems.empty());
}

TEST(ArrayReader, RefusesOtherShapes) {
    for (const char* text :
         {"[1, 2, 3]", "[[1, 2], [3, 4], [5, 6]]", "[[1, 2, 3], [4, 5]]", "[[1, 2, 3], 4]",
          "[1, [2, 3]]", "7", "\"x\"", "null", "[null]", "[]", "[[], []]"}) {
        ReadContext context;
        const json value = json::parse(text);
        EXPECT_EQ(read_array({value, "A", "b", context}, {.width = 3, .items = 2}), std::nullopt)
            << text;
        EXPECT_EQ(context.problems.count(), 1U) << text;
        EXPECT_THAT(complaint(context), HasSubstr("A: b")) << text;
    }
}

TEST(ArrayReader, RepeatsOneNumber) {
    ReadContext context;
    const json value = 0.5;
    EXPECT_THAT(
        read_array({value, "A", "b", context}, {.width = 1, .items = 3, .one_number = true}, 2.0),
        Optional(ElementsAre(1, 1, 1)));
}

TEST(ArrayReader, RefusesWholeNumbersThatAreNot) {
    for (const char* text : {"[1.5]", "[1e10]", "[-1e300]"}) {
        ReadContext context;
        const json value = json::parse(text);
        EXPECT_EQ(read_integers({value, "A", "b", context}), std::nullopt);
        EXPECT_THAT(complaint(context), HasSubstr("A: b[0]"));
    }
}

TEST(ArrayReader, RefusesLengthsBeyondTheLargestDouble) {
    ReadContext context;
    const json value = json::parse("[1e308, 0, 0]");
    EXPECT_EQ(read_vectors({value, "A", "b", context}, 1, 1e9), std::nullopt);
    EXPECT_THAT(complaint(context), HasSubstr("too large"));
}

TEST(ArrayReader, IsBoundedInAllArraysTogether) {
    ReadContext context;
    context.numbers_left = 8;
    const json list = json::parse("[1, 2, 3, 4, 5]");
    EXPECT_TRUE(read_array({list, "A", "b", context}, {.width = 1, .items = 5}));
    EXPECT_FALSE(read_array({list, "A", "b", context}, {.width = 1, .items = 5}));
    EXPECT_THAT(complaint(context), HasSubstr("too large to be held in memory"));
    const json one = 1;
    EXPECT_FALSE(
        read_array({one, "A", "b", context}, {.width = 1, .items = 100, .one_number = true}));
}

}  // namespace
}  // namespace sinew::bake
