"""Find the files of a job, and read their rows as they are."""

import contextlib
import importlib
import math
import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePath

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
from pyarrow import fs

import sudomill

from . import _columns, _stores

#: The endings of files of puzzles in a folder.
ENDINGS = (".parquet", ".pq", ".arrow", ".arrows", ".feather", ".ipc", ".csv", ".csv.gz", ".npy", ".npz")
ENDING = rf"({'|'.join(map(re.escape, ENDINGS))})$"
#: Rows to read at a time: few, because a long value that is often there is stored once.
READ = 1 << 12
#: Rows to solve and to write at a time, or bytes if rows are long.
ROWS, BYTES = 1 << 18, 1 << 26
#: Rows to solve and to write at a time if their steps, of about 12 kB each, are among the results.
ROWS_WITH_STEPS = 1 << 13
#: Bytes of text to read at a time.
BLOCK = 1 << 20
#: Ways to compress a Parquet file.
CODECS = ("none", "snappy", "gzip", "brotli", "lz4", "zstd")
#: What to do about a column that an output cannot keep.
ADVICE = "convert it, or name the other columns by --keep"


def jobs(inputs, output):
    """Return the input of each output, by its path, and what was left out of the folders."""
    jobs, others, named = {}, [], set()
    is_file = output.name.endswith(".parquet") and not output.is_dir()
    for path in inputs:
        files, left_out = found(path)
        others += left_out
        if path.is_dir() and PurePath(str(output.resolve())).is_relative_to(str(path.resolve())):
            raise ValueError(f"{output} is inside the input {path}; name another output")
        for name, file in files.items():
            if os.path.abspath(str(file)) in named:
                continue  # It is in a folder of which another folder or the file itself is named, too.
            named.add(os.path.abspath(str(file)))
            target = output if is_file else output / f"{re.sub(ENDING, '', str(name), flags=re.I)}.parquet"
            if jobs.setdefault(target.resolve(), file) is not file:
                raise ValueError(f"{jobs[target.resolve()]} and {file} have the same output, {target}")
    given = set(jobs.values())
    return jobs, [it for it in others if it not in given]


def found(path):
    """Return a file, or the files of puzzles in a folder, by their names there; and what else is in the folder."""
    if not (path.exists() or path.is_symlink()):
        raise ValueError(f"{path}: no such file or folder")
    if not path.is_dir():
        return {path.name: path}, []
    # Engines keep notes under names that begin with a dot or a line.
    there = {name: path / name for name in _stores.names(path) if not re.search(r"(^|/)[._]", name.as_posix())}
    others = {name: it for name, it in there.items() if it.is_symlink() or not it.is_dir()}
    files = {name: it for name, it in others.items() if re.search(ENDING, name.name, re.I) and not it.is_dir()}
    if not files:
        raise ValueError(f"{path}: found no files of puzzles: {' '.join(ENDINGS)}")
    return files, [it for name, it in others.items() if name not in files]


@dataclass
class Opened:
    """An open file of puzzles."""

    schema: pa.Schema
    #: Returns batches of the columns with these names.
    read: Callable[[list[str]], Iterable[pa.RecordBatch]]
    #: The number of rows, if the file tells.
    rows: int | None = None
    compression: str = "zstd"
    #: The schema of a Parquet file.
    parquet: pq.ParquetSchema | None = None
    #: What is to be told of the file once it is read.
    remarks: list[str] = field(default_factory=list)


def opened(source):
    """Return the context of an :class:`Opened` file."""
    files, path = _stores.on_files(source)
    # Only Python's own `open` is ended by a signal.
    with open(path, "rb") if isinstance(source, Path) else files.open_input_file(path) as file:
        magic = file.read(6)
    if magic[:4] == b"PAR1":
        return _parquet(files, path)
    if magic == b"\x93NUMPY" or magic[:2] == b"PK" and source.name.lower().endswith(".npz"):
        return _numpy(source if isinstance(source, Path) else files.open_input_file(path))
    is_text = re.search(r"\.csv(\.gz)?$", source.name, re.I)
    return _csv(files, path, magic) if is_text else _arrow(files, path, magic)


@contextlib.contextmanager
def _csv(files, path, magic):
    """A column is text, unless each value in the whole file is a whole number or nothing."""
    for text, block in _blocks(files, path, magic):
        text.pass_over(block, not block)
    kinds = text.columns()
    numbers = [at for at, (_, are_numbers) in enumerate(kinds) if are_numbers]

    def rows():
        for text, block in _blocks(files, path, magic):
            batch = text.read(block, not block)
            for at in numbers:
                filled = pc.if_else(pc.equal(batch.column(at), ""), None, batch.column(at))
                batch = batch.set_column(at, batch.schema.names[at], filled.cast(pa.int64()))
            yield batch
        opened.remarks += text.remarks()

    schema = pa.schema([(name, pa.int64() if are_numbers else pa.string()) for name, are_numbers in kinds])
    opened = Opened(schema, lambda names: _slices(rows(), names))
    yield opened


