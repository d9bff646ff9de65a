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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bake/folder.hpp"

namespace sinew::bake {

/// "000012.bin"
std::string checkpoint_name(int frame);
/// The frame of such a name; nothing for any other, such as "12.bin".
std::optional<int> checkpoint_frame(std::string_view name);

/// Bytes of a checkpoint whose state has so many.
std::uint64_t checkpoint_file_size(std::uint64_t state_size);

/// Gives the file, to wait for the disk with.
File write_checkpoint(const Folder& folder, std::uint64_t inputs_hash, int frame,
                      std::span<const std::byte> state);

/// The state. Throws Error(File) if the file is damaged, of another frame or of other inputs.
std::vector<std::byte> read_checkpoint(const Folder& folder, std::uint64_t inputs_hash, int frame);

/// Throws Error(File) if the file is damaged, whatever its inputs.
void check_checkpoint(const Folder& folder, int frame);

/// Whether a file begins as a checkpoint does: others of such a name are not ours to remove.
bool is_checkpoint(const Folder& folder, const std::string& name);

}  // namespace sinew::bake
