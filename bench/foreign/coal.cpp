// coal behind the functions that src/peers/foreign.rs names: its free functions with the default requests. Its capsules
// and cylinders are along z, so their poses are turned.

#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <memory>
#include <vector>

namespace {

struct Shape {
    std::unique_ptr<coal::CollisionGeometry> geometry;
    bool is_turned;
};

const Shape &shape(const void *it) { return *static_cast<const Shape *>(it); }

const double HALF_TURN = 0.70710678118654752440;

coal::Transform3s world(const void *it, const double *pose) {
    coal::Quatf turn(pose[6], pose[3], pose[4], pose[5]);
    if (shape(it).is_turned)
        turn = turn * coal::Quatf(HALF_TURN, -HALF_TURN, 0.0, 0.0);
    return coal::Transform3s(turn, coal::Vec3s(pose[0], pose[1], pose[2]));
}

std::size_t collide(const void *a, const double *at_a, const void *b, const double *at_b, bool wants_contact,
                    coal::CollisionResult &result) {
    coal::CollisionRequest request;
    request.enable_contact = wants_contact;
    return coal::collide(shape(a).geometry.get(), world(a, at_a), shape(b).geometry.get(), world(b, at_b), request, result);
}

} // namespace

extern "C" {

void *coal_shape(int kind, const double *x, int count) {
    coal::CollisionGeometry *made = nullptr;
    switch (kind) {
    case 0:
        made = new coal::Box(2.0 * x[0], 2.0 * x[1], 2.0 * x[2]);
        break;
    case 1:
        made = new coal::Sphere(x[0]);
        break;
    case 2:
        made = new coal::Capsule(x[1], 2.0 * x[0]);
        break;
    case 3:
        made = new coal::Cylinder(x[1], 2.0 * x[0]);
        break;
    case 4: {
        std::vector<coal::Vec3s> points;
        for (int i = 0; i < count; i += 3)
            points.emplace_back(x[i], x[i + 1], x[i + 2]);
        made = coal::ConvexBase::convexHull(points.data(), static_cast<unsigned>(points.size()), true, nullptr);
        break;
    }
    default:
        return nullptr;
    }
    made->computeLocalAABB();
    return new Shape{std::unique_ptr<coal::CollisionGeometry>(made), kind == 2 || kind == 3};
}

void coal_free(void *it) { delete static_cast<Shape *>(it); }

int coal_boolean(const void *a, const double *at_a, const void *b, const double *at_b) {
    coal::CollisionResult result;
    return collide(a, at_a, b, at_b, false, result) != 0;
}

double coal_distance(const void *a, const double *at_a, const void *b, const double *at_b) {
    coal::DistanceResult result;
    const coal::DistanceRequest request;
    const double found =
        coal::distance(shape(a).geometry.get(), world(a, at_a), shape(b).geometry.get(), world(b, at_b), request, result);
    return found > 0.0 ? found : 0.0;
}

int coal_penetration(const void *a, const double *at_a, const void *b, const double *at_b, double *out) {
    coal::CollisionResult result;
    if (collide(a, at_a, b, at_b, true, result) == 0)
        return 0;
    const coal::Contact &contact = result.getContact(0);
    out[0] = -contact.penetration_depth;
    for (int i = 0; i < 3; i++)
        out[i + 1] = contact.normal[i];
    return 1;
}

} // extern "C"
