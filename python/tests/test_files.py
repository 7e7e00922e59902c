"""``python -m sudomill``: files in, a file out."""

import os
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv
from sudomill import __main__ as program
from sudomill import _read, _run

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
RESULTS = ["solution", "status", "solutions", "guesses", "solve_ns", "message"]


@pytest.fixture(scope="module")
def puzzles():
    return sudomill.generate("minimal", 1000, seed=3).to_pylist()


@pytest.fixture
def table(puzzles):
    # Like the Kaggle sets, whose cells are one large number.
    digits = [puzzle.replace(".", "0") for puzzle in puzzles]
    return pa.table({"id": range(1000), "puzzle": digits})


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def write(table, path):
    kind = program._WRITERS[program._job.format_of([path])]
    with kind(path, table.schema, dict(zip(RESULTS, RESULTS)), path) as writer:
        writer.write_table(table)


def read(path):
    if path.endswith(".csv"):
        text = csv.ConvertOptions(column_types={"puzzle": pa.string(), "solution": pa.string()})
        return csv.read_csv(path, convert_options=text)
    return ds.dataset(path, format=program._job.format_of([path])).to_table()


def run(*arguments):
    return program.main([str(argument) for argument in arguments])


@pytest.mark.parametrize("read_as", [".parquet", ".arrow", ".csv"])
@pytest.mark.parametrize("written_as", [".parquet", ".feather", ".csv"])
def test_all_format_pairs(table, read_as, written_as, capsys):
    write(table, f"in{read_as}")
    assert run(f"in{read_as}", "-o", f"out{written_as}", "--threads", 1) == 0
    solved = read(f"out{written_as}")
    assert solved.column_names == ["id", "puzzle", *RESULTS]
    assert solved.select(["id", "puzzle"]).cast(table.schema).equals(table)
    assert sudomill.verify(table["puzzle"], solved["solution"]).null_count == 1000
    summary = capsys.readouterr().err.splitlines()
    assert summary[0] == "1,000 rows: 1,000 unique" and summary[1].endswith(" rows/s")


def test_shipped_set_equals_lines():
    shipped = pq.read_table(DATASETS / "minimal.parquet")
    lines = (DATASETS / "minimal.txt").read_text().splitlines()
    assert shipped["puzzle"].to_pylist() == lines
    assert shipped["id"].to_pylist() == list(range(len(lines)))
    assert run(DATASETS / "minimal.parquet", "-o", "out.parquet") == 0
    solutions = (DATASETS / "minimal.solutions.txt").read_text().splitlines()
    assert read("out.parquet")["solution"].to_pylist() == solutions


def test_any_batch_size(table, monkeypatch):
    write(table, "a.parquet")
    pq.write_table(table, "b.parquet", row_group_size=10)
    assert run("a.parquet", "b.parquet", "-o", "whole.parquet") == 0
    assert pq.ParquetFile("whole.parquet").metadata.num_row_groups == 1
    monkeypatch.setattr(_run, "ROWS", 7)
    monkeypatch.setattr(_read, "ROWS", 5)
    assert run("a.parquet", "b.parquet", "-o", "pieces.parquet") == 0
    timeless = [read(f"{name}.parquet").drop_columns("solve_ns") for name in ["whole", "pieces"]]
    assert timeless[0].equals(timeless[1])
    assert timeless[0]["id"].to_pylist() == 2 * list(range(1000))
    assert pq.ParquetFile("pieces.parquet").metadata.num_row_groups > 100


def test_batch_has_alphabet_of_file(monkeypatch):
    shifted = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")
    made = sudomill.generate("unique", 5, order=4, clues=160).to_pylist()
    first, *others = (puzzle.translate(shifted) for puzzle in made)
    # Without a 0, their digits could be 1 to F of either alphabet.
    puzzles = [first, *(puzzle.replace("0", ".") for puzzle in others)]
    write(pa.table({"puzzle": puzzles}), "in.parquet")
    run("in.parquet", "-o", "whole.parquet")
    monkeypatch.setattr(_run, "ROWS", 1)
    monkeypatch.setattr(_read, "ROWS", 1)
    run("in.parquet", "-o", "pieces.parquet")
    solutions = [read(f"{name}.parquet")["solution"].to_pylist() for name in ["whole", "pieces"]]
    assert solutions[0] == solutions[1]
    assert all("0" in solution and "G" not in solution for solution in solutions[0])


@pytest.mark.parametrize("order", [4, 5])
def test_alphabet_same_as_program(order, tmp_path):
    """The first row that shows the alphabet is at the end of the first mebibyte."""
    cells = order**4
    telling = (1 << 20) // (cells + 1) - 1
    rows = telling * ["." * cells] + ["0" + "." * (cells - 1), "." * cells]
    write(pa.table({"puzzle": rows}), "in.parquet")
    files = _read.ArrowFiles(["in.parquet"], "parquet")
    assert sudomill.layout(program._job.first_puzzles(files, "puzzle")) == (order, "0")
    assert sudomill.layout(rows) == (order, "0")


