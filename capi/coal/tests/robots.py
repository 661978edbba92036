"""Every robot of PyPI's `example-robot-data`, its self-collisions by pinocchio: with coal, and with clearance in coal's place.

    pip install pin example-robot-data
    python capi/coal/tests/robots.py build/libclearance_coal.so [ROBOT ..] [--meshes] [--configurations 50]

The same configurations are asked in two processes, of which one loads the library before coal. Booleans have to be equal
wherever the distances of both are more than 1e-6 away from 0, but where coal's contradicts its own distance; those and the others
that differ are listed. Distances have to be equal to 1e-5 where both are apart: coal's tolerance is 1e-6. Meshes are taken as their
hulls, or with --meshes as they are.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import numpy as np

NEAR = 1e-6
TOLERANCE = 1e-5


def files():
    """The robots by name."""
    import coal

    prefix = pathlib.Path(coal.__file__).parents[1]
    while not (prefix / "share/example-robot-data").is_dir():
        assert prefix != prefix.parent, "pip install example-robot-data"
        prefix = prefix.parent
    found = sorted((prefix / "share/example-robot-data/robots").rglob("*.urdf"))
    return {file.stem: file for file in found}


def load(file, as_meshes):
    """The model and the geometry of a robot, with all pairs but those of neighbours."""
    import pinocchio

    share = next(folder for folder in file.parents if folder.name == "share")
    model = pinocchio.buildModelFromUrdf(str(file))
    kind = pinocchio.GeometryType.COLLISION
    geometry = pinocchio.buildGeomFromUrdf(model, str(file), kind, package_dirs=[str(share)])
    if not as_meshes:
        for thing in geometry.geometryObjects:
            shape = thing.geometry
            if hasattr(shape, "buildConvexHull"):
                shape.buildConvexHull(True, "Qt")
                thing.geometry = shape.convex
    geometry.addAllCollisionPairs()
    parents = [thing.parentJoint for thing in geometry.geometryObjects]
    for pair in list(geometry.collisionPairs):
        a, b = parents[pair.first], parents[pair.second]
        if a == b or model.parents[a] == b or model.parents[b] == a:
            geometry.removeCollisionPair(pinocchio.CollisionPair(pair.first, pair.second))
    return model, geometry


def configurations(model, count):
    """Random ones between the limits; of a joint without limits, and of a floating base, near the neutral one."""
    import pinocchio

    rng, neutral = np.random.default_rng(1), pinocchio.neutral(model)
    low, high = model.lowerPositionLimit.copy(), model.upperPositionLimit.copy()
    wide = ~(np.isfinite(low) & np.isfinite(high)) | (high - low > 100)
    low[wide], high[wide] = neutral[wide] - 0.1, neutral[wide] + 0.1
    return [pinocchio.normalize(model, rng.uniform(low, high)) for _ in range(count)]


def ask(names, options):
    """All answers of this process, and its times."""
    answers, known = {}, files()
    for name in names or known:
        try:
            model, geometry = load(known[name], options.meshes)
        except (RuntimeError, ValueError) as why:  # No mesh file, or a hull of which coal says that it is too large.
            print(f"{name}: not loaded: {why}", file=sys.stderr)
            continue
        if len(geometry.collisionPairs):
            answers[name] = ask_one(model, geometry, options)
    return answers


def ask_one(model, geometry, options):
    """Booleans, distances, and microseconds a pair: of both, and of distances with the cached guess."""
    import coal
    import pinocchio

    data, found = model.createData(), geometry.createData()
    asked = configurations(model, options.configurations)
    seconds = np.full(3, np.inf)

    def answered(place, question, number, results):
        """The numbers of all pairs; counts the least time of the question alone."""
        rows, total = [], 0.0
        for q in asked:
            start = time.perf_counter()
            question(q)
            total += time.perf_counter() - start
            rows.append([number(result) for result in results])
        seconds[place] = min(seconds[place], total)
        return np.array(rows)

    def collide(q):
        pinocchio.computeCollisions(model, data, geometry, found, q, False)

    def measure(q):
        pinocchio.computeDistances(model, data, geometry, found, q)

    for _ in range(options.rounds):
        hits = answered(0, collide, lambda r: r.isCollision(), found.collisionResults)
        gaps = answered(1, measure, lambda r: r.min_distance, found.distanceResults)
    for request in found.distanceRequests:
        request.gjk_initial_guess = coal.GJKInitialGuess.CachedGuess

    def measure_again(q):
        measure(q)  # The guess is that of the same configuration.
        start = time.perf_counter()
        measure(q)
        return time.perf_counter() - start

    for _ in range(options.rounds):
        seconds[2] = min(seconds[2], sum(measure_again(q) for q in asked))
    return hits, gaps, 1e6 * seconds / len(asked) / len(geometry.collisionPairs)


def told(library, options):
    """`ask` in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "answers.npz")
        environment = dict(os.environ, **({"LD_PRELOAD": library} if library else {}))
        command = [sys.executable, __file__, library or "-", *options.robots, "--write", file]
        command += ["--configurations", str(options.configurations), "--rounds", str(options.rounds)]
        command += ["--meshes"] if options.meshes else []
        subprocess.run(command, check=True, env=environment)
        read = np.load(file)
        return {name: [read[f"{name}/{i}"] for i in range(3)] for name in read["names"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("library", help="libclearance_coal.so")
    parser.add_argument("robots", nargs="*", help="names of URDF files (all)")
    parser.add_argument("--meshes", action="store_true", help="meshes as they are, not their hulls")
    parser.add_argument("--configurations", type=int, default=50)
    parser.add_argument("--rounds", type=int, default=3, help="the least time of so many counts")
    parser.add_argument("--write", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.write:
        answers = ask(options.robots, options)
        arrays = {f"{name}/{i}": array for name, of in answers.items() for i, array in enumerate(of)}
        np.savez(options.write, names=list(answers), **arrays)
        return
    compare(options)


def compare(options):
    theirs = told(None, options)
    ours = told(os.path.abspath(options.library), options)
    assert theirs.keys() == ours.keys(), "the processes loaded other robots"
    wrong = contradicted = near = differ = asked = 0
    print("robot, pairs | us a pair, coal and clearance: booleans | distances | with the cached guess")
    for name, (hits, gaps, seconds) in theirs.items():
        our_hits, our_gaps, our_seconds = ours[name]
        clear = (np.abs(gaps) > NEAR) & (np.abs(our_gaps) > NEAR) & ((gaps > 0) == (our_gaps > 0))
        unequal = hits != our_hits
        own = unequal & clear & (hits == (gaps > 0)) & (our_hits == (our_gaps < 0))
        wrong += np.sum(unequal & clear & ~own)
        contradicted += np.sum(own)
        near += np.sum(unequal & ~clear)
        for row, pair in np.argwhere(unequal)[:5]:
            what = "coal contradicts its distance" if own[row, pair] else "they differ"
            print(
                f"  {name}, row {row}, pair {pair}: {what}: coal {gaps[row, pair]:.3g}, clearance {our_gaps[row, pair]:.3g}"
            )
        apart = (gaps > 0) & (our_gaps > 0)
        differ += np.sum(np.abs(gaps - our_gaps)[apart] > TOLERANCE)
        asked += hits.size
        columns = " | ".join(f"{a:.3f} {b:.3f}" for a, b in zip(seconds, our_seconds))
        print(f"{name}, {hits.shape[1]} | {columns}", f"| {hits.mean():.1%} touch")
    print(f"{len(theirs)} robots, {asked} booleans: {wrong} differ where both are clear, {near} within {NEAR}")
    print(
        f"{contradicted} in which coal contradicts its own distance; {differ} distances differ by more than {TOLERANCE}"
    )
    sys.exit(int(wrong > 0 or differ > 0 or asked == 0))


if __name__ == "__main__":
    main()
