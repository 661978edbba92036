// The C++ header: each kind of shape and of question once, with answers that are known, and shapes that threads share.
#include <clearance.hpp>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <thread>

namespace {

int failures = 0;

void expect(bool holds, const char *what, int line) {
    if (!holds) {
        std::fprintf(stderr, "line %d: %s\n", line, what);
        failures++;
    }
}
#define EXPECT(holds) expect(holds, #holds, __LINE__)

bool near(double a, double b, double by = 1e-9) { return std::abs(a - b) <= by; }

template <class Call> bool throws(Call call, const char *begin) {
    try {
        call();
    } catch (const std::invalid_argument &why) {
        return std::string(why.what()).rfind(begin, 0) == 0;
    }
    return false;
}

void pairs() {
    using namespace clearance;
    const auto box = Shape::box({1, 2, 3}), ball = Shape::sphere(0.5);
    const Pose there({3, 0, 0});
    EXPECT(distance(box, {}, ball, there) == 1.5);
    EXPECT(!intersects(box, {}, ball, there) && within(box, {}, ball, there, 1.5));
    EXPECT(::clearance::clearance(box, {}, ball, Pose({1, 0, 0})).signed_distance == -0.5);
    EXPECT(closest_points(box, {}, ball, there).point_a[0] == 1);
    EXPECT(penetration(box, {}, ball, Pose({1, 0, 0})).normal[0] == 1);
    EXPECT(manifold(box, {}, ball, Pose({1.4, 0, 0}), 0).count == 1);
    EXPECT(contacts(box, {}, box, Pose({2, 0, 0}), 0).size() == 4);

    const auto apart = separation(box, {}, ball, there);
    EXPECT(apart.lower <= 1.5 && apart.upper >= 1.5 && apart.piece_a.facet == -1 && !apart.inside);

    Cache cache;
    Options options;
    options.cache = &cache;
    const PreparedPose a{Pose()}, b(there);
    for (int i = 0; i < 3; i++) EXPECT(distance(box, a, ball, b, options) == 1.5);
    const PreparedPose of_matrix(PreparedPose::Matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1});
    EXPECT(distance(box, a, ball, of_matrix) == 1.5);

    Sweep falling = sweep_between(there, Pose({-3, 0, 0})), still = sweep_between(Pose(), Pose());
    EXPECT(near(cast(box, still, ball, falling, 1).time, 0.25));
    const auto hit = cast_ray(box, {}, Ray{{-5, 0, 0}, {1, 0, 0}, 10});
    EXPECT(hit.hit && hit.time == 4 && hit.normal[0] == -1);
    EXPECT(cast_ray_all(box, {}, Ray{{-5, 0, 0}, {1, 0, 0}, 10}).size() >= 1);
    EXPECT(cast_rays(box, {}, {Ray{{-5, 0, 0}, {1, 0, 0}, 10}, Ray{{-5, 9, 0}, {1, 0, 0}, 10}})[1].hit == false);
    EXPECT(contains(box, {}, {0.5, 0.5, 0.5}) && project(box, {}, {2, 0, 0}).signed_distance == 1);

    const Batch batch({box, ball, ball}, {Pose(), there, Pose({1, 0, 0})});
    EXPECT((batch.distance({{0, 1}, {0, 2}}) == std::vector<double>{1.5, 0}));
    EXPECT((batch.intersects({{0, 1}, {0, 2}}) == std::vector<bool>{false, true}));
    EXPECT(batch.clearance({{0, 2}})[0].status == CL_STATUS_OVERLAPPING);
    EXPECT(throws([&] { batch.distance({{0, 3}}); }, "pairs[0]"));
    EXPECT(throws([] { Shape::box({1, -1, 1}); }, "half_y"));
}

