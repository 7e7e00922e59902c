"""Frames of pandas and Polars: every row gets its own result, whatever its index."""

import doctest
import re
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import sudomill
from sudomill._columns import names_of

TESTS = Path(__file__).resolve().parent
READMES = [TESTS.parents[1] / "README.md", TESTS.parent / "README.md"]


def blocks():
    """Return the Python code blocks of the READMEs."""
    found = [re.findall(r"```python\n(.*?)```", file.read_text(), re.S) for file in READMES]
    return [block for of_file in found for block in of_file]


def recipes():
    """Return the lines of the READMEs that add results to a frame."""
    lines = [line for block in blocks() for line in block.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.startswith("df = ")]


def frame(rows=60):
    puzzles = sudomill.generate("minimal", rows, seed=3).to_pylist()
    return pd.DataFrame({"number": range(rows), "puzzle": puzzles})


def frames():
    whole = frame()
    twice = frame()
    twice.index = [row // 2 for row in range(len(twice))]
    return {
        "whole": whole,
        "filtered": whole[whole["number"] % 3 == 1],
        "shuffled": whole.sample(frac=1, random_state=5),
        "with an index that has every value twice": twice,
        "with texts for an index": whole.set_index("puzzle", drop=False).rename_axis("name"),
        "sorted and filtered": twice.sort_values("puzzle")[10:40],
        "empty": whole[:0],
    }


def assert_own_rows(before, solved):
    assert list(solved["number"]) == list(before["number"])
    assert list(solved["puzzle"]) == list(before["puzzle"])
    assert all(status == "unique" for status in solved["status"])
    puzzles, solutions = list(solved["puzzle"]), list(solved["solution"])
    assert sudomill.verify(puzzles, solutions).null_count == len(before)


@pytest.mark.parametrize("recipe", recipes())
@pytest.mark.parametrize("kind", frames())
def test_recipes(recipe, kind):
    before = frames()[kind]
    for frame in [before] * ("pl." not in recipe) + [pl.from_pandas(before)] * ("pd." not in recipe):
        names = {"df": frame, "pd": pd, "pl": pl, "sudomill": sudomill}
        exec(recipe, names)
        assert type(names["df"]) is type(frame)
        assert_own_rows(before, names["df"])
        assert isinstance(frame, pl.DataFrame) or names["df"].index.equals(before.index)


def test_readme_examples():
    examples = "\n".join(block for block in blocks() if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", None, 0)
    failed, attempted = doctest.DocTestRunner().run(test)
    assert attempted > 3 and failed == 0 and len(recipes()) >= 4


@pytest.mark.parametrize("kind", frames())
def test_results_keep_the_index(kind):
    before = frames()[kind]
    solved = sudomill.solve(before["puzzle"])
    assert isinstance(solved, pd.DataFrame) and solved.index.equals(before.index)
    # Also when assigned column by column.
    assert_own_rows(before, before.assign(solution=solved["solution"], status=solved["status"]))
    faults = sudomill.verify(before["puzzle"], solved["solution"])
    assert faults.index.equals(before.index) and faults.isna().all()
    copies = sudomill.shuffle(before["puzzle"], solutions=solved["solution"])
    for other in [sudomill.canonical(before["puzzle"]), sudomill.shuffle(before["puzzle"]), *copies]:
        assert other.index.equals(before.index)


def test_solve_table_inputs():
    before = frames()["filtered"]
    for table, kind in [
        (before, pd.DataFrame),
        (pl.from_pandas(before), pl.DataFrame),
        (pa.Table.from_pandas(before), pa.Table),
        (pa.Table.from_pandas(before).to_batches()[0], pa.RecordBatch),
        (pa.Table.from_pandas(before).to_reader(), pa.Table),
    ]:
        solved = sudomill.solve_table(table, threads=1)
        assert type(solved) is kind and "message" in names_of(solved)


@pytest.mark.parametrize("kind", [pd.DataFrame, pl.DataFrame, pa.table])
def test_names_of_results(kind):
    table = kind({"puzzle": ["." * 81], "solution": ["x"]})
    with pytest.raises(ValueError, match="already has a column 'solution'"):
        sudomill.solve_table(table, prefix="")
    solved = sudomill.solve_table(table, prefix="found_")
    assert names_of(solved)[:4] == ["puzzle", "solution", "found_solution", "found_status"]
    assert solved["solution"][0] in ("x", pa.scalar("x"))
    with pytest.raises(KeyError, match="no column 'quizzes'; found puzzle, solution"):
        sudomill.solve_table(table, column="quizzes")
    # DuckDB treats names that differ only in case as the same.
    table = kind({"puzzle": ["." * 81], "Status": ["old"], "MESSAGE": ["x"]})
    solved = sudomill.solve_table(table)
    names = names_of(solved)
    assert len({name.lower() for name in names}) == len(names) == 8
    assert names[3:5] == ["solution", "sudomill_status"] and names[-1] == "sudomill_message"
    found = duckdb.sql('SELECT Status, sudomill_status FROM solved').fetchall()
    assert found == [("old", "multiple")]
    with pytest.raises(ValueError, match="already has a column 'Status'"):
        sudomill.solve_table(table, prefix="")
    # A column with different case is found, unless there are two.
    assert sudomill.solve_table(table, column="Puzzle").shape == solved.shape
    with pytest.raises(KeyError, match="no column 'PUZZLE'"):
        sudomill.solve_table(kind({"puzzle": ["x"], "Puzzle": ["x"]}), column="PUZZLE")
    with pytest.raises(KeyError, match="several columns 'puzzle'"):
        sudomill.solve_table(pa.table([["x"], ["y"]], names=["puzzle", "puzzle"]))
