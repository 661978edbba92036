"""Times SciPy's Qhull on the points that `cargo run --release -- parts` left.

Run as `python3 qhull.py parts/points`, with scipy from PyPI.
"""

import pathlib
import sys
import time

import numpy
from scipy.spatial import ConvexHull, QhullError

folder = pathlib.Path(sys.argv[1])
points = numpy.fromfile(folder / "points.f64").reshape(-1, 3)
sets, start = {}, 0
for line in (folder / "index.csv").read_text().splitlines():
    name, count = line.split(",")
    sets.setdefault(name, []).append(points[start : start + int(count)])
    start += int(count)

print(f"{'set':24} {'parts':>6} {'failed':>6} {'us a part':>10}")
for name, parts in sets.items():
    best = [float("inf")] * len(parts)
    failed = set()
    for _ in range(5 if len(parts) > 1 else 30):
        for i, part in enumerate(parts):
            begin = time.perf_counter()
            try:
                ConvexHull(part)
            except QhullError:
                failed.add(i)
                continue
            best[i] = min(best[i], time.perf_counter() - begin)
    built = [t for t in best if t < float("inf")]
    print(f"{name:24} {len(parts):6} {len(failed):6} {1e6 * sum(built) / max(1, len(built)):10.1f}")
