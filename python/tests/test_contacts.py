"""Contacts: patches with numbers worked out by hand, rows against single pairs, and meshes."""

import numpy as np
import pytest

import clearance as c

HERE = c.Pose()
TABLE, BRICK = c.box([4.0, 4.0, 1.0]), c.box([1.0, 0.5, 0.5])


def grid(n=4, size=4.0):
    """A square of triangles in the plane z = 0, their fronts up."""
    x = np.linspace(-size / 2, size / 2, n + 1)
    corners = np.stack([*np.meshgrid(x, x, indexing="ij"), np.zeros((n + 1, n + 1))], axis=-1).reshape(-1, 3)
    low = [i * (n + 1) + j for i in range(n) for j in range(n)]
    triangles = [t for k in low for t in ([k, k + n + 1, k + n + 2], [k, k + n + 2, k + 1])]
    return c.mesh(corners, triangles)


def random_poses(rng, count, reach):
    return np.hstack([rng.uniform(-reach, reach, (count, 3)), rng.normal(size=(count, 4))])


def test_a_box_on_a_table_has_four_points():
    (patch,) = c.contacts(TABLE, HERE, BRICK, c.Pose([0.2, 0.1, 0.74]))
    np.testing.assert_array_equal(patch.normal, [0, 0, 1])
    corners = sorted(map(tuple, patch.point_a.round(12)))
    assert corners == [(-0.3, -0.15, 0.5), (-0.3, 0.35, 0.5), (0.7, -0.15, 0.5), (0.7, 0.35, 0.5)]
    np.testing.assert_allclose(patch.separation, [-0.01] * 4, atol=1e-15)
    np.testing.assert_allclose(patch.point_b, patch.point_a + patch.separation[:, None] * patch.normal, atol=1e-15)
    assert len(set(patch.feature)) == 4
    assert (patch.part_a, patch.face_a, patch.part_b, patch.face_b) == (0, -1, 0, -1)


def test_a_ball_on_a_table_has_one_point():
    (patch,) = c.contacts(TABLE, HERE, c.sphere(0.5), c.Pose([0.3, 0.0, 0.9]))
    np.testing.assert_allclose(patch.point_a, [[0.3, 0.0, 0.5]], atol=1e-15)
    np.testing.assert_allclose(patch.point_b, [[0.3, 0.0, 0.4]], atol=1e-15)


@pytest.mark.parametrize("margin, count", [(0.0, 0), (0.04, 0), (0.06, 1)])
def test_a_margin_lists_what_is_near(margin, count):
    found = c.contacts(TABLE, HERE, BRICK, c.Pose([0, 0, 0.8]), margin=margin)
    assert len(found) == count
    assert all(separation == pytest.approx(0.05) for patch in found for separation in patch.separation)


def test_features_stay_while_a_box_slides():
    slid = [c.contacts(TABLE, HERE, BRICK, c.Pose([x, 0.1, 0.74]))[0].feature for x in (0.1, 0.101)]
    assert sorted(slid[0]) == sorted(slid[1])


def test_a_box_on_triangles_has_one_patch():
    (patch,) = c.contacts(grid(), HERE, BRICK, c.Pose([0.2, 0.1, 0.249]), margin=0.01)
    np.testing.assert_array_equal(patch.normal, [0, 0, 1])
    np.testing.assert_allclose(patch.separation, [-0.001] * 4, atol=1e-12)
    assert patch.face_a >= 0 and patch.face_b == -1


def test_a_body_on_two_walls_has_two_patches():
    corner = c.compound([(c.box([1, 4, 4]), c.Pose([-0.5, 0, 0])), (c.box([4, 4, 1]), c.Pose([0, 0, -0.5]))])
    found = c.contacts(corner, HERE, c.sphere(0.5), c.Pose([0.49, 0.0, 0.48]))
    depths = {tuple(patch.normal.round(9)): (patch.part_a, round(patch.separation[0], 9)) for patch in found}
    assert depths == {(1, 0, 0): (0, -0.01), (0, 0, 1): (1, -0.02)}