def test_parquet_folder(table, tmp_path, capsys):
    (tmp_path / "in.v2").mkdir()
    write(table, "in.v2/a.parquet")
    write(table, "in.v2/b.parquet")
    assert run("in.v2", "-o", "out.parquet") == 0
    assert read("out.parquet").num_rows == 2000
    assert run("in.v2", "-o", "in.v2/out.parquet") == 2
    assert "is inside the input in.v2" in capsys.readouterr().err
    write(table.rename_columns(["id", "quizzes"]), "in.v2/b.parquet")
    assert run("in.v2", "-o", "out.parquet") == 2
    assert "b.parquet: no column 'puzzle'" in capsys.readouterr().err


def test_partitions_have_types(table, tmp_path):
    for year in [2023, 2024]:
        (tmp_path / "in" / f"year={year}" / "kind=a").mkdir(parents=True)
        write(table.slice(year - 2000, 1), f"in/year={year}/kind=a/part.parquet")
    assert run("in", "-o", "out.parquet") == 0
    solved = read("out.parquet")
    assert solved["year"].type == pa.int32() and solved["kind"].type == pa.string()
    found = solved.select(["id", "year", "kind"]).to_pylist()
    assert found == [{"id": year - 2000, "year": year, "kind": "a"} for year in [2023, 2024]]


def test_csv_fields_unchanged(table):
    row = ["007", table["puzzle"][0].as_py(), "1.10", "9" * 81, ""]
    text = ",".join(row)
    with open("in.csv", "w") as file:
        file.write(f"id,puzzle,version,digits,none\n{text}\nx1,{','.join(row[1:])}\n")
    assert run("in.csv", "-o", "out.parquet") == 0
    rows = read("out.parquet").to_pylist()
    assert list(rows[0].values())[:5] == row and rows[1]["id"] == "x1"


def test_choose_columns(table):
    table = table.rename_columns(["name", "quizzes"]).append_column("solutions", [["x"] * 1000])
    write(table, "in.csv")
    assert run("in.csv", "-o", "out.csv", "--column", "quizzes", "--keep", "name") == 0
    assert read("out.csv").column_names == ["name", "quizzes", *RESULTS]


def kaggle(table, names):
    """Return a table like Kaggle's million: puzzles and their solutions."""
    solutions = sudomill.solve(table["puzzle"]).column("solution")
    return pa.table([table["puzzle"], solutions], names=names)


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
@pytest.mark.parametrize(
    ("names", "taken"),
    [(["quizzes", "solutions"], "solutions"), (["puzzle", "solution"], "solution")],
)
def test_kaggle_columns(table, names, taken, ending, capsys):
    write(kaggle(table, names), f"in{ending}")
    assert run(f"in{ending}", "-o", f"out{ending}") == 0
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith(f"the input has a column {taken}: ")
    assert "sudomill_" + taken in told[0] and told[0].endswith("(--prefix)")
    assert told[2] == f"given solutions ({names[1]}): 1,000 as found"
    found = [name if name != taken else "sudomill_" + name for name in RESULTS]
    assert read(f"out{ending}").column_names == [*names, *found]
    # The input columns are unchanged.
    assert read(f"out{ending}").select(names).cast(pa.schema([(name, pa.string()) for name in names]))
    # Its output can be solved again with another prefix.
    assert run(f"out{ending}", "-o", f"2{ending}", "--column", names[0]) == 2
    assert "choose another --prefix" in capsys.readouterr().err
    assert run(f"out{ending}", "-o", f"2{ending}", "--column", names[0], "--prefix", "b_") == 0
    added = [f"b_{name}" for name in RESULTS]
    assert read(f"2{ending}").column_names == [*names, *found, *added]


@pytest.mark.parametrize(
    ("names", "ending"),
    [
        (["Answer", "Question"], ".csv"),
        (["Answer", "Question"], ".parquet"),
        (["a", "b"], ".csv"),
        (["a", "b"], ".parquet"),
        (["2", "1"], ".parquet"),
    ],
)
def test_column_same_as_program(table, names, ending):
    given = kaggle(table, ["b", "a"]).select(["a", "b"]).rename_columns(names)
    write(given, f"in{ending}")
    assert run(f"in{ending}", "-o", f"out{ending}") == 0
    assert read(f"out{ending}")["status"].to_pylist() == ["unique"] * 1000
    # The column holds solutions, which are solved as puzzles; no other column is used.
    assert run(f"in{ending}", "-o", f"out{ending}", "--column", names[0]) == 0
    found = [name for name in read(f"out{ending}").column_names if name.endswith("guesses")]
    assert read(f"out{ending}")[found[0]].to_pylist() == [0] * 1000


