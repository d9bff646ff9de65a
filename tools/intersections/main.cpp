// sinew_intersections [--pairs N] [--new]: reads a scene and frames from standard input (scene_stream.hpp), judges each frame
// and prints a line of JSON for it. `tools/check_intersections` is its user.
//
// --pairs N   prints at most N pairs of two objects a frame (10 if absent); counts are always whole
// --new       leaves out pairs that intersect in the first frame
//
// Ends with status 0, or with 2 and a line {"error": ...} if the input is not a scene.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string_view>

#include "frame_judge.hpp"
#include "scene_stream.hpp"

namespace {

constexpr int BAD_INPUT = 2;

struct Options {
    std::size_t pairs = 10;
    bool only_new = false;
};

bool read_options(int count, char** words, Options& options) {
    for (int i = 1; i < count; ++i) {
        const std::string_view word = words[i];
        if (word == "--new") {
            options.only_new = true;
        } else if (word == "--pairs" && i + 1 < count) {
            options.pairs = std::strtoul(words[++i], nullptr, 10);
        } else {
            return false;
        }
    }
    return true;
}

void print_finding(const judge::Finding& finding, std::size_t most) {
    std::printf(R"({"a": %zu, "%s": %zu, "count": %zu, "pairs": [)", finding.object_a,
                finding.with_plane ? "plane" : "b", finding.object_b, finding.pairs.size());
    for (std::size_t i = 0; i < finding.pairs.size() && i < most; ++i) {
        const judge::ElementPair& pair = finding.pairs[i];
        std::printf("%s[%d, %d, %.9g, %.9g, %.9g]", i == 0 ? "" : ", ", pair.a, pair.b,
                    pair.near[0], pair.near[1], pair.near[2]);
    }
    std::printf("]}");
}

void print_frame(std::int64_t frame, const judge::FrameResult& result, std::size_t most) {
    std::printf(R"({"frame": %lld, "candidates": %llu, "degenerate": %llu, "found": [)",
                static_cast<long long>(frame), static_cast<unsigned long long>(result.candidates),
                static_cast<unsigned long long>(result.degenerate));
    for (std::size_t i = 0; i < result.findings.size(); ++i) {
        if (i > 0) std::printf(", ");
        print_finding(result.findings[i], most);
    }
    std::printf("]}\n");
    // The writer of the frames waits for this line.
    std::fflush(stdout);
}

void judge_all(const Options& options) {
    judge::Scene scene = judge::read_scene(std::cin);
    judge::FrameJudge judge(options.only_new);
    while (const std::optional<std::int64_t> frame = judge::read_frame(std::cin, scene))
        print_frame(*frame, judge.judge(scene), options.pairs);
}

}  // namespace

int main(int count, char** words) {
    Options options;
    if (!read_options(count, words, options)) {
        std::fprintf(stderr, "usage: sinew_intersections [--pairs N] [--new] <SCENE\n");
        return BAD_INPUT;
    }
    std::ios::sync_with_stdio(false);
    try {
        judge_all(options);
        return 0;
    } catch (const judge::NotFinite& error) {
        std::printf(R"({"error": "%s", "frame": %lld, "object": %zu, "vertex": %zu})"
                    "\n",
                    error.what(), static_cast<long long>(error.frame), error.object, error.vertex);
    } catch (const std::exception& error) {
        std::printf(R"({"error": "%s"})"
                    "\n",
                    error.what());
    }
    return BAD_INPUT;
}
