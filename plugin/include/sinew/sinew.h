/* Sinew: the whole public C API.

   There are three ways in:

     a world          is stepped by the caller, frame after frame, in this process      SinewWorld
     a bake           simulates a whole job and writes every frame into a cache         SinewBake
     a viperization   fills the mesh of a muscle with rods                              SinewViperization

   Worlds and bakes are described by a job: JSON text, and a block of bytes with the large arrays. docs/job.md
   documents every field. The API has no struct for a shell or a muscle, so that everything a job can say works
   in a world too.

   A world in short, without error checks (examples/c_api/hang_cloth.c is the same as a whole program):

     SinewWorldDef def;
     sinew_world_def_init(&def, sizeof def);
     def.job_text = "{\"sinew_job\": 1, \"frames\": ..., \"bodies\": [{\"name\": \"Cloth\", ...}]}";
     SinewWorld* world = NULL;
     sinew_world_create(&def, &world);
     SinewBodyId cloth;
     sinew_world_find_body(world, "Cloth", &cloth);
     for (int frame = 0; frame < 48; ++frame) {
         SinewBufferView corners = {moved_corners, 2, 0, SINEW_FORMAT_FLOAT3, 0};
         sinew_world_set_input(world, "bodies.Cloth.pins[0].positions", &corners);
         sinew_world_step(world, NULL);
         sinew_body_get_result(world, cloth, "positions", positions, 3 * vertex_count, NULL);
     }
     sinew_world_destroy(world);

   Units      SI: metres, kilograms, seconds, pascals, radians. A job may have another unit of length; what goes
              in and out of a world is in metres all the same.
   Axes       Right-handed, Z up, as in Blender. Quaternions are w, x, y, z.
   Indices    Start at 0.
   Texts      UTF-8, and end with a zero.
   Structs    Begin with `struct_size`. Fill a definition with its `_init` function, which takes the size that the
              caller was compiled with. New members are appended only, so a program that was compiled with an older
              header goes on working. A program that is newer than the library must leave members that the library
              does not know at 0; otherwise the call returns SINEW_ERROR_VERSION_MISMATCH.
   Ownership  The library copies its inputs during the call. It never keeps a pointer of the caller. What a `_create`
              function returns belongs to the caller, who gives it back with the `_destroy` function.
   Outputs    Go to memory of the caller. Pass the capacity; the needed count comes back (the pointer for it may be
              null). A null pointer with capacity 0 asks for the count only. If an array does not fit, the call
              fails and writes only the count. If a text does not fit, it is cut and ends with a zero.
   Errors     Functions that can fail return a SinewResult: 0 is success, a negative number is an error. Then
              sinew_last_error() has one line that names the object, the field, the value and the remedy.
              A call that fails changes nothing, except where its comment says so.
              No exception, signal or exit leaves this library, and it never prints.
   Threads    One thread at a time may use a world, a bake or a viperization; different ones are independent.
              A call on a world that another thread is stepping returns SINEW_ERROR_BUSY.
              `_cancel` and `_progress` functions may be called from any thread at any time.
   Handles    A handle is not an address: never look behind the pointer. Every handle has a generation. If an
              object that was destroyed is used again, the call returns SINEW_ERROR_INVALID_HANDLE. Destroying
              or cancelling it again does nothing.
   Callbacks  None. The caller polls progress and reads messages.
   Processor  x86-64 with AVX2 and FMA, as every one since 2015. Ask sinew_cpu_supported() first: on another
              processor any other function may end the program with an illegal instruction. */
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
#define SINEW_VERSION_MINOR 3
#define SINEW_VERSION_PATCH 0

/* The version of the library that was loaded: major * 10000 + minor * 100 + patch. Compare it with the macros
   above, which are the version that the caller was compiled with. The major number must be the same; while it is
   0, the minor number too. */
SINEW_API uint32_t sinew_api_version(void);
/* The same as text: "0.3.0". */
SINEW_API const char* sinew_version_string(void);

/* 1 if this processor can run the library, else 0. This function runs on every x86-64 processor. */
SINEW_API int32_t sinew_cpu_supported(void);

/* ---- Results ---------------------------------------------------------------------------------- */

