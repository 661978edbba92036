/* clearance: exact and proven questions about collisions, for C. docs/c.md explains it.
   Written by `cargo xtask capi --header` of the text of the library: change that instead. */
#ifndef CLEARANCE_H
#define CLEARANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With CL_STATIC the library is linked statically; only Windows asks. */
#if defined(_WIN32) && !defined(CL_STATIC)
#define CL_API __declspec(dllimport)
#else
#define CL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What became of a call. */
typedef int32_t cl_code;
enum {
    /* The answer is written. */
    CL_CODE_GOOD = 0,
    /* An argument was refused. `cl_last_error` names it and says why. */
    CL_CODE_BAD_ARGUMENT = 1,
    /* There is not so much memory. */
    CL_CODE_NO_MEMORY = 2,
    /* A mistake in this library. Please report it. */
    CL_CODE_BUG = 3,
};

/* What kind of shape it is. */
typedef int32_t cl_kind;
enum {
    /* A convex shape or a half-space. */
    CL_KIND_CONVEX = 0,
    /* A surface without an inside: triangles, in the plane segments. */
    CL_KIND_SURFACE = 1,
    /* What a surface encloses. */
    CL_KIND_SOLID = 2,
    /* Shapes that move as one. */
    CL_KIND_COMPOUND = 3,
};

/* Gives back the data of a shape, when no shape is left that was made with it. */
typedef void (*cl_release)(void *data);

/* What a pair of shapes keeps from one question to the next, which makes that quicker. One thread uses it at a time. A
   cache of another pair costs time, and changes no answer. */
typedef struct cl_cache cl_cache;

/* The algorithms that answer. */
typedef int32_t cl_algorithm;
enum {
    /* The best for the pair. */
    CL_ALGORITHM_AUTO = 0,
    /* GJK, and EPA for depths. */
    CL_ALGORITHM_GJK_EPA = 1,
    /* Separating axes with bounds, for polytopes. */
    CL_ALGORITHM_SAT_BOUNDED = 2,
};

/* What the bounds of a clearance prove. */
typedef int32_t cl_status;
enum {
    /* There is a gap: the lower bound is positive. */
    CL_STATUS_APART = 0,
    /* The shapes overlap: the upper bound is negative. */
    CL_STATUS_OVERLAPPING = 1,
    /* The bounds contain 0: the shapes touch within rounding. Counts as intersecting. */
    CL_STATUS_UNDECIDED = 2,
};

/* A part of a shape. */
typedef struct cl_piece {
    /* The number of the part of a compound; 0 for other shapes. */
    uint32_t part;
    /* The number of the triangle or segment of a surface; -1 for a convex shape. */
    int64_t facet;
} cl_piece;

/* What became of a cast. */
typedef int32_t cl_cast_status;
enum {
    /* The shapes touch. */
    CL_CAST_STATUS_HIT = 0,
    /* The shapes do not touch in that time: this is proven. */
    CL_CAST_STATUS_MISS = 1,
    /* Neither is proven. Counts as a hit. */
    CL_CAST_STATUS_UNDECIDED = 2,
};

/* What counts as a hit: a sum of these. */
typedef int32_t cl_ray_option;
enum {
    /* Only the surface: a ray that starts inside hits where it leaves. */
    CL_RAY_OPTION_HOLLOW = 1,
    /* Only fronts. */
    CL_RAY_OPTION_ONE_SIDED = 2,
};

/* What a body takes part in. */
typedef int32_t cl_body_kind;
enum {
    /* Has contacts with fixed and moving bodies. */
    CL_BODY_KIND_MOVING = 0,
    /* Has contacts with moving bodies. */
    CL_BODY_KIND_FIXED = 1,
    /* Tells which bodies intersect it, without contacts. */
    CL_BODY_KIND_SENSOR = 2,
};

/* How a body is in a scene. Two bodies meet if each is of a layer that the other one meets, and their groups differ or
   are 0. */
typedef struct cl_body_options {
    /* A `cl_body_kind`. */
    int32_t kind;
    /* A bit for each layer that it is of. */
    uint32_t layers;
    /* A bit for each layer that it meets. */
    uint32_t meets;
    /* Bodies of one group do not meet; 0 is no group. */
    uint32_t group;
} cl_body_options;

/* Which bodies a question sees. */
typedef struct cl_filter {
    /* A bit for each layer. */
    uint32_t layers;
    /* Sensors, too? */
    bool with_sensors;
    /* Bodies that it does not see; may be null if there are none. */
    const uint64_t *without;
    /* How many these are. */
    size_t without_count;
} cl_filter;

/* What has happened to two bodies in the last step. */
typedef int32_t cl_event_kind;
enum {
    /* They touch, and did not before. */
    CL_EVENT_KIND_BEGAN = 0,
    /* They still touch. */
    CL_EVENT_KIND_STAYED = 1,
    /* They do no longer, or one was removed. */
    CL_EVENT_KIND_ENDED = 2,
};

/* Two bodies that touch, or did. */
typedef struct cl_event {
    /* A `cl_event_kind`. */
    cl_event_kind kind;
    /* The body with the lower number. */
    uint64_t body_a;
    /* The other one. */
    uint64_t body_b;
} cl_event;

/* A robot. It never changes, and threads may share it. */
typedef struct cl_robot cl_robot;

/* A robot among bodies. One thread changes it. */
typedef struct cl_world cl_world;

/* What proves paths in a world as it was when the prover was made. It never changes, and threads may share it. */
typedef struct cl_prover cl_prover;

/* The proof that a path keeps a clearance, as text. */
typedef struct cl_certificate cl_certificate;

/* A joint that moves and follows no other: a configuration has a value for each, in radians or metres. */
typedef struct cl_joint {
    /* As in the URDF file; valid as long as the robot. */
    const char *name;
    /* Has it limits? Otherwise they are infinite. */
    bool limited;
    /* The least value. */
    double lower;
    /* The largest value. */
    double upper;
} cl_joint;

/* Is a path clear? */
typedef int32_t cl_path_verdict;
enum {
    /* It is proven that no pair is nearer than was asked for, at any time. */
    CL_PATH_VERDICT_PROVEN = 0,
    /* Two bodies are nearer than that, which is proven. */
    CL_PATH_VERDICT_BROKEN = 1,
    /* Neither could be proven. */
    CL_PATH_VERDICT_UNDECIDED = 2,
};

/* Whether a path is clear, and where it is not. */
typedef struct cl_path_answer {
    /* A `cl_path_verdict`. */
    cl_path_verdict verdict;
    /* Where on the path: the number of a row and a fraction of the way to the next; meaningless if it is proven. */
    double row;
    /* The number of a body there. */
    uint32_t body_a;
    /* The number of the other one. */
    uint32_t body_b;
} cl_path_answer;

/* Whether bodies touch on a path. */
typedef int32_t cl_contact_verdict;
enum {
    /* Nothing touches, which is proven. */
    CL_CONTACT_VERDICT_NONE = 0,
    /* Two bodies overlap at a row, which is proven. */
    CL_CONTACT_VERDICT_FOUND = 1,
    /* Nothing touches before a row, and behind it nothing could be proven. */
    CL_CONTACT_VERDICT_UNDECIDED = 2,
};

/* The first contact of a path. */
typedef struct cl_first_contact_answer {
    /* A `cl_contact_verdict`. */
    cl_contact_verdict verdict;
    /* Up to this row and fraction the path is proven to be free. */
    double free_until;
    /* Where bodies touch, or may; meaningless without a contact. */
    double row;
    /* The number of a body there. */
    uint32_t body_a;
    /* The number of the other one. */
    uint32_t body_b;
} cl_first_contact_answer;

/* The least clearance of a path. */
typedef struct cl_least_answer {
    /* No pair is ever nearer than this. */
    double lower;
    /* The two bodies are at most this far apart at the row; negative in overlap, infinite without pairs. */
    double upper;
    /* Where, as a row and a fraction. */
    double row;
    /* The number of a body there. */
    uint32_t body_a;
    /* The number of the other one. */
    uint32_t body_b;
} cl_least_answer;

/* What the checker of certificates says, which shares no code with the prover. */
typedef int32_t cl_check;
enum {
    /* The path keeps the clearance. */
    CL_CHECK_PROVEN = 0,
    /* The checker could not confirm it. */
    CL_CHECK_UNPROVEN = 1,
    /* A stretch is wrong or missing, as in another world; the path may be free, then. */
    CL_CHECK_REFUTED = 2,
};

/* ---- Space, in double ---- */

/* Where a shape is: from its frame to the world's. First it rotates, then it translates. */
typedef struct cl_pose {
    /* The place of the shape's origin in the world. */
    double translation[3];
    /* x, y, z, w, of any length but zero. */
    double quaternion[4];
} cl_pose;

/* A pose that was checked and normalised once, for many questions. Its numbers are not for reading. */
typedef struct cl_prepared_pose {
    /* As the library keeps them. */
    double numbers[8];
} cl_prepared_pose;

/* A shape. It never changes, and threads may share it. `cl_shape_free` frees it; what was made of it stays. */
typedef struct cl_shape cl_shape;

/* Writes to `point` a point of the shape that is farthest along `direction`, which is finite and not zero. Both are in the
   shape's frame. It is called on any thread that asks about the shape, and on several at once; it must return. */
typedef void (*cl_support)(void *data, const double direction[3], double point[3]);

