"""Checks of finished jobs, whatever was killed during the job."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 2_000_000


def write_puzzles(folder, puzzles, files):
    """Write the puzzles with their ids as ``files`` Parquet files."""
    folder.mkdir()
    size = -(-len(puzzles) // files)
    for file in range(files):
        part = puzzles.slice(file * size, size)
        ids = pa.array(range(file * size, file * size + len(part)), pa.int64())
        table = pa.table({"id": ids, "puzzle": part})
        pq.write_table(table, folder / f"{file}.parquet", row_group_size=50_000)
    return folder


def rows_there(folder):
    """Count the rows of all files that can be read."""
    rows = 0
    for file in folder.glob("*.parquet"):
        try:
            rows += pq.ParquetFile(file).metadata.num_rows
        except (pa.ArrowInvalid, OSError):
            # The file is still being written.
            pass
    return rows


def assert_whole(folder, puzzles):
    """Check that every file is readable, every row is there once and every solution is right."""
    names = ["id", "puzzle", "solution", "status"]
    tables = [pq.read_table(file, columns=names) for file in folder.glob("*.parquet")]
    solved = pa.concat_tables(tables).cast(
        pa.schema([("id", pa.int64()), *((name, pa.string()) for name in names[1:])])
    )
    assert solved.num_rows == len(puzzles)
    solved = solved.sort_by("id").combine_chunks()
    assert np.array_equal(solved.column("id").to_numpy(), np.arange(len(puzzles)))
    assert solved.column("puzzle").combine_chunks().equals(puzzles)
    assert solved.column("status").unique().to_pylist() == ["unique"]
    assert_right(puzzles, solved.column("solution").combine_chunks())


def assert_right(puzzles, solutions, at_once=100_000):
    """Check full grids with NumPy, sharing no code with the package."""
    for start in range(0, len(puzzles), at_once):
        clues = cells(puzzles.slice(start, at_once))
        grids = cells(solutions.slice(start, at_once))
        assert np.all((clues == ord(".")) | (clues == grids))
        digits = np.left_shift(1, grids.astype(np.int16) - ord("0")).reshape(-1, 9, 9)
        boxes = digits.reshape(-1, 3, 3, 3, 3).swapaxes(2, 3).reshape(-1, 9, 9)
        for houses in [digits, digits.swapaxes(1, 2), boxes]:
            # If nine cells contain all nine digits, they contain each of them once.
            assert np.all(np.bitwise_or.reduce(houses, axis=2) == 0b11_1111_1110)


def cells(column):
    """Return the symbols of a string array, one row of 81 per puzzle."""
    fixed = column.cast(pa.binary()).cast(pa.binary(81))
    return np.frombuffer(fixed.buffers()[1], np.uint8).reshape(-1, 81)[: len(fixed)]
