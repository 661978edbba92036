"""Parquet files of jobs: read and written in batches, which are what memory holds, and hashed by their bytes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

from clearance._pyarrow import pa, pq

#: Rows that are asked at once.
BATCH = 1 << 17

#: To be called often, with any arguments: raises if the work is to end.
Check: TypeAlias = Callable[..., object]


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
    names: list[str] = metadata(files_of(source)[0]).schema.to_arrow_schema().names
    return names


def metadata(file: Path) -> Any:
    """What a file says about its rows.

    Raises ValueError with the file if it is no Parquet file.
    """
    try:
        return pq.read_metadata(file)
    except pa.ArrowInvalid as wrong:
        raise ValueError(f"{file}: {wrong}") from None


def read(file: Path, first: int, end: int | None, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of a file from ``first`` to before ``end``, in batches; an empty one if there are none. Columns that the
    file does not have are left out."""
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
            kept = [field for field in source.schema_arrow if columns is None or field.name in columns]
            yield pa.RecordBatch.from_pylist([], pa.schema(kept))


def _groups(known: Any, first: int, end: int | None) -> Iterator[tuple[int, int]]:
    """The row groups with these rows: their numbers, and their first rows."""
    at = 0
    for group in range(known.num_row_groups):
        after = at + known.row_group(group).num_rows
        if after > first and (end is None or at < end):
            yield group, at
        at = after


def hash_of_rows(file: Path, first: int, end: int | None) -> str:
    """Of the bytes of the row groups with these rows, and of the schema."""
    known = metadata(file)
    hashed = hashlib.blake2b(f"{first} {end} {known.schema.to_arrow_schema()}".encode(), digest_size=16)
    with open(file, "rb") as source:
        for group, _ in _groups(known, first, end):
            for column in (known.row_group(group).column(k) for k in range(known.num_columns)):
                starts = (column.data_page_offset, column.dictionary_page_offset)
                source.seek(min(start for start in starts if start))
                left = column.total_compressed_size
                while left > 0 and (some := source.read(min(left, 1 << 20))):
                    hashed.update(some)
                    left -= len(some)
    return hashed.hexdigest()


@contextmanager
def naming(*files: Path) -> Iterator[None]:
    """Errors of bad input name the file, or the folder of several, unless they do."""
    try:
        yield
    except (KeyError, TypeError, ValueError, pa.ArrowException) as wrong:
        text = str(wrong.args[0]) if isinstance(wrong, KeyError) and wrong.args else str(wrong)
        if any(str(file) in text for file in files):
            raise
        named = files[0] if len(files) == 1 else os.path.commonpath(files)
        kind = type(wrong) if type(wrong) in (KeyError, TypeError, ValueError) else ValueError
        raise kind(f"{named}: {text}") from wrong


def write(file: Path, batches: Iterable[pa.RecordBatch], check: Check) -> None:
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


def counts(file: Path) -> tuple[int, int]:
    """The rows of an output, and those with an error."""
    known = metadata(file)
    groups = [known.row_group(group) for group in range(known.num_row_groups)]
    columns = [group.column(k) for group in groups for k in range(known.num_columns)]
    nulls = sum(column.statistics.null_count for column in columns if column.path_in_schema == "error")
    return known.num_rows, known.num_rows - nulls
