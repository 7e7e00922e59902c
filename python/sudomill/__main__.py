"""Solve Parquet, Arrow, CSV and NumPy files of puzzles, to one Parquet file for each of them.

An output appears under its name when it is complete. A finished one is skipped, so a run that was
killed goes on when the same command is given again.
"""

import argparse
import contextlib
import functools
import hashlib
import json
import re
import signal
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

import sudomill

from . import _columns, _inputs, _outputs, _stores

#: The options of the search.
SEARCH = ("limit", "strategy", "max_guesses")
#: The options that must be the same when a run goes on.
SETTINGS = ("column", "solution_column", "keep", "columns", "prefix", "max_rating", "only", "dedup", *SEARCH)
#: What selects rows.
ONLY = ("solved", "unique", "multiple", "none", "invalid", "gave-up", "wrong")
RATINGS = re.compile(r"rating:(\d+(?:\.\d)?)(?:\.\.(\d+(?:\.\d)?))?")
#: The level of gzip: the default, 9, takes 23 times its CPU time for 5 % less.
GZIP = 4
#: Errors of a file or an option.
ERRORS = (OSError, ValueError, KeyError, TypeError, pa.ArrowException)


def main(arguments=None):
    """Run a job and return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python -m sudomill", description=__doc__)
    add, names = parser.add_argument, lambda text: text.split(",")
    add("input", nargs="+", type=_stores.place, help="files, or folders of files; also s3://…, gs://… and hf://…")
    add("-o", "--output", required=True, type=_stores.place, help="a folder; for one file also a .parquet file")
    add("--column", metavar="NAME", help="the column of puzzles (default: found by its name)")
    add("--keep", type=names, metavar="NAME,…", help="other columns to copy (default: all)")
    add("--columns", type=names, metavar="NAME,…", help="results, as of sudomill solve")
    add("--solution-column", metavar="NAME", help="the column that agrees compares (default: found by its name)")
    add("--only", type=_only, metavar="STATUS,…", help="write these rows, as sudomill solve does")
    add("--dedup", action="store_true", help="drop puzzles that are equivalent to one in a row before")
    add("--against", nargs="+", type=_stores.place, default=[], metavar="FILE", help="also to one in these files")
    add("--exact", action="store_true", help="drop puzzles that are the same, not equivalent ones")
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


def _only(text):
    """Read the names of rows to write."""
    for name in text.split(","):
        if name not in ONLY and not RATINGS.fullmatch(name):
            raise argparse.ArgumentTypeError(f"found {name!r}; expected any of {', '.join(ONLY)}, rating:FROM..TO")
    return text.split(",")


def _run(options, begun):
    """Solve the files that are not finished; return the exit code."""
    pa.set_memory_pool(pa.system_memory_pool())  # Others return freed pages, which are needed again.
    sudomill.solve([], **{name: getattr(options, name) for name in (*SEARCH, "threads")})
    _columns.number("row_group_size", options.row_group_size, least=1)
    for name in options.only or ():
        needed = {"wrong": "agrees", "rating": "rating"}.get(name.split(":")[0])
        if needed and needed not in (options.columns or ()):
            raise ValueError(f"--only {name} needs the column {needed!r}: --columns {needed},…")
    _stores.expect_bucket(options.output)
    jobs, others = _inputs.jobs(options.input, options.output)
    if others:
        told = " ".join(map(str, others[:3])) + " …" * (len(others) > 3)
        _say(f"{len(others):,} files or linked folders were left out: {told}")
    options.against = [file for path in options.against for file in _inputs.found(path)[0].values()]
    is_compared = options.dedup or options.exact or options.against
    options.dedup = _compared(jobs.values(), options) if is_compared else None
    settings = {"version": sudomill.__version__, **{name: getattr(options, name) for name in SETTINGS}}
    # First, so that other settings are refused before anything is solved.
    finished = {target: _finished(target, settings) for target in jobs if target.exists()}
    if finished:
        _say(f"{len(finished):,} of {len(jobs):,} files are finished")
    masks = _firsts(jobs.values(), options) if options.dedup and len(finished) < len(jobs) else []
    firsts = dict(zip(jobs, masks))
    before, counts, failed = Counter(), Counter(), False
    queue = list(jobs.items())
    for number, (target, source) in enumerate(queue):
        bar = f"{min(number + 1, len(jobs)):,} of {len(jobs):,} files: {source}"
        try:
            marks = {**settings, "input": _identity(source)}
            if target.exists():
                there = finished.get(target) or _finished(target, settings)
                _refuse_other(target, there, marks, ["input"])
                before += Counter(there["counts"])
            else:
                counts += _solve(source, target, options, marks, firsts.get(target), bar)
        except Exception as error:
            if isinstance(error, _outputs.Taken) and number < len(jobs):
                queue.append((target, source))  # Behind the others: it may be finished then.
                continue
            failed = True
            _say(f"{source}: {_told(error)}")
    rows, seconds = counts.total() - counts["wrong"], time.monotonic() - begun
    counts += before
    wrong = counts.pop("wrong", 0)
    told = ", ".join(f"{count:,} {status}" for status, count in counts.most_common())
    told += f"; {wrong:,} solutions in the input are wrong" if wrong else ""
    _say(f"{counts.total():,} rows{': ' * bool(told)}{told}")
    _say(f"{seconds:.1f} s, {rows / seconds:,.0f} rows/s")
    findings = ["none", "invalid", "gave-up"] + ["multiple"] * (options.limit == 2)
    return 2 if failed else int(wrong > 0 or any(counts[it] for it in findings))


def _finished(target, settings):
    """Return the marks of a finished output; refuse one of another job."""
    try:
        files, path = _stores.on_files(target)
        found = json.loads(pq.read_metadata(path, filesystem=files).metadata[b"sudomill"])
    except ERRORS:
        raise ValueError(f"{target} is there, but no output of this program; name another") from None
    _refuse_other(target, found, settings, SETTINGS)
    return found


def _refuse_other(target, found, marks, names):
    """Refuse a finished output that differs in one of these marks."""
    for name in names:
        if found.get(name) != marks[name]:
            how = f"{found.get(name)!r} and not {marks[name]!r}; remove it to solve the file again"
            raise ValueError(f"{target} was made with another {name}, {how}")


def _identity(source):
    return [source.name, source.stat().st_size, source.stat().st_mtime_ns]


def _compared(sources, options):
    """Return what tells sets of files among which puzzles are compared from other sets."""
    every = [options.exact, *([_identity(it) for it in them] for them in (sources, options.against))]
    return hashlib.sha256(json.dumps(every).encode()).hexdigest()


def _firsts(sources, options):
    """Return for each file, in order, an array that is false where a row's puzzle occurred before."""
    found, starts = sudomill._sudomill.Dedup(options.exact), [0]
    for source in [*options.against, *sources]:
        layout, rows = None, starts[-1]
        try:
            with _inputs.opened(source) as opened:
                column = _column(opened.schema.names, options)
                for table in _inputs.tables(opened.read([column])):
                    chunks = _columns.chunks(table[column])
                    layout = layout or sudomill._sudomill.layout(chunks)
                    rows = found.add(chunks, _columns.shared(options.threads, layout))
        except ERRORS as error:
            # Each row of it could be the first of its class.
            raise ValueError(f"{source}: {_told(error)}") from None
        starts.append(rows)
    firsts, starts = found.firsts(options.threads), starts[len(options.against) :]
    return [firsts[start:end] for start, end in zip(starts, starts[1:])]


