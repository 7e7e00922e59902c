"""Common parts of the package's two programs: options, reading, exit codes."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import string
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

import sudomill

from . import _columns, _frames, _sudomill
from ._read import PROBLEM, PUZZLE, ArrowFiles, Refused, TextFiles

#: File name extensions, and pyarrow's names of their formats.
FORMATS = {
    ".parquet": "parquet",
    ".arrow": "ipc",
    ".feather": "ipc",
    ".csv": "csv",
    ".tsv": "csv",
}

#: Extensions of compressed files, after those of delimited text.
PACKED = [".gz", ".zst"]

#: The number of bytes of puzzles from which size and alphabet are detected: at least as many as the
#: kernel examines at the start of a file.
FIRST = 1 << 21

#: The number of rows from which the column of puzzles is detected.
SAMPLE = 100

#: The last words of an interrupted program.
INTERRUPTED = "sudomill: interrupted; nothing was written"

#: Seconds that an interrupted program has to end by itself.
GRACE = 3.0


def natural(text):
    """Parse a number that is at least 1."""
    number = int(text)
    if not 1 <= number < 1 << 64:
        expected = "at least 1" if number < 1 else "less than 2**64"
        raise argparse.ArgumentTypeError(f"found {number}; expected {expected}")
    return number


def _delimiter(text):
    delimiter = {"\\t": "\t", "tab": "\t"}.get(text, text)
    if delimiter not in [",", ";", "|", "\t"]:
        raise argparse.ArgumentTypeError(f"found {text!r}; expected one of , ; | or \\t")
    return delimiter


def _comment(text):
    if len(text) != 1 or text not in string.punctuation:
        raise argparse.ArgumentTypeError(
            f"found {text!r}; expected one ASCII punctuation character, such as #"
        )
    return text


def add_options(parser):
    """Add the options of :func:`sudomill.solve`, and those that say how to read the input."""
    parser.add_argument("input", nargs="+", help="files of one format: " + " ".join(FORMATS))
    parser.add_argument(
        "--column",
        metavar="NAME|N",
        help="the column of puzzles (default: found by its name or by the first rows)",
    )
    parser.add_argument(
        "--keep",
        type=lambda names: names.split(","),
        metavar="NAME,…",
        help="other columns to copy to the output: all (default), or names and numbers from 1",
    )
    parser.add_argument(
        "--prefix",
        metavar="TEXT",
        help="prefix for the names of all results "
        f"(default: {_columns.PREFIX} if the input has a column with such a name)",
    )
    parser.add_argument(
        "--limit",
        type=natural,
        default=2,
        metavar="N",
        help="end the search of a puzzle after N solutions (default: 2)",
    )
    parser.add_argument(
        "--strategy",
        default="lanes",
        metavar="NAME",
        help="a strategy that sudomill strategies lists (default: lanes)",
    )
    parser.add_argument(
        "--max-guesses", type=int, metavar="N", help="give up puzzles that need more guesses"
    )
    text = parser.add_argument_group("options of .csv and .tsv files, as of sudomill solve")
    text.add_argument(
        "--delimiter",
        type=_delimiter,
        metavar="CHAR",
        help="split columns at one of , ; | or \\t (default: detected)",
    )
    header = text.add_mutually_exclusive_group()
    header.add_argument(
        "--header", action="store_true", default=None, help="the first row is a header"
    )
    header.add_argument(
        "--no-header", dest="header", action="store_false", help="the first row is a record"
    )
    text.add_argument(
        "--comment",
        type=_comment,
        metavar="CHAR",
        help="skip lines that begin with CHAR (default: # above the first record)",
    )
    text.add_argument(
        "--encoding", choices=_sudomill.encodings(), help="the encoding of the text"
    )
    text.add_argument(
        "--restore-zeros",
        action="store_true",
        default=None,
        help="put back leading zeros that a spreadsheet removed",
    )


def text_options(options):
    """Return the options of text files; ``None`` stands for what is detected."""
    names = ["delimiter", "header", "comment", "encoding", "restore_zeros"]
    return {name: getattr(options, name) for name in names}


def catch_sigterm(end=None, exits=False):
    """Let SIGTERM and SIGHUP end the program as Ctrl-C does; return a function that undoes this.

    After a second signal, or if the program does not end by itself within ``GRACE`` seconds,
    ``end`` is called. If the process ``exits`` after that function, it ignores later signals,
    which would otherwise end it with a traceback or without its exit code.
    """
    if threading.current_thread() is not threading.main_thread():
        return lambda: None
    timers = []

    def stop(signum, frame):
        if end is not None and timers:
            end()
        if end is not None:
            timer = threading.Timer(GRACE, end)
            timer.daemon = True
            timer.start()
            timers.append(timer)
        raise KeyboardInterrupt

    def restore():
        for timer in timers:
            timer.cancel()
        for number, handler in before.items():
            signal.signal(number, signal.SIG_IGN if exits else handler)

    names = ["SIGTERM", "SIGHUP"] + ["SIGINT"] * (end is not None)
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    # Under nohup, SIGHUP is ignored and must remain so.
    heard = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, stop) for number in heard}
    return restore


def end_at_once():
    """End the process after an interrupt, and delete all unfinished files."""
    _sudomill.discard_unfinished()
    # A signal may have interrupted ``print``, which cannot be called again then.
    with contextlib.suppress(OSError):
        os.write(2, f"{INTERRUPTED}\n".encode())
    os._exit(130)


def puzzle_column(files, options):
    """Return the name of the column of puzzles.

    It is the column that the program finds in a CSV file with these names and rows.
    """
    pieces = files.pieces()
    found = next((piece.table for piece in pieces if len(piece.table)), files.schema.empty_table())
    pieces.close()
    sample = found.slice(0, SAMPLE).columns
    rows = zip(*([_text(value) for value in column.to_pylist()] for column in sample))
    return find_column(files.schema.names, list(rows), options.column)


def find_column(names, rows, wanted):
    """Return the name of a column, as the program finds it: by name, ignoring case, or number."""
    try:
        return names[_sudomill.column(names, rows, wanted, False)]
    except ValueError as error:
        raise Refused(str(error)) from None


def _text(value):
    """Return a value as it would be in a CSV file."""
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return str(value) if isinstance(value, (str, int, float)) else ""


def result_names(dataset, options):
    """Return the name in the output for each result."""
    taken = {name.lower(): name for name in columns(options) or dataset.schema.names}
    results = sudomill.solve([]).schema.names
    names = dict(zip(results, _columns.result_names(results, taken, options.prefix)))
    for name in names.values():
        if name.lower() in taken:
            name = taken[name.lower()]
            raise Refused(f"the input has a column {name!r}; choose another --prefix")
    renamed = {taken[name]: new for name, new in names.items() if name in taken}
    if renamed and options.prefix is None:
        say(
            f"the input has a column {', '.join(renamed)}: the result is called "
            f"{', '.join(renamed.values())} (--prefix)"
        )
    return names


def solve_block(table, column, names, **options):
    """Append the results to a table under the given names."""
    if PUZZLE in table.column_names:
        results = pa.table(sudomill.solve(table[PUZZLE], **options))
        place = results.column_names.index("message")
        messages = pc.coalesce(table[PROBLEM], results["message"])
        results = results.set_column(place, "message", messages)
        table = table.drop_columns([PUZZLE, PROBLEM])
    else:
        results = sudomill.solve(_frames.column_of(table, column), **options)
    return _frames.append(table, results, [names[name] for name in results.schema.names])


def solve_options(options):
    """Return the arguments of :func:`solve_block` that the user chose."""
    names = ["column", "limit", "strategy", "max_guesses"]
    return {name: getattr(options, name) for name in names}


def columns(options):
    """Return the names of the columns to read, ``None`` for all."""
    if options.keep is None:
        return None
    return list(dict.fromkeys([*options.keep, options.column]))


def format_of(paths):
    """Return the format of files by their extensions; a folder holds Parquet files."""
    endings = {
        ending_of(path) if not os.path.isdir(path) else ".parquet"
        for path in (str(path).rstrip("/") for path in paths)
    }
    formats = {FORMATS.get(ending or ".parquet") for ending in endings}
    if len(formats) > 1 or None in formats:
        found, expected = ", ".join(sorted(endings)), " ".join(FORMATS)
        raise Refused(f"found files of {found}; expected files of one format: {expected}")
    return formats.pop()


def ending_of(path):
    """Return the extension of a file; for compressed text, the extension before the last."""
    stem, ending = os.path.splitext(str(path).lower())
    before = os.path.splitext(stem)[1]
    return before if ending in PACKED and FORMATS.get(before) == "csv" else ending


def opened(options, needed=()):
    """Open the input, and resolve the columns in the options.

    Text files without a byte have these columns and those that are ``needed``.
    """
    read = format_of(options.input)
    if options.keep == ["all"]:
        options.keep = None
    chosen = text_options(options)
    if read == "csv":
        files = TextFiles(options.input, column=options.column, **chosen)
        if not files.schema.names:
            named = [*needed, *(options.keep or []), options.column or "puzzle"]
            files.column = named[-1]
            files.schema = pa.schema([(name, pa.string()) for name in dict.fromkeys(named)])
        options.column = files.column
    else:
        named = [name.replace("_", "-") for name, value in chosen.items() if value is not None]
        if named:
            raise Refused(f"--{named[0]} is an option of .csv and .tsv files")
        files = ArrowFiles(options.input, read)
        options.column = puzzle_column(files, options)
    if options.keep is not None:
        names = files.schema.names
        options.keep = [find_column(names, [], name) for name in options.keep]
    return files


def refuse_inside(output, inputs):
    """Reject an output inside an input folder, which the next run would read."""
    for path in inputs:
        if os.path.isdir(path) and Path(path).resolve() in Path(output).resolve().parents:
            raise Refused(f"{output} is inside the input {path}; name another output")


def refuse_same(output, dataset):
    """Reject an output that is also a file of the input."""
    for path in dataset.files:
        if os.path.isfile(output) and os.path.isfile(path) and os.path.samefile(path, output):
            raise Refused(f"{output}: is the input and the output; choose another file")


def check(dataset, options):
    """Check the job before any row is solved.

    Return the names of the results' columns, and the layout of the puzzles.
    """
    try:
        nothing, names = no_rows(dataset, options), result_names(dataset, options)
        solve_block(nothing, names=names, threads=1, **solve_options(options))
        dataset.check(columns(options))
        return names, sudomill.layout(first_puzzles(dataset, options.column))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Refused(error.args[0]) from None


def first_puzzles(files, column):
    """Return the first puzzles, as many as needed to detect the layout."""
    found, size = [], 0
    for piece in files.pieces([column]):
        puzzles = piece.table[PUZZLE if PUZZLE in piece.table.column_names else column]
        if pa.types.is_dictionary(puzzles.type):
            puzzles = puzzles.cast(puzzles.type.value_type)
        found.extend(puzzles.chunks)
        size += puzzles.nbytes
        if size >= FIRST:
            break
    return pa.chunked_array(found, type=None if found else pa.string())


def no_rows(dataset, options):
    """Return a batch without rows, with the columns to read."""
    schema = dataset.schema
    names = columns(options) or schema.names
    return pa.RecordBatch.from_pylist([], pa.schema([schema.field(name) for name in names]))


def count(statuses):
    """Return the number of rows by status."""
    counts = statuses.value_counts().to_pylist()
    return {row["values"]: row["counts"] for row in counts}


def exit_code(statuses, limit):
    """Return 0 if every puzzle has a solution as asked, otherwise 1, as ``sudomill solve``.

    >>> exit_code({"unique": 5, "multiple": 1}, limit=2)
    1
    """
    failed = ["none", "invalid", "gave-up"] + ["multiple"] * (limit == 2)
    return int(any(statuses.get(status) for status in failed))


def tell(statuses, seconds, further=None):
    """Print the summary on standard error."""
    rows = sum(statuses.values())
    named = ", ".join(f"{count:,} {status}" for status, count in statuses.most_common())
    say(f"{rows:,} rows{': ' * bool(named)}{named}")
    if further is not None:
        say(further)
    say(f"{seconds:.1f} s, {rows / max(seconds, 1e-9):,.0f} rows/s")


def say(text):
    """Print a line on standard error."""
    print(text, file=sys.stderr, flush=True)
