"""``python -m sudomill.ray`` on one local cluster: small jobs.

Kills, and clusters that a job starts with ``--local-nodes``, are in ``cluster/``.
"""

import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv, fs

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
    """Return the output of a job before any row is solved, and the description of the job."""
    job = [str(folder / source), "--output", str(folder / output)]
    options = program._parser().parse_args(job)
    described = program._description(program._job.opened(options), options)
    return program._Output(options), {**described, "rows": ROWS}


def describe(source, output, folder):
    output, job = output_of(source, output, folder)
    output.describe(job)
    return output


def solved(folder):
    files = sorted(folder.glob("*.parquet"))
    return pa.concat_tables(pq.read_table(file) for file in files)


def test_two_nodes(address, table, tmp_path, capfd):
    pq.write_table(table, "in.parquet")
    arguments = ["in.parquet", "--output", "out", "--address", address]
    assert program.main(arguments) == 0
    told = capfd.readouterr().err
    assert "2 of 2 nodes have worked" in told
    assert f"{ROWS:,} rows: {ROWS:,} unique" in told
    rows = solved(tmp_path / "out").sort_by("id")
    assert rows.select(["id", "puzzle"]).equals(table)
    assert sudomill.verify(rows["puzzle"], rows["solution"]).null_count == ROWS
    assert (tmp_path / "out" / "_SUCCESS").exists()
    assert not (tmp_path / "out-checkpoint").exists()


def test_output_keeps_types(address, table, tmp_path, capfd):
    """Partition columns have the types found by pyarrow; the schema keeps its metadata."""
    field = pa.field("PUZZLE", pa.string(), metadata={"unit": "cells"})
    schema = pa.schema([("id", pa.int64()), field])
    given = pa.table(table.columns, schema=schema)
    given = given.replace_schema_metadata({"source": "a book"})
    half = ROWS // 2
    for year, rows in [(2023, given[:half]), (2024, given[half:])]:
        (tmp_path / "in" / f"year={year}" / "kind=a").mkdir(parents=True)
        part = tmp_path / "in" / f"year={year}" / "kind=a" / "part.parquet"
        pq.write_table(rows, part, row_group_size=100)
    arguments = ["in", "--output", "out", "--address", address, "--column", "puzzle"]
    assert program.main([*arguments, "--rows", str(ROWS)]) == 0
    files = sorted((tmp_path / "out").glob("*.parquet"))
    for file in files:
        metadata = pq.read_metadata(file)
        assert metadata.num_row_groups == 1
        columns = [metadata.row_group(0).column(place) for place in range(metadata.num_columns)]
        assert {column.compression for column in columns} == {"ZSTD"}
        schema = pq.read_schema(file)
        assert schema.metadata == {b"source": b"a book"}
        assert schema.field("PUZZLE").metadata[b"unit"] == b"cells"
    read = pa.dataset.dataset(str(tmp_path / "in"), partitioning="hive").to_table().sort_by("id")
    rows = pa.concat_tables(pq.read_table(file) for file in files).sort_by("id")
    assert rows.select(read.column_names).equals(read)
    assert rows["year"].type == pa.int32() and set(rows["year"].to_pylist()) == {2023, 2024}


def test_column_in_another_case(address, table, tmp_path, capfd):
    """An exact match of the name has priority, as on the command line."""
    wrong = pa.array(["x"] * ROWS)
    both = pa.table({"id": table["id"], "PUZZLE": wrong, "Puzzle": table["puzzle"]})
    pq.write_table(both, "in.parquet")
    job = ["in.parquet", "--address", address, "--rows", str(ROWS), "--column"]
    assert program.main([*job, "Puzzle", "--output", "exact"]) == 0
    assert program.main([*job, "puzzle", "--output", "first"]) == 2
    told = capfd.readouterr().err
    assert f"{ROWS:,} unique" in told and f"{ROWS:,} invalid" in told
    assert f"sudomill.ray: no puzzle in {ROWS:,} rows" in told


