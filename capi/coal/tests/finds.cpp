// What a stranger found, as named cases: geometries that change between questions, and meshes that touch where coal finds
// nothing. Linked before coal: `ctest` in the build folder.

#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <memory>
#include <stdexcept>
#include <vector>

using namespace coal;

static int failures = 0;
#define EXPECT(what) \
    if (!(what)) failures++, std::printf("line %d: %s\n", __LINE__, #what)

static bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

static std::vector<Vec3s> corners(double half, const Vec3s &middle) {
    std::vector<Vec3s> points;
    for (int i = 0; i < 8; i++)
        points.push_back(middle + Vec3s(i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half));
    return points;
}

// A cube of triangles.
template <class BV> static std::unique_ptr<BVHModel<BV>> cube(double half, const Vec3s &middle) {
    const int faces[12][3] = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                              {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
    std::vector<Triangle> triangles;
    for (const auto &face : faces) triangles.emplace_back(face[0], face[1], face[2]);
    auto model = std::make_unique<BVHModel<BV>>();
    model->beginModel();
    model->addSubModel(corners(half, middle), triangles);
    model->endModel();
    model->computeLocalAABB();
    return model;
}

static const Transform3s here;

static double apart(const CollisionGeometry *a, const CollisionGeometry *b, bool is_signed = true) {
    DistanceResult result;
    return distance(a, here, b, here, DistanceRequest(true, is_signed), result);
}

static bool touches(const CollisionGeometry *a, const CollisionGeometry *b, double margin = 0, std::size_t most = 1) {
    CollisionRequest request;
    request.security_margin = margin;
    request.num_max_contacts = most;
    CollisionResult result;
    return collide(a, here, b, here, request, result) != 0;
}

template <class BV> static void meshes_that_change() {
    const auto far = cube<BV>(0.5, Vec3s(3.5, 0, 0));
    const Box box(1, 1, 1);
    EXPECT(near(apart(far.get(), &box), 2.5) && !touches(far.get(), &box));
    far->beginReplaceModel();
    for (const auto &point : corners(0.5, Vec3s(1.5, 0, 0))) far->replaceVertex(point);
    far->endReplaceModel(true);
    EXPECT(near(apart(far.get(), &box), 0.5) && touches(far.get(), &box, 0.6));
    far->beginUpdateModel();
    for (const auto &point : corners(0.5, Vec3s(0.75, 0.1, 0.2))) far->updateVertex(point);
    far->endUpdateModel(true);
    EXPECT(apart(far.get(), &box) <= 0 && touches(far.get(), &box));
    EXPECT(touches(&box, far.get()) && touches(far.get(), far.get()));
}

template <class BV> static void margins_of_meshes() {
    const auto a = cube<BV>(0.5, Vec3s(0, 0, 0)), b = cube<BV>(0.5, Vec3s(1.25, 0, 0));
    EXPECT(touches(a.get(), b.get(), 0.26) && !touches(a.get(), b.get(), 0.24));
    const auto tiny = cube<BV>(5e-7, Vec3s(0, 0, 0));
    const Box small(1e-6, 1e-6, 1e-6);
    EXPECT(touches(tiny.get(), &small) && apart(tiny.get(), &small) <= 0);
}

int main() {
    meshes_that_change<OBBRSS>();
    meshes_that_change<OBB>();
    meshes_that_change<AABB>();
    meshes_that_change<RSS>();
    margins_of_meshes<OBBRSS>();
    margins_of_meshes<RSS>();

    // A point that moves inside the box of a hull.
    auto points = std::make_shared<std::vector<Vec3s>>(corners(0.5, Vec3s(0, 0, 0)));
    points->emplace_back(0.6, 0, 0);
    points->emplace_back(0, 0, 0.9);
    std::unique_ptr<ConvexBase> hull(ConvexBase::convexHull(points, 10, false, nullptr));
    hull->computeLocalAABB();
    const Sphere ball(0.25);
    Transform3s above(Vec3s(0, 0, 1.25));
    DistanceResult first;
    distance(hull.get(), here, &ball, above, DistanceRequest(), first);
    for (auto &point : *hull->points)
        if (point[2] > 0.6) point[2] = 1.1;
    DistanceResult second;
    distance(hull.get(), here, &ball, above, DistanceRequest(), second);
    EXPECT(near(first.min_distance, 0.1) && near(second.min_distance, -0.1));

    const Box box(1, 1, 1), other(1, 1, 1);
    EXPECT(apart(&box, &other, false) == 0 && apart(&box, &other) < 0);
    EXPECT(!touches(&box, &other, -std::numeric_limits<double>::infinity(), 0));
    bool refused = false;
    try {
        touches(&box, &other, 0, 0);
    } catch (const std::invalid_argument &) {
        refused = true;
    }
    EXPECT(refused);
    std::printf("%d failures\n", failures);
    return failures != 0;
}
