"""Turn the arguments of callers into objects with the Arrow PyCapsule interface."""

from __future__ import annotations

import operator
import os
import sys
from collections.abc import Mapping, Set

import pyarrow as pa

#: The number of cells, by the side of the grid.
CELLS = {side: side * side for side in (4, 9, 16, 25)}

#: The prefix of results whose names are also columns of the table.
PREFIX = "sudomill_"


def column(values, name="puzzles"):
    """Return a column of strings as an object with the Arrow PyCapsule interface."""
    if is_series(values) or not has_arrow(values):
        _refuse(values, name)
        return _from_sequence(values, name)
    if isinstance(values, (pa.Table, pa.RecordBatch)) or hasattr(values, "columns"):
        raise TypeError(
            f"{name}: found a {_kind(values)}; expected one column; solve_table takes whole tables"
        )
    if _is_of("polars", "Series", values) and str(values.dtype) == "Null":
        # arrow-rs rejects the type that Polars exports.
        return pa.nulls(len(values))
    return values


def result_names(results, taken, prefix=None):
    """Return the names of results in a table that has the columns ``taken``.

    With a prefix, all results get it. Without one, a result whose name is taken gets ``PREFIX``.
    Names that differ only in case are the same, as in DuckDB and Spark.
    """
    if prefix is not None:
        return [prefix + name for name in results]
    taken = {str(name).lower() for name in taken}
    return [PREFIX + name if name.lower() in taken else name for name in results]


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


def names(name, values):
    """Return a list of names."""
    if isinstance(values, str):
        raise TypeError(f"{name}: found the str {values!r}; expected a list: [{values!r}]")
    return list(values)


def has_arrow(values):
    """Return whether an object has the Arrow PyCapsule interface."""
    return hasattr(values, "__arrow_c_array__") or hasattr(values, "__arrow_c_stream__")


def is_series(values):
    """Return whether an object is a pandas series, without importing pandas."""
    return _is_of("pandas", "Series", values)


def is_frame(values, library):
    """Return whether an object is a data frame of the library ``pandas`` or ``polars``."""
    return _is_of(library, "DataFrame", values)


def _is_of(library, name, values):
    library = sys.modules.get(library)
    return library is not None and isinstance(values, getattr(library, name))


def _kind(values):
    return type(values).__name__


def _refuse(values, name):
    """Reject an object that has no rows, or whose rows have no order."""
    if isinstance(values, (str, bytes, bytearray)):
        raise TypeError(
            f"{name}: found a single {_kind(values)}; expected a column of strings: [puzzle] for "
            "one puzzle; to solve files, use python -m sudomill"
        )
    if isinstance(values, os.PathLike):
        raise TypeError(
            f"{name}: found the path {os.fspath(values)!r}; expected a column of strings; to solve "
            "files, use python -m sudomill"
        )
    if getattr(values, "ndim", 1) == 0:
        raise TypeError(
            f"{name}: found an array without a dimension; expected a row for each puzzle: "
            f"{name}.reshape(1) for one puzzle"
        )
    if isinstance(values, (Mapping, Set)) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name}: found a {_kind(values)}; expected a sequence of str")


def _from_sequence(values, name):
    # A NumPy array of strings has one dimension, an array of cells two or three.
    dtype = getattr(values, "dtype", None)
    kind = "O" if is_series(values) else getattr(dtype, "kind", "O")
    if kind not in "OSUT":
        return _cells(values, name)
    if getattr(values, "ndim", 1) != 1:
        raise TypeError(
            f"{name}: found strings of shape {values.shape}; expected one dimension, or cells as "
            "integers"
        )
    # A series with a dtype other than object knows its type: a dictionary, Arrow strings.
    known = is_series(values) and dtype != object
    if kind == "S":
        # NumPy pads bytes with NUL to a fixed width. Its items have no padding, but Arrow keeps it.
        values = values.tolist()
    elif not hasattr(values, "__len__"):
        values = list(values)
    try:
        if known:
            return pa.array(values, from_pandas=True)
        first = next((value for value in values if not _is_missing(value)), "")
        if _is_grid(first):
            return pa.array([_as_lists(value) for value in values], from_pandas=True)
        text = pa.binary() if isinstance(first, bytes) else pa.string()
        return pa.array(values, text, from_pandas=True)
    except (pa.ArrowTypeError, pa.ArrowInvalid) as error:
        raise TypeError(f"{name}: {_odd_row(values, error)}") from None


def _is_grid(value):
    """Return whether a value is a grid or a row of cells: a list or an array, but not text."""
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def _is_missing(value):
    """Return whether a value is ``None``, NaN or pandas' NA."""
    is_nan = isinstance(value, float) and value != value
    return value is None or is_nan or type(value).__name__ == "NAType"


def _as_lists(value):
    return value.tolist() if hasattr(value, "tolist") else value


def _odd_row(values, error):
    """Return what is wrong with the first value that is neither text nor a grid."""
    for row, value in enumerate(values):
        if not (isinstance(value, (str, bytes)) or _is_grid(value) or _is_missing(value)):
            return (
                f"found {value!r} in row {row}; expected str in every row, or a list of integers "
                "in every row; pass one grid as [grid]"
            )
    return f"{error}; expected str in every row, or a list of integers in every row"


def _cells(array, name):
    """Return cell values as an Arrow array, without a copy if they are contiguous."""
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: found cells of dtype {array.dtype}; expected integers")
    if _is_of("numpy.ma", "MaskedArray", array):
        raise TypeError(
            f"{name}: found a masked array; expected a plain one: {name}.filled(0) if masked "
            "cells are empty"
        )
    shape, cells = array.shape, array.shape[-1]
    if len(shape) == 3 and shape[1] == shape[2]:
        cells = CELLS.get(cells, 0)
    if len(shape) not in (2, 3) or cells not in CELLS.values():
        raise ValueError(
            f"{name}: found cells of shape {shape}; expected (n, 81) or (n, 9, 9), or the "
            "same with 16, 256 or 625 cells; pass one grid as grid[None]"
        )
    if array.dtype == "uint8":
        buffers = [None, pa.py_buffer(array.tobytes() if not array.flags.c_contiguous else array)]
        return pa.Array.from_buffers(pa.binary(cells), shape[0], buffers)
    native = array.astype(array.dtype.newbyteorder("="), copy=False)
    return pa.FixedSizeListArray.from_arrays(pa.array(native.reshape(-1)), cells)
