// Pairs each of K things with one of K others so that the sum of the costs is as small as it can be.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace sinew::viperize {

/// Column for each row of a square matrix of finite costs. The Hungarian algorithm with potentials, by shortest
/// augmenting paths (Kuhn 1955, Munkres 1957, Jonker and Volgenant 1987): at most K³ operations. Of matchings
/// that cost the same, always the same one.
std::vector<int> min_cost_matching(const Eigen::MatrixXd& costs);

}  // namespace sinew::viperize
