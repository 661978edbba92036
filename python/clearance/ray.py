"""Jobs on a Ray cluster: each part is a task, and a worker that dies costs its part only, which another one repeats.

    >>> from clearance import job, ray
    >>> planned = job.plan("/data/pairs", "/data/answers", job.Pairs(shapes))
    >>> ray.run(planned)

All nodes see the folders of the job by the same paths, and have clearance and pyarrow. See docs/python/clusters.md.
"""

from __future__ import annotations

from clearance.job import Job, Summary, summary


def run(job: Job, *, cpus: float = 1.0, retries: int = 3) -> Summary:
    """Asks the parts that are not there yet, each with so many CPUs of a node, and again if its worker died.

    Starts Ray on this machine if it was not started. Raises the first error of a part; whole parts stay.
    """
    try:
        import ray  # type: ignore[import-untyped, import-not-found, unused-ignore]
    except ImportError as wrong:
        raise ImportError("clearance.ray needs Ray: pip install ray pyarrow") from wrong
    ask = ray.remote(num_cpus=cpus, max_retries=retries)(Job.ask)
    shared = ray.put(job)
    return summary(ray.get([ask.remote(shared, part) for part in job.parts]))
