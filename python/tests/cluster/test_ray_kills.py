"""``sudomill.ray`` on two nodes of one core each: killed nodes, workers and drivers."""

import re
import signal
import subprocess
import sys
import time

import psutil
import pytest
from sudomill.ray import local_nodes
from whole import ROWS, assert_whole, rows_there

#: Many small blocks, so that a job runs long enough to be hit.
BLOCK = 20_000


@pytest.fixture
def cluster():
    with local_nodes(2) as cluster:
        cluster.wait_for_nodes()
        yield cluster


class Job:
    """A driver in a separate process."""

    def __init__(self, source, output, log, *options):
        self.output = output
        self.log = open(log, "a+")
        command = [sys.executable, "-m", "sudomill.ray", str(source), "--output", str(output)]
        self.process = subprocess.Popen(
            [*command, "--rows", str(BLOCK), *options], stderr=self.log, stdout=self.log
        )

    def wait_for_files(self, rows=0):
        """Wait until there are more than ``rows`` rows."""
        deadline = time.monotonic() + 300
        while rows_there(self.output) <= rows:
            assert self.process.poll() is None, self.text()
            assert time.monotonic() < deadline, self.text()
            time.sleep(0.02)

    def assert_inside(self):
        """Check that the kill came in the middle of the job: only some rows are there."""
        rows = rows_there(self.output)
        assert 0 < rows < ROWS, f"{rows} rows were there"
        assert self.process.poll() is None and not (self.output / "_SUCCESS").exists()
        return rows

    def end(self):
        code = self.process.wait(timeout=900)
        assert code == 0, self.text()
        assert f"{ROWS:,} rows: {ROWS:,} unique" in self.text()
        return self.text()

    def text(self):
        self.log.seek(0)
        return self.log.read()


def test_both_nodes_share_a_file(cluster, one_file, puzzles, tmp_path):
    job = Job(one_file, tmp_path / "out", tmp_path / "log", "--address", cluster.address)
    assert "2 of 2 nodes have worked" in job.end()
    assert_whole(job.output, puzzles)


def test_node_removed(cluster, source, puzzles, tmp_path):
    job = Job(source, tmp_path / "out", tmp_path / "log", "--address", cluster.address)
    job.wait_for_files()
    cluster.remove_node(next(iter(cluster.worker_nodes)), allow_graceful=False)
    print(f"removed a node at {job.assert_inside():,} of {ROWS:,} rows")
    job.end()
    assert_whole(job.output, puzzles)


def test_worker_killed(cluster, source, puzzles, tmp_path):
    job = Job(source, tmp_path / "out", tmp_path / "log", "--address", cluster.address)
    job.wait_for_files()
    name = kill_a_worker()
    print(f"killed {name} at {job.assert_inside():,} of {ROWS:,} rows")
    job.end()
    assert_whole(job.output, puzzles)


def kill_a_worker():
    """Kill a process that solves and writes; Ray names it after its task."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for process in psutil.process_iter(["cmdline"]):
            name = " ".join(process.info["cmdline"] or [])
            if re.match(r"ray::MapBatches\(solve_block\)", name):
                process.send_signal(signal.SIGKILL)
                return name.split("\0")[0].strip()
        time.sleep(0.005)
    raise AssertionError("no worker was found")


def test_resume_after_kills(source, puzzles, tmp_path):
    options = ["--local-nodes", "2"]
    for kill in range(2):
        job = Job(source, tmp_path / "out", tmp_path / "log", *options)
        before = rows_there(job.output)
        job.wait_for_files(before)
        driver = psutil.Process(job.process.pid)
        family = [driver, *driver.children(recursive=True)]
        rows = job.assert_inside()
        for process in family:
            process.kill()
        assert job.process.wait() == -signal.SIGKILL
        assert before < rows_there(job.output) < ROWS
        print(f"killed {len(family)} processes at {rows:,} of {ROWS:,} rows")
        options = ["--local-nodes", "2", "--resume"]
    job = Job(source, tmp_path / "out", tmp_path / "log", *options)
    job.end()
    assert_whole(job.output, puzzles)
    assert not (tmp_path / "out-checkpoint").exists()
