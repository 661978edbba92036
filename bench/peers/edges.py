"""Edges of VAMP's Panda among a table and five boxes, judged by this library, by VAMP and by HPP in one run.

    pip install hpp-python numpy      # Eigen's headers come with it
    python peers/edges.py             # in bench; needs a C++ compiler and the address of a package index

Robot and meshes are those of VAMP's source package, which is downloaded to bench/target. Edges have random ends without
contacts, each joint up to 0.3 rad from one to the other (`--step`). This library and VAMP take all edges of a kind in one
loop, on one core. VAMP samples its balls at its own resolution. HPP's progressive validation, and its samples every 0.05,
take the meshes, one call an edge from Python, of which there are fewer (`--few`).

Truth is what this library proves: an edge that is proven to touch for the true meshes and that a peer calls valid is
missed; one that is proven to be clear for their hulls, which are larger, and that a peer calls invalid is invented.
Samples of pinocchio and coal are counted that refute the one or confirm the other.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tarfile
import time
import urllib.parse
import urllib.request
from pathlib import Path

import coal
import numpy as np
import pinocchio as pin
from paths import load

VERSION = "0.6.4"
ROUNDS = 3
# The table is lower by this than beside the other robot: VAMP's balls of the base reach through its plane.
LOWER = "0.05"
BENCH = Path(__file__).resolve().parent.parent
FOLDER = BENCH / "target" / "vamp"
# How VAMP's own build compiles it with GCC.
FLAGS = (
    "-std=c++17 -O3 -march=native -mavx2 -w -fno-math-errno -fno-signed-zeros -fno-trapping-math"
    " -fno-rounding-math -ffp-contract=fast -fassociative-math"
)
# VAMP's headers name a library that sorts; nothing that is measured uses it.
SORT = """#pragma once
#include <algorithm>
template <class I, class C> void pdqsort_branchless(I a, I b, C less) { std::sort(a, b, less); }
"""


def index():
    """The package index that pip uses."""
    said = subprocess.run([sys.executable, "-m", "pip", "config", "get", "global.index-url"], capture_output=True, text=True)
    return os.environ.get("PIP_INDEX_URL") or said.stdout.strip() or "https://pypi.org/simple"


def download():
    """VAMP's source package."""
    source = FOLDER / f"vamp_planner-{VERSION}"
    if not source.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        page = index().rstrip("/") + "/vamp-planner/"
        with urllib.request.urlopen(page) as answer:
            link = re.search(rf'href="([^"#]*vamp_planner-{VERSION}\.tar\.gz)', answer.read().decode())[1]
        with urllib.request.urlopen(urllib.parse.urljoin(page, link)) as answer:
            (FOLDER / "vamp.tar.gz").write_bytes(answer.read())
        with tarfile.open(FOLDER / "vamp.tar.gz") as archive:
            archive.extractall(FOLDER, filter="data")
    return source


def compile_vamp(source):
    """A program that judges edges with VAMP."""
    (FOLDER / "pdqsort.h").write_text(SORT)
    eigen = Path(coal.__file__).parents[4] / "include" / "eigen3"
    folders = [f"-I{folder}" for folder in (FOLDER, eigen, source / "src" / "impl")]
    program = FOLDER / "edges"
    code = BENCH / "foreign" / "vamp.cpp"
    subprocess.run(["g++", *FLAGS.split(), *folders, str(code), "-o", str(program)], check=True)
    return program


def robot(source):
    """Its robot with paths that all programs find."""
    folder = source / "resources" / "panda"
    text = (folder / "panda.urdf").read_text().replace("package://meshes/", f"file://{folder}/meshes/")
    file = FOLDER / "panda.urdf"
    file.write_text(text)
    return file, folder / "panda.srdf"


def ours(urdf, srdf, options):
    """The edges with their verdicts for hulls and for meshes, and the times of both."""
    file = FOLDER / "edges.json"
    command = ["cargo", "run", "-q", "--release", "-p", "paths", "--", "--edges", "--alone", "--boxes", LOWER]
    command += ["--robot", urdf, "--srdf", srdf, "--step", options.step, "--paths", options.edges, "--write", file]
    subprocess.run([str(word) for word in command], cwd=BENCH, check=True, stdout=subprocess.DEVNULL)
    return json.loads(file.read_text())


def kind(edge):
    return 0 if edge["verdict"] == "proven" else 1


def vamp(program, task):
    """Times of both kinds, and which edges are valid."""
    words = [len(task["boxes"])]
    words += [x for box in task["boxes"] for x in box["at"] + box["half"]]
    words.append(len(task["paths"]))
    words += [x for edge in task["paths"] for x in [kind(edge), *edge["rows"][0], *edge["rows"][1]]]
    said = subprocess.run([program], input=" ".join(map(str, words)), capture_output=True, text=True, check=True)
    *times, valid = said.stdout.split()
    return [float(time) for time in times], [letter == "1" for letter in valid]


