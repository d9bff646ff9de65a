#include "base/cancel.hpp"

#include <gtest/gtest.h>

namespace sinew {
namespace {

TEST(CancelToken, StaysRequestedUntilReset) {
    CancelToken token;
    EXPECT_FALSE(token.requested());
    token.request();
    token.request();
    EXPECT_TRUE(token.requested());
    token.reset();
    EXPECT_FALSE(token.requested());
}

}  // namespace
}  // namespace sinew
