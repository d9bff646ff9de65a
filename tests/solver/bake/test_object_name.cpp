#include "bake/object_name.hpp"

#include <gtest/gtest.h>

#include <string>

namespace sinew::bake {
namespace {

TEST(ObjectName, AllowsLettersOfAnyLanguage) {
    for (const char* name :
         {"Rod", "Rod.001", "left (upper) arm_2-b", "Größe", "筋肉", "мышца", "a..b"}) {
        EXPECT_TRUE(is_object_name(name)) << name;
    }
    EXPECT_TRUE(is_object_name(std::string(200, 'x')));
}

TEST(ObjectName, RefusesWhatIsNoFileName) {
    for (const char* name :
         {"", ".", "..", ".hidden", "a/b", "a\\b", "a\nb", "a:b", "\"", "a*", "\xC2\xA0",
          "a\xE2\x80\xAE"
          "b",
          "\xEE\x80\x80"}) {
        EXPECT_FALSE(is_object_name(name)) << name;
    }
    EXPECT_FALSE(is_object_name(std::string(201, 'x')));
    EXPECT_FALSE(is_object_name(std::string_view("a\0b", 3)));
}

}  // namespace
}  // namespace sinew::bake
