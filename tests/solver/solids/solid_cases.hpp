// Bars of tetrahedra in a system of their own.
#pragma once

#include <functional>
#include <vector>

#include "mesh/box_tets.hpp"
#include "solids/solid_body.hpp"
#include "support/implicit_bodies.hpp"
#include "support/shapes.hpp"

namespace sinew::test {

using solids::SolidBody;
using solids::SolidDef;

/// A bar from the origin with sides and cells along x, y and z, of the linear law, whose numbers are known.
inline SolidDef bar(const Eigen::Vector3d& sides, const Eigen::Vector3i& cells) {
    SolidDef def;
    def.name = "Bar";
    def.tets = box_tets({0, 0, 0}, sides, cells);
    def.law = solids::SolidLaw::Linear;
    return def;
}

inline std::vector<int> vertices_where(const SolidDef& def,
                                       const std::function<bool(const Eigen::Vector3d&)>& where) {
    return points_where(def.tets.vertices, where);
}

inline SolidBody make_body(const SolidDef& def, ImplicitSystem& system) {
    return make_implicit_body<SolidBody>(def, system);
}

}  // namespace sinew::test
