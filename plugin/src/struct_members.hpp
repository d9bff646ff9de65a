// Members of every struct of sinew.h, for the protocol of growing structs and for bindings.
//
// A new member of a struct is one new line here; the build fails when one is forgotten, out of
// order, or leaves a gap that the compiler would fill with padding.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "sinew/sinew.h"

namespace sinew::plugin {

struct Member {
    std::string_view name;
    std::size_t offset;
    std::size_t size;
    constexpr std::size_t end() const { return offset + size; }
};

/// `StructMembers<T>::NAME` and `::MEMBERS`, in order.
template <class T>
struct StructMembers;

template <class T>
constexpr bool covers_struct() {
    std::size_t end = 0;
    for (const Member& member : StructMembers<T>::MEMBERS) {
        if (member.offset != end) return false;
        end = member.end();
    }
    return end == sizeof(T);
}

/// Of a pointer, the size of the pointer.
template <class Struct, class M>
constexpr std::size_t size_of_member(M Struct::*) {
    return sizeof(M);  // NOLINT(bugprone-sizeof-expression)
}

#define SINEW_MEMBER(type, member)                                     \
    Member {                                                           \
#member, offsetof(type, member), size_of_member(&type::member) \
    }

template <>
struct StructMembers<SinewBufferView> {
    using T = SinewBufferView;
    static constexpr std::string_view NAME = "SinewBufferView";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, data),   SINEW_MEMBER(T, count),    SINEW_MEMBER(T, stride_bytes),
        SINEW_MEMBER(T, format), SINEW_MEMBER(T, reserved),
    };
};

template <>
struct StructMembers<SinewWorldDef> {
    using T = SinewWorldDef;
    static constexpr std::string_view NAME = "SinewWorldDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, frame_rate),
        SINEW_MEMBER(T, gravity),
        SINEW_MEMBER(T, start_frame),
        SINEW_MEMBER(T, substeps),
        SINEW_MEMBER(T, threads),
        SINEW_MEMBER(T, rod_method),
        SINEW_MEMBER(T, rod_iterations),
        SINEW_MEMBER(T, rod_tolerance),
        SINEW_MEMBER(T, rod_relaxation),
        SINEW_MEMBER(T, max_halvings),
        SINEW_MEMBER(T, integrator),
        SINEW_MEMBER(T, linear_solver),
        SINEW_MEMBER(T, implicit_iterations),
        SINEW_MEMBER(T, implicit_tolerance),
    };
};

template <>
struct StructMembers<SinewStepReport> {
    using T = SinewStepReport;
    static constexpr std::string_view NAME = "SinewStepReport";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),    SINEW_MEMBER(T, frame),
        SINEW_MEMBER(T, seconds),        SINEW_MEMBER(T, steps),
        SINEW_MEMBER(T, iterations),     SINEW_MEMBER(T, residual),
        SINEW_MEMBER(T, energy_kinetic), SINEW_MEMBER(T, energy_elastic),
        SINEW_MEMBER(T, energy_contact), SINEW_MEMBER(T, energy_gravity),
        SINEW_MEMBER(T, min_distance),   SINEW_MEMBER(T, volume_change),
        SINEW_MEMBER(T, pin_error),      SINEW_MEMBER(T, pin_angle_error),
    };
};

template <>
struct StructMembers<SinewHalfPlaneDef> {
    using T = SinewHalfPlaneDef;
    static constexpr std::string_view NAME = "SinewHalfPlaneDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, normal),
        SINEW_MEMBER(T, offset),
    };
};

template <>
struct StructMembers<SinewMoverDef> {
    using T = SinewMoverDef;
    static constexpr std::string_view NAME = "SinewMoverDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, name),
        SINEW_MEMBER(T, transform),
    };
};

template <>
struct StructMembers<SinewViperRodsDef> {
    using T = SinewViperRodsDef;
    static constexpr std::string_view NAME = "SinewViperRodsDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, name),
        SINEW_MEMBER(T, points),
        SINEW_MEMBER(T, radii),
        SINEW_MEMBER(T, counts),
        SINEW_MEMBER(T, surface),
        SINEW_MEMBER(T, pin_points),
        SINEW_MEMBER(T, pin_flags),
        SINEW_MEMBER(T, reserved),
        SINEW_MEMBER(T, density),
        SINEW_MEMBER(T, stretch_stiffness),
        SINEW_MEMBER(T, cross_section_stiffness),
        SINEW_MEMBER(T, scale_gradient_stiffness),
        SINEW_MEMBER(T, bend_stiffness),
        SINEW_MEMBER(T, twist_stiffness),
        SINEW_MEMBER(T, surface_bending_stiffness),
        SINEW_MEMBER(T, volume_stiffness),
        SINEW_MEMBER(T, damping),
        SINEW_MEMBER(T, material_damping),
        SINEW_MEMBER(T, surface_triangles),
    };
};

