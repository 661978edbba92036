// openGJK behind the functions that src/peers/foreign.rs names. Compiled once for f32 and once for
// f64, with other names: NAME(x).

#define compute_minimum_distance NAME(compute_minimum_distance)
#define opengjk_test_S1D NAME(test_S1D)
#define opengjk_test_S2D NAME(test_S2D)
#define opengjk_test_S3D NAME(test_S3D)
#include "openGJK.c"

#include <stdlib.h>

#ifdef USE_32BITS
#define TOUCHING 1e-5f
#else
#define TOUCHING 1e-9
#endif

typedef struct {
    gkFloat radius;
    gkFloat (*local)[3];
    gkFloat (*world)[3];
    gkPolytope polytope;
} Shape;

void *NAME(shape)(int kind, const gkFloat *x, int count) {
    gkFloat corners[24];
    gkFloat radius = 0;
    if (kind == 0) {
        for (int i = 0; i < 24; i++)
            corners[i] = (i / 3) >> (i % 3) & 1 ? x[i % 3] : -x[i % 3];
        x = corners, count = 24;
    } else if (kind == 1 || kind == 2) {
        const gkFloat half = kind == 1 ? 0 : x[0];
        radius = kind == 1 ? x[0] : x[1];
        for (int i = 0; i < 6; i++)
            corners[i] = 0;
        corners[1] = half, corners[4] = -half;
        x = corners, count = kind == 1 ? 3 : 6;
    } else if (kind == 3) {
        return NULL;
    }
    Shape *shape = malloc(sizeof *shape);
    const int points = count / 3;
    shape->radius = radius;
    shape->local = malloc(points * sizeof *shape->local);
    shape->world = malloc(points * sizeof *shape->world);
    shape->polytope.coord = malloc(points * sizeof *shape->polytope.coord);
    shape->polytope.numpoints = points;
    shape->polytope.s_idx = 0;
    for (int i = 0; i < points; i++) {
        for (int k = 0; k < 3; k++)
            shape->local[i][k] = x[3 * i + k];
        shape->polytope.coord[i] = shape->world[i];
    }
    return shape;
}

void NAME(free)(void *it) {
    Shape *shape = it;
    free(shape->local);
    free(shape->world);
    free(shape->polytope.coord);
    free(shape);
}

static void place(const Shape *shape, const gkFloat *pose) {
    const gkFloat x = pose[3], y = pose[4], z = pose[5], w = pose[6];
    const gkFloat m[3][3] = {
        {1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
        {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
        {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)},
    };
    for (int i = 0; i < shape->polytope.numpoints; i++) {
        const gkFloat *p = shape->local[i];
        for (int k = 0; k < 3; k++)
            shape->world[i][k] = m[k][0] * p[0] + m[k][1] * p[1] + m[k][2] * p[2] + pose[k];
    }
}

static gkFloat apart(const void *a, const gkFloat *at_a, const void *b, const gkFloat *at_b) {
    const Shape *shape_a = a, *shape_b = b;
    place(shape_a, at_a);
    place(shape_b, at_b);
    gkPolytope in_a = shape_a->polytope, in_b = shape_b->polytope;
    for (int k = 0; k < 3; k++)
        in_a.s[k] = shape_a->world[0][k], in_b.s[k] = shape_b->world[0][k];
    gkSimplex simplex;
    simplex.nvrtx = 0;
    return compute_minimum_distance(in_a, in_b, &simplex) - shape_a->radius - shape_b->radius;
}

int NAME(boolean)(const void *a, const gkFloat *at_a, const void *b, const gkFloat *at_b) {
    return apart(a, at_a, b, at_b) < TOUCHING;
}

gkFloat NAME(distance)(const void *a, const gkFloat *at_a, const void *b, const gkFloat *at_b) {
    const gkFloat distance = apart(a, at_a, b, at_b);
    return distance > 0 ? distance : 0;
}
