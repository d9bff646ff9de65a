/* A cloth hangs from two corners, and one of the corners is pulled aside: the C API of Sinew in one page.

   It prints where the corners are every half second. */
#include <stdio.h>
#include <stdlib.h>

#include "sinew/sinew.h"

/* A square metre of cloth, nine vertices and eight triangles, upright in the plane y = 0; its middle bulges, which decides to
   which side it folds. The pin gives positions: only inputs that the job gives can be set. Large meshes go into a block of
   bytes, see SinewWorldDef.binary; docs/job.md has all fields. */
static const char* const JOB =
    "{\"sinew_job\": 1,"
    " \"frames\": {\"start\": 1, \"end\": 48, \"rate\": 24},"
    " \"bodies\": [{\"kind\": \"cosserat_shell\", \"name\": \"Cloth\","
    "   \"mesh\": {\"vertices\": [[0,0,2], [0.5,0,2], [1,0,2],"
    "                         [0,0,1.5], [0.5,0.05,1.5], [1,0,1.5],"
    "                         [0,0,1], [0.5,0,1], [1,0,1]],"
    "            \"faces\": [[0,3,4], [0,4,1], [1,4,5], [1,5,2], [3,6,7], [3,7,4], [4,7,8], "
    "[4,8,5]]},"
    "   \"material\": {\"thickness\": 0.001, \"young_modulus\": 1e6, \"density\": 300, "
    "\"damping\": 5},"
    "   \"pins\": [{\"vertices\": [0, 2], \"positions\": [[0,0,2], [1,0,2]]}]}]}";

/* Ends the program with the library's own words when a call failed. */
static void check(SinewResult result) {
    if (result == SINEW_SUCCESS) return;
    fprintf(stderr, "%s: %s\n", sinew_result_name(result), sinew_last_error());
    exit(1);
}

int main(void) {
    SinewWorldDef def;
    SinewWorld* world = NULL;
    SinewBodyId cloth = 0;
    int frame = 0;
    float corners[2][3] = {{0, 0, 2}, {1, 0, 2}};
    float positions[9][3];

    check(sinew_world_def_init(&def, sizeof def));
    def.job_text = JOB;
    check(sinew_world_create(&def, &world));
    check(sinew_world_find_body(world, "Cloth", &cloth));

    for (frame = 2; frame <= 48; ++frame) {
        SinewBufferView targets = {corners, 2, 0, SINEW_FORMAT_FLOAT3, 0};
        if (frame <= 25) corners[1][0] -= 0.02f; /* 0.48 m in a second */
        check(sinew_world_set_input(world, "bodies.Cloth.pins[0].positions", &targets));
        check(sinew_world_step(world, NULL));
        check(sinew_body_get_result(world, cloth, "positions", &positions[0][0], 27, NULL));
        if (frame % 12 == 0)
            printf("frame %d: pinned %.2f, lower corners at z = %.2f and %.2f\n", frame,
                   positions[2][0], positions[6][2], positions[8][2]);
    }
    sinew_world_destroy(world);
    return 0;
}
