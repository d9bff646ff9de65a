/* Sinew: the whole public C API.

   Units      SI: metres, kilograms, seconds, pascals, radians.
   Axes       Right-handed, Z up, as in Blender. Quaternions are w, x, y, z.
   Indices    Start at 0.
   Structs    Begin with `struct_size`. Fill them with their `_init` function, which takes the size that the
              caller was compiled with: members are only ever appended, so old callers go on working. A
              caller newer than the library may leave members that the library does not know at 0;
              anything else in them is SINEW_ERROR_VERSION_MISMATCH.
   Ownership  Inputs are copied during the call. Outputs go to memory of the caller: pass a capacity,
              get the needed count back (the pointer for it may be null); a null pointer with capacity 0
              asks for the count only. An array that does not fit is an error, and only the count is written.
   Errors     Functions that can fail return SinewResult: 0 is success, negative is an error, and
              sinew_last_error() then has one line of text for this thread.
              No exception, signal or exit leaves this library, and it never prints.
   Threads    One thread at a time per world, bake and viperization; different ones are independent.
              A call on a world that is stepping returns SINEW_ERROR_BUSY. The `_cancel` and `_progress`
              functions may be called from any thread at any time between create and destroy.
   Handles    A world, bake, viperization or task that was destroyed and is used again is
              SINEW_ERROR_INVALID_HANDLE; destroying or cancelling it again does nothing. Never look behind the pointer.
   Callbacks  None. Progress is polled, messages are read.
   Processor  x86-64 with AVX2 and FMA (every one since 2015). Check sinew_cpu_supported() first. */
#ifndef SINEW_H
#define SINEW_H

#include <stddef.h>
#include <stdint.h>

/* NOLINTBEGIN(modernize-use-using): this is C */
#if defined(__GNUC__)
#define SINEW_API __attribute__((visibility("default")))
#else
#define SINEW_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Version ---------------------------------------------------------------------------------- */

#define SINEW_VERSION_MAJOR 0
#define SINEW_VERSION_MINOR 2
#define SINEW_VERSION_PATCH 0

/* major * 10000 + minor * 100 + patch. A binding refuses a library whose major, or minor while the
   major is 0, differs from its own. */
SINEW_API uint32_t sinew_api_version(void);
SINEW_API const char* sinew_version_string(void);

/* 1 if this processor can run the library. Needs no AVX2 itself. */
SINEW_API int32_t sinew_cpu_supported(void);

/* ---- Results ---------------------------------------------------------------------------------- */

typedef int32_t SinewResult;
#define SINEW_SUCCESS 0
#define SINEW_ERROR_INVALID_ARGUMENT (-1)
#define SINEW_ERROR_INVALID_HANDLE (-2)
#define SINEW_ERROR_BUSY (-3)
#define SINEW_ERROR_CANCELLED (-4)
#define SINEW_ERROR_NOT_CONVERGED (-5)
#define SINEW_ERROR_INVALID_INITIAL_STATE (-6)
#define SINEW_ERROR_OUT_OF_MEMORY (-7)
#define SINEW_ERROR_FILE (-8)
#define SINEW_ERROR_VERSION_MISMATCH (-9)
#define SINEW_ERROR_INTERNAL (-10)

/* One line for the last failure on this thread; valid until the next Sinew call on this thread. */
SINEW_API const char* sinew_last_error(void);
/* "invalid argument" for SINEW_ERROR_INVALID_ARGUMENT, and so on. Never null. */
SINEW_API const char* sinew_result_name(SinewResult result);

/* ---- Buffers ---------------------------------------------------------------------------------- */

#define SINEW_FORMAT_FLOAT 1  /* 1 float per item */
#define SINEW_FORMAT_FLOAT3 2 /* 3 floats per item */
#define SINEW_FORMAT_DOUBLE 3
#define SINEW_FORMAT_DOUBLE3 4
#define SINEW_FORMAT_INT 5 /* 1 int32_t per item */
#define SINEW_FORMAT_ID 6  /* 1 uint64_t per item, a SinewBodyId or SinewMoverId */

/* Memory of the caller, read during the call. count 0 means: not given. */
typedef struct SinewBufferView {
    const void* data;
    uint64_t count;        /* items */
    uint64_t stride_bytes; /* 0 means tightly packed */
    uint32_t format;       /* SINEW_FORMAT_... */
    uint32_t reserved;     /* 0 */
} SinewBufferView;

