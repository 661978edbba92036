/* What is refused names its argument, and nothing traps. With a folder for files as the argument. */
#include <clearance.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

/* Is it refused with a sentence that begins with the name? */
static void refused_as(cl_code expected, cl_code code, const char *name, int line) {
    const char *said = cl_last_error();
    if (code != expected || strncmp(said, name, strlen(name)) != 0 || strlen(said) < strlen(name) + 5) {
        fprintf(stderr, "line %d: code %d, \"%s\" in the place of %s\n", line, (int)code, said, name);
        failures++;
    }
}
#define REFUSED(call, name) refused_as(CL_CODE_BAD_ARGUMENT, call, name, __LINE__)
#define GOOD(call) \
    do { \
        if ((call) != CL_CODE_GOOD) { \
            fprintf(stderr, "line %d: %s\n", __LINE__, cl_last_error()); \
            failures++; \
        } \
    } while (0)

static const double points[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
static const cl_pose here = {{0, 0, 0}, {0, 0, 0, 1}};
static const cl_pose no_turn = {{0, 0, 0}, {0, 0, 0, 0}};
static const cl_pose nowhere = {{0, NAN, 0}, {0, 0, 0, 1}};
static const cl_pose far_away = {{DBL_MAX, 0, 0}, {0, 0, 0, 1}};

static void shapes(cl_shape *ball) {
    cl_shape *shape = ball;
    REFUSED(cl_sphere(NAN, &shape), "radius");
    if (shape) failures++; /* What was refused is null. */
    REFUSED(cl_sphere(-1, &shape), "radius");
    REFUSED(cl_sphere(INFINITY, &shape), "radius");
    REFUSED(cl_sphere(DBL_MAX, &shape), "radius");
    REFUSED(cl_sphere(1, NULL), "shape");
    REFUSED(cl_box(1, -1, 1, &shape), "half_y");
    REFUSED(cl_box(1, 1, NAN, &shape), "half_z");
    REFUSED(cl_ellipsoid(0, 1, 1, &shape), "radius_x");
    REFUSED(cl_capsule(NAN, 1, &shape), "half_length");
    REFUSED(cl_capsule(1, -1, &shape), "radius");
    REFUSED(cl_cylinder(1, NAN, &shape), "radius");
    REFUSED(cl_cone(-1, 1, &shape), "half_height");
    REFUSED(cl_triangle(points, NULL, points, &shape), "corner_b");
    REFUSED(cl_half_space(points, 0, &shape), "normal");
    REFUSED(cl_segment(points, NULL, &shape), "end_b");
    REFUSED(cl_hull(NULL, 4, &shape), "points");
    REFUSED(cl_hull(points, 0, &shape), "points");
    REFUSED(cl_rounded(NULL, 1, &shape), "inner");
    REFUSED(cl_rounded(ball, NAN, &shape), "radius");
    REFUSED(cl_scaled(ball, points, &shape), "factors");
    REFUSED(cl_custom(NULL, NULL, NULL, points, 0, &shape), "support");

    const uint32_t good[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3}, bad[] = {0, 1, 4};
    REFUSED(cl_mesh(points, 4, bad, 1, &shape), "vertices, triangles");
    REFUSED(cl_mesh(points, 4, NULL, 1, &shape), "triangles");
    REFUSED(cl_mesh(NULL, 4, good, 4, &shape), "vertices");
    REFUSED(cl_solid(points, 4, good, 3, &shape), "triangles");
    REFUSED(cl_height_field(points, 1, 4, 1, 1, &shape), "heights");
    REFUSED(cl_height_field(points, 2, 2, -1, 1, &shape), "heights, cell_x, cell_y");

    const cl_shape *parts[] = {ball, NULL};
    const cl_pose poses[] = {here, no_turn};
    REFUSED(cl_compound(parts, poses, 1 + 1, &shape), "poses[1]");
    REFUSED(cl_compound(parts, NULL, 1, &shape), "poses");
    const cl_pose sound[] = {here, here};
    REFUSED(cl_compound(parts, sound, 2, &shape), "parts[1]");
}

/* Lengths past memory, with pointers to little. */
static void lengths(cl_shape *ball) {
    cl_shape *shape = NULL;
    const uint32_t triangle[] = {0, 1, 2};
    const cl_shape *shapes_[] = {ball};
    double distance;
    REFUSED(cl_hull(points, SIZE_MAX, &shape), "points");
    REFUSED(cl_hull(points, SIZE_MAX / 24, &shape), "points");
    refused_as(CL_CODE_NO_MEMORY, cl_hull(points, (size_t)1 << 46, &shape), "points", __LINE__);
    REFUSED(cl_mesh(points, 4, triangle, SIZE_MAX, &shape), "triangle");
    REFUSED(cl_mesh(points, 4, triangle, SIZE_MAX / 3, &shape), "triangle");
    REFUSED(cl_height_field(points, SIZE_MAX, 2, 1, 1, &shape), "rows, columns");
    REFUSED(cl_compound(shapes_, &here, SIZE_MAX, &shape), "parts");
    REFUSED(cl_batch_distance(shapes_, &here, SIZE_MAX, triangle, 1, &distance), "shapes");
    REFUSED(cl_batch_distance(shapes_, &here, 1, triangle, SIZE_MAX, &distance), "pairs");
}

static void questions(cl_shape *ball) {
    bool answer;
    double distance, buffer[4];
    cl_prepared_pose ready;
    cl_pose const *poses[] = {NULL, &no_turn, &nowhere, &far_away};
    for (int i = 0; i < 4; i++) {
        REFUSED(cl_distance(ball, poses[i], ball, &here, &distance), "pose_a");
        REFUSED(cl_distance(ball, &here, ball, poses[i], &distance), "pose_b");
        REFUSED(cl_pose_prepare(poses[i], &ready), "pose");
    }
    REFUSED(cl_intersects(NULL, &here, ball, &here, &answer), "a");
    REFUSED(cl_intersects(ball, &here, NULL, &here, &answer), "b");
    REFUSED(cl_intersects(ball, &here, ball, &here, NULL), "intersects");
    REFUSED(cl_within(ball, &here, ball, &here, NAN, &answer), "distance");
    REFUSED(cl_clearance(ball, &here, ball, &here, NULL), "answer");
    REFUSED(cl_separation(ball, &here, ball, &here, NULL), "answer");
    REFUSED(cl_separation_prepared(ball, &ready, ball, NULL, NULL), "pose_b");
    REFUSED(cl_distance(ball, &here, ball, &here, (double *)((char *)buffer + 1)), "distance");

    double matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1};
    GOOD(cl_pose_prepare_matrix(matrix, &ready));
    REFUSED(cl_pose_prepare_matrix(matrix, NULL), "prepared");
    REFUSED(cl_pose_prepare_matrix(NULL, &ready), "matrix");
    const double wrong[] = {NAN, INFINITY, 2, -1, 0};
    for (int i = 0; i < 5; i++) { /* A mirror, a scale, no rotation at all. */
        matrix[10] = wrong[i];
        REFUSED(cl_pose_prepare_matrix(matrix, &ready), "matrix");
    }
    matrix[10] = 1;
    matrix[3] = 0.1; /* A row that moves nothing. */
    REFUSED(cl_pose_prepare_matrix(matrix, &ready), "matrix");

    GOOD(cl_pose_prepare(&here, &ready));
    cl_options options = {NULL, 0, 9};
    REFUSED(cl_distance_prepared(ball, &ready, ball, &ready, &options, &distance), "options");
    cl_clearance_answer found;
    memset(&ready, 255, sizeof ready); /* Not from cl_pose_prepare: nothing is proven. */
    GOOD(cl_clearance_prepared(ball, &ready, ball, &ready, NULL, &found));
    if (found.status != CL_STATUS_UNDECIDED) failures++;

    size_t count = 7;
    cl_patch_point one;
    REFUSED(cl_contacts(ball, &here, ball, &here, 0, NULL, 1, &count), "points");
    REFUSED(cl_contacts(ball, &here, ball, &here, 0, &one, 1, NULL), "count");
    REFUSED(cl_contacts(ball, &here, ball, &here, NAN, &one, 1, &count), "margin");
    GOOD(cl_contacts(ball, &here, ball, &here, 0, NULL, 0, &count));
    if (count != 1) failures++; /* How many there are, also without room. */

    cl_sweep still = {here, {0, 0, 0}, {0, 0, 0}}, wild = {here, {NAN, 0, 0}, {0, 0, 0}};
    cl_impact impact;
    REFUSED(cl_cast(ball, &still, ball, &wild, 1, 0, false, &impact), "sweep_b");
    REFUSED(cl_cast(ball, &still, ball, &still, -1, 0, false, &impact), "tmax");
    REFUSED(cl_cast(ball, &still, ball, &still, 1, -1, false, &impact), "gap");
    cl_ray ray = {{0, 0, 0}, {0, 0, 0}, 1};
    cl_ray_hit hit;
    REFUSED(cl_cast_ray(ball, &here, &ray, 0, &hit), "ray");
    REFUSED(cl_cast_rays(ball, &here, &ray, 1, 0, &hit), "rays[0]");
    ray.direction[0] = 1;
    REFUSED(cl_cast_ray(ball, &here, &ray, 8, &hit), "options");
    const double point[] = {NAN, 0, 0};
    REFUSED(cl_contains(ball, &here, point, &answer), "point");

    const cl_shape *shapes_[] = {ball, ball};
    const cl_pose places[] = {here, here};
    const uint32_t pairs[] = {0, 1, 0, 2};
    bool answers[2];
    REFUSED(cl_batch_intersects(shapes_, places, 2, pairs, 2, answers), "pairs[1]");
    REFUSED(cl_batch_intersects(shapes_, places, 2, pairs, 1, NULL), "intersects");
}

