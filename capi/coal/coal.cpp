// coal's two questions, answered by clearance: a library that is loaded before libcoal. The functions `coal::distance` and
// `coal::collide`, and what the functors `ComputeDistance` and `ComputeCollision` run, are then these.
//
//   who asks (pinocchio, programs with coal)  ->  these  ->  both shapes known?  yes: clearance.h
//                                                                               no: the functions of coal's table
//
// Known are boxes, balls, capsules, cylinders, cones, ellipsoids, triangles, half-spaces and hulls, swept by a ball or not, and
// meshes. Answers are filled in as coal's `shape_shape_func.h` does it. coal itself answers for planes, octrees, height
// fields and points, and where clearance refuses a number. Where meshes touch, coal says which triangles and how deep; if it
// finds nothing, as with some of its kinds of trees, that they touch stands.

#include <clearance.h>
#include <coal/BVH/BVH_model.h>
#include <coal/collision.h>
#include <coal/distance.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include "shapes.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <stdexcept>

namespace {

using coal::CoalScalar;
using coal::Vec3s;

const CoalScalar MOST = (std::numeric_limits<CoalScalar>::max)();
const Vec3s NOWHERE = Vec3s::Constant(std::numeric_limits<CoalScalar>::quiet_NaN());

Vec3s vector(const double (&numbers)[3]) { return Vec3s(numbers[0], numbers[1], numbers[2]); }

// What pairs keep from one question to the next, for requests with coal's cached guess. A cache that another pair left is as
// right as none, so a place that two pairs share costs time alone.
class Caches {
public:
    cl_cache *of(const coal::CollisionGeometry *a, const coal::CollisionGeometry *b) {
        const auto place = reinterpret_cast<std::uintptr_t>(a) / 16 * 31 + reinterpret_cast<std::uintptr_t>(b) / 16;
        cl_cache *&cache = caches[place % caches.size()];
        if (!cache && cl_cache_new(&cache) != CL_CODE_GOOD) cache = nullptr;
        return cache;
    }
    Caches() = default;
    Caches(const Caches &) = delete;
    Caches &operator=(const Caches &) = delete;
    ~Caches() {
        for (cl_cache *cache : caches) cl_cache_free(cache);
    }

private:
    std::array<cl_cache *, 4099> caches{};
};

COAL_COMPILER_DIAGNOSTIC_PUSH
COAL_COMPILER_DIAGNOSTIC_IGNORED_DEPRECECATED_DECLARATIONS
bool keeps(const coal::QueryRequest &request) {
    return request.gjk_initial_guess == coal::GJKInitialGuess::CachedGuess || request.enable_cached_gjk_guess;
}
COAL_COMPILER_DIAGNOSTIC_POP

// Two known shapes where they are asked about.
struct Pair {
    clearance_coal::Known a, b;
    cl_options options{};

    // Does clearance know both?
    bool find(const coal::CollisionGeometry *o1, const coal::Transform3s &tf1, const coal::CollisionGeometry *o2,
              const coal::Transform3s &tf2, const coal::QueryRequest &request) {
        a = clearance_coal::known(o1, tf1, false);
        if (!a.pose) return false;
        b = clearance_coal::known(o2, tf2, true);
        if (!b.pose || (a.is_half_space && b.is_half_space)) return false;
        if (keeps(request)) {
            static thread_local Caches caches;
            options.cache = caches.of(o1, o2);
        }
        return true;
    }
    bool is_convex() const { return a.is_convex && b.is_convex; }

    bool within(double distance, bool &answer) const {
        return cl_within_prepared(a.shape, a.pose, b.shape, b.pose, &options, distance, &answer) == CL_CODE_GOOD;
    }
    bool nearest(cl_closest_points_answer &answer) const {
        return cl_closest_points_prepared(a.shape, a.pose, b.shape, b.pose, &options, &answer) == CL_CODE_GOOD;
    }
    bool pieces(cl_separation_answer &answer) const {
        return cl_separation_prepared(a.shape, a.pose, b.shape, b.pose, &answer) == CL_CODE_GOOD;
    }
    bool clearance(cl_clearance_answer &answer) const {
        return cl_clearance_prepared(a.shape, a.pose, b.shape, b.pose, &options, &answer) == CL_CODE_GOOD;
    }
};

// A distance with its sign, as coal's functions for two shapes give it.
struct Found {
    // Without a depth, an overlap is minus infinity's stand-in, as coal has it.
    CoalScalar distance = -MOST;
    Vec3s p1 = NOWHERE, p2 = NOWHERE, normal = NOWHERE;
    int b1 = coal::DistanceResult::NONE, b2 = coal::DistanceResult::NONE;
    // Is a gap proven?
    bool is_apart = false;

