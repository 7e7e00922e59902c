"""``python -m sudomill``: Parquet, Arrow and CSV files of puzzles on one machine.

Batch after batch is read, solved on all cores and written, in order; the output
appears under its name when it is complete. For many machines see ``sudomill.ray``.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
from pyarrow import csv, parquet

from . import _job
from ._given import Given

#: Rows of a batch: 0.1 s of work on a core, and about 100 MB with the results.
ROWS = 1 << 18


def main(arguments=None):
    """Run a job; return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    restore = _job.catch_sigterm()
    try:
        statuses, given = run(options)
    except (_job.Refused, OSError, pa.ArrowException) as error:
        _job.say(f"sudomill: {error}")
        return 2
    except Exception:
        # Not 1, as Python would say by itself: those are findings.
        traceback.print_exc()
        return 2
    except KeyboardInterrupt:
        _job.say("sudomill: interrupted; nothing was written")
        return 130
    finally:
        restore()
    _job.tell(statuses, time.monotonic() - begun, given.summary())
    return int(_job.exit_code(statuses, options.limit) or given.is_wrong())


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m sudomill",
        description="Solve Parquet, Arrow or CSV files of puzzles: a row out for every row in.",
    )
    _job.add_options(parser)
    parser.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="of the format that its ending says"
    )
    parser.add_argument(
        "--threads", type=_job.natural, metavar="N", help="worker threads (one a core)"
    )
    return parser


def run(options):
    """Solve the files into one; return how many rows have which status, and what became of
    the solutions that the files carry."""
    written = _job.format_of([options.output])
    _job.refuse_inside(options.output, options.input)
    dataset = _job.opened(options)
    _job.refuse_same(options.output, dataset)
    names, layout = _job.check(dataset, options)
    fixed = {"names": names, "layout": layout, "threads": options.threads}
    statuses = Counter()
    given = Given(_job.no_rows(dataset, options).schema, options.column, layout)
    with _appearing(options.output) as path, contextlib.ExitStack() as stack:
        writer = None
        for batch in _batches(dataset, options):
            solved = _job.solve_block(batch, **fixed, **_job.solve_options(options))
            statuses.update(_job.count(solved.column(names["status"])))
            given.compare(solved, names)
            if writer is None:
                writer = stack.enter_context(_WRITERS[written](path, solved.schema, names))
                # One batch is written while the next is solved: Parquet takes longer
                # to compress than most puzzles to solve.
                pool = stack.enter_context(ThreadPoolExecutor(1))
            else:
                before.result()
            before = pool.submit(writer.write_batch, solved)
        before.result()
    return statuses, given


def _batches(dataset, options):
    """Yield batches of about as many rows, in order; one without any, for its columns,
    where there are none."""
    waiting, rows = [], 0
    for batch in dataset.to_batches(columns=_job.columns(options), batch_size=ROWS):
        if rows > 0 and rows + batch.num_rows > ROWS:
            yield _joined(waiting)
            waiting, rows = [], 0
        waiting.append(batch)
        rows += batch.num_rows
    # What has been yielded was pushed out by rows that wait: none wait only if none came.
    yield _joined(waiting) if rows > 0 else _job.no_rows(dataset, options)


def _joined(batches):
    return pa.Table.from_batches(batches).combine_chunks().to_batches()[0]


def _write_parquet(path, schema, names):
    few = [names["status"], names["message"]]
    return parquet.ParquetWriter(path, schema, compression="zstd", use_dictionary=few)


_WRITERS = {
    "parquet": _write_parquet,
    "ipc": lambda path, schema, names: pa.ipc.new_file(path, schema),
    "csv": lambda path, schema, names: csv.CSVWriter(path, schema),
}


@contextlib.contextmanager
def _appearing(output):
    """Give a temporary path beside the output, which takes its name when all went well."""
    folder = os.path.dirname(os.path.abspath(output))
    file, path = tempfile.mkstemp(prefix=".sudomill.", suffix=".tmp", dir=folder)
    try:
        os.close(file)
        yield path
        # As open() would have made it; mkstemp keeps others out.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(path, 0o666 & ~mask)
        os.replace(path, output)
    except BaseException:
        os.unlink(path)
        raise


if __name__ == "__main__":
    sys.exit(main())
