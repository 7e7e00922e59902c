"""Solve Sudoku puzzles by the million: Arrow arrays in, record batches out.

>>> import sudomill
>>> batch = sudomill.solve(["1...4.....2....3", "44.............."])
>>> batch.column("status").to_pylist()
['multiple', 'invalid']
>>> batch.column("message")[1].as_py()
'2: digit 4 twice in row 1 (r1c1 and r1c2)'
"""

from __future__ import annotations

import json
from importlib import metadata

import pyarrow as pa

from . import _columns, _frames, _sudomill

__all__ = [
    "bench",
    "canonical",
    "generate",
    "layout",
    "shuffle",
    "solve",
    "solve_table",
    "verify",
]
__version__ = metadata.version("sudomill")


def solve(
    puzzles,
    limit=2,
    strategy="lanes",
    threads=None,
    max_guesses=None,
    layout=None,
    columns=None,
    solutions=None,
):
    """Solve a column of puzzles.

    The result has one row for each puzzle, in the same order. The call releases the
    interpreter's lock, and Ctrl-C ends it.

    Parameters
    ----------
    puzzles : array-like
        One of:

        - a pyarrow ``Array`` or ``ChunkedArray`` of ``string``, ``large_string``,
          ``string_view`` or a dictionary of these; it is read without a copy
        - any object with the Arrow PyCapsule interface, such as a Polars series
        - a pandas series
        - a sequence of ``str``
        - a NumPy array of integers, shape ``(n, 81)`` or ``(n, 9, 9)``, with 0 for an empty
          cell; ``uint8`` is read without a copy and may hold symbols, too
        - lists of integers, in Python or as an Arrow list, ``FixedSizeList`` or Polars
          ``Array``, also of shape 9×9

        Puzzles of 16, 256 and 625 cells work in the same way. All puzzles have the same
        size and alphabet. They are detected from the first rows, unless ``layout`` gives
        them.
    limit : int, default 2
        The number of solutions after which the search of a puzzle ends: 1 finds the first
        solution, 2 proves that it is the only one, N counts up to N.
    strategy : str, default "lanes"
        A name that ``sudomill strategies`` lists.
    threads : int, optional
        The number of threads. The default is one per core, the most four per core or 16. Use
        1 in an engine that runs many calls at once.
    max_guesses : int, optional
        Give up a puzzle that needs more guesses. The default is that of the program: ten
        million on grids larger than 9×9, and no limit on others.
    layout : tuple of (int, str), optional
        The size and the alphabet of the puzzles; see :func:`layout`.
    columns : list of str, optional
        The columns of the result, by the names of ``sudomill solve --columns``. The default is
        those below.
    solutions : array-like, optional
        Solutions to compare with those found, in a column of the same length as ``puzzles``.

    Returns
    -------
    pyarrow.RecordBatch or pandas.DataFrame
        For a pandas series, a data frame with the index of the series; otherwise a record
        batch. The columns:

        ========= ======== =======================================================
        solution  string   the first solution; null if there is none
        status    string   solved, unique, multiple, none, invalid or gave-up
        solutions int64    the number of solutions found, at most ``limit``
        guesses   int64    the number of guesses
        solve_ns  int64    nanoseconds of the solver's call, as in ``--timing``
        message   string   why a row is invalid; null for all other rows
        ========= ======== =======================================================

        If the solutions take more than 2**31 bytes (26 million of 9×9), their type is
        ``large_string``.

        ``columns`` also takes:

        ================== ====== ================================================
        difficulty         string easy, singles, locked, pairs or search; null in
                                  an invalid row
        difficulty_guesses int64  the guesses of the strategy ``pairs/mrv``; null if
                                  they exceed ``max_guesses``
        agrees             bool   true if the row of ``solutions`` is right; null if
                                  it is missing (empty, ``NULL``, ``NA``…) or no
                                  solution was found
        clues, backtracks… int64  a counter of the strategy, 0 in an invalid row
        counters                  all counters, one column each
        ================== ====== ================================================

        With ``solutions`` and without ``columns``, ``agrees`` comes last.

    Raises
    ------
    ValueError
        If the strategy or a column is unknown, a number is out of range, the cells have
        another shape, or ``solutions`` has another length or index than ``puzzles``.
    TypeError
        If ``puzzles`` is not a column of strings, for example a single ``str``.

    Notes
    -----
    A row that is not a puzzle does not raise an error; its ``message`` has the reason.

    Examples
    --------
    >>> batch = solve([".4.3.3........2."])
    >>> batch.column("solution").to_pylist(), batch.column("status").to_pylist()
    (['2413134242313124'], ['unique'])
    >>> solve([".4.3.3........2."], columns=["difficulty", "clues"]).to_pylist()
    [{'difficulty': 'easy', 'clues': 4}]
    """
    if solutions is not None:
        _frames.refuse_other_index(puzzles, solutions)
    results = _sudomill.solve(
        _columns.column(puzzles),
        _columns.number("limit", limit, least=1, required=True),
        strategy,
        _columns.number("threads", threads, least=1),
        _columns.number("max_guesses", max_guesses),
        layout,
        None if columns is None else _columns.names("columns", columns),
        None if solutions is None else _columns.column(solutions, "solutions"),
    )
    return _frames.as_called(puzzles, results)


