"""Compare the solutions that an input contains with those that were found."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

import sudomill

from . import _sudomill


class Given:
    """The solutions in an input, counted batch by batch."""

    def __init__(self, schema, puzzles, layout):
        self.puzzles = puzzles
        self.layout = layout
        self.column = _named(schema, puzzles)
        self.counts = Counter()

    def compare(self, batch, names):
        """Count the rows of a solved batch; ``names`` has the column of each result."""
        if self.column is None:
            return
        given = pc.utf8_upper(batch.column(self.column).cast(pa.large_string()))
        found = batch.column(names["solution"]).cast(pa.large_string())
        is_puzzle = pc.not_equal(batch.column(names["status"]), "invalid")
        is_grid = pc.equal(pc.utf8_length(given), self.layout[0] ** 4)
        compared = pc.fill_null(pc.and_(is_puzzle, is_grid), False)
        same = pc.fill_null(pc.equal(given, found), False)
        others = batch.filter(pc.and_not(compared, same))
        # If a puzzle has several solutions, any of them is right.
        faults = sudomill.verify(
            others.column(self.puzzles), others.column(self.column), layout=self.layout
        )
        self.counts["found"] += pc.sum(pc.and_(compared, same)).as_py() or 0
        self.counts["right"] += faults.null_count
        self.counts["wrong"] += len(faults) - faults.null_count

    def is_wrong(self):
        """Return whether any given solution is wrong."""
        return self.counts["wrong"] > 0

    def summary(self):
        """Return a line for the summary, or ``None`` if no solutions were given."""
        if not any(self.counts.values()):
            return None
        words = {"found": "as found", "right": "other, right too", "wrong": "wrong"}
        told = [f"{count:,} {words[what]}" for what, count in self.counts.items() if count]
        return f"given solutions ({self.column}): {', '.join(told)}"


def _named(schema, puzzles):
    for place in _sudomill.solution_columns(schema.names):
        field = schema.field(place)
        if field.name != puzzles and _is_text(field.type):
            return field.name
    return None


def _is_text(type_):
    if pa.types.is_dictionary(type_):
        type_ = type_.value_type
    return pa.types.is_string(type_) or pa.types.is_large_string(type_)
