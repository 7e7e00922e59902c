"""What the two programs of the package share: options, reading, exit codes."""

from __future__ import annotations

import argparse
import os
import signal
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
from pyarrow import csv

import sudomill

from . import _frames, _sudomill

#: File endings, and what pyarrow calls their formats.
FORMATS = {".parquet": "parquet", ".arrow": "ipc", ".feather": "ipc", ".csv": "csv"}

#: Bytes of a CSV file in one batch.
CSV_BLOCK = 1 << 25

#: Bytes of puzzles from which the size and the alphabet are detected: at least as many as the
#: kernel examines at the start of a file.
FIRST = 1 << 21

#: Rows from which the column of puzzles is detected.
SAMPLE = 100

#: The prefix of results whose names are columns of the input.
PREFIX = "sudomill_"


class Refused(Exception):
    """The job cannot be done as requested."""


def natural(text):
    """Parse a number that is at least 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"found {number}, expected at least 1")
    return number


def add_options(parser):
    """Add the options of :func:`sudomill.solve`, and those that choose columns."""
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
        help="other columns to copy to the output (default: all)",
    )
    parser.add_argument(
        "--prefix",
        metavar="TEXT",
        help="prefix for the names of all results "
        f"(default: {PREFIX} if the input has a column with such a name)",
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


def catch_sigterm():
    """Let SIGTERM end the program as Ctrl-C does; return a function that undoes this."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None

    def stop(signum, frame):
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    return lambda: signal.signal(signal.SIGTERM, before)


def puzzle_column(dataset, options):
    """Return the name of the column of puzzles.

    It is the column that the program finds in a CSV file with these names and rows.
    """
    few = {"batch_size": SAMPLE, "batch_readahead": 1, "fragment_readahead": 1}
    columns = dataset.head(SAMPLE, **few).columns
    rows = zip(*([_text(value) for value in column.to_pylist()] for column in columns))
    names = dataset.schema.names
    try:
        return names[_sudomill.column(names, list(rows), options.column, False)]
    except ValueError as error:
        raise Refused(str(error)) from None


def _text(value):
    """Return a field as in a CSV file."""
    if isinstance(value, bytes):
        return value.decode("latin-1")
    return str(value) if isinstance(value, (str, int, float)) else ""


def result_names(dataset, options):
    """Return the name in the output for each result."""
    taken = columns(options) or dataset.schema.names
    results = sudomill.solve([]).schema.names
    if options.prefix is not None:
        names = {name: options.prefix + name for name in results}
    else:
        names = {name: PREFIX + name if name in taken else name for name in results}
    for name in names.values():
        if name in taken:
            raise Refused(f"the input has a column {name!r}; choose another --prefix")
    renamed = [name for name in results if name in taken]
    if renamed and options.prefix is None:
        say(
            f"the input has a column {', '.join(renamed)}: the result is called "
            f"{', '.join(names[name] for name in renamed)} (--prefix)"
        )
    return names


def solve_block(table, column, names, **options):
    """Append the results to a table under the given names."""
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
    """Return the format of files by their endings; a folder holds Parquet files."""
    endings = {
        os.path.splitext(path)[1] if not os.path.isdir(path) else ".parquet"
        for path in (str(path).rstrip("/") for path in paths)
    }
    formats = {FORMATS.get(ending or ".parquet") for ending in endings}
    if len(formats) > 1 or None in formats:
        found, expected = ", ".join(sorted(endings)), " ".join(FORMATS)
        raise Refused(f"found files of {found}, expected files of one format: {expected}")
    return formats.pop()


def csv_options(names):
    """Return the options to read every CSV column as text, so that puzzles keep their zeros."""
    return csv.ConvertOptions(column_types={name: pa.string() for name in names})


def opened(options):
    """Open the input as a dataset."""
    read = format_of(options.input)
    source = options.input[0] if len(options.input) == 1 else options.input
    try:
        dataset = pa.dataset.dataset(source, format=read, partitioning="hive")
        if read == "csv":
            text = pa.dataset.CsvFileFormat(
                convert_options=csv_options(dataset.schema.names),
                read_options=csv.ReadOptions(block_size=CSV_BLOCK),
            )
            dataset = pa.dataset.dataset(source, format=text, partitioning="hive")
    except (OSError, pa.ArrowException) as error:
        raise Refused(f"input: {type(error).__name__}: {error}") from None
    options.column = puzzle_column(dataset, options)
    return dataset


def refuse_inside(output, inputs):
    """Refuse an output inside an input folder, which the next run would read."""
    for path in inputs:
        if os.path.isdir(path) and Path(path).resolve() in Path(output).resolve().parents:
            raise Refused(f"{output} is inside the input {path}; name another output")


def refuse_same(output, dataset):
    """Refuse an output that is also a file of the input."""
    for path in dataset.files:
        if os.path.isfile(output) and os.path.isfile(path) and os.path.samefile(path, output):
            raise Refused(f"{output}: is the input and the output; name another file")


def check(dataset, options):
    """Check the job before a row is solved.

    Return the names of the results' columns, and the layout of the puzzles.
    """
    try:
        nothing, names = no_rows(dataset, options), result_names(dataset, options)
        solve_block(nothing, names=names, threads=1, **solve_options(options))
        for file in dataset.get_fragments():
            if options.column not in file.physical_schema.names:
                raise Refused(f"{file.path}: no column {options.column!r}")
        return names, sudomill.layout(first_puzzles(dataset, options.column))
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise Refused(error.args[0]) from None


def first_puzzles(dataset, column):
    """Return the first puzzles, as many as needed to detect the layout."""
    found, size = [], 0
    # Read no further: otherwise a large row group would be read completely.
    few = {"batch_size": 1 << 12, "batch_readahead": 1, "fragment_readahead": 1}
    for batch in dataset.to_batches(columns=[column], **few):
        puzzles = batch.column(0)
        if pa.types.is_dictionary(puzzles.type):
            puzzles = puzzles.dictionary_decode()
        found.append(puzzles)
        size += puzzles.nbytes
        if size >= FIRST:
            break
    return pa.chunked_array(found, type=None if found else pa.string())


def no_rows(dataset, options):
    """Return a batch without rows, with the columns to read."""
    schema = dataset.schema
    names = columns(options) or schema.names
    missing = [name for name in names if name not in schema.names]
    if missing:
        raise Refused(f"no column {missing[0]!r}; found {', '.join(schema.names)}")
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
