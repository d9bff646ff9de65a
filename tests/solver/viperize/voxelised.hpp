// Meshes as voxels and as graphs of voxels.
#pragma once

#include "support/shapes.hpp"
#include "viperize/muscle_ends.hpp"
#include "viperize/voxel_domain.hpp"
#include "volume/solid_voxels.hpp"

namespace sinew::viperize::test {

using namespace sinew::test;

struct Voxelised {
    Voxelised(const TriangleMesh& mesh, double size)
        : solid(volume::voxelise(mesh, volume::WindingNumber(mesh), size, "mesh")),
          domain(make_domain(solid)) {}

    /// Cells whose centre satisfies a condition.
    std::vector<int> cells_where(const auto& condition) const {
        std::vector<int> cells;
        for (std::size_t cell = 0; cell < domain.count(); ++cell) {
            if (condition(domain.centre(cell))) cells.push_back(static_cast<int>(cell));
        }
        return cells;
    }

    volume::SolidVoxels solid;
    VoxelDomain domain;
};

/// A bar along x, 40 voxels long and 8 × 8 thick, with the first and the last layer as its ends.
struct Bar : Voxelised {
    static constexpr double SIZE = 0.025;
    Bar() : Voxelised(box_mesh({0, 0, 0}, {1.0, 0.2, 0.2}), SIZE) {
        ends.source = cells_where([](const auto& c) { return c.x() < SIZE; });
        ends.sink = cells_where([](const auto& c) { return c.x() > 1.0 - SIZE; });
    }
    MuscleEnds ends;
};

}  // namespace sinew::viperize::test
