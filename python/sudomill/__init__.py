"""Solves Sudoku puzzles by the million: Arrow arrays in, record batches out.

>>> import sudomill
>>> batch = sudomill.solve(["1...4.....2....3", "44.............."])
>>> batch.column("status").to_pylist()
['multiple', 'invalid']
>>> batch.column("message")[1].as_py()
'2: digit 4 twice in row 1 (r1c1, r1c2)'
"""

from __future__ import annotations

import json
from importlib import metadata

import pyarrow as pa

from . import _sudomill

__all__ = ["bench", "generate", "layout", "solve", "solve_table", "verify"]
__version__ = metadata.version("sudomill")


def solve(puzzles, limit=2, strategy="lanes", threads=None, max_guesses=None, layout=None):
    """Solve a column of puzzles: a row out for every row in, in order.

    ``puzzles`` is a pyarrow ``Array`` or ``ChunkedArray`` of ``string``,
    ``large_string`` or ``string_view`` (read where it lies, nothing is copied), any
    other object with the Arrow PyCapsule interface, such as a Polars series, a
    sequence of ``str``, or a NumPy array of cell values, dtype ``uint8``, shape
    ``(n, 81)``, 0 for an empty cell. 16, 256 and 625 cells work likewise: the first
    rows that tell the size and the alphabet tell it for all, unless ``layout`` does
    (see :func:`layout`).

    ``limit`` is the number of solutions after which a puzzle's search ends: 1 = the
    first one, 2 = prove that it is the only one, N = count up to N. ``strategy`` is a
    name that ``sudomill strategies`` lists. ``threads`` is the number of threads, all
    cores by default; name 1 inside an engine that runs many calls at once. A puzzle
    that needs more than ``max_guesses`` is given up. The interpreter's lock is
    released, and Ctrl-C ends the call.

    The columns of the batch:

    ========= ======== =======================================================
    solution  string   the first solution, null where there is none
    status    string   solved, unique, multiple, none, invalid or gave-up
    solutions int64    solutions found, at most ``limit``
    guesses   int64    the strategy's guesses
    solve_ns  int64    the puzzle's share of the solver's time, in nanoseconds
    message   string   why an invalid row is no puzzle, else null
    ========= ======== =======================================================

    More than 2**31 bytes of solutions (26 million of 9×9) come as ``large_string``.

    >>> batch = solve([".4.3.3........2."])
    >>> batch.column("solution").to_pylist(), batch.column("status").to_pylist()
    (['2413134242313124'], ['unique'])

    Raises ``ValueError`` for an unknown strategy and ``TypeError`` for an array that
    holds no text. A row that is no puzzle raises nothing: see its ``message``.
    """
    return _sudomill.solve(_column(puzzles), limit, strategy, threads, max_guesses, layout)


def layout(puzzles):
    """Tell the size and the alphabet of a column: its order and the first digit's symbol.

    Who solves a set piece by piece asks it of the beginning and gives it to
    :func:`solve` for every piece: a piece of 16×16 or 25×25 may not say by itself
    whether its digits begin with 0 or 1.

    >>> layout(["." * 81]), layout(["0F" + 254 * "."])
    ((3, '1'), (4, '0'))
    """
    return _sudomill.layout(_column(puzzles))


def solve_table(table, column="puzzle", **options):
    """Append the columns of :func:`solve` to a pyarrow ``Table`` or ``RecordBatch``.

    ``options`` are those of :func:`solve`. Made to be mapped over blocks by an engine
    such as Ray Data, Spark or Dask, with ``threads=1``. What comes out is a ``Table``
    for a ``Table`` and a ``RecordBatch`` for a ``RecordBatch``.

    >>> table = pa.table({"id": [7], "puzzle": [".4.3.3........2."]})
    >>> solve_table(table, threads=1).column_names
    ['id', 'puzzle', 'solution', 'status', 'solutions', 'guesses', 'solve_ns', 'message']

    Raises ``KeyError`` if there is no such column, ``ValueError`` if one of the columns
    to be appended is there already.
    """
    if column not in table.schema.names:
        found = ", ".join(table.schema.names)
        raise KeyError(f"no column {column!r}; found {found}")
    results = solve(table.column(column), **options)
    taken = [name for name in results.schema.names if name in table.schema.names]
    if taken:
        raise ValueError(f"the table has a column {taken[0]!r} already; rename it or leave it out")
    for field in results.schema:
        table = table.append_column(field, results.column(field.name))
    return table


def verify(puzzles, solutions):
    """Check solutions against their puzzles, row by row.

    Returns a pyarrow string array: null where the solution is right, else what is
    wrong with it. No code is shared with any solver.

    >>> verify([".4.3.3........2."] * 2, ["2413134242313124", "2413134242313142"]).to_pylist()
    [None, 'r4c3 is 4, but the clue there is 2']

    Raises ``ValueError`` if the two have not the same length.
    """
    return _sudomill.verify(_column(puzzles), _column(solutions))


def generate(kind, count, seed=0, order=3, clues=None, min_guesses=None, threads=None):
    """Make puzzles out of a seed; a pyarrow string array.

    ``kind`` is one that ``sudomill generate --help`` lists: easy, minimal, hard, …. The
    same arguments make the same puzzles on every machine, as the program does.

    >>> puzzles = generate("easy", 3, seed=7, clues=40)
    >>> [sum(symbol != "." for symbol in puzzle) for puzzle in puzzles.to_pylist()]
    [40, 40, 40]

    Raises ``ValueError`` for what cannot be generated.
    """
    return _sudomill.generate(kind, count, seed, order, clues, min_guesses, threads)


def bench(puzzles, strategies=None, limit=None, rounds=None, seconds=None, threads=None):
    """Measure strategies on a column of puzzles, or on several: ``{name: puzzles}``.

    What is not given is as in ``sudomill bench``, so that the two can be compared:
    the strategies ``lanes`` and ``mrv``, up to 2 solutions, 5 rounds of 2 seconds, 1
    thread, at most a million guesses a puzzle.

    Returns what ``sudomill bench --format json`` writes, as a dictionary; its schema
    is ``schema/bench.schema.json``. Solutions are verified outside the clock, and the
    strategies take turns.

    >>> measured = bench(generate("easy", 100), strategies=["mrv"], rounds=1, seconds=0.1)
    >>> measured["sets"][0]["measurements"][0]["strategy"]
    'mrv'
    """
    sets = puzzles if isinstance(puzzles, dict) else {"puzzles": puzzles}
    columns = [(name, _column(column)) for name, column in sets.items()]
    strategies = None if strategies is None else list(strategies)
    return json.loads(
        _sudomill.bench(columns, strategies, limit, rounds, seconds, threads)
    )


def _column(values):
    """An object with the Arrow PyCapsule interface."""
    if isinstance(values, (pa.Array, pa.ChunkedArray)) and (
        pa.types.is_dictionary(values.type) or pa.types.is_null(values.type)
    ):
        return values.cast(pa.string())
    if hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__"):
        return values
    if getattr(values, "ndim", 1) == 2:
        return _cells(values)
    return pa.array(values, pa.string(), from_pandas=True)


def _cells(array):
    """Rows of cell values as an Arrow array, without a copy where they lie together."""
    if array.dtype != "uint8":
        raise TypeError(f"found cells of dtype {array.dtype}, expected uint8")
    rows, cells = array.shape
    buffers = [None, pa.py_buffer(array.tobytes() if not array.flags.c_contiguous else array)]
    return pa.Array.from_buffers(pa.binary(cells), rows, buffers)
