"""Jobs on Ray and on Spark, with a worker killed in the middle: ids unique and complete, sums equal to the single run.

``pytest -m clusters`` runs this, for 10^6 pairs; CLEARANCE_PAIRS=10000000 for more.
"""

import os
import signal
import sys
import time

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")

import pyarrow.dataset as ds

from clearance import arrow, job, shape_file
from clearance.job import example

pytestmark = pytest.mark.clusters
COUNT = int(os.environ.get("CLEARANCE_PAIRS", "1000000"))


@pytest.fixture(scope="module")
def pairs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pairs")
    example.write_pairs(folder / "in", COUNT, threads=2, rows=COUNT // 20)
    task = job.Pairs(shape_file.read_shapes(folder / "in" / "shapes.jsonl"))
    done, seconds = timed(lambda: job.plan(folder / "in", folder / "alone", task).run(threads=2))
    print(f"\none process, two threads: {seconds:.1f} s")
    yield folder, task, answers(done)


def timed(work):
    start = time.monotonic()
    return work(), time.monotonic() - start


def answers(done):
    table = ds.dataset(list(map(str, done.files))).to_table().sort_by("id")
    assert done.errors == 0 and done.rows == COUNT
    np.testing.assert_array_equal(table["id"], np.arange(COUNT))
    return table["distance"].to_numpy()


def deadly(task, marker):
    """A task that kills the process that asks the fifth part, once, in the middle of it."""

    class Deadly:
        rows = task.rows

        def key(self):
            return task.key()

        def parts(self, files, rows):
            return task.parts(files, rows)

        def answers(self, part, check):
            yield from task.answers(part, check)
            if part.name == "pairs-0004-000000000" and not marker.exists():
                marker.write_text(str(os.getpid()))
                os.kill(os.getpid(), signal.SIGKILL)

    return Deadly()


@pytest.fixture
def ray_cluster():
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False)
    from clearance.ray import run

    yield run
    ray.shutdown()


@pytest.fixture
def spark_cluster():
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    sql = pytest.importorskip("pyspark.sql")
    session = sql.SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false").getOrCreate()
    from clearance.spark import run

    yield lambda job: run(job, session)
    session.stop()


@pytest.mark.parametrize("cluster", ["ray_cluster", "spark_cluster"])
def test_a_killed_worker_costs_its_part_only(pairs, cluster, request):
    run, (folder, task, right) = request.getfixturevalue(cluster), pairs
    marker = folder / f"killed on {cluster}"
    planned = job.plan(folder / "in", folder / cluster, deadly(task, marker))
    done, seconds = timed(lambda: run(planned))
    print(f"\n{cluster}, a worker killed: {seconds:.1f} s")
    found = answers(done)
    assert marker.exists() and int(marker.read_text()) != os.getpid()
    np.testing.assert_array_equal(found, right)
    assert found.sum() == right.sum()
    assert len(list((folder / cluster).glob("*.parquet"))) == len(planned.parts) > 10
    again, seconds = timed(lambda: run(planned))
    assert again.skipped == len(planned.parts) and again.files == done.files
    print(f"{cluster}, nothing left to ask: {seconds:.1f} s")


def test_tables_inside_of_spark(pairs, request):
    request.getfixturevalue("spark_cluster")
    from pyspark.sql import SparkSession

    folder, task, right = pairs
    shapes = task.shapes

    def ask(batches):
        for batch in batches:
            yield arrow.answer(batch, shapes)

    frame = SparkSession.active().read.parquet(f"{folder}/in/*.parquet")
    found = frame.mapInArrow(ask, "id long, distance double").toArrow().sort_by("id")
    np.testing.assert_array_equal(found["distance"], right)


def test_tables_inside_of_ray(pairs, request):
    request.getfixturevalue("ray_cluster")
    import ray

    folder, task, right = pairs
    rows = ray.data.read_parquet(f"{folder}/in", file_extensions=["parquet"])
    asked = rows.map_batches(
        arrow.answer,
        fn_args=[task.shapes],
        batch_format="pyarrow",
        batch_size=131_072,
        zero_copy_batch=True,
        num_cpus=0.5,
    )
    found = pa.concat_tables([ray.get(part) for part in asked.to_arrow_refs()]).sort_by("id")
    np.testing.assert_array_equal(found["distance"], right)