/* ---- Worlds (live mode) ----------------------------------------------------------------------- */

typedef struct SinewWorld SinewWorld;
/* A body inside a world: index and generation, 0 is null. A stale id is detected. */
typedef uint64_t SinewBodyId;

#define SINEW_ROD_METHOD_CHAIN 0
#define SINEW_ROD_METHOD_GAUSS_SEIDEL 1

#define SINEW_INTEGRATOR_BACKWARD_EULER 0 /* motion dies down */
#define SINEW_INTEGRATOR_BDF2 1           /* keeps it going */
#define SINEW_INTEGRATOR_QUASI_STATIC 2   /* no inertia: every step ends at rest */

#define SINEW_LINEAR_SOLVER_AUTOMATIC 0
#define SINEW_LINEAR_SOLVER_DIRECT 1
#define SINEW_LINEAR_SOLVER_CONJUGATE_GRADIENTS 2

typedef struct SinewWorldDef {
    uint64_t struct_size;
    double frame_rate; /* [1/s] */
    double gravity[3]; /* [m/s^2] */
    double start_frame;
    int32_t substeps;   /* per frame */
    int32_t threads;    /* 0: all cores */
    int32_t rod_method; /* SINEW_ROD_METHOD_... */
    int32_t rod_iterations;
    double rod_tolerance;        /* [1] */
    double rod_relaxation;       /* [1] */
    int32_t max_halvings;        /* how often a failed step may be cut in half and tried again */
    int32_t integrator;          /* SINEW_INTEGRATOR_..., of solids and shells */
    int32_t linear_solver;       /* SINEW_LINEAR_SOLVER_..., of their Newton iterations */
    int32_t implicit_iterations; /* most Newton iterations in a step */
    double
        implicit_tolerance; /* force that is left, relative to the forces on the body [1]; 0: 2e-4, quasi-static 1e-6 */
} SinewWorldDef;

SINEW_API SinewResult sinew_world_def_init(SinewWorldDef* def, uint64_t struct_size);
SINEW_API SinewResult sinew_world_create(const SinewWorldDef* def, SinewWorld** out_world);
/* Everything that a job file has (docs/job.md), to be stepped instead of baked. The world begins at the job's first
   frame, or its preroll before that, and its lengths are in metres whatever the unit of the job. threads 0: all cores. */
SINEW_API SinewResult sinew_world_create_from_job(const char* job_path, int32_t threads,
                                                  SinewWorld** out_world);
/* Null is allowed. Must not be called while the world steps. */
SINEW_API void sinew_world_destroy(SinewWorld* world);

typedef struct SinewStepReport {
    uint64_t struct_size;
    double frame;   /* the frame reached */
    double seconds; /* wall clock */
    int32_t steps;
    int32_t iterations;
    double residual;                                                       /* [1] */
    double energy_kinetic, energy_elastic, energy_contact, energy_gravity; /* [J] */
    double min_distance;    /* [m], NaN where it does not apply */
    double volume_change;   /* [1] */
    double pin_error;       /* [m] */
    double pin_angle_error; /* [rad] */
} SinewStepReport;

/* Advances the world by one frame, in as many substeps as needed. Blocks until done.
   `report` may be null; otherwise its struct_size must be set.
   SINEW_ERROR_NOT_CONVERGED: the state is that of the last accepted substep. */
SINEW_API SinewResult sinew_world_step(SinewWorld* world, SinewStepReport* report);
/* Any thread, any time. The step that is running returns SINEW_ERROR_CANCELLED soon. Between steps it has no
   effect. */
SINEW_API void sinew_world_cancel(SinewWorld* world);

typedef struct SinewHalfPlaneDef {
    uint64_t struct_size;
    double normal[3]; /* need not have unit length; bodies stay on the side it points to */
    double offset;    /* [m] along the unit normal */
} SinewHalfPlaneDef;

SINEW_API SinewResult sinew_half_plane_def_init(SinewHalfPlaneDef* def, uint64_t struct_size);
SINEW_API SinewResult sinew_world_add_half_plane(SinewWorld* world, const SinewHalfPlaneDef* def);

