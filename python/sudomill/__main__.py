"""Solve Parquet and Arrow files of puzzles, to one Parquet file for each of them.

An output appears under its name when it is complete. A finished one is skipped, so a run that was
killed goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import re
import signal
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import sudomill

from . import _columns

if sys.platform != "win32":  # There, nothing keeps two runs from writing the same file.
    import fcntl

#: The endings of files of puzzles in a folder.
ENDINGS = (".parquet", ".arrow", ".arrows", ".feather", ".ipc")
#: The options that must be the same when a run goes on.
SETTINGS = ("column", "keep", "columns", "prefix", "limit", "strategy", "max_rating")
#: Rows to read at a time: few, because a long value that is often there is stored once.
READ = 1 << 12
#: Rows to solve and to write at a time, or bytes if rows are long.
ROWS, BYTES = 1 << 18, 1 << 26
#: Errors of a file or an option.
ERRORS = (OSError, ValueError, KeyError, TypeError, pa.ArrowException)


def main(arguments=None):
    """Run a job and return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m sudomill", description=__doc__)
    add, names = parser.add_argument, lambda text: text.split(",")
    add("input", nargs="+", type=Path, help="files, or folders of files")
    add("-o", "--output", required=True, type=Path, help="a folder; for one file also a .parquet file")
    add("--column", metavar="NAME", help="the column of puzzles (default: found by its name)")
    add("--keep", type=names, metavar="NAME,…", help="other columns to copy (default: all)")
    add("--columns", type=names, metavar="NAME,…", help="results, as of sudomill solve")
    add("--prefix", help="a prefix for the names of all results")
    add("--limit", type=int, default=2, metavar="N", help="end a search after N solutions (default: 2)")
    add("--strategy", default="lanes", metavar="NAME", help="as of sudomill solve")
    add("--max-rating", type=float, metavar="N", help="rate no puzzle above N")
    add("--threads", type=int, metavar="N", help="number of threads (default: one per core)")
    add("--version", action="version", version=f"sudomill {sudomill.__version__}")
    options = parser.parse_args(arguments)
    try:
        return _run(options, time.monotonic())
    except KeyboardInterrupt:
        _say("sudomill: interrupted; the same command goes on")
        return 130
    except ERRORS as error:
        _say(f"sudomill: {error}")
    except BaseException:
        # Python's own exit code would be 1, which means findings. A Rust panic is no Exception.
        traceback.print_exc()
    return 2


def _run(options, begun):
    """Solve the files that are not finished; return the exit code."""
    pa.set_memory_pool(pa.system_memory_pool())  # Others return freed pages, which are needed again.
    sudomill.solve([], limit=options.limit, strategy=options.strategy, threads=options.threads)
    jobs, counts, waiting, failed = _jobs(options.input, options.output), Counter(), {}, False
    # First, so that other settings are refused before anything is solved.
    for target, source in jobs.items():
        marks = {name: getattr(options, name) for name in SETTINGS}
        marks["input"] = [source.name, source.stat().st_size, source.stat().st_mtime_ns]
        if target.exists():
            counts += _finished(target, marks)
        else:
            waiting[target] = source, marks
    if len(waiting) < len(jobs):
        _say(f"{len(jobs) - len(waiting):,} of {len(jobs):,} files are finished")
    before = counts.total()
    for number, (target, (source, marks)) in enumerate(waiting.items()):
        bar = f"{number + 1:,} of {len(waiting):,} files: {source}"
        try:
            counts += _solve(source, target, options, marks, bar)
        except ERRORS as error:
            failed = True
            _say(f"{source}: {error.args[0] if isinstance(error, KeyError) else error}")
    wrong, seconds = counts.pop("wrong", 0), time.monotonic() - begun
    told = ", ".join(f"{count:,} {status}" for status, count in counts.most_common())
    told += f"; {wrong:,} solutions in the input are wrong" if wrong else ""
    _say(f"{counts.total():,} rows{': ' * bool(told)}{told}")
    _say(f"{seconds:.1f} s, {(counts.total() - before) / seconds:,.0f} rows/s")
    findings = ["none", "invalid", "gave-up"] + ["multiple"] * (options.limit == 2)
    return 2 if failed else int(wrong > 0 or any(counts[it] for it in findings))