def layout(puzzles):
    """Detect the size and the alphabet of a column of puzzles.

    Use this to solve a set in pieces: call it with the first puzzles of the set, and pass
    the result to :func:`solve` for each piece. A single piece of 16×16 or 25×25 puzzles may
    not show whether its digits start at 0 or at 1.

    Parameters
    ----------
    puzzles : array-like
        As in :func:`solve`.

    Returns
    -------
    tuple of (int, str)
        The side of a box (3 for 9×9), and the symbol of the first digit or, if puzzles are
        given by candidates, ``"pencilmarks"``.

    Examples
    --------
    >>> layout(["." * 81]), layout(["0F" + 254 * "."])
    ((3, '1'), (4, '0'))
    """
    return _sudomill.layout(_columns.column(puzzles))


def solve_table(table, column="puzzle", prefix=None, solution_column=None, **options):
    """Append the columns of :func:`solve` to a table.

    Engines such as Ray Data, Spark and Dask can map this function over blocks; use
    ``threads=1`` there.

    Parameters
    ----------
    table : pyarrow.Table, pyarrow.RecordBatch, pandas.DataFrame or polars.DataFrame
        The table, or an object with the Arrow PyCapsule interface.
    column : str, default "puzzle"
        The column of puzzles. If no column has exactly that name, upper and lower case are
        the same.
    prefix : str, optional
        A prefix for the names of all results. By default, a result gets the prefix
        ``sudomill_`` if the table has a column of its name, in upper or lower case: DuckDB and
        Spark take such names for the same.
    solution_column : str, optional
        The column of solutions that the result ``agrees`` compares with those found. If only
        ``columns`` asks for ``agrees``, it is found by its name, as on the command line.
    **options
        The options of :func:`solve`, without ``solutions``.

    Returns
    -------
    table
        A table of the same type, with the results appended. A pandas data frame keeps its
        index. For another object with the PyCapsule interface, a pyarrow ``Table``.

    Raises
    ------
    KeyError
        If there is no such column, or more than one; or none of solutions for ``agrees``.
    ValueError
        If the table already has a column with the name of a result and its prefix; also as
        :func:`solve`.
    TypeError
        As :func:`solve`.

    Examples
    --------
    >>> table = pa.table({"id": [7], "puzzle": [".4.3.3........2."]})
    >>> solve_table(table, threads=1).column_names
    ['id', 'puzzle', 'solution', 'status', 'solutions', 'guesses', 'solve_ns', 'message']
    """
    table = _frames.as_table(table)
    if solution_column is None and "agrees" in (options.get("columns") or ()):
        solution_column = _frames.solution_column(table, column)
    if solution_column is not None:
        options["solutions"] = _frames.column_of(table, solution_column)
    results = solve(_frames.column_of(table, column), **options)
    found = _frames.column_names(results)
    names = _columns.result_names(found, _frames.column_names(table), prefix)
    return _frames.append(table, results, names)


def verify(puzzles, solutions, threads=None, layout=None):
    """Check solutions against their puzzles, row by row.

    This function shares no code with any solver. Ctrl-C ends the call.

    Parameters
    ----------
    puzzles, solutions : array-like
        Columns of the same length, as in :func:`solve`.
    threads, layout : optional
        As in :func:`solve`.

    Returns
    -------
    pyarrow.StringArray or pandas.Series
        For each row, null if the solution is right, otherwise what is wrong with it. For
        pandas series, a series with their index.

    Raises
    ------
    ValueError
        If the columns have different lengths, or are pandas series with different
        indexes.

    Examples
    --------
    >>> verify([".4.3.3........2."] * 2, ["2413134242313124", "2413134242313142"]).to_pylist()
    [None, 'r4c3 is 4, but the clue there is 2']
    """
    _frames.refuse_other_index(puzzles, solutions)
    faults = _sudomill.verify(
        _columns.column(puzzles),
        _columns.column(solutions, "solutions"),
        _columns.number("threads", threads, least=1),
        layout,
    )
    return _frames.as_called(puzzles, faults)


