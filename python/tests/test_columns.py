"""Columns in, columns out: every kind of column, and every kind of bad row."""

import contextlib
import hashlib
import os
import re
import signal
import time
from pathlib import Path
from typing import get_args

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import sudomill
from sudomill import _types

EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310"
SOLVED = "213485796694731582857629134526917843179348625348256971735192468461873259982564317"
EMPTY = "." * 81
SERIES, OTHER = pd.Series([EY1]), pd.Series([SOLVED], index=[3])
JIGSAW = "999998888 555998888 555998333 555111333 222111333 222111444 222766444 777766444 777766666"
CELLS = np.array([int(symbol) for symbol in EY1], np.uint8).reshape(1, 9, 9)


def puzzles(count=50):
    return sudomill.generate("minimal", count, seed=3)


def rows(results):
    """Return the results that must not depend on the column type or the threads."""
    if isinstance(results, pd.DataFrame):
        results = pa.Table.from_pandas(results, preserve_index=False)
    return results.to_pylist()


def test_one_result_per_row():
    batch = sudomill.solve([EY1, EMPTY, "Z" + EY1[1:], None, "", "# " + EY1, "11" + EY1[2:], EY1])
    assert batch.schema.names == ["solution", "status", "solutions", "guesses", "message"]
    assert batch.column("status").to_pylist() == [
        "unique", "multiple", "invalid", "invalid", "invalid", "invalid", "invalid", "unique",
    ]
    solutions = batch.column("solution").to_pylist()
    assert solutions[0] == solutions[7] == SOLVED
    assert len(solutions[1]) == 81
    assert solutions[2:7] == [None] * 5
    assert batch.column("solutions").to_pylist() == [1, 2, 0, 0, 0, 0, 0, 1]
    assert batch.column("message").to_pylist() == [
        None,
        None,
        "1: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X",
        "found no text; expected a puzzle",
        "found nothing; expected a puzzle",
        "found nothing; expected a puzzle",
        "2: digit 1 twice in row 1 (r1c1 and r1c2)",
        None,
    ]


def test_column_types():
    column = puzzles()
    texts = column.to_pylist()
    cells = np.array([[int(c) if c.isdigit() else 0 for c in text] for text in texts], np.uint8)
    grids = cells.reshape(-1, 9, 9)
    expected = rows(sudomill.solve(column))
    assert {row["status"] for row in expected} == {"unique"}
    for other in [
        texts,
        tuple(texts),
        pa.array(texts, pa.large_string()),
        pa.array(texts, pa.string_view()),
        pa.array(texts, pa.binary()),
        pa.chunked_array([texts[:7], [], texts[7:30], texts[30:]]),
        column.slice(0),
        pl.Series(texts),
        pd.Series(texts),
        pd.Series(texts, dtype="string[pyarrow]"),
        pd.Series(texts, dtype=object),
        pd.Series(texts, dtype="category"),
        pl.Series(texts, dtype=pl.Categorical),
        pl.Series(texts, dtype=pl.Enum(texts)),
        column.dictionary_encode(),
        pa.chunked_array([column.dictionary_encode(), pa.array([], pa.string()).dictionary_encode()]),
        np.array(texts),
        np.array([text.encode() for text in texts]),
        [text.encode() for text in texts],
        (text for text in texts),
        *(cells.astype(kind) for kind in ["i1", "i2", "i4", "i8", "u2", "u4", "u8", ">i4"]),
        *(grids.astype(kind) for kind in ["i1", "i8", ">u2"]),
        grids.astype("i8").transpose(0, 2, 1).copy().transpose(0, 2, 1),
        cells.tolist(),
        grids.tolist(),
        list(cells),
        list(grids),
        pd.Series(cells.tolist()),
        pd.Series(list(cells)),
        pd.Series(cells.tolist(), dtype=pd.ArrowDtype(pa.list_(pa.int16()))),
        pa.array(cells.tolist()),
        pa.array(cells.tolist(), pa.large_list(pa.uint64())),
        pa.array(cells.tolist(), pa.list_(pa.int8(), 81)),
        pa.array(grids.tolist(), pa.list_view(pa.large_list_view(pa.int64()))),
        pa.array(grids.tolist(), pa.list_(pa.list_(pa.int32(), 9), 9)),
        pa.array(grids.tolist(), pa.list_(pa.list_(pa.uint16()), 9)),
        pa.chunked_array([cells[:20].tolist(), cells[20:].tolist()]),
        pl.Series(cells.tolist()),
        pl.Series(cells.tolist(), dtype=pl.Array(pl.UInt8, 81)),
        pl.Series(grids.tolist(), dtype=pl.Array(pl.Int64, (9, 9))),
        cells,
        np.asfortranarray(cells),
        cells.reshape(-1, 9, 9),
        cells.reshape(-1, 9, 9)[::1],
        cells.reshape(-1, 9, 9).transpose(0, 2, 1).copy().transpose(0, 2, 1),
    ]:
        assert rows(sudomill.solve(other)) == expected, type(other)
    for sliced in [column, pa.array([text.encode() for text in texts], pa.binary(81))]:
        assert rows(sudomill.solve(sliced.slice(10, 20))) == expected[10:30]
    for empty in [[], pa.array([], pa.string()), np.empty((0, 81), np.uint8)]:
        assert sudomill.solve(empty).shape == (0, 5)


def test_same_for_any_threads():
    column = sudomill.generate("easy", 20_000, seed=3)
    one = rows(sudomill.solve(column, threads=1))
    for threads in [2, 5, None, 1 << 62]:
        assert rows(sudomill.solve(column, threads=threads)) == one
    solutions = [row["solution"] for row in one]
    assert sudomill.verify(column, solutions, threads=(1 << 64) - 1).null_count == 20_000
    assert len(sudomill.generate("easy", 3, threads=1 << 62)) == 3
    made = sudomill.generate("easy", 10, seed=5, threads=2)
    assert made == sudomill.generate("easy", 10, seed=5, threads=1)
    assert made.slice(0, 4) == sudomill.generate("easy", 4, seed=5)


def test_memory_is_used_again():
    """Large memory of results that are gone is used again, but not what was in it."""
    rows_ = pa.nulls(420_000, pa.int64()).fill_null(0)
    address = sudomill.solve(pa.array([EY1]).take(rows_))["solution"].buffers()[2].address
    bad = sudomill.solve(pa.array(["x"]).take(rows_), layout=(3, "1"))["solution"]
    assert bad.buffers()[2].address == address and bad.null_count == 420_000
    assert not np.frombuffer(bad.buffers()[2], np.uint8).any()


