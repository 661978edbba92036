// Jolt's narrow phase behind the functions that src/peers/foreign.rs names. Shapes have no convex
// radius, so that they are those of the others. GJK is called as Jolt calls it, on cores.

#include <Jolt/Jolt.h>

#include <Jolt/Core/Factory.h>
#include <Jolt/Core/Memory.h>
#include <Jolt/Geometry/GJKClosestPoint.h>
#include <Jolt/Physics/Collision/CastResult.h>
#include <Jolt/Physics/Collision/CollideShape.h>
#include <Jolt/Physics/Collision/CollisionCollectorImpl.h>
#include <Jolt/Physics/Collision/CollisionDispatch.h>
#include <Jolt/Physics/Collision/ManifoldBetweenTwoFaces.h>
#include <Jolt/Physics/Collision/RayCast.h>
#include <Jolt/Physics/Collision/Shape/BoxShape.h>
#include <Jolt/Physics/Collision/Shape/CapsuleShape.h>
#include <Jolt/Physics/Collision/Shape/ConvexHullShape.h>
#include <Jolt/Physics/Collision/Shape/CylinderShape.h>
#include <Jolt/Physics/Collision/Shape/SphereShape.h>
#include <Jolt/Physics/Collision/Shape/TriangleShape.h>
#include <Jolt/Physics/Collision/ShapeCast.h>

#include <cmath>

using namespace JPH;

namespace {

void start() {
    static const bool started = [] {
        RegisterDefaultAllocator();
        CollisionDispatch::sInit();
        ConvexShape::sRegister();
        TriangleShape::sRegister();
        SphereShape::sRegister();
        BoxShape::sRegister();
        CapsuleShape::sRegister();
        CylinderShape::sRegister();
        ConvexHullShape::sRegister();
        return true;
    }();
    (void)started;
}

const ConvexShape *convex(const void *shape) { return static_cast<const ConvexShape *>(shape); }

Vec3 vector(const float *v) { return Vec3(v[0], v[1], v[2]); }

/// Of the frame that the shape was made in.
Mat44 world(const float *pose) {
    return Mat44::sRotationTranslation(Quat(pose[3], pose[4], pose[5], pose[6]), vector(pose));
}

/// Of the frame around its middle, in which Jolt keeps it.
Mat44 world_of_middle(const void *shape, const float *pose) {
    return world(pose).PreTranslated(convex(shape)->GetCenterOfMass());
}

/// The square of the distance of the cores, or FLT_MAX if it is above the square of a limit and of
/// the radii; and the radii.
float nearest(const void *a, const float *at_a, const void *b, const float *at_b, float limit,
              float &radii) {
    ConvexShape::SupportBuffer memory_a, memory_b;
    const auto mode = ConvexShape::ESupportMode::ExcludeConvexRadius;
    const auto *core_a = convex(a)->GetSupportFunction(mode, memory_a, Vec3::sOne());
    const auto *core_b = convex(b)->GetSupportFunction(mode, memory_b, Vec3::sOne());
    radii = core_a->GetConvexRadius() + core_b->GetConvexRadius();
    Mat44 b_in_a = world_of_middle(a, at_a).InversedRotationTranslation() * world_of_middle(b, at_b);
    TransformedConvexObject moved_b(b_in_a, *core_b);
    GJKClosestPoint gjk;
    Vec3 towards = b_in_a.GetTranslation();
    if (towards.IsNearZero())
        towards = Vec3::sAxisX();
    if (limit == 0.0f && radii == 0.0f)
        return gjk.Intersects(*core_a, moved_b, cDefaultCollisionTolerance, towards) ? 0.0f : FLT_MAX;
    Vec3 point_a, point_b;
    const float reach = limit + radii;
    return gjk.GetClosestPoints(*core_a, moved_b, cDefaultCollisionTolerance,
                                limit == FLT_MAX ? FLT_MAX : reach * reach, towards, point_a, point_b);
}

void collide(const void *a, const float *at_a, const void *b, const float *at_b,
             const CollideShapeSettings &settings, CollideShapeCollector &collector) {
    CollisionDispatch::sCollideShapeVsShape(convex(a), convex(b), Vec3::sOne(), Vec3::sOne(),
                                            world_of_middle(a, at_a), world_of_middle(b, at_b),
                                            SubShapeIDCreator(), SubShapeIDCreator(), settings,
                                            collector);
}

void write(float *out, float first, Vec3Arg direction) {
    Vec3 unit = direction.NormalizedOr(Vec3::sZero());
    out[0] = first;
    out[1] = unit.GetX();
    out[2] = unit.GetY();
    out[3] = unit.GetZ();
}

} // namespace

