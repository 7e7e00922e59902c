from collections.abc import Sequence

import duckdb

def register(
    connection: duckdb.DuckDBPyConnection,
    name: str = "sudoku",
    layout: tuple[int, str] = (3, "1"),
    *,
    limit: int = 2,
    strategy: str = "lanes",
    threads: int = 1,
    max_guesses: int | None = None,
    columns: Sequence[str] | None = None,
) -> None: ...
