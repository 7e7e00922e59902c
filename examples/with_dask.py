"""Dask: ``map_partitions`` over Arrow-backed frames.

    python with_dask.py INPUT OUTPUT

Every worker needs the package. Each partition is a row group or a file of INPUT.
"""

import sys

import dask.dataframe as dd
import pandas as pd
import pyarrow as pa
from dask.distributed import Client

import sudomill


def solve_frame(frame, layout=None):
    """Solve a partition on the single thread that Dask runs it on."""
    table = pa.Table.from_pandas(frame, preserve_index=False)
    solved = sudomill.solve_table(table, layout=layout, threads=1)
    return solved.to_pandas(types_mapper=pd.ArrowDtype)


def solved(puzzles):
    """Return a data frame with the columns of the results appended."""
    # Detect the size from the first rows: a single partition may not be enough.
    layout = sudomill.layout(puzzles["puzzle"].head(5000))
    return puzzles.map_partitions(solve_frame, layout, meta=solve_frame(puzzles._meta))


def main(source, target):
    """Solve the Parquet files of one folder into another, on all cores of this machine."""
    with Client(processes=True):
        puzzles = dd.read_parquet(source, dtype_backend="pyarrow", split_row_groups=True)
        solved(puzzles).to_parquet(target, write_index=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
