"""Jobs: parts of Parquet files give what one question gives, once, whatever happens in between."""

import itertools
import os
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from test_arrow import NAMES, SHAPES, changed, pose_column, random_table
from test_robots import PANDA

import clearance as c

pa = pytest.importorskip("pyarrow")

import pyarrow.dataset as ds
import pyarrow.parquet as pq

from clearance import __main__, arrow, job
from clearance.job import Bodies, Configurations, Paths, RobotFiles, cells, example
from clearance.shape_file import write_shapes


@pytest.fixture
def pairs(tmp_path):
    """Two files with some row groups, and all their rows."""
    batch, _, _ = random_table(np.random.default_rng(1), 1000)
    table = pa.Table.from_batches([batch])
    (tmp_path / "in" / "deep").mkdir(parents=True)
    pq.write_table(table[:700], tmp_path / "in" / "a.parquet", row_group_size=100)
    pq.write_table(table[700:], tmp_path / "in" / "deep" / "a.parquet", row_group_size=100)
    return tmp_path, table


def read(summary):
    return pa.concat_tables([pq.read_table(file) for file in summary.files])


@pytest.mark.parametrize("question", ["distance", "intersects", "within", "clearance"])
@pytest.mark.parametrize("rows, parts", [(40, 30), (100, 10), (250, 6), (10_000, 2)])
def test_parts_give_what_a_table_gives(pairs, question, rows, parts):
    folder, table = pairs
    done = job.plan(folder / "in", folder / "out", job.Pairs(SHAPES, question, 0.3), rows=rows).run(threads=2)
    assert (done.rows, done.errors, done.skipped, len(done.files)) == (1000, 0, 0, parts)
    found, right = read(done), arrow.answer(table, SHAPES, question=question, within=0.3)
    assert found.drop_columns(["error"]).equals(right.combine_chunks()), question


def test_a_rerun_asks_only_what_is_new(pairs):
    folder, table = pairs

    def run(*task, **rows):
        return job.plan(folder / "in", folder / "out", job.Pairs(*task), rows=250).run()

    first = run(SHAPES)
    times = [file.stat().st_mtime_ns for file in first.files]
    first.files[1].unlink()
    again = run(SHAPES)
    assert again.files == first.files and again.skipped == 5 and again.rows == 1000
    assert [file.stat().st_mtime_ns for file in again.files[2:]] == times[2:]
    assert run(SHAPES, "within", 0.3).skipped == 0 and run(SHAPES, "within", 0.4).skipped == 0
    assert run({**SHAPES, "ball": c.sphere(0.51)}).skipped == 0
    moved = table[700:].set_column(0, "id", pa.array(np.arange(300)))
    pq.write_table(moved, folder / "in" / "deep" / "a.parquet", row_group_size=100)
    changed_files = run(SHAPES)
    assert changed_files.skipped == 4 and set(changed_files.files) & set(first.files) == set(first.files[:4])
    assert read(changed_files)["id"].to_pylist() == [*range(700), *range(300)]


def test_equal_files_are_answered_each(pairs):
    folder, table = pairs
    for name in ["b", "c"]:
        pq.write_table(table[:50], folder / "in" / f"{name}.parquet")
    assert job.plan(folder / "in", folder / "out", job.Pairs(SHAPES)).run().rows == 1100
    pq.write_table(table[:50], folder / "in" / "deep-a.parquet")
    with pytest.raises(ValueError, match="named deep-a"):
        job.plan(folder / "in", folder / "out", job.Pairs(SHAPES))


def test_refused_rows_are_marked(pairs, capsys):
    folder, table = pairs
    batch = table[:700].combine_chunks().to_batches()[0]
    names = [None if row == 5 else "nothing" if row % 100 == 7 else "ball" for row in range(700)]
    pq.write_table(pa.table(changed(batch, shape_b=pa.array(names))), folder / "in" / "a.parquet")
    write_shapes(folder / "shapes.jsonl", SHAPES)
    command = ["job", str(folder / "in"), str(folder / "out"), "--shapes", str(folder / "shapes.jsonl")]
    assert __main__.main(command) == 1
    said = capsys.readouterr()
    assert "1000 rows in 2 parts, 0 of them" in said.out and "7 rows have errors" in said.err
    found = ds.dataset(folder / "out").to_table()
    wrong = found.filter(found["error"].is_valid())
    assert sorted(wrong["id"].to_pylist()) == list(range(7, 700, 100)) and wrong["distance"].null_count == 7
    assert set(wrong["error"].to_pylist()) == {"shape_b: there is no shape 'nothing'"}
    assert found["distance"].null_count == 8
    assert __main__.main([*command, "--question", "intersects"]) == 1
    assert "2 files of other inputs" in capsys.readouterr().err


