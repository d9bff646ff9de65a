// How much each chain of pills moves each vertex of a mesh [viper section 7.4].
//
// The weight of a chain falls with the square of the distance d from the vertex to its surface, and the
// weights are then faired by diffusion over the edges of the mesh [sphere-meshes].
//
// Differs from the paper: the weight is (1/d − 1/D)², which fades to nothing at D, three times the distance
// from the vertex to the axis of the nearest chain. With 1/d² alone an arm that bends moves the finger
// tips. And of the pills of one chain only the nearest counts, since the place along the chain already
// blends from one pill into the next: a straight rod that is stretched stretches its skin evenly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "mesh/triangle_mesh.hpp"
#include "skin/pill_tree.hpp"
#include "skin/skin_settings.hpp"

namespace sinew::skin {

/// Chains of one vertex, heaviest first; the weights add up to one.
struct ChainWeights {
    static constexpr std::size_t MAX = 8;
    struct Item {
        std::uint32_t chain = 0;
        double weight = 0.0;
    };
    std::array<Item, MAX> items;
    std::size_t count = 0;
};

/// Vertices that are far from all pills.
struct LooseVertices {
    std::size_t count = 0;
    std::size_t first = 0;
};

/// One entry a vertex. A vertex that is farther from the nearest pill than reach × its radius begins
/// with that one alone and is counted in `loose`.
std::vector<ChainWeights> chain_weights(const TriangleMesh& mesh, const PillTree& tree,
                                        const SkinSettings& settings, LooseVertices& loose);

}  // namespace sinew::skin
