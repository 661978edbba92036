"""coal's own tests in C++, with coal, and with clearance in coal's place.

    pip install libcoal cmeel-eigen cmeel-boost
    python capi/coal/tests/own_tests.py SOURCE PREFIX build/libclearance_coal.so [NAME ..]

SOURCE is the unpacked sdist of libcoal, PREFIX the folder `cmeel.prefix` beside the packages. A test counts if it passes with
coal itself. What needs coal's internals (its GJK, its trees, its tables) is not among the names.
"""

import os
import pathlib
import subprocess
import sys
import tempfile

ANY_POINT = "which point of a face that lies on the plane is named"

# Tests by their files, and of each the cases that ask for what is free, with the reason.
NAMES = {
    "simple": {},
    "box_box_distance": {},
    "box_box_collision": {},
    "capsule_box_1": {},
    "capsule_box_2": {},
    "capsule_capsule": {},
    "collision": {},
    "convex": {},
    "distance": {},
    "distance_lower_bound": {},
    "geometric_shapes": {
        "collide_spheresphere": "balls with one middle: any normal",
        "collide_halfspacebox": ANY_POINT,
        "collide_halfspacecapsule": ANY_POINT,
        "collide_halfspacecone": ANY_POINT,
        "collide_halfspacecylinder": ANY_POINT,
    },
    "normal_and_nearest_points": {},
    "security_margin": {},
    "shape_inflation": {},
    "swept_sphere_radius": {},
}


def run(program, name, folder, library=None):
    """Does it pass, and what failed?"""
    cases = [f"--run_test=!{case}" for case in NAMES.get(name, ())]
    environment = dict(os.environ, **({"LD_PRELOAD": library} if library else {}))
    try:
        ended = subprocess.run(
            [program, "--log_level=error", *cases],
            cwd=folder,
            env=environment,
            capture_output=True,
            check=False,
            text=True,
            timeout=900,
        )
    except subprocess.TimeoutExpired:
        return False, "no end after 900 s"
    return ended.returncode == 0, "\n".join((ended.stdout + ended.stderr).splitlines()[:12])


def main():
    source, prefix, library, *names = sys.argv[1:]
    source, prefix, library = pathlib.Path(source).resolve(), pathlib.Path(prefix).resolve(), os.path.abspath(library)
    tests, failed, counted = source / "test", [], 0
    with tempfile.TemporaryDirectory() as folder:
        config = pathlib.Path(folder, "fcl_resources")
        config.mkdir()
        config.joinpath("config.h").write_text(f'#define TEST_RESOURCES_DIR "{tests / "fcl_resources"}"\n')
        common = [
            "-std=c++17",
            "-O1",
            "-w",
            "-DBOOST_TEST_DYN_LINK",
            "-DBOOST_MPL_LIMIT_LIST_SIZE=30",
            "-DBOOST_MPL_CFG_NO_PREPROCESSED_HEADERS",
        ]
        common += [f"-I{folder}", f"-I{tests}", f"-I{prefix}/include", f"-I{prefix}/include/eigen3"]
        utility = f"{folder}/utility.o"
        subprocess.run(["g++", *common, "-c", str(tests / "utility.cpp"), "-o", utility], check=True)
        libraries = [f"-L{prefix}/lib", f"-Wl,-rpath,{prefix}/lib", "-lcoal", "-lassimp", "-lboost_unit_test_framework"]
        libraries += [
            "-lboost_filesystem",
            "-lboost_timer",
            "-lboost_serialization",
            "-lboost_chrono",
            "-Wl,--allow-shlib-undefined",
        ]
        for name in names or NAMES:
            program = f"{folder}/{name}"
            built = subprocess.run(
                ["g++", *common, str(tests / f"{name}.cpp"), utility, *libraries, "-o", program],
                capture_output=True,
                check=False,
                text=True,
            )
            if built.returncode:
                print(f"{name}: not compiled: {built.stderr[:600]}")
                continue
            with_coal, _ = run(program, name, folder)
            with_ours, said = run(program, name, folder, library)
            counted += with_coal
            print(
                f"{name}: with coal {'passes' if with_coal else 'fails'}, with clearance {'passes' if with_ours else 'fails'}",
                flush=True,
            )
            if with_coal and not with_ours:
                failed.append(name)
                print(said)
    print(f"{counted} tests pass with coal; of them fail with clearance: {', '.join(failed) or 'none'}")
    sys.exit(int(bool(failed) or counted == 0))


if __name__ == "__main__":
    main()