@pytest.mark.parametrize("output", [".", "in", "in/answers", "in/deep/more"])
def test_an_output_in_the_input_is_refused(pairs, monkeypatch, output):
    folder, _ = pairs
    monkeypatch.chdir(folder)
    with pytest.raises(ValueError, match="the output is in the input"):
        job.plan("." if output == "." else "in", output, job.Pairs(SHAPES))
    with pytest.raises(ValueError, match="the output is in the input"):
        job.plan(folder, "answers", job.Pairs(SHAPES))


def test_errors_name_the_file(pairs):
    folder, table = pairs
    pq.write_table(table.drop_columns(["pose_b"]), folder / "in" / "b.parquet")
    with pytest.raises(KeyError, match="b.parquet: pose_b: there is no such column"):
        job.plan(folder / "in", folder / "out", job.Pairs(SHAPES)).run()
    words = pa.table(changed(table.combine_chunks().to_batches()[0], shape_a=pa.array([0.5] * 1000)))
    pq.write_table(words, folder / "in" / "b.parquet")
    with pytest.raises(TypeError, match="b.parquet: shape_a: a column of names or of numbers"):
        job.plan(folder / "in", folder / "out", job.Pairs(SHAPES)).run()


def test_doubled_ids_are_refused(tmp_path):
    for name, ids in [("a", [1, 2, 3]), ("b", [4, 2])]:
        columns = {"id": ids, "shape": [0] * len(ids), "pose": pose_column(np.zeros((len(ids), 3)))}
        (tmp_path / "in").mkdir(exist_ok=True)
        pq.write_table(pa.table(columns), tmp_path / "in" / f"{name}.parquet")
    with pytest.raises(ValueError, match="id: two bodies have the id 2"):
        job.plan(tmp_path / "in", tmp_path / "out", Bodies(SHAPES, 1.0))
    assert job.plan(tmp_path / "in" / "a.parquet", tmp_path / "out", Bodies(SHAPES, 1.0)).run().rows == 3


def test_shapes_of_a_job_have_names(pairs):
    with pytest.raises(TypeError, match="shapes: a dict of shapes by name"):
        job.plan(pairs[0] / "in", pairs[0] / "out", job.Pairs(list(SHAPES.values())))


def test_nothing_in_nothing_out(tmp_path):
    batch, _, _ = random_table(np.random.default_rng(2), 3)
    pq.write_table(pa.Table.from_batches([batch[:0]]), tmp_path / "a.parquet")
    done = job.plan(tmp_path / "a.parquet", tmp_path / "out", job.Pairs(SHAPES)).run()
    assert done.rows == 0 and read(done).schema.names == ["id", "note", "distance", "error"]


@pytest.mark.parametrize(
    "words, says",
    [
        (["nowhere", "out", "--shapes", "shapes.jsonl"], "there is no Parquet file"),
        (["a.parquet", "out"], "--shapes or --robot is needed"),
        (["a.parquet", "out", "--shapes", "none.jsonl"], "none.jsonl"),
        (["a.parquet", "out", "--shapes", "shapes.jsonl", "--question", "within"], "within"),
        (["a.parquet", "out", "--shapes", "shapes.jsonl", "--rows", "0"], "rows"),
        (["a.parquet", "out", "--shapes", "shapes.jsonl", "--threads", "0"], "threads"),
        (["b.parquet", "out", "--shapes", "shapes.jsonl"], "a column shape_a or shape is needed"),
        (["c.parquet", "out", "--shapes", "shapes.jsonl"], "--within is needed"),
        (["c.parquet", "out", "--shapes", "shapes.jsonl", "--within", "1"], "id: there is no such column"),
        (["shapes.jsonl", "out", "--shapes", "shapes.jsonl"], "shapes.jsonl: "),
        (["a.parquet", "out", "--robot", "none.urdf"], "none.urdf"),
    ],
)
def test_bad_input_is_told(tmp_path, monkeypatch, capsys, words, says):
    monkeypatch.chdir(tmp_path)
    write_shapes("shapes.jsonl", SHAPES)
    pq.write_table(pa.Table.from_batches([random_table(np.random.default_rng(3), 3)[0]]), "a.parquet")
    pq.write_table(pa.table({"id": [1]}), "b.parquet")
    pq.write_table(pa.table({"shape": [1]}), "c.parquet")
    assert __main__.main(["job", *words]) == 2
    assert says in capsys.readouterr().err and not list(tmp_path.glob("out/*"))


