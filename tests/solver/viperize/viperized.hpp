// Definitions of muscles and what viperize makes of them.
#pragma once

#include <utility>

#include "viperize/viperize.hpp"

namespace sinew::test {

inline viperize::Viperization viperized(const viperize::ViperizeDef& def) {
    viperize::ViperizeProgress progress;
    return viperize::viperize(def, progress);
}

inline viperize::ViperizeDef def_of(TriangleMesh mesh, int rods = 8, int levels = 8) {
    viperize::ViperizeDef def;
    def.name = "Biceps";
    def.mesh = std::move(mesh);
    def.rods = rods;
    def.levels = levels;
    return def;
}

}  // namespace sinew::test
