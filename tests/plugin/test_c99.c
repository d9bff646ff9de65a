/* A caller in plain C: the header compiles as C99, a rod falls, and what is wrong has a code and a text. */
#include <stdio.h>
#include <string.h>

#include "sinew/sinew.h"

#define CHECK(condition)                                                                    \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            fprintf(stderr, "line %d: %s: %s\n", __LINE__, #condition, sinew_last_error()); \
            return 1;                                                                       \
        }                                                                                   \
    } while (0)

static const char* const JOB =
    "{\"sinew_job\": 1, \"frames\": {\"start\": 1, \"end\": 2, \"rate\": 24},"
    " \"bodies\": [{\"kind\": \"viper_rods\", \"name\": \"Rod\","
    "               \"rods\": {\"points\": [[0, 0, 5], [0.1, 0, 5]], \"radii\": 0.01}}]}";

int main(void) {
    SinewWorldDef def;
    SinewStepReport report;
    SinewWorld* world = NULL;
    SinewBodyId rods = 0;
    float positions[2][3];
    uint64_t count = 0;

    CHECK(sinew_cpu_supported() == 1);
    CHECK(sinew_world_def_init(&def, sizeof def) == SINEW_SUCCESS);
    def.job_text = "{}";
    CHECK(sinew_world_create(&def, &world) == SINEW_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(sinew_last_error(), "sinew_job") != NULL);
    def.job_text = JOB;
    CHECK(sinew_world_create(&def, &world) == SINEW_SUCCESS);
    CHECK(sinew_world_find_body(world, "Rod", &rods) == SINEW_SUCCESS);

    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    CHECK(sinew_world_step(world, &report) == SINEW_SUCCESS);
    CHECK(report.steps >= 1);
    CHECK(sinew_body_get_result(world, rods, "positions", &positions[0][0], 6, &count) ==
          SINEW_SUCCESS);
    CHECK(count == 6);
    CHECK(positions[0][2] < 5.0f);
    CHECK(positions[1][2] < 5.0f);
    CHECK(sinew_body_get_result(world, 0, "positions", NULL, 0, &count) ==
          SINEW_ERROR_INVALID_HANDLE);
    sinew_world_destroy(world);
    CHECK(sinew_world_step(world, NULL) == SINEW_ERROR_INVALID_HANDLE);
    return 0;
}
