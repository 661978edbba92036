"""The pages of the documentation are built without a warning, and load nothing from the network."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parent.parent


def test_pages_are_built_and_load_nothing(tmp_path: Path) -> None:
    for module in ("mkdocs", "material", "mkdocstrings"):
        pytest.importorskip(module)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path)]
    built = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    pages = [page.read_text("utf-8") for page in tmp_path.glob("*.html")]
    assert len(pages) > 9
    for page in pages:
        assert not re.search(r'<(script|img|link)\b[^>]*(src|href)="https?:', page)
    questions = (tmp_path / "questions.html").read_text("utf-8")
    assert "False only if a gap is proven" in questions, "the documentation of a function with overloads"
