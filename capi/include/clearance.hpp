// clearance for C++17: values and owners on top of clearance.h, whose comments say what each question means.
//
//   clearance::Shape, Pose, distance(..)   space, in double          clearance::f32::..        in float
//   clearance::plane::..                   the plane, in double      clearance::plane_f32::..  in float
//
// A bad argument throws std::invalid_argument with a sentence that begins with its name, too little memory std::bad_alloc.
// Who wants codes in the place of exceptions uses the functions of clearance.h, to which `get` gives the pointers.
#ifndef CLEARANCE_HPP
#define CLEARANCE_HPP

#include "clearance.h"

#include <array>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace clearance {

/// Throws if a function of clearance.h refused something.
inline void check(cl_code code) {
    switch (code) {
    case CL_CODE_GOOD: return;
    case CL_CODE_BAD_ARGUMENT: throw std::invalid_argument(cl_last_error());
    case CL_CODE_NO_MEMORY: throw std::bad_alloc();
    default: throw std::runtime_error(cl_last_error());
    }
}

namespace detail {

// The types and functions of a space, under names without a prefix.
#define CLEARANCE_TYPE(prefix, name) using name = prefix##name;
#define CLEARANCE_CALL(prefix, name) \
    template <class... Given> static cl_code name(Given... given) { return prefix##name(given...); }

#define CLEARANCE_COMMON(prefix, number, dimension) \
    using real = number; \
    using vector = std::array<number, dimension>; \
    static constexpr std::size_t dim = dimension; \
    CLEARANCE_TYPE(prefix, pose) CLEARANCE_TYPE(prefix, prepared_pose) CLEARANCE_TYPE(prefix, shape) \
    CLEARANCE_TYPE(prefix, options) CLEARANCE_TYPE(prefix, clearance_answer) \
    CLEARANCE_TYPE(prefix, closest_points_answer) CLEARANCE_TYPE(prefix, separation_answer) CLEARANCE_TYPE(prefix, penetration_answer) \
    CLEARANCE_TYPE(prefix, contact_point) CLEARANCE_TYPE(prefix, manifold_answer) CLEARANCE_TYPE(prefix, patch_point) \
    CLEARANCE_TYPE(prefix, sweep) CLEARANCE_TYPE(prefix, impact) CLEARANCE_TYPE(prefix, ray) \
    CLEARANCE_TYPE(prefix, ray_hit) CLEARANCE_TYPE(prefix, projection) CLEARANCE_TYPE(prefix, scene) \
    CLEARANCE_TYPE(prefix, body_contact) CLEARANCE_TYPE(prefix, near_bodies) CLEARANCE_TYPE(prefix, body_ray_hit) \
    CLEARANCE_TYPE(prefix, body_impact) CLEARANCE_TYPE(prefix, walk) CLEARANCE_TYPE(prefix, moved) \
    CLEARANCE_TYPE(prefix, bump) \
    CLEARANCE_CALL(prefix, box) CLEARANCE_CALL(prefix, segment) CLEARANCE_CALL(prefix, capsule_between) \
    CLEARANCE_CALL(prefix, hull) CLEARANCE_CALL(prefix, rounded) CLEARANCE_CALL(prefix, scaled) \
    CLEARANCE_CALL(prefix, compound) CLEARANCE_CALL(prefix, custom) CLEARANCE_CALL(prefix, shape_kind) \
    CLEARANCE_CALL(prefix, shape_bounds) CLEARANCE_CALL(prefix, shape_free) CLEARANCE_CALL(prefix, pose_prepare) \
    CLEARANCE_CALL(prefix, pose_prepare_matrix) \
    CLEARANCE_CALL(prefix, intersects) CLEARANCE_CALL(prefix, intersects_prepared) \
    CLEARANCE_CALL(prefix, within) CLEARANCE_CALL(prefix, within_prepared) \
    CLEARANCE_CALL(prefix, distance) CLEARANCE_CALL(prefix, distance_prepared) \
    CLEARANCE_CALL(prefix, closest_points) CLEARANCE_CALL(prefix, closest_points_prepared) \
    CLEARANCE_CALL(prefix, clearance) CLEARANCE_CALL(prefix, clearance_prepared) \
    CLEARANCE_CALL(prefix, separation) CLEARANCE_CALL(prefix, separation_prepared) \
    CLEARANCE_CALL(prefix, penetration) CLEARANCE_CALL(prefix, penetration_prepared) \
    CLEARANCE_CALL(prefix, manifold) CLEARANCE_CALL(prefix, manifold_prepared) \
    CLEARANCE_CALL(prefix, contacts) CLEARANCE_CALL(prefix, contacts_prepared) \
    CLEARANCE_CALL(prefix, sweep_between) CLEARANCE_CALL(prefix, cast) CLEARANCE_CALL(prefix, cast_ray) \
    CLEARANCE_CALL(prefix, cast_rays) CLEARANCE_CALL(prefix, cast_ray_all) CLEARANCE_CALL(prefix, contains) \
    CLEARANCE_CALL(prefix, project) CLEARANCE_CALL(prefix, project_points) CLEARANCE_CALL(prefix, batch_intersects) \
    CLEARANCE_CALL(prefix, batch_distance) CLEARANCE_CALL(prefix, batch_clearance) CLEARANCE_CALL(prefix, scene_new) \
    CLEARANCE_CALL(prefix, scene_add) CLEARANCE_CALL(prefix, scene_place) CLEARANCE_CALL(prefix, scene_place_all) \
    CLEARANCE_CALL(prefix, scene_set_shape) CLEARANCE_CALL(prefix, scene_remove) CLEARANCE_CALL(prefix, scene_ignore) \
    CLEARANCE_CALL(prefix, scene_pose) CLEARANCE_CALL(prefix, scene_step) CLEARANCE_CALL(prefix, scene_contacts) \
    CLEARANCE_CALL(prefix, scene_events) CLEARANCE_CALL(prefix, scene_nearest) CLEARANCE_CALL(prefix, scene_within) \
    CLEARANCE_CALL(prefix, scene_cast_ray) CLEARANCE_CALL(prefix, scene_cast_shape) \
    CLEARANCE_CALL(prefix, scene_touching) CLEARANCE_CALL(prefix, scene_containing) CLEARANCE_CALL(prefix, walk_new) \
    CLEARANCE_CALL(prefix, scene_move_and_slide) CLEARANCE_CALL(prefix, scene_free)

#define CLEARANCE_SPACE(name, prefix, number) \
    struct name { \
        CLEARANCE_COMMON(prefix, number, 3) \
        using turn = std::array<number, 4>; \
        static constexpr turn still{0, 0, 0, 1}; \
        static void set_turn(pose &pose, const turn &turn) { std::memcpy(pose.quaternion, turn.data(), sizeof turn); } \
        CLEARANCE_CALL(prefix, sphere) CLEARANCE_CALL(prefix, ellipsoid) CLEARANCE_CALL(prefix, capsule) \
        CLEARANCE_CALL(prefix, cylinder) CLEARANCE_CALL(prefix, cone) CLEARANCE_CALL(prefix, triangle) \
        CLEARANCE_CALL(prefix, half_space) CLEARANCE_CALL(prefix, mesh) CLEARANCE_CALL(prefix, solid) \
        CLEARANCE_CALL(prefix, height_field) \
    };

#define CLEARANCE_PLANE(name, prefix, number) \
    struct name { \
        CLEARANCE_COMMON(prefix, number, 2) \
        using turn = number; \
        static constexpr turn still = 0; \
        static void set_turn(pose &pose, turn turn) { pose.angle = turn; } \
        CLEARANCE_CALL(prefix, circle) CLEARANCE_CALL(prefix, ellipse) CLEARANCE_CALL(prefix, polygon) \
        CLEARANCE_CALL(prefix, half_plane) CLEARANCE_CALL(prefix, chain) CLEARANCE_CALL(prefix, region) \
    };

CLEARANCE_SPACE(Space, cl_, double)
CLEARANCE_SPACE(SpaceF32, clf_, float)
CLEARANCE_PLANE(Plane, cl2_, double)
CLEARANCE_PLANE(PlaneF32, clf2_, float)

#undef CLEARANCE_TYPE
#undef CLEARANCE_CALL
#undef CLEARANCE_COMMON
#undef CLEARANCE_SPACE
#undef CLEARANCE_PLANE

/// The numbers of vectors, one after the other.
template <class Vector> const typename Vector::value_type *numbers(const std::vector<Vector> &vectors) {
    return vectors.empty() ? nullptr : vectors.front().data();
}

/// What a function with room for answers writes: asked again if there is not enough.
template <class Answer, class Call> std::vector<Answer> all(Call call) {
    std::vector<Answer> answers(16);
    std::size_t count = 0;
    check(call(answers.data(), answers.size(), &count));
    if (count > answers.size()) {
        answers.resize(count);
        check(call(answers.data(), answers.size(), &count));
    }
    answers.resize(count);
    return answers;
}

inline void same_length(std::size_t a, std::size_t b, const char *what) {
    if (a != b) throw std::invalid_argument(what);
}

} // namespace detail

/// Where a shape is: a translation, and a quaternion x, y, z, w; in the plane an angle.
template <class S> struct BasicPose : S::pose {
    using Vector = typename S::vector;
    BasicPose() : BasicPose(Vector{}) {}
    BasicPose(const Vector &translation, const typename S::turn &turn = S::still) {
        std::memcpy(this->translation, translation.data(), sizeof this->translation);
        S::set_turn(*this, turn);
    }
    /// A pose of clearance.h.
    static BasicPose of(const typename S::pose &plain) {
        BasicPose pose;
        static_cast<typename S::pose &>(pose) = plain;
        return pose;
    }
};

/// A pose that was checked and normalised once, for many questions.
template <class S> struct BasicPreparedPose : S::prepared_pose {
    using Matrix = std::array<typename S::real, (S::dim + 1) * (S::dim + 1)>;
    explicit BasicPreparedPose(const BasicPose<S> &pose) { check(S::pose_prepare(&pose, this)); }
    /// From the columns of a matrix that rotates and translates, one after the other.
    explicit BasicPreparedPose(const Matrix &matrix) { check(S::pose_prepare_matrix(matrix.data(), this)); }
};

/// What a pair keeps from one question to the next; one thread uses it at a time.
class Cache {
public:
    Cache() {
        cl_cache *cache = nullptr;
        check(cl_cache_new(&cache));
        own.reset(cache);
    }
    cl_cache *get() const { return own.get(); }

private:
    struct Free {
        void operator()(cl_cache *cache) const { cl_cache_free(cache); }
    };
    std::unique_ptr<cl_cache, Free> own;
};

/// A shape of any kind. It never changes; copies share it, and so may threads.
template <class S> class BasicShape {
public:
    using real = typename S::real;
    using Vector = typename S::vector;
    using Triangle = std::array<std::uint32_t, 3>;

    static BasicShape sphere(real radius) {
        return made([&](auto out) { return S::sphere(radius, out); });
    }
    /// By half of the lengths of its edges.
    static BasicShape box(const Vector &halves) {
        return made([&](auto out) {
            if constexpr (S::dim == 3) return S::box(halves[0], halves[1], halves[2], out);
            else return S::box(halves[0], halves[1], out);
        });
    }
    static BasicShape ellipsoid(const Vector &radii) {
        return made([&](auto out) { return S::ellipsoid(radii[0], radii[1], radii[2], out); });
    }
    /// Along z.
    static BasicShape capsule(real half_length, real radius) {
        return made([&](auto out) { return S::capsule(half_length, radius, out); });
    }
    /// Along z.
    static BasicShape cylinder(real half_height, real radius) {
        return made([&](auto out) { return S::cylinder(half_height, radius, out); });
    }
    /// Along z; the apex is at half_height.
    static BasicShape cone(real half_height, real radius) {
        return made([&](auto out) { return S::cone(half_height, radius, out); });
    }
    static BasicShape triangle(const Vector &a, const Vector &b, const Vector &c) {
        return made([&](auto out) { return S::triangle(a.data(), b.data(), c.data(), out); });
    }
    static BasicShape half_space(const Vector &normal, real offset) {
        return made([&](auto out) { return S::half_space(normal.data(), offset, out); });
    }
    static BasicShape mesh(const std::vector<Vector> &vertices, const std::vector<Triangle> &triangles) {
        return made([&](auto out) {
            return S::mesh(detail::numbers(vertices), vertices.size(), detail::numbers(triangles), triangles.size(), out);
        });
    }
    static BasicShape solid(const std::vector<Vector> &vertices, const std::vector<Triangle> &triangles) {
        return made([&](auto out) {
            return S::solid(detail::numbers(vertices), vertices.size(), detail::numbers(triangles), triangles.size(), out);
        });
    }
    /// Row after row.
    static BasicShape height_field(const std::vector<real> &heights, std::size_t rows, std::size_t columns, real cell_x,
                                   real cell_y) {
        if (columns != 0 && heights.size() / columns < rows) throw std::invalid_argument("heights: too few");
        return made([&](auto out) { return S::height_field(heights.data(), rows, columns, cell_x, cell_y, out); });
    }
    static BasicShape circle(real radius) {
        return made([&](auto out) { return S::circle(radius, out); });
    }
    static BasicShape ellipse(const Vector &radii) {
        return made([&](auto out) { return S::ellipse(radii[0], radii[1], out); });
    }
    static BasicShape polygon(const std::vector<Vector> &corners) {
        return made([&](auto out) { return S::polygon(detail::numbers(corners), corners.size(), out); });
    }
    static BasicShape half_plane(const Vector &normal, real offset) {
        return made([&](auto out) { return S::half_plane(normal.data(), offset, out); });
    }
    static BasicShape chain(const std::vector<Vector> &points, bool closed) {
        return made([&](auto out) { return S::chain(detail::numbers(points), points.size(), closed, out); });
    }
    /// What outlines enclose: counterclockwise ones, less clockwise ones in them.
    static BasicShape region(const std::vector<std::vector<Vector>> &outlines) {
        std::vector<Vector> points;
        std::vector<std::size_t> lengths;
        for (const auto &outline : outlines) {
            points.insert(points.end(), outline.begin(), outline.end());
            lengths.push_back(outline.size());
        }
        return made([&](auto out) { return S::region(detail::numbers(points), lengths.data(), lengths.size(), out); });
    }
    static BasicShape segment(const Vector &a, const Vector &b) {
        return made([&](auto out) { return S::segment(a.data(), b.data(), out); });
    }
    static BasicShape capsule(const Vector &a, const Vector &b, real radius) {
        return made([&](auto out) { return S::capsule_between(a.data(), b.data(), radius, out); });
    }
    static BasicShape hull(const std::vector<Vector> &points) {
        return made([&](auto out) { return S::hull(detail::numbers(points), points.size(), out); });
    }
    static BasicShape compound(const std::vector<std::pair<BasicShape, BasicPose<S>>> &parts) {
        std::vector<const typename S::shape *> shapes;
        std::vector<typename S::pose> poses;
        for (const auto &[shape, pose] : parts) {
            shapes.push_back(shape.get());
            poses.push_back(pose);
        }
        return made([&](auto out) { return S::compound(shapes.data(), poses.data(), shapes.size(), out); });
    }
    /// A convex shape of one's own: `support` gives for a direction the point that is farthest along it. Several threads
    /// call it at once, and it must not throw.
    template <class Support> static BasicShape custom(Support support, const Vector &center, real radius = 0) {
        auto call = [](void *data, const real *direction, real *point) noexcept {
            Vector given;
            std::memcpy(given.data(), direction, sizeof given);
            const Vector found = (*static_cast<const Support *>(data))(given);
            std::memcpy(point, found.data(), sizeof found);
        };
        auto release = [](void *data) { delete static_cast<Support *>(data); };
        auto *data = new Support(std::move(support));
        // From here on the library owns the data, also if it refuses the shape.
        return made([&](auto out) { return S::custom(+call, static_cast<void *>(data), +release, center.data(), radius, out); });
    }

    /// All points within the radius of it.
    BasicShape rounded(real radius) const {
        return made([&](auto out) { return S::rounded(get(), radius, out); });
    }
    BasicShape scaled(const Vector &factors) const {
        return made([&](auto out) { return S::scaled(get(), factors.data(), out); });
    }
    /// A `cl_kind`.
    cl_kind kind() const {
        cl_kind kind;
        check(S::shape_kind(get(), &kind));
        return kind;
    }
    /// The lower and the upper corner of the box around it.
    std::pair<Vector, Vector> bounds(const BasicPose<S> &pose = {}) const {
        std::pair<Vector, Vector> box;
        check(S::shape_bounds(get(), &pose, box.first.data(), box.second.data()));
        return box;
    }
    const typename S::shape *get() const { return own.get(); }

private:
    explicit BasicShape(typename S::shape *shape) : own(shape, [](typename S::shape *shape) { S::shape_free(shape); }) {}
    template <class Make> static BasicShape made(Make make) {
        typename S::shape *shape = nullptr;
        check(make(&shape));
        return BasicShape(shape);
    }
    std::shared_ptr<typename S::shape> own;
};

/// Options of a question at prepared poses.
template <class S> struct BasicOptions {
    Cache *cache = nullptr;
    typename S::real slop = 0;
    cl_algorithm algorithm = CL_ALGORITHM_AUTO;
    typename S::options get() const { return {cache ? cache->get() : nullptr, slop, algorithm}; }
};

// A question in both forms: at poses, and at prepared poses with options. Only the shapes tell the space, so that poses can
// be written as lists.
#define CLEARANCE_QUESTION(name, Answer, take, pass) \
    template <class S> \
    Answer name(const BasicShape<S> &a, const std::common_type_t<BasicPose<S>> &pose_a, const BasicShape<S> &b, \
                const std::common_type_t<BasicPose<S>> &pose_b take) { \
        return detail::asked<Answer>([&](auto *answer) { \
            return S::name(a.get(), &pose_a, b.get(), &pose_b pass, answer); \
        }); \
    } \
    template <class S> \
    Answer name(const BasicShape<S> &a, const BasicPreparedPose<S> &pose_a, const BasicShape<S> &b, \
                const BasicPreparedPose<S> &pose_b take, const std::common_type_t<BasicOptions<S>> &options = {}) { \
        const auto plain = options.get(); \
        return detail::asked<Answer>([&](auto *answer) { \
            return S::name##_prepared(a.get(), &pose_a, b.get(), &pose_b, &plain pass, answer); \
        }); \
    }
#define CLEARANCE_NOTHING
#define CLEARANCE_COMMA ,

namespace detail {
template <class Answer, class Call> Answer asked(Call call) {
    Answer answer;
    check(call(&answer));
    return answer;
}
} // namespace detail

CLEARANCE_QUESTION(intersects, bool, CLEARANCE_NOTHING, CLEARANCE_NOTHING)
CLEARANCE_QUESTION(within, bool, CLEARANCE_COMMA typename S::real distance, CLEARANCE_COMMA distance)
CLEARANCE_QUESTION(distance, typename S::real, CLEARANCE_NOTHING, CLEARANCE_NOTHING)
CLEARANCE_QUESTION(closest_points, typename S::closest_points_answer, CLEARANCE_NOTHING, CLEARANCE_NOTHING)
CLEARANCE_QUESTION(clearance, typename S::clearance_answer, CLEARANCE_NOTHING, CLEARANCE_NOTHING)
CLEARANCE_QUESTION(penetration, typename S::penetration_answer, CLEARANCE_NOTHING, CLEARANCE_NOTHING)
CLEARANCE_QUESTION(manifold, typename S::manifold_answer, CLEARANCE_COMMA typename S::real margin, CLEARANCE_COMMA margin)

#undef CLEARANCE_QUESTION
#undef CLEARANCE_NOTHING
#undef CLEARANCE_COMMA

/// How far apart two shapes are and on which of their pieces, without a depth.
template <class S>
typename S::separation_answer separation(const BasicShape<S> &a, const std::common_type_t<BasicPose<S>> &pose_a,
                                         const BasicShape<S> &b, const std::common_type_t<BasicPose<S>> &pose_b) {
    return detail::asked<typename S::separation_answer>(
        [&](auto *answer) { return S::separation(a.get(), &pose_a, b.get(), &pose_b, answer); });
}

/// All points where two shapes touch, patch after patch.
template <class S>
std::vector<typename S::patch_point> contacts(const BasicShape<S> &a, const std::common_type_t<BasicPose<S>> &pose_a,
                                              const BasicShape<S> &b, const std::common_type_t<BasicPose<S>> &pose_b,
                                              typename S::real margin) {
    return detail::all<typename S::patch_point>([&](auto... room) {
        return S::contacts(a.get(), &pose_a, b.get(), &pose_b, margin, room...);
    });
}

/// The motion from one pose at time 0 to another at time 1.
template <class S> typename S::sweep sweep_between(const BasicPose<S> &start, const BasicPose<S> &end) {
    return detail::asked<typename S::sweep>([&](auto *sweep) { return S::sweep_between(&start, &end, sweep); });
}

/// When moving shapes touch first, from time 0 to `tmax`.
template <class S>
typename S::impact cast(const BasicShape<S> &a, const typename S::sweep &sweep_a, const BasicShape<S> &b,
                        const typename S::sweep &sweep_b, typename S::real tmax, typename S::real gap = 0,
                        bool ignore_parting = false) {
    return detail::asked<typename S::impact>([&](auto *impact) {
        return S::cast(a.get(), &sweep_a, b.get(), &sweep_b, tmax, gap, ignore_parting, impact);
    });
}

/// Where a ray meets a shape first. `options` is 0 or a sum of `cl_ray_option`s.
template <class S>
typename S::ray_hit cast_ray(const BasicShape<S> &shape, const std::common_type_t<BasicPose<S>> &pose,
                             const typename S::ray &ray, std::uint32_t options = 0) {
    return detail::asked<typename S::ray_hit>([&](auto *hit) {
        return S::cast_ray(shape.get(), &pose, &ray, options, hit);
    });
}

/// The same for many rays, with a hit for each.
template <class S>
std::vector<typename S::ray_hit> cast_rays(const BasicShape<S> &shape, const std::common_type_t<BasicPose<S>> &pose,
                                           const std::vector<typename S::ray> &rays, std::uint32_t options = 0) {
    std::vector<typename S::ray_hit> hits(rays.size());
    check(S::cast_rays(shape.get(), &pose, rays.data(), rays.size(), options, hits.data()));
    return hits;
}

/// All places where a ray meets a shape, the first one first.
template <class S>
std::vector<typename S::ray_hit> cast_ray_all(const BasicShape<S> &shape, const std::common_type_t<BasicPose<S>> &pose,
                                              const typename S::ray &ray) {
    return detail::all<typename S::ray_hit>([&](auto... room) {
        return S::cast_ray_all(shape.get(), &pose, &ray, room...);
    });
}

/// Is a point inside, or on the surface?
template <class S>
bool contains(const BasicShape<S> &shape, const std::common_type_t<BasicPose<S>> &pose, const typename S::vector &point) {
    return detail::asked<bool>([&](auto *answer) { return S::contains(shape.get(), &pose, point.data(), answer); });
}

/// How far a point is from the surface, and where that is nearest.
template <class S>
typename S::projection project(const BasicShape<S> &shape, const std::common_type_t<BasicPose<S>> &pose,
                               const typename S::vector &point) {
    return detail::asked<typename S::projection>([&](auto *answer) {
        return S::project(shape.get(), &pose, point.data(), answer);
    });
}

/// Many bodies and pairs of them, asked in one call: body i is shape i at pose i.
template <class S> class BasicBatch {
public:
    using Pair = std::array<std::uint32_t, 2>;
    BasicBatch(const std::vector<BasicShape<S>> &shapes, const std::vector<BasicPose<S>> &poses) {
        detail::same_length(shapes.size(), poses.size(), "poses: not as many as shapes");
        for (const auto &shape : shapes) {
            pointers.push_back(shape.get());
        }
        own = shapes;
        places.assign(poses.begin(), poses.end());
    }
    std::vector<bool> intersects(const std::vector<Pair> &pairs) const {
        std::unique_ptr<bool[]> answers(new bool[pairs.size()]);
        check(S::batch_intersects(pointers.data(), places.data(), places.size(), detail::numbers(pairs), pairs.size(),
                                  answers.get()));
        return std::vector<bool>(answers.get(), answers.get() + pairs.size());
    }
    std::vector<typename S::real> distance(const std::vector<Pair> &pairs) const {
        std::vector<typename S::real> answers(pairs.size());
        check(S::batch_distance(pointers.data(), places.data(), places.size(), detail::numbers(pairs), pairs.size(),
                                answers.data()));
        return answers;
    }
    std::vector<typename S::clearance_answer> clearance(const std::vector<Pair> &pairs) const {
        std::vector<typename S::clearance_answer> answers(pairs.size());
        check(S::batch_clearance(pointers.data(), places.data(), places.size(), detail::numbers(pairs), pairs.size(),
                                 answers.data()));
        return answers;
    }

private:
    std::vector<BasicShape<S>> own;
    std::vector<const typename S::shape *> pointers;
    std::vector<typename S::pose> places;
};

/// The number of a body in a scene.
using Body = std::uint64_t;

/// Which bodies a question sees.
struct Filter {
    std::uint32_t layers = std::numeric_limits<std::uint32_t>::max();
    bool with_sensors = false;
    std::vector<Body> without = {};
    cl_filter get() const { return {layers, with_sensors, without.data(), without.size()}; }
};

/// How a body is in a scene.
struct BodyOptions : cl_body_options {
    explicit BodyOptions(cl_body_kind kind = CL_BODY_KIND_MOVING, std::uint32_t layers = 1,
                         std::uint32_t meets = std::numeric_limits<std::uint32_t>::max(), std::uint32_t group = 0)
        : cl_body_options{kind, layers, meets, group} {}
};

/// Bodies that come, move and go. One thread changes it; several may ask at once while none does.
template <class S> class BasicScene {
public:
    using real = typename S::real;
    using Vector = typename S::vector;
    using Pose = BasicPose<S>;
    using Shape = BasicShape<S>;

    BasicScene() {
        typename S::scene *scene = nullptr;
        check(S::scene_new(&scene));
        own.reset(scene);
    }
    Body add(const Shape &shape, const Pose &pose, const BodyOptions &options = BodyOptions()) {
        return detail::asked<Body>([&](auto *body) { return S::scene_add(get(), shape.get(), &pose, &options, body); });
    }
    void place(Body body, const Pose &pose) { check(S::scene_place(get(), body, &pose)); }
    void place(const std::vector<Body> &bodies, const std::vector<Pose> &poses) {
        detail::same_length(bodies.size(), poses.size(), "poses: not as many as bodies");
        const std::vector<typename S::pose> plain(poses.begin(), poses.end());
        check(S::scene_place_all(get(), bodies.data(), plain.data(), bodies.size()));
    }
    void set_shape(Body body, const Shape &shape) { check(S::scene_set_shape(get(), body, shape.get())); }
    void remove(Body body) { check(S::scene_remove(get(), body)); }
    void ignore(Body a, Body b, bool ignored = true) { check(S::scene_ignore(get(), a, b, ignored)); }
    Pose pose(Body body) const {
        return Pose::of(detail::asked<typename S::pose>([&](auto *pose) { return S::scene_pose(get(), body, pose); }));
    }
    void step(real margin, real slop = 0) { check(S::scene_step(get(), margin, slop)); }
    std::vector<typename S::body_contact> contacts() const {
        return detail::all<typename S::body_contact>([&](auto... room) { return S::scene_contacts(get(), room...); });
    }
    std::vector<cl_event> events() const {
        return detail::all<cl_event>([&](auto... room) { return S::scene_events(get(), room...); });
    }
    std::vector<typename S::near_bodies> nearest(std::size_t count) const {
        std::vector<typename S::near_bodies> pairs(count);
        check(S::scene_nearest(get(), pairs.data(), count, &count));
        pairs.resize(count);
        return pairs;
    }
    std::vector<typename S::near_bodies> within(real distance) const {
        return detail::all<typename S::near_bodies>([&](auto... room) { return S::scene_within(get(), distance, room...); });
    }
    std::optional<typename S::body_ray_hit> cast_ray(const typename S::ray &ray, const Filter &filter = {}) const {
        const cl_filter plain = filter.get();
        typename S::body_ray_hit found;
        check(S::scene_cast_ray(get(), &ray, &plain, &found));
        return found.hit.hit ? std::optional(found) : std::nullopt;
    }
    std::optional<typename S::body_impact> cast_shape(const Shape &shape, const typename S::sweep &sweep, real tmax,
                                                      const Filter &filter = {}) const {
        const cl_filter plain = filter.get();
        typename S::body_impact found;
        check(S::scene_cast_shape(get(), shape.get(), &sweep, tmax, &plain, &found));
        return found.hit ? std::optional(found) : std::nullopt;
    }
    std::vector<Body> touching(const Shape &shape, const Pose &pose, const Filter &filter = {}) const {
        const cl_filter plain = filter.get();
        return detail::all<Body>([&](auto... room) {
            return S::scene_touching(get(), shape.get(), &pose, &plain, room...);
        });
    }
    std::vector<Body> containing(const Vector &point, const Filter &filter = {}) const {
        const cl_filter plain = filter.get();
        return detail::all<Body>([&](auto... room) { return S::scene_containing(get(), point.data(), &plain, room...); });
    }
    /// Moves a character. `before` is what its last move gave; the bodies that it touched are added to `bumps`.
    typename S::moved move_and_slide(const Shape &shape, const Pose &pose, const Vector &motion,
                                     const typename S::moved *before, const typename S::walk &walk,
                                     const Filter &filter = {}, std::vector<typename S::bump> *bumps = nullptr) const {
        const cl_filter plain = filter.get();
        typename S::moved moved;
        auto found = detail::all<typename S::bump>([&](auto... room) {
            return S::scene_move_and_slide(get(), shape.get(), &pose, motion.data(), before, &walk, &plain, &moved, room...);
        });
        if (bumps) bumps->insert(bumps->end(), found.begin(), found.end());
        return moved;
    }
    typename S::scene *get() const { return own.get(); }

private:
    struct Free {
        void operator()(typename S::scene *scene) const { S::scene_free(scene); }
    };
    std::unique_ptr<typename S::scene, Free> own;
};

/// How a character of a height walks.
template <class S> typename S::walk walk_of(const typename S::vector &up, typename S::real height) {
    return detail::asked<typename S::walk>([&](auto *walk) { return S::walk_new(up.data(), height, walk); });
}

// The names of each space.
#define CLEARANCE_NAMES(S) \
    using Real = S::real; \
    using Vector = S::vector; \
    using Pose = BasicPose<S>; \
    using PreparedPose = BasicPreparedPose<S>; \
    using Shape = BasicShape<S>; \
    using Options = BasicOptions<S>; \
    using Batch = BasicBatch<S>; \
    using Scene = BasicScene<S>; \
    using Sweep = S::sweep; \
    using Ray = S::ray; \
    using Walk = S::walk; \
    using Moved = S::moved; \
    inline Walk walk(const Vector &up, Real height) { return walk_of<S>(up, height); }

CLEARANCE_NAMES(detail::Space)
namespace f32 {
CLEARANCE_NAMES(detail::SpaceF32)
}
namespace plane {
CLEARANCE_NAMES(detail::Plane)
}
namespace plane_f32 {
CLEARANCE_NAMES(detail::PlaneF32)
}
#undef CLEARANCE_NAMES

/// A robot as its URDF and SRDF files describe it. It never changes; copies share it.
class Robot {
public:
    explicit Robot(const std::string &urdf, const std::optional<std::string> &srdf = std::nullopt) {
        cl_robot *robot = nullptr;
        check(cl_robot_load(urdf.c_str(), srdf ? srdf->c_str() : nullptr, &robot));
        own.reset(robot, cl_robot_free);
    }
    /// With the text of the URDF file given; meshes are looked for from where `urdf` would be.
    static Robot read(const std::string &text, const std::string &urdf, const std::optional<std::string> &srdf = std::nullopt) {
        cl_robot *robot = nullptr;
        check(cl_robot_read(text.data(), text.size(), urdf.c_str(), srdf ? srdf->c_str() : nullptr, &robot));
        return Robot(robot);
    }
    std::size_t joint_count() const { return counts().first; }
    /// The name and the limits of a joint; the name is valid as long as the robot.
    cl_joint joint(std::size_t index) const {
        return detail::asked<cl_joint>([&](auto *joint) { return cl_robot_joint(get(), index, joint); });
    }
    std::vector<std::string> links() const {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < counts().second; i++) {
            names.emplace_back(detail::asked<const char *>([&](auto *name) { return cl_robot_link_name(get(), i, name); }));
        }
        return names;
    }
    /// Where the links are in a configuration.
    std::vector<cl_pose> link_poses(const std::vector<double> &values) const {
        return detail::all<cl_pose>([&](auto... room) {
            return cl_robot_link_poses(get(), values.data(), values.size(), room...);
        });
    }
    const cl_robot *get() const { return own.get(); }

private:
    explicit Robot(cl_robot *robot) : own(robot, cl_robot_free) {}
    std::pair<std::size_t, std::size_t> counts() const {
        std::pair<std::size_t, std::size_t> found;
        check(cl_robot_counts(get(), &found.first, &found.second));
        return found;
    }
    std::shared_ptr<cl_robot> own;
};