/* Options of a question. All zero is the default. */
typedef struct cl_options {
    /* What the pair keeps; may be null. */
    cl_cache *cache;
    /* How deep bodies at rest may overlap before contacts count as deep. */
    double slop;
    /* A `cl_algorithm`. */
    int32_t algorithm;
} cl_options;

/* A signed clearance, with bounds that are proven. */
typedef struct cl_clearance_answer {
    /* The gap, or less than 0: minus the depth. Between the bounds. */
    double signed_distance;
    /* Not above the clearance of the shapes and poses as they are kept. */
    double lower;
    /* Not below it. */
    double upper;
    /* From A to B, of length 1: moving B by minus signed_distance along it separates shapes that overlap. */
    double normal[3];
    /* The point of A that is nearest to B, or deepest in it, in the world. */
    double point_a[3];
    /* The point of B that is nearest to A, or deepest in it, in the world. */
    double point_b[3];
    /* A `cl_status`. */
    cl_status status;
} cl_clearance_answer;

/* The nearest points of two shapes. */
typedef struct cl_closest_points_answer {
    /* Is a gap proven? Otherwise the other numbers are 0. */
    bool apart;
    /* How long the gap is. */
    double distance;
    /* From A to B, of length 1. */
    double normal[3];
    /* The point of A, in the world. */
    double point_a[3];
    /* The point of B, in the world. */
    double point_b[3];
} cl_closest_points_answer;

/* How far apart two shapes are, without a depth, and on which of their pieces. */
typedef struct cl_separation_answer {
    /* How long the gap is; 0 if none is proven. Between the bounds. */
    double distance;
    /* Not above the distance of the shapes and poses as they are kept. */
    double lower;
    /* Not below it. */
    double upper;
    /* From A to B, of length 1. If the shapes touch: that of the pieces that were found to touch. */
    double normal[3];
    /* The point of A that is nearest to B, in the world. If the shapes touch: the place of one of possibly many contacts. */
    double point_a[3];
    /* The point of B that is nearest to A, in the world. */
    double point_b[3];
    /* The part of A and the facet there. */
    cl_piece piece_a;
    /* The part of B and the facet there. */
    cl_piece piece_b;
    /* Is a shape inside the other, a solid, so that their surfaces do not meet? Then the points are the nearest ones of the
       surfaces. */
    bool inside;
} cl_separation_answer;

/* How deep two shapes overlap. */
typedef struct cl_penetration_answer {
    /* Do the shapes intersect? Otherwise the other numbers are 0. */
    bool intersecting;
    /* Moving B by depth * normal separates the shapes. */
    double depth;
    /* From A to B, of length 1. */
    double normal[3];
    /* The point of A deepest in B, in the world. */
    double point_a[3];
    /* The point of B deepest in A, in the world. */
    double point_b[3];
} cl_penetration_answer;

/* A point where shapes touch. */
typedef struct cl_contact_point {
    /* On the surface of A, in the world. */
    double point_a[3];
    /* On the surface of B, in the world. */
    double point_b[3];
    /* From A to B along the normal; negative in overlap. */
    double separation;
    /* The same number as long as the same features touch. */
    uint64_t feature;
    /* Was the point there in the query before, with the same cache? */
    bool persisted;
} cl_contact_point;

/* Where two shapes touch: up to 4 points with one normal, in the plane 2. */
typedef struct cl_manifold_answer {
    /* How many points there are; 0 if the shapes are farther apart than the margin. */
    uint32_t count;
    /* From A to B, of length 1. */
    double normal[3];
    /* The points; those past the count are 0. */
    cl_contact_point points[4];
} cl_manifold_answer;

/* A point of a patch of two shapes that may have many. */
typedef struct cl_patch_point {
    /* The number of its patch, from 0 on. The points of a patch are one after the other. */
    uint32_t patch;
    /* The normal of its patch, from A to B, of length 1. */
    double normal[3];
    /* The point. */
    cl_contact_point point;
    /* The part of A and the facet of the patch's deepest point. */
    cl_piece piece_a;
    /* The part of B and the facet of the patch's deepest point. */
    cl_piece piece_b;
} cl_patch_point;

/* How a shape moves: its origin along a line, and it turns about its origin. */
typedef struct cl_sweep {
    /* The pose at time 0. */
    cl_pose start;
    /* The velocity of the origin in the world. */
    double velocity[3];
    /* The angular velocity in the world, in radians per unit of time. */
    double angular_velocity[3];
} cl_sweep;

/* The first contact of two moving shapes. */
typedef struct cl_impact {
    /* A `cl_cast_status`. */
    cl_cast_status status;
    /* The best estimate of the time, between the bounds; infinite for a miss. */
    double time;
    /* The shapes do not touch before. */
    double lower;
    /* They touch by then; infinite if that is not proven. */
    double upper;
    /* From A to B at that time, of length 1. Meaningless for a miss, as are the points and pieces. */
    double normal[3];
    /* The point of A, in the world. */
    double point_a[3];
    /* The point of B, in the world. */
    double point_b[3];
    /* The part of A and the facet there. */
    cl_piece piece_a;
    /* The part of B and the facet there. */
    cl_piece piece_b;
} cl_impact;

/* A ray in the world: its points are origin + t * direction, for t from 0 to tmax. */
typedef struct cl_ray {
    /* Where it starts. */
    double origin[3];
    /* Of any length but 0: times are in units of it. */
    double direction[3];
    /* Where it ends; may be infinite. */
    double tmax;
} cl_ray;

/* Where a ray meets a shape. */
typedef struct cl_ray_hit {
    /* Does it? Otherwise the time is infinite, and the other numbers are 0. */
    bool hit;
    /* In units of the direction, between the bounds. */
    double time;
    /* It does not meet the shape before. */
    double lower;
    /* It does by then. */
    double upper;
    /* In the world. */
    double point[3];
    /* Out of the surface, of length 1. */
    double normal[3];
    /* Does it come from behind the surface? */
    bool from_behind;
    /* Which part and facet it meets. */
    cl_piece piece;
} cl_ray_hit;

/* The point of a surface that is nearest to a given one. */
typedef struct cl_projection {
    /* From the surface to the given point; negative inside. */
    double signed_distance;
    /* Not above it. */
    double lower;
    /* Not below it. */
    double upper;
    /* In the world. */
    double point[3];
    /* Out of the surface there, of length 1. */
    double normal[3];
    /* Which part and facet it is on. */
    cl_piece piece;
} cl_projection;

/* Bodies that come, move and go. One thread changes it; several may ask at once while none does. If a change returns
   `CL_CODE_BUG`, free it. */
typedef struct cl_scene cl_scene;

/* A point where two bodies of a scene touch. */
typedef struct cl_body_contact {
    /* The body A of the point. */
    uint64_t body_a;
    /* The body B of the point. */
    uint64_t body_b;
    /* Where. */
    cl_patch_point point;
} cl_body_contact;

/* Two bodies of a scene and their clearance. */
typedef struct cl_near_bodies {
    /* The body A of the clearance. */
    uint64_t body_a;
    /* The body B of the clearance. */
    uint64_t body_b;
    /* How far apart or how deep. */
    cl_clearance_answer clearance;
} cl_near_bodies;

/* The body that a ray meets first. */
typedef struct cl_body_ray_hit {
    /* Which; meaningless if it meets none. */
    uint64_t body;
    /* When and where. */
    cl_ray_hit hit;
} cl_body_ray_hit;

/* The body that a moving shape meets first. */
typedef struct cl_body_impact {
    /* Does it meet one? Otherwise the rest is meaningless. */
    bool hit;
    /* Which. */
    uint64_t body;
    /* When and where: the body is A, the moving shape B. */
    cl_impact impact;
} cl_body_impact;

/* How a character moves. `cl_walk_new` has good values. */
typedef struct cl_walk {
    /* Opposite to gravity, of length 1. */
    double up[3];
    /* The gap that is kept to everything: about a hundredth of the character. */
    double skin;
    /* The cosine of the steepest slope that is walked on. */
    double slope;
    /* The highest step that is walked over. */
    double step;
    /* How far below the feet there may be ground that a walking character follows. */
    double snap;
} cl_walk;

/* Where a character is after a move, and what it stands on. */
typedef struct cl_moved {
    /* Its pose. */
    cl_pose pose;
    /* Does it stand on something? Otherwise what is told of the ground is meaningless. */
    bool on_ground;
    /* The body it stands on. */
    uint64_t ground_body;
    /* The normal there, out of the ground. */
    double ground_normal[3];
    /* Where, in the world. */
    double ground_point[3];
    /* The pose of that body: the character goes with it at its next move. */
    cl_pose ground_pose;
    /* Was it stopped by something above it? */
    bool hit_ceiling;
} cl_moved;

/* Something that a character touched on its way. */
typedef struct cl_bump {
    /* The body. */
    uint64_t body;
    /* Its normal there, towards the character. */
    double normal[3];
    /* Where on the body, in the world. */
    double point[3];
} cl_bump;

/* Why the last call on this thread that did not return `CL_CODE_GOOD` was refused: a sentence that begins with the name
   of an argument; empty if there was none. It is valid until the next such call on this thread. */
CL_API const char *cl_last_error(void);

/* The version of the library, as "0.1.0". */
CL_API const char *cl_version(void);

/* A ball around the origin. */
CL_API cl_code cl_sphere(double radius, cl_shape **shape);

