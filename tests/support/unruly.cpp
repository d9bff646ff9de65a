// Tests that pass, fail, crash, hang and leave, for test_run_gtest.py. They are no tests of the project.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

TEST(Unruly, Passes) {
    std::cout << "a line without an end";
}

TEST(Unruly, IsSkipped) {
    GTEST_SKIP() << "as asked";
}

TEST(Unruly, Fails) {
    std::cout << "words of the one that fails\n";
    EXPECT_EQ(1, 2);
}

TEST(Unruly, Crashes) {
    std::abort();
}

TEST(Unruly, Hangs) {
    std::this_thread::sleep_for(std::chrono::hours(1));
}

TEST(Unruly, LeavesAsIfAllWereWell) {
    std::_Exit(0);
}

TEST(UnrulyAtTheEnd, PassesAfterACrash) {
    if (std::getenv("SINEW_UNRULY_EXIT") != nullptr) {
        std::atexit([] { std::_Exit(23); });
    }
}

class UnrulyCase : public testing::TestWithParam<int> {};

TEST_P(UnrulyCase, IsOdd) {
    EXPECT_EQ(GetParam() % 2, 1);
}

INSTANTIATE_TEST_SUITE_P(Numbers, UnrulyCase, testing::Values(1, 2, 3));
