#include "base/utf8.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace sinew::test {
namespace {

const std::string MARK = "\xEF\xBF\xBD";

TEST(Utf8, KeepsWhatIsValid) {
    for (const char* text :
         {"", "plain", "t\xC3\xABst", "\xE2\x82\xAC", "\xF0\x9D\x84\x9E", "\x7f"}) {
        EXPECT_EQ(valid_utf8(text), text);
    }
}

TEST(Utf8, MarksEveryByteThatIsNot) {
    EXPECT_EQ(valid_utf8("a\xffz"), "a" + MARK + "z");
    EXPECT_EQ(valid_utf8("\xC3"), MARK);             // cut
    EXPECT_EQ(valid_utf8("\xC3z"), MARK + "z");      // not followed
    EXPECT_EQ(valid_utf8("\xC0\x80"), MARK + MARK);  // zero in two bytes
    EXPECT_EQ(valid_utf8("\xE0\x80\x80"), MARK + MARK + MARK);
    EXPECT_EQ(valid_utf8("\xED\xA0\x80"), MARK + MARK + MARK);  // half of a pair
    EXPECT_EQ(valid_utf8("\xF4\x90\x80\x80"), MARK + MARK + MARK + MARK);
}

TEST(Utf8, IsWhatErrorsSay) {
    const Error error({.code = ErrorCode::File,
                       .object = "f\xFFile",
                       .field = {},
                       .value = {},
                       .remedy = "is damaged"});
    EXPECT_EQ(error.what(), "f" + MARK + "ile: is damaged");
}

}  // namespace
}  // namespace sinew::test
