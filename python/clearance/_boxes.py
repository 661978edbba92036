"""Boxes along the axes, as arrays of shape (N, 2, 3): which of them touch, and how far apart they are at least.

Sort and sweep: sorted by their lower ends along the axis of the largest spread, the boxes that meet box k there are those
that follow it and start before it ends. What is left of them is compared along the other axes.

    0 |--------|
    1     |--|            0 meets 1 and 2, 1 meets none, 2 meets 3
    2        |------|
    3            |-----|
"""

import numpy as np
from numpy.typing import NDArray

Boxes = NDArray[np.float64]


def touching(boxes: Boxes) -> NDArray[np.intp]:
    """The pairs of boxes that touch or overlap, shape (K, 2), in ascending order, each once, with the lower number first."""
    if len(boxes) < 2:
        return np.zeros((0, 2), dtype=np.intp)
    axis = int(np.argmax(np.ptp(boxes[:, 0], axis=0)))
    order = np.argsort(boxes[:, 0, axis], kind="stable")
    ends = np.searchsorted(boxes[order, 0, axis], boxes[order, 1, axis], side="right")
    numbers = np.arange(len(boxes))
    counts = ends - numbers - 1
    first = np.repeat(numbers, counts)
    second = np.arange(len(first)) - np.repeat(np.cumsum(counts) - counts, counts) + first + 1
    pairs = np.sort(np.stack([order[first], order[second]], axis=1), axis=1)
    a, b = boxes[pairs[:, 0]], boxes[pairs[:, 1]]
    pairs = pairs[np.all((a[:, 0] <= b[:, 1]) & (b[:, 0] <= a[:, 1]), axis=1)]
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def least_distances(box: Boxes, others: Boxes) -> NDArray[np.float64]:
    """What the signed distances of shapes in ``box`` and in each of the others are at least.

    If the boxes overlap, a translation along an axis parts them, so that no overlap of the shapes is deeper.
    """
    gaps = np.maximum(others[:, 0] - box[1], box[0] - others[:, 1])
    apart: NDArray[np.float64] = np.linalg.norm(np.maximum(gaps, 0), axis=1)
    return np.where(apart > 0, apart, gaps.max(axis=1))
