from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar, Union, overload

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa

__version__: str

class _ArrowArray(Protocol):
    def __arrow_c_array__(self, requested_schema: object = ...) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    def __arrow_c_stream__(self, requested_schema: object = ...) -> object: ...

# A puzzle: text, or the values of its cells in one or two dimensions.
_Puzzle = Union[str, bytes, Sequence[int], Sequence[Sequence[int]], "np.ndarray", None]
_Column = Union[
    pa.Array, pa.ChunkedArray, _ArrowArray, _ArrowStream, Sequence[_Puzzle], "np.ndarray"
]
_Table = TypeVar("_Table", pa.Table, pa.RecordBatch, pd.DataFrame, pl.DataFrame)

@overload
def solve(
    puzzles: pd.Series,
    limit: int = 2,
    strategy: str = "lanes",
    threads: int | None = None,
    max_guesses: int | None = None,
    layout: tuple[int, str] | None = None,
    columns: Sequence[str] | None = None,
    solutions: _Column | pd.Series | None = None,
) -> pd.DataFrame: ...
@overload
def solve(
    puzzles: _Column,
    limit: int = 2,
    strategy: str = "lanes",
    threads: int | None = None,
    max_guesses: int | None = None,
    layout: tuple[int, str] | None = None,
    columns: Sequence[str] | None = None,
    solutions: _Column | pd.Series | None = None,
) -> pa.RecordBatch: ...
def layout(puzzles: _Column) -> tuple[int, str]: ...
@overload
def solve_table(
    table: _Table,
    column: str = "puzzle",
    prefix: str | None = None,
    solution_column: str | None = None,
    *,
    limit: int = 2,
    strategy: str = "lanes",
    threads: int | None = None,
    max_guesses: int | None = None,
    layout: tuple[int, str] | None = None,
    columns: Sequence[str] | None = None,
) -> _Table: ...
@overload
def solve_table(
    table: _ArrowStream,
    column: str = "puzzle",
    prefix: str | None = None,
    solution_column: str | None = None,
    *,
    limit: int = 2,
    strategy: str = "lanes",
    threads: int | None = None,
    max_guesses: int | None = None,
    layout: tuple[int, str] | None = None,
    columns: Sequence[str] | None = None,
) -> pa.Table: ...
@overload
def verify(
    puzzles: pd.Series,
    solutions: _Column,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> pd.Series: ...
@overload
def verify(
    puzzles: _Column,
    solutions: _Column,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> pa.StringArray: ...
@overload
def canonical(
    puzzles: pd.Series, threads: int | None = None, layout: tuple[int, str] | None = None
) -> pd.Series: ...
@overload
def canonical(
    puzzles: _Column, threads: int | None = None, layout: tuple[int, str] | None = None
) -> pa.StringArray: ...
@overload
def shuffle(
    puzzles: pd.Series,
    *,
    seed: int = 0,
    solutions: None = None,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> pd.Series: ...
@overload
def shuffle(
    puzzles: pd.Series,
    *,
    seed: int = 0,
    solutions: _Column | pd.Series,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> tuple[pd.Series, pd.Series]: ...
@overload
def shuffle(
    puzzles: _Column,
    *,
    seed: int = 0,
    solutions: None = None,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> pa.StringArray: ...
@overload
def shuffle(
    puzzles: _Column,
    *,
    seed: int = 0,
    solutions: _Column | pd.Series,
    threads: int | None = None,
    layout: tuple[int, str] | None = None,
) -> tuple[pa.StringArray, pa.StringArray]: ...
def generate(
    kind: str,
    count: int,
    seed: int = 0,
    order: int = 3,
    clues: int | None = None,
    min_guesses: int | None = None,
    threads: int | None = None,
) -> pa.StringArray: ...
def bench(
    puzzles: _Column | Mapping[str, _Column],
    strategies: Sequence[str] | None = None,
    limit: int | None = None,
    rounds: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
) -> dict[str, Any]: ...
