"""Pairs of boxes that overlap, by cells of space: each cell can be asked alone, and no pair is found twice.

    +-----------+-------+     A cell is cut at a median of the lower sides of its boxes, until few boxes are left or the
    |   +---x---|--+    |     cut separates too few of them. A box is in all cells that it overlaps. A pair belongs to the
    |   |   | B |  |    |     cell with the lower corner (o) of the intersection of its boxes: every point is in exactly
    | A |   o---|--+    |     one cell, because cells contain their lower sides, but not their upper ones.
    |   +-------+       |
    +-----------+-------+

Unbounded boxes are boxes, too: the outermost cells are unbounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c
from clearance._boxes import Boxes, Indices, overlapping

Floats = NDArray[np.float64]

#: Boxes of a cell that are compared with each other.
FEW = 200


class Cell(NamedTuple):
    """Corners: ``lower`` belongs to the cell, ``upper`` does not, unless it is infinite."""

    lower: tuple[float, ...] = (-np.inf,) * 3
    upper: tuple[float, ...] = (np.inf,) * 3


def boxes_of(shapes: Sequence[c.Shape], shape: Indices, poses: Floats, within: float) -> Boxes:
    """Boxes around placed shapes that overlap wherever shapes are at most ``within`` apart.

    The box of a shape, turned by R and moved by t, is in the box around R center + t with the half edges |R| half. All
    is rounded outward: the error of ten operations is far below 64 units in the last place of the largest term.
    """
    corners = np.array([shape.bounds() for shape in shapes]).reshape(-1, 2, 3)
    is_bounded = np.isfinite(corners).all(axis=(1, 2)) & (np.abs(corners).max(axis=(1, 2), initial=0.0) < 1e300)
    corners[~is_bounded] = 0.0
    center, half = corners.mean(axis=1)[shape], (corners[:, 1] - corners[:, 0])[shape] / 2
    turn, move = _turns_and_moves(poses)
    middle = np.einsum("nij,nj->ni", turn, center) + move
    reach = np.einsum("nij,nj->ni", np.abs(turn), half) + within / 2
    size = np.abs(move).sum(axis=1) + np.abs(center).sum(axis=1) + half.sum(axis=1) + within
    reach += (64 * np.finfo(np.float64).eps * size)[:, None]
    reach[~is_bounded[shape]] = np.inf
    return np.stack([middle - reach, middle + reach], axis=1)


def _turns_and_moves(poses: Floats) -> tuple[Floats, Floats]:
    """Rotation matrices and translations of valid poses of shape (N, 7), (N, 3) or (N, 4, 4)."""
    if poses.ndim == 3:
        return poses[:, :3, :3], poses[:, :3, 3]
    if poses.shape[1] == 3:
        return np.broadcast_to(np.eye(3), (len(poses), 3, 3)), poses
    turn = poses[:, 3:] / np.abs(poses[:, 3:]).max(axis=1, keepdims=True)
    x, y, z, w = (turn / np.linalg.norm(turn, axis=1, keepdims=True)).T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.moveaxis(np.array(rows), 2, 0), poses[:, :3]


def cells(boxes: Boxes, cell: Cell, few: int) -> Iterator[tuple[Indices, Cell]]:
    """Cells that fill a cell, and the rows of the boxes in each: ``few`` of them, where cuts can separate more."""
    stack = [(np.flatnonzero(overlaps(boxes, cell)), cell)]
    while stack:
        rows, cell = stack.pop()
        cut = _cut(boxes[rows]) if len(rows) > few else None
        if cut is None:
            yield rows, cell
            continue
        axis, at = cut
        below, above = rows[boxes[rows, 0, axis] < at], rows[boxes[rows, 1, axis] >= at]
        stack.append((above, cell._replace(lower=_changed(cell.lower, axis, at))))
        stack.append((below, cell._replace(upper=_changed(cell.upper, axis, at))))


def overlaps(boxes: Boxes, cell: Cell) -> NDArray[np.bool_]:
    """Which boxes have points in the cell."""
    is_below = (boxes[:, 0] < cell.upper) | np.isposinf(cell.upper)
    return np.asarray((is_below & (boxes[:, 1] >= cell.lower)).all(axis=1))


def pairs(boxes: Boxes, cell: Cell) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of rows that overlap and belong to the cell, some at a time; the first row is the lower one."""
    for rows, small in cells(boxes, cell, FEW):
        for a, b in overlapping(boxes[rows]):
            a, b = rows[a], rows[b]
            lower = np.maximum(boxes[a, 0], boxes[b, 0])
            is_inside = (lower >= small.lower) & ((lower < small.upper) | np.isposinf(small.upper))
            kept = is_inside.all(axis=1)
            yield a[kept], b[kept]


def _cut(boxes: Boxes) -> tuple[int, float] | None:
    """The axis and the place of a cut: the median that leaves the fewest boxes on both sides; None if one side would keep
    more than nine of ten."""
    at = np.median(boxes[:, 0], axis=0)
    below, above = (boxes[:, 0] < at).sum(axis=0), (boxes[:, 1] >= at).sum(axis=0)
    axis = int(np.argmin(np.where(np.isfinite(at), below + above, 2 * len(boxes))))
    if max(below[axis], above[axis]) > 0.9 * len(boxes) or not np.isfinite(at[axis]):
        return None
    return axis, float(at[axis])


def _changed(corner: tuple[float, ...], axis: int, at: float) -> tuple[float, ...]:
    return (*corner[:axis], at, *corner[axis + 1 :])
