/* A caller in plain C: the header compiles as C99, and a rod, a solid and a shell fall. */
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

int main(void) {
    const float points[2][3] = {{0.0f, 0.0f, 5.0f}, {0.1f, 0.0f, 5.0f}};
    const float radii[2] = {0.01f, 0.01f};
    const int32_t counts[1] = {2};
    SinewWorldDef world_def;
    SinewViperRodsDef rods_def;
    SinewStepReport report;
    SinewWorld* world = NULL;
    SinewBodyId rods = 0;
    const float corners[4][3] = {
        {0.0f, 1.0f, 5.0f}, {0.1f, 1.0f, 5.0f}, {0.0f, 1.1f, 5.0f}, {0.0f, 1.0f, 5.1f}};
    const int32_t tetrahedron[4] = {0, 1, 2, 3};
    SinewMicropolarSolidDef solid_def;
    SinewBodyId solid = 0;
    const int32_t triangle[3] = {0, 1, 2};
    SinewShellDef shell_def;
    SinewBodyId shell = 0;
    float positions[4][3];
    uint64_t count = 0;

    CHECK(sinew_cpu_supported() == 1);
    CHECK(sinew_world_def_init(&world_def, sizeof world_def) == SINEW_SUCCESS);
    world_def.integrator = SINEW_INTEGRATOR_BDF2;
    CHECK(sinew_world_create(&world_def, &world) == SINEW_SUCCESS);

    CHECK(sinew_viper_rods_def_init(&rods_def, sizeof rods_def) == SINEW_SUCCESS);
    rods_def.name = "Rod";
    rods_def.points.data = points;
    rods_def.points.count = 2;
    rods_def.points.format = SINEW_FORMAT_FLOAT3;
    rods_def.radii.data = radii;
    rods_def.radii.count = 2;
    rods_def.radii.format = SINEW_FORMAT_FLOAT;
    rods_def.counts.data = counts;
    rods_def.counts.count = 1;
    rods_def.counts.format = SINEW_FORMAT_INT;
    CHECK(sinew_world_add_viper_rods(world, &rods_def, &rods) == SINEW_SUCCESS);

    CHECK(sinew_micropolar_solid_def_init(&solid_def, sizeof solid_def) == SINEW_SUCCESS);
    solid_def.name = "Solid";
    CHECK(sinew_world_add_micropolar_solid(world, &solid_def, &solid) ==
          SINEW_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(sinew_last_error(), "Solid") != NULL);
    solid_def.vertices.data = corners;
    solid_def.vertices.count = 4;
    solid_def.vertices.format = SINEW_FORMAT_FLOAT3;
    solid_def.tetrahedra.data = tetrahedron;
    solid_def.tetrahedra.count = 4;
    solid_def.tetrahedra.format = SINEW_FORMAT_INT;
    CHECK(sinew_world_add_micropolar_solid(world, &solid_def, &solid) == SINEW_SUCCESS);

    CHECK(sinew_shell_def_init(&shell_def, sizeof shell_def) == SINEW_SUCCESS);
    shell_def.name = "Shell";
    CHECK(sinew_world_add_shell(world, &shell_def, &shell) == SINEW_ERROR_INVALID_ARGUMENT);
    CHECK(strstr(sinew_last_error(), "Shell") != NULL);
    shell_def.vertices.data = corners;
    shell_def.vertices.count = 3;
    shell_def.vertices.format = SINEW_FORMAT_FLOAT3;
    shell_def.triangles.data = triangle;
    shell_def.triangles.count = 3;
    shell_def.triangles.format = SINEW_FORMAT_INT;
    CHECK(sinew_world_add_shell(world, &shell_def, &shell) == SINEW_SUCCESS);

    memset(&report, 0, sizeof report);
    report.struct_size = sizeof report;
    CHECK(sinew_world_step(world, &report) == SINEW_SUCCESS);
    CHECK(report.steps >= 1);
    CHECK(sinew_body_get_positions(world, rods, &positions[0][0], 2, &count) == SINEW_SUCCESS);
    CHECK(count == 2);
    CHECK(positions[0][2] < 5.0f);
    CHECK(positions[1][2] < 5.0f);
    CHECK(sinew_body_get_positions(world, solid, &positions[0][0], 4, &count) == SINEW_SUCCESS);
    CHECK(count == 4);
    CHECK(positions[3][2] < 5.1f);
    CHECK(sinew_body_get_positions(world, shell, &positions[0][0], 4, &count) == SINEW_SUCCESS);
    CHECK(count == 3);
    CHECK(positions[2][2] < 5.0f);
    CHECK(sinew_body_get_positions(world, 0, NULL, 0, &count) == SINEW_ERROR_INVALID_HANDLE);
    sinew_world_destroy(world);
    return 0;
}
