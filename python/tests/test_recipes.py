"""The recipe for sudoku-extreme, and those of ``examples/`` for Ray, Spark and Dask, where these are installed: drivers, workers
and executors are killed, and afterwards every id is there once, with the right solution."""

import contextlib
import glob
import gzip
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv

psutil = pytest.importorskip("psutil")
ROOT = Path(__file__).resolve().parents[2]
ROWS, FILES = 400_000, 16


def needs(module):
    missing = importlib.util.find_spec(module) is None
    return pytest.mark.skipif(missing, reason=f"{module} is not installed")


@pytest.fixture(scope="module")
def puzzles():
    # To generate them all takes longer than to run a recipe.
    some = sudomill.generate("easy", ROWS // FILES, seed=6)
    return pa.concat_arrays([some] * FILES)


@pytest.fixture(scope="module")
def source(puzzles, tmp_path_factory):
    folder, size = tmp_path_factory.mktemp("source"), ROWS // FILES
    for number in range(FILES):
        part = puzzles.slice(number * size, size)
        ids = pa.array(range(number * size, number * size + size), pa.int64())
        pq.write_table(pa.table({"id": ids, "puzzle": part}), folder / f"{number}.parquet")
    return folder


def begin(recipe, source, output, *arguments):
    """Start a recipe as the document writes it, with relative paths, in a process of its own."""
    log = open(f"{output}.log", "a+")
    written = (ROOT / "docs/many-machines.md").read_text()
    command = re.search(rf"^(.* examples/{recipe}\.py) INPUT OUTPUT$", written, re.MULTILINE)[1].split()
    command += [os.path.relpath(source, ROOT), os.path.relpath(output, ROOT), *arguments]
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    environment = {**os.environ, "PATH": path, "RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0"}
    return subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log, env=environment), log


def end(process, log):
    code = process.wait(timeout=900)
    log.seek(0)
    assert code == 0, log.read()


def rows_there(folder):
    """Count the rows of all files that can be read."""
    rows = 0
    # Unlike `rglob`, this passes over a folder that is removed meanwhile.
    for file in glob.iglob(f"{folder}/**/*.parquet", recursive=True):
        # The file is still being written, or moved.
        with contextlib.suppress(pa.ArrowInvalid, OSError):
            rows += pq.read_metadata(file).num_rows
    return rows


def wait_for_more(process, folder, rows=0):
    """Wait until there are more rows; the job must be in its middle then."""
    deadline = time.monotonic() + 600
    while (there := rows_there(folder)) <= rows:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    assert there < ROWS and process.poll() is None
    return there


def assert_whole(folder, puzzles):
    """Check that every file is readable, every row is there once and every solution is right."""
    names = ["id", "puzzle", "solution", "status"]
    files = [file for file in folder.glob("*.parquet") if file.name[0] not in "._"]
    tables = [pq.read_table(file, columns=names) for file in files]
    types = pa.schema([("id", pa.int64()), *((name, pa.string()) for name in names[1:])])
    solved = pa.concat_tables([table.cast(types) for table in tables])
    assert solved.num_rows == len(puzzles)
    solved = solved.sort_by("id").combine_chunks()
    assert np.array_equal(solved["id"].to_numpy(), np.arange(len(puzzles)))
    assert solved["puzzle"].combine_chunks().equals(puzzles)
    assert solved["status"].unique().to_pylist() == ["unique"]
    # With NumPy, sharing no code with the package.
    clues, grids = cells(puzzles), cells(solved["solution"].combine_chunks())
    assert np.all((clues == ord(".")) | (clues == grids))
    digits = np.left_shift(1, grids.astype(np.int16) - ord("0")).reshape(-1, 9, 9)
    boxes = digits.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
    for houses in [digits, digits.swapaxes(1, 2), boxes]:
        # If nine cells contain all nine digits, they contain each of them once.
        assert np.all(np.bitwise_or.reduce(houses, axis=2) == 0b11_1111_1110)


def cells(column):
    """Return the symbols of a string array, one row of 81 per puzzle."""
    fixed = column.cast(pa.binary()).cast(pa.binary(81))
    return np.frombuffer(fixed.buffers()[1], np.uint8).reshape(-1, 81)[: len(fixed)]


