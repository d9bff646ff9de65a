"""Mirrors of the structs of sinew.h, in the same order. A test compares them with the library's own
layouts."""

import ctypes
from ctypes import POINTER, c_char_p, c_double, c_int32, c_uint32, c_uint64, c_void_p

SUCCESS = 0

FORMAT_FLOAT = 1
FORMAT_FLOAT3 = 2
FORMAT_DOUBLE = 3
FORMAT_DOUBLE3 = 4
FORMAT_INT = 5


class SinewBufferView(ctypes.Structure):
    _fields_ = [
        ("data", c_void_p),
        ("count", c_uint64),
        ("stride_bytes", c_uint64),
        ("format", c_uint32),
        ("reserved", c_uint32),
    ]


class SinewWorldDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("job_path", c_char_p),
        ("job_text", c_char_p),
        ("job_size", c_uint64),
        ("binary", c_void_p),
        ("binary_size", c_uint64),
        ("task", c_void_p),
        ("threads", c_int32),
        ("confine", c_int32),
    ]


class SinewStepReport(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("frame", c_double),
        ("seconds", c_double),
        ("steps", c_int32),
        ("iterations", c_int32),
        ("residual", c_double),
        ("energy_kinetic", c_double),
        ("energy_elastic", c_double),
        ("energy_contact", c_double),
        ("energy_gravity", c_double),
        ("min_distance", c_double),
        ("volume_change", c_double),
        ("pin_error", c_double),
        ("pin_angle_error", c_double),
    ]


class SinewViperizeDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("mesh_path", c_char_p),
        ("source_group", c_char_p),
        ("sink_group", c_char_p),
        ("vertices", SinewBufferView),
        ("triangles", SinewBufferView),
        ("source", SinewBufferView),
        ("sink", SinewBufferView),
        ("rods", c_int32),
        ("levels", c_int32),
        ("voxel_size", c_double),
        ("threads", c_int32),
        ("reserved", c_int32),
    ]


class SinewViperizeMeasures(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("mesh_volume", c_double),
        ("bundle_volume", c_double),
        ("volume_error", c_double),
        ("total_length", c_double),
        ("max_outside", c_double),
        ("max_gap", c_double),
        ("voxel_size", c_double),
        ("seconds", c_double),
        ("voxels", c_int32),
        ("points_outside", c_int32),
        ("warning_count", c_int32),
        ("segments_outside", c_int32),
    ]


MIRRORS = (
    SinewBufferView,
    SinewWorldDef,
    SinewStepReport,
    SinewViperizeDef,
    SinewViperizeMeasures,
)

# name: (result type, argument types). The add-on bakes through the program, so the bake functions
# of the header are not bound.
# _TEXT is memory of the caller, for texts and arrays alike.
_TEXT = [c_void_p, c_uint64, POINTER(c_uint64)]
FUNCTIONS = {
    "sinew_api_version": (c_uint32, []),
    "sinew_version_string": (c_char_p, []),
    "sinew_cpu_supported": (c_int32, []),
    "sinew_last_error": (c_char_p, []),
    "sinew_result_name": (c_char_p, [c_int32]),
    "sinew_world_def_init": (c_int32, [POINTER(SinewWorldDef), c_uint64]),
    "sinew_world_create": (c_int32, [POINTER(SinewWorldDef), POINTER(c_void_p)]),
    "sinew_world_destroy": (None, [c_void_p]),
    "sinew_world_step": (c_int32, [c_void_p, POINTER(SinewStepReport)]),
    "sinew_world_cancel": (None, [c_void_p]),
    "sinew_world_describe": (c_int32, [c_void_p, *_TEXT]),
    "sinew_world_set_input": (c_int32, [c_void_p, c_char_p, POINTER(SinewBufferView)]),
    "sinew_world_find_body": (c_int32, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "sinew_body_get_result": (c_int32, [c_void_p, c_uint64, c_char_p, *_TEXT]),
    "sinew_world_get_warning_count": (c_int32, [c_void_p, POINTER(c_int32)]),
    "sinew_world_get_warning": (c_int32, [c_void_p, c_int32, *_TEXT]),
    "sinew_viperize_def_init": (c_int32, [POINTER(SinewViperizeDef), c_uint64]),
    "sinew_viperize_create": (c_int32, [POINTER(SinewViperizeDef), POINTER(c_void_p)]),
    "sinew_viperize_destroy": (None, [c_void_p]),
    "sinew_viperize_run": (c_int32, [c_void_p]),
    "sinew_viperize_cancel": (None, [c_void_p]),
    "sinew_viperize_progress": (c_double, [c_void_p]),
    "sinew_viperize_get_measures": (c_int32, [c_void_p, POINTER(SinewViperizeMeasures)]),
    "sinew_viperize_get_rest_distance": (c_int32, [c_void_p, POINTER(c_double)]),
    "sinew_viperize_get_points": (c_int32, [c_void_p, *_TEXT]),
    "sinew_viperize_get_radii": (c_int32, [c_void_p, *_TEXT]),
    "sinew_viperize_get_counts": (c_int32, [c_void_p, *_TEXT]),
    "sinew_viperize_get_source": (c_int32, [c_void_p, *_TEXT]),
    "sinew_viperize_get_sink": (c_int32, [c_void_p, *_TEXT]),
    "sinew_viperize_get_warning": (c_int32, [c_void_p, c_int32, *_TEXT]),
    "sinew_schema": (c_int32, _TEXT),
    "sinew_job_check": (c_int32, [c_char_p, *_TEXT]),
    "sinew_cache_info": (c_int32, [c_char_p, *_TEXT]),
    "sinew_cache_verify": (c_int32, [c_char_p, *_TEXT]),
    "sinew_struct_layouts": (c_int32, _TEXT),
}
