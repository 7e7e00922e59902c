"""``python -m sudomill``: Parquet, Arrow and CSV files of puzzles on one machine.

Files are read, solved on all cores and written batch by batch, in order. The output
appears under its name when it is complete. For many machines, see ``sudomill.ray``.
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

#: Rows per batch: 0.1 s of work on a core, and about 100 MB with the results.
ROWS = 1 << 18


def main(arguments=None):
    """Run a job and return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    restore = _job.catch_sigterm()
    try:
        statuses, given = run(options)
    except (_job.Refused, OSError, pa.ArrowException) as error:
        _job.say(f"sudomill: {error}")
        return 2
    except Exception:
        # Python itself would end with 1, which means findings.
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
        description="Solve Parquet, Arrow or CSV files of puzzles: one output row per input row.",
    )
    _job.add_options(parser)
    parser.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="the output file; its ending sets the format",
    )
    parser.add_argument(
        "--threads",
        type=_job.natural,
        metavar="N",
        help="number of threads (default: one per core)",
    )
    return parser


def run(options):
    """Solve the files into one file.

    Return the number of rows by status, and the comparison of the solutions in the input.
    """
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
                # Write one batch while the next is solved: compressing Parquet takes longer
                # than solving most puzzles.
                pool = stack.enter_context(ThreadPoolExecutor(1))
            else:
                before.result()
            before = pool.submit(writer.write_batch, solved)
        before.result()
    return statuses, given


def _batches(dataset, options):
    """Yield batches of about ``ROWS`` rows, in order.

    Without any rows, yield one empty batch, for its columns.
    """
    waiting, rows = [], 0
    for batch in dataset.to_batches(columns=_job.columns(options), batch_size=ROWS):
        if rows > 0 and rows + batch.num_rows > ROWS:
            yield _joined(waiting)
            waiting, rows = [], 0
        waiting.append(batch)
        rows += batch.num_rows
    # Batches are yielded only when more rows are waiting, so none wait only if none came.
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
    """Yield a temporary path beside the output, and rename it to the output on success."""
    folder = os.path.dirname(os.path.abspath(output))
    file, path = tempfile.mkstemp(prefix=".sudomill.", suffix=".tmp", dir=folder)
    try:
        os.close(file)
        yield path
        # The permissions that open() would set; mkstemp allows only the owner.
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(path, 0o666 & ~mask)
        os.replace(path, output)
    except BaseException:
        os.unlink(path)
        raise


if __name__ == "__main__":
    sys.exit(main())
