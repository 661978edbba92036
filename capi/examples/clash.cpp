// Do the parts of two STL files clash, and how deep? clash A.stl B.stl [X Y Z], where B is moved by X, Y, Z.
#include <clearance.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>

using clearance::Pose;
using clearance::Shape;

/// The triangles of a binary STL file: after a header of 80 bytes their number, and for each a normal and three corners.
static Shape read_stl(const char *path) {
    std::ifstream file(path, std::ios::binary);
    std::uint32_t count = 0;
    file.ignore(80).read(reinterpret_cast<char *>(&count), sizeof count);
    std::vector<clearance::Vector> corners;
    std::vector<Shape::Triangle> triangles;
    float numbers[12];
    while (count-- > 0 && file.read(reinterpret_cast<char *>(numbers), sizeof numbers).ignore(2)) {
        const auto first = static_cast<std::uint32_t>(corners.size());
        triangles.push_back({first, first + 1, first + 2});
        for (int k = 3; k < 12; k += 3) corners.push_back({numbers[k], numbers[k + 1], numbers[k + 2]});
    }
    if (corners.empty()) throw std::invalid_argument(std::string(path) + ": no binary STL file");
    try {
        return Shape::solid(corners, triangles);
    } catch (const std::invalid_argument &why) {
        std::printf("%s is taken as a surface without an inside. %s\n", path, why.what());
        return Shape::mesh(corners, triangles);
    }
}

int main(int count, char **arguments) try {
    if (count != 3 && count != 6) return std::puts("clash A.stl B.stl [X Y Z]"), 2;
    const auto a = read_stl(arguments[1]), b = read_stl(arguments[2]);
    Pose there;
    for (int i = 3; i < count; i++) there.translation[i - 3] = std::atof(arguments[i]);
    const auto found = ::clearance::clearance(a, {}, b, there);
    const char *words[] = {"apart", "a clash", "touching"};
    std::printf("%s: clearance %.6g, proven to be from %.6g to %.6g\n", words[found.status], found.signed_distance,
                found.lower, found.upper);
    return found.status == CL_STATUS_APART ? 0 : 1;
} catch (const std::exception &why) {
    std::fprintf(stderr, "%s\n", why.what());
    return 2;
}