    bool ask(const Pair &pair, bool wants_depth) {
        if (!pair.is_convex()) return ask_pieces(pair);
        if (wants_depth) {
            cl_clearance_answer answer;
            if (!pair.clearance(answer)) return false;
            set(answer.signed_distance, answer.point_a, answer.point_b, answer.normal);
            is_apart = answer.status == CL_STATUS_APART;
            return true;
        }
        cl_closest_points_answer answer;
        if (!pair.nearest(answer)) return false;
        is_apart = answer.apart;
        if (is_apart) set(answer.distance, answer.point_a, answer.point_b, answer.normal);
        return true;
    }

private:
    bool ask_pieces(const Pair &pair) {
        cl_separation_answer answer;
        if (!pair.pieces(answer)) return false;
        is_apart = answer.lower > 0;
        set(answer.distance, answer.point_a, answer.point_b, answer.normal);
        b1 = static_cast<int>(answer.piece_a.facet);
        b2 = static_cast<int>(answer.piece_b.facet);
        return true;
    }
    void set(double number, const double (&a)[3], const double (&b)[3], const double (&n)[3]) {
        distance = number;
        p1 = vector(a);
        p2 = vector(b);
        normal = vector(n);
    }
};

// The guess that coal would have left: the ray of its search in the frame of the first shape.
template <class Request, class Result>
void keep(const coal::Transform3s &tf1, const Found &found, const Request &request, Result &result) {
    result.cached_gjk_guess =
        found.is_apart ? Vec3s(tf1.getRotation().transpose() * (found.p1 - found.p2)) : Vec3s(1, 0, 0);
    result.cached_support_func_guess = coal::support_func_guess_t::Zero();
    request.updateGuess(result);
}

// The same after coal has answered.
template <class Request, class Result> void keep(const coal::GJKSolver &solver, const Request &request, Result &result) {
    result.cached_gjk_guess = solver.cached_guess;
    result.cached_support_func_guess = solver.support_func_cached_guess;
    request.updateGuess(result);
}

// What clearance says: nothing, all, or that two meshes touch, of which coal tells the rest.
enum class Answer { None, All, Touching };

// The answer is in `result`, and `distance` is what the function returns; `found` is where meshes touch.
Answer distance_of(const coal::CollisionGeometry *o1, const coal::Transform3s &tf1, const coal::CollisionGeometry *o2,
                   const coal::Transform3s &tf2, const coal::DistanceRequest &request, coal::DistanceResult &result,
                   CoalScalar &distance, Found &found) {
    Pair pair;
    if (!pair.find(o1, tf1, o2, tf2, request)) return Answer::None;
    if (request.isSatisfied(result)) {
        distance = result.min_distance;
        return Answer::All;
    }
    if (!found.ask(pair, pair.is_convex())) return Answer::None;
    if (!pair.is_convex() && !found.is_apart) return Answer::Touching;
    if (!request.enable_signed_distance && found.distance < 0) found.distance = 0;
    result.update(found.distance, o1, o2, found.b1, found.b2, found.p1, found.p2, found.normal);
    distance = pair.is_convex() ? found.distance : result.min_distance;
    keep(tf1, found, request, result);
    return Answer::All;
}

// With minus infinity as its margin a request asks for nothing, before anything else is looked at.
bool asks_nothing(const coal::CollisionRequest &request, coal::CollisionResult &result) {
    const bool is_off = request.security_margin == -std::numeric_limits<CoalScalar>::infinity();
    if (is_off) result.clear();
    return is_off;
}

// Are they proven to be farther apart than all that was asked for? Then no numbers are needed: coal's search ends there, too.
bool are_far(const Pair &pair, const coal::CollisionRequest &request, coal::CollisionResult &result) {
    const CoalScalar least = request.security_margin + request.collision_distance_threshold;
    const CoalScalar wanted =
        pair.is_convex() ? request.distance_upper_bound : request.security_margin + request.break_distance;
    const CoalScalar limit = (std::max)(wanted, least);
    bool are_near = true;
    if (!(limit >= 0 && limit < MOST) || !pair.within(limit, are_near) || are_near) return false;
    result.updateDistanceLowerBound(limit - request.security_margin);
    return true;
}

// The same of contacts: those of two convex shapes, or none for what is apart.
Answer contacts_of(const coal::CollisionGeometry *o1, const coal::Transform3s &tf1, const coal::CollisionGeometry *o2,
                   const coal::Transform3s &tf2, const coal::CollisionRequest &request, coal::CollisionResult &result,
                   std::size_t &count, Found &found) {
    Pair pair;
    // coal refuses a request for 0 contacts, and knows what margins mean that are not finite.
    if (request.num_max_contacts == 0 || !std::isfinite(request.security_margin)) return Answer::None;
    if (!pair.find(o1, tf1, o2, tf2, request)) return Answer::None;
    if (request.isSatisfied(result)) {
        count = result.numContacts();
        return Answer::All;
    }
    count = 0;
    if (are_far(pair, request, result)) {
        keep(tf1, found, request, result);
        return Answer::All;
    }
    const bool wants_depth = pair.is_convex() && (request.enable_contact || request.security_margin < 0);
    if (!found.ask(pair, wants_depth)) return Answer::None;
    const CoalScalar beyond = found.distance - request.security_margin;
    // What touches within rounding touches.
    const bool is_contact =
        beyond <= request.collision_distance_threshold || (request.security_margin >= 0 && !found.is_apart);
    // How deep meshes are, coal has its own idea.
    if (!pair.is_convex() && !found.is_apart && request.security_margin < 0) return Answer::None;
    if (is_contact && !pair.is_convex()) return Answer::Touching;
    coal::internal::updateDistanceLowerBoundFromLeaf(request, result, beyond, found.p1, found.p2, found.normal);
    if (is_contact && result.numContacts() < request.num_max_contacts) {
        result.addContact(coal::Contact(o1, o2, coal::Contact::NONE, coal::Contact::NONE, found.p1, found.p2, found.normal,
                                        found.distance));
        count = result.numContacts();
    }
    keep(tf1, found, request, result);
    return Answer::All;
}

// Meshes that touch, of which coal has found nothing.
void touch(const coal::CollisionGeometry *o1, const coal::CollisionGeometry *o2, Found &found, coal::DistanceResult &result) {
    found.distance = 0;
    result.update(found.distance, o1, o2, found.b1, found.b2, found.p1, found.p2, found.normal);
}

void touch(const coal::CollisionGeometry *o1, const coal::CollisionGeometry *o2, Found &found, coal::CollisionResult &result) {
    const CoalScalar distance = found.is_apart ? found.distance : 0;
    result.updateDistanceLowerBound(distance);
    result.addContact(coal::Contact(o1, o2, found.b1, found.b2, found.p1, found.p2, found.normal, distance));
}

} // namespace

