// libccd behind the functions that src/peers/foreign.rs names. It asks for support points: shapes
// are boxes, balls, capsules, cylinders and points, placed in the world, with a linear scan over
// the points.

#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <cmath>
#include <vector>

namespace {

struct Shape {
    int kind;
    std::vector<double> numbers;
};

struct Placed {
    const Shape *shape;
    ccd_vec3_t at;
    ccd_quat_t turn, back;
};

Placed place(const void *shape, const double *pose) {
    Placed placed;
    placed.shape = static_cast<const Shape *>(shape);
    ccdVec3Set(&placed.at, pose[0], pose[1], pose[2]);
    ccdQuatSet(&placed.turn, pose[3], pose[4], pose[5], pose[6]);
    ccdQuatInvert2(&placed.back, &placed.turn);
    return placed;
}

double with_sign(double x, double sign) { return sign < 0.0 ? -x : x; }

void support(const void *body, const ccd_vec3_t *direction, ccd_vec3_t *point) {
    const auto *placed = static_cast<const Placed *>(body);
    const double *x = placed->shape->numbers.data();
    ccd_vec3_t d;
    ccdVec3Copy(&d, direction);
    ccdQuatRotVec(&d, &placed->back);
    const double *along = d.v;
    switch (placed->shape->kind) {
    case 0:
        ccdVec3Set(point, with_sign(x[0], along[0]), with_sign(x[1], along[1]),
                   with_sign(x[2], along[2]));
        break;
    case 1:
    case 2: {
        const bool ball = placed->shape->kind == 1;
        const double length = std::sqrt(ccdVec3Len2(&d)), scale = (ball ? x[0] : x[1]) / length;
        ccdVec3Set(point, along[0] * scale,
                   along[1] * scale + (ball ? 0.0 : with_sign(x[0], along[1])), along[2] * scale);
        break;
    }
    case 3: {
        const double length = std::hypot(along[0], along[2]);
        const double scale = length > 0.0 ? x[1] / length : 0.0;
        ccdVec3Set(point, along[0] * scale, with_sign(x[0], along[1]), along[2] * scale);
        break;
    }
    default: {
        double most = -INFINITY;
        const double *best = x;
        for (const double *end = x + placed->shape->numbers.size(); x != end; x += 3) {
            const double far = x[0] * along[0] + x[1] * along[1] + x[2] * along[2];
            if (far > most) {
                most = far;
                best = x;
            }
        }
        ccdVec3Set(point, best[0], best[1], best[2]);
    }
    }
    ccdQuatRotVec(point, &placed->turn);
    ccdVec3Add(point, &placed->at);
}

void middle(const void *body, ccd_vec3_t *point) {
    ccdVec3Copy(point, &static_cast<const Placed *>(body)->at);
}

ccd_t settings() {
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = middle;
    ccd.max_iterations = 500;
    ccd.epa_tolerance = ccd.mpr_tolerance = 1e-6;
    return ccd;
}

} // namespace

extern "C" {

void *ccd_shape(int kind, const double *x, int count) {
    return new Shape{kind, std::vector<double>(x, x + count)};
}

void ccd_free(void *shape) { delete static_cast<Shape *>(shape); }

int ccd_boolean(const void *a, const double *at_a, const void *b, const double *at_b) {
    const ccd_t ccd = settings();
    const Placed placed_a = place(a, at_a), placed_b = place(b, at_b);
    return ccdMPRIntersect(&placed_a, &placed_b, &ccd);
}

int ccd_penetration(const void *a, const double *at_a, const void *b, const double *at_b, double *out) {
    const ccd_t ccd = settings();
    const Placed placed_a = place(a, at_a), placed_b = place(b, at_b);
    ccd_vec3_t direction, point;
    if (ccdGJKPenetration(&placed_a, &placed_b, &ccd, out, &direction, &point) != 0)
        return 0;
    for (int i = 0; i < 3; i++)
        out[i + 1] = direction.v[i];
    return 1;
}

} // extern "C"