def _say(text, end="\n"):
    print("\r\x1b[K" * sys.stderr.isatty() + text, end=end, file=sys.stderr, flush=True)


def _jobs(inputs, output):
    """Return the input of each output, by its path."""
    jobs = {}
    for path in inputs:
        if not path.exists():
            raise ValueError(f"{path}: no such file or folder")
        root, files = path.parent, [path]
        if path.is_dir():
            # Engines keep notes under names that begin with a dot or a line.
            names = [it.relative_to(path) for it in sorted(path.rglob("*")) if it.suffix in ENDINGS]
            root, files = path, [path / it for it in names if not re.search(r"(^|/)[._]", it.as_posix())]
            if not files:
                raise ValueError(f"{path}: found no files of puzzles: {' '.join(ENDINGS)}")
            if path.resolve() in [output.resolve(), *output.resolve().parents]:
                raise ValueError(f"{output} is inside the input {path}; name another output")
        for file in files:
            is_file = output.suffix == ".parquet" and not output.is_dir()
            name = output if is_file else output / file.relative_to(root).with_suffix(".parquet")
            target = Path(os.path.realpath(name))
            if jobs.setdefault(target, file) is not file:
                raise ValueError(f"{jobs[target]} and {file} have the same output, {name}")
    return jobs


def _finished(target, marks):
    """Return the counts of a finished output; refuse one of another job."""
    try:
        found = json.loads(pq.read_metadata(target).metadata[b"sudomill"])
    except (OSError, pa.ArrowException, TypeError, KeyError, ValueError):
        raise ValueError(f"{target} is there, but no output of this program; name another") from None
    for name, value in marks.items():
        if found[name] != value:
            how = f"{found[name]!r} and not {value!r}; remove it to solve the file again"
            raise ValueError(f"{target} was made with another {name}, {how}")
    return Counter(found["counts"])


@contextlib.contextmanager
def _partial(target):
    """Yield the hidden file that becomes ``target``; delete it after a failure."""
    path = target.with_name(f".{target.name}.partial")
    target.parent.mkdir(parents=True, exist_ok=True)
    with open(path, "ab") as lock:
        try:
            if sys.platform == "win32":  # There, an open file can be neither renamed nor deleted.
                lock.close()
            else:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"another run is writing {target}") from None
        try:
            if target.exists():
                raise ValueError(f"another run has written {target}")
            yield path
            with open(path, "ab") as file:
                os.fsync(file.fileno())
            os.replace(path, target)
        finally:
            path.unlink(missing_ok=True)


@contextlib.contextmanager
def _opened(source):
    """Yield the schema of a file, the number of its rows if it tells, and a function to read them."""
    with open(source, "rb") as file:
        magic = file.read(6)
    if magic[:4] == b"PAR1":
        # Without a buffer, pyarrow reads whole column chunks.
        with pq.ParquetFile(source, pre_buffer=False, buffer_size=1 << 20) as file:
            rows = file.metadata.num_rows
            yield file.schema_arrow, rows, lambda names: file.iter_batches(READ, columns=names)
        return
    with pa.memory_map(str(source)) as file:
        try:
            reader = (pa.ipc.open_file if magic == b"ARROW1" else pa.ipc.open_stream)(file)
        except pa.ArrowInvalid:
            raise ValueError("found neither Parquet nor Arrow; sudomill solve reads text") from None
        count = getattr(reader, "num_record_batches", None)
        batches = reader if count is None else map(reader.get_batch, range(count))
        slices = (it.slice(start, READ) for it in batches for start in range(0, len(it), READ))
        yield reader.schema, None, lambda names: (it.select(names) for it in slices)


