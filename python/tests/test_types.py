"""The package and its stubs, as type checkers and ruff read them."""

import subprocess
import sys
from pathlib import Path

import pytest

import clearance

ROOT = Path(__file__).parent.parent
PACKAGE = Path(clearance.__file__).parent


@pytest.mark.parametrize(
    "arguments",
    [
        ["mypy", "--strict", "--config-file", ROOT / "pyproject.toml", PACKAGE],
        ["mypy.stubtest", "clearance._clearance"],
        ["ruff", "check", "--no-cache", ROOT],
        ["ruff", "format", "--check", "--no-cache", ROOT],
    ],
    ids=["mypy", "stubtest", "ruff", "format"],
)
def test_nothing_is_found(arguments, tmp_path):
    pytest.importorskip(arguments[0].split(".")[0])
    command = [sys.executable, "-m", *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert found.returncode == 0, found.stdout + found.stderr


def test_a_wrong_type_is_found(tmp_path):
    pytest.importorskip("mypy")
    (tmp_path / "wrong.py").write_text("import clearance\nclearance.sphere('1')\nx: int = clearance.sphere(1.0)\n")
    command = [sys.executable, "-m", "mypy", "--strict", "wrong.py"]
    found = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert found.stdout.count("error:") == 2, found.stdout + found.stderr
