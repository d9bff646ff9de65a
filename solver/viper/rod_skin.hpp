// A mesh that rides on rods: each vertex keeps its place relative to the nearest rod.
//
// A vertex X belongs to the point t along a rod nearest to it at rest:
//     x = c(t) + s(t) R(t) R̄(t)ᵀ (X − c̄(t))
// with c and s linear along a segment and R blended between the frames of neighbouring segments, so that
// a tube bends and twists smoothly. At rest x is X up to round-off.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

#include "viper/rod_set.hpp"

namespace sinew::viper {

class RodSkin {
public:
    /// Binds the vertices [m] to the rods at rest.
    RodSkin(std::span<const Eigen::Vector3d> vertices, const RodSet& set);

    std::size_t size() const { return m_bindings.size(); }
    /// 3 × size() numbers [m].
    void deform(const RodSetState& state, std::span<double> out) const;

private:
    struct Binding {
        int point = 0;                   ///< start of the segment
        double t = 0.0;                  ///< along the segment, 0 to 1
        int neighbour = 0;               ///< start of the segment whose frame is blended in
        double blend = 0.0;              ///< its weight
        Eigen::Vector3d local{0, 0, 0};  ///< R̄ᵀ (X − c̄) [m]
    };

    Eigen::Quaterniond frame(const Binding& binding,
                             const std::vector<Eigen::Quaterniond>& q) const;

    std::vector<Binding> m_bindings;
};

}  // namespace sinew::viper
