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

from . import _columns, _frames, _sudomill

__all__ = ["bench", "generate", "layout", "solve", "solve_table", "verify"]
__version__ = metadata.version("sudomill")


def solve(puzzles, limit=2, strategy="lanes", threads=None, max_guesses=None, layout=None):
    """Solve a column of puzzles: a row out for every row in, in order.

    ``puzzles`` is a pyarrow ``Array`` or ``ChunkedArray`` of ``string``,
    ``large_string``, ``string_view`` or a dictionary of these (read where it lies,
    nothing is copied), any other object with the Arrow PyCapsule interface, such as a
    Polars series, a pandas series, a sequence of ``str``, or a NumPy array of cell
    values, dtype ``uint8``, shape ``(n, 81)`` or ``(n, 9, 9)``, 0 for an empty cell.
    16, 256 and 625 cells work likewise: the first rows that tell the size and the
    alphabet tell it for all, unless ``layout`` does (see :func:`layout`).

    ``limit`` is the number of solutions after which a puzzle's search ends: 1 = the
    first one, 2 = prove that it is the only one, N = count up to N. ``strategy`` is a
    name that ``sudomill strategies`` lists. ``threads`` is the number of threads, all
    cores by default; name 1 inside an engine that runs many calls at once. A puzzle
    that needs more than ``max_guesses`` is given up: by default, as by the program, ten
    million on grids larger than 9×9, any number on others. The interpreter's lock is
    released, and Ctrl-C ends the call.

    Returns a pyarrow ``RecordBatch``; for a pandas series a ``DataFrame`` on the index
    of the series. The columns:

    ========= ======== =======================================================
    solution  string   the first solution, null where there is none
    status    string   solved, unique, multiple, none, invalid or gave-up
    solutions int64    solutions found, at most ``limit``
    guesses   int64    the strategy's guesses
    solve_ns  int64    nanoseconds of the solver's call alone, as of ``--timing``
    message   string   why an invalid row is no puzzle, else null
    ========= ======== =======================================================

    More than 2**31 bytes of solutions (26 million of 9×9) come as ``large_string``.

    >>> batch = solve([".4.3.3........2."])
    >>> batch.column("solution").to_pylist(), batch.column("status").to_pylist()
    (['2413134242313124'], ['unique'])

    Raises ``ValueError`` for an unknown strategy, a number out of range or cells of
    another shape, and ``TypeError`` for what is no column of texts, such as a single
    ``str``. A row that is no puzzle raises nothing: see its ``message``.
    """
    results = _sudomill.solve(
        _columns.column(puzzles),
        _columns.number("limit", limit, least=1),
        strategy,
        _columns.number("threads", threads, least=1),
        _columns.number("max_guesses", max_guesses),
        layout,
    )
    return _frames.as_called(puzzles, results)


def layout(puzzles):
    """Tell the size and the alphabet of a column: its order and the first digit's symbol.

    Who solves a set piece by piece asks it of the beginning and gives it to
    :func:`solve` for every piece: a piece of 16×16 or 25×25 may not say by itself
    whether its digits begin with 0 or 1.

    >>> layout(["." * 81]), layout(["0F" + 254 * "."])
    ((3, '1'), (4, '0'))
    """
    return _sudomill.layout(_columns.column(puzzles))


def solve_table(table, column="puzzle", prefix="", **options):
    """Append the columns of :func:`solve` to a table.

    ``table`` is a pyarrow ``Table`` or ``RecordBatch``, a data frame of pandas or
    Polars, or has the Arrow PyCapsule interface; one of the same kind comes out (a
    ``Table`` for the last), a pandas frame with its index. ``prefix`` goes before the
    names of the results, ``options`` are those of :func:`solve`. Made to be mapped over
    blocks by an engine such as Ray Data, Spark or Dask, with ``threads=1``.

    >>> table = pa.table({"id": [7], "puzzle": [".4.3.3........2."]})
    >>> solve_table(table, threads=1).column_names
    ['id', 'puzzle', 'solution', 'status', 'solutions', 'guesses', 'solve_ns', 'message']

    Raises ``KeyError`` if there is no such column or several, ``ValueError`` if one of
    the columns to be appended is there already, and what :func:`solve` raises.
    """
    table = _frames.as_table(table)
    results = solve(_frames.column_of(table, column), **options)
    names = [prefix + name for name in _frames.column_names(results)]
    return _frames.append(table, results, names)


def verify(puzzles, solutions, threads=None, layout=None):
    """Check solutions against their puzzles, row by row.

    Returns a pyarrow string array, for pandas series a series on their index: null
    where the solution is right, else what is wrong with it. No code is shared with any
    solver. ``threads`` and ``layout`` are those of :func:`solve`; Ctrl-C ends the call.

    >>> verify([".4.3.3........2."] * 2, ["2413134242313124", "2413134242313142"]).to_pylist()
    [None, 'r4c3 is 4, but the clue there is 2']

    Raises ``ValueError`` if the two have not the same length, or are pandas series
    that have not the same index.
    """
    _frames.refuse_other_index(puzzles, solutions)
    faults = _sudomill.verify(
        _columns.column(puzzles),
        _columns.column(solutions, "solutions"),
        _columns.number("threads", threads, least=1),
        layout,
    )
    return _frames.as_called(puzzles, faults)


def generate(kind, count, seed=0, order=3, clues=None, min_guesses=None, threads=None):
    """Make puzzles out of a seed; a pyarrow string array.

    ``kind`` is one that ``sudomill generate --help`` lists: easy, minimal, hard, …. The
    same arguments make the same puzzles on every machine, as the program does.

    >>> puzzles = generate("easy", 3, seed=7, clues=40)
    >>> [sum(symbol != "." for symbol in puzzle) for puzzle in puzzles.to_pylist()]
    [40, 40, 40]

    Raises ``ValueError`` for what cannot be generated.
    """
    return _sudomill.generate(
        kind,
        _columns.number("count", count),
        _columns.number("seed", seed),
        _columns.number("order", order),
        _columns.number("clues", clues),
        _columns.number("min_guesses", min_guesses),
        _columns.number("threads", threads, least=1),
    )


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
    columns = [(name, _columns.column(column, name)) for name, column in sets.items()]
    measured = _sudomill.bench(
        columns,
        None if strategies is None else _columns.names("strategies", strategies),
        _columns.number("limit", limit, least=1),
        _columns.number("rounds", rounds, least=1),
        seconds,
        _columns.number("threads", threads, least=1),
    )
    return json.loads(measured)
