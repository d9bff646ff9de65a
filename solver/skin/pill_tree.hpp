// Nearest pills of many chains.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "body/pill_source.hpp"

namespace sinew::skin {

/// The place on a pill that is nearest to a point.
struct NearPill {
    std::uint32_t chain = 0;
    std::uint32_t sphere = 0;  ///< the first of the pill's two
    double t = 0.0;            ///< along the pill: 0 at the first sphere, 1 at the second
    double distance = 0.0;     ///< to the surface [m], negative inside
};

class PillTree {
public:
    /// Keeps a copy; there must be at least one pill.
    explicit PillTree(PillChains chains);

    const PillChains& chains() const { return m_chains; }

    /// The nearest pill of each of the chains that are nearest to x, nearest first; as many as fit into
    /// `out` or there are. Returns their number.
    std::size_t nearest_chains(const Eigen::Vector3d& x, std::span<NearPill> out) const;

    /// The nearest pill of one chain.
    NearPill nearest_of_chain(const Eigen::Vector3d& x, std::uint32_t chain) const;

    /// Rest radius at the place [m].
    double radius(const NearPill& place) const;

private:
    struct Pill {
        std::uint32_t chain;
        std::uint32_t sphere;
    };
    /// Pills [begin, end); children at `left` and left + 1, none if 0.
    struct Node {
        Eigen::Vector3d low{0, 0, 0}, high{0, 0, 0};  ///< of the centres
        double largest_radius = 0.0;
        std::uint32_t begin = 0, end = 0;
        std::uint32_t left = 0;
    };

    NearPill nearest_on(const Eigen::Vector3d& x, const Pill& pill) const;
    void build(std::uint32_t index);
    /// No pill of the node is nearer than this.
    static double lower_bound(const Node& node, const Eigen::Vector3d& x);

    PillChains m_chains;
    std::vector<std::uint32_t> m_chain_begin;  ///< first sphere of each chain, and the end
    std::vector<Pill> m_pills;
    std::vector<Node> m_nodes;
};

}  // namespace sinew::skin