def test_csv_without_ids(address, table, tmp_path, capfd):
    digits = [puzzle.replace(".", "0") for puzzle in table["puzzle"].to_pylist()]
    kaggle = pa.table({"quizzes": [*digits, "1234"], "solutions": ["x"] * (ROWS + 1)})
    csv.write_csv(kaggle, "in.csv")
    arguments = ["in.csv", "--output", "out", "--address", address]
    arguments += ["--column", "quizzes", "--keep", "quizzes", "--limit", "1"]
    assert program.main(arguments) == 2
    assert "no column 'id' identifies the rows; found quizzes, solutions" in capfd.readouterr().err
    assert program.main([*arguments, "--no-checkpoint"]) == 1
    assert f"{ROWS + 1:,} rows: {ROWS:,} solved, 1 invalid" in capfd.readouterr().err
    rows = solved(tmp_path / "out")
    assert rows.column_names[:2] == ["quizzes", "solution"]
    assert sorted(rows["quizzes"].to_pylist()) == sorted([*digits, "1234"])


@pytest.mark.parametrize("name", ["in.csv", "in.tsv.gz"])
def test_text_is_read_as_on_one_machine(address, table, name, tmp_path):
    puzzles = table["puzzle"].to_pylist()[:50]
    text = "".join(f'"{row}\n{row}"\t{puzzle}\n' for row, puzzle in enumerate(puzzles)).encode()
    Path(name).write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    arguments = [name, "--output", "out", "--address", address, "--id", "column_1"]
    assert program.main(arguments) == 0
    rows = solved(tmp_path / "out").to_pylist()
    found = {row["column_1"]: row["column_2"] for row in rows}
    assert found == {f"{row}\n{row}": puzzle for row, puzzle in enumerate(puzzles)}


def test_empty_file(address, tmp_path, capfd):
    Path("in.csv").touch()
    assert program.main(["in.csv", "--output", "out", "--address", address]) == 0
    assert "\n0 rows\n" in capfd.readouterr().err
    assert (tmp_path / "out" / "_SUCCESS").exists()


def test_options_of_text(address, table, tmp_path, capfd):
    """What is a puzzle is known when a text is read, in any notation and encoding."""
    puzzles = table["puzzle"].to_pylist()[:2]
    cells = ",".join(puzzles[0].replace(".", "0"))
    text = f"'1';{' '.join(puzzles[1])}\n'\xe4';[{cells}]\n'3';{puzzles[0]}\n'4';12\n"
    Path("in.csv").write_bytes(text.replace("'", '"').encode("latin-1"))
    arguments = ["in.csv", "--output", "out", "--address", address, "--id", "column_1"]
    chosen = ["--encoding", "latin1", "--delimiter", ";", "--no-header"]
    assert program.main([*arguments, *chosen]) == 1
    rows = solved(tmp_path / "out").sort_by("column_1")
    assert rows.column_names[:3] == ["column_1", "column_2", "solution"]
    assert rows["column_1"].to_pylist() == ["1", "3", "4", "\xe4"]
    assert rows["status"].to_pylist() == ["unique", "unique", "invalid", "unique"]
    assert rows["solution"][1] == rows["solution"][3]
    # As python -m sudomill: the column in the line.
    assert rows["message"][2].as_py().startswith("7: found the end of the puzzle after 2 cells")
    assert program.main([*arguments, "--encoding", "utf-8", "--resume"]) == 2
    assert "not UTF-8" in capfd.readouterr().err
    assert program.main([*arguments, "--encoding", "windows-1252", "--resume"]) == 2
    assert "out was begun with another delimiter: ';', now None" in capfd.readouterr().err


def test_resume_after_sigterm(address, table, tmp_path):
    pq.write_table(table, "in.parquet")
    job = ["in.parquet", "--output", str(tmp_path / "out"), "--address", address, "--rows", "40"]
    process = subprocess.Popen(
        [sys.executable, "-m", "sudomill.ray", *job], stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "out" / "_job.json").exists():
        assert process.poll() is None, process.communicate()[1]
        time.sleep(0.02)
    # Another job would take this job's files for leftovers of a killed job.
    assert program.main([*job, "--resume"]) == 2
    process.send_signal(signal.SIGTERM)
    assert process.communicate()[1].endswith("sudomill.ray: interrupted; continue with --resume\n")
    assert process.returncode == 130
    assert program.main([*job, "--resume"]) == 0
    rows = solved(tmp_path / "out").sort_by("id")
    assert rows.select(["id", "puzzle"]).equals(table)
    left = [path.name for path in (tmp_path / "out").iterdir() if path.suffix != ".parquet"]
    assert sorted(left) == ["_SUCCESS", "_job.json"]


