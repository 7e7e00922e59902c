"""Results beside what the caller has: tables of pyarrow, frames of pandas and Polars."""

from __future__ import annotations

import pyarrow as pa

from ._columns import has_arrow, is_frame, is_series


def as_called(values, results):
    """Return results as a frame or series on the index of a pandas series; else as they are.

    A record batch knows no index, and pandas joins by it: rows that were filtered or
    sorted would get the results of others.
    """
    if not is_series(values):
        return results
    frame = results.to_pandas()
    frame.index = values.index
    return frame


def refuse_other_index(first, second):
    """Refuse two series whose rows belong together by an index that differs."""
    if is_series(first) and is_series(second) and not first.index.equals(second.index):
        raise ValueError("found solutions on another index than that of the puzzles")


def append(table, results, names):
    """Append results, under these names, to a table or a frame; return one of its kind."""
    taken = [name for name in names if name in column_names(table)]
    if taken:
        raise ValueError(
            f"the table has a column {taken[0]!r} already; rename it, leave it out or name a prefix"
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
    """Return what columns can be appended to: a table or a frame."""
    is_known = isinstance(table, (pa.Table, pa.RecordBatch))
    if is_known or is_frame(table, "pandas") or is_frame(table, "polars"):
        return table
    if has_arrow(table):
        return pa.table(table)
    raise TypeError(
        f"table: found a {type(table).__name__}, expected a table of pyarrow or a frame of pandas "
        "or Polars"
    )


def column_of(table, name):
    """Return the column of that name, and no other."""
    names = column_names(table)
    if names.count(name) != 1:
        found = ", ".join(map(str, names))
        what = "no column" if name not in names else "several columns"
        raise KeyError(f"{what} {name!r}; found {found}")
    return table[name]


def column_names(table):
    """Return the names of the columns, in order."""
    is_arrow = isinstance(table, (pa.Table, pa.RecordBatch))
    return table.schema.names if is_arrow else list(table.columns)
