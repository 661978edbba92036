"""Each notebook runs from its first cell to its last, in its own folder, and is kept without outputs."""

import json
import warnings
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[2] / "docs" / "python" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def test_there_is_one_for_each_trade() -> None:
    assert {notebook.stem for notebook in NOTEBOOKS} == {"cad", "game", "robot", "teaching"}


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda notebook: notebook.stem)
def test_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(FOLDER)
    cells = [cell for cell in json.loads(notebook.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    assert any("assert " in source for source in sources), "a notebook asserts something"
    names: dict[str, Any] = {"__name__": "__main__"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what is doubtful about the files of the robot
        for number, (cell, source) in enumerate(zip(cells, sources)):
            assert not cell["outputs"] and cell["execution_count"] is None, f"cell {number} has outputs"
            exec(compile(source, f"{notebook.name}, cell {number}", "exec"), names)  # noqa: S102, the notebook is ours