/* Looks for objects that start inside each other; each pair becomes a warning. A world that was made of a job has been
   looked at. Costs about as much as a step. */
SINEW_API SinewResult sinew_world_check_start(SinewWorld* world);
/* Sentences about what is in the world that an artist should see, each once; from 0 to out_count - 1. Steps add
   none. */
SINEW_API SinewResult sinew_world_get_warning_count(SinewWorld* world, int32_t* out_count);
SINEW_API SinewResult sinew_world_get_warning(SinewWorld* world, int32_t index, char* out_text,
                                              uint64_t capacity, uint64_t* out_size);

/* The body of a name, UTF-8. */
SINEW_API SinewResult sinew_world_find_body(SinewWorld* world, const char* name,
                                            SinewBodyId* out_body);
/* Positions of the body's output vertices now [m], 3 floats each. `out_count` gets the number of vertices. */
SINEW_API SinewResult sinew_body_get_positions(SinewWorld* world, SinewBodyId body, float* out,
                                               uint64_t capacity, uint64_t* out_count);

/* ---- Movers ----------------------------------------------------------------------------------- */

/* A transform inside a world that bodies and colliders ride on, such as a bone. 0 is null. */
typedef uint64_t SinewMoverId;

typedef struct SinewMoverDef {
    uint64_t struct_size;
    const char* name;     /* UTF-8, unique among the movers of the world */
    double transform[12]; /* 3 x 4, row after row: carries rest positions [m] to where they begin */
} SinewMoverDef;

SINEW_API SinewResult sinew_mover_def_init(SinewMoverDef* def, uint64_t struct_size);
/* Movers are added before what rides on them. */
SINEW_API SinewResult sinew_world_add_mover(SinewWorld* world, const SinewMoverDef* def,
                                            SinewMoverId* out_mover);
/* Where the mover shall be at the end of the next step: 12 numbers. Within that step it turns and moves
   there evenly from where it was asked to be before. */
SINEW_API SinewResult sinew_world_set_mover_transform(SinewWorld* world, SinewMoverId mover,
                                                      const double* transform);
/* Where it is now: 12 numbers. */
SINEW_API SinewResult sinew_world_get_mover_transform(SinewWorld* world, SinewMoverId mover,
                                                      double* out_transform);

/* ---- VIPER rods ------------------------------------------------------------------------------- */

#define SINEW_PIN_POSITION 1u
#define SINEW_PIN_FRAME 2u
#define SINEW_PIN_SCALE 4u
#define SINEW_PIN_ROTATION 8u /* of solids */

/* Members mean what docs/job.md says under the same names. */
typedef struct SinewViperRodsDef {
    uint64_t struct_size;
    const char* name;           /* UTF-8, for messages */
    SinewBufferView points;     /* FLOAT3 or DOUBLE3, rest positions, rod after rod [m] */
    SinewBufferView radii;      /* FLOAT or DOUBLE, one per point [m] */
    SinewBufferView counts;     /* INT, points of each rod */
    SinewBufferView surface;    /* FLOAT3 or DOUBLE3, mesh moved with the rods, may be absent [m] */
    SinewBufferView pin_points; /* INT, indices of pinned points, may be absent */
    uint32_t pin_flags;         /* SINEW_PIN_..., for all pinned points */
    uint32_t reserved;          /* 0 */
    double density;             /* [kg/m^3] */
    double stretch_stiffness;   /* [Pa] */
    double cross_section_stiffness;    /* [Pa] */
    double scale_gradient_stiffness;   /* [Pa] */
    double bend_stiffness;             /* [Pa] */
    double twist_stiffness;            /* [Pa] */
    double surface_bending_stiffness;  /* [N] */
    double volume_stiffness;           /* [Pa] */
    double damping;                    /* [1/s] */
    double material_damping;           /* [s] */
    SinewBufferView surface_triangles; /* INT, three vertices a triangle, may be absent */
} SinewViperRodsDef;

SINEW_API SinewResult sinew_viper_rods_def_init(SinewViperRodsDef* def, uint64_t struct_size);

/* The same with the material of a muscle and its fascia instead of soft rubber. */
SINEW_API SinewResult sinew_viper_rods_def_init_muscle(SinewViperRodsDef* def,
                                                       uint64_t struct_size);
