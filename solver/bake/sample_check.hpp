// Finds frames of a point cache that are not as they were baked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bake/file_io.hpp"
#include "base/cancel.hpp"

namespace sinew::bake {

/// A part of a cache that is not as it was baked.
struct Damage {
    std::string file;          ///< name in the folder of the cache, "state/..." for those in state
    std::optional<int> frame;  ///< the first that is damaged; none: no frame is
    std::uint64_t first_byte = 0;
    std::uint64_t end_byte = 0;  ///< behind the last; equal to the first: not of certain bytes
    std::string what;

    /// "Rod.pc2, frame 7, bytes 416 to 511: ..."
    std::string text() const;
};

/// Checksum in the journal of the positions of one body at one frame.
std::uint64_t sample_checksum(std::span<const float> positions);

/// Expected content of a point cache.
struct SampleCheck {
    std::int32_t points = 0;
    int first_frame = 0;
    std::size_t body = 0;  ///< which of the checksums of a frame
    /// Of each frame, by body.
    std::span<const std::vector<std::uint64_t>> checksums;
    std::size_t most = 1;  ///< damaged frames to list at most
};

/// Compares each sample with its checksum; the file has at least as many samples as there are checksums.
/// Throws Error(Cancelled).
std::vector<Damage> damaged_samples(const File& file, const SampleCheck& check,
                                    const CancelToken& cancel);

}  // namespace sinew::bake