def test_limits_and_strategies():
    assert sudomill.solve([EY1], limit=1).column("status").to_pylist() == ["solved"]
    assert sudomill.solve([EMPTY], limit=7).column("solutions").to_pylist() == [7]
    assert sudomill.solve([EMPTY], max_guesses=3).column("status").to_pylist() == ["gave-up"]
    for strategy in ["mrv", "electroyou", "locked/mrv+degree"]:
        batch = sudomill.solve([EY1], strategy=strategy)
        assert batch.column("solution").to_pylist() == [SOLVED], strategy
    # No search of this grid has ever been seen to end.
    large = sudomill.generate("minimal", 1, seed=3, order=4).to_pylist()
    usual = sudomill.solve(large, strategy="backtracking", limit=2)
    assert usual.column("status").to_pylist() == ["gave-up"]
    assert usual.column("guesses").to_pylist() == [10_000_000]


def test_sizes_and_alphabets():
    sizes = [(2, 16, None), ("2x3", 36, None), (4, 256, 128), ("3x4", 144, 72), (5, 625, 417)]
    for order, cells, clues in sizes:
        kind = "unique" if clues else "minimal"
        column = sudomill.generate(kind, 5, order=order, clues=clues)
        batch = sudomill.solve(column)
        assert batch.column("status").to_pylist() == ["unique"] * 5
        assert {len(text) for text in batch.column("solution").to_pylist()} == {cells}
        assert sudomill.verify(column, batch.column("solution")).null_count == 5
    shifted = str.maketrans("123456789ABCDEFG", "0123456789ABCDEF")
    column = sudomill.generate("unique", 5, order=4, clues=128).to_pylist()
    solved = sudomill.solve(column).column("solution").to_pylist()
    other = sudomill.solve([text.translate(shifted) for text in column]).column("solution")
    assert other.to_pylist() == [text.translate(shifted) for text in solved]
    # JSON has lists in place of tuples.
    assert sudomill.layout(column) == (4, "1")
    assert sudomill.solve(column, layout=[4, "1"]).column("solution").to_pylist() == solved


def test_verify_reasons():
    wrong = SOLVED[:80] + "8"
    faults = sudomill.verify([EY1, EY1, EY1, "x"], [SOLVED, wrong, None, SOLVED]).to_pylist()
    assert faults[:3] == [None, "row 9 lacks the digit 7", "no solution is given"]
    assert faults[3].startswith("puzzle: ")
    for threads in [1, 2, None]:
        many = sudomill.verify(1000 * [EY1, EY1], 1000 * [SOLVED, wrong], threads=threads)
        assert many.to_pylist() == 1000 * [None, "row 9 lacks the digit 7"]


def test_solve_table_appends_columns():
    table = pa.table({"id": range(3), "quizzes": [EY1, EMPTY, "x"]})
    solved = sudomill.solve_table(table, column="quizzes", limit=1, threads=1)
    assert isinstance(solved, pa.Table)
    assert solved.column_names[:3] == ["id", "quizzes", "solution"]
    assert solved.column("status").to_pylist() == ["solved", "solved", "invalid"]
    again = sudomill.solve_table(solved, column="Quizzes", limit=1)
    assert again.column_names[7:9] == ["sudomill_solution", "sudomill_status"]
    assert again.column("sudomill_solution") == solved.column("solution")


def test_cell_values_out_of_range():
    grid = np.zeros((1, 81), int)
    for value in [-1, 10, 49, 300, 2**40]:
        grid[0, 7] = value
        batch = sudomill.solve(np.concatenate([grid, 0 * grid]))
        assert batch.column("status").to_pylist() == ["invalid", "multiple"]
        expected = f"8: found {value}; expected 1-9 or 0 for an empty cell"
        assert batch.column("message").to_pylist() == [expected, None]
        assert sudomill.verify(grid, [SOLVED]).to_pylist() == [f"puzzle: {expected}"]
        assert sudomill.verify([EY1], grid).to_pylist() == [f"solution: {expected}"]
    cells = [0] * 81
    rows_ = [[0] * 9] * 9
    for grids, messages in [
        ([cells, None], [None, "found no text; expected a puzzle"]),
        ([cells, [*cells[1:], None]], [None, "81: found null; expected 1-9 or 0 for an empty cell"]),
        ([rows_, [*rows_[1:], None]], [None, "found null; expected a row of cells"]),
    ]:
        for column in [pa.array(grids), pa.array([None, *grids])[1:], grids]:
            assert sudomill.solve(column).column("message").to_pylist() == messages
    for missing in [None, float("nan"), pd.NA]:
        grids = pd.Series([missing, cells], dtype=object)
        assert [row["status"] for row in rows(sudomill.solve(grids))] == ["invalid", "multiple"]
        with pytest.raises(TypeError, match="found 7 in row 1"):
            sudomill.solve([missing, 7])
    short = sudomill.solve([cells, cells[1:]]).column("message")[1].as_py()
    assert short.startswith("81: found the end of the puzzle after 80 cells")
    small = sudomill.solve([[0] * 36, [0] * 35 + [7]], layout=("2x3", "1")).column("message")
    assert small.to_pylist() == [None, "36: found 7; expected 1-6 or 0 for an empty cell"]


def test_rows_of_grids_have_as_many_cells_as_there_are_rows():
    """As for NumPy; 81 cells alone are not enough."""
    square = [[0] * 9] * 9
    for grid, fault in [
        ([*square[:2], [0] * 10, [0] * 8, *square[4:]], "19: found 10 cells in row 3; expected 9, one per row"),
        ([[0] * 3] * 27, "1: found 3 cells in row 1; expected 27, one per row"),
        ([[0] * 27] * 3, "1: found 27 cells in row 1; expected 3, one per row"),
        ([[0] * 81], "1: found 81 cells in row 1; expected 1, one per row"),
        ([*square[:8], []], "73: found 0 cells in row 9; expected 9, one per row"),
    ]:
        for column in [[square, grid], pa.array([None, square, grid])[1:]]:
            found = sudomill.solve(column)
            assert found["status"].to_pylist() == ["multiple", "invalid"], fault
            assert found["message"].to_pylist() == [None, fault]
    kind = pa.list_(pa.list_(pa.int8(), 3), 27)
    found = sudomill.solve(pa.array([[[0] * 3] * 27, None], kind))["message"].to_pylist()
    assert found == ["1: found 3 cells in row 1; expected 27, one per row", "found no text; expected a puzzle"]
    with pytest.raises(TypeError, match="found lists of .*List"):
        sudomill.solve([[[[0] * 3] * 3] * 9])
    assert sudomill.solve([[[0] * 4] * 4])["status"].to_pylist() == ["multiple"]


