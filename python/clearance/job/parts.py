"""A part of a job: what is asked at once, and what one output file answers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from typing import Any

from clearance._pyarrow import pa
from clearance.job.files import hash_of_rows, metadata, read

#: The most rows of a part. It is whole row groups, where these have fewer rows.
ROWS = 1 << 20


@dataclass(frozen=True)
class Part:
    """Some rows of one file, or a region of all files."""

    name: str
    """The name of the output without its hash."""
    files: tuple[Path, ...]
    first: int = 0
    """The first row of each file."""
    end: int | None = None
    """The row after the last; None for all rows."""
    region: Any = None
    """What a question keeps about a region, as JSON."""
    content: str | None = None
    """The hash of the rows if it is known."""

    def hash(self) -> str:
        """Of the rows."""
        return self.content or hash_of(self.files, self.first, self.end)

    def batches(self, columns: list[str] | None = None) -> Iterator[pa.RecordBatch]:
        """The rows. At least one batch, so that there is a schema."""
        return (batch for file in self.files for batch in read(file, self.first, self.end, columns))


def hash_of(files: tuple[Path, ...], first: int = 0, end: int | None = None) -> str:
    """Of these rows of each file."""
    hashes = "".join(hash_of_rows(file, first, end) for file in files)
    return hashlib.blake2b(hashes.encode(), digest_size=16).hexdigest()


def parts_of_row_groups(files: list[tuple[str, Path]], rows: int) -> list[Part]:
    """Parts of whole row groups; a row group with more rows is cut."""
    found = list[Part]()
    for name, file in files:
        known = metadata(file)
        counts = [known.row_group(group).num_rows for group in range(known.num_row_groups)]
        ends = [
            end
            for start, count in zip(accumulate(counts, initial=0), counts)
            for end in (*range(start + rows, start + count, rows), start + count)
        ]
        found += parts_of_file(name, file, ends or [0], rows)
    return found


def parts_of_file(name: str, file: Path, ends: list[int], rows: int) -> list[Part]:
    """Parts that end at some of ``ends``, which ascend to the count of rows: each has at most so many rows, or one step."""
    found, first = list[Part](), 0
    for end, after in zip(ends, [*ends[1:], None]):
        if after is None or after - first > rows:
            found.append(Part(f"{name}-{first:09}", (file,), first, end))
            first = end
    return found
