"""Meshes made of cubes: concave, watertight, and known in every number."""

import numpy as np
import trimesh

#: The corners of a cube's face on the side +x, counterclockwise seen from outside.
_SIDE = np.array([[1, 0, 0], [1, 1, 0], [1, 1, 1], [1, 0, 1]])


def blocks(filled, size=1.0, origin=(0, 0, 0)):
    """The surface of the filled cells of a grid, an array (X, Y, Z) of bool. Cells have edges of ``size``, and the first
    corner of the first one is at ``origin``."""
    filled = np.pad(np.asarray(filled, dtype=bool), 1)
    quads = []
    for cell in np.argwhere(filled):
        for axis in range(3):
            for side in (0, 1):
                neighbour = cell.copy()
                neighbour[axis] += 2 * side - 1
                if not filled[tuple(neighbour)]:
                    face = np.roll(_SIDE, axis, axis=1)
                    if side == 0:
                        face = face[::-1].copy()
                        face[:, axis] = 0
                    quads.append(cell - 1 + face)
    corners, index = np.unique(np.concatenate(quads), axis=0, return_inverse=True)
    index = index.reshape(-1, 4)
    faces = np.concatenate([index[:, [0, 1, 2]], index[:, [0, 2, 3]]])
    return trimesh.Trimesh(corners * size + np.asarray(origin), faces, process=False)
