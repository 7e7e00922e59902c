"""Solve Sudoku puzzles by the million: Arrow arrays in, record batches out.

In all functions, a column of puzzles or solutions is one of:

- a sequence of ``str``
- a pyarrow ``Array`` or ``ChunkedArray`` of strings or a dictionary of strings, which is read
  without a copy; any object with the Arrow PyCapsule interface, such as a Polars series
- a pandas series; the result then has its index, and is a series or a data frame
- grids of integers, with 0 for an empty cell: a NumPy array of shape ``(n, 81)`` or ``(n, 9, 9)``,
  lists in Python, Arrow lists, ``FixedSizeList``, Polars ``Array``

A string has one symbol per cell, or any notation of one puzzle that the command line reads, such as
``5 3 . …``, ``[5, 3, 0, …]`` and the nine lines of a grid. A row of ``uint8`` may hold symbols, too.
Puzzles of 16, 256 and 625 cells work in the same way. All puzzles of a column have one size and
alphabet: that of most of the first rows (2 MiB), or the given ``layout``; see :func:`layout`. A
warning counts those of other sizes, which are invalid.

``threads`` is by default one per core, and at most four per core or 16; use 1 in engines that run
many calls at once. Calls release the interpreter's lock, and Ctrl-C ends them.
"""

from __future__ import annotations

from importlib import metadata
from typing import TYPE_CHECKING, Any, overload

import pyarrow as pa

try:
    import sudomill._sudomill as _sudomill
except ModuleNotFoundError:
    raise ImportError(
        f"{__path__[0]} is the source, without its compiled module: pip install ./python, and "
        "import sudomill from another folder"
    ) from None
from . import _columns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typing_extensions import Unpack

    from ._types import (
        AnyColumn, Column, Copies, Dedup, FrameT, Kind, Layout, Options, Series, SeriesT, Strategy, TableOptions, TableT, Threads, Units,
    )

__all__ = ["canonical", "dedup", "generate", "layout", "shuffle", "solve", "solve_table", "verify", "vicinity"]
__version__ = metadata.version("sudomill")


@overload
def solve(puzzles: Series[FrameT], *, solutions: AnyColumn | None = None, **options: Unpack[Options]) -> FrameT: ...
@overload
def solve(puzzles: Column, *, solutions: AnyColumn | None = None, **options: Unpack[Options]) -> pa.RecordBatch: ...
def solve(
    puzzles: Any,
    *,
    limit: int = 2,
    strategy: Strategy | None = None,
    threads: int | None = None,
    max_guesses: int | None = None,
    max_rating: float | None = None,
    layout: Layout | None = None,
    regions: str | None = None,
    extra: Sequence[str] = (),
    columns: Sequence[str] | None = None,
    solutions: Any = None,
) -> Any:
    """Solve a column of puzzles; return one row for each, in the same order.

    ``limit`` ends the search of a puzzle: 1 finds the first solution, 2 proves that it is the only
    one, N counts up to N. ``strategy`` is a name that ``sudomill strategies`` lists, by default ``lanes``. A puzzle
    that needs more than ``max_guesses`` is given up: by default ten million above 9×9, and else no limit.
    ``regions``, a drawing, replaces the boxes, as in jigsaws; ``extra`` adds units: ``"diagonals"``, ``"windows"``
    or drawings. The texts of drawings are those of the files in docs/regions.md. The strategy is then
    ``region-lanes``.

    ``columns`` are names of ``sudomill solve --columns``; docs/output.md tells what each holds. The usual
    ones are ``solution``, null if there is none; ``status``, one of solved, unique, multiple, none, invalid
    or gave-up; ``solutions``, the number found; ``guesses``; ``message``, why a row is no puzzle; and with
    ``solutions``, ``agrees``: true if a given one is right, null if it is empty, a number that lost
    digits, such as 5.3e+80, or none was found.

    Others are ``solve_ns`` and each counter of the strategy, such as ``clues``, or ``counters`` for all of
    these; ``difficulty``, ``rating``, ``minimal``, ``canonical`` and more, which are null where they do not
    exist. Numbers are ``int64``, those of the search 0 in an invalid row; ratings are ``float64``, answers
    such as ``minimal`` ``bool``, and ``canonical_key`` has 16 bytes. Texts above 2 GiB (26 million
    solutions) are ``large_string``. Ratings above 9.0 can take a second each: ``max_rating``, which has one
    decimal, is the highest that is looked for. ``path``, the steps of a person, is a list of structs with the
    fields of schema/path.schema.json, ``path_reasons`` a list of strings; they take about 10 kB a row.

    >>> solve([".4.3.3........2."], columns=["difficulty", "clues"]).to_pylist()
    [{'difficulty': 'easy', 'clues': 4}]
    >>> puzzle = "...9...7.....31.65.1.7..9..2......5.371...824.9......3..7..2.4.92.46.....3...8..."
    >>> solve([puzzle], columns=["rating", "hardest_technique"], max_rating=7).to_pylist()
    [{'rating': 4.2, 'hardest_technique': 'XY-wing'}]
    """
    results = _sudomill.solve(
        _columns.chunks(puzzles),
        _columns.number("limit", limit, least=1, required=True),
        strategy if strategy is None else _columns.text("strategy", strategy),
        _columns.number("max_guesses", max_guesses),
        max_rating,
        _columns.texts("columns", columns),
        None if solutions is None else _columns.given(solutions, puzzles),
        _columns.shared(threads, layout, regions, extra),
    )
    return _columns.as_called(puzzles, results)


