"""Files of delimited text: the rows that the command line finds, no others."""

import gzip
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudomill
from sudomill import __main__ as program
from sudomill import _frames, _read, _run

P1 = "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7..."
P2 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310"


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*arguments):
    return program.main([str(argument) for argument in arguments])


def solved(text, *options, name="in.csv"):
    """Return the rows of the results, and the exit code."""
    with open(name, "wb") as file:
        file.write(text if isinstance(text, bytes) else text.encode())
    code = run(name, "-o", "out.parquet", *options)
    return pq.read_table("out.parquet").to_pylist() if code < 2 else [], code


def test_first_row_without_header_is_solved():
    rows, code = solved(f"7,{P1}\n8,{P2}\n")
    assert code == 0
    assert [(row["column_1"], row["column_2"], row["status"]) for row in rows] == [
        ("7", P1, "unique"),
        ("8", P2, "unique"),
    ]


def test_line_is_a_column():
    rows, code = solved(f"{P1}\n\n# a comment\n{P2}\n")
    assert code == 0 and [row["column_1"] for row in rows] == [P1, P2]


@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("name", ["in.csv", "in.tsv", "in.CSV"])
def test_delimiters(delimiter, name):
    rows, code = solved(f"id,puzzle\n1,{P1}\n2,{P2}\n".replace(",", delimiter), name=name)
    assert code == 0 and [(row["id"], row["puzzle"]) for row in rows] == [("1", P1), ("2", P2)]


def test_sep_line_byte_order_mark_and_return():
    rows, code = solved(f"\ufeffsep=;\r\nid;puzzle\r\n007;{P1}\r\n;{P2}\r\n")
    assert code == 0 and [row["id"] for row in rows] == ["007", ""]


def test_compressed():
    text = f"id,puzzle\n1,{P1}\n2,{P2}\n".encode()
    plain, _ = solved(text)
    zst = pa.Codec("zstd").compress(text, asbytes=True)
    for name, packed in [("in.csv.gz", gzip.compress(text)), ("in.tsv.zst", zst)]:
        rows, code = solved(packed, name=name)
        assert code == 0
        assert [row["solution"] for row in rows] == [row["solution"] for row in plain]
    assert run("in.csv.gz", "in.csv", "-o", "out.csv.gz") == 0
    written = gzip.decompress(open("out.csv.gz", "rb").read()).decode().splitlines()
    assert len(written) == 5
    assert run("out.csv.gz", "-o", "again.parquet", "--prefix", "x_") == 0
    assert run("in.csv", "-o", "out.tsv") == 0
    assert open("out.tsv").readline().startswith('"id"\t"puzzle"\t"solution"\t')


@pytest.mark.parametrize("newlines", [1, 1000, 60_000])
def test_newlines_within_quotes(newlines):
    note = "a \"b\" " + newlines * "\n" + "end"
    quoted = note.replace('"', '""')
    rows, code = solved(f'note,puzzle\n"{quoted}",{P1}\nx,{P2}\n')
    assert code == 0
    assert [(row["note"], row["puzzle"]) for row in rows] == [(note, P1), ("x", P2)]


def test_comma_within_quotes_and_comments_above():
    rows, code = solved(f'# exported\n"a, b",puzzle\n"1, 2",{P1}\n')
    assert code == 0 and rows[0]["a, b"] == "1, 2"