static void scenes(cl_shape *ball) {
    cl_scene *scene = NULL;
    uint64_t body;
    cl_pose pose;
    size_t count;
    GOOD(cl_scene_new(&scene));
    REFUSED(cl_scene_new(NULL), "scene");
    REFUSED(cl_scene_add(NULL, ball, &here, NULL, &body), "scene");
    REFUSED(cl_scene_add(scene, NULL, &here, NULL, &body), "shape");
    REFUSED(cl_scene_add(scene, ball, &no_turn, NULL, &body), "pose");
    cl_body_options options = {5, 1, 1, 0};
    REFUSED(cl_scene_add(scene, ball, &here, &options, &body), "options");
    GOOD(cl_scene_add(scene, ball, &here, NULL, &body));
    GOOD(cl_scene_remove(scene, body));
    REFUSED(cl_scene_remove(scene, body), "body");
    REFUSED(cl_scene_place(scene, body, &here), "body");
    REFUSED(cl_scene_pose(scene, body, &pose), "body");
    REFUSED(cl_scene_step(scene, NAN, 0), "margin");
    REFUSED(cl_scene_events(scene, NULL, 4, &count), "events");
    cl_walk walk;
    REFUSED(cl_walk_new(points + 3, 0, &walk), "height");
    REFUSED(cl_walk_new(points, 1, &walk), "up");
    GOOD(cl_scene_free(scene));
}