SINEW_API SinewResult sinew_world_add_viper_rods(SinewWorld* world, const SinewViperRodsDef* def,
                                                 SinewBodyId* out_body);
/* Where the pinned points shall be at the end of the next step [m]; one item per pinned point, in the order of
   pin_points. Within that step they move there in a straight line from where they were asked to be before. */
SINEW_API SinewResult sinew_viper_rods_set_pin_positions(SinewWorld* world, SinewBodyId body,
                                                         const SinewBufferView* positions);
/* Points of the rods now [m], 3 floats each, rod after rod. `out_count` gets the number of points. */
SINEW_API SinewResult sinew_viper_rods_get_points(SinewWorld* world, SinewBodyId body, float* out,
                                                  uint64_t capacity, uint64_t* out_count);
/* Radius of each point now [m]. */
SINEW_API SinewResult sinew_viper_rods_get_radii(SinewWorld* world, SinewBodyId body, float* out,
                                                 uint64_t capacity, uint64_t* out_count);

/* ---- Micropolar solids ------------------------------------------------------------------------ */

#define SINEW_SOLID_LAW_LINEAR 0
#define SINEW_SOLID_LAW_LINEAR_VOLUME 1
#define SINEW_SOLID_LAW_NEO_HOOKEAN 2
#define SINEW_SOLID_LAW_CLASSIC_NEO_HOOKEAN 3

/* Members mean what docs/job.md says under the same names. Tetrahedra are given, or made inside of the surface; pins,
   fibers and normals are by vertex of the tetrahedra, or of the surface where they are made from it. */
typedef struct SinewMicropolarSolidDef {
    uint64_t struct_size;
    const char* name;           /* UTF-8, for messages */
    SinewBufferView vertices;   /* FLOAT3 or DOUBLE3, of the tetrahedra, at rest [m] */
    SinewBufferView tetrahedra; /* INT, four vertices a tetrahedron */
    SinewBufferView surface; /* FLOAT3 or DOUBLE3, mesh moved with the solid, may be absent [m] */
    SinewBufferView surface_triangles; /* INT, three vertices a triangle, to be filled */
    double size;                  /* edge of the tetrahedra that are made [m]; 0: chosen by count */
    double wall_thickness;        /* [m], 0: filled */
    int32_t count;                /* of the tetrahedra that are made */
    int32_t law;                  /* SINEW_SOLID_LAW_... */
    SinewBufferView pin_vertices; /* INT, may be absent */
    SinewBufferView pin_weights;  /* FLOAT or DOUBLE, one per pinned vertex, may be absent [1] */
    uint32_t pin_flags;      /* SINEW_PIN_POSITION, SINEW_PIN_ROTATION, for all pinned vertices */
    uint32_t reserved;       /* 0 */
    uint64_t pin_mover;      /* a SinewMoverId that carries them; 0: they stay */
    SinewBufferView fibers;  /* FLOAT3 or DOUBLE3, one for all or per vertex, may be absent */
    SinewBufferView normals; /* likewise */
    double curvature_stiffness[9]; /* row after row [1]; all 0: isotropic */
    double rest_curvature[9];      /* row after row [1/m] */
    double density;                /* [kg/m^3] */
    double young_modulus;          /* [Pa] */
    double poisson_ratio;          /* [1] */
    double couple_ratio;           /* [1] */
    double length_scale;           /* [m] */
    double alpha;                  /* [1] */
    double beta;                   /* [1] */
    double gamma;                  /* [1] */
    double rotary_inertia;         /* [kg/m] */
    double damping;                /* [1/s] */
    double material_damping;       /* [s] */
} SinewMicropolarSolidDef;

SINEW_API SinewResult sinew_micropolar_solid_def_init(SinewMicropolarSolidDef* def,
                                                      uint64_t struct_size);
/* Its positions are those of the surface, or of the tetrahedra where there is none. Making tetrahedra may take
   seconds. */
SINEW_API SinewResult sinew_world_add_micropolar_solid(SinewWorld* world,
                                                       const SinewMicropolarSolidDef* def,
                                                       SinewBodyId* out_body);

/* ---- Cosserat shells -------------------------------------------------------------------------- */

