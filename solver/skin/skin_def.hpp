// Definition of a skin: a mesh that follows muscles and bones.
#pragma once

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <vector>

#include "body/animated_array.hpp"
#include "body/body.hpp"
#include "mesh/triangle_mesh.hpp"
#include "skin/skin_settings.hpp"

namespace sinew::skin {

/// A chain of pills that rides on a mover.
struct SkinBone {
    std::string mover;                    ///< its name
    std::vector<Eigen::Vector3d> points;  ///< at rest [m], at least 2
    std::vector<double> radii;            ///< at each point [m]
};

/// Vertices that are elsewhere than in the mesh before they follow, as shape keys have it. They turn and grow with what
/// the vertex follows.
struct SkinOffsets {
    std::vector<int> vertices;  ///< which
    AnimatedArray values;       ///< how far, at rest [m], 3 for each of them

    bool empty() const { return vertices.empty(); }
};

struct SkinDef : BodyDef {
    static constexpr std::string_view KIND = "skin";
    static constexpr int MAX_SMOOTHING = 1000;
    static constexpr double DEFAULT_REACH = 10.0;

    TriangleMesh mesh;                 ///< at rest
    std::vector<std::string> drivers;  ///< names of the bodies whose pills it follows
    std::vector<SkinBone> bones;
    SkinOffsets offsets;
    /// Where the vertices are without muscles, such as under the armature alone [m], 3 a vertex. Empty: at
    /// rest.
    AnimatedArray base;
    /// How much each vertex follows, from 0 (stays on the base) to 1. Empty: 1.
    std::vector<double> mask;
    SkinSettings settings{.reach = DEFAULT_REACH};

    std::string_view kind() const override { return KIND; }
    bool follows_others() const override { return true; }
    void collect_problems(std::vector<Problem>& problems) const override;
    void visit_fields(FieldVisitor& visitor) override;
};

const BodyKind& skin_kind();

}  // namespace sinew::skin
