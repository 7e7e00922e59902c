"""A function for DuckDB that solves puzzles.

>>> import duckdb
>>> import sudomill.duckdb
>>> connection = duckdb.connect()
>>> sudomill.duckdb.register(connection, layout=(2, "1"))
>>> connection.sql("SELECT r.status, r.solution FROM (SELECT sudoku('.4.3.3........2.') AS r)")
┌─────────┬──────────────────┐
│ status  │     solution     │
│ varchar │     varchar      │
├─────────┼──────────────────┤
│ unique  │ 2413134242313124 │
└─────────┴──────────────────┘
<BLANKLINE>
"""

from __future__ import annotations

import pyarrow as pa

import sudomill

__all__ = ["register"]

#: The DuckDB types of results.
_TYPES = {pa.string(): "VARCHAR", pa.int64(): "BIGINT", pa.bool_(): "BOOLEAN"}


def register(connection, name="sudoku", layout=(3, "1"), **options):
    """Register a function that solves a column of puzzles.

    DuckDB passes 2,048 rows at a time, from several threads. So the layout is not detected but
    given, and each call solves its rows on one thread.

    Parameters
    ----------
    connection : duckdb.DuckDBPyConnection
        The connection that gets the function.
    name : str, default "sudoku"
        The name of the function.
    layout : tuple of (int, str), default (3, "1")
        The size and the alphabet of the puzzles, by default 9×9; see :func:`sudomill.layout`.
    **options
        The options of :func:`sudomill.solve`. With ``agrees`` among ``columns``, the function
        takes the solutions as a second argument.

    Raises
    ------
    ValueError, TypeError
        As :func:`sudomill.solve`.
    """
    if layout is None:
        raise TypeError("layout: found None; expected (3, \"1\") or what sudomill.layout returns")
    is_compared = "agrees" in (options.get("columns") or ())
    options = {"threads": 1, **options, "layout": layout}

    def solved(puzzles, solutions=None):
        results = sudomill.solve(puzzles, solutions=solutions, **options)
        return pa.StructArray.from_arrays(results.columns, fields=list(results.schema))

    nothing = pa.array([], pa.string())
    fields = solved(nothing, nothing if is_compared else None).type
    types = {field.name: _TYPES[field.type] for field in fields}
    result = connection.struct_type({name: connection.type(of) for name, of in types.items()})
    # By default, DuckDB does not call functions for nulls.
    connection.create_function(
        name,
        solved if is_compared else lambda puzzles: solved(puzzles),
        ["VARCHAR"] * (1 + is_compared),
        result,
        type="arrow",
        null_handling="special",
    )