template <>
struct StructMembers<SinewMicropolarSolidDef> {
    using T = SinewMicropolarSolidDef;
    static constexpr std::string_view NAME = "SinewMicropolarSolidDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),    SINEW_MEMBER(T, name),
        SINEW_MEMBER(T, vertices),       SINEW_MEMBER(T, tetrahedra),
        SINEW_MEMBER(T, surface),        SINEW_MEMBER(T, surface_triangles),
        SINEW_MEMBER(T, size),           SINEW_MEMBER(T, wall_thickness),
        SINEW_MEMBER(T, count),          SINEW_MEMBER(T, law),
        SINEW_MEMBER(T, pin_vertices),   SINEW_MEMBER(T, pin_weights),
        SINEW_MEMBER(T, pin_flags),      SINEW_MEMBER(T, reserved),
        SINEW_MEMBER(T, pin_mover),      SINEW_MEMBER(T, fibers),
        SINEW_MEMBER(T, normals),        SINEW_MEMBER(T, curvature_stiffness),
        SINEW_MEMBER(T, rest_curvature), SINEW_MEMBER(T, density),
        SINEW_MEMBER(T, young_modulus),  SINEW_MEMBER(T, poisson_ratio),
        SINEW_MEMBER(T, couple_ratio),   SINEW_MEMBER(T, length_scale),
        SINEW_MEMBER(T, alpha),          SINEW_MEMBER(T, beta),
        SINEW_MEMBER(T, gamma),          SINEW_MEMBER(T, rotary_inertia),
        SINEW_MEMBER(T, damping),        SINEW_MEMBER(T, material_damping),
    };
};

template <>
struct StructMembers<SinewShellDef> {
    using T = SinewShellDef;
    static constexpr std::string_view NAME = "SinewShellDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, name),
        SINEW_MEMBER(T, vertices),
        SINEW_MEMBER(T, triangles),
        SINEW_MEMBER(T, surface),
        SINEW_MEMBER(T, edge_vertices),
        SINEW_MEMBER(T, edge_positions),
        SINEW_MEMBER(T, thicknesses),
        SINEW_MEMBER(T, pin_vertices),
        SINEW_MEMBER(T, pin_weights),
        SINEW_MEMBER(T, pin_flags),
        SINEW_MEMBER(T, edges),
        SINEW_MEMBER(T, pin_mover),
        SINEW_MEMBER(T, element),
        SINEW_MEMBER(T, model),
        SINEW_MEMBER(T, area_law),
        SINEW_MEMBER(T, mass),
        SINEW_MEMBER(T, rest_curvature),
        SINEW_MEMBER(T, rest_stretch),
        SINEW_MEMBER(T, rest_curvature_map),
        SINEW_MEMBER(T, rest_stretch_map),
        SINEW_MEMBER(T, initial_positions),
        SINEW_MEMBER(T, initial_velocities),
        SINEW_MEMBER(T, density),
        SINEW_MEMBER(T, thickness),
        SINEW_MEMBER(T, young_modulus),
        SINEW_MEMBER(T, poisson_ratio),
        SINEW_MEMBER(T, couple_ratio),
        SINEW_MEMBER(T, length_scale),
        SINEW_MEMBER(T, bending_scale),
        SINEW_MEMBER(T, shear_factor),
        SINEW_MEMBER(T, rotary_inertia),
        SINEW_MEMBER(T, damping),
        SINEW_MEMBER(T, material_damping),
    };
};

template <>
struct StructMembers<SinewSkinDef> {
    using T = SinewSkinDef;
    static constexpr std::string_view NAME = "SinewSkinDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size), SINEW_MEMBER(T, name),       SINEW_MEMBER(T, vertices),
        SINEW_MEMBER(T, triangles),   SINEW_MEMBER(T, drivers),    SINEW_MEMBER(T, bone_movers),
        SINEW_MEMBER(T, bone_points), SINEW_MEMBER(T, bone_radii), SINEW_MEMBER(T, mask),
        SINEW_MEMBER(T, smoothing),   SINEW_MEMBER(T, reserved),   SINEW_MEMBER(T, reach),
    };
};

template <>
struct StructMembers<SinewTaskDef> {
    using T = SinewTaskDef;
    static constexpr std::string_view NAME = "SinewTaskDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),
        SINEW_MEMBER(T, max_load_bytes),
        SINEW_MEMBER(T, max_load_seconds),
    };
};

