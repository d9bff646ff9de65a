// Writes a point cache frame by frame, as a bake does, and prints the bytes per second.
//
//   benchmark_pc2_write FILE MEBIBYTES
//
// The file is forced to the disk at the end, as `dd conv=fdatasync` does, so that the two compare.
#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <vector>

#include "bake/folder.hpp"
#include "bake/pc2.hpp"
#include "base/stage_timer.hpp"

namespace {

constexpr int POINTS = 50'000;  // a dense body mesh

/// Seconds that the file takes to reach the disk.
double write_cache(const char* path, int samples) {
    std::vector<float> positions(3 * static_cast<std::size_t>(POINTS));
    for (std::size_t i = 0; i < positions.size(); ++i)
        positions[i] = static_cast<float>(i);

    const double start = sinew::now_seconds();
    {
        const std::filesystem::path file = std::filesystem::absolute(path);
        sinew::bake::Pc2Writer writer(sinew::bake::Folder(file.parent_path()), file.filename(),
                                      POINTS, 1.0F);
        for (int sample = 0; sample < samples; ++sample) {
            writer.write_sample(sample, positions);
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
    if (argc != 3) {
        std::fprintf(stderr, "usage: benchmark_pc2_write FILE MEBIBYTES\n");
        return 2;
    }
    const double wanted = std::atof(argv[2]) * 1024.0 * 1024.0;
    const int samples = static_cast<int>(wanted / (12.0 * POINTS));
    try {
        const double seconds = write_cache(argv[1], samples);
        std::printf("%.6g\n",
                    static_cast<double>(sinew::bake::pc2_file_size(POINTS, samples)) / seconds);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