#define SINEW_SHELL_EDGES_STRAIGHT 0
#define SINEW_SHELL_EDGES_SMOOTH 1 /* on the smooth surface through the vertices */
#define SINEW_SHELL_ELEMENT_QUADRATIC 0
#define SINEW_SHELL_ELEMENT_LINEAR 1 /* locks; for comparison only */
#define SINEW_SHELL_MODEL_PLATE 0
#define SINEW_SHELL_MODEL_CURVED 1
#define SINEW_SHELL_AREA_LINEAR 0
#define SINEW_SHELL_AREA_NONLINEAR 1
#define SINEW_SHELL_MASS_DIAGONAL 0
#define SINEW_SHELL_MASS_CONSISTENT 1

/* Members mean what docs/job.md says under the same names. */
typedef struct SinewShellDef {
    uint64_t struct_size;
    const char* name;          /* UTF-8, for messages */
    SinewBufferView vertices;  /* FLOAT3 or DOUBLE3, of the middle surface, at rest [m] */
    SinewBufferView triangles; /* INT, three vertices a triangle */
    SinewBufferView surface;   /* FLOAT3 or DOUBLE3, points that ride on it, may be absent [m] */
    SinewBufferView
        edge_vertices; /* INT, two vertices of each edge whose node is given, may be absent */
    SinewBufferView edge_positions; /* FLOAT3 or DOUBLE3, of these nodes at rest [m] */
    SinewBufferView thicknesses;    /* FLOAT or DOUBLE, one per vertex, may be absent [m] */
    SinewBufferView pin_vertices;   /* INT, may be absent */
    SinewBufferView pin_weights;    /* FLOAT or DOUBLE, one per pinned vertex, may be absent [1] */
    uint32_t pin_flags;       /* SINEW_PIN_POSITION, SINEW_PIN_ROTATION, for all pinned vertices */
    int32_t edges;            /* SINEW_SHELL_EDGES_... */
    uint64_t pin_mover;       /* a SinewMoverId that carries them; 0: they stay */
    int32_t element;          /* SINEW_SHELL_ELEMENT_... */
    int32_t model;            /* SINEW_SHELL_MODEL_... */
    int32_t area_law;         /* SINEW_SHELL_AREA_... */
    int32_t mass;             /* SINEW_SHELL_MASS_... */
    double rest_curvature[9]; /* row after row, in world axes [1/m] */
    double rest_stretch;      /* how much larger than at rest it wants to be [1] */
    SinewBufferView
        rest_curvature_map; /* FLOAT or DOUBLE, nine per vertex, instead; may be absent [1/m] */
    SinewBufferView
        rest_stretch_map; /* FLOAT or DOUBLE, one per vertex, instead; may be absent [1] */
    SinewBufferView initial_positions;  /* FLOAT3 or DOUBLE3, where it starts, may be absent [m] */
    SinewBufferView initial_velocities; /* FLOAT3 or DOUBLE3, may be absent [m/s] */
    double density;                     /* [kg/m^3] */
    double thickness;                   /* [m] */
    double young_modulus;               /* [Pa] */
    double poisson_ratio;               /* [1] */
    double couple_ratio;                /* [1] */
    double length_scale;                /* [m] */
    double bending_scale;               /* [1] */
    double shear_factor;                /* [1] */
    double rotary_inertia;              /* [kg/m] */
    double damping;                     /* [1/s] */
    double material_damping;            /* [s] */
} SinewShellDef;

SINEW_API SinewResult sinew_shell_def_init(SinewShellDef* def, uint64_t struct_size);
/* Its positions are those of the surface, or of the vertices where there is none. What is allowed but will probably not
   look as expected is a warning of the world. */
SINEW_API SinewResult sinew_world_add_shell(SinewWorld* world, const SinewShellDef* def,
                                            SinewBodyId* out_body);

/* ---- Skins ------------------------------------------------------------------------------------ */

/* A mesh that follows bodies and movers. Members mean what docs/job.md says under the same names. */
typedef struct SinewSkinDef {
    uint64_t struct_size;
    const char* name;            /* UTF-8, for messages */
    SinewBufferView vertices;    /* FLOAT3 or DOUBLE3, at rest [m] */
    SinewBufferView triangles;   /* INT, three vertices a triangle */
    SinewBufferView drivers;     /* ID, bodies of rods of this world, may be absent */
    SinewBufferView bone_movers; /* ID, the mover of each bone, may be absent */
    SinewBufferView bone_points; /* FLOAT3 or DOUBLE3, two for each bone, at rest [m] */
    SinewBufferView bone_radii;  /* FLOAT or DOUBLE, two for each bone [m] */
    SinewBufferView mask;        /* FLOAT or DOUBLE, one per vertex, may be absent [1] */
    int32_t smoothing;
    int32_t reserved; /* 0 */
    double reach;     /* [radii] */
} SinewSkinDef;

