"""What callers hand over → an object with the Arrow PyCapsule interface."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Mapping, Set

import pyarrow as pa

#: The cells of a puzzle by the side of its grid.
CELLS = {side: side * side for side in (4, 9, 16, 25)}


def column(values, name="puzzles"):
    """Return a column of texts as something that Arrow's interface hands to the kernel."""
    if is_series(values) or not has_arrow(values):
        _refuse(values, name)
        return _from_sequence(values, name)
    if isinstance(values, (pa.Table, pa.RecordBatch)) or hasattr(values, "columns"):
        raise TypeError(
            f"{name}: found a {_kind(values)}, expected one column; solve_table takes whole tables"
        )
    return values


def number(name, value, least=0):
    """Return a number that the kernel can hold, ``None`` for ``None``."""
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
    """Return whether it is a series of pandas, which is not imported for that."""
    return _is_of("pandas", "Series", values)


def is_frame(values, library):
    """Return whether it is a data frame of ``pandas`` or ``polars``."""
    return _is_of(library, "DataFrame", values)


def _is_of(library, name, values):
    library = sys.modules.get(library)
    return library is not None and isinstance(values, getattr(library, name))


def _kind(values):
    return type(values).__name__


def _refuse(values, name):
    """Refuse what has no rows of its own, or none in an order."""
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(
            f"{name}: found a single {_kind(values)}, expected a column of texts: [puzzle] for one "
            "puzzle; files are solved by python -m sudomill"
        )
    if isinstance(values, os.PathLike):
        raise TypeError(
            f"{name}: found the path {os.fspath(values)!r}, expected a column of texts; files are "
            "solved by python -m sudomill"
        )
    if isinstance(values, (Mapping, Set)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: found a {_kind(values)}, expected a sequence of str")


def _from_sequence(values, name):
    # A NumPy array of texts has one dimension, of cells two or three.
    dtype = getattr(values, "dtype", None)
    if not is_series(values) and getattr(dtype, "kind", "O") not in "OSUT":
        return _cells(values, name)
    if getattr(values, "ndim", 1) != 1:
        raise TypeError(
            f"{name}: found texts of shape {values.shape}, expected one dimension, or cells of "
            "dtype uint8"
        )
    # A series that is not of objects knows its type: a dictionary, Arrow strings.
    known = is_series(values) and dtype != object
    try:
        return pa.array(values, None if known else pa.string(), from_pandas=True)
    except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
        raise TypeError(f"{name}: {error}; expected str in every row") from None


def _cells(array, name):
    """Return cell values as an Arrow array, without a copy where they lie together."""
    if array.dtype != "uint8":
        raise TypeError(f"{name}: found cells of dtype {array.dtype}, expected uint8")
    shape, cells = array.shape, array.shape[-1]
    if len(shape) == 3 and shape[1] == shape[2]:
        cells = CELLS.get(cells, 0)
    if len(shape) not in (2, 3) or cells not in CELLS.values():
        raise ValueError(
            f"{name}: found cells of shape {shape}, expected (n, 81) or (n, 9, 9), or 16, 256 or "
            "625 cells likewise; one grid is grid[None]"
        )
    buffers = [None, pa.py_buffer(array.tobytes() if not array.flags.c_contiguous else array)]
    return pa.Array.from_buffers(pa.binary(cells), shape[0], buffers)
