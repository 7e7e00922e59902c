"""Append results to pyarrow tables, and to pandas and Polars data frames."""

from __future__ import annotations

import pyarrow as pa

from . import _sudomill
from ._columns import has_arrow, is_frame, is_series


def as_called(values, results):
    """Return results with the index of a pandas series; for other values, unchanged.

    pandas joins by the index, which a record batch does not have. Filtered or sorted rows
    would otherwise get the results of other rows.
    """
    if not is_series(values):
        return results
    frame = results.to_pandas()
    frame.index = values.index
    return frame


def refuse_other_index(first, second):
    """Reject two series with different indexes."""
    if is_series(first) and is_series(second) and not first.index.equals(second.index):
        raise ValueError("found solutions with another index; expected that of the puzzles")


def append(table, results, names):
    """Append results under these names to a table or a frame; return the same type."""
    # In DuckDB and Spark, names that differ only in case are the same.
    taken = {str(name).lower(): name for name in column_names(table)}
    for name in names:
        if name.lower() in taken:
            raise ValueError(
                f"the table already has a column {taken[name.lower()]!r}; rename it, remove it or "
                "set another prefix"
            )
    if is_frame(table, "pandas"):
        import pandas as pd

        return pd.concat([table, results.set_axis(names, axis="columns")], axis="columns")
    if is_frame(table, "polars"):
        import polars as pl

        return table.hstack(pl.from_arrow(results.rename_columns(names)))
    for name, field, values in zip(names, results.schema, results.columns):
        table = table.append_column(field.with_name(name), values)
    return table


def as_table(table):
    """Return a table or a frame, to which columns can be appended."""
    is_known = isinstance(table, (pa.Table, pa.RecordBatch))
    if is_known or is_frame(table, "pandas") or is_frame(table, "polars"):
        return table
    if has_arrow(table):
        return pa.table(table)
    raise TypeError(
        f"table: found a {type(table).__name__}; expected a table of pyarrow, pandas or "
        "Polars"
    )


def column_of(table, name):
    """Return the column with this name; there must be exactly one.

    As on the command line, case is ignored if no column has exactly this name.
    """
    names = column_names(table)
    if name not in names and isinstance(name, str):
        similar = [other for other in names if str(other).lower() == name.lower()]
        name = similar[0] if len(similar) == 1 else name
    if names.count(name) != 1:
        found = ", ".join(map(str, names))
        what = "no column" if name not in names else "several columns"
        raise KeyError(f"{what} {name!r}; found {found}")
    return table[name]


def solution_column(table, puzzles):
    """Return the name of the column of solutions, chosen by name as on the command line."""
    names = column_names(table)
    for place in _sudomill.solution_columns([str(name) for name in names]):
        if names[place] != puzzles:
            return names[place]
    found = ", ".join(map(str, names))
    raise KeyError(f"no column of solutions; found {found}. Name one with solution_column")


def column_names(table):
    """Return the names of the columns, in order."""
    is_arrow = isinstance(table, (pa.Table, pa.RecordBatch))
    return table.schema.names if is_arrow else list(table.columns)