static void robots(const char *urdf) {
    cl_robot *robot = NULL;
    cl_world *world = NULL;
    cl_prover *prover = NULL;
    cl_path_answer answer;
    cl_check verdict;
    cl_joint joint;
    REFUSED(cl_robot_load("no such file.urdf", NULL, &robot), "urdf");
    REFUSED(cl_robot_load("\xff\xfe", NULL, &robot), "urdf");
    REFUSED(cl_robot_load(NULL, NULL, &robot), "urdf");
    const char *text = "<robot name='one'><link name='base'/></robot>";
    REFUSED(cl_robot_read(text, 20, "here.urdf", NULL, &robot), "urdf: here.urdf");
    REFUSED(cl_robot_read(NULL, 20, "here.urdf", NULL, &robot), "urdf_text");
    REFUSED(cl_robot_read(text, SIZE_MAX, "here.urdf", NULL, &robot), "urdf_text");
    GOOD(cl_robot_read(text, strlen(text), "here.urdf", NULL, &robot));
    GOOD(cl_robot_free(robot));
    GOOD(cl_robot_load(urdf, NULL, &robot));
    REFUSED(cl_robot_joint(robot, 1000, &joint), "index");
    GOOD(cl_world_new(robot, &world));
    REFUSED(cl_world_allow(world, "no such link", "hand"), "body_a, body_b");
    GOOD(cl_prover_new(world, &prover));
    const double rows[] = {0, 0, NAN, 0};
    REFUSED(cl_prover_clear(prover, rows, 2, 2, 0, &answer), "rows");
    REFUSED(cl_prover_clear(prover, NULL, 2, 2, 0, &answer), "rows");
    REFUSED(cl_prover_clear(prover, rows, SIZE_MAX, 2, 0, &answer), "row");
    REFUSED(cl_prover_check(prover, (const uint8_t *)"{}", 2, &verdict), "bytes");
    cl_prover_free(prover);
    cl_world_free(world);
    cl_robot_free(robot);
}

int main(int count, char **arguments) {
    cl_shape *ball = NULL;
    if (count != 2) return 2;
    if (strlen(cl_last_error()) != 0) failures++;
    GOOD(cl_sphere(1, &ball));
    shapes(ball);
    lengths(ball);
    questions(ball);
    scenes(ball);
    robots(arguments[1]);
    GOOD(cl_shape_free(ball));
    GOOD(cl_shape_free(NULL));
    printf("%d failures, version %s\n", failures, cl_version());
    return failures != 0;
}
