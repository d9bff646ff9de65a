// The subcommands, one file each. They return the exit status of the program.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "progress_printer.hpp"

namespace sinew::baker {

struct CheckOptions {
    std::string job;
    bool json = false;
};
int run_check(const CheckOptions& options);

struct BakeOptions {
    std::string job;
    std::string cache;
    int threads = 0;                            ///< 0: all cores
    std::optional<std::pair<int, int>> frames;  ///< none: all of the job
    ProgressStyle progress = ProgressStyle::Bar;
    bool restart = false;
};
int run_bake(const BakeOptions& options);

struct InfoOptions {
    std::string cache;
    bool json = false;
};
int run_info(const InfoOptions& options);

}  // namespace sinew::baker
