// A character walks over a step of 0.3 m, in a scene of a floor and a step.
#include <clearance.hpp>

#include <cstdio>

int main() {
    using namespace clearance;
    Scene scene;
    const BodyOptions fixed(CL_BODY_KIND_FIXED);
    scene.add(Shape::box({9, 9, 1}), Pose({0, 0, -1}), fixed);
    scene.add(Shape::box({2, 9, 0.15}), Pose({4, 0, 0.15}), fixed);

    // Feet at its origin, 1.8 m high.
    const auto body = Shape::capsule({0, 0, 0.4}, {0, 0, 1.4}, 0.4);
    const Walk way = walk({0, 0, 1}, 1.8);
    Moved moved{};
    moved.pose = Pose({0, 0, 0.1});
    for (int frame = 0; frame < 60; frame++) {
        moved = scene.move_and_slide(body, Pose::of(moved.pose), {0.06, 0, -0.01}, frame ? &moved : nullptr, way);
    }
    std::printf("at x = %.2f, z = %.2f, %s\n", moved.pose.translation[0], moved.pose.translation[2],
                moved.on_ground ? "on the ground" : "in the air");
}
