"""``python -m sudomill.ray`` on a local cluster: small jobs. Kills are in ``cluster/``."""

import json
import subprocess
import sys

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv

pytest.importorskip("ray")
from sudomill import ray as program  # noqa: E402

ROWS = 4000


@pytest.fixture(scope="module")
def address():
    with program.local_nodes(2) as cluster:
        yield cluster.address


@pytest.fixture
def table():
    puzzles = sudomill.generate("easy", ROWS, seed=3)
    return pa.table({"id": range(ROWS), "puzzle": puzzles})


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def output_of(source, output, folder):
    """The output of a job, as it is when no row is solved yet."""
    job = [str(folder / source), "--output", str(folder / output)]
    return program._Output(program._parser().parse_args(job))


def solved(folder):
    files = sorted(folder.glob("*.parquet"))
    return pa.concat_tables(pq.read_table(file) for file in files)


def test_one_command_starts_a_cluster_of_two_nodes(table, tmp_path):
    pq.write_table(table, "in.parquet")
    arguments = ["in.parquet", "--output", "out", "--local-nodes", "2"]
    command = [sys.executable, "-m", "sudomill.ray", *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert run.returncode == 0, run.stderr
    assert "2 of 2 nodes have worked" in run.stderr
    assert f"{ROWS:,} rows: {ROWS:,} unique" in run.stderr
    rows = solved(tmp_path / "out").sort_by("id")
    assert rows.select(["id", "puzzle"]).equals(table)
    assert sudomill.verify(rows["puzzle"], rows["solution"]).null_count == ROWS
    assert (tmp_path / "out" / "_SUCCESS").exists()
    assert not (tmp_path / "out-checkpoint").exists()


def test_csv_without_ids_and_with_bad_rows(address, table, tmp_path, capfd):
    digits = [puzzle.replace(".", "0") for puzzle in table["puzzle"].to_pylist()]
    kaggle = pa.table({"quizzes": [*digits, "1234"], "solutions": ["x"] * (ROWS + 1)})
    csv.write_csv(kaggle, "in.csv")
    arguments = ["in.csv", "--output", "out", "--address", address]
    arguments += ["--column", "quizzes", "--keep", "quizzes", "--limit", "1"]
    assert program.main(arguments) == 2
    assert "no column 'id' tells rows apart; found quizzes, solutions" in capfd.readouterr().err
    assert program.main([*arguments, "--no-checkpoint"]) == 1
    assert f"{ROWS + 1:,} rows: {ROWS:,} solved, 1 invalid" in capfd.readouterr().err
    rows = solved(tmp_path / "out")
    assert rows.column_names[:2] == ["quizzes", "solution"]
    assert sorted(rows["quizzes"].to_pylist()) == sorted([*digits, "1234"])


def test_ids_that_are_not_distinct_are_noticed(address, table, capfd, tmp_path):
    twice = table.set_column(0, "id", [[row // 2 for row in range(ROWS)]])
    pq.write_table(twice, "in.parquet")
    job = ["in.parquet", "--output", "out", "--address", address]
    assert program.main(job) == 0
    # As if it had been killed when one row of each id was written: it takes the
    # others for them.
    half = solved(tmp_path / "out").sort_by("id").take(list(range(0, ROWS, 2)))
    for file in [*(tmp_path / "out").glob("*.parquet"), tmp_path / "out" / "_SUCCESS"]:
        file.unlink()
    (tmp_path / "out-checkpoint").mkdir()
    pq.write_table(half, tmp_path / "out" / "part-0.parquet")
    pq.write_table(half.select(["id"]), tmp_path / "out-checkpoint" / "part.parquet")
    capfd.readouterr()
    assert program.main([*job, "--resume"]) == 2
    assert "are the values of 'id' distinct?" in capfd.readouterr().err
    assert not (tmp_path / "out" / "_SUCCESS").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.parquet", "--output", "full"], "full holds files that are of no such job"),
        (["in.parquet", "--output", "begun"], "begun is not empty; go on with --resume?"),
        (["in.parquet", "--output", "begun", "--limit", "1", "--resume"], "another limit: 2, now"),
        (["in.parquet", "--output", "stale"], "stale-checkpoint belongs to another job"),
        (["in.parquet", "--output", "new", "--id", "x"], "no column 'x' tells rows apart"),
        (["in.parquet", "--output", "new", "--column", "x"], "no column 'x'; found id, puzzle"),
        (["in.arrow", "--output", "new"], "Ray reads no Arrow files"),
        (["nulls.parquet", "--output", "new"], "column 'id' has nulls"),
        (["full", "--output", "full/new"], "would lie within the input"),
        (["in.parquet", "--output", "odd://new"], "output: "),
        (["nix.parquet", "--output", "new"], "nix.parquet"),
    ],
)
def test_what_cannot_be_done_is_said_before_a_cluster_starts(
    table, arguments, message, capfd, tmp_path
):
    pq.write_table(table, "in.parquet")
    pq.write_table(table.set_column(0, "id", [[None, *range(1, ROWS)]]), "nulls.parquet")
    for folder in ["full", "begun", "stale-checkpoint"]:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.parquet").touch()
    output_of("in.parquet", "begun", tmp_path).describe()
    assert program.main(arguments) == 2
    assert message in capfd.readouterr().err
    assert not (tmp_path / "new").exists()


def test_what_a_kill_left_half_done_is_done_again(tmp_path):
    """A row is done if it is both in a file and in the checkpoint."""
    output = output_of("in.parquet", "out", tmp_path)
    output.describe()
    (tmp_path / "out-checkpoint").mkdir()
    whole = ["out/run_1-0.parquet", "out/run_1-1.parquet", "out-checkpoint/run_1.parquet"]
    for name in [
        *whole,
        "out/run_2-0.parquet",
        "out-checkpoint/run_2.pending.parquet",
        "out/run_3-0.parquet",
        "out-checkpoint/run_4.parquet",
    ]:
        (tmp_path / name).touch()
    output.describe()
    left = [path.relative_to(tmp_path) for path in tmp_path.rglob("*.parquet")]
    assert sorted(map(str, left)) == sorted(whole)


def test_a_complete_job_is_not_done_again(table, capfd, tmp_path):
    pq.write_table(table, "in.parquet")
    job = ["in.parquet", "--output", "out"]
    output = output_of(*job[::2], tmp_path)
    output.describe()
    pq.write_table(pa.table({"status": ["unique"] * 3}), tmp_path / "out" / "a.parquet")
    output.complete()
    # Killed in between, it had left that.
    (tmp_path / "out-checkpoint").mkdir()
    assert program.main([*job, "--resume"]) == 0
    assert not (tmp_path / "out-checkpoint").exists()
    assert "out is complete already\n3 rows: 3 unique" in capfd.readouterr().err
    job = json.loads((tmp_path / "out" / "_job.json").read_text())
    assert job["input"] == [str(tmp_path / "in.parquet")] and job["limit"] == 2
