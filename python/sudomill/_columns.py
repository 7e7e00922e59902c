"""Turn the arguments of callers into Arrow arrays, and append results to their tables."""

import contextlib
import math
import numbers
import operator
import os
import sys
from collections.abc import Mapping, Set

import pyarrow as pa
import pyarrow.compute as pc

import sudomill
from sudomill._sudomill import CELLS

#: The types of strings, and those of their bytes, which the compiled module does not check for UTF-8.
BYTES = {pa.string(): pa.binary(), pa.large_string(): pa.large_binary(), pa.string_view(): pa.binary_view()}
TEXTS = {of_bytes: of_text for of_text, of_bytes in BYTES.items()}


def chunks(values, name="puzzles"):
    """Return the Arrow arrays of a column of puzzles."""
    if is_a(values, "pandas.Series") or not _has_arrow(values):
        values = _from_sequence(values, name)
    elif hasattr(values, "columns"):
        kind = type(values).__name__
        raise TypeError(f"{name}: found a {kind}; expected one column; solve_table takes whole tables")
    elif is_a(values, "polars.Series") and str(values.dtype) == "Object":
        # Polars exports objects as their addresses.
        raise TypeError(f"{name}: found a Polars series of Object; expected String or lists of integers")
    elif not isinstance(values, (pa.Array, pa.ChunkedArray)):
        values = pa.array(values) if hasattr(values, "__arrow_c_array__") else pa.chunked_array(values)
    return [it.view(BYTES[it.type]) if it.type in BYTES else it for it in _arrays(values)]


def given(solutions, puzzles):
    """Return the Arrow arrays of a column of solutions; reject a series with another index than that of puzzles."""
    are_series = is_a(puzzles, "pandas.Series") and is_a(solutions, "pandas.Series")
    if are_series and not puzzles.index.equals(solutions.index):
        raise ValueError("found solutions with another index; expected that of the puzzles")
    return chunks(solutions, "solutions")


def number(name, value, least=0, required=False):
    """Return a number that fits into 64 bits, or ``None`` for ``None``."""
    if value is None and not required:
        return None
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: found {value!r}; expected a whole number") from None
    if not least <= value < 1 << 64:
        most = " below 2**64" if value > 0 else ""
        raise ValueError(f"{name}: found {value}; expected at least {least}{most}")
    return value


def text(name, value):
    """Return a ``str``."""
    if not isinstance(value, str):
        raise TypeError(f"{name}: found {value!r}; expected a str")
    return value


def texts(name, values):
    """Return a list of ``str``, or ``None`` for ``None``."""
    if isinstance(values, str):
        raise TypeError(f"{name}: found the str {values!r}; expected a list: [{values!r}]")
    if values is not None and not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: found {values!r}; expected a list of str")
    return values if values is None else [text(name, value) for value in values]


def shared(threads=None, layout=None, regions=None, extra=()):
    """Return the arguments that most functions share."""
    regions = regions if regions is None else text("regions", regions)
    threads, extra = number("threads", threads, least=1), texts("extra", extra)
    return {"threads": threads, "layout": layout, "regions": regions, "extra": extra or []}


def is_a(values, name):
    """Return whether an object has this class, without importing its library."""
    library, _, kind = name.rpartition(".")
    return library in sys.modules and isinstance(values, getattr(sys.modules[library], kind))


def _arrays(column):
    """Return the arrays of a column; one without chunks has a type, too."""
    return getattr(column, "chunks", [column]) or [pa.array([], column.type)]


def _has_arrow(values):
    return hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")