def _tables(batches):
    """Combine batches to tables of about ``ROWS`` rows or ``BYTES`` bytes."""
    waiting, size = [], 0.0
    for batch in batches:
        waiting.append(batch)
        size += max(len(batch) / ROWS, batch.nbytes / BYTES)
        if size >= 1:
            yield pa.Table.from_batches(waiting)
            waiting, size = [], 0.0
    if waiting:
        yield pa.Table.from_batches(waiting)


def _solve(source, target, options, marks, bar):
    """Solve a file; return the number of rows by status, and of wrong solutions."""
    counts, rows, layout, writer = Counter(), 0, None, None
    columns = options.columns and list(dict.fromkeys([*options.columns, "status", "message"]))
    chosen = {name: getattr(options, name) for name in ("prefix", "limit", "strategy", "max_rating", "threads")}
    with contextlib.ExitStack() as stack:
        partial = stack.enter_context(_partial(target))
        schema, expected, read = stack.enter_context(_opened(source))
        nothing = schema.empty_table()
        column = options.column or _columns.known_name(nothing, _columns.PUZZLES)
        names = schema.names if options.keep is None else options.keep
        column, *names = [_columns.name_of(nothing, name) for name in [column, *names, column]]
        nothing = nothing.select(list(dict.fromkeys(names)))
        stack.callback(lambda: writer and writer.close())
        pool = stack.enter_context(ThreadPoolExecutor(1))
        written = pool.submit(int)
        # The first table, without rows, gives the schema of the output.
        for table in itertools.chain([nothing], _tables(read(nothing.column_names))):
            if layout is None and len(table):
                layout = sudomill.layout(table[column])
            solved = sudomill.solve_table(table, column, layout=layout, columns=columns, **chosen)
            # With a prefix or without: "status", "agrees", "essage".
            results = solved.column_names[table.num_columns :]
            added = {name[-6:]: solved[name] for name in results}
            bad = pc.index(added["status"], "invalid").as_py()
            if bad >= 0 and not counts["invalid"]:
                message = added["essage"][bad].as_py()
                _say(f"{source}:{rows + bad + 1}:{' ' * (not message[0].isdigit())}{message} (the first bad row)")
            counts.update({it["values"]: it["counts"] for it in added["status"].value_counts().to_pylist()})
            if "agrees" in added:
                counts["wrong"] += pc.sum(pc.equal(added["agrees"], False)).as_py() or 0
            rows += len(table)
            if writer is None:
                # Of numbers and of long, distinct texts, a dictionary costs more than it saves.
                few = {it.name for it in table.schema if not pa.types.is_primitive(it.type)}
                few = [it for it in {*few, *results} if it != column and it[-8:] != "solution"]
                writer = pq.ParquetWriter(partial, solved.schema, compression="zstd", use_dictionary=few)
                continue
            written.result()
            written = pool.submit(writer.write_table, solved)
            if sys.stderr.isatty():
                done = "#" * int(30 * rows / max(1, expected or rows))
                _say(f"[{done:30}] {rows:,} rows, {bar}", end="")
        written.result()
        if rows and counts["invalid"] == rows:
            raise ValueError(f"found no puzzle in {rows:,} rows of {column!r}; --column names another")
        writer.add_key_value_metadata({"sudomill": json.dumps({**marks, "counts": counts})})
        writer.close()
        found = {sum(counts.values()) - counts["wrong"], pq.read_metadata(partial).num_rows}
        if found | {rows if expected is None else expected} != {rows}:
            raise ValueError(f"{rows:,} rows were read, but {found} solved, written or announced")
    return counts


if __name__ == "__main__":
    # As Ctrl-C; under nohup, SIGHUP is ignored and remains so.
    for number in [getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")]:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    sys.exit(main())