/// A robot among bodies.
class World {
public:
    explicit World(const Robot &robot) {
        cl_world *world = nullptr;
        check(cl_world_new(robot.get(), &world));
        own.reset(world);
    }
    void add(const std::string &name, const Shape &shape, const Pose &pose) {
        check(cl_world_add(get(), name.c_str(), shape.get(), &pose));
    }
    void attach(const std::string &name, const std::string &link, const Shape &shape, const Pose &pose) {
        check(cl_world_attach(get(), name.c_str(), link.c_str(), shape.get(), &pose));
    }
    void allow(const std::string &a, const std::string &b) { check(cl_world_allow(get(), a.c_str(), b.c_str())); }
    void require(const std::string &a, const std::string &b, double clearance) {
        check(cl_world_require(get(), a.c_str(), b.c_str(), clearance));
    }
    cl_world *get() const { return own.get(); }

private:
    struct Free {
        void operator()(cl_world *world) const { cl_world_free(world); }
    };
    std::unique_ptr<cl_world, Free> own;
};

/// The proof that a path keeps a clearance.
class Certificate {
public:
    explicit Certificate(cl_certificate *certificate) : own(certificate) {}
    /// JSON, as Python's `PathCertificate.to_json` writes it.
    std::string bytes() const {
        const std::uint8_t *bytes = nullptr;
        std::size_t count = 0;
        check(cl_certificate_bytes(own.get(), &bytes, &count));
        return {reinterpret_cast<const char *>(bytes), count};
    }

private:
    struct Free {
        void operator()(cl_certificate *certificate) const { cl_certificate_free(certificate); }
    };
    std::unique_ptr<cl_certificate, Free> own;
};

