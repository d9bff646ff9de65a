// What bodies of nodes that move and turn save and show: what the last step left behind to be measured, and the arrays of their state.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "base/byte_stream.hpp"
#include "body/body_result.hpp"
#include "implicit/node_terms.hpp"

namespace sinew {

struct LastStepMeasures {
    PinErrors pins;
    NodeTerms::Contact contact;
};

void save_node_state(ByteWriter& out, const LastStepMeasures& measures,
                     std::initializer_list<std::span<const double>> arrays);

/// Fills the arrays, which have the sizes that were saved; throws Error(File) when a number of `owner` is not finite.
LastStepMeasures load_node_state(ByteReader& in, const std::string& owner,
                                 std::initializer_list<std::span<double>> arrays);

/// Adds "node_positions" and, if there are any, "node_rotations" (from rest; w, x, y, z) of the first `count` nodes. The arrays are those of
/// the body and are read later.
void add_node_results(const std::vector<Eigen::Vector3d>& positions,
                      const std::vector<Eigen::Quaterniond>& rotations, std::size_t count,
                      std::vector<BodyResult>& results);

}  // namespace sinew
