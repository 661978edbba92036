"""Boxes along the axes, as arrays of shape (N, 2, 3): which of them touch, and how far apart they are at least."""

import numpy as np
from numpy.typing import NDArray

from clearance import cells

Boxes = NDArray[np.float64]


def touching(boxes: Boxes) -> NDArray[np.int64]:
    """The pairs of boxes that touch or overlap, shape (K, 2), in ascending order, each once, with the lower number first."""
    lower, upper = np.moveaxis(boxes.reshape(-1, 2, 3), 1, 0)
    kept = [np.zeros((0, 2), np.int64)]
    for a, b in cells.sweep(cells.Boxes(lower, upper)):
        touch = np.all((lower[a] <= upper[b]) & (lower[b] <= upper[a]), axis=1)
        kept.append(np.sort(np.stack([a, b], axis=1)[touch], axis=1))
    pairs = np.concatenate(kept)
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]


def least_distances(box: Boxes, others: Boxes) -> NDArray[np.float64]:
    """What the signed distances of shapes in ``box`` and in each of the others are at least.

    If the boxes overlap, a translation along an axis parts them, so that no overlap of the shapes is deeper.
    """
    gaps = np.maximum(others[:, 0] - box[1], box[0] - others[:, 1])
    apart: NDArray[np.float64] = np.linalg.norm(np.maximum(gaps, 0), axis=1)
    return np.where(apart > 0, apart, gaps.max(axis=1))
