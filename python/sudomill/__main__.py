"""``python -m sudomill``: Parquet, Arrow and CSV files of puzzles on one machine.

Files are read, solved on all cores and written batch by batch, in order. The output
appears under its name when it is complete. For many machines, see ``sudomill.ray``.
"""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
from pyarrow import csv, parquet

from . import _job, _run, _sudomill
from ._given import Given


def main(arguments=None):
    """Run a job and return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    begun = time.monotonic()
    restore = _job.catch_sigterm(_job.end_at_once, exits=__name__ == "__main__")
    try:
        statuses, given, has_failed = run(options)
    except (_job.Refused, OSError, pa.ArrowException) as error:
        _job.say(f"sudomill: {error}")
        return 2
    except KeyboardInterrupt:
        # Another signal would say it again.
        restore()
        _job.say(_job.INTERRUPTED)
        return 130
    except BaseException:
        # Python's own exit code would be 1, which means findings. A Rust panic is not an Exception.
        traceback.print_exc()
        return 2
    finally:
        restore()
    _job.tell(statuses, time.monotonic() - begun, given.summary())
    if has_failed:
        return 2
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

    Return the number of rows by status, the comparison of the solutions in the input, and
    whether any file has no puzzle.
    """
    written = _job.format_of([options.output])
    _job.refuse_inside(options.output, options.input)
    files = _job.opened(options)
    _job.refuse_same(options.output, files)
    names, layout = _job.check(files, options)
    given = Given(_job.no_rows(files, options).schema, options.column, layout)
    job = _run.Run(files, options, names, layout)
    with contextlib.ExitStack() as stack:
        stack.callback(job.progress.clear)
        output = _opened(options.output)
        stack.callback(output.discard)
        # Read the next batch and write the previous one while solving: compressing Parquet takes
        # longer than solving most puzzles.
        pool = stack.enter_context(ThreadPoolExecutor(1))
        writer = before = None
        pieces = files.pieces(_job.columns(options))
        batches = stack.enter_context(contextlib.closing(_run.ahead(_run.batches(pieces))))
        for batch in batches:
            solved = job.solve(batch)
            given.layout = job.layout
            given.compare(solved, names)
            if writer is None:
                writer = _writer(written, output, solved.schema, names, options.output)
            else:
                before.result()
            before = pool.submit(writer.write_table, solved)
        if writer is None:
            nothing = pa.Table.from_batches([_job.no_rows(files, options)])
            solved = job.solve([_run.Piece(files.files[0], nothing)])
            writer = _writer(written, output, solved.schema, names, options.output)
            before = pool.submit(writer.write_table, solved)
        before.result()
        writer.close()
        has_failed = job.finish(writer.writer.metadata.num_rows if written == "parquet" else None)
        output.finish()
    return job.statuses, given, has_failed


def _opened(path):
    # Opening a named pipe waits for a reader. Ctrl-C can only interrupt the wait in Python.
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(_sudomill.Output, path).result()


def _writer(kind, output, schema, names, path):
    return _WRITERS[kind](pa.PythonFile(output, mode="w"), schema, names, path)


def _write_parquet(sink, schema, names, path):
    few = [names["status"], names["message"]]
    return parquet.ParquetWriter(sink, schema, compression="zstd", use_dictionary=few)


def _write_csv(sink, schema, names, path):
    delimiter = "\t" if _job.ending_of(path) == ".tsv" else ","
    return csv.CSVWriter(sink, schema, write_options=csv.WriteOptions(delimiter=delimiter))


_WRITERS = {
    "parquet": _write_parquet,
    "ipc": lambda sink, schema, names, path: pa.ipc.new_file(sink, schema),
    "csv": _write_csv,
}


if __name__ == "__main__":
    sys.exit(main())