extern "C" {

void *jolt_shape(int kind, const float *x, int count) {
    start();
    ShapeSettings::ShapeResult made;
    Shape *shape = nullptr;
    switch (kind) {
    case 0:
        shape = new BoxShape(vector(x), 0.0f);
        break;
    case 1:
        shape = new SphereShape(x[0]);
        break;
    case 2:
        shape = new CapsuleShape(x[0], x[1]);
        break;
    case 3:
        shape = new CylinderShape(x[0], x[1], 0.0f);
        break;
    case 4: {
        Array<Vec3> points;
        for (int i = 0; i < count; i += 3)
            points.push_back(vector(x + i));
        ConvexHullShapeSettings settings(points, 0.0f);
        settings.mHullTolerance = 1e-6f;
        settings.SetEmbedded();
        made = settings.Create();
        if (made.HasError())
            return nullptr;
        shape = made.Get();
        break;
    }
    case 5:
        shape = new TriangleShape(vector(x), vector(x + 3), vector(x + 6), 0.0f);
        break;
    default:
        return nullptr;
    }
    shape->AddRef();
    return shape;
}

void jolt_free(void *shape) { convex(shape)->Release(); }

int jolt_boolean(const void *a, const float *at_a, const void *b, const float *at_b) {
    float radii;
    float square = nearest(a, at_a, b, at_b, 0.0f, radii);
    return square <= radii * radii;
}

float jolt_distance(const void *a, const float *at_a, const void *b, const float *at_b) {
    float radii;
    float square = nearest(a, at_a, b, at_b, FLT_MAX, radii);
    return std::fmax(std::sqrt(square) - radii, 0.0f);
}

int jolt_penetration(const void *a, const float *at_a, const void *b, const float *at_b, float *out) {
    CollideShapeSettings settings;
    ClosestHitCollisionCollector<CollideShapeCollector> collector;
    collide(a, at_a, b, at_b, settings, collector);
    if (!collector.HadHit())
        return 0;
    write(out, collector.mHit.mPenetrationDepth, collector.mHit.mPenetrationAxis);
    return 1;
}

int jolt_manifold(const void *a, const float *at_a, const void *b, const float *at_b, float margin,
                  void *, float *out) {
    CollideShapeSettings settings;
    settings.mMaxSeparationDistance = margin;
    settings.mCollectFacesMode = ECollectFacesMode::CollectFaces;
    ClosestHitCollisionCollector<CollideShapeCollector> collector;
    collide(a, at_a, b, at_b, settings, collector);
    if (!collector.HadHit())
        return 0;
    const CollideShapeResult &hit = collector.mHit;
    ContactPoints on_a, on_b;
    ManifoldBetweenTwoFaces(hit.mContactPointOn1, hit.mContactPointOn2, hit.mPenetrationAxis, margin,
                            hit.mShape1Face, hit.mShape2Face, on_a, on_b);
    if (on_a.size() > 4)
        PruneContactPoints(hit.mPenetrationAxis.Normalized(), on_a, on_b);
    write(out, -hit.mPenetrationDepth, hit.mPenetrationAxis);
    return static_cast<int>(on_a.size());
}

/* With `deepest`, shapes that start in contact get the axis of their depth, by EPA. */
static int cast_shape(const void *a, const float *at_a, const void *b, const float *at_b,
                      const float *velocity, bool deepest, float *out) {
    ShapeCast cast(convex(b), Vec3::sOne(), world_of_middle(b, at_b), vector(velocity));
    ShapeCastSettings settings;
    settings.mBackFaceModeConvex = EBackFaceMode::CollideWithBackFaces;
    settings.mReturnDeepestPoint = deepest;
    ClosestHitCollisionCollector<CastShapeCollector> collector;
    CollisionDispatch::sCastShapeVsShapeWorldSpace(cast, settings, convex(a), Vec3::sOne(), {},
                                                   world_of_middle(a, at_a), SubShapeIDCreator(),
                                                   SubShapeIDCreator(), collector);
    if (!collector.HadHit())
        return 0;
    /* It moves A, which is shape 2 of a cast, out of B. */
    write(out, collector.mHit.mFraction, -collector.mHit.mPenetrationAxis);
    return 1;
}

int jolt_shapecast(const void *a, const float *at_a, const void *b, const float *at_b,
                   const float *velocity, float *out) {
    return cast_shape(a, at_a, b, at_b, velocity, true, out);
}

int jolt_casttime(const void *a, const float *at_a, const void *b, const float *at_b,
                  const float *velocity, float *out) {
    return cast_shape(a, at_a, b, at_b, velocity, false, out);
}

int jolt_raycast(const void *a, const float *at_a, const float *from, const float *velocity,
                 float *out) {
    Mat44 at = world_of_middle(a, at_a);
    RayCast ray = RayCast(vector(from), vector(velocity)).Transformed(at.InversedRotationTranslation());
    RayCastResult hit;
    if (!convex(a)->CastRay(ray, SubShapeIDCreator(), hit))
        return 0;
    Vec3 normal = convex(a)->GetSurfaceNormal(hit.mSubShapeID2, ray.GetPointOnRay(hit.mFraction));
    write(out, hit.mFraction, at.Multiply3x3(normal));
    return 1;
}

} // extern "C"
