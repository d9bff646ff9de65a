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
FORMAT_ID = 6

INTEGRATOR_BACKWARD_EULER = 0
INTEGRATOR_BDF2 = 1
INTEGRATOR_QUASI_STATIC = 2

PIN_POSITION = 1
PIN_FRAME = 2
PIN_SCALE = 4
PIN_ROTATION = 8


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
        ("frame_rate", c_double),
        ("gravity", c_double * 3),
        ("start_frame", c_double),
        ("substeps", c_int32),
        ("threads", c_int32),
        ("rod_method", c_int32),
        ("rod_iterations", c_int32),
        ("rod_tolerance", c_double),
        ("rod_relaxation", c_double),
        ("max_halvings", c_int32),
        ("integrator", c_int32),
        ("linear_solver", c_int32),
        ("implicit_iterations", c_int32),
        ("implicit_tolerance", c_double),
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


class SinewHalfPlaneDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("normal", c_double * 3),
        ("offset", c_double),
    ]


class SinewMoverDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("transform", c_double * 12),
    ]


class SinewViperRodsDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("points", SinewBufferView),
        ("radii", SinewBufferView),
        ("counts", SinewBufferView),
        ("surface", SinewBufferView),
        ("pin_points", SinewBufferView),
        ("pin_flags", c_uint32),
        ("reserved", c_uint32),
        ("density", c_double),
        ("stretch_stiffness", c_double),
        ("cross_section_stiffness", c_double),
        ("scale_gradient_stiffness", c_double),
        ("bend_stiffness", c_double),
        ("twist_stiffness", c_double),
        ("surface_bending_stiffness", c_double),
        ("volume_stiffness", c_double),
        ("damping", c_double),
        ("material_damping", c_double),
        ("surface_triangles", SinewBufferView),
    ]


class SinewMicropolarSolidDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("vertices", SinewBufferView),
        ("tetrahedra", SinewBufferView),
        ("surface", SinewBufferView),
        ("surface_triangles", SinewBufferView),
        ("size", c_double),
        ("wall_thickness", c_double),
        ("count", c_int32),
        ("law", c_int32),
        ("pin_vertices", SinewBufferView),
        ("pin_weights", SinewBufferView),
        ("pin_flags", c_uint32),
        ("reserved", c_uint32),
        ("pin_mover", c_uint64),
        ("fibers", SinewBufferView),
        ("normals", SinewBufferView),
        ("curvature_stiffness", c_double * 9),
        ("rest_curvature", c_double * 9),
        ("density", c_double),
        ("young_modulus", c_double),
        ("poisson_ratio", c_double),
        ("couple_ratio", c_double),
        ("length_scale", c_double),
        ("alpha", c_double),
        ("beta", c_double),
        ("gamma", c_double),
        ("rotary_inertia", c_double),
        ("damping", c_double),
        ("material_damping", c_double),
    ]


class SinewShellDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("vertices", SinewBufferView),
        ("triangles", SinewBufferView),
        ("surface", SinewBufferView),
        ("edge_vertices", SinewBufferView),
        ("edge_positions", SinewBufferView),
        ("thicknesses", SinewBufferView),
        ("pin_vertices", SinewBufferView),
        ("pin_weights", SinewBufferView),
        ("pin_flags", c_uint32),
        ("edges", c_int32),
        ("pin_mover", c_uint64),
        ("element", c_int32),
        ("model", c_int32),
        ("area_law", c_int32),
        ("mass", c_int32),
        ("rest_curvature", c_double * 9),
        ("rest_stretch", c_double),
        ("rest_curvature_map", SinewBufferView),
        ("rest_stretch_map", SinewBufferView),
        ("initial_positions", SinewBufferView),
        ("initial_velocities", SinewBufferView),
        ("density", c_double),
        ("thickness", c_double),
        ("young_modulus", c_double),
        ("poisson_ratio", c_double),
        ("couple_ratio", c_double),
        ("length_scale", c_double),
        ("bending_scale", c_double),
        ("shear_factor", c_double),
        ("rotary_inertia", c_double),
        ("damping", c_double),
        ("material_damping", c_double),
    ]


