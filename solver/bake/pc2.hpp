// PC2 point caches, as Blender's Mesh Cache modifier plays them.
//
//   "POINTCACHE2\0"   12 bytes
//   int32             version, 1
//   int32             points
//   float32           start frame
//   float32           frames per sample, 1
//   int32             samples
//   float32           samples × points × 3
//
// Little-endian. A bake appends a sample first and raises the number of samples when the frame is
// complete: who plays the file while it grows never sees half a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "bake/file_io.hpp"
#include "bake/folder.hpp"

namespace sinew::bake {

struct Pc2Header {
    std::int32_t points = 0;
    float start_frame = 0.0F;
    float sample_rate = 1.0F;
    std::int32_t samples = 0;
};

/// Bytes of a file with so many points and samples.
std::uint64_t pc2_file_size(std::uint64_t points, std::uint64_t samples);

/// Throws Error(File) if the file is no point cache.
Pc2Header read_pc2_header(const File& file);

/// Whole samples in a file, also those that the header does not tell. Throws Error(File) if it is not a
/// point cache of `points` points that begins at `start_frame`.
std::int32_t pc2_stored_samples(const File& file, std::int32_t points, float start_frame);

/// A point cache that grows.
class Pc2Writer {
public:
    /// Opens a file of `points` points that begins at `start_frame`, or makes it. Throws Error(File) if
    /// the file is of another shape.
    Pc2Writer(const Folder& folder, std::string name, std::int32_t points, float start_frame);

    /// Writes sample `index` behind those that the header counts: 3 × points numbers, one write.
    void write_sample(std::int32_t index, std::span<const float> positions);
    /// Writes the count `samples` into the header.
    void publish(std::int32_t samples);
    /// Waits until the samples are on the disk.
    void sync() const { m_file.sync(); }
    /// Cuts off everything behind the first `samples`.
    void cut(std::int32_t samples);
    /// Throws Error(File) unless the folder still has the file, with at least `samples`.
    void check_is_in(const Folder& folder, std::int32_t samples) const;

private:
    /// Writing behind the end of a file that somebody cut would fill the hole with zeros.
    void check_size(std::int32_t samples) const;

    std::string m_name;
    File m_file;
    std::int32_t m_points;
};

/// Reads the samples that the header counts; throws Error(File) for anything that is not a whole point cache.
class Pc2Reader {
public:
    explicit Pc2Reader(File file);
    explicit Pc2Reader(const std::filesystem::path& path) : Pc2Reader(File(path)) {}
    const Pc2Header& header() const { return m_header; }
    void read_sample(std::int32_t index, std::span<float> positions) const;

private:
    File m_file;
    Pc2Header m_header;
};

}  // namespace sinew::bake
