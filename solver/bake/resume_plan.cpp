#include "bake/resume_plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"

namespace sinew::bake {

namespace {

constexpr std::size_t MAX_NAMES = 8;

/// The first two words of a name: "bodies.Biceps" of "bodies.Biceps.material.density".
std::string whole_of(const std::string& name) {
    const std::size_t first = name.find('.');
    return first == std::string::npos ? name : name.substr(0, name.find('.', first + 1));
}

/// Replaces too many names by that of their owner, such as a body that is new or was renamed.
std::string listed(std::vector<std::string> names) {
    if (names.size() > MAX_NAMES) {
        std::ranges::transform(names, names.begin(), whole_of);
        names.erase(std::unique(names.begin(), names.end()), names.end());
    }
    const std::size_t shown = std::min(names.size(), MAX_NAMES);
    std::string text =
        fmt::format("{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "));
    if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
    return text;
}

[[noreturn]] void refuse(std::string field, std::string value, std::string remedy) {
    throw Error({.code = ErrorCode::InvalidArgument,
                 .object = {},
                 .field = std::move(field),
                 .value = std::move(value),
                 .remedy = std::move(remedy)});
}

/// Last frame of the cache that the job as it is now would give too.
int last_valid_frame(const Job& job, const CacheContent& content,
                     std::vector<std::string>& messages) {
    const int none = job.first_frame - 1;
    if (!content.inputs) {
        if (!content.has_files) return none;
        throw Error(
            ErrorCode::InvalidArgument,
            "the folder has files of these names, but the record of their inputs is missing or "
            "damaged; choose another folder, or bake with --restart to replace them");
    }
    if (content.last_frame < job.first_frame &&
        content.inputs->static_hash() == job.inputs.static_hash()) {
        return none;
    }
    const InputsHash::Difference difference = job.inputs.since(*content.inputs);
    if (!difference.static_names.empty()) {
        throw Error(
            ErrorCode::InvalidArgument,
            fmt::format("the cache is of another job: {} changed; bake with --restart to begin "
                        "again, or choose another folder",
                        listed(difference.static_names)));
    }
    if (!difference.first_frame || *difference.first_frame > content.last_frame) {
        return content.last_frame;
    }
    if (*difference.first_frame == job.first_frame) {
        throw Error(
            ErrorCode::InvalidArgument,
            fmt::format("the cache is of another job: {} changed from the first frame on; bake "
                        "with --restart to begin again, or choose another folder",
                        listed(difference.animated_names)));
    }
    const int last = *difference.first_frame - 1;
    messages.push_back(
        fmt::format("{} changed after frame {}: frames up to {} are kept, {} to {} are "
                    "baked again",
                    listed(difference.animated_names), last, last, last + 1, content.last_frame));
    return last;
}

}  // namespace

ResumePlan plan_resume(const Job& job, const CacheContent& content, bool restart,
                       const std::optional<std::pair<int, int>>& frames) {
    ResumePlan plan;
    plan.restart = restart;
    plan.keep_until = restart ? job.first_frame - 1 : last_valid_frame(job, content, plan.messages);
    plan.bake_until = job.last_frame;
    if (frames) {
        const auto [first, last] = *frames;
        const std::string text = fmt::format("{}-{}", first, last);
        if (first > last) refuse("frames", text, "the first frame must not be after the last");
        if (first < job.first_frame || last > job.last_frame) {
            refuse("frames", text,
                   fmt::format("the job has the frames {}-{}", job.first_frame, job.last_frame));
        }
        if (first > plan.keep_until + 1) {
            refuse("frames", text,
                   fmt::format("frames are baked one after the other: bake from frame {} first",
                               plan.keep_until + 1));
        }
        plan.bake_until = last;
        if (first > job.first_frame && first <= plan.keep_until) {
            plan.messages.push_back(
                fmt::format("frames from {} on are baked again, as asked", first));
            plan.keep_until = first - 1;
        }
    }
    if (plan.keep_until > job.last_frame) {
        plan.messages.push_back(
            fmt::format("the cache has frames up to {}, the job ends at {}: the "
                        "others are kept",
                        plan.keep_until, job.last_frame));
    }
    return plan;
}

}  // namespace sinew::bake
