// Bullet behind the functions that src/peers/foreign.rs names. Margins are 0, so that shapes are
// those of the others. GJK with EPA answers for what is near; manifolds are made by the algorithm
// that Bullet's dispatcher finds for the pair, with its persistent manifold.

#include <btBulletCollisionCommon.h>

#include <BulletCollision/CollisionDispatch/btCollisionObjectWrapper.h>
#include <BulletCollision/CollisionShapes/btTriangleShape.h>
#include <BulletCollision/NarrowPhaseCollision/btContinuousConvexCollision.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btSubSimplexConvexCast.h>

#include <cmath>

namespace {

const btConvexShape *convex(const void *shape) { return static_cast<const btConvexShape *>(shape); }

btVector3 vector(const float *v) { return btVector3(v[0], v[1], v[2]); }

btTransform world(const float *pose) {
    return btTransform(btQuaternion(pose[3], pose[4], pose[5], pose[6]), vector(pose));
}

btPointCollector nearest(const void *a, const float *at_a, const void *b, const float *at_b,
                         float limit) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btGjkPairDetector detector(convex(a), convex(b), convex(a)->getShapeType(),
                               convex(b)->getShapeType(), convex(a)->getMargin(),
                               convex(b)->getMargin(), &simplex, &epa);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = world(at_a);
    input.m_transformB = world(at_b);
    input.m_maximumDistanceSquared = limit;
    btPointCollector found;
    detector.getClosestPoints(input, found, nullptr);
    return found;
}

void write(float *out, float first, const btVector3 &normal) {
    out[0] = first;
    out[1] = normal.x();
    out[2] = normal.y();
    out[3] = normal.z();
}

struct Dispatcher {
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
};

btCollisionDispatcher &dispatcher() {
    static Dispatcher all;
    return all.dispatcher;
}

/// Two bodies of a world.
struct Memory {
    btCollisionObject a, b;
    btPersistentManifold *manifold;
    btCollisionAlgorithm *algorithm;
};

} // namespace

