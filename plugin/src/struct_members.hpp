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
        SINEW_MEMBER(T, struct_size), SINEW_MEMBER(T, job_path), SINEW_MEMBER(T, job_text),
        SINEW_MEMBER(T, job_size),    SINEW_MEMBER(T, binary),   SINEW_MEMBER(T, binary_size),
        SINEW_MEMBER(T, task),        SINEW_MEMBER(T, threads),  SINEW_MEMBER(T, confine),
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
static_assert(covers_struct<SinewTaskDef>());
static_assert(covers_struct<SinewTaskProgress>());
static_assert(covers_struct<SinewCheckDef>());
static_assert(covers_struct<SinewBakeDef>());
static_assert(covers_struct<SinewBakeProgress>());
static_assert(covers_struct<SinewViperizeDef>());
static_assert(covers_struct<SinewViperizeMeasures>());

}  // namespace sinew::plugin