def test_an_interrupt_leaves_whole_parts(tmp_path):
    example.write_pairs(tmp_path / "in", 300_000, rows=10_000)
    command = [sys.executable, "-m", "clearance", "job", str(tmp_path / "in"), str(tmp_path / "out"), "--threads", "2"]
    command += ["--shapes", str(tmp_path / "in" / "shapes.jsonl"), "--question", "clearance"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while running.poll() is None and len(list(tmp_path.glob("out/*.parquet"))) < 2:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "stopped" in said, said
    whole = sorted(os.listdir(tmp_path / "out"))
    assert 2 <= len(whole) < 30 and all(name.endswith(".parquet") for name in whole)
    assert all(pq.read_table(tmp_path / "out" / name).num_rows == 10_000 for name in whole)
    again = subprocess.run(command, capture_output=True, text=True, check=True)
    assert f"300000 rows in 30 parts, {len(whole)} of them there before" in again.stdout
    ids = ds.dataset(tmp_path / "out").to_table(columns=["id"])["id"].to_numpy()
    np.testing.assert_array_equal(np.sort(ids), np.arange(300_000))


def long_part(name, folder):
    """A task with one part that takes much longer than the time that is allowed."""
    heights = np.random.default_rng(9).normal(size=(40, 40))
    shapes = {"ground": c.height_field(heights, (0.05, 0.05)), "ball": c.sphere(0.2)}
    table, count = {}, 100_000
    if name == "pairs":
        table |= {f"shape_{side}": [shape] * count for side, shape in zip("ab", shapes)}
        table |= {f"pose_{side}": pose_column(np.zeros((count, 3))) for side in "ab"}
        task = job.Pairs(shapes, "clearance")
    elif name == "bodies":
        table |= {"id": range(2000), "shape": [*shapes] * 1000, "pose": pose_column(np.zeros((2000, 3)))}
        task = Bodies(shapes, 0.1, "clearance")
    else:
        robot, _ = ROBOT.world()
        rows = np.tile(robot.path(PANDA / "proven.csv"), (2 * count, 1))
        table |= {"path": ["one"] * len(rows), **dict(zip(robot.joints, rows.T))}
        task = Paths(ROBOT)
    pq.write_table(pa.table(table), folder / "in.parquet")
    return task


@pytest.mark.parametrize("name", ["pairs", "bodies", "paths"])
def test_an_interrupt_does_not_wait_for_a_part(tmp_path, name):
    task = long_part(name, tmp_path)
    planned = job.plan(tmp_path / "in.parquet", tmp_path / "out", task, rows=1 << 30)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    begin = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        planned.run()
    assert time.monotonic() - begin < 5 and not os.listdir(tmp_path / "out")


def bodies_table(rng, count, reach):
    """Some are large, some stand at the same place."""
    numbers, poses = rng.integers(0, len(NAMES), count), rng.normal(size=(count, 7))
    poses[:, :3] = rng.uniform(-reach, reach, (count, 3))
    poses[count // 2 :: 9] = poses[0]
    columns = {"id": [f"body {row}" for row in range(count)], "shape": [NAMES[k] for k in numbers]}
    return pa.table({**columns, "pose": pose_column(poses)}), numbers, poses


def all_near(shapes, poses, within):
    """The slow way: all pairs."""
    a, b = (np.array(side) for side in zip(*itertools.combinations(range(len(shapes)), 2)))
    distance = c.distance([shapes[k] for k in a], poses[a], [shapes[k] for k in b], poses[b])
    return {(int(i), int(j)): d for i, j, d in zip(a, b, distance) if d <= within}


@pytest.mark.parametrize("rows, parts", [(10_000, 1), (60, 8)])
@pytest.mark.parametrize("within", [0.0, 0.4])
def test_near_pairs_of_bodies(tmp_path, rows, parts, within):
    shapes = {**SHAPES, "ground": c.half_space([0, 0, 1], -2.0), "hall": c.box([9.0, 9.0, 0.1])}
    table, _, poses = bodies_table(np.random.default_rng(4), 400, 3.0)
    names = table["shape"].to_pylist()
    names[3], names[44], names[333] = "ground", "hall", "ground"
    table = table.set_column(1, "shape", pa.array(names))
    (tmp_path / "in").mkdir()
    for k in range(3):
        pq.write_table(table[k * 150 : (k + 1) * 150], tmp_path / "in" / f"in-{k}.parquet", row_group_size=70)
    done = job.plan(tmp_path / "in", tmp_path / "out", Bodies(shapes, within), rows=rows).run(2)
    assert parts <= len(done.files) <= 4 * parts and done.errors == 0
    found = read(done)
    pairs = [(int(a[5:]), int(b[5:])) for a, b in zip(found["id_a"].to_pylist(), found["id_b"].to_pylist())]
    right = all_near([shapes[name] for name in names], poses, within)
    assert len(set(pairs)) == len(pairs) and 1000 < len(pairs) < 40_000
    assert dict(zip(pairs, found["distance"].to_pylist())) == right


def test_bodies_without_a_place(tmp_path):
    table, _, poses = bodies_table(np.random.default_rng(5), 50, 1.0)
    poses[7], poses[8] = np.nan, 0.0
    table = table.set_column(2, "pose", pose_column(poses))
    table = table.set_column(1, "shape", pa.array([None, "none", *["ball"] * 48]))
    pq.write_table(table, tmp_path / "in.parquet")
    done = job.plan(tmp_path / "in.parquet", tmp_path / "out", Bodies(SHAPES, 0.0, "intersects"), rows=10).run()
    found = read(done)
    wrong = found.filter(found["error"].is_valid())
    assert wrong["id_a"].to_pylist() == [f"body {row}" for row in (0, 1, 7, 8)] and done.errors == 4
    assert wrong["id_b"].null_count == wrong["intersects"].null_count == 4
    balls = [row for row in range(2, 50) if row not in (7, 8)]
    assert done.rows - 4 == len(all_near([c.sphere(0.5)] * 46, poses[balls], 0.0)) > 100


def test_boxes_contain_shapes_and_cells_lose_no_pair():
    rng = np.random.default_rng(6)
    shapes, numbers, poses = list(SHAPES.values()), rng.integers(0, 4, 500), rng.normal(size=(500, 7)) * 3
    boxes = cells.boxes_of(shapes, numbers, poses, 0.0)
    exact = np.array([shapes[k].bounds(c.Pose(p[:3], p[3:])) for k, p in zip(numbers, poses)])
    assert (boxes[:, 0] <= exact[:, 0]).all() and (boxes[:, 1] >= exact[:, 1]).all()
    assert np.median(np.diff(boxes, axis=1)) < 2 * np.median(np.diff(exact, axis=1))
    matrices = np.array([c.Pose(p[:3], p[3:]).matrix() for p in poses])
    np.testing.assert_allclose(cells.boxes_of(shapes, numbers, matrices, 0.0), boxes, atol=1e-12)
    # Grids of equal boxes touch exactly, and cuts go through their sides.
    corners = np.array(list(itertools.product(range(7), repeat=3)), dtype=float)
    grid = np.stack([corners, corners + 1], axis=1)
    for some in [boxes, grid, 0 * grid]:
        overlap = (some[:, None, 0] <= some[:, 1]) & (some[:, 0] <= some[:, None, 1])
        right = {(int(a), int(b)) for a, b in np.argwhere(overlap.all(axis=2)) if a < b}
        found = [pair for a, b in cells.pairs(some, cells.Cell()) for pair in zip(a.tolist(), b.tolist())]
        assert len(found) == len(right) > 1000 and set(found) == right


ROBOT = RobotFiles(PANDA / "panda.urdf", PANDA / "panda.srdf", hulls=True)


def test_configurations(tmp_path):
    robot, world = ROBOT.world()
    rng = np.random.default_rng(7)
    limits = np.array([limit for limit in robot.limits])
    rows = rng.uniform(limits[:, 0], limits[:, 1], (300, len(limits)))
    columns = {name: rows[:, k] for k, name in enumerate(robot.joints)}
    columns[robot.joints[2]] = pa.array(
        [None if row == 9 else np.nan if row == 8 else x for row, x in enumerate(rows[:, 2])]
    )
    pq.write_table(pa.table({"id": np.arange(300), **columns}), tmp_path / "in.parquet", row_group_size=100)
    done = job.plan(tmp_path / "in.parquet", tmp_path / "out", Configurations(ROBOT), rows=100).run(2)
    found = read(done)
    assert found.schema.names == ["id", "touches", "error"] and (done.errors, len(done.files)) == (1, 3)
    right = [None if row in (8, 9) else world.touches(q) for row, q in enumerate(rows)]
    assert found["touches"].to_pylist() == right and 20 < right.count(True) < 280
    assert found["error"].is_valid().to_pylist() == [row == 8 for row in range(300)]


def test_a_robot_is_known_by_its_meshes(tmp_path):
    (tmp_path / "robots").mkdir()
    (tmp_path / "meshes").mkdir()
    urdf, mesh = tmp_path / "robots" / "arm.urdf", tmp_path / "meshes" / "hand.stl"
    urdf.write_text('<mesh filename="package://arm/meshes/hand.stl"/>')
    keys = [RobotFiles(str(urdf)).key()]
    for content in ["a", "b"]:
        mesh.write_text(content)
        keys.append(RobotFiles(urdf).key())
    assert keys[1] != keys[0] != keys[2] != keys[1] and RobotFiles(urdf).key() == keys[2]
    assert RobotFiles(urdf, hulls=True).key() != keys[2]


def paths_table(robot):
    proven, missed = (robot.path(PANDA / name).rows for name in ["proven.csv", "missed.csv"])
    rng = np.random.default_rng(8)
    paths = [proven, missed[::-1], proven[:1], missed] * 3
    columns = {"path": [], "row": [], **{name: [] for name in robot.joints}}
    for number, path in enumerate(paths):
        order = rng.permutation(len(path))
        columns["path"] += [f"path {number}"] * len(path)
        columns["row"] += order.tolist()
        for name, column in zip(robot.joints, path[order].T):
            columns[name] += column.tolist()
    return pa.table(columns), paths


def test_paths(tmp_path):
    bodies = tmp_path / "bodies.jsonl"
    bodies.write_text(
        '{"name": "table", "kind": "box", "half_extents": [0.6, 0.8, 0.02], "pose": {"t": [0.3, 0, -0.03]}}\n'
        '{"name": "post", "kind": "sphere", "radius": 0.1, "pose": {"t": [0.1, 0.45, 0.8]}}\n'
    )
    files = RobotFiles(ROBOT.urdf, ROBOT.srdf, bodies, hulls=True)
    robot, world = files.world()
    assert {"table", "post"} <= set(world.bodies)
    table, paths = paths_table(robot)
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=5)
    proofs = [world.prove(path, 0.009) for path in paths]
    assert {"proven", "broken"} <= {proof.verdict for proof in proofs}
    for rows, parts in [(1, 12), (20, 2), (1000, 1)]:
        done = job.plan(tmp_path / "in.parquet", tmp_path / f"{rows}", Paths(files, 0.009), rows=rows).run()
        found = read(done)
        assert done.errors == 0 and len(done.files) >= parts
        assert found["path"].to_pylist() == [f"path {k}" for k in range(12)]
        assert found["verdict"].to_pylist() == [proof.verdict for proof in proofs]
        assert found["row"].to_pylist() == [proof.row for proof in proofs]
        pairs = [pair if pair[0] else None for pair in zip(found["body_a"].to_pylist(), found["body_b"].to_pylist())]
        assert pairs == [proof.pair for proof in proofs]
    # As pandas writes categories: a dictionary for each row group.
    pq.write_table(
        table.set_column(0, "path", table["path"].dictionary_encode()), tmp_path / "in.parquet", row_group_size=5
    )
    again = read(job.plan(tmp_path / "in.parquet", tmp_path / "out", Paths(files, 0.009)).run())
    assert again.equals(found)
    mixed = pa.concat_tables([table, table[:1]])
    pq.write_table(mixed, tmp_path / "in.parquet")
    with pytest.raises(ValueError, match="path 0.*together"):
        job.plan(tmp_path / "in.parquet", tmp_path / "out", Paths(files))
    pq.write_table(table.drop_columns([robot.joints[1]]), tmp_path / "in.parquet")
    with pytest.raises(ValueError, match=f"no column {robot.joints[1]}"):
        job.plan(tmp_path / "in.parquet", tmp_path / "out", Paths(files)).run()