namespace coal {

// The functors' `operator()` is coal's, and calls these, also through classes that derive from them, as those of pinocchio,
// which set the geometries here.

CoalScalar ComputeDistance::run(const Transform3s &tf1, const Transform3s &tf2, const DistanceRequest &request,
                                DistanceResult &result) const {
    CoalScalar distance;
    Found found;
    const Answer answer = distance_of(o1, tf1, o2, tf2, request, result, distance, found);
    if (answer == Answer::All) return distance;
    if (swap_geoms) {
        distance = func(o2, tf2, o1, tf1, &solver, request, result);
        std::swap(result.o1, result.o2);
        result.nearest_points[0].swap(result.nearest_points[1]);
        result.normal *= -1;
    } else {
        distance = func(o1, tf1, o2, tf2, &solver, request, result);
    }
    if (answer == Answer::Touching && distance > 0) {
        touch(o1, o2, found, result);
        distance = 0;
    }
    keep(solver, request, result);
    return distance;
}

std::size_t ComputeCollision::run(const Transform3s &tf1, const Transform3s &tf2, const CollisionRequest &request,
                                  CollisionResult &result) const {
    if (asks_nothing(request, result)) return 0;
    std::size_t count;
    Found found;
    const Answer answer = contacts_of(o1, tf1, o2, tf2, request, result, count, found);
    if (answer == Answer::All) return count;
    if (swap_geoms) {
        count = func(o2, tf2, o1, tf1, &solver, request, result);
        result.swapObjects();
        result.nearest_points[0].swap(result.nearest_points[1]);
        result.normal *= -1;
    } else {
        count = func(o1, tf1, o2, tf2, &solver, request, result);
    }
    if (answer == Answer::Touching && count == 0 && result.numContacts() == 0) {
        touch(o1, o2, found, result);
        count = 1;
    }
    keep(solver, request, result);
    return count;
}

CoalScalar distance(const CollisionGeometry *o1, const Transform3s &tf1, const CollisionGeometry *o2, const Transform3s &tf2,
                    const DistanceRequest &request, DistanceResult &result) {
    CoalScalar distance;
    Found found;
    const Answer answer = distance_of(o1, tf1, o2, tf2, request, result, distance, found);
    if (answer == Answer::All) return distance;
    if (answer == Answer::None) return ComputeDistance(o1, o2)(tf1, tf2, request, result);
    try {
        return ComputeDistance(o1, o2)(tf1, tf2, request, result);
    } catch (const std::invalid_argument &) {
        // coal has no depths for some kinds of trees.
        touch(o1, o2, found, result);
        return 0;
    }
}

CoalScalar distance(const CollisionObject *o1, const CollisionObject *o2, const DistanceRequest &request,
                    DistanceResult &result) {
    return distance(o1->collisionGeometryPtr(), o1->getTransform(), o2->collisionGeometryPtr(), o2->getTransform(), request,
                    result);
}

std::size_t collide(const CollisionGeometry *o1, const Transform3s &tf1, const CollisionGeometry *o2, const Transform3s &tf2,
                    const CollisionRequest &request, CollisionResult &result) {
    if (asks_nothing(request, result)) return 0;
    std::size_t count;
    Found found;
    if (contacts_of(o1, tf1, o2, tf2, request, result, count, found) == Answer::All) return count;
    if (request.num_max_contacts == 0)
        COAL_THROW_PRETTY("Invalid number of max contacts (current value is 0).", std::invalid_argument);
    return ComputeCollision(o1, o2)(tf1, tf2, request, result);
}

std::size_t collide(const CollisionObject *o1, const CollisionObject *o2, const CollisionRequest &request,
                    CollisionResult &result) {
    return collide(o1->collisionGeometryPtr(), o1->getTransform(), o2->collisionGeometryPtr(), o2->getTransform(), request,
                   result);
}

} // namespace coal