/* A box around the origin, by half of the lengths of its edges. */
CL_API cl_code cl_box(double half_x, double half_y, double half_z, cl_shape **shape);

/* An ellipsoid around the origin, by its radii. */
CL_API cl_code cl_ellipsoid(double radius_x, double radius_y, double radius_z, cl_shape **shape);

/* All points within the radius of a segment along z, from -half_length to half_length. */
CL_API cl_code cl_capsule(double half_length, double radius, cl_shape **shape);

/* A cylinder along z, from -half_height to half_height. */
CL_API cl_code cl_cylinder(double half_height, double radius, cl_shape **shape);

/* A cone along z, from its base at -half_height to its apex at half_height. */
CL_API cl_code cl_cone(double half_height, double radius, cl_shape **shape);

/* A triangle by its corners, in any place. */
CL_API cl_code cl_triangle(const double corner_a[3], const double corner_b[3], const double corner_c[3],
    cl_shape **shape);

/* All points p with normal . p <= offset, where the normal is taken at length 1. */
CL_API cl_code cl_half_space(const double normal[3], double offset, cl_shape **shape);

/* A surface of triangles without an inside. `triangles` has three indices of vertices for each; seen from the front
   they go round counterclockwise. */
CL_API cl_code cl_mesh(const double *vertices, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
    cl_shape **shape);

/* What a closed surface encloses. Vertices at the same place are joined, and triangles turned to have their fronts
   outside, so that the triangles of an STL file can be given as they are. */
CL_API cl_code cl_solid(const double *vertices, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
    cl_shape **shape);

/* Ground whose heights along z are given at the points of a grid: height[row * columns + column] is at
   x = column * cell_x, y = row * cell_y. */
CL_API cl_code cl_height_field(const double *heights, size_t rows, size_t columns, double cell_x, double cell_y,
    cl_shape **shape);

/* A segment from one point to another. */
CL_API cl_code cl_segment(const double end_a[3], const double end_b[3], cl_shape **shape);

/* All points within the radius of a segment from one point to another. */
CL_API cl_code cl_capsule_between(const double end_a[3], const double end_b[3], double radius, cl_shape **shape);

/* The convex hull of points. */
CL_API cl_code cl_hull(const double *points, size_t point_count, cl_shape **shape);

/* All points within the radius of a bounded convex shape. */
CL_API cl_code cl_rounded(const cl_shape *inner, double radius, cl_shape **shape);

/* The same shape with each coordinate of its frame times a factor. */
CL_API cl_code cl_scaled(const cl_shape *inner, const double factors[3], cl_shape **shape);

/* Shapes that move as one, each at a pose in the frame of the compound. */
CL_API cl_code cl_compound(const cl_shape *const *parts, const cl_pose *poses, size_t part_count, cl_shape **shape);

/* What kind of shape it is. */
CL_API cl_code cl_shape_kind(const cl_shape *shape, cl_kind *kind);

/* The box along the axes of the world around a shape. */
CL_API cl_code cl_shape_bounds(const cl_shape *shape, const cl_pose *pose, double least[3], double most[3]);

/* Gives back a shape; null is nothing. What was made of it stays. */
CL_API cl_code cl_shape_free(cl_shape *shape);

/* A convex shape of your own, and a radius around it. `center` is a point of it, well inside if it has an inside.
   `data` is given to `support`; `release`, which may be null, is called with it once no shape needs it any more, also
   if this function refuses something. A function that writes NaN proves nothing. */
CL_API cl_code cl_custom(cl_support support, void *data, cl_release release, const double center[3], double radius,
    cl_shape **shape);

/* A cache for one pair of shapes. */
CL_API cl_code cl_cache_new(cl_cache **cache);

/* Gives back a cache; null is nothing. */
CL_API cl_code cl_cache_free(cl_cache *cache);

/* Do the shapes touch or overlap? False only if a gap is proven. */
CL_API cl_code cl_intersects(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    bool *intersects);

/* Do the shapes touch or overlap? False only if a gap is proven. */
CL_API cl_code cl_intersects_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, bool *intersects);

/* Is the clearance at most the distance? False only if it is proven to be larger. */
CL_API cl_code cl_within(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    double distance, bool *within);

/* Is the clearance at most the distance? False only if it is proven to be larger. */
CL_API cl_code cl_within_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, double distance, bool *within);

/* How far apart the shapes are; 0 if no gap is proven. */
CL_API cl_code cl_distance(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    double *distance);

/* How far apart the shapes are; 0 if no gap is proven. */
CL_API cl_code cl_distance_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, double *distance);

/* Where the shapes are nearest. */
CL_API cl_code cl_closest_points(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    cl_closest_points_answer *answer);

/* Where the shapes are nearest. */
CL_API cl_code cl_closest_points_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, cl_closest_points_answer *answer);

/* How far apart or how deep, with bounds. */
CL_API cl_code cl_clearance(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    cl_clearance_answer *answer);

/* How far apart or how deep, with bounds. */
CL_API cl_code cl_clearance_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, cl_clearance_answer *answer);

/* How deep the shapes overlap, and along which direction the least motion separates them. */
CL_API cl_code cl_penetration(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    cl_penetration_answer *answer);

/* How deep the shapes overlap, and along which direction the least motion separates them. */
CL_API cl_code cl_penetration_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, cl_penetration_answer *answer);

/* How far apart the shapes are and on which of their pieces, without a depth, which takes long where a shape is not convex. */
CL_API cl_code cl_separation(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    cl_separation_answer *answer);

/* The same at prepared poses. */
CL_API cl_code cl_separation_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, cl_separation_answer *answer);

/* Checks and normalises a pose once, for many questions. */
CL_API cl_code cl_pose_prepare(const cl_pose *pose, cl_prepared_pose *prepared);

/* The same from a matrix that rotates and translates: 4 columns of 4 numbers, one after the other, in the plane 3 of 3.
   One that scales, shears or mirrors is refused. */
CL_API cl_code cl_pose_prepare_matrix(const double *matrix, cl_prepared_pose *prepared);

/* Where two shapes touch, or come as near as `margin`. Of shapes of many pieces it is the deepest patch. */
CL_API cl_code cl_manifold(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    double margin, cl_manifold_answer *manifold);

/* Where two shapes touch, or come as near as `margin`. Of shapes of many pieces it is the deepest patch. */
CL_API cl_code cl_manifold_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, double margin, cl_manifold_answer *manifold);

/* All patches where two shapes touch, or come as near as `margin`. `count` is how many points there are; at most
   `capacity` of them are written. */
CL_API cl_code cl_contacts(const cl_shape *a, const cl_pose *pose_a, const cl_shape *b, const cl_pose *pose_b,
    double margin, cl_patch_point *points, size_t capacity, size_t *count);

/* All patches where two shapes touch, or come as near as `margin`. `count` is how many points there are; at most
   `capacity` of them are written. */
CL_API cl_code cl_contacts_prepared(const cl_shape *a, const cl_prepared_pose *pose_a, const cl_shape *b,
    const cl_prepared_pose *pose_b, const cl_options *options, double margin, cl_patch_point *points, size_t capacity,
    size_t *count);

/* The motion from one pose at time 0 to another at time 1, with the shortest turn. */
CL_API cl_code cl_sweep_between(const cl_pose *start, const cl_pose *end, cl_sweep *sweep);

/* When moving shapes touch first, from time 0 to `tmax`. Within `gap` they count as touching, and with
   `ignore_parting` shapes that touch at the start and move apart do not. */
CL_API cl_code cl_cast(const cl_shape *a, const cl_sweep *sweep_a, const cl_shape *b, const cl_sweep *sweep_b,
    double tmax, double gap, bool ignore_parting, cl_impact *impact);

/* Where a ray meets a shape first. It misses only if that is proven. `options` is 0 or a sum of `cl_ray_option`s. */
CL_API cl_code cl_cast_ray(const cl_shape *shape, const cl_pose *pose, const cl_ray *ray, uint32_t options,
    cl_ray_hit *hit);

/* The same for many rays, with a hit for each. */
CL_API cl_code cl_cast_rays(const cl_shape *shape, const cl_pose *pose, const cl_ray *rays, size_t ray_count,
    uint32_t options, cl_ray_hit *hits);

/* All places where a ray meets a shape, the first one first. `count` is how many there are; at most `capacity` of
   them are written. */
CL_API cl_code cl_cast_ray_all(const cl_shape *shape, const cl_pose *pose, const cl_ray *ray, cl_ray_hit *hits,
    size_t capacity, size_t *count);

/* Is a point of the world inside, or on the surface? False only if it is proven to be outside. */
CL_API cl_code cl_contains(const cl_shape *shape, const cl_pose *pose, const double point[3], bool *contains);

/* How far a point of the world is from the surface, and where that is nearest. */
CL_API cl_code cl_project(const cl_shape *shape, const cl_pose *pose, const double point[3],
    cl_projection *projection);

/* The same for many points, with a projection for each. One that is refused ends it. */
CL_API cl_code cl_project_points(const cl_shape *shape, const cl_pose *pose, const double *points, size_t point_count,
    cl_projection *projections);

/* Do the bodies of each pair touch or overlap? Body i is shapes[i] at poses[i]; `pairs` has two numbers of bodies for
   each pair, and there is an answer for each. */
CL_API cl_code cl_batch_intersects(const cl_shape *const *shapes, const cl_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, bool *intersects);

