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

from . import _columns, _inputs

if sys.platform != "win32":  # There, nothing keeps two runs from writing the same file.
    import fcntl

#: The options of the search.
SEARCH = ("limit", "strategy", "max_guesses")
#: The options that must be the same when a run goes on.
SETTINGS = ("column", "solution_column", "keep", "columns", "prefix", "max_rating", *SEARCH)
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
    add("--solution-column", metavar="NAME", help="the column that agrees compares (default: found by its name)")
    add("--prefix", help="a prefix for the names of all results")
    add("--limit", type=int, default=2, metavar="N", help="end a search after N solutions (default: 2)")
    add("--strategy", default="lanes", metavar="NAME", help="as of sudomill solve")
    add("--max-guesses", type=int, metavar="N", help="give up a puzzle that needs more, as sudomill solve does")
    add("--max-rating", type=float, metavar="N", help="rate no puzzle above N")
    add("--compression", choices=_inputs.CODECS, help="of the outputs (default: that of the input, or zstd)")
    add("--row-group-size", type=int, metavar="N", help="most rows of a row group (default: 262,144)")
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
    sudomill.solve([], **{name: getattr(options, name) for name in (*SEARCH, "threads")})
    _columns.number("row_group_size", options.row_group_size, least=1)
    jobs, others = _inputs.jobs(options.input, options.output)
    if others:
        told = " ".join(map(str, others[:3])) + " …" * (len(others) > 3)
        _say(f"{len(others):,} files or linked folders were left out: {told}")
    # First, so that other settings are refused before anything is solved.
    waiting, counts, failed = _left(jobs, options)
    before = counts.total()
    for number, (target, (source, marks)) in enumerate(waiting.items()):
        bar = f"{number + 1:,} of {len(waiting):,} files: {source}"
        try:
            counts += _solve(source, target, options, marks, bar)
        except Exception as error:
            failed = True
            _say(f"{source}: {_told(error)}")
    wrong, seconds = counts.pop("wrong", 0), time.monotonic() - begun
    told = ", ".join(f"{count:,} {status}" for status, count in counts.most_common())
    told += f"; {wrong:,} solutions in the input are wrong" if wrong else ""
    _say(f"{counts.total():,} rows{': ' * bool(told)}{told}")
    _say(f"{seconds:.1f} s, {(counts.total() - before) / seconds:,.0f} rows/s")
    findings = ["none", "invalid", "gave-up"] + ["multiple"] * (options.limit == 2)
    return 2 if failed else int(wrong > 0 or any(counts[it] for it in findings))


def _left(jobs, options):
    """Return the jobs that are not finished, the counts of the others, and whether any has failed."""
    waiting, counts, finished = {}, Counter(), 0
    for target, source in jobs.items():
        marks = {name: getattr(options, name) for name in SETTINGS}
        try:
            marks["input"] = [source.name, source.stat().st_size, source.stat().st_mtime_ns]
        except OSError as error:
            _say(f"{source}: {error}")
            continue
        if not target.exists():
            waiting[target] = source, marks
            continue
        found = _finished(target, marks)
        if found["input"] != marks["input"]:
            how = f"{found['input']!r} and not {marks['input']!r}; remove it to solve the file again"
            _say(f"{source}: {target} was made with another input, {how}")
            continue
        finished += 1
        counts += Counter(found["counts"])
    if finished:
        _say(f"{finished:,} of {len(jobs):,} files are finished")
    return waiting, counts, len(waiting) + finished < len(jobs)


def _told(error):
    """Return what to tell of an error."""
    if isinstance(error, KeyError):
        return error.args[0]
    return f"{'' if isinstance(error, ERRORS) else type(error).__name__ + ': '}{error}"


def _say(text, end="\n"):
    print("\r\x1b[K" * sys.stderr.isatty() + text, end=end, file=sys.stderr, flush=True)


def _finished(target, marks):
    """Return the marks of a finished output; refuse one of another job."""
    try:
        found = json.loads(pq.read_metadata(target).metadata[b"sudomill"])
    except (OSError, pa.ArrowException, TypeError, KeyError, ValueError):
        raise ValueError(f"{target} is there, but no output of this program; name another") from None
    for name in SETTINGS:
        if found.get(name) != marks[name]:
            how = f"{found.get(name)!r} and not {marks[name]!r}; remove it to solve the file again"
            raise ValueError(f"{target} was made with another {name}, {how}")
    return found


def _take(file, path):
    """Lock a file; return whether it is still there: the run that had the lock may have removed it."""
    if sys.platform != "win32":
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with contextlib.suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))
    return False


def _locked(path, target):
    """Return a new or remaining file that no other run writes."""
    file = None
    while True:
        try:
            file = open(path, "ab")
            if _take(file, path):
                return file
            file.close()
        except BlockingIOError:
            file.close()
            raise ValueError(f"another run is writing {target}") from None
        except KeyboardInterrupt:
            with contextlib.suppress(OSError, ValueError):  # Another run has it, or it is closed.
                if file and _take(file, path):
                    path.unlink()
            raise


@contextlib.contextmanager
def _partial(target):
    """Yield the hidden file that becomes ``target``; delete it after a failure."""
    path, lock = target.with_name(f".{target.name}.partial"), None
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        lock = _locked(path, target)
        if sys.platform == "win32":  # There, an open file can be neither renamed nor deleted.
            lock.close()
        if target.exists():
            raise ValueError(f"another run has written {target}")
        yield path
        with open(path, "ab") as file:
            os.fsync(file.fileno())
        os.replace(path, target)
    finally:
        if lock:
            path.unlink(missing_ok=True)
            lock.close()


def _solve(source, target, options, marks, bar):
    """Solve a file; return the number of rows by status, and of wrong solutions."""
    counts, rows, layout, writer = Counter(), 0, None, None
    columns = options.columns and list(dict.fromkeys([*options.columns, "status", "message"]))
    given = ("solution_column", "prefix", "max_rating", "threads", *SEARCH)
    chosen = {name: getattr(options, name) for name in given}
    with contextlib.ExitStack() as stack:
        partial = stack.enter_context(_partial(target))
        opened = stack.enter_context(_inputs.opened(source))
        nothing, expected = pa.Table.from_batches([], opened.schema), opened.rows
        column = options.column or _columns.known_name(nothing, _columns.PUZZLES)
        names = opened.schema.names if options.keep is None else options.keep
        names = [column, *names, *filter(None, [options.solution_column]), column]
        column, *names = [_columns.name_of(nothing, name) for name in names]
        nothing = nothing.select(list(dict.fromkeys(names)))
        stack.callback(lambda: writer and writer.close())
        pool = stack.enter_context(ThreadPoolExecutor(1))
        written = pool.submit(int)
        # The first table, without rows, gives the schema of the output.
        tables = _inputs.tables(opened.read(nothing.column_names), options.row_group_size)
        for table in itertools.chain([nothing], tables):
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
                codec = options.compression or opened.compression
                writer = pq.ParquetWriter(partial, solved.schema, compression=codec, use_dictionary=few)
                continue
            written.result()
            written = pool.submit(writer.write_table, solved, options.row_group_size)
            if sys.stderr.isatty():
                done = "#" * int(30 * rows / max(1, expected or rows))
                _say(f"[{done:30}] {rows:,} rows, {bar}", end="")
        written.result()
        if rows and counts["invalid"] == rows:
            raise ValueError(f"found no puzzle in {rows:,} rows of {column!r}; --column names another")
        job = {"version": sudomill.__version__, **marks, "counts": counts}
        writer.add_key_value_metadata({"sudomill": json.dumps(job)})
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
