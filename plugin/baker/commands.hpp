// The subcommands, one file each. They return the exit status of the program.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "progress_printer.hpp"

namespace sinew::baker {

/// What loading a job may do and take.
struct LoadOptions {
    bool confine = false;      ///< refuse files outside of the job's folder
    double max_memory = 0.0;   ///< [GB], 0: chosen
    double max_seconds = 0.0;  ///< 0: chosen
};

struct CheckOptions {
    std::string job;
    LoadOptions load;
    bool json = false;
    bool until_eof = false;  ///< stop when standard input ends
};
int run_check(const CheckOptions& options);

struct BakeOptions {
    std::string job;
    std::string cache;
    LoadOptions load;
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

int run_schema();

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