def kill(process):
    """Kill a driver and all its processes."""
    driver = psutil.Process(process.pid)
    for one in [driver, *driver.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            one.kill()
    process.wait()


def command(process):
    """Return the command of a process, which may end meanwhile."""
    with contextlib.suppress(psutil.NoSuchProcess):
        return process.cmdline()
    return []


def kill_a_worker(process, work):
    """Kill a process of Ray that works; Ray names it after its task."""
    deadline = time.monotonic() + 300
    while time.monotonic() < deadline:
        for one in psutil.Process(process.pid).children(recursive=True):
            if " ".join(command(one)).startswith(f"ray::{work}"):
                one.kill()
                return
        time.sleep(0.005)
    raise AssertionError("no worker was found")


def test_sudoku_extreme(tmp_path):
    """The recipe as the document writes it, with generated rows in the layout of the set."""
    written = (ROOT / "docs/many-machines.md").read_text()
    command = re.search(r"^python -m sudomill train\.csv\.gz(.*\\\n)*.*$", written, re.MULTILINE)[0]
    made = sudomill.generate("easy", 19_000, seed=7)
    # Beside these puzzles, some of their equivalents, and some of those of the test set.
    repeated, test = sudomill.shuffle(made[:400], seed=1), made[18_000:]
    questions = pa.concat_arrays([made[:18_000], repeated, sudomill.shuffle(test[:600], copies=2), made[18_000:18_400]])
    answers = sudomill.solve(questions)["solution"].to_pylist()
    answers[5] = answers[6]
    for name, rows, solutions in [("train.csv", questions, answers), ("test.csv", test, [""] * 1000)]:
        columns = {"source": [f"set {row}" for row in range(len(rows))], "question": rows}
        columns.update(answer=solutions, rating=[row % 40 for row in range(len(rows))])
        csv.write_csv(pa.table(columns), tmp_path / name)
    (tmp_path / "train.csv.gz").write_bytes(gzip.compress((tmp_path / "train.csv").read_bytes(), 1))
    path = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
    done = subprocess.run(
        command, shell=True, cwd=tmp_path, env={**os.environ, "PATH": path}, capture_output=True, text=True
    )
    assert done.returncode == 1 and "1 solutions in the input are wrong" in done.stderr
    assert "20,000 rows: 18,000 unique, 2,000 repeated; " in done.stderr
    solved = pq.read_table(tmp_path / "train.parquet")
    assert solved["question"].combine_chunks() == made[:18_000]
    assert solved["rating"].to_pylist() == [row % 40 for row in range(18_000)]
    assert solved["source"].to_pylist() == [f"set {row}" for row in range(18_000)]
    assert [row for row, is_right in enumerate(solved["agrees"].to_pylist()) if not is_right] == [5]
    assert solved["difficulty"].unique().to_pylist() == ["easy"]
    assert solved["sudomill_rating"].null_count == 0 and solved["hardest_technique"].null_count == 0
    assert sudomill.verify(solved["question"], solved["solution"]).null_count == 18_000


def test_a_set_with_steps(tmp_path, monkeypatch):
    """The recipe as the document writes it: in its test set are equivalents of puzzles that it makes."""
    written = (ROOT / "docs/many-machines.md").read_text()
    recipe = re.search(r"^### A data set with its steps.*?^```python\n(.*?)^```", written, re.MULTILINE | re.DOTALL)[1]
    made = sudomill.generate("minimal", 1_000, seed=1)
    monkeypatch.chdir(tmp_path)
    test = sudomill.shuffle(made[:100], seed=2)
    pq.write_table(pa.table({"puzzle": test}), "test.parquet")
    exec(compile(recipe, "recipe", "exec"), {})
    parts = [pq.read_table(f"{name}.parquet") for name in ("train", "validation")]
    sets = [set(sudomill.canonical(part["puzzle"]).to_pylist()) for part in parts]
    sets.append(set(sudomill.canonical(test).to_pylist()))
    assert len(set.union(*sets)) == sum(map(len, sets)) and len(sets[2]) == 100
    ratings = sudomill.solve(made[100:], columns=["rating"], max_rating=7.0)["rating"].to_pylist()
    table = pa.concat_tables(parts)
    assert sorted(table["rating"].to_pylist()) == sorted(it for it in ratings if it is not None and it >= 1.5)
    assert 10 < len(parts[1]) < len(parts[0]) / 5
    for row in table.to_pylist():
        cells = list(row["puzzle"])
        for step, reason in zip(row["path"], row["path_reasons"], strict=True):
            assert step["cell"] is None or f"{step['cell']} is {step['digit']}." in reason
        for row_at, column_at, digit in re.findall(r"r(\d)c(\d)=(\d)", row["path_text"]):
            cells[9 * int(row_at) + int(column_at) - 10] = digit
        assert "".join(cells) == row["solution"]
        assert max(step["rating"] for step in row["path"]) == row["rating"]


@needs("ray")
@pytest.mark.parametrize(
    ("recipe", "work", "arguments"),
    [("with_ray_files", "main", []), ("with_ray_rows", "MapBatches", ["20000"])],
)
def test_ray(recipe, work, arguments, source, puzzles, tmp_path):
    output = tmp_path / "out"
    process, log = begin(recipe, tmp_path / "nowhere", output, *arguments)
    assert process.wait(timeout=300) == 1
    log.seek(0)
    assert "nowhere" in log.read()
    rows = 0
    for _ in range(2):
        process, log = begin(recipe, source, output, *arguments)
        rows = wait_for_more(process, output, rows)
        kill(process)
    process, log = begin(recipe, source, output, *arguments)
    wait_for_more(process, output, rows)
    kill_a_worker(process, work)
    end(process, log)
    assert_whole(output, puzzles)


@needs("dask")
def test_dask(source, puzzles, tmp_path):
    end(*begin("with_dask", source, tmp_path / "out"))
    assert_whole(tmp_path / "out", puzzles)


@needs("pyspark")
@pytest.mark.skipif(shutil.which("java") is None, reason="java is not installed")
def test_spark(source, puzzles, tmp_path):
    """Two executors, one of which is killed."""
    options = {
        "spark.master": "local-cluster[2,1,1024]",
        "spark.sql.files.maxPartitionBytes": "1m",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(sys.path),
        "spark.ui.enabled": "false",
    }
    options = [f"{name}={value}" for name, value in options.items()]
    process, log = begin("with_spark", source, tmp_path / "out", *options)
    # Spark moves files to their folder only when the job is done.
    wait_for_more(process, tmp_path / "out" / "_temporary")
    named = "org.apache.spark.executor.CoarseGrainedExecutorBackend"
    children = psutil.Process(process.pid).children(recursive=True)
    executors = [one for one in children if named in command(one)]
    assert len(executors) == 2
    executors[0].kill()
    end(process, log)
    assert_whole(tmp_path / "out", puzzles)