typedef int32_t SinewResult;
#define SINEW_SUCCESS 0
/* A value, a name, a path or a job is wrong; the message says which. */
#define SINEW_ERROR_INVALID_ARGUMENT (-1)
/* The object was destroyed or never made, or the id is of another world. */
#define SINEW_ERROR_INVALID_HANDLE (-2)
/* Another thread is using the object, or another process the cache. Try again later. */
#define SINEW_ERROR_BUSY (-3)
/* Somebody called the `_cancel` function. */
#define SINEW_ERROR_CANCELLED (-4)
/* The solver found no solution, even with shorter time steps. */
#define SINEW_ERROR_NOT_CONVERGED (-5)
/* Energies or forces are not finite before the first iteration. */
#define SINEW_ERROR_INVALID_INITIAL_STATE (-6)
#define SINEW_ERROR_OUT_OF_MEMORY (-7)
/* A file could not be read or written. */
#define SINEW_ERROR_FILE (-8)
/* The caller uses members of a struct that this library does not know. */
#define SINEW_ERROR_VERSION_MISMATCH (-9)
/* A fault of the library itself. */
#define SINEW_ERROR_INTERNAL (-10)

/* One line about the last failure on this thread. Every thread has its own. The text is valid until the next
   call of the library on this thread. */
SINEW_API const char* sinew_last_error(void);
/* "invalid argument" for SINEW_ERROR_INVALID_ARGUMENT, and so on. Never null. */
SINEW_API const char* sinew_result_name(SinewResult result);

/* ---- Buffers ---------------------------------------------------------------------------------- */

/* What one item of a buffer is. Numbers are in the byte order of the machine. */
#define SINEW_FORMAT_FLOAT 1  /* 1 float */
#define SINEW_FORMAT_FLOAT3 2 /* 3 floats: x, y, z */
#define SINEW_FORMAT_DOUBLE 3
#define SINEW_FORMAT_DOUBLE3 4
#define SINEW_FORMAT_INT 5 /* 1 int32_t */

/* An array of the caller that the library reads during the call. It may lie inside larger structs: set the stride to
   the distance between two items. Data need not be aligned. A count of 0 means: not given. */
typedef struct SinewBufferView {
    const void* data;
    uint64_t count;        /* items */
    uint64_t stride_bytes; /* from one item to the next; 0: items follow each other without a gap */
    uint32_t format;       /* SINEW_FORMAT_... */
    uint32_t reserved;     /* 0 */
} SinewBufferView;

/* ---- Tasks ------------------------------------------------------------------------------------ */

/* Creating a world or a bake and checking a job take long, and there is no object yet to ask how far they are. Make a task
   first and name it in the definition: one thread then works for the task, others read its progress and may cancel it. A task may
   serve one call after the other. It also limits what a job may take: a small file of a stranger can ask for very much. */
typedef struct SinewTask SinewTask;

