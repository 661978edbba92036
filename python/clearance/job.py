"""Big jobs: Parquet in, Parquet out, a part at a time.

    INPUT                      OUTPUT
    a.parquet   rows 0..1M     a-000000000-3f0c..91.parquet      a part: some rows of one file, or a region of space
                rows 1M..2M    a-001048576-77d1..02.parquet      its name ends with the hash of all that its answers
    b.parquet   rows 0..0.5M   b-000000000-b2a4..5e.parquet      depend on: rows, question, shapes, version

A part is written under another name and renamed when it is whole. A run asks only the parts that are not there yet, in
any order, by any process that sees both folders: ``Job.run`` uses threads, ``clearance.ray`` and ``clearance.spark`` use
a cluster. A part is read and written in batches, which is what memory holds. All outputs have a column ``error``: null,
or the reason why a row has no answer.

    >>> job = clearance.job.plan("pairs", "answers", clearance.job.Pairs(shapes, "distance"))
    >>> job.run(threads=2)

What may be asked: ``Pairs`` here, ``clearance.job_bodies.Bodies``, and ``Configurations`` and ``Paths`` of
``clearance.job_robots``.
"""

from __future__ import annotations

import hashlib
import json
import os
import threading
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from clearance import _clearance as c
from clearance import arrow
from clearance._pyarrow import pa, pq
from clearance.shape_file import fields_of

#: Rows that are asked at once.
BATCH = 1 << 17

#: Rows of a part, about: a part of a file is whole row groups.
ROWS = 1 << 20