def test_one_notation_in_a_column():
    """As in a file, a row of candidates among clues is bad, and vice versa."""
    pencilmarks = "123456789" * 81
    for column, layout in [
        ([EMPTY, pencilmarks], (3, "1")),
        ([pencilmarks, EMPTY], (3, "pencilmarks")),
    ]:
        with pytest.warns(UserWarning, match="several lengths"):
            assert sudomill.layout(column) == layout
        for strategy in ["lanes", "mrv"]:
            batch = sudomill.solve(column, strategy=strategy, layout=layout)
            assert batch.column("status").to_pylist() == ["multiple", "invalid"]
        piece = sudomill.solve(column[1:], layout=layout)
        assert piece.column("message")[0] == batch.column("message")[1]
        with pytest.warns(UserWarning, match="several lengths"):
            assert sudomill.solve(column)["status"].to_pylist() == ["multiple", "invalid"]
        fault = sudomill.verify(column, [SOLVED] * 2, layout=layout)[1].as_py()
        assert fault == f"puzzle: {batch.column('message')[1]}"


def test_nulls():
    cells = pa.array([None, EY1.encode()], pa.binary(81))
    categories = [pd.Series([None, EY1], dtype="category"), pd.Series([None], dtype="category")]
    for column in [pa.nulls(2), pa.array([None, EY1]), cells, *map(pa.array, categories)]:
        first = sudomill.solve(column).to_pylist()[0]
        assert (first["status"], first["message"]) == ("invalid", "found no text; expected a puzzle")
    for column in [
        pd.Series([None, None]),
        pd.Series([np.nan, np.nan]),
        pd.Series([pd.NA, pd.NA], dtype="Int64"),
        pl.Series([None, None]),
        pl.Series([None, None], dtype=pl.Float64),
        pa.nulls(2, pa.int64()),
        [None, None],
        np.array([None, None]),
    ]:
        results = rows(sudomill.solve(column))
        assert [row["status"] for row in results] == ["invalid"] * 2, type(column)
        assert {row["message"] for row in results} == {"found no text; expected a puzzle"}


def test_chosen_columns():
    column = [EY1, EMPTY, "x", None]
    named = ["status", "difficulty", "difficulty_guesses", "clues", "guesses", "steps"]
    assert sudomill.solve(column, columns=["solve_ns"])["solve_ns"][0].as_py() > 0
    batch = sudomill.solve(column, columns=named, strategy="mrv")
    assert batch.schema.names == named
    assert batch.to_pylist()[0] == {
        "status": "unique", "difficulty": "singles", "difficulty_guesses": 0, "clues": 28,
        "guesses": 0, "steps": 53,
    }
    assert batch.column("clues").to_pylist() == [28, 0, 0, 0]
    assert batch.column("difficulty").to_pylist() == ["singles", "search", None, None]
    assert batch.column("difficulty_guesses")[1].as_py() > 0
    # A search that gave up has no number of guesses, nor has an invalid row.
    few = sudomill.solve(column, columns=["difficulty_guesses"], max_guesses=1)
    assert few.column("difficulty_guesses").to_pylist() == [0, None, None, None]
    for strategy, own in [("mrv", ["naked_singles", "hidden_singles"]), ("lanes", ["sweeps", "contradictions"])]:
        counters = sudomill.solve(column, columns=["counters"], strategy=strategy)
        assert counters.schema.names == ["clues", "guesses", "backtracks", "steps", *own]
        usual = sudomill.solve(column, strategy=strategy)
        assert counters.column("guesses") == usual.column("guesses")
        assert counters.column("clues").to_pylist() == [28, 0, 0, 0]
        assert sudomill.solve([], columns=["clues"], strategy=strategy).num_rows == 0
    assert sudomill.solve(column, columns=[]).num_rows == 4
    frame = sudomill.solve(pd.Series(column), columns=["status", "clues"])
    assert list(frame.columns) == ["status", "clues"] and frame["clues"].dtype == "int64"


#: Puzzles with the ratings of Sudoku Explainer 1.2.1.
RATED = {
    "1...8.6..6.3..5...92..4.38...........3..18...57.6..84.342.6.9...9.53.7.27.....41.": (1.2, "hidden single in a box"),
    "...9...7.....31.65.1.7..9..2......5.371...824.9......3..7..2.4.92.46.....3...8...": (4.2, "XY-wing"),
    "....48...3.47....2...6..4.9..63..81...5.7.9...31..92..1.9..3...6....73.4...26....": (6.6, "forcing X-chain"),
}


def test_ratings():
    column = [*RATED, EMPTY, "x", None]
    named = ["rating", "rating_pearl", "rating_diamond", "hardest_technique"]
    batch = sudomill.solve(column, columns=named)
    assert batch.schema.types == [pa.float64()] * 3 + [pa.string()]
    hardest, techniques = zip(*RATED.values())
    nothing = [None] * 3
    assert batch.column("rating").to_pylist() == [*hardest, *nothing]
    assert batch.column("rating_pearl").to_pylist() == [1.2, 1.2, 1.2, *nothing]
    assert batch.column("rating_diamond").to_pylist() == [1.2, 1.2, 1.2, *nothing]
    assert batch.column("hardest_technique").to_pylist() == [*techniques, *nothing]
    for most, expected in [(4.2, 2), (4.1, 1), (7, 3), (0, 0)]:
        rated = sudomill.solve(column, columns=named, max_rating=most).column("rating")
        assert len(rated) - rated.null_count == expected
    # Without a proof that the solution is the only one, there is no rating; nor on other sizes.
    for puzzles, limit in [(column, 1), ([".4.3.3........2."], 2)]:
        rated = sudomill.solve(puzzles, columns=["rating"], limit=limit).column("rating")
        assert rated.null_count == len(rated)
    table = sudomill.solve_table(pa.table({"puzzle": column}), columns=["rating"], max_rating=5.0)
    assert table["rating"].to_pylist() == [1.2, 4.2, None, *nothing]
    frame = sudomill.solve(pd.Series(column), columns=["rating"])
    assert frame["rating"].dtype == "float64" and frame["rating"].isna().sum() == 3


CANDIDATE = pa.struct({"cell": pa.string(), "digit": pa.int8()})
NODE = pa.struct({"cell": pa.string(), "digit": pa.int8(), "on": pa.bool_()})
STEP = pa.struct({
    "technique": pa.string(), "rating": pa.float64(), "cell": pa.string(), "digit": pa.int8(),
    "removed": pa.list_(CANDIDATE), "cells": pa.list_(pa.string()), "digits": pa.list_(pa.int8()),
    "units": pa.list_(pa.string()), "chains": pa.list_(pa.list_(pa.struct({"from": NODE, "to": NODE}))),
})  # fmt: skip


def changes(step):
    """Return the word of a step in the column path_text."""
    placed = [f"{step['cell']}={step['digit']}"] if step["cell"] else []
    lost = {}
    for it in step["removed"]:
        lost[it["cell"]] = f"{lost.get(it['cell'], '')}{it['digit']}"
    return ",".join(placed + [f"{cell}-{digits}" for cell, digits in lost.items()])