typedef struct SinewTaskDef {
    uint64_t struct_size;
    double max_load_bytes;   /* memory that loading a job may take; 0: chosen for this machine */
    double max_load_seconds; /* time that loading a job may take; 0: a quarter of an hour */
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
/* Null is allowed. A bake that uses the task goes on without it. */
SINEW_API void sinew_task_destroy(SinewTask* task);
/* The call that works for the task returns SINEW_ERROR_CANCELLED within a second, and so does every later one. Any thread, any
   time, also from a signal handler. */
SINEW_API void sinew_task_cancel(SinewTask* task);
/* Any thread, any time. */
SINEW_API SinewResult sinew_task_progress(SinewTask* task, SinewTaskProgress* progress);
/* What the call does now, in words for people: "filling Jelly with tetrahedra". Empty before and after the call. Any thread,
   any time. */
SINEW_API SinewResult sinew_task_get_phase(SinewTask* task, char* out_text, uint64_t capacity,
                                           uint64_t* out_size);

/* ---- Worlds ----------------------------------------------------------------------------------- */

/* A scene that the caller steps. It lives from sinew_world_create to sinew_world_destroy, and so do its bodies. */
typedef struct SinewWorld SinewWorld;
/* A body inside a world: its index and the generation of the world. 0 is null. An id stays valid as long as its world;
   an id of another world, or of one that was destroyed, is SINEW_ERROR_INVALID_HANDLE. */
typedef uint64_t SinewBodyId;

/* The job that a world is made from: a file, or text in memory. */
typedef struct SinewWorldDef {
    uint64_t struct_size;
    /* A job file. With job_text it is not read and need not exist: then its folder is where files that the job names are
       looked for (null: the current folder). */
    const char* job_path;
    const char* job_text; /* the text of a job in memory; null: read job_path */
    uint64_t job_size;    /* bytes of job_text; 0: up to its zero */
    const void*
        binary; /* the bytes that blocks of the job refer to, instead of a binary file; may be null */
    uint64_t binary_size; /* bytes */
    SinewTask* task;      /* to see how far creating the world is, and to stop it; may be null */
    int32_t threads;      /* 0: all cores. Results do not depend on it. */
    int32_t confine;      /* 1: refuse files outside of the job's folder */
} SinewWorldDef;

SINEW_API SinewResult sinew_world_def_init(SinewWorldDef* def, uint64_t struct_size);
/* Reads and checks the job and prepares everything that is in it, which may take seconds. The world begins at the job's first
   frame, or earlier by the frames of its preroll. It can be stepped beyond the job's last frame. An error has the
   first problem of the job and how many there are; sinew_job_check lists them all. */
SINEW_API SinewResult sinew_world_create(const SinewWorldDef* def, SinewWorld** out_world);
/* Null is allowed. Must not be called while another thread steps the world. */
SINEW_API void sinew_world_destroy(SinewWorld* world);

/* What a frame cost and what it reached. Energies are sums over all bodies, the other measures those of the worst
   body. A measure that applies to no body is NaN. */
typedef struct SinewStepReport {
    uint64_t struct_size;
    double frame;       /* the frame reached */
    double seconds;     /* wall clock */
    int32_t steps;      /* accepted time steps */
    int32_t iterations; /* of the solver, all steps together */
    double residual;    /* forces that are left, relative to the forces in the scene [1] */
    double energy_kinetic, energy_elastic, energy_contact, energy_gravity; /* [J] */
    double min_distance;    /* smallest gap to a collider [m]; negative: inside of it */
    double volume_change;   /* |V / V at rest - 1| [1] */
    double pin_error;       /* distance of a pinned point from where it shall be [m] */
    double pin_angle_error; /* [rad] */
} SinewStepReport;

/* Advances the world by one frame, in as many time steps as needed. Blocks until it is done. `report` may be null;
   otherwise set its struct_size first.
   After SINEW_ERROR_NOT_CONVERGED and SINEW_ERROR_CANCELLED the world is at the last time step that was accepted, and
   may be stepped again. */
SINEW_API SinewResult sinew_world_step(SinewWorld* world, SinewStepReport* report);
/* Any thread, any time. The step that is running returns SINEW_ERROR_CANCELLED within a second. Between two steps it has no
   effect. */
SINEW_API void sinew_world_cancel(SinewWorld* world);

/* What is in the world, as JSON: the frame, the bodies with their results, the inputs.

     {"frame": 1.0,
      "bodies": [{"name": "Cloth", "kind": "cosserat_shell",
                  "results": [{"name": "positions", "items": 81, "width": 3, "unit": "m"}, ...]}, ...],
      "inputs": [{"path": "bodies.Cloth.pins[0].positions", "numbers": 6}, ...]} */
SINEW_API SinewResult sinew_world_describe(SinewWorld* world, char* out_json, uint64_t capacity,
                                           uint64_t* out_size);

/* Sets an animated input for the next step. At the end of that step it has these values, on the way there it changes evenly,
   and afterwards it stays there until it is set again: from the first call on it no longer follows the job.

   The path is that of the field in the job, with the name of the object instead of its place in the list:

     movers.<name>.transforms                 12 numbers: a 3 x 4 matrix, row after row
     bodies.<name>.pins[<i>].positions        3 for each vertex or point of the pin [m]; also rotations, velocities,
                                              angular_velocities, scales
     bodies.<name>.activation                 1 for each rod, 0 to 1
     bodies.<name>.rest_curvature             9 [1/m]; also rest_stretch, forces, torques, loads[<i>].force and others
     colliders.<name>.vertices                3 for each vertex [m]

   An input is there if the job gives it; a constant in the job is enough. sinew_world_describe lists all of them, and
   how many numbers each takes. `values` may be FLOAT, FLOAT3, DOUBLE or DOUBLE3. Of solids that were filled with tetrahedra only
   positions and velocities of pins that hold no rotations and rest_curvature can be set.

   A wrong path, count or number is SINEW_ERROR_INVALID_ARGUMENT: for a wrong path the message lists those that exist. */
SINEW_API SinewResult sinew_world_set_input(SinewWorld* world, const char* path,
                                            const SinewBufferView* values);

/* The body of this name in the job. The same body always has the same id. For an unknown name the message lists those that
   exist. */
SINEW_API SinewResult sinew_world_find_body(SinewWorld* world, const char* name,
                                            SinewBodyId* out_body);
/* A result of a body as it is now, by name. `capacity` and `out_count` count numbers, not items.

     positions        3 for each vertex of the body's output [m]: the artist's mesh, or what the body itself consists of.
                      Every body has it
     rod_points       3 for each point of the rods, rod after rod [m]           bodies made of rods
     radii            1 for each of these points [m]                            bodies made of rods
     node_positions   3 for each vertex of the tetrahedra or the shell [m]      solids and shells
     node_rotations   4 for each of these, from rest [1]                        shells, and solids whose points turn

   For an unknown name the message lists those that exist. */
SINEW_API SinewResult sinew_body_get_result(SinewWorld* world, SinewBodyId body, const char* name,
                                            float* out, uint64_t capacity, uint64_t* out_count);

/* Sentences about the scene that an artist should see, such as objects that start inside each other. They are there when the
   world has been created; steps add none. */
SINEW_API SinewResult sinew_world_get_warning_count(SinewWorld* world, int32_t* out_count);
/* One of them, from 0 to the count - 1. */
SINEW_API SinewResult sinew_world_get_warning(SinewWorld* world, int32_t index, char* out_text,
                                              uint64_t capacity, uint64_t* out_size);

/* ---- Jobs and bakes --------------------------------------------------------------------------- */

/* A bake simulates all frames of a job file and writes each of them into a cache, a folder on disk. A frame in the cache is
   complete or absent, whatever happens: a bake that was stopped, even by the loss of power, goes on where it was.

   Results that are texts are JSON. `out_size` gets the bytes needed, including the zero. Ask for the size first, then for
   the text. */

/* Lists every problem of a job and estimates its cost; docs/job.md, "Check", documents the JSON. Also succeeds when the
   job has problems; it fails only when the file cannot be read. */
SINEW_API SinewResult sinew_job_check(const char* job_path, char* out_json, uint64_t capacity,
                                      uint64_t* out_size);

typedef struct SinewCheckDef {
    uint64_t struct_size;
    const char* job_path; /* UTF-8 */
    SinewTask* task;      /* to see how far the check is, and to stop it; may be null */
    int32_t confine;      /* 1: refuse files outside of the job's folder */
    int32_t reserved;     /* 0 */
} SinewCheckDef;

SINEW_API SinewResult sinew_check_def_init(SinewCheckDef* def, uint64_t struct_size);
/* The same as sinew_job_check, with a task and confinement. */
SINEW_API SinewResult sinew_check_run(const SinewCheckDef* def, char* out_json, uint64_t capacity,
                                      uint64_t* out_size);

/* The fields of all bodies and the parameters of all materials: names, units, defaults, ranges, meanings, and how a user
   interface shows them. docs/job.md, "Schema", documents the JSON. */
SINEW_API SinewResult sinew_schema(char* out_json, uint64_t capacity, uint64_t* out_size);

/* Summary of a cache: frames, statistics, warnings. docs/cache.md, "Info", documents the JSON. */
SINEW_API SinewResult sinew_cache_info(const char* cache_path, char* out_json, uint64_t capacity,
                                       uint64_t* out_size);

/* Reads a whole cache and lists its damage: file, frame, bytes. docs/cache.md, "Verify", documents the JSON. Also
   succeeds when the cache is damaged; it fails only when there is no cache. */
SINEW_API SinewResult sinew_cache_verify(const char* cache_path, char* out_json, uint64_t capacity,
                                         uint64_t* out_size);

/* One run of a bake. It holds the lock of its cache from create to destroy, so that no other process writes there. */
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
    SinewTask* task; /* to see how far creating and running it is, and to stop both; may be null */
} SinewBakeDef;