def _from_sequence(values, name):
    """Return a pandas series, a NumPy array or a sequence as an Arrow array."""
    kind, is_series = type(values).__name__, is_a(values, "pandas.Series")
    if isinstance(values, (str, bytes, bytearray, os.PathLike)):
        found = f"a single {kind}" if not hasattr(values, "__fspath__") else f"the path {os.fspath(values)!r}"
        expected = "a column: [puzzle] for one puzzle; python -m sudomill solves files"
        raise TypeError(f"{name}: found {found}; expected {expected}")
    if getattr(values, "ndim", 1) == 0:
        expected = f"a row for each puzzle: {name}.reshape(1) for one puzzle"
        raise TypeError(f"{name}: found an array without a dimension; expected {expected}")
    if isinstance(values, (Mapping, Set)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: found a {kind}; expected a sequence of str")
    # A NumPy array of strings has one dimension, an array of cells two or three.
    dtype = getattr(values, "dtype", None)
    kind = "O" if is_series else getattr(dtype, "kind", "O")
    if kind not in "OSUT":
        return _cells(values, name)
    if getattr(values, "ndim", 1) != 1:
        found = f"found strings of shape {values.shape}"
        raise TypeError(f"{name}: {found}; expected one dimension, or cells as integers")
    if kind == "S":
        # NumPy pads bytes with NUL to a fixed width. Its items have no padding, but Arrow keeps it.
        values = values.tolist()
    elif not hasattr(values, "__len__"):
        values = list(values)
    try:
        # A series with a dtype other than object knows its type: a dictionary, Arrow strings.
        if is_series and dtype != object:
            return pa.array(values, from_pandas=True)
        first = next((value for value in values if not _is_missing(value)), "")
        if _is_grid(first):
            values = [it.tolist() if hasattr(it, "tolist") else it for it in values]
            return pa.array(values, from_pandas=True)
        text = pa.binary() if isinstance(first, bytes) else pa.string()
        return pa.array(values, text, from_pandas=True)
    except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
        is_right = lambda it: isinstance(it, (str, bytes)) or _is_grid(it) or _is_missing(it)  # noqa: E731
        odd = (f"found {it!r} in row {row}" for row, it in enumerate(values) if not is_right(it))
        advice = "pass one grid as [grid]"
        # Otherwise it may be the value of a cell.
        if isinstance(first, numbers.Real) and first > CELLS[-1]:
            advice = "a puzzle that was read as a number has lost digits: read the column as text"
        raise TypeError(
            f"{name}: {next(odd, error)}; expected str in every row, or a list of integers in every "
            f"row; {advice}"
        ) from None


def _is_grid(value):
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def _is_missing(value):
    is_nan = isinstance(value, float) and value != value
    return value is None or is_nan or type(value).__name__ == "NAType"


def _cells(array, name):
    """Return cell values as an Arrow array."""
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: found cells of dtype {array.dtype}; expected integers")
    if is_a(array, "numpy.ma.MaskedArray"):
        expected = f"a plain one: {name}.filled(0) if masked cells are empty"
        raise TypeError(f"{name}: found a masked array; expected {expected}")
    shape, cells = array.shape, math.prod(array.shape[1:])
    if array.ndim not in (2, 3) or len(set(shape[1:])) > 1 or cells not in CELLS:
        raise ValueError(
            f"{name}: found cells of shape {shape}; expected (n, 81) or (n, 9, 9), or the "
            f"same with as many cells as another size, one of {CELLS}; pass one grid as grid[None]"
        )
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    return pa.FixedSizeListArray.from_arrays(pa.array(native.reshape(-1)), cells)


def as_called(values, results, copies=1):
    """Return results as strings, with the index of a pandas series, by which pandas joins, for copies of its rows."""
    if isinstance(results, pa.Array):
        results = results.view(TEXTS.get(results.type, results.type))
    for at, field in enumerate(getattr(results, "schema", ())):
        if field.type in TEXTS:
            texts = results.column(at).view(TEXTS[field.type])
            results = results.set_column(at, field.with_type(texts.type), texts)
    if not is_a(values, "pandas.Series"):
        return results
    frame = results.to_pandas()
    frame.index = values.index.repeat(copies)
    return frame


def append(table, results, prefix):
    """Append results to a table or a frame; return the same type. Names ignore case, as in DuckDB."""
    taken = {str(name).lower(): name for name in names_of(table)}
    names = [
        (prefix or "") + name if prefix is not None or name not in taken else f"sudomill_{name}"
        for name in names_of(results)
    ]
    for name in names:
        if name.lower() in taken:
            found = f"the table already has a column {taken[name.lower()]!r}"
            raise ValueError(f"{found}; rename it, remove it or set another prefix")
    if is_a(table, "pandas.DataFrame"):
        results = results.set_axis(names, axis="columns")
        return sys.modules["pandas"].concat([table, results], axis="columns")
    results = results.rename_columns(names)
    if is_a(table, "polars.DataFrame"):
        return table.hstack(sys.modules["polars"].from_arrow(results))
    for field, values in zip(results.schema, results.columns):
        table = table.append_column(field, values)
    return table


def only(table, mask):
    """Return the rows of a table or a frame for which an Arrow array is true."""
    if is_a(table, "pandas.DataFrame"):
        return table[mask.to_numpy(zero_copy_only=False)]
    if is_a(table, "polars.DataFrame"):
        return table.filter(sys.modules["polars"].Series(mask))
    return type(table).from_arrays([_filtered(it, mask) for it in table.columns], schema=table.schema)


def _filtered(column, mask):
    """Return the values of an Arrow array for which another is true."""
    with contextlib.suppress(pa.ArrowNotImplementedError):
        return column.filter(mask)
    # PyArrow filters no views, nor what contains them, but it puts lists together: here, one for each value.
    rows = pc.indices_nonzero(mask).cast(pa.int64())
    whole = pa.concat_arrays(_arrays(column))
    return pa.LargeListViewArray.from_arrays(rows, pa.repeat(pa.scalar(1, rows.type), len(rows)), whole).flatten()


def as_table(table):
    """Return a table or a frame, to which columns can be appended."""
    frames = ("pandas.DataFrame", "polars.DataFrame")
    if isinstance(table, (pa.Table, pa.RecordBatch)) or any(is_a(table, it) for it in frames):
        return table
    if _has_arrow(table):
        return pa.table(table)
    raise TypeError(f"table: found a {type(table).__name__}; expected a table of pyarrow, pandas or Polars")


def name_of(names, name):
    """Return the name of a column: exactly this one, or else one that differs only in case."""
    if name not in names and isinstance(name, str):
        similar = [other for other in names if str(other).lower() == name.lower()]
        name = similar[0] if len(similar) == 1 else name
    if names.count(name) != 1:
        what = "no column" if name not in names else "several columns"
        raise KeyError(f"{what} {name!r}; found {', '.join(map(str, names))}")
    return name


def known_name(names, role, other=None):
    """Return the likeliest of the columns that the program knows by their names, except ``other``."""
    known = sudomill._sudomill.columns_named([str(name) for name in names], role == "puzzles")
    likely = [names[at] for at in known if names[at] != other]
    if not likely:
        raise KeyError(f"no column of {role}; found {', '.join(map(str, names)) or 'no columns'}; name it")
    return likely[0]


def names_of(table):
    """Return the names of the columns, in order."""
    is_arrow = isinstance(table, (pa.Table, pa.RecordBatch))
    return table.schema.names if is_arrow else list(table.columns)