extern "C" {

void *bullet_shape(int kind, const float *x, int count) {
    btConvexInternalShape *shape = nullptr;
    switch (kind) {
    case 0:
        shape = new btBoxShape(vector(x));
        shape->setMargin(0.0f);
        return static_cast<btConvexShape *>(shape);
    case 1:
        return static_cast<btConvexShape *>(new btSphereShape(x[0]));
    case 2:
        return static_cast<btConvexShape *>(new btCapsuleShape(x[1], 2.0f * x[0]));
    case 3:
        shape = new btCylinderShape(btVector3(x[1], x[0], x[1]));
        shape->setMargin(0.0f);
        return static_cast<btConvexShape *>(shape);
    case 4: {
        auto *hull = new btConvexHullShape();
        for (int i = 0; i < count; i += 3)
            hull->addPoint(vector(x + i), false);
        hull->recalcLocalAabb();
        hull->setMargin(0.0f);
        hull->initializePolyhedralFeatures();
        return static_cast<btConvexShape *>(hull);
    }
    case 5:
        shape = new btTriangleShape(vector(x), vector(x + 3), vector(x + 6));
        shape->setMargin(0.0f);
        return static_cast<btConvexShape *>(shape);
    default:
        return nullptr;
    }
}

void bullet_free(void *shape) { delete static_cast<btConvexShape *>(shape); }

int bullet_boolean(const void *a, const float *at_a, const void *b, const float *at_b) {
    auto found = nearest(a, at_a, b, at_b, 0.0f);
    return found.m_hasResult && found.m_distance <= 0.0f;
}

float bullet_distance(const void *a, const float *at_a, const void *b, const float *at_b) {
    auto found = nearest(a, at_a, b, at_b, BT_LARGE_FLOAT);
    return found.m_hasResult ? std::fmax(found.m_distance, 0.0f) : NAN;
}

int bullet_penetration(const void *a, const float *at_a, const void *b, const float *at_b, float *out) {
    auto found = nearest(a, at_a, b, at_b, 0.0f);
    if (!found.m_hasResult || found.m_distance > 0.0f)
        return 0;
    write(out, -found.m_distance, -found.m_normalOnBInWorld);
    return 1;
}

void *bullet_memory(const void *a, const void *b) {
    auto *memory = new Memory;
    memory->a.setCollisionShape(const_cast<btConvexShape *>(convex(a)));
    memory->b.setCollisionShape(const_cast<btConvexShape *>(convex(b)));
    btCollisionObjectWrapper in_a(nullptr, convex(a), &memory->a, memory->a.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper in_b(nullptr, convex(b), &memory->b, memory->b.getWorldTransform(), -1, -1);
    memory->algorithm =
        dispatcher().findAlgorithm(&in_a, &in_b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    // The algorithm makes the manifold, some of them when they are first asked.
    btManifoldResult result(&in_a, &in_b);
    btDispatcherInfo info;
    memory->algorithm->processCollision(&in_a, &in_b, info, &result);
    btManifoldArray manifolds;
    memory->algorithm->getAllContactManifolds(manifolds);
    memory->manifold = manifolds[0];
    memory->manifold->clearManifold();
    return memory;
}

void bullet_forget(void *memory) { static_cast<Memory *>(memory)->manifold->clearManifold(); }

void bullet_free_memory(void *memory) {
    auto *known = static_cast<Memory *>(memory);
    known->algorithm->~btCollisionAlgorithm();
    dispatcher().freeCollisionAlgorithm(known->algorithm);
    delete known;
}

int bullet_manifold(const void *a, const float *at_a, const void *b, const float *at_b, float margin,
                    void *memory, float *out) {
    auto *known = static_cast<Memory *>(memory);
    known->a.setWorldTransform(world(at_a));
    known->b.setWorldTransform(world(at_b));
    btCollisionObjectWrapper in_a(nullptr, convex(a), &known->a, known->a.getWorldTransform(), -1, -1);
    btCollisionObjectWrapper in_b(nullptr, convex(b), &known->b, known->b.getWorldTransform(), -1, -1);
    btPersistentManifold *manifold = known->manifold;
    manifold->setContactBreakingThreshold(margin);
    manifold->setContactProcessingThreshold(margin);
    btManifoldResult result(&in_a, &in_b);
    btDispatcherInfo info;
    known->algorithm->processCollision(&in_a, &in_b, info, &result);
    int least = -1;
    for (int i = 0; i < manifold->getNumContacts(); i++)
        if (least < 0 || manifold->getContactPoint(i).getDistance() <
                             manifold->getContactPoint(least).getDistance())
            least = i;
    if (least < 0)
        return 0;
    const btManifoldPoint &point = manifold->getContactPoint(least);
    const bool swapped = manifold->getBody0() != &known->a;
    write(out, point.getDistance(), swapped ? point.m_normalWorldOnB : -point.m_normalWorldOnB);
    return manifold->getNumContacts();
}

int bullet_shapecast(const void *a, const float *at_a, const void *b, const float *at_b,
                     const float *velocity, float *out) {
    btVoronoiSimplexSolver simplex;
    btGjkEpaPenetrationDepthSolver epa;
    btContinuousConvexCollision caster(convex(b), convex(a), &simplex, &epa);
    btConvexCast::CastResult result;
    result.m_fraction = 1.0f;
    result.m_allowedPenetration = 0.0f;
    btTransform from = world(at_b), to = from, still = world(at_a);
    to.getOrigin() += vector(velocity);
    if (!caster.calcTimeOfImpact(from, to, still, still, result))
        return 0;
    write(out, result.m_fraction, result.m_normal);
    return 1;
}

int bullet_raycast(const void *a, const float *at_a, const float *from, const float *velocity,
                   float *out) {
    btSphereShape point(0.0f);
    btVoronoiSimplexSolver simplex;
    btSubsimplexConvexCast caster(&point, convex(a), &simplex);
    btConvexCast::CastResult result;
    result.m_fraction = 1.0f;
    btTransform start(btQuaternion::getIdentity(), vector(from)), end = start, still = world(at_a);
    end.getOrigin() += vector(velocity);
    if (!caster.calcTimeOfImpact(start, end, still, still, result))
        return 0;
    btVector3 normal = result.m_normal;
    if (normal.length2() > 0.0f)
        normal.normalize();
    write(out, result.m_fraction, normal);
    return 1;
}

} // extern "C"
