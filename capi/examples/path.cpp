// Is a motion of a robot free of collisions? It is proven, and an independent checker confirms it. path ROBOT.urdf
#include <clearance.hpp>

#include <cstdio>

int main(int count, char **arguments) try {
    using namespace clearance;
    if (count != 2) return std::puts("path ROBOT.urdf"), 2;
    const Robot robot(arguments[1]);
    World world(robot);
    world.add("wall", Shape::box({0.05, 1, 1}), Pose({0.9, 0, 0.5}));
    const Prover prover(world);

    // Each joint from a quarter of its range to the middle.
    Rows rows(2);
    for (std::size_t i = 0; i < robot.joint_count(); i++) {
        const auto joint = robot.joint(i);
        const double lower = joint.limited ? joint.lower : -1, upper = joint.limited ? joint.upper : 1;
        rows[0].push_back(0.6 * lower + 0.4 * upper);
        rows[1].push_back(0.5 * lower + 0.5 * upper);
    }
    const auto answer = prover.clear(rows, 0);
    if (answer.verdict != CL_PATH_VERDICT_PROVEN) {
        std::printf("%s: %s and %s at row %.3f\n", answer.verdict == CL_PATH_VERDICT_BROKEN ? "a collision" : "undecided",
                    prover.body_name(answer.body_a).c_str(), prover.body_name(answer.body_b).c_str(), answer.row);
        return 1;
    }
    const auto certificate = prover.certificate(rows, 0);
    if (!certificate) return std::puts("proven, without a certificate"), 1;
    const auto bytes = certificate->bytes();
    const auto least = prover.least(rows, 1e-4);
    std::printf("proven; least clearance from %.5f to %.5f; certificate of %zu bytes, %s by the checker\n", least.lower,
                least.upper, bytes.size(), prover.check_certificate(bytes) == CL_CHECK_PROVEN ? "confirmed" : "not confirmed");
} catch (const std::exception &why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 2;
}
