"""What two solids have in common, and how deep the deepest common point is."""

import numpy as np
import pytest
from test_values import CUBE, HERE

import clearance as c

SOLID = c.solid(*CUBE)


def volume(vertices, faces):
    a, b, d = (vertices[faces[:, i]] for i in range(3))
    return np.einsum("ij,ij->", a, np.cross(b, d)) / 6


def test_two_cubes_have_a_box_in_common():
    found = c.overlap(SOLID, HERE, SOLID, [0.5, 0.25, 0])
    assert found.lower <= 0.375 <= found.upper and found.upper - found.lower < 1e-8
    (part,) = found.parts
    np.testing.assert_allclose(part.centroid, [0.75, 0.625, 0.5], atol=1e-8)
    np.testing.assert_allclose(part.bounds, [[0.5, 0.25, 0], [1, 1, 1]], atol=1e-8)
    assert abs(volume(part.vertices, part.faces) - 0.375) < 1e-8
    assert c.solid(part.vertices, part.faces) is not None


def test_many_pairs_have_a_list_of_answers():
    found = c.overlap(SOLID, HERE, SOLID, [[0.5, 0, 0], [2, 0, 0], [0, 0, 0.75]], threads=2)
    assert [len(one.parts) for one in found] == [1, 0, 1]
    assert found[1].lower == 0 and found[1].upper < 1e-8
    assert found[2] == c.overlap(SOLID, HERE, SOLID, [0, 0, 0.75])


def test_what_is_no_solid_has_no_overlap():
    for other in (c.sphere(1), c.mesh(*CUBE)):
        with pytest.raises(ValueError, match="both must be solids of space"):
            c.overlap(SOLID, HERE, other, HERE)
    with pytest.raises(ValueError, match="both must be solids of space"):
        c.overlap(c.circle(1), c.Pose2(), c.circle(1), c.Pose2())


def test_a_tight_fit_is_as_deep_as_it_is_tight():
    tube = c.solid(*ring(0.5, 1.0, 0.3, 12))
    shaft = c.solid(*ring(0.1, 0.501, 2.0, 12))
    found = c.local_depth(tube, HERE, shaft, HERE)
    assert found.lower <= 0.001 * np.cos(np.pi / 12) <= found.upper < 0.003
    assert c.clearance(tube, HERE, shaft, HERE).lower < -0.3


def test_rows_of_local_depths():
    found = c.local_depth(SOLID, HERE, SOLID, [[0.75, 0.25, 0], [2, 0, 0]])
    assert found.lower[0] <= 0.25 <= found.upper[0] and found.upper[0] - found.lower[0] < 1e-6
    np.testing.assert_allclose(found.normal[0], [1, 0, 0], atol=1e-6)
    assert found.upper[1] == 0 and np.isnan(found.point[1]).all()
    found = c.local_depth(c.sphere(1), HERE, c.sphere(1), [1.5, 0, 0])
    assert found.lower <= 0.5 <= found.upper <= 0.55


def ring(inner, outer, half, n):
    angles = 2 * np.pi * np.arange(n) / n
    outline = [(inner, -half), (outer, -half), (outer, half), (inner, half)]
    vertices = [(r * np.cos(a), r * np.sin(a), z) for a in angles for r, z in outline]
    cell = [(i, j) for i in range(n) for j in range(4)]
    number = lambda i, j: (i % n) * 4 + j % 4
    faces = []
    for i, j in cell:
        a, b, d, e = number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)
        faces += [[a, b, d], [a, d, e]]
    return np.array(vertices), faces
