"""Tables: answers of columns are those of arrays, whatever form the columns have."""

import json

import numpy as np
import pytest

import clearance as c

pa = pytest.importorskip("pyarrow")

from clearance import _columns, arrow
from clearance.shape_file import read_shapes, write_shapes

CORNERS, FACES = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]
SHAPES = {
    "ball": c.sphere(0.5),
    "box": c.box([1.0, 2.0, 0.5]),
    "hull": c.hull(CORNERS),
    "solid": c.solid(CORNERS, FACES),
}
NAMES = list(SHAPES)
KEPT = ["id", "note"]


def pose_column(poses, kind=None):
    """Of arrays of shape (N, 7), (N, 3) or (N, 4, 4)."""
    flat = poses.reshape(len(poses), -1)
    if kind is None:
        return pa.FixedSizeListArray.from_arrays(pa.array(flat.ravel()), flat.shape[1])
    return pa.array(list(flat), kind)


def random_table(rng, count, convex=False):
    numbers = rng.integers(0, 3 if convex else 4, (2, count))
    poses = rng.normal(size=(2, count, 7)) * [0.7, 0.7, 0.7, 1, 1, 1, 1]
    columns = {
        "id": np.arange(count),
        "shape_a": pa.array(numbers[0], pa.int32()),
        "pose_a": pose_column(poses[0]),
        "note": [f"row {row}" for row in range(count)],
        "shape_b": pa.array([NAMES[k] for k in numbers[1]], pa.string()),
        "pose_b": pose_column(poses[1]),
    }
    return pa.RecordBatch.from_pydict(columns), numbers, poses


def changed(batch, **columns):
    for name, column in columns.items():
        batch = batch.set_column(batch.schema.names.index(name), name, column)
    return batch


def expected(question, numbers, poses, *more):
    a, b = ([SHAPES[NAMES[k]] for k in side] for side in numbers)
    return getattr(c, question)(a, poses[0], b, poses[1], *more)


@pytest.mark.parametrize("question, more", [("distance", ()), ("intersects", ()), ("within", (0.3,))])
def test_answers_are_those_of_arrays(question, more):
    batch, numbers, poses = random_table(np.random.default_rng(1), 500)
    found = arrow.answer(batch, SHAPES, question=question, within=0.3)
    assert found.schema.names == [*KEPT, question] and found["id"].equals(batch["id"])
    right = expected(question, numbers, poses, *more)
    np.testing.assert_array_equal(found[question].to_numpy(zero_copy_only=False), right)
    assert 50 < (right > 0).sum() < 450
    table = pa.Table.from_batches([batch.slice(0, 100), batch.slice(100)])
    assert arrow.answer(table, SHAPES, question=question, within=0.3).equals(pa.Table.from_batches([found]))


def test_all_numbers_of_a_clearance():
    batch, numbers, poses = random_table(np.random.default_rng(2), 300, convex=True)
    found, right = arrow.answer(batch, SHAPES, question="clearance", threads=2), expected("clearance", numbers, poses)
    for name, column in right.to_dict().items():
        np.testing.assert_array_equal(np.array(found[name].to_pylist()), column)
    assert found.schema.field("normal").type == pa.list_(pa.float64(), 3)


def test_numbers_are_not_copied():
    numbers = pa.array(np.random.default_rng(3).normal(size=70))
    column = pa.FixedSizeListArray.from_arrays(numbers, 7)[2:]
    seen = _columns.poses("pose_a", column, _columns.Rows(np.ones(8, bool)))
    assert seen.__array_interface__["data"][0] == numbers.buffers()[1].address + 2 * 7 * 8
    answers = {"distance": np.zeros(5)}
    out = arrow.answers_of("distance", answers, 5)["distance"]
    assert out.buffers()[1].address == answers["distance"].__array_interface__["data"][0]


@pytest.mark.parametrize("kind", [pa.list_(pa.float64()), pa.large_list(pa.float64()), pa.list_(pa.float32(), 7)])
@pytest.mark.parametrize("names", [pa.string(), pa.large_string(), pa.dictionary(pa.int8(), pa.string()), pa.uint64()])
def test_types_of_columns(kind, names):
    batch, numbers, poses = random_table(np.random.default_rng(4), 100)
    poses = np.float32(poses).astype(float)
    words = pa.array(numbers[1] if names == pa.uint64() else [NAMES[k] for k in numbers[1]], names)
    batch = changed(batch, pose_a=pose_column(poses[0], kind), pose_b=pose_column(poses[1], kind), shape_b=words)
    right = expected("distance", numbers, poses)
    np.testing.assert_array_equal(arrow.answer(batch, SHAPES)["distance"], right)
    np.testing.assert_array_equal(arrow.answer(batch[37:50], SHAPES)["distance"], right[37:50])