@pytest.mark.parametrize(
    ("text", "options", "values"),
    [
        (f"\xe4,{P1}\n\xf6,{P2}\n".encode("latin-1"), ["--encoding", "latin1"], ["\xe4", "\xf6"]),
        (f"\u20ac,{P1}\n".encode("cp1252"), ["--encoding", "windows-1252"], ["\u20ac"]),
        (f"\xe4,{P1}\n".encode("utf-16-be"), ["--encoding", "utf-16be"], ["\xe4"]),
        (f"\xe4,{P1}\n".encode("utf-16"), [], ["\xe4"]),
        (f"a,b;{P1}\n", ["--delimiter", ";"], ["a,b"]),
        (f"a,b\t{P1}\n", ["--delimiter", "\\t"], ["a,b"]),
        (f"a,b\t{P1}\n", ["--delimiter", "tab"], ["a,b"]),
        (f"1,{P1}\n%2,{P2}\n", ["--comment", "%"], ["1"]),
        (f"1,{P1}\n#2,{P2}\n", [], ["1", "#2"]),
        (f"1,{P1}\n2,{P2}\n", ["--header"], ["2"]),
        (f"id,puzzle\n1,{P1}\n", ["--no-header"], ["id", "1"]),
        (f"1,{P1}\n2,{P2[1:]}\n", ["--restore-zeros"], ["1", "2"]),
    ],
)
def test_options_of_text(text, options, values):
    rows, code = solved(text, *options)
    assert [next(iter(row.values())) for row in rows] == values
    invalid = options == ["--no-header"]
    assert code == invalid
    assert [row["status"] for row in rows[invalid:]] == ["unique"] * (len(rows) - invalid)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--encoding", "ebcdic"], "invalid choice: 'ebcdic' (choose from "),
        (["--delimiter", "x"], "found 'x'; expected one of , ; | or \\t"),
        (["--comment", "//"], "found '//'; expected one ASCII punctuation character"),
        (["--header", "--no-header"], "not allowed with argument --header"),
        (["--limit", str(1 << 64)], f"found {1 << 64}; expected less than 2**64"),
    ],
)
def test_refused_options(options, message, capsys):
    with pytest.raises(SystemExit) as end:
        solved(f"1,{P1}\n", *options)
    assert end.value.code == 2
    assert message in capsys.readouterr().err


def test_options_of_text_for_parquet(capsys):
    pq.write_table(pa.table({"puzzle": [P1]}), "in.parquet")
    for option in [["--no-header"], ["--encoding", "latin1"], ["--restore-zeros"]]:
        assert run("in.parquet", "-o", "out.parquet", *option) == 2
        assert "is an option of .csv and .tsv files" in capsys.readouterr().err


def test_cells_apart():
    """In spaces, in brackets, behind an apostrophe, or in a column for each cell."""
    cells = [symbol.replace(".", "0") for symbol in P1]
    rows, code = solved(f"""id,puzzle
1,{" ".join(P1)}
2,{P1}
3,"[{", ".join(cells)}]"
4,'{P1}
""")
    assert code == 0 and len({row["solution"] for row in rows}) == 1
    names = ",".join(f"c{number}" for number in range(1, 82))
    apart, code = solved(f"id,{names},note\n7,{','.join(cells)},x\n")
    assert code == 0 and apart[0]["solution"] == rows[0]["solution"]
    assert (apart[0]["id"], apart[0]["c1"], apart[0]["note"]) == ("7", "4", "x")


def test_places_are_those_of_the_command_line(capsys):
    text = f'id,puzzle\n1,{P1}\n2,12x\n3\n\n4,{P2}\n"5\n",12x\n'
    rows, code = solved(text)
    assert code == 1
    messages = [row["message"] for row in rows]
    assert messages[0] is None and messages[3] is None
    assert messages[1] == "6: found the end of the puzzle after 3 cells; expected 81"
    assert messages[2] == "2: found 1 field; expected a puzzle in field 2 (puzzle)"
    # The message about a record of several lines includes the line.
    assert messages[4] == "8:6: found the end of the puzzle after 3 cells; expected 81"
    told = capsys.readouterr().err.splitlines()
    expected = [f"3:{messages[1]}", f"4:{messages[2]}", messages[4]]
    assert told[:3] == [f"in.csv:{message}" for message in expected]
    assert [row["puzzle"] for row in rows] == [P1, "12x", None, P2, "12x"]