@pytest.mark.parametrize("ids_at_once", [1 << 22, 1000])
@pytest.mark.parametrize("ending", [".parquet", ".csv"])
def test_refuses_duplicate_ids(
    table, ending, ids_at_once, capfd, tmp_path, monkeypatch
):
    monkeypatch.setattr(program._input, "IDS", ids_at_once)
    ids = list(range(ROWS))
    ids[ROWS // 2] = 7
    twice = table.set_column(0, "id", [ids])
    write = pq.write_table if ending == ".parquet" else csv.write_csv
    for rows in [twice, twice.sort_by("id"), twice.sort_by("puzzle")]:
        write(rows, f"in{ending}")
        assert program.main([f"in{ending}", "--output", "out"]) == 2
        told = capfd.readouterr().err
        assert "column 'id' are not distinct" in told and "is in 2 rows" in told
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("ids_at_once", [1 << 22, 1000])
def test_ids_in_any_order(table, ids_at_once, monkeypatch):
    monkeypatch.setattr(program._input, "IDS", ids_at_once)
    texts = pa.array([f"row {row}" for row in range(ROWS)])
    for rows in [
        table,
        table.sort_by("puzzle"),
        table.set_column(0, "id", texts),
        table.set_column(0, "id", texts.dictionary_encode()),
    ]:
        pq.write_table(rows, "in.parquet", row_group_size=300)
        files = program._job.ArrowFiles(["in.parquet"], "parquet")
        assert program._input.count_distinct(files, "id") == ROWS


def test_changed_file_is_noticed(table, capfd, tmp_path):
    pq.write_table(table, "in.parquet")
    describe("in.parquet", "out", tmp_path)
    again = ["in.parquet", "--output", "out", "--resume"]
    pq.write_table(table.slice(0, 100), "in.parquet")
    assert program.main(again) == 2
    assert "out was begun with another input_bytes: " in capfd.readouterr().err
    # The same number of bytes, with a few in the middle changed.
    csv.write_csv(table, "in.csv")
    describe("in.csv", "2", tmp_path)
    text = (tmp_path / "in.csv").read_bytes()
    half = len(text) // 2
    (tmp_path / "in.csv").write_bytes(text[:half] + text[half:].replace(b"1", b"2", 1))
    assert program.main(["in.csv", "--output", "2", "--resume"]) == 2
    assert "2 was begun with another input_fingerprint: " in capfd.readouterr().err


def test_refuses_second_job(table, capfd, tmp_path):
    pq.write_table(table, "in.parquet")
    output, job = output_of("in.parquet", "out", tmp_path)
    with output.locked():
        output.describe(job)
        pq.write_table(table, tmp_path / "out" / "run_1-0.parquet")
        before = sorted(tmp_path.rglob("*"))
        assert program.main(["in.parquet", "--output", "out", "--resume"]) == 2
        assert f"another job works in {tmp_path / 'out'}: process " in capfd.readouterr().err
        assert sorted(tmp_path.rglob("*")) == before
    assert not (tmp_path / "out" / "_lock").exists()


def test_lock_of_killed_job(tmp_path):
    held = "import sys\nfrom pyarrow import fs\nfrom sudomill import _lock\n"
    held += "with _lock.held(fs.LocalFileSystem(), sys.argv[1]): print('held', flush=True); input()"
    command = [sys.executable, "-c", held, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        assert process.stdout.readline() == b"held\n"
        with pytest.raises(program._job.Refused, match="another job works in"):
            with program._lock.held(fs.LocalFileSystem(), str(tmp_path)):
                pass
        process.kill()
    assert (tmp_path / "_lock").exists()
    with program._lock.held(fs.LocalFileSystem(), str(tmp_path)):
        pass
    assert not (tmp_path / "_lock").exists()


def test_lock_file_off_linux(tmp_path):
    store = fs.SubTreeFileSystem(str(tmp_path), fs.LocalFileSystem())
    store.create_dir("out")
    with program._lock.held(store, "out"):
        with pytest.raises(program._job.Refused, match="if it was killed, remove out/_lock"):
            with program._lock.held(store, "out"):
                pass
    assert not (tmp_path / "out" / "_lock").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.parquet", "--output", "full"], "full has files of something else"),
        (["in.parquet", "--output", "begun"], "begun is not empty; to continue its job, use --resume"),
        (["in.parquet", "--output", "begun", "--limit", "1", "--resume"], "another limit: 2, now"),
        (["in.parquet", "--output", "stale"], "stale-checkpoint belongs to another job"),
        (["in.parquet", "--output", "new", "--id", "x"], "no column 'x' identifies the rows"),
        (["in.parquet", "--output", "new", "--column", "x"], 'no column "x"; the columns are: id, puzzle'),
        (["in.arrow", "--output", "new"], "found Arrow files"),
        (["nulls.parquet", "--output", "new"], "column 'id' has nulls"),
        (["full", "--output", "full/new"], "is inside the input"),
        (["in.parquet", "--output", "odd://new"], "output: "),
        (["nix.parquet", "--output", "new"], "nix.parquet"),
    ],
)
def test_refuses_before_cluster_start(
    table, arguments, message, capfd, tmp_path
):
    pq.write_table(table, "in.parquet")
    pq.write_table(table.set_column(0, "id", [[None, *range(1, ROWS)]]), "nulls.parquet")
    for folder in ["full", "begun", "stale-checkpoint"]:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.parquet").touch()
    describe("in.parquet", "begun", tmp_path)
    assert program.main(arguments) == 2
    assert message in capfd.readouterr().err
    assert not (tmp_path / "new").exists()


