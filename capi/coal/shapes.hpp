// The shapes of clearance for coal's geometries. A geometry does not tell when it ends or changes, so each question looks
// whether the geometry at this address is still what the shape was made of: by its kind and numbers, by all its points, and
// by the owner of its triangles, which cannot be another as long as it is watched. So it does not matter whether points are
// moved in place, replaced, or those of another geometry at the same address.
#ifndef CLEARANCE_COAL_SHAPES_HPP
#define CLEARANCE_COAL_SHAPES_HPP

#include <clearance.h>
#include <coal/BVH/BVH_model.h>
#include <coal/shape/convex.h>
#include <coal/shape/geometric_shapes.h>

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace clearance_coal {

/// A geometry as a shape of clearance; without one, coal answers.
struct Known {
    const cl_shape *shape = nullptr;
    const cl_prepared_pose *pose = nullptr;
    bool is_convex = true, is_half_space = false;
};

using Points = std::shared_ptr<std::vector<coal::Vec3s>>;
using Triangles = std::shared_ptr<std::vector<coal::Triangle>>;

/// What tells whether a geometry is still the same.
struct Print {
    coal::NODE_TYPE type = coal::BV_UNKNOWN;
    // Its lengths, or its corners; then the radius of the ball that sweeps it.
    std::array<double, 10> numbers{};
    // Where the geometry has its points and triangles, if it has some.
    const Points *points = nullptr;
    std::size_t count = 0;
    const Triangles *triangles = nullptr;
    std::size_t triangle_count = 0;
};

namespace detail {

inline void put(std::array<double, 10> &numbers, std::size_t at, const coal::Vec3s &vector) {
    for (int i = 0; i < 3; i++) numbers[at + i] = vector[i];
}

// The print of a geometry that clearance may know; of type BV_UNKNOWN for all others.
inline Print print_of(const coal::CollisionGeometry *geometry) {
    Print print;
    print.type = geometry->getNodeType();
    auto &numbers = print.numbers;
    switch (print.type) {
    case coal::GEOM_BOX: put(numbers, 0, static_cast<const coal::Box *>(geometry)->halfSide); break;
    case coal::GEOM_SPHERE: numbers[0] = static_cast<const coal::Sphere *>(geometry)->radius; break;
    case coal::GEOM_ELLIPSOID: put(numbers, 0, static_cast<const coal::Ellipsoid *>(geometry)->radii); break;
    case coal::GEOM_CAPSULE: {
        const auto *it = static_cast<const coal::Capsule *>(geometry);
        numbers[0] = it->halfLength, numbers[1] = it->radius;
        break;
    }
    case coal::GEOM_CYLINDER: {
        const auto *it = static_cast<const coal::Cylinder *>(geometry);
        numbers[0] = it->halfLength, numbers[1] = it->radius;
        break;
    }
    case coal::GEOM_CONE: {
        const auto *it = static_cast<const coal::Cone *>(geometry);
        numbers[0] = it->halfLength, numbers[1] = it->radius;
        break;
    }
    case coal::GEOM_TRIANGLE: {
        const auto *it = static_cast<const coal::TriangleP *>(geometry);
        put(numbers, 0, it->a), put(numbers, 3, it->b), put(numbers, 6, it->c);
        break;
    }
    case coal::GEOM_HALFSPACE: {
        const auto *it = static_cast<const coal::Halfspace *>(geometry);
        put(numbers, 0, it->n), numbers[3] = it->d;
        break;
    }
    case coal::GEOM_CONVEX: {
        const auto *it = static_cast<const coal::ConvexBase *>(geometry);
        print.points = &it->points, print.count = it->num_points;
        break;
    }
    case coal::BV_AABB:
    case coal::BV_OBB:
    case coal::BV_RSS:
    case coal::BV_kIOS:
    case coal::BV_OBBRSS:
    case coal::BV_KDOP16:
    case coal::BV_KDOP18:
    case coal::BV_KDOP24: {
        const auto *it = static_cast<const coal::BVHModelBase *>(geometry);
        print.points = &it->vertices, print.count = it->num_vertices;
        print.triangles = &it->tri_indices, print.triangle_count = it->num_tris;
        return print;
    }
    default: print.type = coal::BV_UNKNOWN; return print;
    }
    numbers[9] = static_cast<const coal::ShapeBase *>(geometry)->getSweptSphereRadius();
    return print;
}

using Owner = std::shared_ptr<const cl_shape>;

// What a function of clearance makes; none if it refuses its arguments.
template <class Make> Owner owned(Make make) {
    cl_shape *shape = nullptr;
    if (make(&shape) != CL_CODE_GOOD) return {};
    return Owner(shape, [](const cl_shape *it) { cl_shape_free(const_cast<cl_shape *>(it)); });
}

// The points of a geometry, one after the other.
inline std::vector<double> flat(const std::vector<coal::Vec3s> &points, std::size_t count) {
    std::vector<double> numbers;
    numbers.reserve(3 * count);
    for (std::size_t i = 0; i < count; i++) numbers.insert(numbers.end(), points[i].data(), points[i].data() + 3);
    return numbers;
}

inline Owner mesh(const coal::BVHModelBase &model, const std::vector<double> &points) {
    // Points without triangles, or a model that is being built.
    if (!model.tri_indices || model.num_tris == 0) return {};
    std::vector<std::uint32_t> triangles;
    triangles.reserve(3 * std::size_t(model.num_tris));
    for (unsigned i = 0; i < model.num_tris; i++)
        for (int corner = 0; corner < 3; corner++)
            triangles.push_back(static_cast<std::uint32_t>((*model.tri_indices)[i][corner]));
    return owned([&](cl_shape **shape) {
        return cl_mesh(points.data(), model.num_vertices, triangles.data(), model.num_tris, shape);
    });
}

inline cl_code unswept(const Print &print, const std::vector<double> &points, cl_shape **shape) {
    const double *x = print.numbers.data();
    switch (print.type) {
    case coal::GEOM_BOX: return cl_box(x[0], x[1], x[2], shape);
    case coal::GEOM_SPHERE: return cl_sphere(x[0], shape);
    case coal::GEOM_ELLIPSOID: return cl_ellipsoid(x[0], x[1], x[2], shape);
    case coal::GEOM_CAPSULE: return cl_capsule(x[0], x[1], shape);
    case coal::GEOM_CYLINDER: return cl_cylinder(x[0], x[1], shape);
    case coal::GEOM_CONE: return cl_cone(x[0], x[1], shape);
    case coal::GEOM_TRIANGLE: return cl_triangle(x, x + 3, x + 6, shape);
    case coal::GEOM_HALFSPACE: return cl_half_space(x, x[3] + x[9], shape);
    case coal::GEOM_CONVEX: return cl_hull(points.data(), print.count, shape);
    default: return CL_CODE_BAD_ARGUMENT;
    }
}

// None if clearance refuses its numbers.
inline Owner made(const coal::CollisionGeometry *geometry, const Print &print, const std::vector<double> &points) {
    if (print.type < coal::GEOM_BOX) return mesh(*static_cast<const coal::BVHModelBase *>(geometry), points);
    const Owner own = owned([&](cl_shape **shape) { return unswept(print, points, shape); });
    const double swept = print.numbers[9];
    if (!own || swept == 0 || print.type == coal::GEOM_HALFSPACE) return own;
    return owned([&](cl_shape **shape) { return cl_rounded(own.get(), swept, shape); });
}

// Where a geometry was last, as clearance takes it: robots ask about a link with many others.
class Place {
public:
    // Null if it is no pose: coal takes any matrix.
    const cl_prepared_pose *of(const coal::Transform3s &given) {
        std::array<double, 16> now{};
        for (int column = 0; column < 3; column++)
            for (int row = 0; row < 3; row++) now[4 * column + row] = given.getRotation()(row, column);
        for (int row = 0; row < 3; row++) now[12 + row] = given.getTranslation()[row];
        now[15] = 1;
        if (std::memcmp(now.data(), matrix.data(), sizeof now) != 0) {
            matrix = now;
            is_pose = cl_pose_prepare_matrix(matrix.data(), &pose) == CL_CODE_GOOD;
        }
        return is_pose ? &pose : nullptr;
    }

private:
    std::array<double, 16> matrix{};
    cl_prepared_pose pose;
    bool is_pose = false;
};

// A shape, and what it was made of.
struct Entry {
    const coal::CollisionGeometry *geometry = nullptr;
    Print print;
    // The points as they were, which all entries of the shape share.
    std::shared_ptr<const std::vector<double>> points;
    std::weak_ptr<const void> triangles;
    Owner shape;
    Place place;

    bool is_of(const coal::CollisionGeometry *other, const Print &now) const {
        return geometry == other && print.type == now.type &&
               std::memcmp(print.numbers.data(), now.numbers.data(), sizeof now.numbers) == 0 && has_points_of(now) &&
               has_triangles_of(now);
    }

private:
    bool has_points_of(const Print &now) const {
        if (!now.points) return true;
        return points && *now.points && (*now.points)->size() >= now.count && points->size() == 3 * now.count &&
               std::memcmp(points->data(), (*now.points)->data(), points->size() * sizeof(double)) == 0;
    }
    bool has_triangles_of(const Print &now) const {
        if (!now.triangles) return true;
        return print.triangle_count == now.triangle_count && !triangles.owner_before(*now.triangles) &&
               !now.triangles->owner_before(triangles);
    }
};
static_assert(sizeof(coal::Vec3s) == 3 * sizeof(double), "points lie one after the other");

// The shapes that all threads share. Past so many addresses it begins anew, so that geometries that come and go fill no
// memory: what threads still use they own.
inline Entry shared(const coal::CollisionGeometry *geometry, const Print &print) {
    static std::mutex lock;
    static std::unordered_map<const coal::CollisionGeometry *, Entry> all;
    constexpr std::size_t MOST = 1 << 14;
    {
        const std::lock_guard<std::mutex> guard(lock);
        const auto known = all.find(geometry);
        if (known != all.end() && known->second.is_of(geometry, print)) return known->second;
    }
    // Another thread may make the same one meanwhile: then one of both is kept.
    Entry entry;
    entry.geometry = geometry;
    entry.print = print;
    if (print.triangles) entry.triangles = *print.triangles;
    // A geometry that is being built may say more points than it has: then it has no shape.
    const bool are_there = !print.points || (*print.points && (*print.points)->size() >= print.count);
    if (are_there) {
        auto points = print.points ? flat(**print.points, print.count) : std::vector<double>();
        entry.shape = made(geometry, print, points);
        entry.points = std::make_shared<const std::vector<double>>(std::move(points));
    }
    const std::lock_guard<std::mutex> guard(lock);
    if (all.size() >= MOST) all.clear();
    return all[geometry] = entry;
}

} // namespace detail

/// The shape and the pose of A or of B; the shape is made at the first question about the geometry. Both live until this
/// thread's next question about that side.
inline Known known(const coal::CollisionGeometry *geometry, const coal::Transform3s &at, bool of_b) {
    const Print print = detail::print_of(geometry);
    Known known;
    if (print.type == coal::BV_UNKNOWN) return known;
    known.is_convex = print.type >= coal::GEOM_BOX;
    known.is_half_space = print.type == coal::GEOM_HALFSPACE;

    // B has a place of its own, so that it cannot take that of A.
    static thread_local std::array<detail::Entry, 2 * 1021> near;
    detail::Entry &entry = near[2 * (reinterpret_cast<std::uintptr_t>(geometry) / 16 % 1021) + of_b];
    if (!entry.is_of(geometry, print)) entry = detail::shared(geometry, print);
    known.shape = entry.shape.get();
    known.pose = known.shape ? entry.place.of(at) : nullptr;
    return known;
}

} // namespace clearance_coal

#endif
