/* Answers of C as a hash for each 1000 pairs of a file, which tests/bits.rs writes, asks Rust about, and compares.

   With -DPREFIX=cl_ (or clf_, cl2_, clf2_), -DREAL=double (or float) and -DDIM=3 (or 2). */
#include <clearance.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)
#define F(name) JOIN(PREFIX, name)

enum { BLOCK = 1000 };

static uint64_t hash;
static FILE *file;

static void good(cl_code code) {
    if (code != CL_CODE_GOOD) {
        fprintf(stderr, "%s\n", cl_last_error());
        exit(1);
    }
}

static double next(void) {
    double number;
    if (fread(&number, sizeof number, 1, file) != 1) {
        fprintf(stderr, "the file has ended\n");
        exit(1);
    }
    return number;
}

/* One NaN, and all bits of other numbers. */
static void add(double number) {
    uint64_t bits;
    if (number != number) number = 0.125;
    memcpy(&bits, &number, sizeof bits);
    hash = (hash ^ bits) * 1099511628211u;
    hash ^= hash >> 29;
}

static void add_vector(const REAL *vector) {
    for (int i = 0; i < DIM; i++) add(vector[i]);
}

static void read_vector(REAL *vector) {
    for (int i = 0; i < DIM; i++) vector[i] = (REAL)next();
}

static F(pose) read_pose(void) {
    F(pose) pose;
    read_vector(pose.translation);
#if DIM == 3
    for (int i = 0; i < 4; i++) pose.quaternion[i] = (REAL)next();
#else
    pose.angle = (REAL)next();
#endif
    return pose;
}

static F(shape) *read_shape(void) {
    F(shape) *shape = NULL;
    REAL size[3], points[12 * DIM];
    int kind = (int)next();
    for (int i = 0; i < 3; i++) size[i] = (REAL)next();
    for (int i = 0; i < 12; i++) read_vector(points + i * DIM);
    switch (kind) {
#if DIM == 3
    case 0: good(F(sphere)(size[0], &shape)); break;
    case 1: good(F(box)(size[0], size[1], size[2], &shape)); break;
    case 2: good(F(capsule)(size[0], size[1], &shape)); break;
    case 3: good(F(cylinder)(size[0], size[1], &shape)); break;
    case 4: good(F(cone)(size[0], size[1], &shape)); break;
    case 5: good(F(ellipsoid)(size[0], size[1], size[2], &shape)); break;
    case 6: good(F(hull)(points, 12, &shape)); break;
    case 7:
    case 8: {
        const uint32_t triangles[] = {0, 1, 2, 0, 2, 3, 0, 3, 1, 1, 3, 2};
        good((kind == 7 ? F(mesh) : F(solid))(points, 4, triangles, 4, &shape));
        break;
    }
#else
    case 0: good(F(circle)(size[0], &shape)); break;
    case 1: good(F(box)(size[0], size[1], &shape)); break;
    case 2: good(F(capsule_between)(points, points + DIM, size[0], &shape)); break;
    case 3: good(F(ellipse)(size[0], size[1], &shape)); break;
    case 4: good(F(segment)(points, points + DIM, &shape)); break;
    case 5:
    case 6: good(F(hull)(points, 12, &shape)); break;
    case 7: good(F(chain)(points, 4, true, &shape)); break;
    case 8: {
        const REAL corner[] = {0, 0, size[0], 0, size[0], size[1], 0, size[1]};
        const size_t lengths[] = {4};
        good(F(region)(corner, lengths, 1, &shape));
        break;
    }
#endif
    default: {
        F(shape) *inner = NULL, *parts[2] = {NULL, NULL};
        F(pose) poses[2];
        good(F(segment)(points, points + DIM, &inner));
        good(F(rounded)(inner, size[0], &parts[0]));
        good(F(hull)(points, 12, &parts[1]));
        poses[0] = read_pose();
        poses[1] = read_pose();
        good(F(compound)((const F(shape) *const *)parts, poses, 2, &shape));
        F(shape_free)(inner);
        F(shape_free)(parts[0]);
        F(shape_free)(parts[1]);
    }
    }
    return shape;
}

static void add_clearance(const F(clearance_answer) *found) {
    add(found->signed_distance);
    add(found->lower);
    add(found->upper);
    add(found->status);
    add_vector(found->normal);
    add_vector(found->point_a);
    add_vector(found->point_b);
}

static void add_point(const F(contact_point) *point) {
    add_vector(point->point_a);
    add_vector(point->point_b);
    add(point->separation);
    add((double)(uint32_t)point->feature);
}