def layout(puzzles: AnyColumn) -> Layout:
    """Detect the size and the alphabet of a column of puzzles.

    Returns the side of a box (3 for 9×9), and the symbol of the first digit or, if puzzles are given
    by candidates, ``"pencilmarks"``. To solve a set in pieces, pass the layout of its first puzzles
    for each: a piece of 16×16 or 25×25 puzzles may not show whether digits start at 0 or at 1.

    >>> layout(["." * 81]), layout(["0F" + 254 * "."])
    ((3, '1'), (4, '0'))
    """
    return _sudomill.layout(_columns.chunks(puzzles))


@overload
def solve_table(table: TableT, column: str = "puzzle", **options: Unpack[TableOptions]) -> TableT: ...
@overload
def solve_table(table: Any, column: str = "puzzle", **options: Unpack[TableOptions]) -> pa.Table: ...
def solve_table(
    table: Any,
    column: str = "puzzle",
    *,
    prefix: str | None = None,
    solution_column: str | None = None,
    **options: Any,
) -> Any:
    """Append the columns of :func:`solve` to a table of pyarrow or a frame of pandas or Polars.

    ``options`` are those of :func:`solve`, without ``solutions``.
    Engines such as Ray Data, Spark and Dask can map this function over blocks, with ``threads=1``.
    Other objects with the Arrow PyCapsule interface become a pyarrow ``Table``. Columns are found by
    their names, exactly or else in upper or lower case.

    A result whose name is that of a column, in upper or lower case, gets the prefix ``sudomill_``;
    with ``prefix``, all results get that. ``solution_column`` holds the solutions that the result
    ``agrees`` compares; if ``columns`` has ``agrees``, it is found by name, as on the command line.

    >>> table = pa.table({"id": [7], "puzzle": [".4.3.3........2."]})
    >>> solve_table(table, threads=1).column_names
    ['id', 'puzzle', 'solution', 'status', 'solutions', 'guesses', 'message']
    """
    table = _columns.as_table(table)
    names = _columns.names_of(table)
    if solution_column is None and "agrees" in (options.get("columns") or ()):
        solution_column = _columns.known_name(names, "solutions", column)
    puzzles = table[_columns.name_of(names, column)]
    try:
        solutions = solution_column and table[_columns.name_of(names, solution_column)]
        results = solve(puzzles, solutions=solutions, **options)
    except TypeError as error:
        raise TypeError(f"column {column!r}: {error}") from None
    return _columns.append(table, results, prefix)


@overload
def verify(puzzles: SeriesT, solutions: AnyColumn, **options: Unpack[Units]) -> SeriesT: ...
@overload
def verify(puzzles: Column, solutions: AnyColumn, **options: Unpack[Units]) -> pa.Array: ...
def verify(puzzles: Any, solutions: Any, **options: Any) -> Any:
    """Check solutions against their puzzles, row by row, by code that no solver shares.

    Returns null for a row whose solution is right, otherwise what is wrong with it. The ``options`` ``threads``,
    ``layout``, ``regions`` and ``extra`` are those of :func:`solve`.

    >>> verify([".4.3.3........2."] * 2, ["2413134242313124", "2413134242313142"]).to_pylist()
    [None, 'r4c3 is 4, but the clue there is 2']
    """
    columns = _columns.chunks(puzzles), _columns.given(solutions, puzzles)
    faults = _sudomill.verify(*columns, _columns.shared(**options))
    return _columns.as_called(puzzles, faults)


@overload
def canonical(puzzles: SeriesT, **options: Unpack[Threads]) -> SeriesT: ...
@overload
def canonical(puzzles: Column, **options: Unpack[Threads]) -> pa.Array: ...
def canonical(puzzles: Any, *, threads: int | None = None, layout: Layout | None = None) -> Any:
    """Find the canonical form of each 9×9 puzzle; null for other rows and for candidates.

    Two puzzles have the same form if and only if they are equivalent: if relabeling the digits,
    permuting bands, stacks, rows and columns, and transposing make one of the other.
    """
    return _columns.as_called(puzzles, _sudomill.canonical(_columns.chunks(puzzles), _columns.shared(threads, layout)))


