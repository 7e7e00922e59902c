"""``python -m sudomill``: one output for each input, and runs that go on after they were killed."""

import contextlib
import fcntl
import functools
import gzip
import importlib.metadata
import json
import os
import pty
import random
import re
import shutil
import signal
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv
from sudomill import __main__ as program
from sudomill import _inputs, _outputs

DATASETS = Path(__file__).resolve().parents[2] / "datasets"
RESULTS = ["solution", "status", "solutions", "guesses", "message"]
P1 = "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7..."

#: Runs the program, and sends it a signal before it calls a function of the package for the Nth time, or before it
#: executes the Nth line of its own code.
KILLED = """
import os, signal, sys
from sudomill import __main__ as program
point, left, number = sys.argv[1], int(sys.argv[2]), getattr(signal, sys.argv[3])
def trace(frame, event, argument):
    global left
    if os.path.dirname(frame.f_code.co_filename) != os.path.dirname(program.__file__):
        return None
    own = event == "line" and frame.f_code.co_filename == program.__file__
    is_point = own if point == "line" else event == "call" and frame.f_code.co_name == point
    left -= is_point
    if left == 0 and is_point:
        os.kill(os.getpid(), number)
    return trace
sys.settrace(trace)
sys.exit(program.main(sys.argv[4:]))
"""


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


def write_ipc(table, path, new=pa.ipc.new_file):
    with new(path, table.schema) as writer:
        writer.write_table(table, max_chunksize=300)


def write_stream(table, path):
    write_ipc(table, path, pa.ipc.new_stream)


def run(*arguments):
    return program.main([str(argument) for argument in arguments])


def killed(point, number, name, before="", options=()):
    """Run the program on a folder; it receives a signal at a point, see ``KILLED``."""
    command = [sys.executable, "-c", before + KILLED, point, str(number), name, "in", "-o", "out", *options]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True)


def files(folder="."):
    return sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file())


FORMATS = [(pq.write_table, "in.parquet"), (write_ipc, "in.arrow"), (write_ipc, "in.feather")]
FORMATS += [(write_stream, "in.arrow"), (write_stream, "in.arrows")]


@pytest.mark.parametrize(("write", "name"), FORMATS)
def test_formats(table, write, name, capsys):
    write(table, name)
    assert run(name, "-o", "out.parquet", "--threads", 1) == 0
    solved = pq.read_table("out.parquet")
    assert solved.column_names == ["id", "puzzle", *RESULTS]
    assert solved.select(["id", "puzzle"]).equals(table)
    assert sudomill.verify(table["puzzle"], solved["solution"]).null_count == 1000
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "1,000 rows: 1,000 unique" and told[1].endswith(" rows/s")
    assert files() == sorted([name, "out.parquet"])


def test_shipped_set():
    lines = (DATASETS / "minimal.txt").read_text().splitlines()
    assert pq.read_table(DATASETS / "minimal.parquet")["puzzle"].to_pylist() == lines
    assert run(DATASETS / "minimal.parquet", "-o", "out") == 0
    solutions = (DATASETS / "minimal.solutions.txt").read_text().splitlines()
    assert pq.read_table("out/minimal.parquet")["solution"].to_pylist() == solutions


def test_folders(table):
    """Each file of a folder has an output at the same place; those of engines are left out."""
    for number, name in enumerate(["b=1/a", "b=2/a", "c", "_spark/x", ".hidden", "_x"]):
        Path("in.v2", name).parent.mkdir(parents=True, exist_ok=True)
        pq.write_table(table.slice(number, 1), f"in.v2/{name}.parquet")
    write_stream(table.slice(9, 1), "in.v2/d.arrow")
    Path("in.v2/_SUCCESS").touch()
    assert run("in.v2", "-o", "out.v2") == 0
    expected = {"b=1/a": 0, "b=2/a": 1, "c": 2, "d": 9}
    assert files("out.v2") == sorted(f"{name}.parquet" for name in expected)
    for name, number in expected.items():
        assert pq.ParquetFile(f"out.v2/{name}.parquet").read()["id"].to_pylist() == [number]


def test_files_that_are_left_out_are_named(table, capsys):
    Path("in/sub").mkdir(parents=True)
    Path("elsewhere").mkdir()
    for name in ["A.PARQUET", "b.pq", "sub/part-00000", "_spark"]:
        pq.write_table(table, f"in/{name}")
    pq.write_table(table, "elsewhere/x.parquet")
    os.symlink("../elsewhere", "in/linked")
    Path("in/c.txt").touch()
    assert run("in", "-o", "out") == 0
    assert files("out") == ["A.parquet", "b.parquet"]
    told = capsys.readouterr().err
    assert told.startswith("3 files or linked folders were left out: in/c.txt in/linked in/sub/part-00000\n")
    for number in range(300):
        Path(f"in/{number}.txt").touch()
    assert run("in", "in/sub/part-00000", "-o", "out") == 0
    assert "302 files or linked folders were left out: in/0.txt in/1.txt in/10.txt" in capsys.readouterr().err
    assert files("out") == ["A.parquet", "b.parquet", "part-00000.parquet"]


def test_same_results_for_any_batch(table, monkeypatch):
    pq.write_table(table, "in.parquet", row_group_size=70)
    assert run("in.parquet", "-o", "whole.parquet") == 0
    for name, size in [("READ", 5), ("ROWS", 7), ("BYTES", 1500)]:
        monkeypatch.setattr(_inputs, name, size)
    assert run("in.parquet", "-o", "pieces.parquet") == 0
    whole, pieces = pq.read_table("whole.parquet"), pq.read_table("pieces.parquet")
    assert whole.equals(pieces) and whole["id"].to_pylist() == list(range(1000))
    assert pq.read_metadata("whole.parquet").num_row_groups == 1
    # Two reads of 5 rows make 7 or more.
    assert pq.read_metadata("pieces.parquet").num_row_groups == 100


def test_alphabet_of_the_file(monkeypatch):
    shifted = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")
    made = sudomill.generate("unique", 5, order=4, clues=160).to_pylist()
    first, *others = (puzzle.translate(shifted) for puzzle in made)
    # Without a 0, their digits could be 1 to F of either alphabet.
    rows = [first, *(puzzle.replace("0", ".") for puzzle in others)]
    pq.write_table(pa.table({"puzzle": rows}), "in.parquet")
    monkeypatch.setattr(_inputs, "READ", 1)
    monkeypatch.setattr(_inputs, "ROWS", 1)
    # Those without a clue have several solutions.
    assert run("in.parquet", "-o", "out.parquet") == 1
    solutions = pq.read_table("out.parquet")["solution"].to_pylist()
    assert all("0" in solution and "G" not in solution for solution in solutions)


