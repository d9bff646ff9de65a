// A small job to bake, and what a cache holds, for the tests of solver/bake.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bake/bake.hpp"
#include "base/error.hpp"
#include "support/temp_folder.hpp"

namespace sinew::bake::test {

/// A hanging rod whose upper end is moved. Members are what the tests change.
struct TestJob {
    int first_frame = 1;
    int last_frame = 12;
    double rate = 24.0;
    int rods = 1;
    int points = 8;  ///< of each rod
    double length = 1.0;
    double density = 1000.0;
    double gravity = -9.81;
    int substeps = 2;
    int max_halvings = 5;
    int iterations = 50;
    int checkpoint_every = 1;
    /// Height of the pinned ends at each frame from the first on, above where they begin.
    std::vector<double> lift = {0.0, 0.0, 0.01, 0.02, 0.02, 0.01};

    std::string text() const;
    std::filesystem::path write(const sinew::test::TempFolder& folder,
                                std::string_view name = "job.json") const;
};

/// Bakes all of it, on one thread unless told.
void bake(const std::filesystem::path& job, const std::filesystem::path& cache, int threads = 1);

/// All messages of a bake, joined by line ends.
std::string messages(const Bake& bake);

/// Content of all files of a cache by relative path, with the times of frames set to zero and without
/// the lock: what must be the same after a resume.
std::map<std::string, std::string> content(const std::filesystem::path& cache);

/// Names of the files that differ, to be compared with "" in a test.
std::string differences(const std::filesystem::path& a, const std::filesystem::path& b);

/// What `action` throws as sinew::Error; fails the test if it does not throw one.
template <class Action>
Error error_of(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error;
    }
    ADD_FAILURE() << "nothing was thrown";
    return Error(ErrorCode::Internal, "nothing was thrown");
}

}  // namespace sinew::bake::test
