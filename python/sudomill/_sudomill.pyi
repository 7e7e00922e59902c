"""The compiled module: Arrow arrays in, Arrow arrays out. Texts leave it as bytes."""

from typing import final

import pyarrow as pa

from ._types import Layout

_Column = list[pa.Array]
# The threads, the layout, the regions and the extra units.
_Shared = tuple[int | None, Layout | None, str | None, list[str]]

def solve(
    puzzles: _Column,
    limit: int,
    strategy: str,
    max_guesses: int | None,
    max_rating: float | None,
    columns: list[str] | None,
    given: _Column | None,
    shared: _Shared,
) -> pa.RecordBatch: ...
def columns_named(names: list[str], hold_puzzles: bool) -> list[int]: ...
def layout(puzzles: _Column) -> Layout: ...
def verify(puzzles: _Column, solutions: _Column, shared: _Shared) -> pa.Array: ...
def canonical(puzzles: _Column, shared: _Shared) -> pa.Array: ...
def shuffle(
    puzzles: _Column, seed: int, copies: int, first: int, solutions: _Column | None, shared: _Shared
) -> list[pa.Array]: ...
def generate(
    kind: str,
    count: int,
    seed: int,
    order: int | str,
    clues: int | None,
    min_guesses: int | None,
    threads: int | None,
    regions: str | None,
    extra: list[str],
) -> pa.Array: ...
@final
class Delimited:
    def __new__(cls, head: bytes) -> Delimited: ...
    def columns(self) -> list[tuple[str, bool]]: ...
    def remarks(self) -> list[str]: ...
    def pass_over(self, block: bytes, last: bool) -> None: ...
    def read(self, block: bytes, last: bool) -> pa.RecordBatch: ...
@final
class Dedup:
    def __new__(cls, exact: bool) -> Dedup: ...
    def add(self, puzzles: _Column, shared: _Shared) -> int: ...
    def firsts(self, threads: int | None) -> pa.BooleanArray: ...
