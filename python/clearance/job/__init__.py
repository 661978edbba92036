"""Big jobs: Parquet in, Parquet out, a part at a time.

    INPUT                      OUTPUT
    a.parquet   rows 0..1M     a-000000000-3f0c..91.parquet      a part: some rows of one file, or a region of space
                rows 1M..2M    a-001048576-77d1..02.parquet      its name ends with the hash of all that its answers
    b.parquet   rows 0..0.5M   b-000000000-b2a4..5e.parquet      depend on: rows, question, shapes, version

    >>> from clearance import job
    >>> planned = job.plan("pairs", "answers", job.Pairs(shapes, "distance"))
    >>> planned.run(threads=2)

``Pairs``, ``Bodies``, ``Configurations`` and ``Paths`` are what may be asked. ``Job.run`` uses threads, ``clearance.ray``
and ``clearance.spark`` use a cluster. A part that is there is not asked again, so that a run goes on where an earlier one
was stopped.

How a job flows through the files of this folder:

    run       the parts that are not there yet, in any order, by any process that sees both folders
    parts     what a part is, and which rows it has
    pairs, bodies, robots       the batches of a part in, batches with answers out; bodies are sorted by cells
    files     reads batches, hashes rows, and writes an output, which is renamed when it is whole
"""

from clearance.job.bodies import Bodies
from clearance.job.files import columns
from clearance.job.pairs import Pairs
from clearance.job.parts import Part
from clearance.job.robots import Configurations, Paths, RobotFiles
from clearance.job.run import Done, Job, Summary, Task, plan, summary

__all__ = [
    "Bodies",
    "Configurations",
    "Done",
    "Job",
    "Pairs",
    "Part",
    "Paths",
    "RobotFiles",
    "Summary",
    "Task",
    "columns",
    "plan",
    "summary",
]
