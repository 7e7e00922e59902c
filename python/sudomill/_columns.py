"""Turn the arguments of callers into objects with the Arrow PyCapsule interface."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Mapping, Set

import pyarrow as pa

#: The number of cells by the side of the grid.
CELLS = {side: side * side for side in (4, 9, 16, 25)}


def column(values, name="puzzles"):
    """Return a column of strings as an object with the Arrow PyCapsule interface."""
    if is_series(values) or not has_arrow(values):
        _refuse(values, name)
        return _from_sequence(values, name)
    if isinstance(values, (pa.Table, pa.RecordBatch)) or hasattr(values, "columns"):
        raise TypeError(
            f"{name}: found a {_kind(values)}, expected one column; solve_table takes whole tables"
        )
    return values


def number(name, value, least=0):
    """Return a number that fits into 64 bits, or ``None`` for ``None``."""
    if value is None:
        return None
    try:
        value = operator.index(value)
    except TypeError:
        raise TypeError(f"{name}: found {value!r}, expected a whole number") from None
    if not least <= value < 1 << 64:
        most = " below 2**64" if value > 0 else ""
        raise ValueError(f"{name}: found {value}, expected at least {least}{most}")
    return value


def names(name, values):
    """Return a list of names."""
    if isinstance(values, str):
        raise TypeError(f"{name}: found the str {values!r}, expected a list: [{values!r}]")
    return list(values)


def has_arrow(values):
    """Return whether an object has the Arrow PyCapsule interface."""
    return hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")


def is_series(values):
    """Return whether an object is a pandas series, without importing pandas."""
    return _is_of("pandas", "Series", values)


def is_frame(values, library):
    """Return whether an object is a data frame of ``pandas`` or ``polars``."""
    return _is_of(library, "DataFrame", values)


def _is_of(library, name, values):
    library = sys.modules.get(library)
    return library is not None and isinstance(values, getattr(library, name))


def _kind(values):
    return type(values).__name__


def _refuse(values, name):
    """Refuse an object without rows, or without an order of its rows."""
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(
            f"{name}: found a single {_kind(values)}, expected a column of strings: [puzzle] for "
            "one puzzle; to solve files, use python -m sudomill"
        )
    if isinstance(values, os.PathLike):
        raise TypeError(
            f"{name}: found the path {os.fspath(values)!r}, expected a column of strings; to solve "
            "files, use python -m sudomill"
        )
    if isinstance(values, (Mapping, Set)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: found a {_kind(values)}, expected a sequence of str")


def _from_sequence(values, name):
    # A NumPy array of strings has one dimension, an array of cells two or three.
    dtype = getattr(values, "dtype", None)
    if not is_series(values) and getattr(dtype, "kind", "O") not in "OSUT":
        return _cells(values, name)
    if getattr(values, "ndim", 1) != 1:
        raise TypeError(
            f"{name}: found strings of shape {values.shape}, expected one dimension, or cells of "
            "dtype uint8"
        )
    # A series without the dtype object knows its type: a dictionary, Arrow strings.
    known = is_series(values) and dtype != object
    try:
        return pa.array(values, None if known else pa.string(), from_pandas=True)
    except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
        raise TypeError(f"{name}: {error}; expected str in every row") from None


def _cells(array, name):
    """Return cell values as an Arrow array, without a copy if they are contiguous."""
    if array.dtype != "uint8":
        raise TypeError(f"{name}: found cells of dtype {array.dtype}, expected uint8")
    shape, cells = array.shape, array.shape[-1]
    if len(shape) == 3 and shape[1] == shape[2]:
        cells = CELLS.get(cells, 0)
    if len(shape) not in (2, 3) or cells not in CELLS.values():
        raise ValueError(
            f"{name}: found cells of shape {shape}, expected (n, 81) or (n, 9, 9), or the "
            "same with 16, 256 or 625 cells; pass one grid as grid[None]"
        )
    buffers = [None, pa.py_buffer(array.tobytes() if not array.flags.c_contiguous else array)]
    return pa.Array.from_buffers(pa.binary(cells), shape[0], buffers)
