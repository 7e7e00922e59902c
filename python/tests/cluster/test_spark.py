"""The recipe for Spark on two executors, one of which is killed."""

import os
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest
from pyspark.sql import SparkSession
from whole import ROWS, assert_whole, rows_there

EXAMPLES = str(Path(__file__).resolve().parents[2] / "examples")
sys.path.insert(0, EXAMPLES)
import with_spark  # noqa: E402


@pytest.fixture
def spark():
    session = (
        SparkSession.builder.master("local-cluster[2,1,1024]")
        .config("spark.sql.files.maxPartitionBytes", "2m")
        .config("spark.executorEnv.PYTHONPATH", os.pathsep.join([EXAMPLES, *sys.path]))
        .config("spark.ui.enabled", "false")
        .getOrCreate()
    )
    yield session
    session.stop()


def rows_of(pending):
    """Count the rows of the finished tasks."""
    return sum(rows_there(folder) for folder in pending.rglob("task_*"))


def executors():
    """Return the processes that are executors."""
    found = psutil.process_iter(["cmdline"])
    named = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
    return [process for process in found if named in (process.info["cmdline"] or [])]


def test_executor_killed(spark, source, puzzles, tmp_path):
    output = tmp_path / "out"
    job = threading.Thread(target=with_spark.main, args=[str(source), str(output)])
    job.start()
    # Spark moves files to their folder only when the job is done.
    pending = output / "_temporary"
    deadline = time.monotonic() + 300
    while not rows_of(pending):
        assert job.is_alive() and time.monotonic() < deadline
        time.sleep(0.01)
    victims = executors()
    assert len(victims) == 2
    victims[0].kill()
    rows = rows_of(pending)
    assert job.is_alive() and not (output / "_SUCCESS").exists() and 0 < rows < ROWS
    print(f"killed an executor at {rows:,} of {ROWS:,} rows")
    job.join(timeout=900)
    assert (output / "_SUCCESS").exists()
    assert_whole(output, puzzles)
