from collections.abc import Sequence

import polars as pl

class Sudoku:
    def __init__(self, puzzles: pl.Expr) -> None: ...
    def solve(
        self,
        solutions: pl.Expr | None = None,
        layout: tuple[int, str] | None = (3, "1"),
        *,
        limit: int = 2,
        strategy: str = "lanes",
        threads: int | None = None,
        max_guesses: int | None = None,
        columns: Sequence[str] | None = None,
    ) -> pl.Expr: ...