/* How far apart the bodies of each pair are, as `batch_intersects` has them. */
CL_API cl_code cl_batch_distance(const cl_shape *const *shapes, const cl_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, double *distances);

/* How far apart or how deep the bodies of each pair are, with bounds, as `batch_intersects` has them. */
CL_API cl_code cl_batch_clearance(const cl_shape *const *shapes, const cl_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, cl_clearance_answer *answers);

/* A scene without bodies. */
CL_API cl_code cl_scene_new(cl_scene **scene);

/* Adds a body, whose number is never that of another one of this scene. Without `options`, which may be null, it is a
   moving body of layer 1 that meets all layers. */
CL_API cl_code cl_scene_add(cl_scene *scene, const cl_shape *shape, const cl_pose *pose,
    const cl_body_options *options, uint64_t *body);

/* Moves a body. */
CL_API cl_code cl_scene_place(cl_scene *scene, uint64_t body, const cl_pose *pose);

/* Moves many bodies, which is quicker than each alone. If one is refused none moves. */
CL_API cl_code cl_scene_place_all(cl_scene *scene, const uint64_t *bodies, const cl_pose *poses, size_t count);

/* Gives a body another shape. */
CL_API cl_code cl_scene_set_shape(cl_scene *scene, uint64_t body, const cl_shape *shape);

/* Removes a body. */
CL_API cl_code cl_scene_remove(cl_scene *scene, uint64_t body);

/* Leaves two bodies out of all answers about pairs, or takes them in again. */
CL_API cl_code cl_scene_ignore(cl_scene *scene, uint64_t body_a, uint64_t body_b, bool ignored);

/* Where a body is. */
CL_API cl_code cl_scene_pose(const cl_scene *scene, uint64_t body, cl_pose *pose);

/* Finds the contacts of all bodies, up to the margin, and what began and ended since the last step. Bodies that did not
   move are not asked again. `slop` is how deep bodies at rest may overlap before contacts count as deep. */
CL_API cl_code cl_scene_step(cl_scene *scene, double margin, double slop);

/* The contacts of the last step, in the order of bodies. `count` is how many points there are; at most `capacity` of
   them are written. */
CL_API cl_code cl_scene_contacts(const cl_scene *scene, cl_body_contact *points, size_t capacity, size_t *count);

/* What the last step changed, in the order of bodies. `count` is how many events there are; at most `capacity` of them
   are written. */
CL_API cl_code cl_scene_events(const cl_scene *scene, cl_event *events, size_t capacity, size_t *count);

/* The pairs with the least clearance, that first: at most `capacity`. `count` is how many there are among them. */
CL_API cl_code cl_scene_nearest(const cl_scene *scene, cl_near_bodies *pairs, size_t capacity, size_t *count);

/* The pairs whose clearance is at most the distance, the least first. `count` is how many there are; at most `capacity`
   of them are written. */
CL_API cl_code cl_scene_within(const cl_scene *scene, double distance, cl_near_bodies *pairs, size_t capacity,
    size_t *count);

/* The body that a ray meets first. Without `filter`, which may be null, it sees all fixed and moving bodies. */
CL_API cl_code cl_scene_cast_ray(const cl_scene *scene, const cl_ray *ray, const cl_filter *filter,
    cl_body_ray_hit *hit);

/* The body that a moving shape meets first, from time 0 to `tmax`; the bodies stay where they are. `filter` may be null. */
CL_API cl_code cl_scene_cast_shape(const cl_scene *scene, const cl_shape *shape, const cl_sweep *sweep, double tmax,
    const cl_filter *filter, cl_body_impact *impact);

/* The bodies that a shape touches or overlaps, in order. `count` is how many there are; at most `capacity` of them are
   written. `filter` may be null. */
CL_API cl_code cl_scene_touching(const cl_scene *scene, const cl_shape *shape, const cl_pose *pose,
    const cl_filter *filter, uint64_t *bodies, size_t capacity, size_t *count);

/* The bodies that contain a point, as `scene_touching`. */
CL_API cl_code cl_scene_containing(const cl_scene *scene, const double point[3], const cl_filter *filter,
    uint64_t *bodies, size_t capacity, size_t *count);

/* How a character of a height walks: a skin of a hundredth of it, steps and ground below up to a quarter, slopes up to
   50 degrees. */
CL_API cl_code cl_walk_new(const double up[3], double height, cl_walk *walk);

/* Moves a character as far as it gets: along floors and walls, over steps, and with the ground that it stood on. Nothing
   in the scene changes. `before` is what its last move gave; it may be null. `filter` should leave out the body of the
   character. `bump_count` is how many bodies it touched; at most `bump_capacity` of them are written. */
CL_API cl_code cl_scene_move_and_slide(const cl_scene *scene, const cl_shape *shape, const cl_pose *pose,
    const double motion[3], const cl_moved *before, const cl_walk *walk, const cl_filter *filter, cl_moved *moved,
    cl_bump *bumps, size_t bump_capacity, size_t *bump_count);

/* Gives back a scene; null is nothing. */
CL_API cl_code cl_scene_free(cl_scene *scene);

/* Reads a URDF file, and the meshes that it names; and an SRDF file, which may be null. An error names file and line. */
CL_API cl_code cl_robot_load(const char *urdf, const char *srdf, cl_robot **robot);

/* As `cl_robot_load`, with the text of the URDF file given. `urdf` need not exist: meshes are looked for from there, and
   errors name it. */
CL_API cl_code cl_robot_read(const char *urdf_text, size_t length, const char *urdf, const char *srdf,
    cl_robot **robot);

/* How many values a configuration has, and how many links there are. */
CL_API cl_code cl_robot_counts(const cl_robot *robot, size_t *joint_count, size_t *link_count);

/* The joint with a number. */
CL_API cl_code cl_robot_joint(const cl_robot *robot, size_t index, cl_joint *joint);

/* The name of the link with a number, valid as long as the robot. */
CL_API cl_code cl_robot_link_name(const cl_robot *robot, size_t index, const char **name);

/* Where the links are in a configuration. `count` is how many there are; at most `capacity` poses are written. */
CL_API cl_code cl_robot_link_poses(const cl_robot *robot, const double *values, size_t value_count, cl_pose *poses,
    size_t capacity, size_t *count);

/* The robot alone. Links with a joint between them may touch, and so may pairs that the SRDF file disables. */
CL_API cl_code cl_world_new(const cl_robot *robot, cl_world **world);

/* Adds a body that stands in the world. */
CL_API cl_code cl_world_add(cl_world *world, const char *name, const cl_shape *shape, const cl_pose *pose);

/* Adds a body that a link holds, at a pose in its frame. */
CL_API cl_code cl_world_attach(cl_world *world, const char *name, const char *link, const cl_shape *shape,
    const cl_pose *pose);

/* Two bodies may touch. */
CL_API cl_code cl_world_allow(cl_world *world, const char *body_a, const char *body_b);

/* Two bodies need a clearance of their own. */
CL_API cl_code cl_world_require(cl_world *world, const char *body_a, const char *body_b, double clearance);

/* What proves paths in the world as it is now. */
CL_API cl_code cl_prover_new(const cl_world *world, cl_prover **prover);

/* The name of the body with a number, valid as long as the prover. */
CL_API cl_code cl_prover_body_name(const cl_prover *prover, size_t index, const char **name);

/* Does any pair touch or overlap in a configuration? False only if it is proven that none does. */
CL_API cl_code cl_prover_touches(const cl_prover *prover, const double *values, size_t value_count, bool *touches);

/* Do all pairs keep a clearance on a whole path? It goes straight from row to row; `rows` has `joint_count` values for
   each. */
CL_API cl_code cl_prover_clear(const cl_prover *prover, const double *rows, size_t row_count, size_t joint_count,
    double clearance, cl_path_answer *answer);

/* The first contact of a path, to `tolerance`, a part of a row. The path is that of `cl_prover_clear`. */
CL_API cl_code cl_prover_first_contact(const cl_prover *prover, const double *rows, size_t row_count,
    size_t joint_count, double tolerance, cl_first_contact_answer *answer);

/* The least clearance of a path, to `tolerance`, a length. The path is that of `cl_prover_clear`. */
CL_API cl_code cl_prover_least(const cl_prover *prover, const double *rows, size_t row_count, size_t joint_count,
    double tolerance, cl_least_answer *answer);

/* The proof that a path keeps a clearance, which another program can check. Null if it cannot be proven so. The path is
   that of `cl_prover_clear`. */
CL_API cl_code cl_prover_certificate(const cl_prover *prover, const double *rows, size_t row_count,
    size_t joint_count, double clearance, cl_certificate **certificate);

/* The certificate as bytes, which are JSON as Python's `PathCertificate.to_json` writes it; valid as long as it. */
CL_API cl_code cl_certificate_bytes(const cl_certificate *certificate, const uint8_t **bytes, size_t *byte_count);

/* Does the path of a certificate keep its clearance in the world of the prover? The checker shares no code with the
   prover. */
CL_API cl_code cl_prover_check(const cl_prover *prover, const uint8_t *bytes, size_t byte_count, cl_check *verdict);

/* Gives back a robot; null is nothing. Worlds that were made of it stay. */
CL_API cl_code cl_robot_free(cl_robot *robot);