@pytest.mark.parametrize("kind", [pa.list_(pa.float64()), pa.large_list(pa.float64()), pa.list_(pa.float64(), 7)])
def test_nulls_and_offsets(kind):
    rng = np.random.default_rng(5)
    batch, numbers, poses = random_table(rng, 200)
    is_null = rng.random((5, 200)) < 0.1
    some = np.where(is_null[4][:, None] & (np.arange(7) == 3), None, poses[1])
    batch = changed(
        batch,
        shape_a=pa.array(numbers[0], mask=is_null[0]),
        shape_b=pa.array([None if null else NAMES[k] for k, null in zip(numbers[1], is_null[1])]),
        pose_a=pa.array([None if null else list(p) for p, null in zip(poses[0], is_null[2])], kind),
        pose_b=pa.array([None if null else list(p) for p, null in zip(some, is_null[3])], kind),
    )
    right = [None if null else d for d, null in zip(expected("distance", numbers, poses), is_null.any(axis=0))]
    assert 40 < right.count(None) < 120
    for first, count in [(0, 200), (3, 150), (77, 1), (60, 0), (199, 1)]:
        some = batch.slice(first, count)
        assert arrow.answer(some, SHAPES)["distance"].to_pylist() == right[first : first + count]
        marked = arrow.answer(some, SHAPES, question="clearance", on_error="mark")
        assert [d is None for d in marked["normal"].to_pylist()] == [d is None for d in right[first : first + count]]
        assert marked["error"].null_count == count


def test_no_rows_and_only_nulls():
    batch, _, _ = random_table(np.random.default_rng(6), 4)
    assert arrow.answer(batch[:0], SHAPES).schema == arrow.answer(batch, SHAPES).schema
    assert arrow.answer(pa.Table.from_batches([], batch.schema), SHAPES).num_rows == 0
    nothing = changed(batch, pose_a=pa.nulls(4), shape_b=pa.nulls(4))
    assert arrow.answer(nothing, {}).column("distance").null_count == 4


def test_other_forms_of_poses():
    batch, numbers, poses = random_table(np.random.default_rng(7), 50)
    matrices = np.array([c.Pose(p[:3], p[3:]).matrix() for p in poses[0]])
    batch = changed(batch, pose_a=pose_column(matrices), pose_b=pose_column(poses[1, :, :3]))
    right = expected("distance", numbers, [matrices, poses[1, :, :3]])
    np.testing.assert_array_equal(arrow.answer(batch, SHAPES)["distance"], right)
    gap = changed(batch, pose_a=pa.array([None, *matrices.reshape(-1, 16)[1:]], pa.list_(pa.float64(), 16)))
    assert arrow.answer(gap, SHAPES)["distance"].to_pylist() == [None, *right[1:]]


def with_pose(pose):
    batch, _, poses = random_table(np.random.default_rng(8), 10)
    return changed(batch, pose_a=pa.array([*poses[0, :5], pose, *poses[0, 6:]], pa.list_(pa.float64())))


REFUSED = [
    (with_pose([np.nan] * 7), "pose_a.*5"),
    (with_pose([0.0] * 7), "pose_a.*5"),
    (with_pose([0.0] * 5), "pose_a.*5: 5 numbers"),
    (changed(with_pose([1.0] * 7), shape_a=pa.array([0] * 5 + [4] + [0] * 4)), "shape_a.*5: there is no shape 4"),
    (changed(with_pose([1.0] * 7), shape_a=pa.array([0] * 5 + [-1] + [0] * 4)), "shape_a.*5: there is no shape -1"),
    (changed(with_pose([1.0] * 7), shape_b=pa.array(["box"] * 5 + ["bix"] + ["box"] * 4)), "shape_b.*5.*'bix'"),
]


@pytest.mark.parametrize("batch, says", REFUSED)
def test_a_refused_row_is_named_or_marked(batch, says):
    with pytest.raises(ValueError, match=says):
        arrow.answer(batch, SHAPES)
    marked = arrow.answer(batch, SHAPES, on_error="mark")
    assert [row for row in range(10) if marked["error"][row].is_valid] == [5]
    assert marked["distance"].null_count == 1 and marked["distance"][5].as_py() is None
    assert marked["error"][5].as_py().startswith(says[:6]) and "row" not in marked["error"][5].as_py()


def test_a_row_is_that_of_the_whole_table():
    batch = with_pose([0.0] * 7)
    good = batch.slice(0, 5)
    table = pa.concat_tables([pa.Table.from_batches([good, good]), pa.Table.from_batches([batch])])
    assert len(table["id"].chunks) == 3
    with pytest.raises(ValueError, match="^pose_a: row 15: "):
        arrow.answer(table, SHAPES)
    wrong = changed(batch.slice(0, 5), shape_a=pa.array([0, 0, 9, 0, 0], pa.int32()))
    with pytest.raises(ValueError, match="^shape_a: row 7: there is no shape 9"):
        arrow.answer(pa.Table.from_batches([good, wrong]), SHAPES)


