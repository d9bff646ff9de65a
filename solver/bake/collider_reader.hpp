// Reads the colliders of a job.
#pragma once

#include <string_view>
#include <vector>

#include "bake/inputs_hash.hpp"
#include "bake/json_field.hpp"
#include "contact/half_plane.hpp"
#include "contact/mesh_collider.hpp"
#include "contact/pill_collider.hpp"

namespace sinew::bake {

inline constexpr std::string_view COLLIDER_KINDS[] = {"half_plane", "pills", "mesh"};
inline constexpr std::string_view HALF_PLANE_FIELDS[] = {
    "kind",           "name",         "normal",         "offset",        "friction",
    "contact_groups", "contact_only", "contact_except", "contact_frames"};
inline constexpr std::string_view PILLS_FIELDS[] = {"kind",  "name",  "mover",   "points",
                                                    "radii", "pills", "friction"};
inline constexpr std::string_view MESH_COLLIDER_FIELDS[] = {
    "kind",       "name",           "mesh",         "mover",          "vertices",      "friction",
    "voxel_size", "contact_groups", "contact_only", "contact_except", "contact_frames"};

/// Definitions of the colliders of a job.
struct ColliderDefs {
    std::vector<HalfPlane> planes;
    std::vector<PillColliderDef> pills;
    std::vector<MeshColliderDef> meshes;
};

/// The list "colliders". The movers of the job must have been read.
ColliderDefs read_colliders(const JsonField& field);

void add_collider_inputs(const ColliderDefs& colliders, InputsHash& inputs);

}  // namespace sinew::bake