@dataclass(frozen=True)
class Part:
    """What one task asks, and one output file answers."""

    name: str
    """The name of the output without its hash."""
    files: tuple[Path, ...]
    rows: tuple[int, int]
    """The first row, and the row after the last, of the one file."""
    region: Any = None
    """What a question keeps about a part of all files."""
    content: str | None = None
    """The hash of all files, for a part of all files."""

    def hash(self) -> str:
        """Of the part of the input that this part asks about."""
        return self.content or _hash_of_rows(self.files[0], *self.rows)

    def batches(self, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
        """The rows of the part; for a part of all files, all rows."""
        if self.content:
            return (batch for file in self.files for batch in read(file, 0, None, columns))
        return read(self.files[0], *self.rows, columns)


#: To be called often, with any arguments: raises if the work is to end.
Check: TypeAlias = Callable[..., object]


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
        """One batch at least, so that there is a schema. One column is ``error``."""


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
                _write(begun, self.task.answers(part, check), check)
                os.replace(begun, file)
            finally:
                begun.unlink(missing_ok=True)
        return Done(file, *_counts(file), is_new)

    def hash_of(self, part: Part) -> str:
        """Of all that the answers of a part depend on."""
        key = json.dumps([self.key, part.name, part.region, part.hash()])
        return hashlib.blake2b(key.encode(), digest_size=12).hexdigest()


def plan(source: str | PathLike[str], output: str | PathLike[str], task: Task, *, rows: int | None = None) -> Job:
    """The job of a Parquet file, or of all in a folder and the folders in it. ``rows`` is the size of a part, about.

    Raises ValueError if there is no such file, and for two whose outputs would have one name.
    """
    files = files_of(source)
    if rows is not None and rows < 1:
        raise ValueError(f"rows: {rows} is no size of a part")
    folder = Path(source).parent if Path(source).is_file() else Path(source)
    names = ["-".join(file.relative_to(folder).with_suffix("").parts) for file in files]
    if len(set(names)) < len(names):
        twice = next(name for k, name in enumerate(names) if name in names[:k])
        raise ValueError(f"{source}: two files would have outputs named {twice}: rename one")
    key = json.dumps([c.__version__, type(task).__name__, task.key()])
    return Job(task, tuple(task.parts(list(zip(names, files)), rows or task.rows)), Path(output), key)


def files_of(source: str | PathLike[str]) -> list[Path]:
    """The Parquet files of an input, in order. Names that begin with a dot or an underscore are no data."""
    source = Path(source)
    if source.is_file():
        return [source]
    files = [file for file in sorted(source.rglob("*.parquet")) if not file.name.startswith((".", "_"))]
    if not files:
        raise ValueError(f"{source}: there is no Parquet file")
    return files


def columns(source: str | PathLike[str]) -> list[str]:
    """The names of the columns of the first file of an input."""
    names: list[str] = pq.read_schema(files_of(source)[0]).names
    return names


def summary(parts: Iterable[Done]) -> Summary:
    """Of all parts of a job."""
    done = list(parts)
    files = tuple(part.file for part in done)
    rows, errors = sum(part.rows for part in done), sum(part.errors for part in done)
    return Summary(files, rows, errors, sum(not part.is_new for part in done))


@dataclass(frozen=True)
class Pairs:
    """A question about each row, with the columns of ``clearance.arrow``."""

    shapes: Mapping[str, c.Shape]
    question: str = "distance"
    within: float | None = None
    rows: int = ROWS

    def __post_init__(self) -> None:
        arrow.check_question(self.question, self.within)

    def key(self) -> list[Any]:
        return [self.question, self.within, hash_of_shapes(self.shapes)]

    def parts(self, files: list[tuple[str, Path]], rows: int) -> list[Part]:
        return parts_of_files(files, rows)

    def answers(self, part: Part, check: Check) -> Iterator[pa.RecordBatch]:
        asked: dict[str, Any] = {"question": self.question, "within": self.within, "on_error": "mark"}
        for batch in part.batches():
            yield arrow.answer(batch, self.shapes, **asked, progress=check)


def hash_of_shapes(shapes: Mapping[str, c.Shape]) -> str:
    hashed = hashlib.blake2b(digest_size=16)
    for name, shape in shapes.items():
        hashed.update(json.dumps([name, fields_of(shape)]).encode())
    return hashed.hexdigest()


def parts_of_files(files: list[tuple[str, Path]], rows: int) -> list[Part]:
    """Whole row groups, of so many rows or one group."""
    parts = []
    for name, file in files:
        metadata = pq.ParquetFile(file).metadata
        ends, first = list[int](), 0
        for group in range(metadata.num_row_groups):
            ends.append((ends[-1] if ends else 0) + metadata.row_group(group).num_rows)
        for end, after in zip(ends, [*ends[1:], None]):
            if after is None or after - first > rows:
                parts.append(part_of_rows(name, file, first, end))
                first = end
        if not ends:
            parts.append(part_of_rows(name, file, 0, 0))
    return parts


def part_of_rows(name: str, file: Path, first: int, end: int) -> Part:
    return Part(f"{name}-{first:09}", (file,), (first, end))


def read(file: Path, first: int, end: int | None, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of a file from ``first`` to before ``end``, in batches; an empty one if there are none."""
    # Streamed: a row group may be larger than memory.
    with pq.ParquetFile(file, pre_buffer=False, buffer_size=1 << 20) as source:
        groups = list(_groups(source.metadata, first, end))
        at, is_empty = groups[0][1] if groups else 0, True
        for batch in source.iter_batches(BATCH, [group for group, _ in groups], columns, use_threads=False):
            start, stop = max(first - at, 0), batch.num_rows if end is None else min(end - at, batch.num_rows)
            at += batch.num_rows
            if start < stop:
                is_empty = False
                yield batch.slice(start, stop - start)
        if is_empty:
            schema = source.schema_arrow
            kept = schema if columns is None else pa.schema([schema.field(name) for name in columns])
            yield pa.RecordBatch.from_pylist([], kept)


def _groups(metadata: Any, first: int, end: int | None) -> Iterator[tuple[int, int]]:
    """The row groups with these rows: their numbers, and their first rows."""
    at = 0
    for group in range(metadata.num_row_groups):
        after = at + metadata.row_group(group).num_rows
        if after > first and (end is None or at < end):
            yield group, at
        at = after


def _hash_of_rows(file: Path, first: int, end: int) -> str:
    """Of the bytes of the row groups with these rows, and of the schema."""
    metadata = pq.read_metadata(file)
    hashed = hashlib.blake2b(f"{first} {end} {metadata.schema.to_arrow_schema()}".encode(), digest_size=16)
    with open(file, "rb") as source:
        for group, _ in _groups(metadata, first, end):
            columns = [metadata.row_group(group).column(k) for k in range(metadata.num_columns)]
            for column in columns:
                starts = (column.data_page_offset, column.dictionary_page_offset)
                source.seek(min(start for start in starts if start))
                _hash_some(hashed, source, column.total_compressed_size)
    return hashed.hexdigest()


def hash_of_files(files: Iterable[Path]) -> str:
    hashed = hashlib.blake2b(digest_size=16)
    for file in files:
        size = file.stat().st_size
        hashed.update(f"{size}:".encode())
        with open(file, "rb") as source:
            _hash_some(hashed, source, size)
    return hashed.hexdigest()


def _hash_some(hashed: Any, source: Any, size: int) -> None:
    while size > 0 and (some := source.read(min(size, 1 << 20))):
        hashed.update(some)
        size -= len(some)


class _Stopped(Exception):
    """Another thread was interrupted, or failed."""


def _write(file: Path, batches: Iterable[pa.RecordBatch], check: Check) -> None:
    """All batches, on the disk when it returns."""
    writer = None
    with open(file, "wb") as output:
        try:
            for batch in batches:
                check()
                if writer is None:
                    words = [field.name for field in batch.schema if pa.types.is_string(field.type)]
                    writer = pq.ParquetWriter(output, batch.schema, use_dictionary=words)
                if batch.num_rows:
                    writer.write_batch(batch)
        finally:
            if writer is not None:
                writer.close()
        output.flush()
        os.fsync(output.fileno())


def _counts(file: Path) -> tuple[int, int]:
    """The rows of an output, and those with an error."""
    metadata = pq.read_metadata(file)
    groups = [metadata.row_group(group) for group in range(metadata.num_row_groups)]
    columns = [group.column(k) for group in groups for k in range(metadata.num_columns)]
    nulls = sum(column.statistics.null_count for column in columns if column.path_in_schema == "error")
    return metadata.num_rows, metadata.num_rows - nulls
