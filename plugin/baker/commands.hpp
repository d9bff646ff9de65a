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
    bool until_eof = false;  ///< stop when standard input ends
};
int run_check(const CheckOptions& options);

struct BakeOptions {
    std::string job;
    std::string cache;
    int threads = 0;                            ///< 0: all cores
    std::optional<std::pair<int, int>> frames;  ///< none: all of the job
    ProgressStyle progress = ProgressStyle::Bar;
    bool restart = false;
    bool until_eof = false;  ///< cancel when standard input ends
};
int run_bake(const BakeOptions& options);

struct InfoOptions {
    std::string cache;
    bool json = false;
};
int run_info(const InfoOptions& options);

struct VerifyOptions {
    std::string cache;
    bool json = false;
};
int run_verify(const VerifyOptions& options);

struct ViperizeOptions {
    std::string mesh;
    std::optional<int> rods;    ///< none: the library's default
    std::optional<int> levels;  ///< none: the library's default
    std::string source;         ///< a group, numbers of vertices, or a file of them; empty: found
    std::string sink;
    double voxel_size = 0.0;  ///< [m], 0: chosen
    int threads = 0;          ///< 0: all cores
    std::string out;          ///< file for the rods, empty: none
    bool json = false;
};
int run_viperize(const ViperizeOptions& options);

}  // namespace sinew::baker
