// Arrays of the caller, checked and copied into the solver's own.
#pragma once

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "sinew/sinew.h"

namespace sinew::plugin {

/// Whose array it is, for messages.
struct BufferName {
    std::string_view object;  ///< name of the object
    std::string_view field;   ///< name of the member or input
};

/// A count of 0 gives an empty vector. Each refuses, naming the buffer: null data, another format,
/// a stride that is smaller than an item, more memory than there can be, and numbers that are not
/// finite.
std::vector<Eigen::Vector3d> read_vectors(const SinewBufferView& view, BufferName name);
/// One number after the other, whether items have one or three.
std::vector<double> read_numbers(const SinewBufferView& view, BufferName name);
std::vector<int> read_integers(const SinewBufferView& view, BufferName name);

}  // namespace sinew::plugin
