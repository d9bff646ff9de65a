// Friction of a body's surface, as a job gives it.
#pragma once

#include <vector>

#include "base/error.hpp"
#include "body/fields.hpp"

namespace sinew {

struct SurfaceFriction {
    double coefficient = 0.3;     ///< Coulomb's, at rest [1]
    double sliding_share = 1.0;   ///< of the coefficient that is left while the surface slides [1]
    std::vector<double> painted;  ///< factor of the coefficient, 1 per vertex [1]; empty: 1

    /// At a vertex of the mesh that is painted; −1: of no vertex.
    double at(int vertex) const {
        return painted.empty() || vertex < 0 ? coefficient : coefficient * painted[vertex];
    }

    /// The numbers without the painted ones, whose count depends on the mesh.
    void visit_numbers(FieldVisitor& visitor);
    void visit_painted(FieldVisitor& visitor, std::size_t vertices);
    /// Appends every problem, not just the first.
    void collect_problems(const std::string& object, std::size_t vertices,
                          std::vector<Problem>& problems) const;
};

}  // namespace sinew