@pytest.mark.parametrize(
    "change, kind, says",
    [
        ({"pose_a": pa.array([1.0] * 4)}, TypeError, "pose_a.*lists of float64"),
        ({"pose_a": pa.array([["1"] * 7] * 4)}, TypeError, "pose_a.*float64"),
        ({"shape_a": pa.array([1.0] * 4)}, TypeError, "shape_a.*names or of numbers"),
        ({"question": "depth"}, ValueError, "question"),
        ({"question": "within"}, ValueError, "within"),
        ({"question": "within", "within": float("nan")}, ValueError, "distance"),
    ],
)
def test_refused_columns_and_questions(change, kind, says):
    batch, _, _ = random_table(np.random.default_rng(9), 4)
    columns = {name: column for name, column in change.items() if isinstance(column, pa.Array)}
    rest = {name: value for name, value in change.items() if name not in columns}
    for on_error in ["raise", "mark"]:
        with pytest.raises(kind, match=says):
            arrow.answer(changed(batch, **columns), SHAPES, **rest, on_error=on_error)


def test_names_of_columns():
    batch, _, _ = random_table(np.random.default_rng(10), 4)
    with pytest.raises(KeyError, match="pose_b"):
        arrow.answer(batch.drop_columns(["pose_b"]), SHAPES)
    with pytest.raises(KeyError, match="distance"):
        arrow.answer(batch.append_column("distance", pa.array([1.0] * 4)), SHAPES)


def test_shape_files(tmp_path):
    shapes = {
        **SHAPES,
        "half-space": c.half_space([0, 0.6, 0.8], 0.1),
        "mesh": c.mesh(CORNERS, FACES),
        "round": c.rounded(c.triangle([0, 0, 0], [1, 0, 0], [0, 1, 0]), 0.1),
        "tools": c.compound([(c.sphere(0.3), c.Pose([1, 0, 0])), (SHAPES["solid"], c.Pose([0, 0, 1], [0, 0, 1, 1]))]),
        "Größe": c.cylinder(0.1, 1 / 3),
    }
    file = tmp_path / "shapes.jsonl"
    write_shapes(file, shapes)
    again = read_shapes(file)
    assert list(again) == list(shapes) and again == shapes
    file.write_text(
        '{"kind": "sphere", "radius": 1}\n\n{"kind": "height_field", "heights": [[0, 0], [0, 0]], "cell": [1, 1]}\n'
    )
    assert list(read_shapes(file)) == ["0", "1"]


@pytest.mark.parametrize(
    "line, says",
    [
        ("{", "line 2"),
        ("[]", "line 2: a shape must be a table"),
        ('{"kind": "sphere", "radius": 1, "margn": 0.5}', "line 2: a sphere has no .margn.*margin"),
        ('{"kind": "sphere", "radius": 1, "pose": [0, 0, 0]}', "line 2: pose: a pose must be a table"),
        ('{"kind": "sphere", "radius": 1, "pose": {"r": [0, 0, 0]}}', "line 2: a pose has no .r."),
        ('{"mesh": "a.stl", "scael": 2}', "line 2: a mesh has no .scael.*scale"),
        (
            '{"kind": "compound", "shapes": [{"kind": "sphere", "radius": 1, "colour": 1}]}',
            "line 2: shapes.0.: .*colour",
        ),
        ('{"kind": "sphere"}', "line 2: .*radius"),
        ('{"kind": "solid", "vertices": []}', "line 2: 'triangles' is missing"),
        ('{"name": "ball", "kind": "sphere", "radius": 1}', "line 2: a second shape named ball"),
        ('{"kind": "compound", "shapes": [{"kind": "sphere", "radius": 1, "pose": {"angle": 1}}]}', "line 2: .*angle"),
        ('{"mesh": "not there.stl"}', "line 2: .*not there.stl"),
    ],
)
def test_refused_lines_of_shapes(tmp_path, line, says):
    file = tmp_path / "shapes.jsonl"
    file.write_text('{"name": "ball", "kind": "sphere", "radius": 1}\n' + line + "\n")
    if "stl" in line:
        pytest.importorskip("trimesh")
    with pytest.raises(ValueError, match=says):
        read_shapes(file)


def test_mesh_files(tmp_path):
    trimesh = pytest.importorskip("trimesh")
    trimesh.Trimesh(CORNERS, FACES).export(tmp_path / "a.stl")
    trimesh.Trimesh(CORNERS, FACES[:3]).export(tmp_path / "b.obj")
    lines = [{"name": name, "mesh": name, "scale": 2} for name in ["a.stl", "b.obj"]]
    (tmp_path / "shapes.jsonl").write_text("\n".join(map(json.dumps, lines)))
    closed, sheet = read_shapes(tmp_path / "shapes.jsonl").values()
    assert (closed.kind, sheet.kind) == ("solid", "mesh") and closed.volume == pytest.approx(8 / 6)