def _column(names, options):
    """Return the name of the column of puzzles."""
    return _columns.name_of(names, options.column or _columns.known_name(names, "puzzles"))


def _kept(names, column, options):
    """Return the names of the columns of an output that are not results."""
    kept = names if options.keep is None else options.keep
    every = [*kept, options.solution_column or column, column]
    return list(dict.fromkeys(_columns.name_of(names, name) for name in every))


def _told(error):
    """Return what to tell of an error."""
    if isinstance(error, KeyError):
        return error.args[0]
    return f"{'' if isinstance(error, ERRORS) else type(error).__name__ + ': '}{error}"


def _say(text, end="\n"):
    print("\r\x1b[K" * sys.stderr.isatty() + text, end=end, file=sys.stderr, flush=True)


def _solve(source, target, options, marks, firsts, bar):
    """Solve a file; return the number of rows by status, and of wrong solutions."""
    columns = options.columns and list(dict.fromkeys([*options.columns, "status", "message"]))
    given = ("solution_column", "prefix", "max_rating", "threads", *SEARCH)
    chosen = {"columns": columns, **{name: getattr(options, name) for name in given}}
    with contextlib.ExitStack() as stack:
        path = stack.enter_context(_outputs.partial(target, marks))
        opened = stack.enter_context(_inputs.opened(source))
        column = _column(opened.schema.names, options)
        names = _kept(opened.schema.names, column, options)
        _inputs.refuse_changes(opened, names)
        nothing = pa.Table.from_batches([], opened.schema).select(names)
        schema = sudomill.solve_table(nothing, column, **chosen).schema
        results = schema.names[len(names) :]
        # Of numbers and of long, distinct texts, a dictionary costs more than it saves.
        few = {it.name for it in nothing.schema if not pa.types.is_primitive(it.type)}
        few = [it for it in {*few, *results} if it != column and it[-8:] != "solution"]
        codec = options.compression or opened.compression
        level = {"gzip": GZIP}.get(codec)
        output = _outputs.Output(path, marks, schema, compression=codec, compression_level=level, use_dictionary=few)
        # What an earlier run has done.
        layout, rows = output.reached.get("layout"), output.reached.get("rows", 0)
        counts, kept = Counter(output.reached.get("counts")), sum(it.num_rows for it in output.footers)
        if rows:
            _say(f"{source}: goes on behind row {rows:,}")
        pool = stack.enter_context(ThreadPoolExecutor(1))
        written = pool.submit(int)
        has_steps = any(pa.types.is_nested(schema.field(name).type) for name in results)
        usual = _inputs.ROWS_WITH_STEPS if has_steps else _inputs.ROWS
        for whole in _inputs.tables(opened.read(names), options.row_group_size, rows, usual):
            layout = layout or sudomill.layout(whole[column])
            mask = firsts and firsts[rows : rows + len(whole)]
            table = _columns.only(whole, mask) if firsts else whole
            solved = sudomill.solve_table(table, column, layout=layout, **chosen)
            # With a prefix or without: "status", "agrees", "essage".
            added = {name[-6:]: solved[name] for name in results}
            bad = pc.index(added["status"], "invalid").as_py()
            if bad >= 0 and not counts["invalid"]:
                row = pc.indices_nonzero(mask)[bad].as_py() if firsts else bad
                message = added["essage"][bad].as_py()
                _say(f"{source}:{rows + row + 1}:{' ' * (not message[0].isdigit())}{message} (the first bad row)")
            counts += _counts(added)
            counts["repeated"] += len(whole) - len(table)
            rows += len(whole)
            if options.only is not None:
                solved = _columns.only(solved, _selected(added, options.only))
            kept += len(solved)
            written.result()
            notes = {"layout": layout, "rows": rows, "counts": dict(counts)}
            written = pool.submit(output.append, solved, options.row_group_size, notes)
            if sys.stderr.isatty():
                done = "#" * int(30 * rows / max(1, opened.rows or rows))
                _say(f"[{done:30}] {rows:,} rows, {bar}", end="")
        written.result()
        for remark in opened.remarks:
            _say(f"{source}: {remark}")
        if rows and counts["invalid"] == rows:
            raise ValueError(f"found no puzzle in {rows:,} rows of {column!r}; --column names another")
        counts = +counts
        there = output.finish({"counts": counts})
        found = {sum(counts.values()) - counts["wrong"], rows if opened.rows is None else opened.rows}
        if found != {rows} or there != kept:
            raise ValueError(f"{rows:,} rows were read, but {found} solved or announced; {there} of {kept} written")
    return counts


def _counts(added):
    """Return the number of results by status, and of wrong solutions."""
    counts = Counter({it["values"]: it["counts"] for it in added["status"].value_counts().to_pylist()})
    if "agrees" in added:
        counts["wrong"] = pc.sum(pc.equal(added["agrees"], False)).as_py() or 0
    return counts


def _selected(added, only):
    """Return whether each result is selected by a status, by a wrong solution or by its rating; or null."""
    every = [pc.is_in(added["status"], pa.array(only))]
    if "wrong" in only:
        every.append(pc.invert(added["agrees"]))
    for span in filter(None, map(RATINGS.fullmatch, only)):
        least, most = float(span[1]), float(span[2] or span[1])
        every.append(pc.and_(pc.greater_equal(added["rating"], least), pc.less_equal(added["rating"], most)))
    return functools.reduce(pc.or_kleene, every)


if __name__ == "__main__":
    # As Ctrl-C; under nohup, SIGHUP is ignored and remains so.
    for number in [getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGHUP")]:
        if signal.getsignal(number) == signal.SIG_DFL:
            signal.signal(number, signal.default_int_handler)
    sys.exit(main())