def test_places_of_rows_in_parquet(capsys):
    pq.write_table(pa.table({"puzzle": [P1, "12x", None, *(20 * ["x"])]}), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 1
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("in.parquet:2:4: found the end of the puzzle after 3 cells")
    assert told[1] == "in.parquet:3: found no text; expected a puzzle"
    assert len(told) == 13 and told[10] == "and 12 bad rows more"


def test_fields_beyond_the_header_are_told(capsys):
    rows, code = solved(f"id,puzzle\n1,{P1},x,y\n2,{P2}\n")
    assert code == 0 and len(rows) == 2
    assert "in.csv: 2 values without a column: not kept" in capsys.readouterr().err


def test_over_long_record_is_one_invalid_row():
    rows, code = solved(f'note,puzzle\n{"x" * 200_000},{P1}\ny,{P2}\n')
    assert code == 1
    assert [(row["note"], row["status"]) for row in rows] == [(None, "invalid"), ("y", "unique")]


def test_many_batches_are_whole(monkeypatch):
    monkeypatch.setattr(_run, "ROWS", 100)
    count = 70_000
    text = "id,puzzle\n" + "".join(f"{number},{P1}\n" for number in range(count))
    rows, code = solved(text, "--keep", "id")
    assert code == 0 and [row["id"] for row in rows] == [str(number) for number in range(count)]


def test_sizes_differ_between_files():
    solved(f"puzzle\n{P1}\n")
    with open("four.csv", "w") as file:
        file.write("puzzle\n.4.3.3........2.\n")
    assert run("in.csv", "four.csv", "-o", "out.parquet") == 0
    assert pq.read_table("out.parquet")["solution"][1].as_py() == "2413134242313124"


def test_empty_files_are_valid(capsys):
    open("empty.csv", "w").close()
    assert run("empty.csv", "-o", "out.parquet") == 0
    assert pq.read_table("out.parquet").num_rows == 0
    rows, _ = solved(f"id,puzzle\n1,{P1}\n")
    assert run("empty.csv", "in.csv", "empty.csv", "-o", "out.parquet") == 0
    assert pq.read_table("out.parquet").column_names[:2] == ["id", "puzzle"]
    assert pq.read_table("out.parquet").num_rows == 1
    assert run("empty.csv", "-o", "out.parquet", "--keep", "id") == 0


def test_file_without_a_puzzle(capsys, tmp_path):
    for text in ["# nothing", "id,puzzle\n", "id,puzzle\n1,a\n2,12x\n"]:
        assert solved(text)[1] == 2
        lines = max(1, text.count("\n"))
        noun = "line" if lines == 1 else "lines"
        assert f"sudomill: in.csv: no puzzle in {lines} {noun}" in capsys.readouterr().err
        assert not os.path.exists("out.parquet")
    pq.write_table(pa.table({"puzzle": ["x", None]}), "in.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "sudomill: in.parquet: no puzzle in 2 rows" in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.csv", "in.parquet"]
    # Together with a good file, the good rows are written, but the run fails.
    with open("good.csv", "w") as file:
        file.write(f"id,puzzle\n1,{P1}\n")
    assert run("good.csv", "in.csv", "-o", "out.parquet") == 2
    assert "sudomill: in.csv: no puzzle in 3 lines" in capsys.readouterr().err
    assert pq.read_table("out.parquet").num_rows == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n".join(9 * ["1 2 3 4 5 6 7 8 9"]), "in.csv: found grids of several lines"),
        (f'{{"puzzle":"{P1}"}}\n', "in.csv: found JSON Lines"),
        (f"id,puzzle\n\xe4,{P1}\n".encode("latin-1"), "in.csv:2: found text that is not UTF-8 in field 1; name its encoding, such as --enc"),
        (b"PAR1 and more that is no text", "in.csv: found "),
        (gzip.compress(f"id,puzzle\n1,{P1}\n".encode())[:-9], "in.csv: "),
    ],
)
def test_other_text_is_refused(text, message, capsys):
    assert solved(text) == ([], 2)
    assert message in capsys.readouterr().err
    assert os.listdir() == ["in.csv"]


