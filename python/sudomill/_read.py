"""Read the files of a job piece by piece, in bounded memory.

Delimited text is read by the code of the command line, which finds the delimiter, the
header, comments, encodings and compression. Parquet and Arrow files are read by pyarrow.
"""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass

import pyarrow as pa
import pyarrow.dataset
from pyarrow import fs, parquet

from . import _sudomill


class Refused(Exception):
    """An error because the job cannot be done as requested."""


#: Rows of a Parquet or Arrow file that are read at a time, and bytes if rows are long. Few rows,
#: because the footer of a Parquet file counts a value that is there many times once; with 1 << 15,
#: jobs were no faster.
ROWS, BYTES = 1 << 11, 1 << 24

#: The columns of a text file behind its own: the text of every row's puzzle, and why it has none.
#: A field may have spaces, quotes or brackets, and a puzzle may take many fields.
PUZZLE, PROBLEM = "__sudomill_puzzle__", "__sudomill_problem__"

#: The number of bytes to read at a time from a column chunk of a Parquet file. Without a buffer,
#: pyarrow reads the whole chunk.
BUFFER = 1 << 20


@dataclass
class Piece:
    """Some rows of a file."""

    path: str
    #: The columns of the file that were asked for; of a text file also ``PUZZLE`` and ``PROBLEM``.
    table: pa.Table
    #: The number of the first row in the file, from 1, or the line number of every row.
    lines: int | pa.Array = 1
    #: The order and the first symbol of the puzzles in a text file.
    layout: tuple | None = None

    def line(self, row):
        """Return the line of a row in a text file; in other files its row number, from 1."""
        return self.lines + row if isinstance(self.lines, int) else self.lines[row].as_py()


@contextlib.contextmanager
def _naming(path):
    """Prefix the errors of pyarrow with the file name."""
    try:
        yield
    except (OSError, pa.ArrowException, ValueError) as error:
        message = str(error)
        raise Refused(message if message.startswith(path) else f"{path}: {message}") from None


class ArrowFiles:
    """Parquet or Arrow files with the same columns."""

    #: The word for a row in messages.
    unit = "row"

    def __init__(self, paths, kind):
        self.kind = kind
        source = paths[0] if len(paths) == 1 else paths
        with _naming("input"):
            self.dataset = pa.dataset.dataset(source, format=kind, partitioning="hive")
            self.files = self.dataset.files
            self.filesystem = self.dataset.filesystem
            self.schema = self.dataset.schema
        #: The number of rows of all Parquet files; ``None`` for Arrow files, which do not record
        #: it.
        self.rows = 0 if kind == "parquet" else None

    def check(self, columns=None):
        """Reject files with other columns; with ``columns``, only files that lack one of them."""
        first, self.rows = None, 0 if self.kind == "parquet" else None
        for fragment in self.dataset.get_fragments():
            with _naming(fragment.path):
                names = [*fragment.physical_schema.names, *_partition_of(fragment)]
                if self.rows is not None:
                    self.rows += fragment.metadata.num_rows
            first = first or (fragment.path, names)
            _refuse_other_columns(fragment.path, names, *first, columns)

    def pieces(self, columns=None):
        """Yield the rows in order, with all columns or only the given ones."""
        for fragment in self.dataset.get_fragments():
            with _naming(fragment.path):
                yield from self._pieces_of(fragment, columns)

    def _pieces_of(self, fragment, columns):
        names = columns or self.schema.names
        schema = pa.schema([self.schema.field(name) for name in names], self.schema.metadata)
        partition = _partition_of(fragment)
        inside = None if columns is None else [name for name in names if name not in partition]
        row = 1
        with self.filesystem.open_input_file(fragment.path) as file:
            batches = _of_parquet if self.kind == "parquet" else _of_ipc
            for batch in batches(file, inside):
                table = pa.Table.from_batches([batch])
                for name, value in partition.items():
                    if name in names:
                        field = self.schema.field(name)
                        values = pa.repeat(pa.scalar(value, field.type), len(table))
                        table = table.append_column(field, values)
                yield Piece(fragment.path, table.select(names).cast(schema), row)
                row += len(table)

    def count_rows(self):
        """Return the number of rows of all files."""
        return self.dataset.count_rows()


def _partition_of(fragment):
    return pa.dataset.get_partition_keys(fragment.partition_expression)