SINEW_API SinewResult sinew_skin_def_init(SinewSkinDef* def, uint64_t struct_size);
SINEW_API SinewResult sinew_world_add_skin(SinewWorld* world, const SinewSkinDef* def,
                                           SinewBodyId* out_body);
/* Where the vertices are without muscles from the end of the next step on [m], one item per vertex. */
SINEW_API SinewResult sinew_skin_set_base(SinewWorld* world, SinewBodyId body,
                                          const SinewBufferView* positions);

/* ---- Tasks ------------------------------------------------------------------------------------ */

/* Something that takes long and has no object yet that could be asked: checking a job, creating a bake. One thread works for
   it, others look how far it is and may stop it. */
typedef struct SinewTask SinewTask;

typedef struct SinewTaskDef {
    uint64_t struct_size;
    double max_load_bytes;   /* of memory that loading a job may take; 0: chosen for this machine */
    double max_load_seconds; /* that loading a job may take; 0: a quarter of an hour */
} SinewTaskDef;

typedef struct SinewTaskProgress {
    uint64_t struct_size;
    double fraction;   /* of the phase, negative while unknown */
    double residual;   /* of the iteration, negative while unknown */
    int32_t step;      /* of the frame in work, from 1 on; 0 outside of frames */
    int32_t steps;     /* of that frame */
    int32_t iteration; /* of that step */
    int32_t reserved;  /* 0 */
} SinewTaskProgress;

SINEW_API SinewResult sinew_task_def_init(SinewTaskDef* def, uint64_t struct_size);
SINEW_API SinewResult sinew_task_create(const SinewTaskDef* def, SinewTask** out_task);
/* Null is allowed. A bake that uses it goes on without. */
SINEW_API void sinew_task_destroy(SinewTask* task);
/* What works for it ends within a second with SINEW_ERROR_CANCELLED, also what begins later. Any thread, any time, also from a
   signal handler. */
SINEW_API void sinew_task_cancel(SinewTask* task);
/* Any thread, any time. */
SINEW_API SinewResult sinew_task_progress(SinewTask* task, SinewTaskProgress* progress);
/* What is done now, for people: "filling Jelly with tetrahedra"; empty before and after. Any thread, any time. */
SINEW_API SinewResult sinew_task_get_phase(SinewTask* task, char* out_text, uint64_t capacity,
                                           uint64_t* out_size);

/* ---- Jobs and bakes --------------------------------------------------------------------------- */

/* Text results are UTF-8 JSON in caller memory, always zero-terminated when capacity > 0; `out_size` gets the
   bytes needed including the zero. A too small capacity is not an error: the text is cut. */

/* Lists every problem of a job and estimates its cost; the JSON is documented in docs/job.md, "Check".
   Success also when the job has problems; an error only when it could not be looked at. */
SINEW_API SinewResult sinew_job_check(const char* job_path, char* out_json, uint64_t capacity,
                                      uint64_t* out_size);

typedef struct SinewCheckDef {
    uint64_t struct_size;
    const char* job_path; /* UTF-8 */
    SinewTask* task;      /* to look how far it is and to stop it; may be null */
    int32_t confine;      /* 1: refuse files outside of the job's folder */
    int32_t reserved;     /* 0 */
} SinewCheckDef;

SINEW_API SinewResult sinew_check_def_init(SinewCheckDef* def, uint64_t struct_size);
/* The same as sinew_job_check, with more to say. */
SINEW_API SinewResult sinew_check_run(const SinewCheckDef* def, char* out_json, uint64_t capacity,
                                      uint64_t* out_size);

/* The parameters of all materials: names, units, defaults, ranges, meanings, and how a user interface shows them.
   The JSON is documented in docs/job.md, "Schema". */
SINEW_API SinewResult sinew_schema(char* out_json, uint64_t capacity, uint64_t* out_size);