/* Gives back a world; null is nothing. Provers that were made of it stay. */
CL_API cl_code cl_world_free(cl_world *world);

/* Gives back a prover; null is nothing. */
CL_API cl_code cl_prover_free(cl_prover *prover);

/* Gives back a certificate; null is nothing. */
CL_API cl_code cl_certificate_free(cl_certificate *certificate);

/* ---- Space, in float: as cl_, where the comments are ---- */

typedef struct clf_pose {
    float translation[3];
    float quaternion[4];
} clf_pose;

typedef struct clf_prepared_pose {
    double numbers[8];
} clf_prepared_pose;

typedef struct clf_shape clf_shape;

typedef void (*clf_support)(void *data, const float direction[3], float point[3]);

typedef struct clf_options {
    cl_cache *cache;
    float slop;
    int32_t algorithm;
} clf_options;

typedef struct clf_clearance_answer {
    float signed_distance;
    float lower;
    float upper;
    float normal[3];
    float point_a[3];
    float point_b[3];
    cl_status status;
} clf_clearance_answer;

typedef struct clf_closest_points_answer {
    bool apart;
    float distance;
    float normal[3];
    float point_a[3];
    float point_b[3];
} clf_closest_points_answer;

typedef struct clf_separation_answer {
    float distance;
    float lower;
    float upper;
    float normal[3];
    float point_a[3];
    float point_b[3];
    cl_piece piece_a;
    cl_piece piece_b;
    bool inside;
} clf_separation_answer;

typedef struct clf_penetration_answer {
    bool intersecting;
    float depth;
    float normal[3];
    float point_a[3];
    float point_b[3];
} clf_penetration_answer;

typedef struct clf_contact_point {
    float point_a[3];
    float point_b[3];
    float separation;
    uint64_t feature;
    bool persisted;
} clf_contact_point;

typedef struct clf_manifold_answer {
    uint32_t count;
    float normal[3];
    clf_contact_point points[4];
} clf_manifold_answer;

typedef struct clf_patch_point {
    uint32_t patch;
    float normal[3];
    clf_contact_point point;
    cl_piece piece_a;
    cl_piece piece_b;
} clf_patch_point;

typedef struct clf_sweep {
    clf_pose start;
    float velocity[3];
    float angular_velocity[3];
} clf_sweep;

typedef struct clf_impact {
    cl_cast_status status;
    float time;
    float lower;
    float upper;
    float normal[3];
    float point_a[3];
    float point_b[3];
    cl_piece piece_a;
    cl_piece piece_b;
} clf_impact;

typedef struct clf_ray {
    float origin[3];
    float direction[3];
    float tmax;
} clf_ray;

typedef struct clf_ray_hit {
    bool hit;
    float time;
    float lower;
    float upper;
    float point[3];
    float normal[3];
    bool from_behind;
    cl_piece piece;
} clf_ray_hit;

typedef struct clf_projection {
    float signed_distance;
    float lower;
    float upper;
    float point[3];
    float normal[3];
    cl_piece piece;
} clf_projection;

typedef struct clf_scene clf_scene;

typedef struct clf_body_contact {
    uint64_t body_a;
    uint64_t body_b;
    clf_patch_point point;
} clf_body_contact;

typedef struct clf_near_bodies {
    uint64_t body_a;
    uint64_t body_b;
    clf_clearance_answer clearance;
} clf_near_bodies;

typedef struct clf_body_ray_hit {
    uint64_t body;
    clf_ray_hit hit;
} clf_body_ray_hit;

typedef struct clf_body_impact {
    bool hit;
    uint64_t body;
    clf_impact impact;
} clf_body_impact;

typedef struct clf_walk {
    float up[3];
    float skin;
    float slope;
    float step;
    float snap;
} clf_walk;

typedef struct clf_moved {
    clf_pose pose;
    bool on_ground;
    uint64_t ground_body;
    float ground_normal[3];
    float ground_point[3];
    clf_pose ground_pose;
    bool hit_ceiling;
} clf_moved;

typedef struct clf_bump {
    uint64_t body;
    float normal[3];
    float point[3];
} clf_bump;

CL_API cl_code clf_sphere(float radius, clf_shape **shape);

CL_API cl_code clf_box(float half_x, float half_y, float half_z, clf_shape **shape);

CL_API cl_code clf_ellipsoid(float radius_x, float radius_y, float radius_z, clf_shape **shape);

CL_API cl_code clf_capsule(float half_length, float radius, clf_shape **shape);

CL_API cl_code clf_cylinder(float half_height, float radius, clf_shape **shape);

CL_API cl_code clf_cone(float half_height, float radius, clf_shape **shape);

CL_API cl_code clf_triangle(const float corner_a[3], const float corner_b[3], const float corner_c[3],
    clf_shape **shape);

CL_API cl_code clf_half_space(const float normal[3], float offset, clf_shape **shape);

CL_API cl_code clf_mesh(const float *vertices, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
    clf_shape **shape);

CL_API cl_code clf_solid(const float *vertices, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
    clf_shape **shape);

CL_API cl_code clf_height_field(const float *heights, size_t rows, size_t columns, float cell_x, float cell_y,
    clf_shape **shape);

CL_API cl_code clf_segment(const float end_a[3], const float end_b[3], clf_shape **shape);

CL_API cl_code clf_capsule_between(const float end_a[3], const float end_b[3], float radius, clf_shape **shape);

CL_API cl_code clf_hull(const float *points, size_t point_count, clf_shape **shape);

CL_API cl_code clf_rounded(const clf_shape *inner, float radius, clf_shape **shape);

CL_API cl_code clf_scaled(const clf_shape *inner, const float factors[3], clf_shape **shape);

CL_API cl_code clf_compound(const clf_shape *const *parts, const clf_pose *poses, size_t part_count,
    clf_shape **shape);

CL_API cl_code clf_shape_kind(const clf_shape *shape, cl_kind *kind);

CL_API cl_code clf_shape_bounds(const clf_shape *shape, const clf_pose *pose, float least[3], float most[3]);

CL_API cl_code clf_shape_free(clf_shape *shape);

CL_API cl_code clf_custom(clf_support support, void *data, cl_release release, const float center[3], float radius,
    clf_shape **shape);

CL_API cl_code clf_intersects(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    bool *intersects);

CL_API cl_code clf_intersects_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, bool *intersects);

CL_API cl_code clf_within(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    float distance, bool *within);

CL_API cl_code clf_within_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, float distance, bool *within);

CL_API cl_code clf_distance(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    float *distance);

CL_API cl_code clf_distance_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, float *distance);

CL_API cl_code clf_closest_points(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b,
    const clf_pose *pose_b, clf_closest_points_answer *answer);

CL_API cl_code clf_closest_points_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, clf_closest_points_answer *answer);

CL_API cl_code clf_clearance(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    clf_clearance_answer *answer);

CL_API cl_code clf_clearance_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, clf_clearance_answer *answer);

CL_API cl_code clf_penetration(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    clf_penetration_answer *answer);

CL_API cl_code clf_penetration_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, clf_penetration_answer *answer);

CL_API cl_code clf_separation(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    clf_separation_answer *answer);

CL_API cl_code clf_separation_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, clf_separation_answer *answer);

CL_API cl_code clf_pose_prepare(const clf_pose *pose, clf_prepared_pose *prepared);

CL_API cl_code clf_pose_prepare_matrix(const float *matrix, clf_prepared_pose *prepared);

CL_API cl_code clf_manifold(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    float margin, clf_manifold_answer *manifold);

CL_API cl_code clf_manifold_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, float margin, clf_manifold_answer *manifold);

CL_API cl_code clf_contacts(const clf_shape *a, const clf_pose *pose_a, const clf_shape *b, const clf_pose *pose_b,
    float margin, clf_patch_point *points, size_t capacity, size_t *count);

CL_API cl_code clf_contacts_prepared(const clf_shape *a, const clf_prepared_pose *pose_a, const clf_shape *b,
    const clf_prepared_pose *pose_b, const clf_options *options, float margin, clf_patch_point *points,
    size_t capacity, size_t *count);

CL_API cl_code clf_sweep_between(const clf_pose *start, const clf_pose *end, clf_sweep *sweep);

CL_API cl_code clf_cast(const clf_shape *a, const clf_sweep *sweep_a, const clf_shape *b, const clf_sweep *sweep_b,
    float tmax, float gap, bool ignore_parting, clf_impact *impact);

CL_API cl_code clf_cast_ray(const clf_shape *shape, const clf_pose *pose, const clf_ray *ray, uint32_t options,
    clf_ray_hit *hit);

CL_API cl_code clf_cast_rays(const clf_shape *shape, const clf_pose *pose, const clf_ray *rays, size_t ray_count,
    uint32_t options, clf_ray_hit *hits);

CL_API cl_code clf_cast_ray_all(const clf_shape *shape, const clf_pose *pose, const clf_ray *ray, clf_ray_hit *hits,
    size_t capacity, size_t *count);

CL_API cl_code clf_contains(const clf_shape *shape, const clf_pose *pose, const float point[3], bool *contains);

CL_API cl_code clf_project(const clf_shape *shape, const clf_pose *pose, const float point[3],
    clf_projection *projection);

CL_API cl_code clf_project_points(const clf_shape *shape, const clf_pose *pose, const float *points,
    size_t point_count, clf_projection *projections);

CL_API cl_code clf_batch_intersects(const clf_shape *const *shapes, const clf_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, bool *intersects);

