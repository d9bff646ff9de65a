// CorrectionSpread: small offsets of some vertices of a surface, spread smoothly over their neighbours.
//
// With d the way along edges from the nearest corrected vertex, and in the order of d,
//
//   o_v = Σ_u o_u/|e_uv| / Σ_u 1/|e_uv|      over the neighbours u that are nearer,
//   offset_v = (1 − t)² (1 + 2t) o_v,   t = d/reach
//
// Corrected vertices have their own offset, those further away than `reach` none. The way goes along edges, so an upper
// lip does not move a lower one.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace sinew::solids {

class CorrectionSpread {
public:
    CorrectionSpread() = default;
    /// `corrected` vertices, each once. Without triangles nothing is spread. `reach` [m].
    CorrectionSpread(const std::vector<Eigen::Vector3d>& vertices,
                     const std::vector<Eigen::Vector3i>& triangles,
                     const std::vector<int>& corrected, double reach);

    /// Adds the offsets of all vertices to `positions`, 3 numbers a vertex; `corrections` has one per corrected vertex.
    void add(std::span<const Eigen::Vector3d> corrections, std::span<double> positions) const;

private:
    struct Link {
        int index;  ///< of the nearer neighbour in m_vertices
        double weight;
    };
    std::vector<int> m_vertices;       ///< corrected ones first, then by distance
    std::vector<double> m_fade;        ///< of each of these
    std::vector<std::size_t> m_first;  ///< of each of these in m_links, and the end
    std::vector<Link> m_links;
};

}  // namespace sinew::solids
