// Checkpoints: the state of a world after a frame, to go on from.
//
//   "SINEWCPT"   8 bytes
//   uint64       version, 1
//   uint64       hash of the inputs that do not change over time
//   int64        frame
//   uint64       bytes of the state
//   ...          the state, as World::save writes it
//   uint64       hash of all bytes before
//
// Little-endian. A checkpoint is written beside its place and renamed, so it is whole or absent.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

namespace sinew::bake {

/// STATE/000012.bin
std::filesystem::path checkpoint_path(const std::filesystem::path& state_folder, int frame);

/// Bytes of a checkpoint whose state has so many.
std::uint64_t checkpoint_file_size(std::uint64_t state_size);

void write_checkpoint(const std::filesystem::path& path, std::uint64_t inputs_hash, int frame,
                      std::span<const std::byte> state);

/// The state. Throws Error(File) if the file is damaged, of another frame or of other inputs.
std::vector<std::byte> read_checkpoint(const std::filesystem::path& path, std::uint64_t inputs_hash,
                                       int frame);

}  // namespace sinew::bake
