"""Polars expressions and functions of DuckDB: the results of ``solve``, however rows come."""

import duckdb
import polars as pl
import pytest
import sudomill
import sudomill.duckdb
import sudomill.polars  # noqa: F401

ROWS, NINE = 5000, {"layout": (3, "1")}


@pytest.fixture(scope="module")
def puzzles():
    texts = sudomill.generate("easy", ROWS, seed=3).to_pylist()
    texts[0], texts[7], texts[-1] = "1...4.....2....3", None, "." * 81
    return texts


@pytest.fixture(scope="module")
def solutions(puzzles):
    solutions = [row["solution"] for row in results(puzzles)]
    solutions[3] = solutions[4]  # A wrong one.
    return solutions


@pytest.fixture
def connection():
    connection = duckdb.connect()
    sudomill.duckdb.register(connection)
    return connection


def test_duckdb_registers_again(connection):
    sudomill.duckdb.register(connection, columns=["status"])
    assert connection.sql("SELECT sudoku('x')").fetchall() == [({"status": "invalid"},)]


def test_types_of_all_columns(connection):
    """Engines take each type of results."""
    columns = ["canonical", "canonical_key", "automorphisms", "minimal", "redundant", "rating", "difficulty", "clues"]
    column = [*sudomill.generate("minimal", 3, seed=1).to_pylist(), "x"]
    expected = sudomill.solve(column, columns=columns, **NINE).to_pylist()
    sudomill.duckdb.register(connection, columns=columns)
    frame = pl.DataFrame({"puzzle": column})
    found = connection.sql("SELECT sudoku(puzzle) FROM frame").fetchall()
    assert [row for (row,) in found] == expected
    assert frame.select(pl.col("puzzle").sudoku.solve(columns=columns)).unnest("puzzle").to_dicts() == expected


def results(puzzles, **options):
    return sudomill.solve(puzzles, **NINE, **options).to_pylist()


@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_polars_lazy_frame(puzzles, engine):
    frame = pl.LazyFrame({"id": range(ROWS), "puzzle": puzzles})
    query = frame.with_columns(pl.col("puzzle").sudoku.solve().alias("r")).unnest("r")
    schema = query.collect_schema()
    assert schema["solution"] == pl.String and schema["guesses"] == pl.Int64
    solved = query.collect(engine=engine)
    assert solved.schema == schema
    assert solved["id"].to_list() == list(range(ROWS))
    found = solved.drop("id", "puzzle").to_dicts()
    assert found == results(puzzles)


def test_polars_data_frame(puzzles):
    frame = pl.DataFrame({"puzzle": puzzles})
    solved = frame.select(pl.col("puzzle").sudoku.solve(limit=1).struct.field("status"))
    assert solved["status"].to_list() == [row["status"] for row in results(puzzles, limit=1)]
    grouped = frame.select(pl.col("puzzle").sudoku.solve().struct.field("status").value_counts())
    assert sum(row["count"] for row in grouped["status"].to_list()) == ROWS
    filtered = frame.filter(pl.col("puzzle").sudoku.solve().struct.field("status") == "multiple")
    assert filtered["puzzle"].to_list() == ["." * 81]
    # Before the query runs.
    with pytest.raises(ValueError, match="columns: unknown column"):
        pl.col("puzzle").sudoku.solve(columns=["x"])


def test_polars_layout():
    small = [".4.3.3........2.", None]
    expression = pl.col("puzzle").sudoku
    frame = pl.DataFrame({"puzzle": small})
    for layout in [(2, "1"), None, sudomill.layout(small)]:
        solved = frame.select(expression.solve(layout=layout).struct.field("status"))
        assert solved["status"].to_list() == ["unique", "invalid"]
    nine = frame.select(expression.solve().struct.field("status"))
    assert nine["status"].to_list() == ["invalid", "invalid"]
    cells = pl.Series("puzzle", [[0] * 81, [1] * 81], dtype=pl.Array(pl.Int8, 81))
    solved = cells.to_frame().lazy().select(expression.solve().struct.field("status")).collect()
    assert solved["status"].to_list() == ["multiple", "invalid"]


def test_polars_solutions(puzzles, solutions):
    frame = pl.LazyFrame({"puzzle": puzzles, "answer": solutions})
    sudoku, answer = pl.col("puzzle").sudoku, pl.col("answer")
    solved = frame.select(sudoku.solve(answer, columns=["agrees", "clues"]).alias("r")).unnest("r")
    assert solved.collect_schema() == {"agrees": pl.Boolean, "clues": pl.Int64}
    agrees = solved.collect()["agrees"].to_list()
    assert agrees[:8] == [None, True, True, False, True, True, True, None]
    query = frame.select(sudoku.verify(answer).alias("fault"), sudoku.canonical().alias("form"))
    assert query.collect_schema() == {"fault": pl.String, "form": pl.String}
    for engine in ["in-memory", "streaming"]:
        found = query.collect(engine=engine)
        assert found["fault"].to_list() == sudomill.verify(puzzles, solutions, **NINE).to_pylist()
        assert found["form"].to_list() == sudomill.canonical(puzzles, **NINE).to_pylist()


def test_duckdb_functions(connection, puzzles, solutions):
    sudomill.duckdb.register(connection, "s")
    frame = pl.DataFrame({"id": range(ROWS), "puzzle": puzzles, "answer": solutions}).to_arrow()
    connection.register("frame", frame)
    query = "SELECT id, r.* FROM (SELECT id, sudoku(puzzle) AS r FROM frame) ORDER BY id"
    solved = connection.sql(query).to_arrow_table()
    assert solved.drop_columns(["id"]).to_pylist() == results(puzzles)
    counted = "SELECT count(*) FROM frame WHERE sudoku(puzzle).status = 'invalid'"
    assert connection.sql(counted).fetchall() == [(2,)]
    found = connection.sql("SELECT s_verify(puzzle, answer), s_canonical(puzzle) FROM frame").fetchall()
    assert [row[0] for row in found] == sudomill.verify(puzzles, solutions, **NINE).to_pylist()
    assert [row[1] for row in found] == sudomill.canonical(puzzles, **NINE).to_pylist()


def test_duckdb_options(connection, puzzles, solutions):
    sudomill.duckdb.register(connection, "check_sudoku", columns=["agrees", "difficulty", "clues"])
    frame = pl.DataFrame({"puzzle": puzzles, "answer": solutions}).to_arrow()
    connection.register("frame", frame)
    query = "SELECT r.* FROM (SELECT check_sudoku(puzzle, answer) AS r FROM frame LIMIT 5)"
    solved = connection.sql(query).fetchall()
    assert [row[0] for row in solved] == [None, True, True, False, True]
    assert solved[0][1:] == (None, 0) and solved[1][1] == "easy"
    with pytest.raises(ValueError, match="magic"):
        sudomill.duckdb.register(connection, strategy="magic")
    with pytest.raises(TypeError, match="layout: found None"):
        sudomill.duckdb.register(connection, layout=None)