def _blocks(files, path, magic):
    """Yield a reader of a text, with each block of it, and then with an empty one."""
    with files.open_input_stream(path, compression="gzip" if magic[:2] == b"\x1f\x8b" else None) as file:
        block = file.read(BLOCK)
        text = sudomill._sudomill.Delimited(block)
        while block:
            yield text, block
            block = file.read(BLOCK)
        yield text, block


@contextlib.contextmanager
def _parquet(files, path):
    # Without a buffer, pyarrow reads whole column chunks. INT96 reaches beyond the nanoseconds of Arrow.
    options = {"pre_buffer": False, "buffer_size": 1 << 20, "filesystem": files, "page_checksum_verification": True}
    with pq.ParquetFile(path, coerce_int96_timestamp_unit="us", **options) as file:

        def read(names):
            old = [it for it in names if any(leaf.physical_type == "INT96" for leaf in _leaves(file.schema, it))]
            # Each batch has a copy of the whole dictionary of a row group.
            has_dictionary = any(pa.types.is_dictionary(file.schema_arrow.field(it).type) for it in names)
            most = 8 * READ if has_dictionary else READ
            batches = _groups(file, most, names)
            return _exact(batches, path, options, most, old) if old else batches

        # A broken codec is an error here, but ends the process where `_codec` asks for it.
        next(file.iter_batches(1, columns=file.schema_arrow.names[:1]), None)
        yield Opened(file.schema_arrow, read, file.metadata.num_rows, _codec(file.metadata), file.schema)


def _codec(metadata):
    """Return how a Parquet file is compressed."""
    if metadata.num_row_groups == 0 or metadata.num_columns == 0:
        return "zstd"
    name = metadata.row_group(0).column(0).compression.lower().replace("uncompressed", "none")
    return name if name in CODECS else "zstd"


def _groups(file, rows, names):
    """Yield batches of columns, each from one row group: PyArrow reads no nested dictionaries across them."""
    for group in range(file.num_row_groups):
        for batch in file.iter_batches(rows, row_groups=[group], columns=names):
            # With a column `a`, PyArrow reads `a.b`.
            yield batch.select(names)


def _exact(batches, path, options, rows, names):
    """Yield the batches, of as many rows; refuse those with nanoseconds in the columns with these names."""
    with pq.ParquetFile(path, **options) as file:
        for batch, fine in zip(batches, _groups(file, rows, names), strict=True):
            for name, times in zip(fine.schema.names, fine.columns):
                # Of times that nanoseconds do not reach, both sides are the remainder of 2^64.
                if not batch[name].cast(times.type, safe=False).equals(times):
                    raise ValueError(f"column {name!r} has INT96 times with nanoseconds; {ADVICE}")
            yield batch


@contextlib.contextmanager
def _arrow(files, path, magic):
    is_local = isinstance(files, fs.LocalFileSystem)
    with pa.memory_map(path) if is_local else files.open_input_file(path) as file:
        try:
            reader = (pa.ipc.open_file if magic == b"ARROW1" else pa.ipc.open_stream)(file)
        except pa.ArrowInvalid:
            expected = "neither Parquet nor Arrow nor NumPy nor a name that ends with .csv"
            raise ValueError(f"found {expected}; sudomill solve reads other text") from None
        count = getattr(reader, "num_record_batches", None)
        batches = _stream(reader, file) if count is None else map(reader.get_batch, range(count))
        yield Opened(reader.schema, lambda names: _slices(batches, names))


@contextlib.contextmanager
def _numpy(file):
    """Arrays of grids, and of one value for each grid; the only array of a file is called ``puzzle``."""
    loaded = importlib.import_module("numpy").load(file, mmap_mode="r" if isinstance(file, Path) else None)
    arrays = {name: loaded[name] for name in getattr(loaded, "files", ())} or {"puzzle": loaded}
    if len(arrays) == 1:
        arrays = {"puzzle": array for array in arrays.values()}

    def type_of(name):
        with contextlib.suppress(TypeError, ValueError):
            return _part(arrays[name][:0], 0, name).type
        return pa.null()  # To read it tells why it is no column.

    def read(names):
        if len({len(arrays[name]) for name in names}) > 1:
            raise ValueError("found arrays of several lengths; --column and --keep choose those of one length")
        are_from_two = {name: _is_from_two(arrays[name]) for name in names}
        for at in range(0, len(arrays[names[0]]), READ):
            yield pa.record_batch({it: _part(arrays[it][at : at + READ], are_from_two[it], it) for it in names})

    yield Opened(pa.schema([(name, type_of(name)) for name in arrays if arrays[name].ndim]), read)


