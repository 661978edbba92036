"""Boxes along the axes, as arrays of shape (N, 2, 3), the lower and the upper corner: which of them overlap, and how far
apart shapes in them are at least."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]
Indices = NDArray[np.int64]

#: Candidates that are held at once.
MANY = 1 << 20


def candidates(boxes: Boxes) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of rows that overlap along one axis, some at a time, each pair once.

    Boxes are sorted by their lower sides along the axis on which these are spread most. Each box is paired with those
    after it that begin before it ends.
    """
    if len(boxes) < 2:
        return
    starts = np.where(np.isfinite(boxes[:, 0]), boxes[:, 0], 0.0)
    axis = int(np.argmax(np.ptp(starts, axis=0)))
    order = np.argsort(boxes[:, 0, axis], kind="stable")
    lower, upper = boxes[order, :, axis].T
    first = np.arange(1, len(order) + 1)
    counts = np.maximum(np.searchsorted(lower, upper, side="right") - first, 0)
    some = np.searchsorted(np.cumsum(counts), np.arange(0, counts.sum(), MANY), side="right")
    for begin, end in zip(some, [*some[1:], len(order)]):
        count = counts[begin:end]
        a = np.repeat(np.arange(begin, end), count)
        b = a + 1 + np.arange(len(a)) - np.repeat(np.cumsum(count) - count, count)
        yield order[a], order[b]


def overlapping(boxes: Boxes) -> Iterator[tuple[Indices, Indices]]:
    """The pairs of rows whose boxes touch or overlap, some at a time, each pair once; the first row is the lower one."""
    for a, b in candidates(boxes):
        lower = np.maximum(boxes[a, 0], boxes[b, 0])
        kept = (lower <= np.minimum(boxes[a, 1], boxes[b, 1])).all(axis=1)
        yield np.minimum(a, b)[kept], np.maximum(a, b)[kept]


def touching(boxes: Boxes) -> Indices:
    """The pairs of ``overlapping`` in ascending order, shape (K, 2)."""
    some = [np.stack(pairs, axis=1) for pairs in overlapping(boxes)]
    pairs = np.concatenate([np.zeros((0, 2), np.int64), *some])
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def least_distances(box: Boxes, others: Boxes) -> NDArray[np.float64]:
    """What the signed distances of shapes in ``box``, shape (2, 3), and in each of the others are at least.

    If the boxes overlap, a translation along an axis parts them, so that no overlap of the shapes is deeper.
    """
    gaps = np.maximum(others[:, 0] - box[1], box[0] - others[:, 1])
    apart: NDArray[np.float64] = np.linalg.norm(np.maximum(gaps, 0), axis=1)
    return np.where(apart > 0, apart, gaps.max(axis=1))