def test_odd_columns_are_kept(table):
    """A name with a dot beside its start, views, and nested dictionaries in several row groups."""
    texts = pa.array([str(row // 50) for row in range(1000)])
    view, ends = texts.cast(pa.string_view()), pa.array(range(1001), pa.int32())
    nested = pa.StructArray.from_arrays([texts.dictionary_encode()], ["text"])
    lists = pa.ListArray.from_arrays(ends, texts.dictionary_encode())
    # Of each type that may contain others.
    of_views = {
        "list": pa.ListArray.from_arrays(ends, view),
        "large": pa.LargeListArray.from_arrays(ends.cast(pa.int64()), view),
        "fixed": pa.FixedSizeListArray.from_arrays(view, 1),
        "map": pa.MapArray.from_arrays(ends, texts, view),
        "null": pa.array([None, ["a", None]] * 500, pa.list_(pa.string_view())),
    }
    puzzles = table["puzzle"].to_pylist()
    puzzles[7], puzzles[500] = "." * 81, puzzles[3]
    for name, columns in {
        "dots": {"a": texts, "a.b": pa.array(range(1000)), "c": pa.array([{"d": 1, "e": [2]}] * 1000)},
        "views": {"text": view, "bytes": texts.cast(pa.binary_view()), **of_views},
        "nested": {"struct": nested, "list": lists},
    }.items():
        rows = pa.table({**columns, "puzzle": puzzles})
        pq.write_table(rows, f"{name}.parquet", row_group_size=300)
        for number, (options, dropped) in enumerate([([], None), (["--only", "unique"], 7), (["--dedup"], 500)]):
            assert run(f"{name}.parquet", "-o", f"{name}-{number}.parquet", *options) == 1
            solved = pq.read_table(f"{name}-{number}.parquet").select(rows.schema.names)
            kept = [row for at, row in enumerate(rows.to_pylist()) if at != dropped]
            assert solved.schema == rows.schema and solved.to_pylist() == kept
    assert run("dots.parquet", "-o", "a.parquet", "--keep", "a") == 1
    assert pq.read_table("a.parquet").schema.names[:2] == ["a", "puzzle"]


def test_types_of_each_file_are_kept(table):
    """Files with the same names of columns have their own types: nothing is cast."""
    columns = [
        pa.array([1, 2], pa.int64()),
        pa.array([1e300, 0.5]),
        pa.array([None, None]),
        pa.array([{"a": 1, "b": "x"}, {"a": 2, "b": None}]),
        pa.array([{"a": 1}, {"a": 2}]),
        pa.array([True, None]),
        pa.array(["x", "y"]).dictionary_encode(),
        pa.array([[1], []], pa.list_(pa.int8())),
    ]
    Path("in").mkdir()
    for number, column in enumerate(columns):
        rows = pa.table({"id": column, "puzzle": table["puzzle"].slice(0, 2)})
        write_stream(rows, f"in/{number}.arrow")
        pq.write_table(rows, f"in/parquet{number}.parquet")
    assert run("in", "-o", "out") == 0
    for number, column in enumerate(columns):
        for name in [str(number), f"parquet{number}"]:
            found = pq.read_table(f"out/{name}.parquet")["id"].combine_chunks()
            assert found.equals(column) and found.type == column.type, name


def test_old_times_of_spark_are_kept(table, capsys):
    """INT96 reaches beyond the years of 64-bit nanoseconds, 1677 to 2262."""
    times = [datetime(9999, 12, 31), datetime(2020, 1, 2, 3, 4, 5, 678901), None, datetime(1, 1, 1)]
    column = pa.array(times, pa.timestamp("us"))
    nested = pa.array([[times[0]], [], None, times], pa.list_(pa.timestamp("us")))
    rows = pa.table({"at": column, "all": nested, "puzzle": table["puzzle"][:4]})
    pq.write_table(rows, "in.parquet", use_deprecated_int96_timestamps=True)
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert pq.read_table("out.parquet").select(["at", "all", "puzzle"]).equals(rows)
    fine = pa.table({"at": pa.array([1001], pa.timestamp("ns")), "puzzle": table["puzzle"][:1]})
    Path("in").mkdir()
    pq.write_table(fine, "in/fine.parquet", use_deprecated_int96_timestamps=True)
    assert run("in/fine.parquet", "-o", "fine.parquet") == 2
    assert "fine.parquet: column 'at' has INT96 times with nanoseconds; " in capsys.readouterr().err
    assert run("in/fine.parquet", "-o", "fine.parquet", "--keep", "puzzle") == 0


@pytest.mark.parametrize("encode", [False, True])
@pytest.mark.parametrize("rows", [0, 1000])
def test_cut_streams_fail(table, rows, encode, capsys):
    """A stream without its end marker is incomplete, even if its last batch is whole."""
    if encode:
        table = table.set_column(1, "puzzle", table["puzzle"].dictionary_encode())
    write_stream(table.slice(0, rows), "whole.arrows")
    content = Path("whole.arrows").read_bytes()
    Path("cut.arrows").write_bytes(content[:-8])
    Path("doubled.arrows").write_bytes(2 * content)
    for name, found in [("cut", "the file is cut: its end marker is missing"), ("doubled", "data behind its end")]:
        assert run(f"{name}.arrows", "-o", "out.parquet") == 2
        assert found in capsys.readouterr().err
    for cut in [4, 9, 200]:
        Path("cut.arrows").write_bytes(content[:-cut])
        assert run("cut.arrows", "-o", "out.parquet") == 2
    assert files() == ["cut.arrows", "doubled.arrows", "whole.arrows"]
    assert run("whole.arrows", "-o", "out.parquet") == 0
    assert pq.read_table("out.parquet").num_rows == rows


LOST = [
    (pa.date64(), "date64[ms] to date32[day]"),
    (pa.timestamp("s", "UTC"), "timestamp[s, tz=UTC] to timestamp[ms, tz=UTC]"),
    (pa.time32("s"), "time32[s] to time32[ms]"),
    (pa.dictionary(pa.int8(), pa.int64()), "indices=int8, ordered=0> to int64"),
    (pa.dictionary(pa.int32(), pa.large_string()), "to dictionary<values=string"),
    (pa.struct([("a", pa.date64())]), "struct<a: date64[ms]> to struct<a: date32[day]>"),
    (pa.month_day_nano_interval(), "Parquet has no type month_day_nano_interval"),
    (pa.dense_union([pa.field("a", pa.int8())]), "Parquet has no type dense_union"),
]


@pytest.mark.parametrize(("kind", "change"), LOST)
def test_types_that_would_change_are_refused(table, kind, change, capsys):
    schema = pa.schema([("odd", kind), ("puzzle", pa.string())])
    write_stream(pa.Table.from_batches([], schema), "in.arrows")
    assert run("in.arrows", "-o", "out.parquet") == 2
    told = capsys.readouterr().err
    assert "in.arrows: column 'odd'" in told and change in told and "--keep" in told
    assert run("in.arrows", "-o", "out.parquet", "--keep", "puzzle") == 0


def test_types_that_arrow_lacks_are_refused(capsys):
    connection = duckdb.connect()
    query = f"COPY (SELECT INTERVAL 3 DAY AS odd, '{P1}' AS puzzle) TO 'in.parquet' (FORMAT parquet)"
    connection.execute(query)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "in.parquet: column 'odd' would lose its type INTERVAL; " in capsys.readouterr().err
    assert run("in.parquet", "-o", "out.parquet", "--keep", "puzzle") == 0


def test_types_of_duckdb_are_kept():
    connection = duckdb.connect()
    values = "1::TINYINT a, 2::UBIGINT b, 1.5::DECIMAL(5,2) c, 'x'::BLOB d, now() e, 'y'::ENUM('y') f, "
    values += "uuid() g, [1, 2] h, {'a': DATE '9999-12-31'} i, TIME '12:00:00' j"
    connection.execute(f"COPY (SELECT {values}, '{P1}' AS puzzle) TO 'in.parquet' (FORMAT parquet)")
    assert run("in.parquet", "-o", "out.parquet") == 0
    before, after = connection.read_parquet("in.parquet"), connection.read_parquet("out.parquet")
    assert after.types[:11] == before.types and after.fetchall()[0][:11] == before.fetchall()[0]


def test_dictionaries_are_written_as_such():
    kinds = 3000 * ["a long text, 1", "a long text, 2"]
    rows = pa.table({"id": range(6000), "kind": kinds, "puzzle": 6000 * [P1]})
    pq.write_table(rows, "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 0
    group = pq.read_metadata("out.parquet").row_group(0)
    columns = {group.column(at).path_in_schema: group.column(at) for at in range(group.num_columns)}
    found = [name for name in columns if "RLE_DICTIONARY" in columns[name].encodings]
    assert found == ["kind", "status", "solutions", "guesses", "message"]


@pytest.mark.parametrize("kind", [pa.int32(), pa.uint32(), pa.int16()])
def test_large_dictionaries_are_read_in_parts(monkeypatch, kind):
    """As fast as plain columns: no batch takes the time or the memory of a whole dictionary."""
    rows, most = 20_000, 0
    notes = pa.array([f"{number:0100}" for number in range(rows)])
    encoded = pa.DictionaryArray.from_arrays(pa.array(range(rows), kind), notes)
    table = pa.table({"note": notes, "puzzle": [P1] * rows})
    monkeypatch.setattr(_inputs, "READ", 500)
    monkeypatch.setattr(_inputs, "ROWS", 5000)
    monkeypatch.setattr(_inputs, "BYTES", 1_500_000)
    write_ipc(table.set_column(0, "note", encoded), "in.arrow")
    pq.write_table(table.set_column(0, "note", encoded), "in.parquet")
    for name in ["in.arrow", "in.parquet"]:
        with _inputs.opened(Path(name)) as opened:
            for part in _inputs.tables(opened.read(["note", "puzzle"])):
                most = max(most, len(part["note"].chunk(0).dictionary))
        assert most <= 8000
        assert run(name, "-o", f"out-{name}.parquet") == 0
        assert pq.read_metadata(f"out-{name}.parquet").num_row_groups in (3, 4)
        solved = pq.read_table(f"out-{name}.parquet")["note"]
        assert solved.type == encoded.type and solved.cast(pa.string()).equals(pa.chunked_array([notes]))


def test_csv(puzzles, monkeypatch):
    """Text, whatever it looks like, unless a whole column holds short whole numbers."""
    digits = [puzzle.replace(".", "0") for puzzle in puzzles]
    solutions = sudomill.solve(puzzles)["solution"].to_pylist()
    late = [*["7"] * 999, "n/a"]
    given = pa.table({
        "source": [f'a "{row}",\nb' for row in range(1000)],
        "question": digits,
        "answer": solutions,
        "rating": [str(row - 9) for row in range(1000)],
        "late": late,
        "zeros": [f"{row:04}" for row in range(1000)],
        "long": ["9" * 16] * 1000,
        "some": ["", *["12"] * 999],
        "none": [""] * 1000,
    })
    csv.write_csv(given, "in.csv")
    Path("marked.csv").write_bytes(b"\xef\xbb\xbf" + Path("in.csv").read_bytes().replace(b"\n", b"\r\n"))
    Path("packed.csv.gz").write_bytes(gzip.compress(Path("in.csv").read_bytes()))
    expected = given.set_column(3, "rating", given["rating"].cast(pa.int64()))
    expected = expected.set_column(7, "some", [[None, *[12] * 999]])
    for name in ["in.csv", "packed.csv.gz", "marked.csv"]:
        assert run(name, "-o", "out", "--columns", "agrees") == 0
        solved = pq.read_table(f"out/{name.split('.')[0]}.parquet")
        if name == "marked.csv":
            expected = expected.set_column(0, "source", pc.replace_substring(expected["source"], "\n", "\r\n"))
        assert solved.select(given.column_names).equals(expected)
        assert pc.all(solved["agrees"]).as_py()
    Path("empty.csv").write_text("id,Puzzle\n")
    assert run("empty.csv", "-o", "out") == 0
    assert pq.read_schema("out/empty.parquet").types[:2] == [pa.string(), pa.string()]
    small = sudomill.generate("solved", 3, order=2)
    csv.write_csv(pa.table({"puzzle": small}), "small.csv")
    assert run("small.csv", "-o", "out") == 0
    assert pq.read_table("out/small.parquet")["solution"].combine_chunks() == small


def test_numpy_files(table, puzzles, capsys):
    """Cells in one or two dimensions; 0 is an empty cell, or 1 where the digits are 2 to 10."""
    cells = np.array([[int(symbol) for symbol in puzzle.replace(".", "0")] for puzzle in puzzles], np.uint8)
    expected = sudomill.solve(puzzles)["solution"].to_pylist()
    full = np.array([[int(symbol) for symbol in text] for text in expected])
    for name, array in {
        "flat": cells,
        "square": cells.reshape(-1, 9, 9).astype("i8"),
        "one": cells + 1,
        "two": cells.reshape(-1, 9, 9) + np.int32(1),
        "order": np.asfortranarray(cells),
        "floats": cells.astype("f4"),
        "big": (cells + 1).astype(">f8"),
    }.items():
        np.save(f"{name}.npy", array)
        np.savez(f"{name}.npz", array)
        for file in [f"{name}.npy", f"{name}.npz"]:
            assert run(file, "-o", f"out-{file}.parquet") == 0, file
            solved = pq.read_table(f"out-{file}.parquet")
            assert solved["solution"].to_pylist() == expected
            assert solved["puzzle"].to_pylist() == cells.tolist()
    np.savez_compressed("set.npz", quizzes=cells + 1, solutions=full + 1, row=np.arange(1000), seed=7, half=cells[:9] / 2)
    chosen = ["--column", "quizzes", "--columns", "agrees", "--keep", "solutions,row"]
    assert run("set.npz", "-o", "set.parquet", *chosen) == 0
    solved = pq.read_table("set.parquet")
    assert solved.schema.names[:3] == ["solutions", "row", "quizzes"] and pc.all(solved["agrees"]).as_py()
    assert solved["row"].to_pylist() == list(range(1000)) and solved["solutions"].to_pylist() == full.tolist()
    np.save("centred.npy", cells / 9 - 0.5)
    np.save("pickled.npy", np.array([P1], object))
    np.save("single.npy", cells[0].reshape(9, 9))
    for arguments, message in [
        (["centred.npy"], "centred.npy: puzzle: found a cell -0.5; expected integers"),
        (["set.npz"], "set.npz: found arrays of several lengths; --column and --keep choose those of one length"),
        (["set.npz", "--column", "half", "--keep", "half"], "set.npz: half: found a cell 2.5; expected integers"),
        (["set.npz", "--column", "x"], "set.npz: no column 'x'; found quizzes, solutions, row, half"),
        (["pickled.npy"], "pickled.npy: Array can't be memory-mapped: Python objects in dtype"),
        (["single.npy"], "found cells of shape (9, 9); expected (n, 81) or (n, 9, 9)"),
    ]:
        assert run(*arguments, "-o", "failed") == 2
        assert message in capsys.readouterr().err
        assert files("failed") == []


def test_every_line_of_a_csv_is_accounted_for(puzzles, capsys):
    """Stray quotes, rows with too many fields, and blank lines: by the rules of the program."""
    notes = [f"note {row}" for row in range(1000)]
    notes[5], notes[800], notes[300] = '"open', '"open', '"a, b"'
    lines = [f"{note},{puzzle}" for note, puzzle in zip(notes, puzzles)]
    Path("stray.csv").write_text("\n".join(["note,puzzle", *lines]))
    assert run("stray.csv", "-o", "out") == 0
    assert "1,000 rows: 1,000 unique" in capsys.readouterr().err
    solved = pq.read_table("out/stray.parquet")
    notes[300] = "a, b"
    assert solved["note"].to_pylist() == notes and solved["puzzle"].to_pylist() == puzzles
    Path("one.csv").write_text("puzzle\n\n" + "\n\n".join(puzzles) + "\n \n")
    assert run("one.csv", "-o", "out") == 0
    assert "one.csv: 1001 blank lines are no rows\n1,000 rows: 1,000 unique" in capsys.readouterr().err
    assert pq.read_table("out/one.parquet")["puzzle"].to_pylist() == puzzles
    lines = [f"{row},{puzzle}," for row, puzzle in enumerate(puzzles)]
    lines[3], lines[7] = "3", lines[7] + "x"
    Path("ragged.csv").write_text("\n".join(["id,puzzle", *lines]))
    assert run("ragged.csv", "-o", "out") == 1
    told = capsys.readouterr().err
    assert "ragged.csv: line 5: found 1 fields; expected 2 (2 such rows are empty in the output)" in told
    assert "1,000 rows: 998 unique, 2 invalid" in told
    solved = pq.read_table("out/ragged.parquet")
    assert solved["id"].to_pylist() == [None if row in (3, 7) else row for row in range(1000)]


def test_csv_as_the_program_reads_it(puzzles, monkeypatch):
    """Separators, encodings, compression and headers."""
    monkeypatch.setattr(_inputs, "BLOCK", 1000)
    rows = [f"{row};{puzzle}" for row, puzzle in enumerate(puzzles)]
    text = "\n".join(["id;puzzle", *rows])
    for name, content in {
        "semicolons.csv": text.encode(),
        "tabs.csv": text.replace(";", "\t").encode(),
        "marked.csv": text.encode("utf-8-sig"),
        "utf-16.csv": text.encode("utf-16"),
        "big-endian.csv": b"\xfe\xff" + text.encode("utf-16-be"),
        "PACKED.CSV.GZ": gzip.compress(text.encode()),
        "packed.csv": gzip.compress(text.encode("utf-16")),
    }.items():
        Path(name).write_bytes(content)
        assert run(name, "-o", "out") == 0, name
        solved = pq.read_table(f"out/{re.sub('[.]csv.*', '', name, flags=re.I)}.parquet")
        assert solved.column_names[:2] == ["id", "puzzle"] and solved["id"].to_pylist() == list(range(1000))
        assert solved["puzzle"].to_pylist() == puzzles
    Path("bare.csv").write_text("\n".join(f"{puzzle},{row}" for row, puzzle in enumerate(puzzles)))
    assert run("bare.csv", "-o", "out") == 0
    solved = pq.read_table("out/bare.parquet")
    assert solved["puzzle"].to_pylist() == puzzles and solved["column_2"].to_pylist() == list(range(1000))
    Path("header.csv").write_text("id,puzzle")
    assert run("header.csv", "-o", "out") == 0
    assert pq.read_table("out/header.parquet").num_rows == 0


def test_only(table, capsys):
    table = table[:100]
    solutions = sudomill.solve(table["puzzle"])["solution"].to_pylist()
    solutions[3] = solutions[4]
    rows = table["puzzle"].to_pylist()
    rows[7], rows[8] = "bad", "." * 81
    pq.write_table(pa.table({"id": range(100), "puzzle": rows, "solution": solutions}), "in.parquet")
    every = ["in.parquet", "--columns", "rating,agrees", "-o"]
    assert run(*every, "all.parquet") == 1
    whole = pq.read_table("all.parquet")
    ratings = {row["id"]: row["rating"] for row in whole.to_pylist()}
    for number, (only, expected) in enumerate([
        ("invalid,multiple", [7, 8]),
        ("wrong", [3]),
        ("none", []),
        ("rating:1.5..2.5,invalid", [row for row in ratings if row == 7 or 1.5 <= (ratings[row] or 0) <= 2.5]),
        ("rating:2.0", [row for row in ratings if ratings[row] == 2.0]),
    ]):
        assert run(*every, f"{number}.parquet", "--only", only) == 1
        # All rows are solved and counted.
        assert "100 rows: 98 unique, 1 invalid, 1 multiple; " in capsys.readouterr().err
        some = pq.read_table(f"{number}.parquet")
        assert some["id"].to_pylist() == expected
        assert some.equals(whole.filter(pc.is_in(whole["id"], pa.array(expected, pa.int64()))))
    assert run(*every, "2.parquet", "--only", "wrong") == 2
    assert "2.parquet was made with another only, ['none'] and not ['wrong']" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        run(*every, "x.parquet", "--only", "wong")
    assert "found 'wong'; expected any of solved, unique, " in capsys.readouterr().err


def test_dedup(puzzles, monkeypatch, capsys):
    """Of all files, the first of each class stays, but for those of another set."""
    Path("in").mkdir()
    copies = sudomill.shuffle(puzzles, seed=8).to_pylist()
    parts = [puzzles[:500], [*puzzles[500:], "bad", *copies[:100]], [*copies, "bad", *puzzles]]
    for number, rows in enumerate(parts):
        pq.write_table(pa.table({"row": range(len(rows)), "puzzle": rows}), f"in/{number}.parquet")
    monkeypatch.setattr(_inputs, "READ", 20)
    monkeypatch.setattr(_inputs, "ROWS", 90)
    assert run("in", "-o", "out", "--dedup") == 1
    told = capsys.readouterr().err
    assert "in/1.parquet:501:1: found 'b'; expected 1-9" in told
    assert "3,102 rows: 2,100 repeated, 1,000 unique, 2 invalid" in told
    for number, rows in enumerate([range(500), range(501), [1000]]):
        assert pq.read_table(f"out/{number}.parquet")["row"].to_pylist() == list(rows)
    assert run("in", "-o", "out", "--dedup") == 1
    assert "3 of 3 files are finished\n3,102 rows: 2,100 repeated" in capsys.readouterr().err
    Path("test.csv").write_text("\n".join(["id,quiz", *(f"1,{copy}" for copy in copies[200:700])]))
    assert run("in", "-o", "left", "--against", "test.csv") == 1
    for number, rows in enumerate([range(200), range(200, 501), [1000]]):
        assert pq.read_table(f"left/{number}.parquet")["row"].to_pylist() == list(rows)
    assert run("in", "-o", "same", "--dedup", "--exact") == 1
    assert "3,102 rows: 2,000 unique, 1,100 repeated, 2 invalid" in capsys.readouterr().err
    # The rows of a file depend on the others.
    for options in [["--dedup", "--exact"], ["--against", "test.csv"], []]:
        assert run("in", "-o", "out", *options) == 2
        assert "was made with another dedup" in capsys.readouterr().err
    pq.write_table(pa.table({"puzzle": puzzles}), "in/3.parquet")
    assert run("in", "-o", "out", "--dedup") == 2
    small = sudomill.generate("easy", 2, order=2).to_pylist()
    pq.write_table(pa.table({"puzzle": 2 * small}), "small.parquet")
    assert run("small.parquet", "-o", "small", "--dedup") == 2
    assert "small.parquet: puzzles: found 4×4; the canonical form is for" in capsys.readouterr().err
    assert run("small.parquet", "-o", "small", "--dedup", "--exact") == 0
    assert pq.read_table("small/small.parquet")["puzzle"].to_pylist() == small


@pytest.mark.parametrize("options", [[], ["--dedup"]])
def test_file_that_is_named_twice_is_one(table, options, capsys):
    """By a folder and a folder inside it, or by several spellings of its path."""
    Path("d/sub").mkdir(parents=True)
    pq.write_table(table[:400], "d/a.parquet")
    pq.write_table(table[400:], "d/sub/b.parquet")
    for name, inputs in {"inner": ["d", "d/sub"], "spelled": ["d", "./d/sub/../a.parquet", Path("d").resolve()]}.items():
        assert run(*inputs, "-o", name, *options) == 0
        assert "1,000 rows: 1,000 unique" in capsys.readouterr().err
        assert files(name) == ["a.parquet", "sub/b.parquet"]
        assert pq.read_table(f"{name}/a.parquet")["id"].to_pylist() == list(range(400))
        assert pq.read_table(f"{name}/sub/b.parquet")["id"].to_pylist() == list(range(400, 1000))
    assert run("d/sub", "d", "-o", "other", *options) == 0
    assert files("other") == ["a.parquet", "b.parquet"]


def test_zero_rows_and_null_columns(table, capsys):
    pq.write_table(table.slice(0, 0), "in.parquet")
    write_stream(table.slice(0, 0), "in.arrows")
    for name in ["in.parquet", "in.arrows"]:
        assert run(name, "-o", f"out-{name}.parquet") == 0
        empty = pq.read_table(f"out-{name}.parquet")
        assert empty.num_rows == 0 and empty.column_names == ["id", "puzzle", *RESULTS]
    # The first file has only nulls in a column that has numbers in the second.
    for name, extra in [("a", [None, None]), ("b", [1, 2])]:
        rows = table.slice(0, 2).append_column("extra", [extra])
        pq.write_table(rows, f"{name}.parquet")
    assert run("a.parquet", "b.parquet", "-o", "out") == 0
    assert pq.read_table("out/b.parquet")["extra"].to_pylist() == [1, 2]


def test_columns(table):
    given = table.rename_columns(["Name", "Quizzes"]).append_column("extra", [["x"] * 1000])
    pq.write_table(given, "in.parquet")
    assert run("in.parquet", "-o", "a.parquet", "--column", "quizzes", "--keep", "name") == 0
    assert pq.read_table("a.parquet").column_names == ["Name", "Quizzes", *RESULTS]
    assert run("in.parquet", "-o", "b.parquet", "--columns", "difficulty,clues", "--prefix", "x_") == 0
    found = ["x_difficulty", "x_clues", "x_status", "x_message"]
    assert pq.read_table("b.parquet").column_names == ["Name", "Quizzes", "extra", *found]
    chosen = ["--columns", "rating,hardest_technique", "--max-rating", "1"]
    assert run("in.parquet", "-o", "d.parquet", *chosen) == 0
    rated = pq.read_table("d.parquet").select(["rating", "hardest_technique"])
    assert rated.schema.types == [pa.float64(), pa.string()]
    assert rated["rating"].null_count == len(rated)
    # Steps are lists with types, of which few rows are solved at a time.
    chosen = ["path", "path_reasons", "path_text"]
    many = sudomill.generate("easy", 9000, seed=3)
    pq.write_table(pa.table({"puzzle": many}), "many.parquet")
    assert run("many.parquet", "-o", "e.parquet", "--columns", ",".join(chosen)) == 0
    assert pq.read_metadata("e.parquet").num_row_groups == 2
    found = pq.read_table("e.parquet").select(chosen)
    assert found.equals(pa.Table.from_batches([sudomill.solve(many, columns=chosen)]))
    # A result gets another name if the input has one of its name.
    write_ipc(given.rename_columns(["solution", "puzzle", "STATUS"]), "in.arrow")
    assert run("in.arrow", "-o", "c.parquet") == 0
    names = pq.read_table("c.parquet").column_names
    assert names[3:5] == ["sudomill_solution", "sudomill_status"]


def test_agrees(table, capsys):
    solutions = sudomill.solve(table["puzzle"]).column("solution").to_pylist()
    solutions[3], solutions[5] = solutions[4], None
    pq.write_table(table.append_column("Answer", [solutions]), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet", "--columns", "agrees") == 1
    assert "1,000 unique; 1 solutions in the input are wrong" in capsys.readouterr().err
    assert pq.read_table("out.parquet")["agrees"].to_pylist()[:6] == [True, True, True, False, True, None]
    # Also if the output is finished.
    assert run("in.parquet", "-o", "out.parquet", "--columns", "agrees") == 1


def test_options_of_the_output(table, capsys):
    codecs = {"none": "UNCOMPRESSED", "snappy": "SNAPPY", "gzip": "GZIP", "lz4": "LZ4", "zstd": "ZSTD"}
    for name, codec in codecs.items():
        pq.write_table(table, f"{name}.parquet", compression=name)
        assert run(f"{name}.parquet", "-o", f"out/{name}.parquet") == 0
        group = pq.read_metadata(f"out/{name}.parquet").row_group(0)
        assert {group.column(at).compression for at in range(group.num_columns)} == {codec}
    write_ipc(table, "in.arrow")
    assert run("in.arrow", "-o", "out.parquet") == 0
    assert pq.read_metadata("out.parquet").row_group(0).column(0).compression == "ZSTD"
    # Not at level 9, which is the default of PyArrow: it takes 23 times as long.
    pq.write_table(pq.read_table("out/gzip.parquet"), "level-9.parquet", compression="gzip")
    parts = [pq.read_metadata(name).row_group(0).column(1) for name in ["out/gzip.parquet", "level-9.parquet"]]
    assert parts[0].total_compressed_size > parts[1].total_compressed_size
    options = ["--compression", "gzip", "--row-group-size", "300"]
    assert run("none.parquet", "-o", "groups.parquet", *options) == 0
    metadata = pq.read_metadata("groups.parquet")
    groups = [metadata.row_group(at) for at in range(metadata.num_row_groups)]
    assert [group.num_rows for group in groups] == [300, 300, 300, 100]
    assert groups[0].column(0).compression == "GZIP"
    assert run("none.parquet", "-o", "no.parquet", "--row-group-size", "0") == 2
    assert "row_group_size: found 0; expected at least 1" in capsys.readouterr().err


def test_solution_column_and_guesses(table, capsys):
    solutions = sudomill.solve(table["puzzle"]).column("solution").to_pylist()
    solutions[3] = solutions[4]
    pq.write_table(table.append_column("mine", [solutions]), "in.parquet")
    options = ["--columns", "agrees", "--solution-column", "Mine", "--keep", "id"]
    assert run("in.parquet", "-o", "out.parquet", *options) == 1
    assert "1,000 unique; 1 solutions in the input are wrong" in capsys.readouterr().err
    names = pq.read_table("out.parquet").column_names
    assert names == ["id", "mine", "puzzle", "agrees", "status", "message"]
    assert run("in.parquet", "-o", "out.parquet", *options, "--max-guesses", "0") == 2
    assert "out.parquet was made with another max_guesses, None and not 0" in capsys.readouterr().err
    assert run("in.parquet", "-o", "few.parquet", "--strategy", "mrv", "--max-guesses", "0") == 1
    assert "gave-up" in capsys.readouterr().err


def test_findings(table, capsys):
    bad = pa.table({"puzzle": [*table["puzzle"].to_pylist()[:5], "1234", None, "." * 81]})
    pq.write_table(bad, "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 1
    told = capsys.readouterr().err
    assert "in.parquet:6:5: found the end of the puzzle after 4 cells" in told
    assert "8 rows: 5 unique, 2 invalid, 1 multiple" in told
    messages = pq.read_table("out.parquet")["message"].to_pylist()
    assert messages[5].startswith("5: ") and messages[6] == "found no text; expected a puzzle"
    pq.write_table(bad.slice(7), "multiple.parquet")
    assert run("multiple.parquet", "-o", "out1.parquet", "--limit", 3) == 0
    assert run("multiple.parquet", "-o", "out2.parquet") == 1
    pq.write_table(bad.slice(6), "null.parquet")
    assert run("null.parquet", "-o", "out3.parquet") == 1
    assert "null.parquet:1: found no text" in capsys.readouterr().err
    small = pa.table({"puzzle": ["1...4.....2....3", *table["puzzle"].to_pylist()]})
    pq.write_table(small, "small.parquet")
    with pytest.warns(UserWarning, match=r"several lengths \(1 of 16, 1000 of 81 symbols\)"):
        assert run("small.parquet", "-o", "out4.parquet") == 1
    assert "1,001 rows: 1,000 unique, 1 invalid" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nix.parquet", "-o", "out"], "nix.parquet: no such file or folder"),
        (["empty", "-o", "out"], "empty: found no files of puzzles: .parquet .pq .arrow"),
        (["none.parquet", "-o", "out"], "none.parquet: no column of puzzles; found no columns; name it"),
        (["in.parquet", "-o", "in.txt"], "in.parquet: [Errno 17] File exists: "),
        (["in.parquet", "-o", "out", "--only", "wrong"], "--only wrong needs the column 'agrees'"),
        (["in.parquet", "-o", "out", "--only", "rating:7..8"], "--only rating:7..8 needs the column 'rating'"),
        (["in.parquet", "-o", "out", "--against", "nix"], "nix: no such file or folder"),
        (["in.parquet", "broken.parquet", "-o", "out", "--dedup"], "broken.parquet: "),
        (["broken.csv", "-o", "out"], "broken.csv: line 3: found a value of 41 lines; expected at most 31 within"),
        (["latin.csv", "-o", "out"], "latin.csv: line 2: found bytes that are no UTF-8; convert the file, such as by ic"),
        (["cut.csv.gz", "-o", "out"], "cut.csv.gz: "),
        (["cut.csv", "-o", "out"], "cut.csv: "),
        (["in.parquet", "-o", "in.parquet"], "in.parquet is there, but no output of this program"),
        (["in.parquet", "-o", "link.parquet"], "in.parquet is there, but no output of this program"),
        (["in.parquet", "-o", "hard.parquet"], "hard.parquet is there, but no output of this program"),
        (["folder", "-o", "folder/out"], "folder/out is inside the input folder"),
        (["folder", "-o", "folder"], "folder is inside the input folder"),
        (["in.parquet", "folder/in.parquet", "-o", "out"], "have the same output, out/in.parquet"),
        (["in.parquet", "folder", "-o", "out.parquet"], "have the same output, out.parquet"),
        (["in.txt", "-o", "out"], "in.txt: found neither Parquet nor Arrow nor NumPy nor a name that ends with .csv; sudomill"),
        (["broken.parquet", "-o", "out"], "broken.parquet: "),
        (["in.parquet", "-o", "out", "--column", "x"], "in.parquet: no column 'x'; found id, puzzle"),
        (["in.parquet", "-o", "out", "--keep", "x"], "in.parquet: no column 'x'; found id, puzzle"),
        (["in.parquet", "-o", "out", "--column", "id"], "in.parquet: column 'id': found an array of Int64"),
        (["struct.parquet", "-o", "out", "--column", "id"], "struct.parquet: column 'id': found an array of Struct"),
        (["in.parquet", "-o", "out", "--strategy", "x"], "unknown strategy 'x'"),
        (["in.parquet", "-o", "out", "--limit", "0"], "limit: found 0; expected at least 1"),
        (["in.parquet", "-o", "out", "--columns", "x"], "columns: unknown column 'x'; expected status, "),
        (["bad.parquet", "-o", "out"], "bad.parquet: found no puzzle in 2 rows of 'puzzle'"),
    ],
)
def test_failures_leave_no_file(table, arguments, message, capsys):
    Path("empty").mkdir()
    Path("folder").mkdir()
    for name in ["in.parquet", "folder/in.parquet"]:
        pq.write_table(table, name)
    pq.write_table(pa.table({}), "none.parquet")
    pq.write_table(pa.table({"id": [{"a": 1}], "puzzle": [P1]}), "struct.parquet")
    pq.write_table(pa.table({"puzzle": ["x", None]}), "bad.parquet")
    Path("in.txt").write_text(f"id,puzzle\n1,{P1}\n")
    Path("broken.parquet").write_bytes(b"PAR1 and no more")
    Path("broken.csv").write_text(f'id,puzzle\n1,{P1}\n"{40 * chr(10)}",{P1}\n')
    Path("latin.csv").write_bytes(f"id,puzzle\né,{P1}\n".encode("latin-1"))
    Path("cut.csv.gz").write_bytes(gzip.compress(f"id,puzzle\n1,{P1}\n".encode())[:-12])
    Path("cut.csv").write_bytes(f"id,puzzle\n1,{P1}\n".encode("utf-16")[:-1])
    os.symlink("in.parquet", "link.parquet")
    os.link("folder/in.parquet", "hard.parquet")
    before = {path: Path(path).read_bytes() for path in files()}
    assert run(*arguments) == 2
    assert message in capsys.readouterr().err
    assert {path: Path(path).read_bytes() for path in files()} == before


def test_other_files_are_solved(table, capsys):
    puzzles = [P1[row % 81 :] + P1[: row % 81] for row in range(5000)]
    pq.write_table(pa.table({"puzzle": puzzles}), "broken.parquet")
    content = bytearray(Path("broken.parquet").read_bytes())
    start = pq.read_metadata("broken.parquet").row_group(0).column(0).data_page_offset
    content[start + 30 : start + 2000] = 1970 * b"\xff"
    Path("broken.parquet").write_bytes(content)
    pq.write_table(table, "in.parquet")
    assert run("broken.parquet", "in.parquet", "-o", "out") == 2
    told = capsys.readouterr().err
    assert "broken.parquet: " in told and "1,000 rows: 1,000 unique" in told
    assert files("out") == ["in.parquet"]


def test_checksums_of_pages_are_verified(table, capsys):
    options = {"compression": "none", "use_dictionary": False, "write_page_checksum": True}
    pq.write_table(table, "in.parquet", **options)
    content = bytearray(Path("in.parquet").read_bytes())
    at = content.index(table["puzzle"][500].as_py().encode())
    content[at] ^= 1
    Path("in.parquet").write_bytes(content)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "in.parquet: could not verify page integrity" in capsys.readouterr().err
    assert files() == ["in.parquet"]


def test_each_file_fails_alone(table, monkeypatch, capsys):
    Path("in/train.parquet").mkdir(parents=True)
    pq.write_table(table, "in/train.parquet/part-0.parquet")
    os.symlink("nowhere", "in/dangling.parquet")
    write_stream(table, "in/odd.arrows")
    tensors = pa.ExtensionArray.from_storage(
        pa.fixed_shape_tensor(pa.int8(), [2]), pa.array(1000 * [[1, 2]], pa.list_(pa.int8(), 2))
    )
    pq.write_table(table.append_column("tensor", tensors), "in/tensor.parquet")
    opened = _inputs.opened

    def odd(source):
        if source.name == "odd.arrows":
            raise RuntimeError("an odd file")
        return opened(source)

    monkeypatch.setattr(_inputs, "opened", odd)
    for _ in range(2):
        assert run("in", "-o", "out") == 2
        told = capsys.readouterr().err
        assert "in/dangling.parquet: [Errno 2] No such file" in told
        assert "in/odd.arrows: RuntimeError: an odd file" in told
        assert "2,000 rows: 2,000 unique" in told
        assert files("out") == ["tensor.parquet", "train.parquet/part-0.parquet"]
    assert run("in/dangling.parquet", "in/train.parquet", "-o", "out2") == 2
    assert files("out2") == ["part-0.parquet"]


def test_lost_rows_fail(table, monkeypatch, capsys):
    pq.write_table(table, "in.parquet")
    solve, tables = sudomill.solve_table, _inputs.tables
    for name, lossy in [
        ("solve_table", lambda it, *given, **options: solve(it, *given, **options).slice(1)),
        ("tables", lambda *given: (it.slice(1) for it in tables(*given))),
    ]:
        with monkeypatch.context() as patch:
            patch.setattr(sudomill if name == "solve_table" else _inputs, name, lossy)
            assert run("in.parquet", "-o", "out") == 2
        assert "rows were read" in capsys.readouterr().err
        assert files("out") == []


def test_panic_is_a_failure(table, monkeypatch, capsys):
    def panic(*_, **options):
        raise BaseException("index out of bounds")  # PyO3's is not an ``Exception`` either.

    pq.write_table(table, "in.parquet")
    monkeypatch.setattr(sudomill, "solve_table", panic)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "index out of bounds" in capsys.readouterr().err
    assert files() == ["in.parquet"]


def write_folder(table, count=5):
    Path("in").mkdir()
    for number in range(count):
        pq.write_table(table.slice(100 * number, 100), f"in/{number}.parquet", row_group_size=40)


def assert_solved(table, count=5):
    assert files("out") == [f"{number}.parquet" for number in range(count)]
    for number in range(count):
        solved = pq.read_table(f"out/{number}.parquet")
        assert solved.select(["id", "puzzle"]).equals(table.slice(100 * number, 100))
        assert sudomill.verify(solved["puzzle"], solved["solution"]).null_count == 100


def test_second_run_skips(table, capsys):
    write_folder(table)
    assert run("in", "-o", "out") == 0
    before = {name: os.stat(f"out/{name}").st_mtime_ns for name in files("out")}
    capsys.readouterr()
    assert run("in", "-o", "out", "--threads", 1) == 0
    told = capsys.readouterr().err.splitlines()
    assert told[:2] == ["5 of 5 files are finished", "500 rows: 500 unique"]
    os.remove("out/3.parquet")
    assert run("in", "-o", "out") == 0
    assert_solved(table)
    del before["3.parquet"]
    assert {name: os.stat(f"out/{name}").st_mtime_ns for name in before} == before


def test_other_jobs_are_refused(table, capsys):
    write_folder(table)
    assert run("in", "-o", "out", "--keep", "id") == 0
    os.remove("out/4.parquet")
    settings = ["in", "-o", "out", "--keep", "id"]
    for other in [
        ["in", "-o", "out"],
        [*settings, "--limit", "1"],
        [*settings, "--strategy", "mrv"],
        [*settings, "--prefix", "x"],
        [*settings, "--column", "puzzle"],
        [*settings, "--columns", "status"],
    ]:
        assert run(*other) == 2
        assert "was made with another" in capsys.readouterr().err
    # Nothing of another job was added.
    assert files("out") == [f"{number}.parquet" for number in range(4)]
    content = Path("in/2.parquet").read_bytes()
    Path("in/2.parquet").write_bytes(content)
    assert run(*settings) == 2
    assert "out/2.parquet was made with another input" in capsys.readouterr().err
    # The others are solved.
    assert files("out") == [f"{number}.parquet" for number in range(5)]
    os.remove("out/2.parquet")
    assert run(*settings) == 0


def test_killed_at_any_time(table):
    """SIGKILL loses at most the file in work; the same command goes on."""
    write_folder(table)
    kills, seen, number = 0, set(), 30
    while True:
        code = killed("line", number, "SIGKILL").returncode
        if code == 0:
            break
        assert code == -signal.SIGKILL
        kills, number = kills + 1, number * 6 // 5 + 1
        there = set(files("out"))
        hidden = {name for name in there if name.startswith(".")}
        # No finished file is ever lost, and each of them is whole.
        assert seen <= there and len(hidden) <= 2
        for name in there - hidden - seen:
            first = 100 * int(name.split(".")[0])
            assert pq.read_table(f"out/{name}")["id"].to_pylist() == list(range(first, first + 100))
        seen = there - hidden
    assert kills >= 10
    assert_solved(table)


@pytest.mark.parametrize(("name", "signals"), [("0.parquet", ["SIGKILL"]), ("0.csv", ["SIGKILL", "SIGTERM"])])
def test_one_file_goes_on(table, name, signals, capsys, monkeypatch):
    """The row groups that were written stay, and the output is that of an uninterrupted run, byte for byte."""
    Path("in").mkdir()
    write = csv.write_csv if name == "0.csv" else pq.write_table
    rows = table["puzzle"].to_pylist()
    rows[0], rows[3] = "." * 81, "bad"
    write(table.set_column(1, "puzzle", [rows]), f"in/{name}")
    small = "from sudomill import _inputs; _inputs.READ, _inputs.ROWS = 20, 40\n"
    small += "import signal; signal.signal(signal.SIGTERM, signal.default_int_handler)\n"
    before, kills = 0, 0
    while True:
        done = killed("_counts", 8, signals[kills % len(signals)], small)
        if "0.parquet" in files("out"):
            break
        assert done.returncode in (-signal.SIGKILL, 130)
        assert set(files("out")) <= {".0.parquet.partial", ".0.parquet.lock"}
        footers, state, end = _outputs.reached(Path("out/.0.parquet.partial"), {})
        assert state["rows"] > before and sum(footer.num_rows for footer in footers) == state["rows"]
        # A table that nothing follows may not be on the disk.
        Path("cut").write_bytes(Path("out/.0.parquet.partial").read_bytes()[:end])
        assert len(_outputs.reached(Path("cut"), {})[0]) == len(footers) - 1
        before, kills = state["rows"], kills + 1
    assert kills >= 3 and f"in/{name}: goes on behind row {before:,}" in done.stderr
    assert run("in", "-o", "out") == 1 and files("out") == ["0.parquet"]
    assert "1,000 rows: 998 unique, 1 multiple, 1 invalid" in capsys.readouterr().err
    monkeypatch.setattr(_inputs, "READ", 20)
    monkeypatch.setattr(_inputs, "ROWS", 40)
    assert run("in", "-o", "whole") == 1
    assert Path("out/0.parquet").read_bytes() == Path("whole/0.parquet").read_bytes()
    assert pq.read_metadata("out/0.parquet").num_row_groups == 25
    # Other readers of Parquet agree.
    for solved in [pl.read_parquet("out/0.parquet"), duckdb.read_parquet("out/0.parquet").pl()]:
        assert solved.equals(pl.from_arrow(pq.read_table("out/0.parquet"))) and solved["id"].to_list() == list(range(1000))


@pytest.mark.parametrize(
    "options",
    [
        ["--only", "multiple,invalid"],
        ["--only", "unique", "--row-group-size", "70"],
        ["--row-group-size", "15"],
        ["--dedup", "--row-group-size", "90", "--compression", "gzip"],
        ["--dedup", "--only", "multiple"],
    ],
)
def test_killed_runs_with_options_go_on(puzzles, options, monkeypatch):
    """Rows may be kept in late tables only, and row groups may be smaller or larger than tables."""
    rows = [*puzzles[:250], *puzzles[:250], *(150 * ["." * 81]), "bad", *puzzles[250:400]]
    Path("in").mkdir()
    csv.write_csv(pa.table({"id": range(len(rows)), "puzzle": rows}), "in/0.csv")
    small = "from sudomill import _inputs; _inputs.READ, _inputs.ROWS = 20, 40\n"
    code, kills = None, 0
    while code is None or code < 0:
        code = killed("_counts", 6, "SIGKILL", small, options).returncode
        kills += code < 0
        # Also where no row is kept, each run comes further.
        assert code in (1, -signal.SIGKILL) and kills < 9
    assert kills >= 1 and files("out") == ["0.parquet"]
    monkeypatch.setattr(_inputs, "READ", 20)
    monkeypatch.setattr(_inputs, "ROWS", 40)
    assert run("in", "-o", "whole", *options) == 1
    assert Path("out/0.parquet").read_bytes() == Path("whole/0.parquet").read_bytes()
    solved, statuses = pq.read_table("out/0.parquet"), sudomill.solve(rows)["status"].to_pylist()
    kept = [row for row, puzzle in enumerate(rows) if "--dedup" not in options or rows.index(puzzle) == row or puzzle == "bad"]
    if "--only" in options:
        kept = [row for row in kept if statuses[row] in options[options.index("--only") + 1].split(",")]
    assert solved["id"].to_pylist() == kept


def test_random_bits_of_footers(table, capsys):
    """A file that another program has damaged fails or has the right rows, and ends no other file's work."""
    pq.write_table(table, "whole.parquet")
    content = Path("whole.parquet").read_bytes()
    footer = len(content) - 8 - int.from_bytes(content[-8:-4], "little")
    assert run("whole.parquet", "-o", "whole-solved.parquet") == 0
    expected = pq.read_table("whole-solved.parquet")
    chance = random.Random(1)
    Path("in").mkdir()
    for number in range(200):
        damaged = bytearray(content)
        damaged[chance.randrange(footer, len(content))] ^= 1 << chance.randrange(8)
        Path(f"in/{number}.parquet").write_bytes(damaged)
    pq.write_table(table, "in/last.parquet")
    assert run("in", "-o", "out") == 2
    told = capsys.readouterr().err
    assert "Traceback" not in told and pq.read_table("out/last.parquet").equals(expected)
    for name in files("out"):
        solved = pq.read_table(f"out/{name}")
        assert solved.num_rows == 1000 and f"in/{name}: " not in told, name


def test_full_disk(table, monkeypatch, capsys):
    """The reason is told, what is written stays, and the next run goes on."""
    pq.write_table(table, "in.parquet")
    monkeypatch.setattr(_inputs, "READ", 20)
    monkeypatch.setattr(_inputs, "ROWS", 100)
    write = _outputs._Rest.write

    def full(file, data):
        if file.tell() > 30_000:
            raise OSError(28, "No space left on device")
        return write(file, data)

    with monkeypatch.context() as patch:
        patch.setattr(_outputs._Rest, "write", full)
        assert run("in.parquet", "-o", "out.parquet") == 2
    assert "in.parquet: [Errno 28] No space left on device" in capsys.readouterr().err
    assert files() == [".out.parquet.partial", "in.parquet"]
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert re.search(r"in.parquet: goes on behind row [1-9]00\n", capsys.readouterr().err)
    assert run("in.parquet", "-o", "whole.parquet") == 0
    assert Path("out.parquet").read_bytes() == Path("whole.parquet").read_bytes()


def test_reason_of_a_refused_table(table, capsys):
    odd = pa.DictionaryArray.from_arrays(pa.array([0, 1] * 500), pa.array(["x", None]))
    write_ipc(table.append_column("odd", odd), "in.arrow")
    assert run("in.arrow", "-o", "out.parquet") == 2
    assert "in.arrow: Writing DictionaryArray with null encoded in dictionary" in capsys.readouterr().err
    assert files() == ["in.arrow"]


def test_checkpoints_of_others_are_not_used(table):
    """After other settings, another input or a cut file, the output begins anew."""
    small = "from sudomill import _inputs; _inputs.READ, _inputs.ROWS = 20, 40\n"
    Path("in").mkdir()
    pq.write_table(table, "in/0.parquet")
    assert killed("_counts", 8, "SIGKILL", small).returncode == -signal.SIGKILL
    kept = {name: Path("out", name).read_bytes() for name in files("out")}
    assert ".0.parquet.partial" in kept

    def again(*options):
        shutil.rmtree("out")
        Path("out").mkdir()
        for name, content in kept.items():
            Path("out", name).write_bytes(content)
        assert run("in", "-o", "out", *options) == 0
        assert files("out") == ["0.parquet"]
        return pq.read_table("out/0.parquet")

    assert again("--columns", "clues").column_names == ["id", "puzzle", "clues", "status", "message"]
    kept[".0.parquet.partial"] = kept[".0.parquet.partial"][:-10_000]
    whole = again()
    for content in [kept[".0.parquet.partial"] + b"PAR1 and no more PAR1.", b"PAR1 and no more", b""]:
        kept[".0.parquet.partial"] = content
        assert again().equals(whole)
    pq.write_table(table.slice(5), "in/0.parquet")
    assert again()["id"].to_pylist() == list(range(5, 1000))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_signals_clean_up(table, name):
    write_folder(table)
    code = f"import signal; signal.signal(signal.{name}, signal.default_int_handler)\n"
    for point, number in [("jobs", 1), ("_solve", 2), ("opened", 2), ("_counts", 2), ("finish", 2), ("_finished", 3)]:
        done = killed(point, number, name, code)
        assert done.returncode == 130, point
        assert done.stderr.endswith("sudomill: interrupted; the same command goes on\n")
        # What a run can go on with stays.
        hidden = [Path("out", it) for it in files("out") if it.startswith(".")]
        assert all(_outputs.reached(path, {})[0] for path in hidden)
    assert run("in", "-o", "out") == 0
    assert_solved(table)


def test_signals_of_the_program(table):
    """SIGTERM and SIGHUP end the program as Ctrl-C does."""
    os.mkfifo("in.parquet")
    for name in ["SIGTERM", "SIGHUP", "SIGINT"]:
        command = [sys.executable, "-m", "sudomill", "in.parquet", "-o", "out.parquet"]
        # What nohup starts ignores SIGHUP, and so would the program.
        usual = functools.partial(signal.signal, signal.SIGHUP, signal.SIG_DFL)
        process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, preexec_fn=usual)
        # The program waits in `open` until there is a writer, and then for its bytes.
        told = None
        with open("in.parquet", "wb"):
            while told is None:
                process.send_signal(getattr(signal, name))
                # Python sees a signal that arrives just before it begins to read only after it has read.
                with contextlib.suppress(subprocess.TimeoutExpired):
                    told = process.communicate(timeout=20)[1]
        assert told.endswith("interrupted; the same command goes on\n")
        assert process.returncode == 130
        assert files() == []


def test_two_runs_of_one_file(table, capsys):
    pq.write_table(table, "in.parquet")
    lock = "import fcntl, sys; file = open('.out.parquet.lock', 'ab'); "
    lock += "fcntl.flock(file, fcntl.LOCK_EX); print('locked', flush=True); input()"
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", lock], **pipes) as process:
        assert process.stdout.readline() == b"locked\n"
        assert run("in.parquet", "-o", "out.parquet") == 2
        assert "another run is writing" in capsys.readouterr().err
        process.kill()
    # The lock ends with its process.
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert files() == ["in.parquet", "out.parquet"]


def test_two_runs_of_one_folder(table, monkeypatch, capsys):
    """What the other run has finished is finished; what it writes is looked at again behind the others."""
    write_folder(table)
    command = [sys.executable, "-m", "sudomill", "in", "-o", "out"]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as one, subprocess.Popen(command, stderr=subprocess.PIPE) as two:
        told = [process.communicate()[1].decode() for process in (one, two)]
    assert [one.returncode, two.returncode] == [0, 0], told
    assert all("500 rows: 500 unique" in it for it in told)
    assert_solved(table)
    shutil.rmtree("out")

    def beside(owner, name, expected):
        """Run the program once more in a function of a run."""
        inner, codes = getattr(owner, name), []

        def both(*given):
            if not codes:
                codes.append(None)
                codes[0] = run("in", "-o", "out")
            return inner(*given)

        with monkeypatch.context() as patch:
            patch.setattr(owner, name, both)
            assert run("in", "-o", "out") == 0 and codes == [expected]
        assert_solved(table)
        shutil.rmtree("out")

    # The first run is between two files; then it has the lock of one.
    beside(program, "_solve", 0)
    beside(_outputs.Output, "append", 2)
    assert "in/0.parquet: another run is writing " in capsys.readouterr().err


def test_lock_of_a_removed_file(table, monkeypatch, capsys):
    """A run that ends between another's opening and locking removes the file that the other locks."""
    pq.write_table(table, "in.parquet")
    flock, locks = fcntl.flock, []

    def late(file, how):
        if not locks:
            os.remove(".out.parquet.lock")
        locks.append(file)
        flock(file, how)

    target = Path("out.parquet")
    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", late)
        with _outputs.partial(target, {}):
            assert os.path.samestat(os.fstat(locks[-1]), os.stat(".out.parquet.lock")) and len(locks) > 1
            with pytest.raises(ValueError, match="another run is writing"), _outputs.partial(target, {}):
                pass
    os.remove("out.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 0


@pytest.mark.parametrize(("rows", "note"), [(600_000, 0), (20_000, 10_000)])
def test_memory_does_not_grow_with_the_file(rows, note):
    # A long value that is often there is stored once, but takes its length in memory.
    table = pa.table({"id": range(rows), "puzzle": rows * [P1], "note": rows * ["x" * note]})
    pq.write_table(table, "large.parquet", row_group_size=rows, use_dictionary=["note"])
    size = table.nbytes
    del table
    text = (
        "import sys, pyarrow as pa; from sudomill import __main__ as program, _inputs; "
        "_inputs.ROWS, _inputs.BYTES = 1 << 14, 1 << 22; "
        "code = program.main(['large.parquet', '-o', 'out.parquet']); "
        "print(code, pa.default_memory_pool().max_memory())"
    )
    told = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    code, most = map(int, told.stdout.split())
    assert code == 0 and pq.read_metadata("out.parquet").num_rows == rows
    assert most < size / 2


def test_windows(monkeypatch):
    """An open file can be neither renamed nor deleted there."""

    def closed(path, *_):
        assert os.path.realpath(path) not in map(os.path.realpath, Path("/proc/self/fd").iterdir())

    monkeypatch.setattr(os, "replace", closed)
    with _outputs.partial(Path("out"), {}) as path:
        assert path.exists()
    assert files() == []


def test_progress_on_a_terminal(table, monkeypatch):
    pq.write_table(table, "in.parquet")
    leader, terminal = pty.openpty()
    arguments = [sys.executable, "-m", "sudomill", "in.parquet", "-o", "out.parquet"]
    done = subprocess.run(arguments, stderr=terminal)
    os.close(terminal)
    told = os.read(leader, 1 << 16).decode()
    os.close(leader)
    assert done.returncode == 0
    assert f"[{30 * '#'}] 1,000 rows, 1 of 1 files: in.parquet\r\x1b[K1,000 rows: 1,000 unique" in told


def test_version_and_licences(capsys):
    with pytest.raises(SystemExit) as end:
        run("--version")
    assert end.value.code == 0
    assert capsys.readouterr().out == f"sudomill {importlib.metadata.version('sudomill')}\n"
    names = {Path(str(file)).name for file in importlib.metadata.files("sudomill")}
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= names


def test_settings_are_in_the_footer_of_reproducible_outputs(table):
    pq.write_table(table, "in.parquet")
    for name in ["out", "again"]:
        assert run("in.parquet", "-o", f"{name}.parquet", "--limit", "3") == 0
    assert Path("out.parquet").read_bytes() == Path("again.parquet").read_bytes()
    job = json.loads(pq.read_metadata("out.parquet").metadata[b"sudomill"])
    assert job["limit"] == 3 and job["version"] == sudomill.__version__ and job["counts"] == {"unique": 1000}
    assert job["input"][:2] == ["in.parquet", os.stat("in.parquet").st_size]


def test_source_without_the_module():
    """In the folder of the source, ``import sudomill`` says what to do."""
    compiled = shutil.ignore_patterns("_sudomill.*")
    shutil.copytree(Path(sudomill.__file__).parent, "sudomill", ignore=compiled)
    told = subprocess.run([sys.executable, "-c", "import sudomill"], capture_output=True, text=True)
    assert "without its compiled module: pip install ./python" in told.stderr
