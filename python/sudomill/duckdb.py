"""Functions for DuckDB that solve puzzles, verify solutions and find canonical forms."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import duckdb
import pyarrow as pa

import sudomill

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection
    from typing_extensions import Unpack

    from ._types import Options

__all__ = ["register"]


def register(
    connection: DuckDBPyConnection, name: str = "sudoku", **options: Unpack[Options]
) -> None:
    """Register ``sudoku(puzzle)``, ``sudoku_verify(puzzle, solution)`` and ``sudoku_canonical(puzzle)``.

    The first returns a struct with the columns of :func:`sudomill.solve`, which takes the ``options``;
    with ``agrees`` among ``columns``, it takes the solution as a second argument. DuckDB passes 2,048
    rows at a time, from several threads. So ``layout`` is by default that of 9×9 puzzles, and each
    call works on one thread.
    """
    every: Any = {"threads": 1, "layout": (3, "1"), **options}
    if every["layout"] is None:
        raise TypeError('layout: found None; expected (3, "1") or what sudomill.layout returns')
    shared: Any = {name: every[name] for name in ("threads", "layout")}
    units: Any = {name: every[name] for name in ("regions", "extra") if name in every}

    def solved(puzzles: Any, solutions: Any = None) -> Any:
        results = sudomill.solve(puzzles, solutions=solutions, **every)
        return pa.StructArray.from_arrays(results.columns, fields=list(results.schema))

    def add(name: str, work: Any, arguments: int) -> None:
        nothing = work(*[pa.array([], pa.string())] * arguments)
        result = connection.from_arrow(pa.table([nothing], ["result"])).types[0]
        # A function of an earlier call gives way.
        with contextlib.suppress(duckdb.InvalidInputException):
            connection.remove_function(name)
        # By default, DuckDB does not call functions for nulls.
        create: Any = connection.create_function
        create(name, work, ["VARCHAR"] * arguments, result, type="arrow", null_handling="special")

    compares = "agrees" in (every.get("columns") or ())
    add(name, solved if compares else lambda puzzles: solved(puzzles), 1 + compares)
    add(f"{name}_verify", lambda puzzles, given: sudomill.verify(puzzles, given, **shared, **units), 2)
    add(f"{name}_canonical", lambda puzzles: sudomill.canonical(puzzles, **shared), 1)
