"""Polars expressions: importing this module registers ``sudoku``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

import sudomill

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._types import Options, Threads, Units

__all__ = ["Sudoku"]


@pl.api.register_expr_namespace("sudoku")
class Sudoku:
    """The namespace ``pl.col("puzzle").sudoku``: the functions of the package, with their options.

    Polars may pass a column in pieces. So ``layout`` is by default that of 9×9 puzzles; with ``None``
    it is detected, which needs the whole column at once.
    """

    def __init__(self, puzzles: pl.Expr) -> None:
        self._puzzles = puzzles

    def solve(self, solutions: pl.Expr | None = None, **options: Unpack[Options]) -> pl.Expr:
        """Solve the puzzles, to a struct of the columns of results; ``unnest`` makes columns of it."""
        return self._mapped(sudomill.solve, solutions, options)

    def verify(self, solutions: pl.Expr, **options: Unpack[Units]) -> pl.Expr:
        """Tell what is wrong with the solutions."""
        return self._mapped(sudomill.verify, solutions, options)

    def canonical(self, **options: Unpack[Threads]) -> pl.Expr:
        """Find the canonical forms of the puzzles."""
        return self._mapped(sudomill.canonical, None, options)

    def _mapped(self, work: Any, solutions: pl.Expr | None, options: Any) -> pl.Expr:
        options = {"layout": (3, "1"), **options}
        given = {} if solutions is None else {"solutions": solutions}
        columns = {"puzzles": self._puzzles, **given}

        def mapped(series: Any) -> pl.Series:
            found: Any = pl.from_arrow(work(**dict(zip(columns, series)), **options))
            found = found.to_struct() if isinstance(found, pl.DataFrame) else found
            return found.alias(series[0].name)

        # The result for no rows gives the types, and rejects bad options before the query runs.
        nothing = mapped([pl.Series("", [], pl.String)] * len(columns))
        every, is_whole = list(columns.values()), options["layout"] is None
        return pl.map_batches(every, mapped, nothing.dtype, is_elementwise=not is_whole)
