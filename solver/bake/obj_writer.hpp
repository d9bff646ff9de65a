// Writes surfaces as Wavefront .obj text.
#pragma once

#include <array>
#include <span>
#include <string>

namespace sinew::bake {

/// `positions` has 3 numbers a vertex; faces count vertices from 0. Numbers are written so that they come back as they were.
std::string obj_text(std::span<const float> positions, std::span<const std::array<int, 3>> faces);

}  // namespace sinew::bake
