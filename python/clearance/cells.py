"""Which boxes overlap? By cells, so that each cell can be asked alone, and no pair is found twice.

    +-----------+-------+     A cell is cut at a median of its boxes, until few are left or a cut parts too few of them.
    |   +---x---|--+    |     A box is in all cells that it overlaps. A pair belongs to the cell with the lower corner
    |   |   | B |  |    |     of the intersection of its boxes (o): every corner is in one cell, as cells hold their
    | A |   o---|--+    |     lower sides, but not their upper ones.
    |   +-------+       |
    +-----------+-------+

Boxes without an end are boxes too: the outermost cells have no end either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clearance import _clearance as c

Floats = NDArray[np.float64]
Indices = NDArray[np.int64]

#: Boxes of a cell that are compared with each other.
FEW = 200

#: Candidates that are held at once.
MANY = 1 << 20


class Cell(NamedTuple):
    """Corners: ``lower`` belongs to the cell, ``upper`` does not, unless it is infinite."""

    lower: tuple[float, ...] = (-np.inf,) * 3
    upper: tuple[float, ...] = (np.inf,) * 3


class Boxes(NamedTuple):
    """Corners, of shape (N, 3)."""

    lower: Floats
    upper: Floats

    def of(self, rows: Indices | slice) -> Boxes:
        return Boxes(self.lower[rows], self.upper[rows])


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
    return Boxes(middle - reach, middle + reach)


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
    """Cells that fill a cell, and the rows of the boxes in each."""
    stack = [(np.flatnonzero(overlaps(boxes, cell)), cell)]
    while stack:
        rows, cell = stack.pop()
        cut = _cut(boxes, rows) if len(rows) > few else None
        if cut is None:
            yield rows, cell
            continue
        axis, at = cut
        below, above = rows[boxes.lower[rows, axis] < at], rows[boxes.upper[rows, axis] >= at]
        stack.append((above, cell._replace(lower=_changed(cell.lower, axis, at))))
        stack.append((below, cell._replace(upper=_changed(cell.upper, axis, at))))


def overlaps(boxes: Boxes, cell: Cell) -> NDArray[np.bool_]:
    """May the box own a pair in the cell?"""
    is_below = (boxes.lower < cell.upper) | np.isposinf(cell.upper)
    return np.asarray((is_below & (boxes.upper >= cell.lower)).all(axis=1))


def pairs(boxes: Boxes, cell: Cell) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of rows whose boxes overlap, and that belong to the cell, some at a time; the first row is less."""
    for rows, small in cells(boxes, cell, FEW):
        for a, b in sweep(boxes.of(rows)):
            a, b = rows[a], rows[b]
            lower = np.maximum(boxes.lower[a], boxes.lower[b])
            overlap = (lower <= np.minimum(boxes.upper[a], boxes.upper[b])).all(axis=1)
            is_inside = (lower >= small.lower) & ((lower < small.upper) | np.isposinf(small.upper))
            kept = overlap & is_inside.all(axis=1)
            a, b = a[kept], b[kept]
            yield np.minimum(a, b), np.maximum(a, b)


def _cut(boxes: Boxes, rows: Indices) -> tuple[int, float] | None:
    """Where to cut a cell: the median that parts the boxes best, unless it parts too few of them."""
    lower, upper = boxes.lower[rows], boxes.upper[rows]
    at = np.median(lower, axis=0)
    below, above = (lower < at).sum(axis=0), (upper >= at).sum(axis=0)
    axis = int(np.argmin(np.where(np.isfinite(at), below + above, 2 * len(rows))))
    if max(below[axis], above[axis]) > 0.9 * len(rows) or not np.isfinite(at[axis]):
        return None
    return axis, float(at[axis])


def _changed(corner: tuple[float, ...], axis: int, at: float) -> tuple[float, ...]:
    return (*corner[:axis], at, *corner[axis + 1 :])


def sweep(boxes: Boxes) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of rows that overlap along one axis: in the order of lower sides, each with those that begin before it
    ends."""
    if len(boxes.lower) < 2:
        return
    starts = np.where(np.isfinite(boxes.lower), boxes.lower, 0.0)
    axis = int(np.argmax(np.ptp(starts, axis=0)))
    order = np.argsort(boxes.lower[:, axis], kind="stable")
    lower, upper = boxes.lower[order, axis], boxes.upper[order, axis]
    first = np.arange(1, len(order) + 1)
    counts = np.maximum(np.searchsorted(lower, upper, side="right") - first, 0)
    some = np.searchsorted(np.cumsum(counts), np.arange(0, counts.sum(), MANY), side="right")
    for begin, end in zip(some, [*some[1:], len(order)]):
        count = counts[begin:end]
        a = np.repeat(np.arange(begin, end), count)
        b = a + 1 + np.arange(len(a)) - np.repeat(np.cumsum(count) - count, count)
        yield order[a], order[b]
