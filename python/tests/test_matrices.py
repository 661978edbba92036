"""Poses as matrices: exact ones, those that drifted, and what is refused."""

import numpy as np
import pytest

import clearance as c

BOX = c.box([1, 0.8, 0.6])


def matrices(count, dtype=np.float64):
    rng = np.random.default_rng(1)
    poses = np.hstack([rng.uniform(-1, 1, (count, 3)), rng.normal(size=(count, 4))])
    return poses, np.array([c.Pose(row[:3], row[3:]).matrix() for row in poses], dtype=dtype)


@pytest.mark.parametrize(("dtype", "tolerance"), [(np.float64, 1e-14), (np.float32, 2e-6)])
def test_matrices_are_their_poses(dtype, tolerance):
    poses, given = matrices(2000, dtype)
    expected = c.clearance(BOX, c.Pose(), BOX, poses).signed_distance
    found = c.clearance(BOX, c.Pose(), BOX, given).signed_distance
    assert found.dtype == dtype and 200 < (expected < 0).sum() < 1800
    np.testing.assert_allclose(found, expected, atol=tolerance)


@pytest.mark.parametrize("drift", [1e-15, 3e-14, 1e-13, 2e-13])
def test_matrices_that_drifted(drift):
    """From rounding to the tolerance of the library."""
    poses, given = matrices(500)
    given[:, :3, :3] *= 1 + drift / 2
    expected = c.distance(BOX, c.Pose(), BOX, poses)
    np.testing.assert_allclose(c.distance(BOX, c.Pose(), BOX, given), expected, atol=1e-12)
    single = [c.distance(BOX, c.Pose(), BOX, c.Pose.from_matrix(matrix)) for matrix in given]
    np.testing.assert_allclose(single, expected, atol=1e-12)


@pytest.mark.parametrize(
    ("row", "column", "factor", "message"),
    [
        (0, 0, np.nan, "not finite"),
        (1, 3, np.inf, "not finite"),
        (2, 3, 1e200, "too large"),
        (slice(0, 3), slice(0, 3), 1 + 1e-9, "squared length"),
        (slice(0, 3), 2, -1, "determinant"),
        (3, 3, 2, "last row"),
    ],
)
def test_refused_matrices(row, column, factor, message):
    _, given = matrices(20)
    given[7, row, column] *= factor
    with pytest.raises(ValueError, match=f"pose_b: row 7: .*{message}"):
        c.distance(BOX, c.Pose(), BOX, given)
    given[7] = np.eye(4)
    given[7, 0, 1] = 1e-9
    with pytest.raises(ValueError, match="row 7: .*inner product"):
        c.distance(BOX, c.Pose(), BOX, given)