void shapes() {
    using namespace clearance;
    const std::vector<Vector> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const std::vector<Shape::Triangle> triangles{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    const auto solid = Shape::solid(corners, triangles), mesh = Shape::mesh(corners, triangles);
    EXPECT(solid.kind() == CL_KIND_SOLID && mesh.kind() == CL_KIND_SURFACE);
    EXPECT(contains(solid, {}, {0.1, 0.1, 0.1}) && !contains(mesh, {}, {0.1, 0.1, 0.1}));
    const auto all = Shape::compound({{Shape::hull(corners), {}}, {Shape::capsule(1, 0.5), Pose({5, 0, 0})}});
    EXPECT(all.kind() == CL_KIND_COMPOUND && near(all.bounds().second[0], 5.5));
    EXPECT(near(Shape::segment({0, 0, 0}, {1, 0, 0}).rounded(0.5).bounds().first[1], -0.5));
    EXPECT(near(Shape::cone(1, 1).scaled({2, 2, 2}).bounds().second[2], 2));
    EXPECT(Shape::cylinder(1, 2).kind() == CL_KIND_CONVEX && Shape::ellipsoid({1, 2, 3}).bounds().second[2] >= 3);
    EXPECT(near(Shape::triangle(corners[0], corners[1], corners[2]).bounds().second[1], 1));
    EXPECT(contains(Shape::half_space({0, 0, 2}, 1), {}, {0, 0, 1}));
    const auto ground = Shape::height_field({0, 0, 0, 1}, 2, 2, 1, 1);
    EXPECT(cast_ray(ground, {}, Ray{{0.25, 0.25, 5}, {0, 0, -1}, 10}).hit);

    const auto hole = std::vector<plane::Vector>{{1, 1}, {1, 2}, {2, 2}, {2, 1}};
    const auto region = plane::Shape::region({{{0, 0}, {3, 0}, {3, 3}, {0, 3}}, hole});
    EXPECT(contains(region, {}, {0.5, 0.5}) && !contains(region, {}, {1.5, 1.5}));
    EXPECT(distance(plane::Shape::circle(1), {}, plane::Shape::box({1, 2}), plane::Pose({4, 0}, 0)) == 2);
    EXPECT(plane::Shape::polygon({{0, 0}, {1, 0}, {0, 1}}).kind() == CL_KIND_CONVEX);
    EXPECT(plane::Shape::chain({{0, 0}, {1, 0}, {1, 1}}, false).kind() == CL_KIND_SURFACE);
    EXPECT(plane::Shape::ellipse({1, 2}).bounds().second[1] >= 2 - 1e-12);
    EXPECT(contains(plane_f32::Shape::half_plane({0, 1}, 0), {}, {0, -1}));
    EXPECT(distance(f32::Shape::sphere(1), {}, f32::Shape::capsule({0, 0, 0}, {1, 0, 0}, 1), f32::Pose({4, 0, 0})) == 2);
}

/// A shape of one's own is given back when the last shape that needs it is, also if it is refused.
void own_shapes() {
    using namespace clearance;
    const auto alive = std::make_shared<int>(0);
    {
        const auto support = [alive](const Vector &d) {
            return Vector{std::copysign(1, d[0]), std::copysign(1, d[1]), std::copysign(1, d[2])};
        };
        const auto cube = Shape::custom(support, {0, 0, 0});
        const auto pair = Shape::compound({{cube, {}}});
        EXPECT(near(distance(cube, {}, Shape::box({1, 1, 1}), Pose({3, 0.25, 0.5})), 1));
        EXPECT(near(distance(pair, {}, Shape::sphere(1), Pose({4, 0, 0})), 2));
        EXPECT(throws([&] { Shape::custom(support, {0, 0, 0}, -1); }, "radius"));
        EXPECT(alive.use_count() == 3);
    }
    EXPECT(alive.use_count() == 1);
}

void scenes() {
    using namespace clearance;
    Scene scene;
    const auto ball = Shape::sphere(1);
    const Body floor = scene.add(Shape::box({9, 9, 1}), Pose({0, 0, -1}), BodyOptions(CL_BODY_KIND_FIXED));
    const Body one = scene.add(ball, Pose({0, 0, 0.75})), other = scene.add(ball, Pose({5, 0, 3}));
    scene.step(0.01);
    EXPECT(scene.contacts().size() == 1 && scene.contacts()[0].body_a == floor && scene.contacts()[0].body_b == one);
    EXPECT(scene.events().size() == 1 && scene.events()[0].kind == CL_EVENT_KIND_BEGAN);
    scene.place({one, other}, {Pose({0, 0, 4}), Pose({5, 0, 0.5})});
    scene.step(0.01);
    EXPECT(scene.events().size() == 2 && scene.pose(one).translation[2] == 4);
    EXPECT(scene.nearest(1)[0].clearance.signed_distance == -0.5 && scene.within(100).size() == 3);
    EXPECT(scene.cast_ray(Ray{{0, 0, 9}, {0, 0, -1}, 20})->body == one);
    EXPECT(!scene.cast_ray(Ray{{0, 0, 9}, {0, 0, 1}, 20}));
    Filter filter;
    filter.without = {one};
    EXPECT(scene.cast_ray(Ray{{0, 0, 9}, {0, 0, -1}, 20}, filter)->body == floor);
    EXPECT(scene.touching(ball, Pose({5, 1, 0.5})).size() == 2 && scene.containing({0, 0, 4.5}) == std::vector<Body>{one});
    Sweep down = sweep_between(Pose({0, 0, 9}), Pose({0, 0, 8}));
    EXPECT(scene.cast_shape(ball, down, 10)->impact.time == 3);
    scene.set_shape(one, Shape::sphere(2));
    scene.ignore(one, other);
    EXPECT(scene.within(100).size() == 2);
    scene.remove(one);
    EXPECT(throws([&] { scene.remove(one); }, "body"));
}

void robots() {
    using namespace clearance;
    const auto robot = Robot::read(
        "<robot name='slide'><link name='rail'/>"
        "<link name='ball'><collision><geometry><sphere radius='1'/></geometry></collision></link>"
        "<joint name='x' type='prismatic'><parent link='rail'/><child link='ball'/><axis xyz='1 0 0'/>"
        "<limit lower='-9' upper='9' effort='1' velocity='1'/></joint></robot>",
        "slide.urdf");
    EXPECT(robot.joint_count() == 1 && std::string(robot.joint(0).name) == "x" && robot.joint(0).upper == 9);
    EXPECT(robot.links().size() == 2 && robot.link_poses({2.5})[1].translation[0] == 2.5);
    World world(robot);
    world.add("wall", Shape::box({1, 5, 5}), Pose({5, 0, 0}));
    const Prover prover(world);
    EXPECT(prover.clear({{0}, {2.5}}, 0.25).verdict == CL_PATH_VERDICT_PROVEN);
    const auto broken = prover.clear({{0}, {6}}, 0);
    EXPECT(broken.verdict == CL_PATH_VERDICT_BROKEN && broken.row >= 0.5);
    EXPECT(prover.body_name(broken.body_a) == "ball" || prover.body_name(broken.body_b) == "ball");
    EXPECT(near(prover.first_contact({{0}, {6}}, 1e-6).free_until, 0.5, 1e-5));
    EXPECT(near(prover.least({{0}, {2.5}}, 1e-6).upper, 0.5, 1e-5));
    EXPECT(prover.touches({4}) && !prover.touches({0}));
    const auto bytes = prover.certificate({{0}, {2.5}}, 0.25)->bytes();
    EXPECT(prover.check_certificate(bytes) == CL_CHECK_PROVEN);
    EXPECT(!prover.certificate({{0}, {6}}, 0));
    world.add("nearer", Shape::sphere(1), Pose({2, 0, 0}));
    EXPECT(Prover(world).check_certificate(bytes) != CL_CHECK_PROVEN);
    EXPECT(throws([&] { prover.clear({{0}, {1, 2}}, 0); }, "rows"));
}

/// Threads share shapes, and each has its own sentence.
void threads() {
    using namespace clearance;
    std::vector<Shape> shared{Shape::box({1, 1, 1}), Shape::sphere(1), Shape::cylinder(1, 1)};
    shared.push_back(Shape::compound({{shared[1], {}}, {shared[2], Pose({1, 0, 0})}}));
    std::vector<double> expected;
    const auto ask = [&](int i) {
        const double angle = i * 0.01;
        const Pose there({2 + std::sin(angle), 1, 0}, {0, 0, std::sin(angle), std::cos(angle)});
        return ::clearance::clearance(shared[i % 4], {}, shared[i / 4 % 4], there).signed_distance;
    };
    for (int i = 0; i < 400; i++) expected.push_back(ask(i));
    std::atomic<int> wrong{0};
    std::vector<std::thread> running;
    for (int number = 0; number < 4; number++) {
        running.emplace_back([&, number] {
            for (int i = 0; i < 400; i++) {
                if (ask(i) != expected[static_cast<std::size_t>(i)]) wrong++;
                if (!throws([&] { Shape::sphere(-1.0 - number); }, "radius")) wrong++;
                if (std::string(cl_last_error()).find(std::to_string(-1 - number)) == std::string::npos) wrong++;
                Shape copy = shared[static_cast<std::size_t>(i) % 4];
            }
        });
    }
    for (auto &thread : running) thread.join();
    EXPECT(wrong == 0);
}

} // namespace

int main() {
    pairs();
    shapes();
    own_shapes();
    scenes();
    robots();
    threads();
    std::printf("%d failures\n", failures);
    return failures != 0;
}
