"""Types of arguments, for type checkers. They need no library."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Protocol, TypedDict, TypeVar, Union

FrameT = TypeVar("FrameT", covariant=True)
SeriesT = TypeVar("SeriesT", bound="Series[Any]")
TableT = TypeVar("TableT", bound="Table")
Layout = tuple[Union[int, str], str]
Kind = Literal["solved", "easy", "unique", "minimal", "hard", "multiple", "unsolvable", "pencilmark"]
# The names, which editors complete, or a combination such as "locked/mrv".
Strategy = Union[
    Literal["lanes", "region-lanes", "mrv", "restarts", "regions", "electroyou", "moler"],
    Literal["backtracking", "backtracking-descending", "generate-and-test"],
    str,
]


class Series(Protocol[FrameT]):  # A pandas series, whose frames are ``FrameT``.
    @property
    def iloc(self) -> Any: ...
    def to_frame(self) -> FrameT: ...


class Table(Protocol):  # A table of pyarrow, or a data frame of pandas or Polars.
    @property
    def columns(self) -> Any: ...
    def equals(self, other: Any, /) -> bool: ...


Column = Iterable[Any]
AnyColumn = Union[Column, Series[Any]]


class Threads(TypedDict, total=False):
    threads: int | None
    layout: Layout | None


class Units(Threads, total=False):
    regions: str | None
    extra: Sequence[str]


class Copies(Threads, total=False):
    seed: int
    copies: int
    first: int


class Dedup(Threads, total=False):
    against: AnyColumn | None
    exact: bool


class Options(Units, total=False):
    limit: int
    strategy: Strategy | None
    max_guesses: int | None
    max_rating: float | None
    columns: Sequence[str] | None


class TableOptions(Options, total=False):
    prefix: str | None
    solution_column: str | None
