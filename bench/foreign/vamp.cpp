// Edges of VAMP's Panda among boxes, judged by VAMP at its own resolution: for peers/edges.py.
//
// Reads the boxes (their number; middle and half the extents of each), and edges (their number; the kind and two rows of
// seven values of each). Prints the microseconds of an edge of each kind, the least of some passes, and then a line of 0
// and 1: which edges are valid.

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include <vamp/collision/factory.hh>
#include <vamp/planning/validate.hh>
#include <vamp/robots/panda.hh>

using Robot = vamp::robots::Panda;
constexpr std::size_t rake = vamp::FloatVectorWidth;
constexpr int kinds = 2;
constexpr int passes = 20;

struct Edge {
    int kind;
    Robot::Configuration from, to;
};

static float number() {
    float x = 0;
    if (std::scanf("%f", &x) != 1) std::exit(1);
    return x;
}

static Robot::Configuration row() {
    Robot::ConfigurationBuffer values{};
    for (std::size_t k = 0; k < Robot::dimension; ++k) values[k] = number();
    return Robot::Configuration(values.data());
}

int main() {
    vamp::collision::Environment<float> boxes;
    for (int left = static_cast<int>(number()); left > 0; --left) {
        std::array<float, 3> at{}, half{};
        for (float &x : at) x = number();
        for (float &x : half) x = number();
        boxes.cuboids.push_back(vamp::collision::factory::cuboid::array(at, {0, 0, 0}, half));
    }
    boxes.sort();
    const vamp::collision::Environment<vamp::FloatVector<rake>> environment(boxes);

    std::vector<Edge> edges;
    for (int left = static_cast<int>(number()); left > 0; --left) {
        const int kind = static_cast<int>(number());
        const auto from = row();
        edges.push_back({kind, from, row()});
    }
    std::string valid(edges.size(), '0');
    for (int kind = 0; kind < kinds; ++kind) {
        double least = std::numeric_limits<double>::infinity();
        int count = 0;
        for (int pass = 0; pass < passes; ++pass) {
            count = 0;
            const auto start = std::chrono::steady_clock::now();
            for (std::size_t k = 0; k < edges.size(); ++k) {
                if (edges[k].kind != kind) continue;
                ++count;
                const bool is_valid = vamp::planning::validate_motion<Robot, rake, Robot::resolution>(
                    edges[k].from, edges[k].to, environment);
                valid[k] = is_valid ? '1' : '0';
            }
            const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
            least = std::min(least, time.count());
        }
        std::printf("%.4f\n", count ? 1e6 * least / count : 0.0);
    }
    std::printf("%s\n", valid.c_str());
}
