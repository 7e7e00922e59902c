"""Solve pieces of files in batches, and account for every row."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pyarrow.compute as pc

from . import _job
from ._read import Piece, Refused

#: The number of rows per batch, 0.1 s of work on a core, and of bytes of text if rows are long.
ROWS, BYTES = 1 << 18, 1 << 26

#: The number of bad rows that are shown.
SHOWN = 10

#: The number of seconds between two progress updates.
TICK = 0.25


def batches(pieces):
    """Combine pieces into batches of about ``ROWS`` rows, in order, each with a single layout."""
    waiting, rows, size = [], 0, 0
    for piece in pieces:
        more, bytes_ = len(piece.table), piece.table.nbytes
        if waiting and (
            rows + more > ROWS or size + bytes_ > BYTES or piece.layout != waiting[0].layout
        ):
            yield waiting
            waiting, rows, size = [], 0, 0
        if more:
            waiting.append(piece)
            rows, size = rows + more, size + bytes_
    if waiting:
        yield waiting


def ahead(items):
    """Yield the items while a thread works on the next one."""
    with ThreadPoolExecutor(1) as pool:
        items, none = iter(items), object()
        following = pool.submit(next, items, none)
        while (item := following.result()) is not none:
            following = pool.submit(next, items, none)
            yield item


class Run:
    """The rows of a job, solved batch by batch and counted."""

    def __init__(self, files, options, names, layout):
        self.files, self.options, self.names, self.layout = files, options, names, layout
        self.statuses = Counter()
        #: The number of rows by file, and the number of puzzles among them.
        self.rows, self.puzzles = Counter(), Counter()
        self.bad = 0
        self.progress = Progress(files.rows)

    def solve(self, pieces):
        """Return the rows of a batch with their results."""
        options = self.options
        table = pa.concat_tables([piece.table for piece in pieces]).combine_chunks()
        self.layout = pieces[0].layout or self.layout
        solved = _job.solve_block(
            table,
            names=self.names,
            layout=self.layout,
            threads=options.threads,
            **_job.solve_options(options),
        )
        rows = sum(len(piece.table) for piece in pieces)
        if solved.num_rows != rows:
            raise Refused(f"{rows:,} rows were read, but {solved.num_rows:,} have results")
        self._count(pieces, solved[self.names["status"]], solved[self.names["message"]])
        return solved

    def _count(self, pieces, statuses, messages):
        start, bad = 0, pc.equal(statuses, "invalid").combine_chunks()
        for piece in pieces:
            rows = len(piece.table)
            found = bad.slice(start, rows)
            count = found.true_count
            self.rows[piece.path] += rows
            self.puzzles[piece.path] += rows - count
            if count and self.bad < SHOWN:
                for row in pc.indices_nonzero(found)[: SHOWN - self.bad].to_pylist():
                    message = messages[start + row].as_py()
                    self.progress.say(f"{piece.path}:{_located(piece.line(row), message)}")
            self.bad += count
            start += rows
        self.statuses.update(_job.count(statuses))
        self.progress.show(sum(self.rows.values()))

    def failed(self):
        """Return messages about the files in which no row is a puzzle."""
        said = []
        counts = getattr(self.files, "lines", self.rows)
        for path, count in counts.items():
            if count and not self.puzzles[path]:
                noun = self.files.unit + "s" * (count != 1)
                said.append(f"{path}: no puzzle in {count:,} {noun}")
        return said

    def finish(self, written):
        """Fail if the job lost rows, or if no row is a puzzle."""
        self.progress.clear()
        rows = sum(self.rows.values())
        counts = [self.files.rows, sum(self.statuses.values()), written]
        lost = [count for count in counts if count not in (None, rows)]
        if lost:
            raise Refused(f"the input has {rows:,} rows, but {lost[0]:,} were counted or written")
        failed = self.failed()
        if failed and not sum(self.puzzles.values()):
            raise Refused("\nsudomill: ".join(failed))
        if self.bad > SHOWN:
            _job.say(f"and {self.bad - SHOWN:,} bad {self.files.unit}s more")
        for path, count in getattr(self.files, "beyond", {}).items():
            if count:
                _job.say(f"{path}: {count:,} value{'s' * (count != 1)} without a column: not kept")
        for line in failed:
            _job.say(f"sudomill: {line}")
        return bool(failed)


def _located(line, message):
    """Return a message with its line, unless it begins with another line of the record."""
    if re.match(r"\d+:\d+: ", message):
        return message
    return f"{line}:{message}" if message[:1].isdigit() else f"{line}: {message}"


class Progress:
    """Shows the number of finished rows on a terminal."""

    def __init__(self, total):
        self._total = f" of {total:,}" if total is not None else ""
        self._last, self._shown = 0.0, ""

    def show(self, rows):
        """Show the number of rows, if standard error is a terminal and the interval has passed."""
        now = time.monotonic()
        if sys.stderr.isatty() and now - self._last >= TICK:
            self.clear()
            self._last, self._shown = now, f"{rows:,}{self._total} rows"
            print(self._shown, end="", file=sys.stderr, flush=True)

    def clear(self):
        """Clear the progress line."""
        if self._shown:
            print(f"\r{' ' * len(self._shown)}\r", end="", file=sys.stderr, flush=True)
            self._shown = ""

    def say(self, text):
        """Print a line on standard error in place of the progress line."""
        self.clear()
        _job.say(text)
