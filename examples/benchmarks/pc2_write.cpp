// Writes a point cache frame by frame, as a bake does, and prints the bytes per second.
//
//   benchmark_pc2_write FILE MEBIBYTES [committed]
//
// `committed`: with a checksum of each frame, and waiting for the disk in between, as a bake does.
// The file is forced to the disk at the end, as `dd conv=fdatasync` does, so that the two compare.
#include <fcntl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <string_view>
#include <vector>

#include "bake/folder.hpp"
#include "bake/pc2.hpp"
#include "bake/sample_check.hpp"
#include "bake/sync_pace.hpp"
#include "base/stage_timer.hpp"

namespace {

constexpr int POINTS = 50'000;  // a dense body mesh

/// Seconds that the file takes to reach the disk.
double write_cache(const char* path, int samples, bool committed) {
    std::vector<float> positions(3 * static_cast<std::size_t>(POINTS));
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = static_cast<float>(i);

    sinew::bake::SyncPace pace;
    volatile std::uint64_t checksum = 0;  // so that it is computed
    const double start = sinew::now_seconds();
    {
        const std::filesystem::path file = std::filesystem::absolute(path);
        sinew::bake::Pc2Writer writer(sinew::bake::Folder(file.parent_path()), file.filename(),
                                      POINTS, 1.0F);
        for (int sample = 0; sample < samples; ++sample) {
            writer.write_sample(sample, positions);
            if (committed) {
                checksum = checksum ^ sinew::bake::sample_checksum(positions);
                const double begin = sinew::now_seconds();
                if (pace.is_due(begin)) {
                    writer.sync();
                    pace.waited(begin, sinew::now_seconds());
                }
            }
            writer.publish(sample + 1);
        }
    }
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0 || fdatasync(file) != 0) {
        std::perror(path);
        std::exit(1);
    }
    close(file);
    return sinew::now_seconds() - start;
}

}  // namespace

int main(int argc, char** argv) {
    const bool committed = argc == 4 && std::string_view(argv[3]) == "committed";
    if (argc != 3 && !committed) {
        std::fprintf(stderr, "usage: benchmark_pc2_write FILE MEBIBYTES [committed]\n");
        return 2;
    }
    const double wanted = std::atof(argv[2]) * 1024.0 * 1024.0;
    const int samples = static_cast<int>(wanted / (12.0 * POINTS));
    try {
        const double seconds = write_cache(argv[1], samples, committed);
        std::printf("%.6g\n",
                    static_cast<double>(sinew::bake::pc2_file_size(POINTS, samples)) / seconds);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