def test_compares_given_solutions(table, capsys):
    given = kaggle(table.slice(0, 10), ["puzzle", "answer"]).to_pydict()
    given["answer"][3] = given["answer"][4]
    given["answer"][5] = "none"
    given["answer"][6] = None
    # A row that is not a puzzle, and two puzzles with many solutions.
    given["puzzle"] += ["x", "." * 81, "." * 81]
    other = given["answer"][0]
    given["answer"] += [other, other, sudomill.solve(["." * 81]).column("solution")[0].as_py()]
    write(pa.table(given), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet", "--limit", 3) == 1
    told = capsys.readouterr().err
    assert "given solutions (answer): 8 as found, 1 other, right too, 1 wrong" in told
    write(pa.table(given).slice(3, 1), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 1
    write(pa.table(given).slice(5, 2), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 0
    capsys.readouterr()


def test_never_replaces_input(table, tmp_path, capsys):
    (tmp_path / "folder").mkdir()
    for source in ["in.parquet", "folder/in.parquet"]:
        write(table, source)
    os.symlink("in.parquet", "soft.parquet")
    os.link("in.parquet", "hard.parquet")
    os.link("folder/in.parquet", "inner.parquet")
    before = {path: path.read_bytes() for path in tmp_path.glob("*.parquet")}
    for arguments in [
        ["in.parquet", "-o", "in.parquet"],
        ["in.parquet", "-o", "./folder/../in.parquet"],
        ["in.parquet", "-o", tmp_path / "in.parquet"],
        ["in.parquet", "-o", "soft.parquet"],
        ["in.parquet", "-o", "hard.parquet"],
        ["soft.parquet", "-o", "in.parquet"],
        ["folder/in.parquet", "in.parquet", "-o", "in.parquet"],
        ["folder", "-o", "inner.parquet"],
    ]:
        assert run(*arguments) == 2, arguments
        assert "is the input and the output; choose another file" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in tmp_path.glob("*.parquet")} == before


def test_findings(table, capsys):
    bad = pa.table({"puzzle": [*table["puzzle"].to_pylist()[:5], "1234", None, "." * 81]})
    write(bad, "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 1
    assert "8 rows: 5 unique, 2 invalid, 1 multiple" in capsys.readouterr().err
    messages = read("out.parquet")["message"].to_pylist()
    assert messages[5].startswith("5: ") and messages[6] == "found no text; expected a puzzle"
    write(bad.slice(7), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet", "--limit", 3) == 0


def test_file_without_rows(table):
    write(table.slice(0, 0), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 0
    empty = read("out.parquet")
    assert empty.num_rows == 0 and empty.column_names == ["id", "puzzle", *RESULTS]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["in.parquet", "-o", "out.txt"], "found files of .txt"),
        (["in.parquet", "in.csv", "-o", "out.csv"], "found files of .csv, .parquet"),
        (["nix.parquet", "-o", "out.csv"], "nix.parquet"),
        (["in.parquet", "-o", "nix/out.csv"], "No such file or directory"),
        (["in.parquet", "-o", "out.csv", "--column", "x"], 'no column "x"; the columns are: id, puzzle'),
        (["in.parquet", "-o", "out.csv", "--keep", "x"], 'no column "x"; the columns are: id, puzzle'),
        (["in.parquet", "-o", "out.csv", "--column", "id"], "found an array of Int64"),
        (["in.parquet", "-o", "out.csv", "--strategy", "x"], "unknown strategy 'x'"),
        (["broken.parquet", "-o", "out.csv"], "broken.parquet"),
    ],
)
def test_errors_leave_no_file(table, arguments, message, capsys, tmp_path):
    write(table, "in.parquet")
    write(table, "in.csv")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    before = sorted(tmp_path.iterdir())
    assert run(*arguments) == 2
    assert message in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


def test_failure_keeps_old_file(table, monkeypatch, tmp_path):
    write(table, "in.parquet")
    (tmp_path / "out.parquet").write_text("as it was")
    before = sorted(tmp_path.iterdir())
    monkeypatch.setattr(_run, "ROWS", 7)
    monkeypatch.setattr(_read, "ROWS", 7)
    solve, calls = program._run.Run.solve, []

    def fail(*arguments, **options):
        calls.append(1)
        if len(calls) > 5:
            raise OSError("the disk is full")
        return solve(*arguments, **options)

    monkeypatch.setattr(_run.Run, "solve", fail)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert (tmp_path / "out.parquet").read_text() == "as it was"
    assert sorted(tmp_path.iterdir()) == before
