#include "base/parallel.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

namespace sinew {
namespace {

/// A sum whose bits depend on the order of addition.
double sum_of_sines(int threads, std::size_t count, std::size_t grain) {
    double sum = 0.0;
    ThreadPool(threads).run([&] {
        sum = parallel_sum<double>(count, grain, [](std::size_t begin, std::size_t end) {
            double part = 0.0;
            for (std::size_t i = begin; i < end; ++i) {
                part += std::sin(static_cast<double>(i)) * std::exp2(static_cast<double>(i % 40));
            }
            return part;
        });
    });
    return sum;
}

TEST(ParallelFor, VisitsEveryItemOnce) {
    for (const std::size_t count : {0u, 1u, 63u, 64u, 65u, 1000u}) {
        std::vector<std::atomic<int>> visits(count);
        parallel_for(count, 64, [&](std::size_t begin, std::size_t end) {
            EXPECT_LT(begin, end);
            EXPECT_LE(end - begin, 64u);
            for (std::size_t i = begin; i < end; ++i)
                ++visits[i];
        });
        for (const std::atomic<int>& visited : visits)
            EXPECT_EQ(visited, 1);
    }
}

TEST(ParallelFor, TakesTwoLoopsSideBySide) {
    for (const auto& [first, second] : std::vector<std::pair<std::size_t, std::size_t>>{
             {0, 0}, {0, 5}, {7, 0}, {1, 1}, {100, 33}}) {
        std::vector<int> firsts(first);
        std::vector<int> seconds(second);
        const auto visit = [](std::vector<int>& counts) {
            return [&counts](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i)
                    ++counts[i];
            };
        };
        parallel_for_both(first, 8, visit(firsts), second, 3, visit(seconds));
        EXPECT_EQ(firsts, std::vector<int>(first, 1));
        EXPECT_EQ(seconds, std::vector<int>(second, 1));
    }
}

TEST(ParallelFor, ThrowsTheExceptionOfTheLowestChunk) {
    for (int attempt = 0; attempt < 50; ++attempt) {
        std::string caught;
        try {
            parallel_for(1000, 10, [](std::size_t begin, std::size_t) {
                if (begin >= 370) throw std::runtime_error(std::to_string(begin));
            });
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        EXPECT_EQ(caught, "370");
    }
}

TEST(ParallelSum, HasTheSameBitsOnAnyNumberOfThreads) {
    const auto one = std::bit_cast<std::uint64_t>(sum_of_sines(1, 100000, 128));
    for (const int threads : {2, 7}) {
        for (int attempt = 0; attempt < 10; ++attempt) {
            EXPECT_EQ(std::bit_cast<std::uint64_t>(sum_of_sines(threads, 100000, 128)), one);
        }
    }
    // The order of addition matters for these numbers, or the test above would prove nothing.
    EXPECT_NE(std::bit_cast<std::uint64_t>(sum_of_sines(1, 100000, 100)), one);
}

TEST(ParallelSum, OfNothingIsZero) {
    EXPECT_EQ(sum_of_sines(2, 0, 16), 0.0);
}

TEST(ParallelCollect, ListsWhatIsKeptInOrder) {
    std::vector<int> list;
    // Again with the same list, first fewer and then none: what it held before does not matter.
    for (const std::size_t count : {1000u, 65u, 64u, 1u, 0u}) {
        const std::span<const int> kept = parallel_collect(
            count, 64, list, [](std::size_t begin, std::size_t end, int* out) -> std::size_t {
                const int* first = out;
                for (std::size_t i = begin; i < end; ++i) {
                    if (i % 7 == 3) *out++ = static_cast<int>(i);
                }
                return out - first;
            });
        ASSERT_EQ(kept.size(), (count + 3) / 7);
        for (std::size_t k = 0; k < kept.size(); ++k)
            EXPECT_EQ(kept[k], static_cast<int>(7 * k + 3));
    }
}

TEST(ThreadPool, HasAsManyThreadsAsAskedButNoMoreThanCores) {
    const int cores = ThreadPool(0).threads();
    EXPECT_GE(cores, 1);
    EXPECT_EQ(ThreadPool(1).threads(), 1);
    EXPECT_EQ(ThreadPool(cores).threads(), cores);
    EXPECT_EQ(ThreadPool(cores + 100).threads(), cores);
}

TEST(ThreadPool, PrintsNothingWhenAskedForTooManyThreads) {
    testing::internal::CaptureStderr();
    sum_of_sines(1000, 10000, 16);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(ThreadPool, PassesExceptionsToTheCaller) {
    EXPECT_THROW(ThreadPool(2).run([] { throw std::invalid_argument("no"); }),
                 std::invalid_argument);
}

}  // namespace
}  // namespace sinew