CL_API cl_code clf_batch_distance(const clf_shape *const *shapes, const clf_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, float *distances);

CL_API cl_code clf_batch_clearance(const clf_shape *const *shapes, const clf_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, clf_clearance_answer *answers);

CL_API cl_code clf_scene_new(clf_scene **scene);

CL_API cl_code clf_scene_add(clf_scene *scene, const clf_shape *shape, const clf_pose *pose,
    const cl_body_options *options, uint64_t *body);

CL_API cl_code clf_scene_place(clf_scene *scene, uint64_t body, const clf_pose *pose);

CL_API cl_code clf_scene_place_all(clf_scene *scene, const uint64_t *bodies, const clf_pose *poses, size_t count);

CL_API cl_code clf_scene_set_shape(clf_scene *scene, uint64_t body, const clf_shape *shape);

CL_API cl_code clf_scene_remove(clf_scene *scene, uint64_t body);

CL_API cl_code clf_scene_ignore(clf_scene *scene, uint64_t body_a, uint64_t body_b, bool ignored);

CL_API cl_code clf_scene_pose(const clf_scene *scene, uint64_t body, clf_pose *pose);

CL_API cl_code clf_scene_step(clf_scene *scene, float margin, float slop);

CL_API cl_code clf_scene_contacts(const clf_scene *scene, clf_body_contact *points, size_t capacity, size_t *count);

CL_API cl_code clf_scene_events(const clf_scene *scene, cl_event *events, size_t capacity, size_t *count);

CL_API cl_code clf_scene_nearest(const clf_scene *scene, clf_near_bodies *pairs, size_t capacity, size_t *count);

CL_API cl_code clf_scene_within(const clf_scene *scene, float distance, clf_near_bodies *pairs, size_t capacity,
    size_t *count);

CL_API cl_code clf_scene_cast_ray(const clf_scene *scene, const clf_ray *ray, const cl_filter *filter,
    clf_body_ray_hit *hit);

CL_API cl_code clf_scene_cast_shape(const clf_scene *scene, const clf_shape *shape, const clf_sweep *sweep,
    float tmax, const cl_filter *filter, clf_body_impact *impact);

CL_API cl_code clf_scene_touching(const clf_scene *scene, const clf_shape *shape, const clf_pose *pose,
    const cl_filter *filter, uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code clf_scene_containing(const clf_scene *scene, const float point[3], const cl_filter *filter,
    uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code clf_walk_new(const float up[3], float height, clf_walk *walk);

CL_API cl_code clf_scene_move_and_slide(const clf_scene *scene, const clf_shape *shape, const clf_pose *pose,
    const float motion[3], const clf_moved *before, const clf_walk *walk, const cl_filter *filter, clf_moved *moved,
    clf_bump *bumps, size_t bump_capacity, size_t *bump_count);

CL_API cl_code clf_scene_free(clf_scene *scene);

/* ---- The plane, in double: what cl_ has is explained there ---- */

/* Where a shape is: from its frame to the world's. First it rotates, then it translates. */
typedef struct cl2_pose {
    /* The place of the shape's origin in the world. */
    double translation[2];
    /* Counterclockwise, in radians. */
    double angle;
} cl2_pose;

typedef struct cl2_prepared_pose {
    double numbers[8];
} cl2_prepared_pose;

typedef struct cl2_shape cl2_shape;

typedef void (*cl2_support)(void *data, const double direction[2], double point[2]);

typedef struct cl2_options {
    cl_cache *cache;
    double slop;
    int32_t algorithm;
} cl2_options;

typedef struct cl2_clearance_answer {
    double signed_distance;
    double lower;
    double upper;
    double normal[2];
    double point_a[2];
    double point_b[2];
    cl_status status;
} cl2_clearance_answer;

typedef struct cl2_closest_points_answer {
    bool apart;
    double distance;
    double normal[2];
    double point_a[2];
    double point_b[2];
} cl2_closest_points_answer;

typedef struct cl2_separation_answer {
    double distance;
    double lower;
    double upper;
    double normal[2];
    double point_a[2];
    double point_b[2];
    cl_piece piece_a;
    cl_piece piece_b;
    bool inside;
} cl2_separation_answer;

typedef struct cl2_penetration_answer {
    bool intersecting;
    double depth;
    double normal[2];
    double point_a[2];
    double point_b[2];
} cl2_penetration_answer;

typedef struct cl2_contact_point {
    double point_a[2];
    double point_b[2];
    double separation;
    uint64_t feature;
    bool persisted;
} cl2_contact_point;

typedef struct cl2_manifold_answer {
    uint32_t count;
    double normal[2];
    cl2_contact_point points[4];
} cl2_manifold_answer;

typedef struct cl2_patch_point {
    uint32_t patch;
    double normal[2];
    cl2_contact_point point;
    cl_piece piece_a;
    cl_piece piece_b;
} cl2_patch_point;

typedef struct cl2_sweep {
    cl2_pose start;
    double velocity[2];
    double angular_velocity;
} cl2_sweep;

typedef struct cl2_impact {
    cl_cast_status status;
    double time;
    double lower;
    double upper;
    double normal[2];
    double point_a[2];
    double point_b[2];
    cl_piece piece_a;
    cl_piece piece_b;
} cl2_impact;

typedef struct cl2_ray {
    double origin[2];
    double direction[2];
    double tmax;
} cl2_ray;

typedef struct cl2_ray_hit {
    bool hit;
    double time;
    double lower;
    double upper;
    double point[2];
    double normal[2];
    bool from_behind;
    cl_piece piece;
} cl2_ray_hit;

typedef struct cl2_projection {
    double signed_distance;
    double lower;
    double upper;
    double point[2];
    double normal[2];
    cl_piece piece;
} cl2_projection;

typedef struct cl2_scene cl2_scene;

typedef struct cl2_body_contact {
    uint64_t body_a;
    uint64_t body_b;
    cl2_patch_point point;
} cl2_body_contact;

typedef struct cl2_near_bodies {
    uint64_t body_a;
    uint64_t body_b;
    cl2_clearance_answer clearance;
} cl2_near_bodies;

typedef struct cl2_body_ray_hit {
    uint64_t body;
    cl2_ray_hit hit;
} cl2_body_ray_hit;

typedef struct cl2_body_impact {
    bool hit;
    uint64_t body;
    cl2_impact impact;
} cl2_body_impact;

typedef struct cl2_walk {
    double up[2];
    double skin;
    double slope;
    double step;
    double snap;
} cl2_walk;

typedef struct cl2_moved {
    cl2_pose pose;
    bool on_ground;
    uint64_t ground_body;
    double ground_normal[2];
    double ground_point[2];
    cl2_pose ground_pose;
    bool hit_ceiling;
} cl2_moved;

typedef struct cl2_bump {
    uint64_t body;
    double normal[2];
    double point[2];
} cl2_bump;

/* A circle, with its inside, around the origin. */
CL_API cl_code cl2_circle(double radius, cl2_shape **shape);

/* A rectangle around the origin, by half of the lengths of its edges. */
CL_API cl_code cl2_box(double half_x, double half_y, cl2_shape **shape);

/* An ellipse, with its inside, around the origin, by its radii. */
CL_API cl_code cl2_ellipse(double radius_x, double radius_y, cl2_shape **shape);

/* A convex polygon by its corners, in the order of its outline. */
CL_API cl_code cl2_polygon(const double *corners, size_t corner_count, cl2_shape **shape);

/* All points p with normal . p <= offset, where the normal is taken at length 1. */
CL_API cl_code cl2_half_plane(const double normal[2], double offset, cl2_shape **shape);

/* Segments from each point to the next, and if it is closed from the last one to the first. They have no inside. */
CL_API cl_code cl2_chain(const double *points, size_t point_count, bool closed, cl2_shape **shape);

/* What outlines enclose: counterclockwise ones, less clockwise ones in them. The points of all are one after the
   other, and `outline_lengths` says how many each has. */
CL_API cl_code cl2_region(const double *points, const size_t *outline_lengths, size_t outline_count,
    cl2_shape **shape);

CL_API cl_code cl2_segment(const double end_a[2], const double end_b[2], cl2_shape **shape);

CL_API cl_code cl2_capsule_between(const double end_a[2], const double end_b[2], double radius, cl2_shape **shape);

CL_API cl_code cl2_hull(const double *points, size_t point_count, cl2_shape **shape);

CL_API cl_code cl2_rounded(const cl2_shape *inner, double radius, cl2_shape **shape);

CL_API cl_code cl2_scaled(const cl2_shape *inner, const double factors[2], cl2_shape **shape);

CL_API cl_code cl2_compound(const cl2_shape *const *parts, const cl2_pose *poses, size_t part_count,
    cl2_shape **shape);

CL_API cl_code cl2_shape_kind(const cl2_shape *shape, cl_kind *kind);

CL_API cl_code cl2_shape_bounds(const cl2_shape *shape, const cl2_pose *pose, double least[2], double most[2]);

CL_API cl_code cl2_shape_free(cl2_shape *shape);

CL_API cl_code cl2_custom(cl2_support support, void *data, cl_release release, const double center[2], double radius,
    cl2_shape **shape);

CL_API cl_code cl2_intersects(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    bool *intersects);

CL_API cl_code cl2_intersects_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, bool *intersects);

CL_API cl_code cl2_within(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    double distance, bool *within);

CL_API cl_code cl2_within_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, double distance, bool *within);