#define SINEW_BAKE_STARTING 0
#define SINEW_BAKE_RUNNING 1
#define SINEW_BAKE_DONE 2
#define SINEW_BAKE_CANCELLED 3
#define SINEW_BAKE_FAILED 4

/* How far a bake is. */
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
/* Reads and checks the job, takes the lock of the cache and finds the frame to go on from. SINEW_ERROR_BUSY: another process or
   bake has the cache. SINEW_ERROR_CANCELLED: its task was cancelled. */
SINEW_API SinewResult sinew_bake_create(const SinewBakeDef* def, SinewBake** out_bake);
/* Releases the lock. Null is allowed. Must not be called while the bake runs. */
SINEW_API void sinew_bake_destroy(SinewBake* bake);
/* Bakes all frames that are missing. Blocks until it is done. Frames that are complete stay in the cache, also after
   SINEW_ERROR_CANCELLED, SINEW_ERROR_NOT_CONVERGED or SINEW_ERROR_FILE. */
SINEW_API SinewResult sinew_bake_run(SinewBake* bake);
/* Any thread, any time, also from a signal handler. sinew_bake_run returns SINEW_ERROR_CANCELLED within a second. */
SINEW_API void sinew_bake_cancel(SinewBake* bake);
/* Any thread, any time. */
SINEW_API SinewResult sinew_bake_progress(SinewBake* bake, SinewBakeProgress* progress);
/* The report of the last frame that this run made; all zero before the first. Any thread, any time. */
SINEW_API SinewResult sinew_bake_get_report(SinewBake* bake, SinewStepReport* report);
/* Warnings and notes of the run, in order, from 0 to message_count - 1. Any thread, any time. */
SINEW_API SinewResult sinew_bake_get_message(SinewBake* bake, int32_t index, char* out_text,
                                             uint64_t capacity, uint64_t* out_size);