def _is_from_two(array):
    """Return whether cells begin with 1, an empty one, and 2, the first digit, as in sets for language models."""
    side = math.isqrt(math.prod(array.shape[1:]))
    return array.ndim > 1 and array.dtype.kind in "iuf" and array.size and array.max() == side + 1 and array.min() > 0


def _part(array, is_from_two, name):
    """Return rows of an array: values, or cells with 0 for empty ones."""
    if array.dtype.kind == "f" and array.ndim > 1:
        if (odd := array[array % 1 != 0]).size:
            raise TypeError(f"{name}: found a cell {odd[0]}; expected integers")
        array = array.astype("i8")
    return pa.array(array) if array.ndim == 1 else _columns.chunks(array - 1 if is_from_two else array, name)[0]


def _slices(batches, names):
    slices = (it.slice(start, READ) for it in batches for start in range(0, len(it), READ))
    return (it.select(names) for it in slices)


def _stream(reader, file):
    """Yield the batches of a stream, to its end marker: pyarrow takes any end of the file for one."""
    before = file.tell()
    for batch in reader:
        before = file.tell()
        yield batch
    # The marker has 4 bytes before Arrow 0.15.
    if file.tell() - before not in (4, 8):
        raise ValueError("the file is cut: its end marker is missing")
    if file.tell() < file.size():
        raise ValueError("the file has data behind its end marker")


def refuse_changes(opened, names):
    """Refuse columns that would have another type in the output: Parquet has not all types of Arrow,
    nor has Arrow all those of Parquet.
    """
    for name in names:
        field, sink = opened.schema.field(name), pa.BufferOutputStream()
        try:
            pq.write_table(pa.Table.from_batches([], pa.schema([field])), sink)
        except pa.ArrowNotImplementedError:
            raise ValueError(f"column {name!r}: Parquet has no type {field.type}; {ADVICE}") from None
        file = pq.ParquetFile(pa.BufferReader(sink.getvalue()))
        found, after = file.schema_arrow.field(0).type, _leaves(file.schema, name)
        if found != field.type:
            raise ValueError(f"column {name!r} would change from {field.type} to {found}; {ADVICE}")
        for old, new in zip(_leaves(opened.parquet, name), after, strict=True) if opened.parquet else []:
            # Numbers have a type in Arrow, or are refused above.
            if old.physical_type.endswith("BYTE_ARRAY") and _meaning(old) != _meaning(new):
                raise ValueError(f"column {name!r} would lose its type {_meaning(old)}; {ADVICE}")


def _leaves(schema, name):
    """Return the leaves of a column in the schema of a Parquet file."""
    fields = schema.to_arrow_schema()
    at = fields.names.index(name)
    first, count = sum(map(_width, fields.types[:at])), _width(fields.types[at])
    return [schema.column(leaf) for leaf in range(first, first + count)]


def _width(kind):
    """Return the number of leaves of a column of this type."""
    kind = getattr(kind, "storage_type", kind)
    return sum(_width(kind.field(part).type) for part in range(kind.num_fields)) or 1


def _meaning(leaf):
    """Return what the bytes of a leaf are, such as STRING, UUID or INTERVAL."""
    meaning = leaf.logical_type.type
    return leaf.converted_type if meaning == "UNKNOWN" else meaning


def tables(batches, rows=None, behind=0, usual=None):
    """Combine batches, without some rows, to tables of about ``usual`` rows, by default ``ROWS``, or more
    given ones, or ``BYTES`` bytes.
    """
    waiting, size = [], 0.0
    most = max(usual or ROWS, rows or 0)
    for batch in batches:
        if behind >= len(batch):
            behind -= len(batch)
            continue
        batch, behind = _compact(batch.slice(behind)), 0
        waiting.append(batch)
        size += max(len(batch) / most, batch.nbytes / BYTES)
        if size >= 1:
            yield _table(waiting)
            waiting, size = [], 0.0
    if waiting:
        yield _table(waiting)


def _compact(batch):
    """Return a batch without the values of dictionaries that other batches have: each has all of them."""
    for at, (field, values) in enumerate(zip(batch.schema, batch.columns)):
        if pa.types.is_dictionary(field.type) and len(values.dictionary) > len(values):
            few = values.dictionary_decode().dictionary_encode()
            batch = batch.set_column(at, field, few.cast(field.type))
    return batch


def _table(batches):
    """Combine batches to a table with one dictionary per column, as which Parquet stores it."""
    table = pa.Table.from_batches(batches)
    # The values of all batches may be too many for the indices of a column.
    with contextlib.suppress(pa.ArrowInvalid):
        return table.unify_dictionaries()
    return table
