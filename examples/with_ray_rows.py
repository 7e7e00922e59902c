"""Ray Data: blocks of rows. Run it again after a crash: rows that are written are skipped.

    python with_ray_rows.py INPUT OUTPUT

Every row needs its own value in the column ``id``; every node needs the package.
"""

import os
import sys

import pyarrow.dataset as ds
import ray
from ray.data.checkpoint import CheckpointConfig

import sudomill


def main(source, target, rows=250_000):
    """Solve the Parquet files of one folder into another, in blocks of so many rows."""
    # Workers run in other folders.
    source, target = os.path.abspath(source), os.path.abspath(target)
    # Detect the size from the first rows: a single block may not be enough.
    first = ds.dataset(source, format="parquet").head(5000, columns=["puzzle"])
    layout = sudomill.layout(first["puzzle"])
    context = ray.data.DataContext.get_current()
    context.checkpoint_config = CheckpointConfig(
        id_column="id", checkpoint_path=f"{target}-checkpoint", delete_checkpoint_on_success=False
    )
    puzzles = ray.data.read_parquet(source).repartition(target_num_rows_per_block=int(rows))
    puzzles.map_batches(
        sudomill.solve_table,
        fn_kwargs={"layout": layout, "threads": 1},
        batch_size=None,
        batch_format="pyarrow",
        zero_copy_batch=True,
    ).write_parquet(target, compression="zstd")
    # Fail loudly if a row is missing or there twice.
    context.checkpoint_config = None
    found, expected = (ds.dataset(path, format="parquet").count_rows() for path in (target, source))
    if found != expected:
        raise SystemExit(f"{target}: {found:,} rows; expected {expected:,}")


if __name__ == "__main__":
    main(*sys.argv[1:])