def test_steps():
    column = [*RATED, EMPTY, "x", None, SOLVED]
    names = ["rating", "path", "path_reasons", "path_text"]
    batch = sudomill.solve(column, columns=names, threads=2)
    assert batch.schema.types == [pa.float64(), pa.list_(STEP), pa.list_(pa.string()), pa.string()]
    batch.validate(full=True)
    assert batch.equals(sudomill.solve(column, columns=names, threads=1))
    steps, rows = batch.column("path").to_pylist(), batch.to_pylist()
    for row in rows[:3]:
        assert row["rating"] == max(step["rating"] for step in row["path"])
        assert " ".join(map(changes, row["path"])) == row["path_text"]
        assert len(row["path_reasons"]) == len(row["path"])
    assert [row[name] for row in rows[3:6] for name in names] == [None] * 12
    assert rows[6] == {"rating": 0.0, "path": [], "path_reasons": [], "path_text": ""}
    assert steps[0][0]["technique"] == "hidden single in a box" and steps[0][0]["chains"] == []
    links = next(step["chains"][0] for step in steps[2] if step["technique"] == "forcing X-chain")
    assert all(one["to"] == other["from"] for one, other in zip(links, links[1:])) and len(links) > 2
    limited = sudomill.solve(column, columns=["path", "path_text"], max_rating=4.2)
    assert [limited.column(name).null_count for name in ("path", "path_text")] == [4, 4]
    assert limited.column("path")[1].as_py() == steps[1]
    frame = sudomill.solve_table(pl.DataFrame({"puzzle": column}), columns=["path"])
    assert frame["path"][1].to_list() == steps[1] and frame["path"].null_count() == 3


def test_agrees():
    other = SOLVED.replace("1", "x")
    missing = ["", None, "NULL", "n/a"]
    solutions = [SOLVED, f" {SOLVED} ", other, *missing, SOLVED, SOLVED, SOLVED[1:]]
    column = [EY1] * 7 + ["x", None, EY1]
    expected = [True, True, False, None, None, None, None, None, None, False]
    batch = sudomill.solve(column, solutions=solutions)
    assert batch.schema.names[-1] == "agrees" and batch.num_columns == 6
    assert batch.column("agrees").to_pylist() == expected
    # A number that lost its digits says nothing; a grid in any notation that repeats one is wrong.
    damaged = ["5.34678912672195E+80", SOLVED[:15] + 66 * "0", " ".join("55" + SOLVED[2:]), list(SOLVED)]
    damaged[3] = f"[{', '.join(damaged[3])}]"
    batch = sudomill.solve([EY1] * 4, solutions=damaged)
    assert batch.column("agrees").to_pylist() == [None, None, False, True]
    faults = sudomill.verify([EY1] * 4, damaged).to_pylist()
    assert faults[0] == "found 5.34678912672195E+80: the digits are lost; read the column as text"
    assert faults[1].endswith("the digits are lost; read the column as text")
    assert faults[2].startswith("solution: ") and faults[3] is None
    # If a puzzle has several solutions, any of them agrees.
    assert sudomill.solve([EMPTY], solutions=[SOLVED]).column("agrees").to_pylist() == [True]
    table = pa.table({"Answer": solutions, "puzzle": column})
    solved = sudomill.solve_table(table, columns=["agrees", "status"])
    assert solved.column_names == ["Answer", "puzzle", "agrees", "status"]
    assert solved.column("agrees").to_pylist() == expected
    for frame in [table.to_pandas(), pl.from_arrow(table)]:
        solved = sudomill.solve_table(frame, solution_column="answer")
        assert [None if it is None else bool(it) for it in solved["agrees"]] == expected


def test_bytes_are_values_or_symbols():
    """A row of ``uint8`` holds values of cells, unless all of them are printable characters."""
    texts = puzzles(3).to_pylist()
    symbols = np.frombuffer("".join(texts).encode(), np.uint8).reshape(-1, 81)
    values = np.where(symbols == ord("."), 0, symbols - ord("0")).astype(np.uint8)
    expected = rows(sudomill.solve(texts))
    binary = pa.array([bytes(row) for row in np.concatenate([symbols, values])], pa.binary(81))
    for column in [np.concatenate([symbols, values]), binary]:
        assert rows(sudomill.solve(column)) == 2 * expected
    grid = np.zeros((1, 81), np.uint8)
    for value in [10, 12, 26, 31, 35, 49, 255]:
        grid[0, 40] = value
        for cells in [grid, grid.astype(int), grid.tolist(), pa.array([bytes(grid[0])], pa.binary(81))]:
            message = sudomill.solve(cells).column("message")[0].as_py()
            assert message == f"41: found {value}; expected 1-9 or 0 for an empty cell"
    others = sudomill.solve(np.array([b"." * 81, b"." * 82, b""]))
    assert others.column("status").to_pylist() == ["multiple", "invalid", "invalid"]
    assert others.column("message")[1].as_py().startswith("82: found '.' after 81 cells")


def test_notations_of_any_row():
    """A row whose notation is that of an earlier one is read as if it were alone."""
    spaced, listed = " ".join(EY1), str([int(it) for it in EY1.replace(".", "0")])
    lines = "\n".join(EY1[at : at + 9] for at in range(0, 81, 9))
    swapped = EY1.translate(str.maketrans("12", "21"))
    texts = [
        spaced,
        " ".join(swapped),
        listed,
        listed.replace("1", "x", 1),
        listed.replace("0", "1", 2),
        listed.replace("0", " ", 1),
        listed[:-1],
        listed[:-1] + ")",
        spaced.replace(".", "0", 1),
        spaced.replace(".", "0"),
        spaced.replace(" ", "  ", 1)[:-1],
        spaced.replace(" ", "1", 1),
        " ".join("55" + EY1[2:]),
        " ".join(SOLVED),
        " ".join(EMPTY),
        " ".join("0" * 81),
        " ".join("1" * 81),
        " ".join("1" + "." * 15),
        " ".join("7" + "." * 15),
        lines,
        "\n".join(["." * 9] * 9),
        "\n".join(["1" * 9] * 9),
        lines.replace("\n", "\n\n"),
        lines.replace("\n", "|"),
    ]
    alone = [row for text in texts for row in rows(sudomill.solve([text], layout=(3, "1")))]
    assert rows(sudomill.solve(texts, layout=(3, "1"))) == alone
    assert rows(sudomill.solve(texts[::-1], layout=(3, "1"))) == alone[::-1]
    assert [row["status"] for row in alone[:3]] == ["unique"] * 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"layout": "x"}, "layout: found 'x'; expected a tuple"),
        ({"layout": 3}, "layout: found 3; expected a tuple"),
        ({"layout": (3,)}, r"layout: found \(3,\); expected a tuple"),
        ({"layout": (3, 1)}, r"layout: found \(3, 1\); expected a tuple"),
        ({"layout": (3.5, "1")}, "layout: found .*; expected a tuple"),
        ({"layout": (2**64, "1")}, "layout: found .*; expected a tuple"),
        ({"layout": (2**63, "1")}, r"layout: found \(9223372036854775808, "),
        ({"strategy": 3}, "strategy: found 3; expected a str"),
        ({"columns": [1]}, "columns: found 1; expected a str"),
        ({"columns": 1}, "columns: found 1; expected a list of str"),
        ({"columns": "status"}, r"columns: found the str 'status'; expected a list: \['status'\]"),
        ({"columns": ["rating"], "max_rating": "x"}, 'max_rating: found "x"; expected a rating from 0.0 to 20.0'),
        ({"max_guesses": 1.5}, "max_guesses: found 1.5; expected a whole number"),
        ({"regions": 9}, "regions: found 9; expected a str"),
        ({"regions": "x"}, "regions: 1"),
        ({"regions": JIGSAW.replace("5", "6", 1)}, "regions, extra: found 10 times '6', one of 9 symbols"),
        ({"regions": "AABBAABBCCDDCCDD"}, "regions, extra: found .*4×4.*9×9"),
        ({"regions": JIGSAW, "strategy": "lanes"}, "strategy lanes knows only rows, columns and boxes"),
        ({"regions": JIGSAW, "columns": ["status", "difficulty"]}, "column 'difficulty' knows only rows"),
        ({"extra": "diagonals"}, r"extra: found the str 'diagonals'; expected a list: \['diagonals'\]"),
        ({"extra": ["diagonal"]}, "extra: 1"),
    ],
)
def test_wrong_arguments_are_named(arguments, message):
    with pytest.raises((TypeError, ValueError), match=message):
        sudomill.solve([EY1], **arguments)