def test_redoes_half_done_work(table, capfd, tmp_path):
    """A row is done if it is both in a file and in the checkpoint."""
    pq.write_table(table, tmp_path / "in.parquet")
    output, job = output_of("in.parquet", "out", tmp_path)
    output.describe(job)
    (tmp_path / "out-checkpoint").mkdir()
    whole = ["out/run_1-0.parquet", "out/run_1-1.parquet"]
    noted = "out-checkpoint/run_1.parquet"
    half = [
        "out/run_2-0.parquet",
        "out-checkpoint/run_2.pending.parquet",
        "out/run_3-0.parquet",
        "out-checkpoint/run_4.parquet",
        "out/run_5-0.parquet",
        "out-checkpoint/run_5.parquet",
        "out/run_6-0.parquet",
        "out/run_6-1.parquet",
        "out-checkpoint/run_6.parquet",
    ]
    for name in [*whole, *half]:
        pq.write_table(table.slice(0, 10), tmp_path / name)
    pq.write_table(table.slice(0, 20), tmp_path / noted)
    # What a machine leaves after a power failure: files that are empty, or truncated.
    (tmp_path / "out/run_5-0.parquet").write_bytes(b"")
    (tmp_path / "out/run_6-1.parquet").write_bytes((tmp_path / whole[0]).read_bytes()[:100])
    output.describe(job)
    left = [path.relative_to(tmp_path / ".") for path in tmp_path.glob("out*/*.parquet")]
    assert sorted(map(str, left)) == sorted([*whole, noted])
    told = capfd.readouterr().err
    for name in ["run_5-0", "run_6-1"]:
        assert f"out/{name}.parquet is not a complete Parquet file; its rows are solved again" in told


def test_broken_file_of_complete_job(table, capfd, tmp_path):
    pq.write_table(table, "in.parquet")
    output = describe("in.parquet", "out", tmp_path)
    (tmp_path / "out" / "a.parquet").touch()
    output.complete()
    assert program.main(["in.parquet", "--output", "out", "--resume"]) == 2
    told = capfd.readouterr().err
    assert "out has a broken file: " in told and "a.parquet" in told


def test_result_names_are_new(address, table, capfd, tmp_path):
    given = table.append_column("solution", table["puzzle"])
    pq.write_table(given, "in.parquet")
    assert program.main(["in.parquet", "--output", "out", "--address", address]) == 0
    assert "has a column solution: the result is called sudomill_s" in capfd.readouterr().err
    rows = solved(tmp_path / "out").sort_by("id")
    assert rows.select(["id", "puzzle", "solution"]).equals(given)
    assert sudomill.verify(rows["puzzle"], rows["sudomill_solution"]).null_count == ROWS


def test_complete_job_is_kept(table, capfd, tmp_path):
    pq.write_table(table, "in.parquet")
    job = ["in.parquet", "--output", "out"]
    output = describe(*job[::2], tmp_path)
    pq.write_table(pa.table({"status": ["unique"] * 3}), tmp_path / "out" / "a.parquet")
    output.complete()
    # A kill before the deletion would leave this folder.
    (tmp_path / "out-checkpoint").mkdir()
    assert program.main([*job, "--resume"]) == 0
    assert not (tmp_path / "out-checkpoint").exists()
    assert "out is already complete\n3 rows: 3 unique" in capfd.readouterr().err
    job = json.loads((tmp_path / "out" / "_job.json").read_text())
    assert job["input"] == [str(tmp_path / "in.parquet")] and job["limit"] == 2