def canonical(puzzles, threads=None, layout=None):
    """Find the canonical form of each 9×9 puzzle.

    Two puzzles have the same form if and only if they are equivalent: if relabeling the digits,
    permuting bands, stacks, rows and columns, and transposing make one of the other. Ctrl-C
    ends the call.

    Parameters
    ----------
    puzzles : array-like
        As in :func:`solve`.
    threads, layout : optional
        As in :func:`solve`.

    Returns
    -------
    pyarrow.StringArray or pandas.Series
        For each row, the form; null if the row is not a 9×9 puzzle, or if puzzles are given by
        candidates. For a pandas series, a series with its index.

    Examples
    --------
    >>> one = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"
    >>> forms = canonical([one, one[::-1], "1"]).to_pylist()
    >>> forms[0]
    '........1.....1.23..4.5..........5.....6..74.38............2.....7...6...1...8...'
    >>> forms[1] == forms[0], forms[2]
    (True, None)
    """
    forms = _sudomill.canonical(
        _columns.column(puzzles), _columns.number("threads", threads, least=1), layout
    )
    return _frames.as_called(puzzles, forms)


def shuffle(puzzles, *, seed=0, solutions=None, threads=None, layout=None):
    """Make a random equivalent of each puzzle.

    Row ``i`` undergoes transformation number ``i`` among those of the seed, as in ``sudomill
    shuffle``: all transformations are equally likely, and the same on every machine. Take
    another seed for each further copy of a column, and for each piece of one. Ctrl-C ends the
    call.

    Parameters
    ----------
    puzzles : array-like
        As in :func:`solve`.
    seed : int, default 0
        The seed.
    solutions : array-like, optional
        Solutions to transform with the puzzles, in a column of the same length. They need not
        be right.
    threads, layout : optional
        As in :func:`solve`.

    Returns
    -------
    pyarrow.StringArray or pandas.Series
        The copies; null in a row that is not a puzzle. For a pandas series, a series with its
        index. With ``solutions``, a tuple: the copies of the puzzles, and those of the
        solutions. Both are null in a row whose solution is not a grid; a solution that is null
        or empty remains so.

    Raises
    ------
    ValueError
        If the columns have different lengths, or are pandas series with different indexes.

    Examples
    --------
    >>> shuffle([".4.3.3........2.", "44.............."], seed=7).to_pylist()
    ['.4.....2......23', None]
    >>> copies = shuffle([".4.3.3........2."], seed=7, solutions=["2413134242313124"])
    >>> verify(*copies).to_pylist()
    [None]
    """
    if solutions is not None:
        _frames.refuse_other_index(puzzles, solutions)
    copies = _sudomill.shuffle(
        _columns.column(puzzles),
        _columns.number("seed", seed, required=True),
        None if solutions is None else _columns.column(solutions, "solutions"),
        _columns.number("threads", threads, least=1),
        layout,
    )
    copies = [_frames.as_called(puzzles, column) for column in copies]
    return copies[0] if solutions is None else tuple(copies)


def generate(kind, count, seed=0, order=3, clues=None, min_guesses=None, threads=None):
    """Make puzzles from a seed.

    The same arguments make the same puzzles on every machine, as in the program.

    Parameters
    ----------
    kind : str
        A kind that ``sudomill generate --help`` lists, such as easy, minimal or hard.
    count : int
        The number of puzzles.
    seed : int, default 0
        The seed.
    order : int, default 3
        The side of a box: 2 for 4×4, 3 for 9×9, 4 for 16×16, 5 for 25×25.
    clues : int, optional
        The exact number of clues.
    min_guesses : int, optional
        For ``hard``: the least number of guesses that ``mrv`` takes.
    threads : int, optional
        The number of threads. The default is one per core.

    Returns
    -------
    pyarrow.StringArray
        The puzzles.

    Raises
    ------
    ValueError
        If no such puzzle can be generated.

    Examples
    --------
    >>> puzzles = generate("easy", 3, seed=7, clues=40)
    >>> [sum(symbol != "." for symbol in puzzle) for puzzle in puzzles.to_pylist()]
    [40, 40, 40]
    """
    return _sudomill.generate(
        kind,
        _columns.number("count", count, required=True),
        _columns.number("seed", seed, required=True),
        _columns.number("order", order, required=True),
        _columns.number("clues", clues),
        _columns.number("min_guesses", min_guesses),
        _columns.number("threads", threads, least=1),
    )


def bench(puzzles, strategies=None, limit=None, rounds=None, seconds=None, threads=None):
    """Measure strategies on one or more columns of puzzles.

    The strategies take turns, and solutions are verified outside the clock. The defaults
    are those of ``sudomill bench``, so the results can be compared. A puzzle that needs
    more than a million guesses is given up.

    Parameters
    ----------
    puzzles : array-like or dict of str to array-like
        A column of puzzles, or several columns by name.
    strategies : list of str, optional
        The strategies. The default is ``["lanes", "mrv"]``.
    limit : int, optional
        The number of solutions after which the search of a puzzle ends. The default is 2.
    rounds : int, optional
        The number of timed rounds. The default is 5.
    seconds : float, optional
        The approximate time for the rounds of one strategy on one set. The default is 2.
    threads : int, optional
        The number of threads. The default is 1.

    Returns
    -------
    dict
        What ``sudomill bench --format json`` writes; the schema is
        ``schema/bench.schema.json``.

    Examples
    --------
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