/// Rows of joint values: the robot goes straight from each to the next.
using Rows = std::vector<std::vector<double>>;

/// What proves paths in a world as it was when the prover was made. It never changes; copies share it.
class Prover {
public:
    explicit Prover(const World &world) {
        cl_prover *prover = nullptr;
        check(cl_prover_new(world.get(), &prover));
        own.reset(prover, cl_prover_free);
    }
    std::string body_name(std::size_t index) const {
        return detail::asked<const char *>([&](auto *name) { return cl_prover_body_name(get(), index, name); });
    }
    bool touches(const std::vector<double> &values) const {
        return detail::asked<bool>([&](auto *touches) {
            return cl_prover_touches(get(), values.data(), values.size(), touches);
        });
    }
    cl_path_answer clear(const Rows &rows, double clearance) const {
        return asked<cl_path_answer>(cl_prover_clear, rows, clearance);
    }
    cl_first_contact_answer first_contact(const Rows &rows, double tolerance) const {
        return asked<cl_first_contact_answer>(cl_prover_first_contact, rows, tolerance);
    }
    cl_least_answer least(const Rows &rows, double tolerance) const {
        return asked<cl_least_answer>(cl_prover_least, rows, tolerance);
    }
    /// Nothing if it cannot be proven so.
    std::optional<Certificate> certificate(const Rows &rows, double clearance) const {
        auto *found = asked<cl_certificate *>(cl_prover_certificate, rows, clearance);
        return found ? std::optional<Certificate>(found) : std::nullopt;
    }
    /// What the checker says, which shares no code with the prover.
    cl_check check_certificate(const std::string &bytes) const {
        return detail::asked<::cl_check>([&](auto *verdict) {
            return cl_prover_check(get(), reinterpret_cast<const std::uint8_t *>(bytes.data()), bytes.size(), verdict);
        });
    }
    const cl_prover *get() const { return own.get(); }

private:
    template <class Answer, class Call> Answer asked(Call call, const Rows &rows, double number) const {
        std::vector<double> numbers;
        const std::size_t columns = rows.empty() ? 0 : rows.front().size();
        for (const auto &row : rows) {
            detail::same_length(row.size(), columns, "rows: they have different lengths");
            numbers.insert(numbers.end(), row.begin(), row.end());
        }
        return detail::asked<Answer>([&](auto *answer) {
            return call(get(), numbers.data(), rows.size(), columns, number, answer);
        });
    }
    std::shared_ptr<cl_prover> own;
};

} // namespace clearance

#endif