/* ---- Viperization ----------------------------------------------------------------------------- */

/* Fills the closed mesh of a muscle with rods that run from one of its ends, the source, to the other, the sink. The arrays that
   come back are the fields rods.points, rods.radii and rods.counts of a body in a job. docs/viperize.md has the method. */
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
    double volume_error;      /* |bundle_volume / mesh_volume - 1| [1] */
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
/* Makes the rods. Blocks, mostly for some seconds. The `_get_` functions below work once it has succeeded. */
SINEW_API SinewResult sinew_viperize_run(SinewViperization* viperization);
/* Any thread, any time. A viperization stays cancelled: create a new one to try again. */
SINEW_API void sinew_viperize_cancel(SinewViperization* viperization);
/* Part of the work that is done, from 0 to 1. Any thread, any time. */
SINEW_API double sinew_viperize_progress(SinewViperization* viperization);

SINEW_API SinewResult sinew_viperize_get_measures(SinewViperization* viperization,
                                                  SinewViperizeMeasures* measures);
/* Binds the mesh to the rods, simulates a frame in which nothing happens, and measures how far a vertex of the mesh has moved at
   most [m]. A good result is 0 up to rounding. May take a second. */
SINEW_API SinewResult sinew_viperize_get_rest_distance(SinewViperization* viperization,
                                                       double* out_distance);
/* Points of the rods [m], 3 floats each, rod after rod from source to sink. `capacity` and `out_count` count points. */
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
/* A sentence that an artist should see, from 0 to warning_count - 1. */
SINEW_API SinewResult sinew_viperize_get_warning(SinewViperization* viperization, int32_t index,
                                                 char* out_text, uint64_t capacity,
                                                 uint64_t* out_size);

/* ---- For bindings ----------------------------------------------------------------------------- */

/* Size and member offsets of every struct above, as JSON. A binding in another language compares its own structs with
   this before it makes the first call:
   {"SinewWorldDef": {"size": 64, "members": {"struct_size": 0, "job_path": 8, ...}}, ...} */
SINEW_API SinewResult sinew_struct_layouts(char* out_json, uint64_t capacity, uint64_t* out_size);

#ifdef __cplusplus
}
#endif

/* NOLINTEND(modernize-use-using) */

#endif /* SINEW_H */