@pytest.mark.parametrize("a, b", [(TABLE, BRICK), (c.sphere(0.7), c.capsule(0.3, 1.0)), (grid(), BRICK)])
@pytest.mark.parametrize("threads", [1, 2])
def test_rows_are_single_contacts(a, b, threads):
    poses = random_poses(np.random.default_rng(1), 60, 1.2)
    rows = c.contacts(a, HERE, b, poses, margin=0.05, threads=threads)
    assert rows.offsets.shape == (61,) and rows.offsets[-1] == len(rows.separation) > 20
    for row, pose in enumerate(poses):
        points = slice(rows.offsets[row], rows.offsets[row + 1])
        single = c.contacts(a, HERE, b, pose, margin=0.05)
        numbers = [number for number, patch in enumerate(single) for _ in patch.separation]
        np.testing.assert_array_equal(rows.patch[points], numbers)
        for name in ["point_a", "point_b", "separation", "feature"]:
            expected = [entry for patch in single for entry in getattr(patch, name)]
            np.testing.assert_array_equal(list(getattr(rows, name)[points]), expected)
        np.testing.assert_array_equal(list(rows.face_a[points]), [single[k].face_a for k in numbers])


def test_no_rows_and_no_contacts():
    nothing = c.contacts(TABLE, HERE, BRICK, np.zeros((0, 3)))
    assert nothing.offsets.tolist() == [0] and nothing.normal.shape == (0, 3)
    far = c.contacts(TABLE, HERE, BRICK, np.full((2, 3), 9.0))
    assert far.offsets.tolist() == [0, 0, 0] and far.feature.dtype == np.uint64
    assert set(far.to_dict()) >= {"offsets", "patch", "normal", "separation"}


@pytest.mark.parametrize(
    "ask, says",
    [
        (lambda: c.contacts(TABLE, HERE, BRICK, HERE, margin=np.nan), "margin"),
        (lambda: c.contacts(TABLE, HERE, BRICK, HERE, margin=np.inf), "margin"),
        (lambda: c.contacts(TABLE, HERE, BRICK, np.full((2, 3), np.nan)), "pose_b: row 0"),
    ],
)
def test_values_that_are_refused(ask, says):
    with pytest.raises(ValueError, match=f"^{says}"):
        ask()


def test_contacts_in_the_plane():
    ground, brick = c.box2([4.0, 1.0]), c.box2([1.0, 1.0])
    (patch,) = c.contacts(ground, c.Pose2(), brick, c.Pose2([0.5, 0.99], 0.0))
    assert sorted(map(tuple, patch.point_a.round(12))) == [(0.0, 0.5), (1.0, 0.5)]
    np.testing.assert_array_equal(patch.normal, [0, 1])
    rows = c.contacts(ground, c.Pose2(), brick, [[0.5, 0.99], [0.5, 3.0], [0.5, 0.98]])
    assert rows.offsets.tolist() == [0, 2, 2, 4] and rows.normal.shape == (4, 2)


def test_contacts_in_float32():
    poses = np.array([[0.2, 0.1, 0.74], [0.2, 0.1, 2.0]], dtype=np.float32)
    found = c.contacts(TABLE, HERE, BRICK, poses)
    assert found.point_a.dtype == found.separation.dtype == np.float32 and found.offsets.tolist() == [0, 4, 4]
    np.testing.assert_allclose(found.separation, -0.01, atol=1e-6)
    assert c.contacts(TABLE, HERE, BRICK, poses, precision="float64").normal.dtype == np.float64


def test_progress_and_options():
    told = []
    c.contacts(TABLE, HERE, BRICK, np.zeros((1000, 3)), progress=lambda *done: told.append(done))
    assert told[-1] == (1000, 1000) and len(told) > 1
    with pytest.raises(ValueError, match="^threads"):
        c.contacts(TABLE, HERE, BRICK, HERE, threads=0)
    with pytest.raises(ValueError, match="^precision"):
        c.contacts(TABLE, HERE, BRICK, HERE, precision="float16")


def test_a_slop_leaves_out_the_side_of_a_tile():
    where = (c.box([1, 1, 1]), HERE, c.box([0.4, 0.4, 0.4]), c.Pose([-0.705, 0, 0.69998]))
    (patch,) = c.contacts(*where, margin=0.01)
    assert list(patch.normal) == [-1, 0, 0]
    assert c.contacts(*where, margin=0.01, slop=1e-4) == []
    assert c.verify_contacts(*where, [patch], margin=0.01, slop=1e-4) == "proven"
    with pytest.raises(ValueError, match="slop: "):
        c.contacts(*where, slop=float("nan"))