/* What is in a cache: frames, statistics, warnings; the JSON is documented in docs/cache.md, "Info". */
SINEW_API SinewResult sinew_cache_info(const char* cache_path, char* out_json, uint64_t capacity,
                                       uint64_t* out_size);

/* Reads a whole cache and names what is damaged: file, frame, bytes; the JSON is documented in docs/cache.md,
   "Verify". Success also when the cache is damaged; an error only when there is none. */
SINEW_API SinewResult sinew_cache_verify(const char* cache_path, char* out_json, uint64_t capacity,
                                         uint64_t* out_size);

typedef struct SinewBake SinewBake;

typedef struct SinewBakeDef {
    uint64_t struct_size;
    const char* job_path;    /* UTF-8 */
    const char* cache_path;  /* UTF-8, made if absent */
    int32_t threads;         /* 0: all cores */
    int32_t restart;         /* 1: throw away what is in the cache and begin again */
    int32_t has_frame_range; /* 1: bake only first_frame to last_frame of the job */
    int32_t first_frame;
    int32_t last_frame;
    int32_t confine; /* 1: refuse files outside of the job's folder */
    SinewTask* task; /* that creating and running it works for; may be null */
} SinewBakeDef;

#define SINEW_BAKE_STARTING 0
#define SINEW_BAKE_RUNNING 1
#define SINEW_BAKE_DONE 2
#define SINEW_BAKE_CANCELLED 3
#define SINEW_BAKE_FAILED 4

typedef struct SinewBakeProgress {
    uint64_t struct_size;
    int32_t state;       /* SINEW_BAKE_... */
    int32_t first_frame; /* of this run's range */
    int32_t last_frame;
    int32_t frame;         /* last complete frame in the cache, first_frame - 1 when none */
    int32_t resumed_frame; /* frame the run went on from, first_frame - 1 when from the start */
    int32_t message_count; /* messages so far, see sinew_bake_get_message */
    double seconds;        /* since the run started */
    double seconds_left;   /* estimate, negative while unknown */
} SinewBakeProgress;

SINEW_API SinewResult sinew_bake_def_init(SinewBakeDef* def, uint64_t struct_size);
/* Reads and checks the job, takes the cache's lock, finds where to go on. SINEW_ERROR_CANCELLED when its task is cancelled. */
SINEW_API SinewResult sinew_bake_create(const SinewBakeDef* def, SinewBake** out_bake);
/* Releases the lock. Null is allowed. Must not be called while the bake runs. */
SINEW_API void sinew_bake_destroy(SinewBake* bake);
/* Bakes all that is missing. Blocks. Frames that are complete stay in the cache whatever happens.
   SINEW_ERROR_CANCELLED, SINEW_ERROR_NOT_CONVERGED, SINEW_ERROR_FILE: as the names say. */
SINEW_API SinewResult sinew_bake_run(SinewBake* bake);
/* Any thread, any time, also from a signal handler. */
SINEW_API void sinew_bake_cancel(SinewBake* bake);
/* Any thread, any time. */
SINEW_API SinewResult sinew_bake_progress(SinewBake* bake, SinewBakeProgress* progress);
/* The last frame that this run made; all zero before the first. Any thread, any time. */
SINEW_API SinewResult sinew_bake_get_report(SinewBake* bake, SinewStepReport* report);
/* Warnings and notes of the run, in order, from 0 to message_count - 1. Any thread, any time. */
SINEW_API SinewResult sinew_bake_get_message(SinewBake* bake, int32_t index, char* out_text,
                                             uint64_t capacity, uint64_t* out_size);

/* ---- Viperization ----------------------------------------------------------------------------- */

/* Fills the mesh of a muscle with rods: docs/viperize.md. */
typedef struct SinewViperization SinewViperization;

typedef struct SinewViperizeDef {
    uint64_t struct_size;
    const char* name;      /* UTF-8, for messages */
    const char* mesh_path; /* UTF-8, an .obj file instead of vertices and triangles; may be null */
    const char* source_group;  /* group of the .obj file instead of source; may be null */
    const char* sink_group;    /* group of the .obj file instead of sink; may be null */
    SinewBufferView vertices;  /* FLOAT3 or DOUBLE3 [m] */
    SinewBufferView triangles; /* INT, three vertices of each triangle */
    SinewBufferView
        source; /* INT, vertices where the muscle begins; absent with sink: both are found */
    SinewBufferView sink; /* INT, vertices where it ends */
    int32_t rods;         /* K */
    int32_t levels;       /* M, points of each rod */
    double voxel_size;    /* [m], 0: chosen from the mesh */
    int32_t threads;      /* 0: all cores */
    int32_t reserved;     /* 0 */
} SinewViperizeDef;