def test_names_of_types():
    """The names that type checkers know are those of the program."""
    with pytest.raises(ValueError, match="unknown kind") as error:
        sudomill.generate("x", 1)
    assert str(error.value).split("expected ")[1].replace(" or ", ", ").split(", ") == [*get_args(_types.Kind)]
    with pytest.raises(ValueError, match="unknown strategy") as error:
        sudomill.solve([], strategy="x")
    names = str(error.value).split("one of ")[1].split(", or ")[0].split(", ")
    *known, any_other = get_args(_types.Strategy)
    assert any_other is str and names == [name for some in known for name in get_args(some)]


def test_regions_and_extra_units():
    """The units of the solutions are checked by code of this test alone."""
    drawn = "".join(JIGSAW.split())
    units = [[cell for cell in range(81) if drawn[cell] == symbol] for symbol in set(drawn)]
    units += [range(0, 81, 10), range(8, 80, 8)]
    units += [range(at, 81, 9) for at in range(9)] + [range(at, at + 9) for at in range(0, 81, 9)]
    how = {"regions": JIGSAW, "extra": ["diagonals"]}
    made = sudomill.generate("minimal", 20, seed=2, **how)
    solved = sudomill.solve(made, columns=["solution", "status", "message"], **how)
    assert solved["status"].unique().to_pylist() == ["unique"]
    for puzzle, solution in zip(made.to_pylist(), solved["solution"].to_pylist()):
        assert all({solution[cell] for cell in unit} == set("123456789") for unit in units)
        assert all(clue in (".", symbol) for clue, symbol in zip(puzzle, solution))
    assert sudomill.verify(made, solved["solution"], **how).null_count == 20
    # Boxes are no units of these, and the program and the names of drawings say so.
    assert sudomill.verify(made, solved["solution"]).null_count == 0
    falling = "".join("x" if cell % 10 == 0 else "." for cell in range(81))
    rising = "".join("x" if cell % 8 == 0 and 0 < cell < 80 else "." for cell in range(81))
    same = {**how, "extra": [falling, rising], "columns": solved.schema.names}
    assert rows(sudomill.solve(made, **same)) == rows(solved)
    # In other notations, too, where a digit may be twice in a box.
    for column in [[" ".join(text) for text in made.to_pylist()], CELLS[:0].reshape(0, 81)]:
        other = sudomill.solve(column, layout=(3, "1"), **{**same, "extra": how["extra"]})
        assert rows(other) == rows(solved)[: len(column)]
    grids = [[int(symbol.replace(".", "0")) for symbol in text] for text in made.to_pylist()]
    assert rows(sudomill.solve(grids, **same)) == rows(solved)
    assert re.search(r"digit \d twice in window \d", sudomill.solve([EY1], extra=["windows"])["message"][0].as_py())
    assert sudomill.solve(made, solutions=solved["solution"], columns=["agrees"], **how)["agrees"].true_count == 20


def test_numbers_of_pandas_get_advice():
    """pandas reads the Kaggle sets as numbers, larger than 64 bits."""
    number = int(EY1.replace(".", "0"))
    for column in [pd.Series([number], dtype=object), [number], [5.3e80], pd.Series([17]), [np.int64(10**9)]]:
        with pytest.raises(TypeError, match="lost digits: read the column as text"):
            sudomill.solve(column)
    with pytest.raises(TypeError, match="kind: found None; expected a str"):
        sudomill.generate(None, 1)


def test_other_notations():
    """A field is read as by the command line: cells apart, in brackets, or in lines."""
    texts = puzzles(20).to_pylist()
    expected = rows(sudomill.solve(texts))
    digits = [text.replace(".", "0") for text in texts]
    grids = [[text[at : at + 9] for at in range(0, 81, 9)] for text in texts]
    for column in [
        [" ".join(text) for text in texts],
        [",".join(text) for text in digits],
        [f"[{', '.join(text)}]" for text in digits],
        [f"[{','.join(f'[{chr(44).join(row)}]' for row in grid)}]".replace(".", "0") for grid in grids],
        ["\n".join(grid) for grid in grids],
        ["\r\n".join(" ".join(row) for row in grid) + "\n" for grid in grids],
        [text if row % 2 else " ".join(text) for row, text in enumerate(texts)],
        [f"  {text}\n" for text in texts],
    ]:
        assert rows(sudomill.solve(column)) == expected, column[0]
        assert rows(sudomill.solve(column, threads=1)) == expected
        assert sudomill.solve(column, solutions=column, columns=["agrees"])["agrees"].false_count == 20
    shown = "1...\n4...\n..2.\n...3"
    assert sudomill.layout([shown]) == (2, "1")
    assert sudomill.solve([shown])["status"].to_pylist() == ["multiple"]
    twice = sudomill.solve([" ".join("55" + 79 * "."), "55.......\n" * 9, EY1])
    assert twice["status"].to_pylist() == ["invalid", "invalid", "unique"]
    assert twice["message"][0].as_py().endswith("digit 5 twice in row 1 (r1c1 and r1c2)")
    # What is no puzzle in any notation has the message of a line.
    assert sudomill.solve([82 * "."])["message"][0].as_py().startswith("82: found '.' after 81 cells")