/* Both forms of each question, and the same answers. */
static bool ask(const F(shape) *a, const F(pose) *at_a, const F(shape) *b, const F(pose) *at_b) {
    F(prepared_pose) ready_a, ready_b;
    F(options) options;
    memset(&options, 0, sizeof options);
    good(F(pose_prepare)(at_a, &ready_a));
    good(F(pose_prepare)(at_b, &ready_b));

    bool touches, touches_too, near;
    good(F(intersects)(a, at_a, b, at_b, &touches));
    good(F(intersects_prepared)(a, &ready_a, b, &ready_b, NULL, &touches_too));
    good(F(within)(a, at_a, b, at_b, (REAL)0.25, &near));
    add(touches);
    add(touches_too);
    add(near);

    REAL distance, distance_too;
    good(F(distance)(a, at_a, b, at_b, &distance));
    good(F(distance_prepared)(a, &ready_a, b, &ready_b, &options, &distance_too));
    add(distance);
    add(distance_too);

    F(closest_points_answer) closest;
    good(F(closest_points)(a, at_a, b, at_b, &closest));
    add(closest.apart);
    add_vector(closest.point_a);
    add_vector(closest.point_b);

    F(clearance_answer) clearance;
    good(F(clearance)(a, at_a, b, at_b, &clearance));
    add_clearance(&clearance);

    F(separation_answer) apart;
    good(F(separation)(a, at_a, b, at_b, &apart));
    add(apart.lower);
    add_vector(apart.point_b);
    good(F(separation_prepared)(a, &ready_a, b, &ready_b, &apart));
    add((double)apart.piece_b.facet);

    F(penetration_answer) penetration;
    good(F(penetration_prepared)(a, &ready_a, b, &ready_b, NULL, &penetration));
    add(penetration.intersecting);
    add(penetration.depth);
    add_vector(penetration.normal);

    F(manifold_answer) manifold;
    good(F(manifold_prepared)(a, &ready_a, b, &ready_b, NULL, (REAL)0.25, &manifold));
    add(manifold.count);
    for (uint32_t i = 0; i < manifold.count; i++) add_point(&manifold.points[i]);

    F(patch_point) points[64];
    size_t count;
    good(F(contacts)(a, at_a, b, at_b, (REAL)0.25, points, 64, &count));
    for (size_t i = 0; i < count && i < 64; i++) {
        add(points[i].patch);
        add_vector(points[i].normal);
        add_point(&points[i].point);
        add((double)points[i].piece_a.facet);
    }
    return touches;
}

static void probe(const F(shape) *shape, const F(pose) *at) {
    F(ray) ray;
    read_vector(ray.origin);
    read_vector(ray.direction);
    ray.tmax = 9;
    F(ray_hit) hit;
    good(F(cast_ray)(shape, at, &ray, 0, &hit));
    add(hit.time);
    add_vector(hit.point);
    add_vector(hit.normal);
    bool inside;
    F(projection) projection;
    good(F(contains)(shape, at, ray.direction, &inside));
    good(F(project)(shape, at, ray.direction, &projection));
    add(inside);
    add(projection.signed_distance);
    add_vector(projection.point);
}

static void cast(const F(shape) *a, const F(pose) *at_a, const F(shape) *b, const F(pose) *at_b) {
    F(sweep) still, moving;
    F(impact) impact;
    memset(&still, 0, sizeof still);
    still.start = *at_a;
    good(F(sweep_between)(at_b, at_a, &moving));
    good(F(cast)(a, &still, b, &moving, 2, 0, false, &impact));
    add(impact.status);
    add(impact.time);
    if (impact.status == CL_CAST_STATUS_HIT) add_vector(impact.normal);
}

int main(int count, char **arguments) {
    file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file) {
        fprintf(stderr, "bits FILE\n");
        return 2;
    }
    size_t shapes = (size_t)next(), pairs = (size_t)next(), touching = 0;
    F(shape) **shape = malloc(shapes * sizeof *shape);
    for (size_t i = 0; i < shapes; i++) shape[i] = read_shape();
    for (size_t pair = 0; pair < pairs; pair++) {
        F(shape) *a = shape[(size_t)next()], *b = shape[(size_t)next()];
        F(pose) at_a = read_pose(), at_b = read_pose();
        touching += ask(a, &at_a, b, &at_b);
        probe(a, &at_a);
        if (pair % 10 == 0) cast(a, &at_a, b, &at_b);
        if (pair % BLOCK == BLOCK - 1) {
            printf("%llu %zu\n", (unsigned long long)hash, touching);
            hash = touching = 0;
        }
    }
    for (size_t i = 0; i < shapes; i++) F(shape_free)(shape[i]);
    free(shape);
    fclose(file);
    return 0;
}