typedef struct SinewViperizeMeasures {
    uint64_t struct_size;
    double mesh_volume;       /* of the parts that were filled [m^3] */
    double bundle_volume;     /* as the simulation measures it [m^3] */
    double volume_error;      /* |bundle / mesh - 1| */
    double total_length;      /* of all rods [m] */
    double max_outside;       /* farthest that a point of a rod lies outside of the mesh [m] */
    double max_gap;           /* farthest that the surface lies from the rods [m] */
    double voxel_size;        /* [m] */
    double seconds;           /* wall clock */
    int32_t voxels;           /* that were filled */
    int32_t points_outside;   /* points of rods outside of the mesh */
    int32_t warning_count;    /* see sinew_viperize_get_warning */
    int32_t segments_outside; /* segments of rods that leave the mesh between two points */
} SinewViperizeMeasures;

SINEW_API SinewResult sinew_viperize_def_init(SinewViperizeDef* def, uint64_t struct_size);
/* Copies the mesh or reads its file. */
SINEW_API SinewResult sinew_viperize_create(const SinewViperizeDef* def,
                                            SinewViperization** out_viperization);
/* Null is allowed. Must not be called while it runs. */
SINEW_API void sinew_viperize_destroy(SinewViperization* viperization);
/* Blocks, mostly for seconds. The functions below have a result after it has succeeded. */
SINEW_API SinewResult sinew_viperize_run(SinewViperization* viperization);
/* Any thread, any time. It stays cancelled: make a new one to try again. */
SINEW_API void sinew_viperize_cancel(SinewViperization* viperization);
/* Part of the work that is done, from 0 to 1. Any thread, any time. */
SINEW_API double sinew_viperize_progress(SinewViperization* viperization);

SINEW_API SinewResult sinew_viperize_get_measures(SinewViperization* viperization,
                                                  SinewViperizeMeasures* measures);
/* Largest distance between the vertices of the mesh and where they are as the surface of these rods after a frame in
   which nothing happens [m]: 0 up to rounding, rest in, rest out. Binds and simulates, which may take a second. */
SINEW_API SinewResult sinew_viperize_get_rest_distance(SinewViperization* viperization,
                                                       double* out_distance);
/* Points of the rods [m], 3 floats each, rod after rod from source to sink. */
SINEW_API SinewResult sinew_viperize_get_points(SinewViperization* viperization, float* out,
                                                uint64_t capacity, uint64_t* out_count);
/* Radius of each point [m], equal within a level. */
SINEW_API SinewResult sinew_viperize_get_radii(SinewViperization* viperization, float* out,
                                               uint64_t capacity, uint64_t* out_count);
/* Points of each rod. */
SINEW_API SinewResult sinew_viperize_get_counts(SinewViperization* viperization, int32_t* out,
                                                uint64_t capacity, uint64_t* out_count);
/* Vertices of the mesh where the rods begin, and where they end. */
SINEW_API SinewResult sinew_viperize_get_source(SinewViperization* viperization, int32_t* out,
                                                uint64_t capacity, uint64_t* out_count);
SINEW_API SinewResult sinew_viperize_get_sink(SinewViperization* viperization, int32_t* out,
                                              uint64_t capacity, uint64_t* out_count);
/* From 0 to warning_count - 1. */
SINEW_API SinewResult sinew_viperize_get_warning(SinewViperization* viperization, int32_t index,
                                                 char* out_text, uint64_t capacity,
                                                 uint64_t* out_size);

/* ---- For bindings ----------------------------------------------------------------------------- */

/* Size and member offsets of every struct above, as JSON:
   {"SinewWorldDef": {"size": 88, "members": {"struct_size": 0, "frame_rate": 8, ...}}, ...} */
SINEW_API SinewResult sinew_struct_layouts(char* out_json, uint64_t capacity, uint64_t* out_size);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-using) */

#endif /* SINEW_H */
