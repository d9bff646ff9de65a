// Arrays of the caller, checked and copied into the solver's own.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <string_view>
#include <vector>

#include "sinew/sinew.h"

namespace sinew::plugin {

/// Whose array it is, for messages.
struct BufferName {
    std::string_view object;  ///< name of the body
    std::string_view field;   ///< name of the member
};

/// A count of 0 gives an empty vector. Each refuses, naming the buffer: null data, another format,
/// a stride that is smaller than an item, more memory than there can be, and numbers that are not
/// finite.
std::vector<Eigen::Vector3d> read_vectors(const SinewBufferView& view, BufferName name);
std::vector<double> read_numbers(const SinewBufferView& view, BufferName name);
std::vector<int> read_integers(const SinewBufferView& view, BufferName name);
std::vector<std::uint64_t> read_ids(const SinewBufferView& view, BufferName name);
/// Integers, three an item.
std::vector<Eigen::Vector3i> read_triangles(const SinewBufferView& view, BufferName name);

}  // namespace sinew::plugin