CL_API cl_code cl2_distance(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    double *distance);

CL_API cl_code cl2_distance_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, double *distance);

CL_API cl_code cl2_closest_points(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b,
    const cl2_pose *pose_b, cl2_closest_points_answer *answer);

CL_API cl_code cl2_closest_points_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, cl2_closest_points_answer *answer);

CL_API cl_code cl2_clearance(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    cl2_clearance_answer *answer);

CL_API cl_code cl2_clearance_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, cl2_clearance_answer *answer);

CL_API cl_code cl2_penetration(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    cl2_penetration_answer *answer);

CL_API cl_code cl2_penetration_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, cl2_penetration_answer *answer);

CL_API cl_code cl2_separation(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    cl2_separation_answer *answer);

CL_API cl_code cl2_separation_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, cl2_separation_answer *answer);

CL_API cl_code cl2_pose_prepare(const cl2_pose *pose, cl2_prepared_pose *prepared);

CL_API cl_code cl2_pose_prepare_matrix(const double *matrix, cl2_prepared_pose *prepared);

CL_API cl_code cl2_manifold(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    double margin, cl2_manifold_answer *manifold);

CL_API cl_code cl2_manifold_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, double margin, cl2_manifold_answer *manifold);

CL_API cl_code cl2_contacts(const cl2_shape *a, const cl2_pose *pose_a, const cl2_shape *b, const cl2_pose *pose_b,
    double margin, cl2_patch_point *points, size_t capacity, size_t *count);

CL_API cl_code cl2_contacts_prepared(const cl2_shape *a, const cl2_prepared_pose *pose_a, const cl2_shape *b,
    const cl2_prepared_pose *pose_b, const cl2_options *options, double margin, cl2_patch_point *points,
    size_t capacity, size_t *count);

CL_API cl_code cl2_sweep_between(const cl2_pose *start, const cl2_pose *end, cl2_sweep *sweep);

CL_API cl_code cl2_cast(const cl2_shape *a, const cl2_sweep *sweep_a, const cl2_shape *b, const cl2_sweep *sweep_b,
    double tmax, double gap, bool ignore_parting, cl2_impact *impact);

CL_API cl_code cl2_cast_ray(const cl2_shape *shape, const cl2_pose *pose, const cl2_ray *ray, uint32_t options,
    cl2_ray_hit *hit);

CL_API cl_code cl2_cast_rays(const cl2_shape *shape, const cl2_pose *pose, const cl2_ray *rays, size_t ray_count,
    uint32_t options, cl2_ray_hit *hits);

CL_API cl_code cl2_cast_ray_all(const cl2_shape *shape, const cl2_pose *pose, const cl2_ray *ray, cl2_ray_hit *hits,
    size_t capacity, size_t *count);

CL_API cl_code cl2_contains(const cl2_shape *shape, const cl2_pose *pose, const double point[2], bool *contains);

CL_API cl_code cl2_project(const cl2_shape *shape, const cl2_pose *pose, const double point[2],
    cl2_projection *projection);

CL_API cl_code cl2_project_points(const cl2_shape *shape, const cl2_pose *pose, const double *points,
    size_t point_count, cl2_projection *projections);

CL_API cl_code cl2_batch_intersects(const cl2_shape *const *shapes, const cl2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, bool *intersects);

CL_API cl_code cl2_batch_distance(const cl2_shape *const *shapes, const cl2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, double *distances);

CL_API cl_code cl2_batch_clearance(const cl2_shape *const *shapes, const cl2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, cl2_clearance_answer *answers);

CL_API cl_code cl2_scene_new(cl2_scene **scene);

CL_API cl_code cl2_scene_add(cl2_scene *scene, const cl2_shape *shape, const cl2_pose *pose,
    const cl_body_options *options, uint64_t *body);

CL_API cl_code cl2_scene_place(cl2_scene *scene, uint64_t body, const cl2_pose *pose);

CL_API cl_code cl2_scene_place_all(cl2_scene *scene, const uint64_t *bodies, const cl2_pose *poses, size_t count);

CL_API cl_code cl2_scene_set_shape(cl2_scene *scene, uint64_t body, const cl2_shape *shape);

CL_API cl_code cl2_scene_remove(cl2_scene *scene, uint64_t body);

CL_API cl_code cl2_scene_ignore(cl2_scene *scene, uint64_t body_a, uint64_t body_b, bool ignored);

CL_API cl_code cl2_scene_pose(const cl2_scene *scene, uint64_t body, cl2_pose *pose);

CL_API cl_code cl2_scene_step(cl2_scene *scene, double margin, double slop);

CL_API cl_code cl2_scene_contacts(const cl2_scene *scene, cl2_body_contact *points, size_t capacity, size_t *count);

CL_API cl_code cl2_scene_events(const cl2_scene *scene, cl_event *events, size_t capacity, size_t *count);

CL_API cl_code cl2_scene_nearest(const cl2_scene *scene, cl2_near_bodies *pairs, size_t capacity, size_t *count);

CL_API cl_code cl2_scene_within(const cl2_scene *scene, double distance, cl2_near_bodies *pairs, size_t capacity,
    size_t *count);

CL_API cl_code cl2_scene_cast_ray(const cl2_scene *scene, const cl2_ray *ray, const cl_filter *filter,
    cl2_body_ray_hit *hit);

CL_API cl_code cl2_scene_cast_shape(const cl2_scene *scene, const cl2_shape *shape, const cl2_sweep *sweep,
    double tmax, const cl_filter *filter, cl2_body_impact *impact);

CL_API cl_code cl2_scene_touching(const cl2_scene *scene, const cl2_shape *shape, const cl2_pose *pose,
    const cl_filter *filter, uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code cl2_scene_containing(const cl2_scene *scene, const double point[2], const cl_filter *filter,
    uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code cl2_walk_new(const double up[2], double height, cl2_walk *walk);

CL_API cl_code cl2_scene_move_and_slide(const cl2_scene *scene, const cl2_shape *shape, const cl2_pose *pose,
    const double motion[2], const cl2_moved *before, const cl2_walk *walk, const cl_filter *filter, cl2_moved *moved,
    cl2_bump *bumps, size_t bump_capacity, size_t *bump_count);

CL_API cl_code cl2_scene_free(cl2_scene *scene);

/* ---- The plane, in float: as cl2_ ---- */

typedef struct clf2_pose {
    float translation[2];
    float angle;
} clf2_pose;

typedef struct clf2_prepared_pose {
    double numbers[8];
} clf2_prepared_pose;

typedef struct clf2_shape clf2_shape;

typedef void (*clf2_support)(void *data, const float direction[2], float point[2]);

typedef struct clf2_options {
    cl_cache *cache;
    float slop;
    int32_t algorithm;
} clf2_options;

typedef struct clf2_clearance_answer {
    float signed_distance;
    float lower;
    float upper;
    float normal[2];
    float point_a[2];
    float point_b[2];
    cl_status status;
} clf2_clearance_answer;

typedef struct clf2_closest_points_answer {
    bool apart;
    float distance;
    float normal[2];
    float point_a[2];
    float point_b[2];
} clf2_closest_points_answer;

typedef struct clf2_separation_answer {
    float distance;
    float lower;
    float upper;
    float normal[2];
    float point_a[2];
    float point_b[2];
    cl_piece piece_a;
    cl_piece piece_b;
    bool inside;
} clf2_separation_answer;

typedef struct clf2_penetration_answer {
    bool intersecting;
    float depth;
    float normal[2];
    float point_a[2];
    float point_b[2];
} clf2_penetration_answer;

typedef struct clf2_contact_point {
    float point_a[2];
    float point_b[2];
    float separation;
    uint64_t feature;
    bool persisted;
} clf2_contact_point;

typedef struct clf2_manifold_answer {
    uint32_t count;
    float normal[2];
    clf2_contact_point points[4];
} clf2_manifold_answer;

typedef struct clf2_patch_point {
    uint32_t patch;
    float normal[2];
    clf2_contact_point point;
    cl_piece piece_a;
    cl_piece piece_b;
} clf2_patch_point;

typedef struct clf2_sweep {
    clf2_pose start;
    float velocity[2];
    float angular_velocity;
} clf2_sweep;

typedef struct clf2_impact {
    cl_cast_status status;
    float time;
    float lower;
    float upper;
    float normal[2];
    float point_a[2];
    float point_b[2];
    cl_piece piece_a;
    cl_piece piece_b;
} clf2_impact;

typedef struct clf2_ray {
    float origin[2];
    float direction[2];
    float tmax;
} clf2_ray;

typedef struct clf2_ray_hit {
    bool hit;
    float time;
    float lower;
    float upper;
    float point[2];
    float normal[2];
    bool from_behind;
    cl_piece piece;
} clf2_ray_hit;

typedef struct clf2_projection {
    float signed_distance;
    float lower;
    float upper;
    float point[2];
    float normal[2];
    cl_piece piece;
} clf2_projection;

typedef struct clf2_scene clf2_scene;

typedef struct clf2_body_contact {
    uint64_t body_a;
    uint64_t body_b;
    clf2_patch_point point;
} clf2_body_contact;

typedef struct clf2_near_bodies {
    uint64_t body_a;
    uint64_t body_b;
    clf2_clearance_answer clearance;
} clf2_near_bodies;

typedef struct clf2_body_ray_hit {
    uint64_t body;
    clf2_ray_hit hit;
} clf2_body_ray_hit;

typedef struct clf2_body_impact {
    bool hit;
    uint64_t body;
    clf2_impact impact;
} clf2_body_impact;

typedef struct clf2_walk {
    float up[2];
    float skin;
    float slope;
    float step;
    float snap;
} clf2_walk;

typedef struct clf2_moved {
    clf2_pose pose;
    bool on_ground;
    uint64_t ground_body;
    float ground_normal[2];
    float ground_point[2];
    clf2_pose ground_pose;
    bool hit_ceiling;
} clf2_moved;

typedef struct clf2_bump {
    uint64_t body;
    float normal[2];
    float point[2];
} clf2_bump;

CL_API cl_code clf2_circle(float radius, clf2_shape **shape);

CL_API cl_code clf2_box(float half_x, float half_y, clf2_shape **shape);

CL_API cl_code clf2_ellipse(float radius_x, float radius_y, clf2_shape **shape);

CL_API cl_code clf2_polygon(const float *corners, size_t corner_count, clf2_shape **shape);

CL_API cl_code clf2_half_plane(const float normal[2], float offset, clf2_shape **shape);

CL_API cl_code clf2_chain(const float *points, size_t point_count, bool closed, clf2_shape **shape);

CL_API cl_code clf2_region(const float *points, const size_t *outline_lengths, size_t outline_count,
    clf2_shape **shape);

CL_API cl_code clf2_segment(const float end_a[2], const float end_b[2], clf2_shape **shape);

CL_API cl_code clf2_capsule_between(const float end_a[2], const float end_b[2], float radius, clf2_shape **shape);

CL_API cl_code clf2_hull(const float *points, size_t point_count, clf2_shape **shape);

CL_API cl_code clf2_rounded(const clf2_shape *inner, float radius, clf2_shape **shape);

CL_API cl_code clf2_scaled(const clf2_shape *inner, const float factors[2], clf2_shape **shape);

CL_API cl_code clf2_compound(const clf2_shape *const *parts, const clf2_pose *poses, size_t part_count,
    clf2_shape **shape);

CL_API cl_code clf2_shape_kind(const clf2_shape *shape, cl_kind *kind);

CL_API cl_code clf2_shape_bounds(const clf2_shape *shape, const clf2_pose *pose, float least[2], float most[2]);

CL_API cl_code clf2_shape_free(clf2_shape *shape);

CL_API cl_code clf2_custom(clf2_support support, void *data, cl_release release, const float center[2], float radius,
    clf2_shape **shape);

CL_API cl_code clf2_intersects(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, bool *intersects);

CL_API cl_code clf2_intersects_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, bool *intersects);

CL_API cl_code clf2_within(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b, const clf2_pose *pose_b,
    float distance, bool *within);

CL_API cl_code clf2_within_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, float distance, bool *within);

