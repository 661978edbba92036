"""The recipes of docs/python/tables.md, as they stand there: each gives what an Arrow table gives."""

import re
from pathlib import Path

import numpy as np
import pytest
from test_arrow import NAMES, SHAPES, random_table

from clearance.shape_file import write_shapes

pa = pytest.importorskip("pyarrow")

import pyarrow.parquet as pq

from clearance import arrow

RECIPES = dict(
    re.findall(
        r"^## (\w+)\n.*?```python\n(.*?)```",
        (Path(__file__).parents[2] / "docs" / "python" / "tables.md").read_text(),
        re.MULTILINE | re.DOTALL,
    )
)


@pytest.mark.parametrize("engine", ["Arrow", "Polars", "DuckDB", "DataFusion"])
def test_recipes(tmp_path, monkeypatch, engine):
    pytest.importorskip({"Arrow": "pyarrow"}.get(engine, engine.lower()))
    monkeypatch.chdir(tmp_path)
    batch, numbers, _ = random_table(np.random.default_rng(1), 1000)
    table = pa.table(batch).set_column(1, "shape_a", pa.array([NAMES[k] for k in numbers[0]]))
    mask = np.arange(1000) % 7 == 0
    gaps = pa.array([None if gap else name for gap, name in zip(mask, table["shape_b"].to_pylist())])
    table = table.set_column(4, "shape_b", gaps)
    right = arrow.answer(table, SHAPES)["distance"].to_pylist()
    pq.write_table(table, "pairs.parquet", row_group_size=300)
    write_shapes("shapes.jsonl", SHAPES)
    exec(RECIPES[engine], names := {})  # noqa: S102
    found = pa.table(names["answers"]).sort_by("id")
    assert found["id"].to_pylist() == list(range(1000))
    assert found["distance"].to_pylist() == right and 100 < right.count(None) < 200 and 100 < right.count(0) < 800
