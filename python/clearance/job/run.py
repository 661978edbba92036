"""A job: the parts of an input, what is asked about them, and the folder of the answers.

A part is written under another name and renamed when it is whole, so that any process that sees both folders may ask any
part, at any time, more than once too.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from clearance import _clearance as c
from clearance._pyarrow import pa
from clearance.job.files import Check, counts, files_of, naming, write
from clearance.job.parts import Part


class Task(Protocol):
    """What a job asks about each part. It travels to the processes of a cluster by pickle."""

    @property
    def rows(self) -> int:
        """Of a part, unless the job says otherwise."""

    def key(self) -> list[Any]:
        """All that answers depend on besides the rows, as JSON."""

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        """The parts of files, given with the start of the names of their outputs."""

    def answers(self, part: Part, check: Check) -> Iterable[pa.RecordBatch]:
        """One batch at least, so that there is a schema. One column is ``error``. ``check`` is to be called often."""


class _Stopped(Exception):
    """Another thread was interrupted, or failed."""


@dataclass(frozen=True)
class Done:
    """What is known of a part that is whole."""

    file: Path
    rows: int
    errors: int
    is_new: bool


@dataclass(frozen=True)
class Summary:
    """What a run has done."""

    files: tuple[Path, ...]
    """The outputs, in the order of the parts. Other files of the folder belong to other questions or inputs."""
    rows: int
    errors: int
    """Rows without an answer."""
    skipped: int
    """Parts that were there before."""


@dataclass(frozen=True)
class Job:
    """The parts of an input, what is asked about them, and the folder of the answers."""

    task: Task
    parts: tuple[Part, ...]
    output: Path
    key: str
    """All that answers depend on besides the rows."""

    def run(self, threads: int = 1, progress: Callable[[int, int], object] = lambda done, parts: None) -> Summary:
        """Asks all parts that are not there yet, ``threads`` at a time, and calls ``progress`` after each.

        An interrupt ends this soon, and leaves whole parts only.
        """
        if threads < 1:
            raise ValueError(f"threads: {threads} are too few")
        stop = threading.Event()

        def check(*_: object) -> None:
            if stop.is_set():
                raise _Stopped

        with ThreadPoolExecutor(threads) as pool:
            asked = [pool.submit(self.ask, part, check) for part in self.parts]
            try:
                for number, part in enumerate(as_completed(asked), 1):
                    part.result()
                    progress(number, len(asked))
            finally:
                stop.set()
                pool.shutdown(cancel_futures=True)
        return summary(part.result() for part in asked)

    def ask(self, part: Part, check: Check = lambda *_: None) -> Done:
        """Asks one part, unless its output is there. Any process may do so, more than one too."""
        name = f"{part.name}-{self.hash_of(part)}.parquet"
        file = self.output / name
        is_new = not file.exists()
        if is_new:
            self.output.mkdir(parents=True, exist_ok=True)
            begun = self.output / f".{name}.{uuid.uuid4().hex}"
            try:
                with naming(*part.files):
                    write(begun, self.task.answers(part, check), check)
                os.replace(begun, file)
            finally:
                begun.unlink(missing_ok=True)
        return Done(file, *counts(file), is_new)

    def hash_of(self, part: Part) -> str:
        """Of all that the answers of a part depend on."""
        key = json.dumps([self.key, part.name, part.region, part.hash()])
        return hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def plan(source: str | PathLike[str], output: str | PathLike[str], task: Task, *, rows: int | None = None) -> Job:
    """The job of a Parquet file, or of all in a folder and the folders in it. ``rows`` is the most that a part has.

    Raises ValueError if there is no such file, for two whose outputs would have one name, and for an output in the folder
    of the input, where another run would read it.
    """
    if Path(source).is_dir() and Path(output).resolve().is_relative_to(Path(source).resolve()):
        raise ValueError(f"{output}: the output is in the input {source}, where another run would read it")
    files = files_of(source)
    if rows is not None and rows < 1:
        raise ValueError(f"rows: {rows} is no size of a part")
    folder = Path(source).parent if Path(source).is_file() else Path(source)
    names = ["-".join(file.relative_to(folder).with_suffix("").parts) for file in files]
    if twice := [name for name, count in Counter(names).items() if count > 1]:
        raise ValueError(f"{source}: two files would have outputs named {twice[0]}: rename one")
    key = json.dumps([c.__version__, type(task).__name__, task.key()])
    with naming(*files):
        parts = tuple(task.parts(list(zip(names, files)), rows or task.rows))
    return Job(task, parts, Path(output), key)


def summary(parts: Iterable[Done]) -> Summary:
    """Of all parts of a job."""
    done = list(parts)
    files = tuple(part.file for part in done)
    rows, errors = sum(part.rows for part in done), sum(part.errors for part in done)
    return Summary(files, rows, errors, sum(not part.is_new for part in done))