CL_API cl_code clf2_distance(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, float *distance);

CL_API cl_code clf2_distance_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, float *distance);

CL_API cl_code clf2_closest_points(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, clf2_closest_points_answer *answer);

CL_API cl_code clf2_closest_points_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a,
    const clf2_shape *b, const clf2_prepared_pose *pose_b, const clf2_options *options,
    clf2_closest_points_answer *answer);

CL_API cl_code clf2_clearance(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, clf2_clearance_answer *answer);

CL_API cl_code clf2_clearance_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, clf2_clearance_answer *answer);

CL_API cl_code clf2_penetration(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, clf2_penetration_answer *answer);

CL_API cl_code clf2_penetration_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, clf2_penetration_answer *answer);

CL_API cl_code clf2_separation(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, clf2_separation_answer *answer);

CL_API cl_code clf2_separation_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, clf2_separation_answer *answer);

CL_API cl_code clf2_pose_prepare(const clf2_pose *pose, clf2_prepared_pose *prepared);

CL_API cl_code clf2_pose_prepare_matrix(const float *matrix, clf2_prepared_pose *prepared);

CL_API cl_code clf2_manifold(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, float margin, clf2_manifold_answer *manifold);

CL_API cl_code clf2_manifold_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, float margin, clf2_manifold_answer *manifold);

CL_API cl_code clf2_contacts(const clf2_shape *a, const clf2_pose *pose_a, const clf2_shape *b,
    const clf2_pose *pose_b, float margin, clf2_patch_point *points, size_t capacity, size_t *count);

CL_API cl_code clf2_contacts_prepared(const clf2_shape *a, const clf2_prepared_pose *pose_a, const clf2_shape *b,
    const clf2_prepared_pose *pose_b, const clf2_options *options, float margin, clf2_patch_point *points,
    size_t capacity, size_t *count);

CL_API cl_code clf2_sweep_between(const clf2_pose *start, const clf2_pose *end, clf2_sweep *sweep);

CL_API cl_code clf2_cast(const clf2_shape *a, const clf2_sweep *sweep_a, const clf2_shape *b,
    const clf2_sweep *sweep_b, float tmax, float gap, bool ignore_parting, clf2_impact *impact);

CL_API cl_code clf2_cast_ray(const clf2_shape *shape, const clf2_pose *pose, const clf2_ray *ray, uint32_t options,
    clf2_ray_hit *hit);

CL_API cl_code clf2_cast_rays(const clf2_shape *shape, const clf2_pose *pose, const clf2_ray *rays, size_t ray_count,
    uint32_t options, clf2_ray_hit *hits);

CL_API cl_code clf2_cast_ray_all(const clf2_shape *shape, const clf2_pose *pose, const clf2_ray *ray,
    clf2_ray_hit *hits, size_t capacity, size_t *count);

CL_API cl_code clf2_contains(const clf2_shape *shape, const clf2_pose *pose, const float point[2], bool *contains);

CL_API cl_code clf2_project(const clf2_shape *shape, const clf2_pose *pose, const float point[2],
    clf2_projection *projection);

CL_API cl_code clf2_project_points(const clf2_shape *shape, const clf2_pose *pose, const float *points,
    size_t point_count, clf2_projection *projections);

CL_API cl_code clf2_batch_intersects(const clf2_shape *const *shapes, const clf2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, bool *intersects);

CL_API cl_code clf2_batch_distance(const clf2_shape *const *shapes, const clf2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, float *distances);

CL_API cl_code clf2_batch_clearance(const clf2_shape *const *shapes, const clf2_pose *poses, size_t body_count,
    const uint32_t *pairs, size_t pair_count, clf2_clearance_answer *answers);

CL_API cl_code clf2_scene_new(clf2_scene **scene);

CL_API cl_code clf2_scene_add(clf2_scene *scene, const clf2_shape *shape, const clf2_pose *pose,
    const cl_body_options *options, uint64_t *body);

CL_API cl_code clf2_scene_place(clf2_scene *scene, uint64_t body, const clf2_pose *pose);

CL_API cl_code clf2_scene_place_all(clf2_scene *scene, const uint64_t *bodies, const clf2_pose *poses, size_t count);

CL_API cl_code clf2_scene_set_shape(clf2_scene *scene, uint64_t body, const clf2_shape *shape);

CL_API cl_code clf2_scene_remove(clf2_scene *scene, uint64_t body);

CL_API cl_code clf2_scene_ignore(clf2_scene *scene, uint64_t body_a, uint64_t body_b, bool ignored);

CL_API cl_code clf2_scene_pose(const clf2_scene *scene, uint64_t body, clf2_pose *pose);

CL_API cl_code clf2_scene_step(clf2_scene *scene, float margin, float slop);

CL_API cl_code clf2_scene_contacts(const clf2_scene *scene, clf2_body_contact *points, size_t capacity,
    size_t *count);

CL_API cl_code clf2_scene_events(const clf2_scene *scene, cl_event *events, size_t capacity, size_t *count);

CL_API cl_code clf2_scene_nearest(const clf2_scene *scene, clf2_near_bodies *pairs, size_t capacity, size_t *count);

CL_API cl_code clf2_scene_within(const clf2_scene *scene, float distance, clf2_near_bodies *pairs, size_t capacity,
    size_t *count);

CL_API cl_code clf2_scene_cast_ray(const clf2_scene *scene, const clf2_ray *ray, const cl_filter *filter,
    clf2_body_ray_hit *hit);

CL_API cl_code clf2_scene_cast_shape(const clf2_scene *scene, const clf2_shape *shape, const clf2_sweep *sweep,
    float tmax, const cl_filter *filter, clf2_body_impact *impact);

CL_API cl_code clf2_scene_touching(const clf2_scene *scene, const clf2_shape *shape, const clf2_pose *pose,
    const cl_filter *filter, uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code clf2_scene_containing(const clf2_scene *scene, const float point[2], const cl_filter *filter,
    uint64_t *bodies, size_t capacity, size_t *count);

CL_API cl_code clf2_walk_new(const float up[2], float height, clf2_walk *walk);

CL_API cl_code clf2_scene_move_and_slide(const clf2_scene *scene, const clf2_shape *shape, const clf2_pose *pose,
    const float motion[2], const clf2_moved *before, const clf2_walk *walk, const cl_filter *filter,
    clf2_moved *moved, clf2_bump *bumps, size_t bump_capacity, size_t *bump_count);

CL_API cl_code clf2_scene_free(clf2_scene *scene);

#ifdef __cplusplus
}
#endif

#endif
