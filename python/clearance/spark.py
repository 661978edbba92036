"""Jobs on a Spark cluster: each part is a task, and a worker that dies costs its part only, which another one repeats.

    >>> from clearance import job, spark
    >>> planned = job.plan("/data/pairs", "/data/answers", job.Pairs(shapes))
    >>> spark.run(planned, session)

All nodes see the folders of the job by the same paths, and have clearance and pyarrow. See docs/python/clusters.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from clearance.job import Job, Summary, summary

if TYPE_CHECKING:
    from pyspark.sql import SparkSession  # type: ignore[import-untyped, import-not-found, unused-ignore]


def run(job: Job, session: SparkSession) -> Summary:
    """Asks the parts that are not there yet.

    Spark repeats a task ``spark.task.maxFailures`` times; the master ``local[2]`` never does, ``local[2,4]`` does.
    """
    parts = session.sparkContext.parallelize(job.parts, len(job.parts))
    return summary(parts.map(job.ask).collect())