def _of_parquet(file, columns):
    """Yield the batches of a Parquet file; fail if the number of rows differs from the footer."""
    with parquet.ParquetFile(file, pre_buffer=False, buffer_size=BUFFER) as opened:
        footer, rows = opened.metadata, 0
        groups = map(footer.row_group, range(footer.num_row_groups))
        sizes = [group.total_byte_size / max(1, group.num_rows) for group in groups]
        at_once = int(min(ROWS, max(1, BYTES / max([1, *sizes]))))
        for batch in opened.iter_batches(at_once, columns=columns):
            rows += len(batch)
            yield batch
        if rows != footer.num_rows:
            raise ValueError(f"found {rows:,} rows; expected {footer.num_rows:,} (its footer)")


def _of_ipc(file, columns):
    included = None
    if columns is not None:
        names = pa.ipc.open_file(file).schema.names
        included = [names.index(name) for name in columns]
    opened = pa.ipc.open_file(file, options=pa.ipc.IpcReadOptions(included_fields=included))
    for number in range(opened.num_record_batches):
        batch = opened.get_batch(number)
        # A sliced batch counts with the size of its whole buffers, so pieces have few rows.
        for start in range(0, len(batch), ROWS):
            yield batch.slice(start, ROWS)


class TextFiles:
    """Files of delimited text with the same columns, as the command line reads them."""

    unit = "line"

    #: Known only after everything is read.
    rows = None

    def __init__(self, paths, **options):
        self.files, self.filesystem = [], fs.LocalFileSystem()
        for path in map(str, paths):
            if "://" in path:
                with _naming(path):
                    self.filesystem, path = fs.FileSystem.from_uri(path)
            elif os.path.exists(path) and not os.path.isfile(path):
                raise Refused(f"{path}: expected a file; sudomill solve reads pipes and folders")
            self.files.append(path)
        #: The columns, and the name of the column of puzzles; empty if all files are empty.
        self.schema, self.column = pa.schema([]), None
        self._options = options
        for path in self.files:
            with _naming(path):
                rows = self._open(path)
            if rows.names:
                self.column = rows.names[rows.column]
                self.schema = pa.schema([(name, pa.string()) for name in rows.names])
                break

    def _open(self, path):
        reader = None
        if not isinstance(self.filesystem, fs.LocalFileSystem):
            reader = self.filesystem.open_input_stream(path, compression=None)
        try:
            return _sudomill.TextRows(path, reader, **self._options)
        except ValueError:
            # An empty file lacks no column.
            any_column = {**self._options, "column": None}
            rows = _sudomill.TextRows(path, **any_column) if reader is None else None
            if rows is None or rows.names:
                raise
            return rows

    def check(self, columns=None):
        """Reject files with other columns; with ``columns``, only files that lack one of them."""
        first = None
        for path in self.files:
            with _naming(path):
                names = self._open(path).names
            if names:
                first = first or (path, names)
                _refuse_other_columns(path, names, *first, columns)

    def pieces(self, columns=None):
        """Yield the rows in order, with all columns or only the given ones."""
        #: The number of values that have no column, and of lines, by file.
        self.beyond, self.lines = {}, {}
        for path in self.files:
            with _naming(path):
                rows = self._open(path)
                for piece, beyond in self._pieces_of(path, rows, columns):
                    self.beyond[path] = self.beyond.get(path, 0) + beyond
                    yield piece
                self.lines[path] = rows.lines

    def tables(self, path, reader, columns=None):
        """Yield the rows of a file that is already open; all columns, or the named ones."""
        with _naming(path):
            rows = _sudomill.TextRows(path, reader, **self._options)
            for piece, _ in self._pieces_of(path, rows, columns):
                yield piece.table

    def _pieces_of(self, path, rows, columns):
        while (read := rows.next()) is not None:
            batch, beyond = read
            lines, puzzles, problems, *fields = batch.columns
            table = pa.table(fields, batch.schema.names[3:]).select(columns or self.schema.names)
            table = table.append_column(PUZZLE, puzzles).append_column(PROBLEM, problems)
            yield Piece(path, table, lines, rows.layout), beyond


def _refuse_other_columns(path, names, first, expected, wanted):
    """Reject a file with other columns than the first; with ``wanted``, check only those."""
    twice = [name for name in wanted or names if names.count(name) > 1]
    if twice:
        raise Refused(f"{path}: found two columns {twice[0]!r}; expected one")
    missing = [name for name in wanted or expected if name not in names]
    if missing:
        raise Refused(f"{path}: no column {missing[0]!r}, which {first} has")
    more = [name for name in names if name not in expected]
    if more and wanted is None:
        raise Refused(
            f"{path}: found a column {more[0]!r}, which {first} lacks; --keep names the columns to "
            "copy"
        )
