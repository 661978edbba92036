"""Random pairs for trials and measurements: boxes, capsules and hulls of 32 points, at random poses near each other."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np

from clearance import _clearance as c
from clearance._pyarrow import pa, pq
from clearance.shape_file import write_shapes

#: Rows of a file.
ROWS = 1 << 20


def shapes() -> dict[str, c.Shape]:
    """Four of each kind, of about the size 1."""
    random = np.random.default_rng(7)
    found = dict[str, c.Shape]()
    for k in range(4):
        found[f"box {k}"] = c.box(random.uniform(0.5, 1.5, 3))
        found[f"capsule {k}"] = c.capsule(*random.uniform(0.2, 0.8, 2))
        found[f"hull {k}"] = c.hull(random.normal(size=(32, 3)) * 0.4)
    return found


def write_pairs(folder: Path, count: int, threads: int = 1, rows: int = ROWS) -> None:
    """Writes ``shapes.jsonl`` and ``pairs-0000.parquet`` and so on: ``id`` from 0, and the columns of
    ``clearance.arrow``, sorted by shapes in each file."""
    folder.mkdir(parents=True, exist_ok=True)
    write_shapes(folder / "shapes.jsonl", shapes())
    with ThreadPoolExecutor(threads) as pool:
        written = [
            pool.submit(_write_file, folder / f"pairs-{k:04}.parquet", k * rows, min(rows, count - k * rows))
            for k in range(-(-count // rows))
        ]
        for file in written:
            file.result()


def _write_file(file: Path, first: int, count: int) -> None:
    random = np.random.default_rng(first)
    kinds = random.integers(0, len(shapes()), (2, count), dtype=np.int32)
    kinds = kinds[:, np.lexsort(kinds[::-1])]
    columns = {"id": pa.array(np.arange(first, first + count))}
    for side, kind in zip("ab", kinds):
        numbers = random.normal(size=(count, 7))
        columns |= {f"shape_{side}": kind, f"pose_{side}": pa.FixedSizeListArray.from_arrays(numbers.ravel(), 7)}
    words = {"compression": "none", "use_dictionary": ["shape_a", "shape_b"], "write_statistics": False}
    pq.write_table(pa.table(columns), file, row_group_size=count, **words)