def test_size_of_most_rows():
    """The size is that of most rows, and the others are told."""
    small, column = "1...4.....2....3", puzzles(200).to_pylist()
    expected = rows(sudomill.solve(column))
    told = r"several lengths \(1 of 16, 200 of 81 symbols\)"
    for at in [0, 100, 200]:
        with pytest.warns(UserWarning, match=told):
            mixed = rows(sudomill.solve([*column[:at], small, *column[at:]]))
        assert mixed.pop(at)["status"] == "invalid" and mixed == expected
    with pytest.warns(UserWarning, match=told):
        assert sudomill.layout([small, *column]) == (3, "1")
    # Nothing is told if the size is given.
    solved = sudomill.solve([small, *column], layout=(2, "1"))["status"].to_pylist()
    assert solved == ["multiple", *(200 * ["invalid"])]


@pytest.mark.skipif("SUDOMILL_LARGE" not in os.environ, reason="takes 17 GB: set SUDOMILL_LARGE")
def test_texts_of_more_than_2_gib():
    rows_, told = pa.repeat("1", 38_400_000), "2: found the end of the puzzle after 1 cell; expected 81"
    messages = sudomill.solve(rows_, columns=["message"], layout=(3, "1"))["message"]
    assert messages.type == pa.large_string()
    assert messages[0].as_py() == messages[-1].as_py() == told
    del messages
    made = sudomill.generate("solved", 26_600_000)
    assert made.type == pa.large_string() and len(made) == 26_600_000


