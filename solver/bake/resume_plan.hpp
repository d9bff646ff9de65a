// Where a bake goes on: decided from what the cache has, before anything is touched.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bake/job.hpp"

namespace sinew::bake {

/// Content found in a cache.
struct CacheContent {
    bool has_files = false;  ///< there is something under the names that this bake will use
    std::optional<InputsHash> inputs;  ///< of the job that it was made of
    int last_frame = 0;                ///< last complete frame, job.first_frame - 1 if none
};

struct ResumePlan {
    bool restart = false;               ///< remove everything first
    int keep_until = 0;                 ///< last frame that stays, job.first_frame - 1 if none
    int bake_until = 0;                 ///< last frame of this run
    std::vector<std::string> messages;  ///< for the user
};

/// `frames` are those that the user asked for. Throws Error(InvalidArgument) when the cache is of
/// another job, naming what changed, or when `frames` do not fit.
ResumePlan plan_resume(const Job& job, const CacheContent& content, bool restart,
                       const std::optional<std::pair<int, int>>& frames);

}  // namespace sinew::bake
