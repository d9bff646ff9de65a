#include "bake/json_text.hpp"

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "bake_testing.hpp"

namespace sinew::bake::test {
namespace {

using testing::HasSubstr;

std::string refusal(const std::string& text) {
    return error_of([&] { parse_json(text, "job.json"); }).what();
}

TEST(JsonText, ReadsWhatIsThere) {
    const auto value =
        parse_json(R"({"a": [1, -2, 2.5, true, null, "ü"], "b": {"c": {}}})", "job.json");
    EXPECT_EQ(value,
              nlohmann::json::parse(R"({"a": [1, -2, 2.5, true, null, "ü"], "b": {"c": {}}})"));
}

TEST(JsonText, TellsLineAndColumn) {
    EXPECT_THAT(refusal("{\n  \"a\": 1,\n  }"), HasSubstr("line 3, column 3"));
    EXPECT_THAT(refusal(""), HasSubstr("job.json: line 1"));
    EXPECT_THAT(refusal("{} {}"), HasSubstr("not JSON"));
}

TEST(JsonText, RefusesKeysThatAreThereTwice) {
    EXPECT_EQ(refusal(R"({"a": 1, "b": {"a": 2}, "a": 3})"),
              "job.json: a: is there twice; remove one");
}

TEST(JsonText, RefusesNumbersThatAreNone) {
    EXPECT_THAT(refusal("[1e999]"), HasSubstr("too large"));
    EXPECT_THAT(refusal("[NaN]"), HasSubstr("no NaN and no Infinity"));
    EXPECT_THAT(refusal("[-Infinity]"), HasSubstr("no NaN and no Infinity"));
}

TEST(JsonText, RefusesTextThatIsNotUtf8) {
    EXPECT_THAT(refusal("[\"\xff\"]"), HasSubstr("line 1"));
}

TEST(JsonText, IsBoundedInDepthSizeAndCount) {
    EXPECT_THAT(refusal(std::string(1'000'000, '[')), HasSubstr("nested more than 32"));
    EXPECT_THAT(refusal(std::string(MAX_JSON_BYTES + 1, ' ')), HasSubstr("at most"));
    std::string many = "[0";
    for (std::size_t i = 0; i < MAX_JSON_VALUES; ++i)
        many += ",0";
    EXPECT_THAT(refusal(many + "]"), HasSubstr("more than 8000000 values"));
}

}  // namespace
}  // namespace sinew::bake::test