@pytest.mark.parametrize("call", ["solve", "verify"])
def test_ctrl_c(call):
    """Ctrl-C ends the call after a small part of its work, however fast or busy the machine is."""
    chunk = sudomill.generate("easy", 10_000, seed=3)
    solutions = sudomill.solve(chunk).column("solution")
    chunks, whole = 40, 0.0

    def work(alarm=0):
        arguments = [pa.chunked_array(chunks * [chunk])]
        if call == "verify":
            arguments.append(pa.chunked_array(chunks * [solutions]))
        begun = time.process_time()
        # From here on: on a busy machine, the alarm may come before the call begins.
        with contextlib.suppress(KeyboardInterrupt):
            signal.setitimer(signal.ITIMER_REAL, alarm)
            getattr(sudomill, call)(*arguments, threads=1)
        return time.process_time() - begun

    # Long enough that signals are checked many times.
    while whole < 1:
        chunks *= 2
        whole = work()
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        # The thread that checks signals may have to wait for a core, while the other one works.
        assert any(work(alarm=0.01) < whole / 2 for _ in range(20))
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: sudomill.solve([EY1], strategy="magic"), ValueError, "magic"),
        (lambda: sudomill.solve([EY1], limit=0), ValueError, "limit: found 0"),
        (lambda: sudomill.solve([EY1], layout=(3, "0")), ValueError, r'found \(3, .0.\)'),
        (lambda: sudomill.solve([EY1], threads=0), ValueError, "threads: found 0"),
        (lambda: sudomill.solve(pa.array([1, 2])), TypeError, "found an array of Int64"),
        (lambda: sudomill.solve(np.zeros((2, 81))), TypeError, "dtype float64"),
        (lambda: sudomill.solve(EY1), TypeError, r"a single str; expected .* \[puzzle\]"),
        (lambda: sudomill.solve(EY1.encode()), TypeError, "a single bytes"),
        (lambda: sudomill.solve(Path("a.csv")), TypeError, "the path 'a.csv'; .* python -m sudomill"),
        (lambda: sudomill.solve({EY1: 1}), TypeError, "found a dict; expected a sequence"),
        (lambda: sudomill.solve({EY1}), TypeError, "found a set; expected a sequence"),
        (lambda: sudomill.solve(7), TypeError, "found a int; expected a sequence"),
        (lambda: sudomill.solve([7]), TypeError, "puzzles: found 7 in row 0; expected str in every row"),
        (lambda: sudomill.solve([EY1, 7]), TypeError, "puzzles: found 7 in row 1; .* in every row"),
        (lambda: sudomill.solve([0] * 81), TypeError, r"found 0 in row 0; .* one grid as \[grid\]"),
        (lambda: sudomill.solve([[0.5] * 81]), TypeError, "lists of Float64; expected lists of int"),
        (lambda: sudomill.solve([["1"] * 81]), TypeError, "lists of Utf8; expected lists of int"),
        (lambda: sudomill.solve([[0] * 81, EY1]), TypeError, "puzzles: .* in every row"),
        (lambda: sudomill.solve(np.array(EY1)), TypeError, r"without a dimension; .* puzzles.reshape"),
        (lambda: sudomill.solve(np.array(7)), TypeError, "puzzles: found an array without a dimension"),
        (lambda: sudomill.solve(np.ma.masked_equal(CELLS, 0)), TypeError, r"masked array; .* puzzles.filled\(0\)"),
        (lambda: sudomill.solve([EY1], limit=None), TypeError, "limit: found None; expected a whole"),
        (lambda: sudomill.generate("easy", None), TypeError, "count: found None; expected a whole"),
        (lambda: sudomill.solve([EY1], columns="status"), TypeError, r"expected a list: \['status'\]"),
        (lambda: sudomill.solve([EY1], columns=["x"]), ValueError, "unknown column 'x'; expected status"),
        (lambda: sudomill.solve([EY1], columns=["guesses", "counters"]), ValueError, "column 'guesses' is chosen twice"),
        (lambda: sudomill.solve([EY1], columns=["agrees"]), ValueError, "pass them as solutions="),
        (lambda: sudomill.solve([EY1], columns=["clues"], solutions=[SOLVED]), ValueError, "add it to columns"),
        (lambda: sudomill.solve([EY1], layout=(2, "pencilmarks")), ValueError, "layout: found"),
        (lambda: sudomill.solve(pd.Series([7])), TypeError, "found an array of Int64"),
        (lambda: sudomill.solve(pd.Series([7], dtype="category")), TypeError, "array of Int64"),
        *((lambda kind=kind: sudomill.solve(kind({"a": [EY1]})), TypeError, "solve_table takes whole")
          for kind in [pd.DataFrame, pl.DataFrame, pa.table]),
        (lambda: sudomill.solve(CELLS[0]), ValueError, r"shape \(9, 9\); expected \(n, 81\)"),
        (lambda: sudomill.solve(CELLS.ravel()), ValueError, r"shape \(81,\)"),
        (lambda: sudomill.solve(CELLS[None]), ValueError, r"shape \(1, 1, 9, 9\)"),
        (lambda: sudomill.solve(np.array([[EY1]])), TypeError, r"strings of shape \(1, 1\)"),
        (lambda: sudomill.solve([EY1], limit=-1), ValueError, "limit: found -1; expected at least 1"),
        (lambda: sudomill.solve([EY1], limit=1.5), TypeError, "limit: found 1.5; expected a whole"),
        (lambda: sudomill.solve([EY1], limit=2**64), ValueError, r"below 2\*\*64"),
        (lambda: sudomill.solve([EY1], threads=-2), ValueError, "threads: found -2"),
        (lambda: sudomill.solve([EY1], max_guesses=-1), ValueError, "max_guesses: found -1"),
        (lambda: sudomill.solve([EY1], max_rating=7), ValueError, "max_rating: it is for the columns of ratings"),
        (
            lambda: sudomill.solve([EY1], columns=["rating"], max_rating=7.25),
            ValueError,
            'max_rating: found "7.25"; expected a rating from 0.0 to 20.0',
        ),
        (lambda: sudomill.verify([EY1, EY1], [SOLVED]), ValueError, "found 1 solutions; expected 2"),
        (lambda: sudomill.solve([EY1, EY1], solutions=[SOLVED]), ValueError, "found 1 solutions; expected 2"),
        (lambda: sudomill.solve(SERIES, solutions=OTHER), ValueError, "another index"),
        (lambda: sudomill.verify(SERIES, OTHER), ValueError, "with another index"),
        (lambda: sudomill.shuffle(SERIES, solutions=OTHER), ValueError, "another index"),
        (lambda: sudomill.solve_table(pa.table({"puzzle": [EY1]}), columns=["agrees"]), KeyError,
         "no column of solutions; found puzzle"),
        (lambda: sudomill.verify(EY1, [SOLVED]), TypeError, "puzzles: found a single str"),
        (lambda: sudomill.verify([EY1], SOLVED), TypeError, "solutions: found a single str"),
        (lambda: sudomill.canonical(EY1), TypeError, "puzzles: found a single str"),
        (lambda: sudomill.shuffle([EY1], seed=-1), ValueError, "seed: found -1"),
        (lambda: sudomill.shuffle([EY1], solutions=[]), ValueError, "found 0 solutions; expected 1"),
        (lambda: sudomill.generate("easy", -1), ValueError, "count: found -1"),
        (lambda: sudomill.solve([EY1], 2), TypeError, "positional"),
        (lambda: sudomill.generate("easy", 1, 2), TypeError, "positional"),
        (lambda: sudomill.solve(pl.Series([EY1], dtype=pl.Object)), TypeError, "Polars series of Object"),
        (lambda: sudomill.solve_table(pa.table({"id": [1]}), "id"), TypeError, "column 'id': found an"),
        (lambda: sudomill.solve(pa.array([{"a": 1}])), TypeError, "found an array of Struct"),
        (lambda: sudomill.solve_table([EY1]), TypeError, "found a list; expected a table"),
        (lambda: sudomill.generate("odd", 1), ValueError, "odd"),
        (lambda: sudomill.vicinity(EY1, 1, 1), TypeError, "puzzles: found a single str"),
        (lambda: sudomill.vicinity([EY1], -1, 1), ValueError, "remove: found -1"),
        (lambda: sudomill.vicinity([EY1], 1, None), TypeError, "add: found None"),
        (lambda: sudomill.generate("easy", 1, order=7), ValueError, "order: found 7"),
    ],
)
def test_invalid_arguments(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_canonical():
    column = puzzles()
    forms = sudomill.canonical(column)
    assert forms.type == pa.string() and forms.null_count == 0
    assert forms == sudomill.canonical(column, threads=3)
    assert sudomill.canonical(forms) == forms
    copies = sudomill.shuffle(column, seed=3)
    assert copies != column and sudomill.canonical(copies) == forms
    assert sudomill.canonical(CELLS).to_pylist() == sudomill.canonical([EY1]).to_pylist()
    rows_ = [EY1, None, "", "bad", "11" + EY1[2:], SOLVED]
    assert [form is None for form in sudomill.canonical(rows_).to_pylist()] == [
        False, True, True, True, True, False,
    ]
    assert sudomill.canonical(["1...4.....2....3"]).to_pylist() == [None]
    assert sudomill.canonical(sudomill.generate("pencilmark", 2)).to_pylist() == [None] * 2


def test_vicinity():
    puzzle = puzzles(1)[0].as_py()
    subs = [puzzle[:cell] + "." + puzzle[cell + 1 :] for cell in range(81) if puzzle[cell] != "."]
    around = {
        sub[:cell] + digit + sub[cell + 1 :]
        for sub in subs for cell in range(81) if sub[cell] == "." for digit in "123456789"
    }
    table = sudomill.solve(sorted(around), columns=["status", "minimal", "canonical"]).to_pylist()
    expected = {row["canonical"] for row in table if row["status"] == "unique" and row["minimal"]}
    found = sudomill.vicinity([puzzle, None, "bad", puzzle], 1, 1)
    assert found.type == pa.string() and found.to_pylist() == sorted(expected, key=lambda it: it.replace(".", "0"))
    assert found == sudomill.vicinity(sudomill.shuffle([puzzle]), 1, add=1)
    for none in ([], ["1...4.....2....3"], sudomill.generate("pencilmark", 2)):
        assert len(sudomill.vicinity(none, 1, 1)) == 0


def test_columns_of_collections():
    """By the names and values of the command line, but typed."""
    names = ["canonical", "canonical_key", "automorphisms", "minimal", "redundant"]
    column = [*puzzles(20).to_pylist(), EY1, EMPTY, "bad", None, "." + SOLVED[1:]]
    batch = sudomill.solve(column, columns=names)
    types = [pa.string(), pa.binary(16), pa.int64(), pa.bool_(), pa.int64()]
    assert batch.schema.names == names and batch.schema.types == types
    assert batch == sudomill.solve(column, columns=names, threads=1)
    forms = batch["canonical"].to_pylist()
    assert forms == sudomill.canonical(column).to_pylist()
    keys = [form and hashlib.sha256(form.encode()).digest()[:16] for form in forms]
    assert batch["canonical_key"].to_pylist() == keys
    assert batch["automorphisms"].to_pylist() == [*[1] * 21, 1218998108160, None, None, 1]
    assert batch["minimal"].to_pylist() == [*[True] * 20, False, None, None, None, False]
    assert batch["redundant"].to_pylist() == [*[0] * 20, 14, None, None, None, 80]
    small = sudomill.solve([".4.3.3........2.", "24.3.3........2."], columns=names).to_pylist()
    assert [row["redundant"] for row in small] == [0, 1] and small[0]["canonical"] is None
    with pytest.raises(ValueError, match="columns: unknown column 'key'; expected status, "):
        sudomill.solve([EY1], columns=["key"])


def test_columns_are_those_of_the_program():
    """All that its documentation lists, but for those about the lines of a file."""
    table = (Path(__file__).parents[2] / "docs/output.md").read_text().split("\n## Columns\n")[1]
    cells = re.findall(r"^\| (`.*?) \|", table.split("\nA field without a value")[0], re.M)
    documented = {name for cell in cells for name in re.findall(r"`(\w+)`", cell)}
    with pytest.raises(ValueError, match="columns: unknown column 'x'; expected ") as error:
        sudomill.solve([EY1], columns=["x"])
    known = str(error.value).split("expected ")[1].split(", ")
    own = {"backtracks", "steps", "sweeps", "contradictions"}
    assert set(known) == documented - {"file", "line", "puzzle", "index"} | own
    assert len(known) == len(set(known))
    with pytest.raises(ValueError, match="columns: column 'clues' is chosen twice"):
        sudomill.solve([EY1], columns=["counters", "clues"])
    every = [name for name in known if name not in ("counters", "agrees")]
    for column in [[], [EY1], ["bad", None], [EMPTY]]:
        assert sudomill.solve(column, columns=every).schema.names == every


def test_columns_of_the_reason_and_the_form():
    unsolvable = ".4.3.2........2."
    found = sudomill.solve(["24.3.3........2.", unsolvable, "x"], columns=["reduced", "reason", "suspects"])
    assert found.to_pylist() == [
        {"reduced": ".4.3.3........2.", "reason": None, "suspects": None},
        {"reduced": None, "reason": "r1c3 has no candidate left after 1 single", "suspects": "r2c2=3 r4c3=4"},
        {"reduced": None, "reason": None, "suspects": None},
    ]
    forms = sudomill.solve([EY1, "x"], columns=["canonical_solution"], limit=1)["canonical_solution"]
    assert forms.to_pylist() == [*sudomill.canonical([SOLVED]).to_pylist(), None]


def test_dedup():
    column = puzzles()
    copies = sudomill.shuffle(column, seed=3)
    mixed = [*column.to_pylist(), "bad", None, *copies.to_pylist(), "bad", None]
    table = pa.table({"id": range(len(mixed)), "Puzzle": mixed})
    left = [*range(52), 102, 103]
    assert sudomill.dedup(table)["id"].to_pylist() == left
    assert sudomill.dedup(table, threads=1)["id"].to_pylist() == left
    frame = sudomill.dedup(table.to_pandas(), "puzzle")
    assert frame["id"].to_list() == frame.index.to_list() == left
    assert sudomill.dedup(pl.from_arrow(table))["id"].to_list() == left
    assert sudomill.dedup(table.to_batches()[0])["id"].to_pylist() == left
    assert sudomill.dedup(table, exact=True).num_rows == len(mixed)
    # Also what is in another set.
    assert sudomill.dedup(table, against=copies[10:])["id"].to_pylist() == [*range(10), 50, 51, 102, 103]
    assert sudomill.dedup(table, against=copies[10:], exact=True).num_rows == len(mixed) - 40
    twice = pa.table({"puzzle": 2 * sudomill.generate("easy", 3, order=2).to_pylist()})
    assert sudomill.dedup(twice, exact=True) == twice[:3]
    with pytest.raises(ValueError, match="found 4×4; the canonical form is for 9×9 clues"):
        sudomill.dedup(twice)
    with pytest.raises(KeyError, match="no column 'id'"):
        sudomill.dedup(twice, "id")
    with pytest.raises(TypeError, match="against: found a Table; expected one column"):
        sudomill.dedup(table, against=table)


def test_pieces_have_the_copies_of_the_whole():
    column = puzzles()
    solutions = sudomill.solve(column)["solution"]
    whole = sudomill.shuffle(column, seed=5, copies=3, solutions=solutions)
    assert len(whole[0]) == 150 and whole[0] == sudomill.shuffle(column, seed=5, copies=3, threads=1)
    assert sudomill.canonical(whole[0]) == sudomill.canonical(column).take([row // 3 for row in range(150)])
    assert len(set(whole[0].to_pylist())) == 150 and sudomill.verify(*whole).null_count == 150
    for at in (0, 1, 20, 49):
        pieces = [
            sudomill.shuffle(column[first:last], seed=5, copies=3, first=first, solutions=solutions[first:last])
            for first, last in [(0, at), (at, 50)]
        ]
        for which in (0, 1):
            assert pa.concat_arrays([piece[which] for piece in pieces]) == whole[which]
    series = pd.Series([EY1, "bad"], index=[7, 9])
    copies = sudomill.shuffle(series, copies=2)
    assert copies.index.to_list() == [7, 7, 9, 9] and copies.isna().to_list() == [False, False, True, True]
    with pytest.raises(ValueError, match="copies: found 0; expected at least 1"):
        sudomill.shuffle([EY1], copies=0)
    # Far behind, numbers begin again, as in the program.
    assert len(sudomill.shuffle([EY1], copies=3, first=2**64 - 1)) == 3


def test_shuffle():
    column = puzzles()
    copies = sudomill.shuffle(column, seed=5)
    assert copies.type == pa.string()
    assert copies == sudomill.shuffle(column, seed=5, threads=3)
    assert copies != sudomill.shuffle(column, seed=6)
    # A row depends on its number, not on the other rows.
    assert sudomill.shuffle([None, "bad", *column.to_pylist()[2:]], seed=5)[2:] == copies[2:]
    assert sudomill.shuffle([None, "", "bad", "11" + EY1[2:]]).to_pylist() == [None] * 4
    assert sudomill.shuffle([EY1])[0].as_py().count("0") == EY1.count("0")
    for order in (2, 4, 5):
        some = sudomill.generate("easy", 5, order=order)
        moved = sudomill.shuffle(some)
        assert moved != some
        statuses = [sudomill.solve(them).column("status") for them in (some, moved)]
        assert statuses[0] == statuses[1]
    pencilmarks = sudomill.generate("pencilmark", 3)
    moved = sudomill.shuffle(pencilmarks)
    assert sudomill.solve(moved).column("status").to_pylist() == ["unique"] * 3
    solutions = sudomill.solve(column).column("solution")
    copies = sudomill.shuffle(column, seed=5, solutions=solutions)
    assert copies[0] == sudomill.shuffle(column, seed=5) and copies[1] != solutions
    assert sudomill.verify(*copies).null_count == len(column)
    given = [None, "", " ", "bad", SOLVED[:80], "1" * 81, f" {SOLVED} "]
    moved, solved = sudomill.shuffle([EY1] * 7, solutions=given)
    assert [copy is None for copy in moved.to_pylist()] == [False] * 3 + [True] * 2 + [False] * 2
    assert solved.to_pylist()[:5] == [None, "", "", None, None]
    assert sudomill.verify(moved[6:], solved[6:]).to_pylist() == [None]