class SinewSkinDef(ctypes.Structure):
    _fields_ = [
        ("struct_size", c_uint64),
        ("name", c_char_p),
        ("vertices", SinewBufferView),
        ("triangles", SinewBufferView),
        ("drivers", SinewBufferView),
        ("bone_movers", SinewBufferView),
        ("bone_points", SinewBufferView),
        ("bone_radii", SinewBufferView),
        ("mask", SinewBufferView),
        ("smoothing", c_int32),
        ("reserved", c_int32),
        ("reach", c_double),
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
    SinewHalfPlaneDef,
    SinewMoverDef,
    SinewViperRodsDef,
    SinewViperizeDef,
    SinewViperizeMeasures,
    SinewSkinDef,
    SinewMicropolarSolidDef,
    SinewShellDef,
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
    "sinew_world_create_from_job": (c_int32, [c_char_p, c_int32, POINTER(c_void_p)]),
    "sinew_world_find_body": (c_int32, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "sinew_world_destroy": (None, [c_void_p]),
    "sinew_world_step": (c_int32, [c_void_p, POINTER(SinewStepReport)]),
    "sinew_world_cancel": (None, [c_void_p]),
    "sinew_world_get_warning_count": (c_int32, [c_void_p, POINTER(c_int32)]),
    "sinew_world_get_warning": (c_int32, [c_void_p, c_int32, *_TEXT]),
    "sinew_half_plane_def_init": (c_int32, [POINTER(SinewHalfPlaneDef), c_uint64]),
    "sinew_world_add_half_plane": (c_int32, [c_void_p, POINTER(SinewHalfPlaneDef)]),
    "sinew_body_get_positions": (
        c_int32,
        [c_void_p, c_uint64, c_void_p, c_uint64, POINTER(c_uint64)],
    ),
    "sinew_mover_def_init": (c_int32, [POINTER(SinewMoverDef), c_uint64]),
    "sinew_world_add_mover": (c_int32, [c_void_p, POINTER(SinewMoverDef), POINTER(c_uint64)]),
    "sinew_world_set_mover_transform": (c_int32, [c_void_p, c_uint64, POINTER(c_double)]),
    "sinew_world_get_mover_transform": (c_int32, [c_void_p, c_uint64, POINTER(c_double)]),
    "sinew_viper_rods_def_init": (c_int32, [POINTER(SinewViperRodsDef), c_uint64]),
    "sinew_viper_rods_def_init_muscle": (c_int32, [POINTER(SinewViperRodsDef), c_uint64]),
    "sinew_world_add_viper_rods": (
        c_int32,
        [c_void_p, POINTER(SinewViperRodsDef), POINTER(c_uint64)],
    ),
    "sinew_viper_rods_set_pin_positions": (c_int32, [c_void_p, c_uint64, POINTER(SinewBufferView)]),
    "sinew_viper_rods_get_points": (
        c_int32,
        [c_void_p, c_uint64, c_void_p, c_uint64, POINTER(c_uint64)],
    ),
    "sinew_viper_rods_get_radii": (
        c_int32,
        [c_void_p, c_uint64, c_void_p, c_uint64, POINTER(c_uint64)],
    ),
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
    "sinew_micropolar_solid_def_init": (c_int32, [POINTER(SinewMicropolarSolidDef), c_uint64]),
    "sinew_world_add_micropolar_solid": (
        c_int32,
        [c_void_p, POINTER(SinewMicropolarSolidDef), POINTER(c_uint64)],
    ),
    "sinew_shell_def_init": (c_int32, [POINTER(SinewShellDef), c_uint64]),
    "sinew_world_add_shell": (c_int32, [c_void_p, POINTER(SinewShellDef), POINTER(c_uint64)]),
    "sinew_skin_def_init": (c_int32, [POINTER(SinewSkinDef), c_uint64]),
    "sinew_world_add_skin": (c_int32, [c_void_p, POINTER(SinewSkinDef), POINTER(c_uint64)]),
    "sinew_skin_set_base": (c_int32, [c_void_p, c_uint64, POINTER(SinewBufferView)]),
    "sinew_job_check": (c_int32, [c_char_p, *_TEXT]),
    "sinew_cache_info": (c_int32, [c_char_p, *_TEXT]),
    "sinew_cache_verify": (c_int32, [c_char_p, *_TEXT]),
    "sinew_struct_layouts": (c_int32, _TEXT),
}
