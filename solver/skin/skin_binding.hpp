// A mesh bound to pills: each vertex follows the spheres of the pills near it.
//
// With weights w_k that add up to one, a vertex X goes to
//
//     x = c + s R (X − c̄),   c = Σ w_k c_k,   c̄ = Σ w_k c̄_k,   s = Σ w_k s_k,   R = the mean of the turns R_k
//
// The place t on a pill shares its weight out between the pill's two spheres, so that skin is stretched
// along with the rod.
//
// Differs from the paper: section 7.4 blends all transforms linearly; here turns are blended as
// quaternions. A linear blend of their matrices shrinks a tube that is twisted or bent, by 29 % half-way
// between two spheres a quarter of a turn apart. This one keeps its radius.
//
// A vertex with an offset d, such as that of a shape key, is bound at X and goes with X + d in place of X.
//
// The code computes x − X, which vanishes exactly at rest.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "body/pill_source.hpp"
#include "mesh/triangle_mesh.hpp"
#include "skin/chain_weights.hpp"
#include "skin/skin_settings.hpp"

namespace sinew::skin {

class SkinBinding {
public:
    /// Binds nothing.
    SkinBinding() = default;
    /// Binds the vertices [m] to the pills at rest. Triangles, if there are any, are what the weights are
    /// faired over.
    SkinBinding(const TriangleMesh& mesh, const PillChains& pills, const SkinSettings& settings);

    std::size_t size() const { return m_rest.size(); }
    const LooseVertices& loose() const { return m_loose; }

    /// Positions of the vertices [m], 3 × size() numbers. Poses are those of the spheres of `pills`; `offsets` are d
    /// [m], as many numbers or none. Does not allocate.
    void deform(std::span<const SpherePose> poses, std::span<const double> offsets,
                std::span<double> out) const;

    /// The chains that a vertex follows, heaviest first.
    struct Influence {
        std::uint32_t sphere = 0;
        double weight = 0.0;
    };
    std::span<const Influence> influences(std::size_t vertex) const {
        return std::span(m_influences)
            .subspan(m_begin[vertex], m_begin[vertex + 1] - m_begin[vertex]);
    }

private:
    Eigen::Vector3d deformed(std::size_t vertex, std::span<const SpherePose> poses,
                             const Eigen::Vector3d& offset) const;

    std::vector<Eigen::Vector3d> m_rest;   ///< X [m]
    std::vector<Eigen::Vector3d> m_local;  ///< X − c̄ [m]
    std::vector<std::size_t> m_begin;      ///< first influence of each vertex, and the end
    std::vector<Influence> m_influences;
    LooseVertices m_loose;
};

}  // namespace sinew::skin