template <>
struct StructMembers<SinewTaskProgress> {
    using T = SinewTaskProgress;
    static constexpr std::string_view NAME = "SinewTaskProgress";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size), SINEW_MEMBER(T, fraction), SINEW_MEMBER(T, residual),
        SINEW_MEMBER(T, step),        SINEW_MEMBER(T, steps),    SINEW_MEMBER(T, iteration),
        SINEW_MEMBER(T, reserved),
    };
};

template <>
struct StructMembers<SinewCheckDef> {
    using T = SinewCheckDef;
    static constexpr std::string_view NAME = "SinewCheckDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size), SINEW_MEMBER(T, job_path), SINEW_MEMBER(T, task),
        SINEW_MEMBER(T, confine),     SINEW_MEMBER(T, reserved),
    };
};

template <>
struct StructMembers<SinewBakeDef> {
    using T = SinewBakeDef;
    static constexpr std::string_view NAME = "SinewBakeDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size), SINEW_MEMBER(T, job_path),   SINEW_MEMBER(T, cache_path),
        SINEW_MEMBER(T, threads),     SINEW_MEMBER(T, restart),    SINEW_MEMBER(T, has_frame_range),
        SINEW_MEMBER(T, first_frame), SINEW_MEMBER(T, last_frame), SINEW_MEMBER(T, confine),
        SINEW_MEMBER(T, task),
    };
};

template <>
struct StructMembers<SinewBakeProgress> {
    using T = SinewBakeProgress;
    static constexpr std::string_view NAME = "SinewBakeProgress";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),   SINEW_MEMBER(T, state),   SINEW_MEMBER(T, first_frame),
        SINEW_MEMBER(T, last_frame),    SINEW_MEMBER(T, frame),   SINEW_MEMBER(T, resumed_frame),
        SINEW_MEMBER(T, message_count), SINEW_MEMBER(T, seconds), SINEW_MEMBER(T, seconds_left),
    };
};

template <>
struct StructMembers<SinewViperizeDef> {
    using T = SinewViperizeDef;
    static constexpr std::string_view NAME = "SinewViperizeDef";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),  SINEW_MEMBER(T, name),       SINEW_MEMBER(T, mesh_path),
        SINEW_MEMBER(T, source_group), SINEW_MEMBER(T, sink_group), SINEW_MEMBER(T, vertices),
        SINEW_MEMBER(T, triangles),    SINEW_MEMBER(T, source),     SINEW_MEMBER(T, sink),
        SINEW_MEMBER(T, rods),         SINEW_MEMBER(T, levels),     SINEW_MEMBER(T, voxel_size),
        SINEW_MEMBER(T, threads),      SINEW_MEMBER(T, reserved),
    };
};

template <>
struct StructMembers<SinewViperizeMeasures> {
    using T = SinewViperizeMeasures;
    static constexpr std::string_view NAME = "SinewViperizeMeasures";
    static constexpr std::array MEMBERS{
        SINEW_MEMBER(T, struct_size),      SINEW_MEMBER(T, mesh_volume),
        SINEW_MEMBER(T, bundle_volume),    SINEW_MEMBER(T, volume_error),
        SINEW_MEMBER(T, total_length),     SINEW_MEMBER(T, max_outside),
        SINEW_MEMBER(T, max_gap),          SINEW_MEMBER(T, voxel_size),
        SINEW_MEMBER(T, seconds),          SINEW_MEMBER(T, voxels),
        SINEW_MEMBER(T, points_outside),   SINEW_MEMBER(T, warning_count),
        SINEW_MEMBER(T, segments_outside),
    };
};

#undef SINEW_MEMBER

static_assert(covers_struct<SinewBufferView>());
static_assert(covers_struct<SinewWorldDef>());
static_assert(covers_struct<SinewStepReport>());
static_assert(covers_struct<SinewHalfPlaneDef>());
static_assert(covers_struct<SinewMoverDef>());
static_assert(covers_struct<SinewViperRodsDef>());
static_assert(covers_struct<SinewMicropolarSolidDef>());
static_assert(covers_struct<SinewShellDef>());
static_assert(covers_struct<SinewSkinDef>());
static_assert(covers_struct<SinewTaskDef>());
static_assert(covers_struct<SinewTaskProgress>());
static_assert(covers_struct<SinewCheckDef>());
static_assert(covers_struct<SinewBakeDef>());
static_assert(covers_struct<SinewBakeProgress>());
static_assert(covers_struct<SinewViperizeDef>());
static_assert(covers_struct<SinewViperizeMeasures>());

}  // namespace sinew::plugin