def cell(task, urdf):
    """The robot with the boxes as links of it, and what says that all pairs but those of the task may touch."""
    links = []
    for k, box in enumerate(task["boxes"]):
        size = " ".join(str(2 * x) for x in box["half"])
        at = " ".join(map(str, box["at"]))
        geometry = f'<collision><geometry><box size="{size}"/></geometry></collision>'
        links.append(f'<link name="box {k}">{geometry}</link>')
        ends = f'<parent link="panda_link0"/><child link="box {k}"/>'
        links.append(f'<joint name="to box {k}" type="fixed"><origin xyz="{at}"/>{ends}</joint>')
    text = urdf.read_text().replace("</robot>", "".join(links) + "</robot>")
    names = re.findall(r'<link name="([^"]+)"', text)
    asked = {frozenset(pair) for pair in task["pairs"]}
    apart = [(a, b) for k, a in enumerate(names) for b in names[:k] if frozenset((a, b)) not in asked]
    allowed = "".join(f'<disable_collisions link1="{a}" link2="{b}" reason="none"/>' for a, b in apart)
    files = FOLDER / "cell.urdf", FOLDER / "cell.srdf"
    files[0].write_text(text)
    files[1].write_text(f'<robot name="panda">{allowed}</robot>')
    return files


def hpp(task, edges, urdf):
    """For each of its validations: times of both kinds, and which edges are valid."""
    import pyhpp.core as core
    import pyhpp.pinocchio as hpp_pinocchio
    from pyhpp.pinocchio.urdf import loadModel

    device = hpp_pinocchio.Device("panda")
    files = cell(task, urdf)
    loadModel(device, 0, "", "anchor", *map(str, files), pin.SE3.Identity())
    problem = core.Problem(device)  # What it makes does not keep it.
    steer = problem.steeringMethod()
    ways = {"progressive, for all times": core.Progressive(device, 0.01), "at samples": core.Discretized(device, 0.05)}
    found = {}
    for name, way in ways.items():
        times, valid = [[], []], []
        for edge in edges:
            path = steer(*(np.array(row) for row in edge["rows"]))
            path = path[0] if isinstance(path, tuple) else path
            least = np.inf
            for _ in range(ROUNDS):
                start = time.perf_counter()
                is_valid = way.validate(path, False)[0]
                least = min(least, time.perf_counter() - start)
            valid.append(is_valid)
            times[kind(edge)].append(1e6 * least)
        found[name] = ([float(np.mean(of)) if of else 0.0 for of in times], valid)
    return found


def confirm(task, samples=200):
    """Do samples of coal's confirm the verdicts for hulls? The numbers of edges that they refute and confirm."""
    model, shapes = load(task)
    data, found = model.createData(), shapes.createData()
    refuted, confirmed, hits = 0, 0, 0
    for edge in task["paths"]:
        hits += kind(edge)
        start, end = (np.array(row) for row in edge["rows"])
        rows = (start + k / samples * (end - start) for k in range(samples + 1))
        touches = any(pin.computeCollisions(model, data, shapes, found, row, True) for row in rows)
        refuted += touches and not kind(edge)
        confirmed += touches and kind(edge)
    return refuted, confirmed, hits


def line(name, times, valid, edges):
    """A row of the table."""
    meshes = sum(edge["meshes"] == "broken" for edge in edges)
    clear = len(edges) - sum(map(kind, edges))
    missed = sum(is_valid and edge["meshes"] == "broken" for edge, is_valid in zip(edges, valid))
    invented = sum(not is_valid and not kind(edge) for edge, is_valid in zip(edges, valid))
    print(f"| {name} | {times[0]:.2f} | {times[1]:.2f} | {missed} of {meshes} | {invented} of {clear} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--step", default="0.3", help="the largest step of a joint, in radians")
    parser.add_argument("--edges", default="10000", help="how many edges")
    parser.add_argument("--few", default=500, type=int, help="how many of them HPP gets")
    options = parser.parse_args()
    source = download()
    program = compile_vamp(source)
    urdf, srdf = robot(source)
    rounds = []
    for _ in range(ROUNDS):
        task = ours(urdf, srdf, options)
        rounds.append((task, vamp(program, task)))
    edges = [edge | {"meshes": word} for edge, word in zip(task["paths"], task["more"]["meshes"])]
    least = lambda times: [min(of) for of in zip(*times)]  # noqa: E731
    print("| edges | proven or valid, us | blocked, us | missed | invented |")
    print("|---|---|---|---|---|")
    proven = [edge["verdict"] == "proven" for edge in edges]
    line("clearance, hulls, for all times", least([task["more"]["times"] for task, _ in rounds]), proven, edges)
    of_meshes = least([task["more"]["times_of_meshes"] for task, _ in rounds])
    line("clearance, meshes, for all times", of_meshes, [edge["meshes"] == "proven" for edge in edges], edges)
    line(f"VAMP {VERSION}, balls, at samples", least([times for _, (times, _) in rounds]), rounds[0][1][1], edges)
    half = options.few // 2
    few = [edge for edge in edges if kind(edge)][:half] + [edge for edge in edges if not kind(edge)][:half]
    for name, (times, valid) in hpp(task, few, urdf).items():
        line(f"HPP, meshes, {name}", times, valid, few)
    refuted, confirmed, hits = confirm({**task, "paths": edges[: 4 * options.few]})
    print(f"coal, 200 samples an edge: {refuted} proofs refuted, {confirmed} of {hits} contacts confirmed")


if __name__ == "__main__":
    # Some libraries of HPP's packages do not find each other by themselves.
    folder = str(Path(coal.__file__).parents[3])
    if folder not in os.environ.get("LD_LIBRARY_PATH", ""):
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | {"LD_LIBRARY_PATH": folder})
    main()
