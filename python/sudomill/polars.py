"""Polars expressions: importing this module registers ``sudoku``.

>>> import polars as pl
>>> import sudomill.polars
>>> puzzles = pl.LazyFrame({"puzzle": [".4.3.3........2.", "44.............."]})
>>> solved = puzzles.with_columns(pl.col("puzzle").sudoku.solve(layout=(2, "1")).alias("result"))
>>> solved.unnest("result").select("puzzle", "status").collect().rows()
[('.4.3.3........2.', 'unique'), ('44..............', 'invalid')]
"""

from __future__ import annotations

import polars as pl

import sudomill

__all__ = ["Sudoku"]


@pl.api.register_expr_namespace("sudoku")
class Sudoku:
    """The namespace ``pl.col("puzzle").sudoku``."""

    def __init__(self, puzzles):
        self._puzzles = puzzles

    def solve(self, solutions=None, layout=(3, "1"), **options):
        """Solve a column of puzzles.

        Polars may pass the column in pieces, for example in a stream. So the layout is not
        detected but given, and no result depends on the pieces.

        Parameters
        ----------
        solutions : polars.Expr, optional
            Solutions to compare with those found, in the field ``agrees``.
        layout : tuple of (int, str) or None, default (3, "1")
            The size and the alphabet of the puzzles, by default 9×9; see
            :func:`sudomill.layout`. With ``None``, they are detected, which needs the whole
            column at once.
        **options
            The options of :func:`sudomill.solve`.

        Returns
        -------
        polars.Expr
            A struct for each row, with a field for each column of :func:`sudomill.solve`;
            ``unnest`` makes columns of them.

        Raises
        ------
        ValueError, TypeError
            As :func:`sudomill.solve`.
        """
        expressions = [self._puzzles] if solutions is None else [self._puzzles, solutions]

        def solved(columns):
            given = columns[1] if len(columns) > 1 else None
            results = sudomill.solve(columns[0], layout=layout, solutions=given, **options)
            return pl.from_arrow(results).to_struct(columns[0].name)

        # The result for no rows gives the types, and rejects bad options before the query runs.
        nothing = [pl.Series("", [], pl.String)] * len(expressions)
        return pl.map_batches(
            expressions,
            solved,
            return_dtype=solved(nothing).dtype,
            is_elementwise=layout is not None,
        )