def vicinity(puzzles: AnyColumn, remove: int, add: int) -> pa.Array:
    """Find the puzzles around known ones: remove ``remove`` clues of each, and add 1 to ``add`` others, in every way.

    Returns the puzzles with one solution that need all their clues, in canonical form, sorted, one of each class. Rows
    without a form, for which :func:`canonical` is null, add none. Takes one core and holds all in memory;
    ``sudomill vicinity`` takes all cores, and sets of any size.

    >>> len(vicinity(["4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"], 1, 1))
    2
    """
    removed, added = (_columns.number(name, value, required=True) for name, value in [("remove", remove), ("add", add)])
    return _columns.as_called(None, _sudomill.vicinity(_columns.chunks(puzzles), removed, added))


@overload
def shuffle(puzzles: SeriesT, **options: Unpack[Copies]) -> SeriesT: ...
@overload
def shuffle(puzzles: Column, **options: Unpack[Copies]) -> pa.Array: ...
@overload
def shuffle(puzzles: SeriesT, *, solutions: AnyColumn, **options: Unpack[Copies]) -> tuple[SeriesT, SeriesT]: ...
@overload
def shuffle(puzzles: Column, *, solutions: AnyColumn, **options: Unpack[Copies]) -> tuple[pa.Array, pa.Array]: ...
def shuffle(
    puzzles: Any,
    *,
    seed: int = 0,
    copies: int = 1,
    first: int = 0,
    solutions: Any = None,
    threads: int | None = None,
    layout: Layout | None = None,
) -> Any:
    """Make random equivalents of each puzzle; null for a row that is not a puzzle.

    The result has ``copies`` rows for each row, behind each other. They depend on the seed and on the
    number of the row, as in ``sudomill shuffle``: all transformations are equally likely. To shuffle a set
    in pieces, pass as ``first`` the number of rows before each: the copies are then those of the whole set.

    With ``solutions``, which need not be right, returns a tuple: the copies of the puzzles, and those
    of the solutions after the same transformations. Both are null in a row whose solution is not a
    grid; a solution that is null or empty remains so.
    """
    made = _sudomill.shuffle(
        _columns.chunks(puzzles),
        _columns.number("seed", seed, required=True),
        _columns.number("copies", copies, least=1, required=True),
        _columns.number("first", first, required=True),
        None if solutions is None else _columns.given(solutions, puzzles),
        _columns.shared(threads, layout),
    )
    made = [_columns.as_called(puzzles, column, copies) for column in made]
    return made[0] if solutions is None else tuple(made)


@overload
def dedup(table: TableT, column: str = "puzzle", **options: Unpack[Dedup]) -> TableT: ...
@overload
def dedup(table: Any, column: str = "puzzle", **options: Unpack[Dedup]) -> pa.Table: ...
def dedup(
    table: Any,
    column: str = "puzzle",
    *,
    against: Any = None,
    exact: bool = False,
    threads: int | None = None,
    layout: Layout | None = None,
) -> Any:
    """Keep the first row of each class of equivalent 9×9 puzzles, and the rows that are no puzzles.

    With ``against``, a column of puzzles such as those of a test set, drop the rows whose puzzle is
    equivalent to one of these, too. With ``exact``, compare the puzzles themselves, of any size.

    Takes temporary files of 53 bytes for each puzzle and little memory, beside the table and the rows of the
    result. ``python -m sudomill --dedup`` does so with files larger than memory.
    """
    table = _columns.as_table(table)
    puzzles = table[_columns.name_of(_columns.names_of(table), column)]
    found, shared = _sudomill.Dedup(exact), _columns.shared(threads, layout)
    before = 0 if against is None else found.add(_columns.chunks(against, "against"), shared)
    found.add(_columns.chunks(puzzles), shared)
    return _columns.only(table, found.firsts(threads)[before:])


def generate(
    kind: Kind,
    count: int,
    *,
    seed: int = 0,
    order: int | str = 3,
    clues: int | None = None,
    min_guesses: int | None = None,
    threads: int | None = None,
    regions: str | None = None,
    extra: Sequence[str] = (),
) -> pa.Array:
    """Make puzzles from a seed: the same on every machine, as in the program.

    ``kind`` is one that ``sudomill generate --help`` lists, such as easy, minimal or hard; ``order``
    the side of a box, 2 for 4×4 to 5 for 25×25, or its rows and columns, "2x3" for 6×6; ``clues`` the
    exact number of clues; ``min_guesses``, for ``hard``, the least number of guesses that the strategy ``mrv`` takes;
    ``regions`` and ``extra`` as for :func:`solve`.

    >>> puzzles = generate("easy", 3, seed=7, clues=40)
    >>> [sum(symbol != "." for symbol in puzzle) for puzzle in puzzles.to_pylist()]
    [40, 40, 40]
    """
    puzzles = _sudomill.generate(
        _columns.text("kind", kind),
        _columns.number("count", count, required=True),
        _columns.number("seed", seed, required=True),
        order,
        _columns.number("clues", clues),
        _columns.number("min_guesses", min_guesses),
        _columns.shared(threads, None, regions, extra),
    )
    return _columns.as_called(None, puzzles)