def test_pipe_is_refused(capsys):
    os.mkfifo("in.csv")
    assert run("in.csv", "-o", "out.csv") == 2
    assert "in.csv: expected a file" in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_files_have_the_same_columns(ending, capsys):
    def write(name, columns):
        table = pa.table({column: [P1] for column in columns})
        if ending == ".parquet":
            pq.write_table(table, name + ending)
        else:
            with open(name + ending, "w") as file:
                file.write(",".join(columns) + "\n" + ",".join(len(columns) * [P1]) + "\n")

    write("a", ["puzzle", "id"])
    write("b", ["puzzle", "id", "extra"])
    write("c", ["puzzle"])
    write("d", ["id", "puzzle"])
    a, b, c, d = (name + ending for name in "abcd")
    assert run(a, b, "-o", "out.parquet") == 2
    assert f"{b}: found a column 'extra', which {a} lacks" in capsys.readouterr().err
    assert run(a, c, "-o", "out.parquet") == 2
    assert f"{c}: no column 'id', which {a} has" in capsys.readouterr().err
    assert not os.path.exists("out.parquet")
    assert run(a, d, "-o", "out.parquet") == 0
    assert run(a, b, "-o", "out.parquet", "--keep", "id") == 0
    assert pq.read_table("out.parquet")["id"].to_pylist() == [P1, P1]


def test_header_of_one_file_only(capsys):
    solved(f"id,puzzle\n1,{P1}\n")
    with open("rest.csv", "w") as file:
        file.write(f"2,{P2}\n")
    assert run("in.csv", "rest.csv", "-o", "out.csv") == 2
    assert "rest.csv: " in capsys.readouterr().err


@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_columns_ignore_case_and_count_from_1(ending):
    table = pa.table({"Id": ["1"], "Question": [P1], "X": ["2"]})
    if ending == ".csv":
        with open("in.csv", "w") as file:
            file.write(f"Id,Question,X\n1,{P1},2\n")
    else:
        pq.write_table(table, "in.parquet")
    for column, keep, expected in [
        ("question", "ID,x", ["Id", "X", "Question"]),
        ("2", "3,1", ["X", "Id", "Question"]),
        ("QUESTION", "all", ["Id", "Question", "X"]),
    ]:
        assert run(f"in{ending}", "-o", "out.parquet", "--column", column, "--keep", keep) == 0
        assert pq.read_table("out.parquet").column_names[:3] == expected


def test_result_names_ignore_case(capsys):
    rows, code = solved(f"Status,puzzle\nnew,{P1}\n")
    assert code == 0 and rows[0]["Status"] == "new" and rows[0]["sudomill_status"] == "unique"
    assert "the input has a column Status: " in capsys.readouterr().err
    assert solved(f"X_STATUS,puzzle\nnew,{P1}\n", "--prefix", "x_")[1] == 2


def test_lost_rows_fail_the_job(monkeypatch, capsys):
    append = _frames.append
    monkeypatch.setattr(_frames, "append", lambda *given: append(*given).slice(1))
    assert solved(f"id,puzzle\n1,{P1}\n2,{P2}\n") == ([], 2)
    assert "2 rows were read, but 1 have results" in capsys.readouterr().err
    assert os.listdir() == ["in.csv"]


def test_lost_rows_of_the_reader_fail_the_job(monkeypatch, capsys):
    table = pa.table({"puzzle": 10 * [P1]})
    pq.write_table(table, "in.parquet")
    pieces = _read.ArrowFiles.pieces

    def lossy(self, columns=None):
        for piece in pieces(self, columns):
            piece.table = piece.table.slice(0, 9)
            yield piece

    monkeypatch.setattr(_read.ArrowFiles, "pieces", lossy)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "the input has 9 rows, but 10 were counted" in capsys.readouterr().err
    assert os.listdir() == ["in.parquet"]


def test_long_rows_make_small_batches(monkeypatch):
    table = pa.table({"puzzle": 50 * [P1], "note": 50 * [1000 * "x"]})
    pq.write_table(table, "in.parquet", use_dictionary=False)
    monkeypatch.setattr(_run, "BYTES", 10_000)
    monkeypatch.setattr(_read, "BYTES", 5_000)
    assert run("in.parquet", "-o", "out.parquet") == 0
    footer = pq.read_metadata("out.parquet")
    assert footer.num_rows == 50 and footer.num_row_groups >= 5
    assert pq.read_table("out.parquet").select(["puzzle", "note"]).equals(table)
