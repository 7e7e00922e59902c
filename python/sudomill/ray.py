"""``python -m sudomill.ray``: solve Parquet or CSV files on a Ray cluster.

read → :func:`sudomill.solve` over Arrow blocks → write Parquet. A checkpoint records the
rows that are written. ``--resume`` continues a killed job without losing or duplicating a
row.

The output prefix contains ``_job.json`` before the first row is solved, then the Parquet
files as they are finished, and ``_SUCCESS`` when all are. ``_lock`` shows that a job works
there. Until the job is complete, the checkpoint is stored as ``OUTPUT-checkpoint``.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import math
import re
import sys
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset
from pyarrow import fs, parquet

import sudomill

from . import _input, _job, _lock

#: The maximum number of rows in a block. They take 0.1 s of a core and 60 MB: long compared with
#: the overhead of a task, short compared with the loss of a node.
ROWS = 250_000

#: The maximum number of rows in a row group, unless blocks are larger: the default of Parquet's
#: writers.
GROUP = 1 << 20

#: The minimum number of blocks per core, so that all cores end at about the same time.
BLOCKS_PER_CORE = 4

#: The object store of each node of a local cluster, in bytes. The default, 150 MB, hardly holds two
#: blocks, which then wait for each other.
STORE = 1 << 29


def main(arguments=None):
    """Run a job and return the exit code: 0, 1 for findings, 2 for failures, 130 for Ctrl-C."""
    options = _parser().parse_args(arguments)
    # The nodes have other working directories.
    options.input = [_absolute(path) for path in options.input]
    options.output = _absolute(options.output)
    begun = time.monotonic()
    go_on = "start again with a new PREFIX" if options.no_checkpoint else "continue with --resume"
    restore = _job.catch_sigterm()
    try:
        if importlib.util.find_spec("ray") is None:
            raise _job.Refused("needs Ray: pip install 'sudomill[ray]'")
        statuses = run(options)
    except _job.Refused as refused:
        _job.say(f"sudomill.ray: {refused}")
        return 2
    except KeyboardInterrupt:
        _job.say(f"sudomill.ray: interrupted; {go_on}")
        return 130
    except Exception:
        traceback.print_exc()
        _job.say(f"sudomill.ray: the job failed; {go_on}")
        return 2
    finally:
        restore()
    _job.tell(statuses, time.monotonic() - begun)
    if set(statuses) == {"invalid"}:
        _job.say(f"sudomill.ray: no puzzle in {sum(statuses.values()):,} rows")
        return 2
    return _job.exit_code(statuses, options.limit)


def _absolute(path):
    return path.rstrip("/") if "://" in path else str(Path(path).absolute())


def _parser():
    parser = argparse.ArgumentParser(
        prog="python -m sudomill.ray",
        description="Solve Parquet or CSV files of puzzles on a Ray cluster.",
        epilog="Without --address, RAY_ADDRESS or a running cluster on this machine, the program "
        "starts a cluster on all cores.",
    )
    _job.add_options(parser)
    parser.add_argument("--output", required=True, metavar="PREFIX", help="a new or empty folder")
    parser.add_argument("--resume", action="store_true", help="continue a killed job")
    parser.add_argument(
        "--id",
        default="id",
        metavar="NAME",
        help="a column with a distinct value in every row (default: id)",
    )
    parser.add_argument(
        "--no-checkpoint",
        action="store_true",
        help="solve rows without ids; a killed job cannot be resumed",
    )
    parser.add_argument(
        "--rows", type=_job.natural, metavar="N", help=f"rows per block (default: at most {ROWS:,})"
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--address", help="the cluster to join")
    where.add_argument(
        "--local-nodes",
        type=_job.natural,
        metavar="N",
        help="for a trial: start a cluster of N nodes with one core each on this machine",
    )
    return parser


def run(options):
    """Run a job and return the number of rows by status."""
    output = _Output(options)
    _job.refuse_inside(options.output, options.input)
    puzzles = _puzzles(options)
    names, layout = _job.check(puzzles, options)
    job = _description(puzzles, options)
    # Checked twice: before the slow steps, and again while holding the lock.
    output.begin(job)
    rows = output.rows
    if rows is None:
        rows = _count(puzzles, options)
    with output.locked():
        if output.begin(job):
            _job.say(f"{options.output} is already complete")
            output.complete()
            return output.statuses(names)
        with _cluster(options):
            output.describe({**job, "rows": rows})
            _solve(output, rows, names, layout, puzzles, options)
        statuses = output.statuses(names)
        found = sum(statuses.values())
        if rows is not None and rows != found:
            raise _job.Refused(f"the input has {rows:,} rows, but {options.output} has {found:,}")
        output.complete()
        return statuses


def _puzzles(options):
    """Open the input; reject an input that the cluster cannot read."""
    if _job.format_of(options.input) == "ipc":
        raise _job.Refused("input: found Arrow files; expected .parquet or .csv, which Ray reads")
    puzzles = _job.opened(options, [] if options.no_checkpoint else [options.id])
    names = puzzles.schema.names
    if not options.no_checkpoint and options.id not in names:
        raise _job.Refused(
            f"no column {options.id!r} identifies the rows; found {', '.join(names)}. Name one "
            "with --id, or use --no-checkpoint"
        )
    if not options.no_checkpoint and options.keep is not None:
        options.keep = [options.id, *options.keep]
    return puzzles


def _description(puzzles, options):
    """Return the parts of a job that must not change when it is resumed."""
    names = ["input", "keep", "prefix", "id", "no_checkpoint"]
    return {
        **{name: getattr(options, name) for name in names},
        **_job.solve_options(options),
        **_job.text_options(options),
        "version": sudomill.__version__,
        **_input.described(puzzles),
    }


def _count(puzzles, options):
    """Return the number of rows, or ``None`` if counting would require reading all of the input."""
    if not options.no_checkpoint:
        return _input.count_distinct(puzzles, options.id)
    return puzzles.count_rows() if _job.format_of(options.input) == "parquet" else None


def _solve(output, rows, names, layout, puzzles, options):
    import ray
    from ray.data.checkpoint import CheckpointConfig

    context = ray.data.DataContext.get_current()
    if not options.no_checkpoint:
        context.checkpoint_config = CheckpointConfig(
            id_column=options.id,
            checkpoint_path=output.checkpoint,
            override_filesystem=output.fs,
            # Deleted later, once the output is known to be complete.
            delete_checkpoint_on_success=False,
        )
    try:
        # The source chooses the number of blocks, often one per file. With one block, only
        # one node would work.
        block = _block_rows(options, rows)
        blocks = _read(options, puzzles).repartition(target_num_rows_per_block=block)
        solved = blocks.map_batches(
            _job.solve_block,
            fn_kwargs={
                **_job.solve_options(options),
                "names": names,
                "layout": layout,
                "threads": 1,
            },
            batch_size=None,
            batch_format="pyarrow",
            zero_copy_batch=True,
        )
        solved.write_parquet(
            output.path,
            filesystem=output.fs,
            schema=_schema(puzzles, names, options),
            compression="zstd",
            # The other columns have few repeated values.
            use_dictionary=[names["status"], names["message"]],
            # One row group per file: a block is rarely larger than requested.
            row_group_size=max(GROUP, 2 * block),
        )
    finally:
        context.checkpoint_config = None
    alive = sum(node["Alive"] and node["Resources"].get("CPU", 0) > 0 for node in ray.nodes())
    _job.say(_worked(solved.stats(), alive))


def _worked(stats, alive):
    """Return how many nodes have worked. Some of them may be dead by now.

    >>> _worked("* Tasks per node: 1 min, 3 max, 2 mean; 2 nodes used", alive=1)
    '2 of 2 nodes have worked'
    """
    used = max(map(int, re.findall(r"; (\d+) nodes used", stats)), default=0)
    return f"{used} of {max(used, alive)} nodes have worked"


def _schema(puzzles, names, options):
    """Return the schema of the output: the columns of the input and of the results.

    Without it, Ray would read partition values as text, and drop the metadata.
    """
    nothing = _job.no_rows(puzzles, options)
    solved = _job.solve_block(nothing, names=names, threads=1, **_job.solve_options(options))
    return solved.schema.with_metadata(puzzles.schema.metadata)


def _block_rows(options, rows):
    """Return the rows per block: few enough to keep every core busy, and at most ``ROWS``."""
    import ray

    if options.rows is not None:
        return options.rows
    if rows is None:
        return ROWS
    cores = int(ray.cluster_resources().get("CPU", 1))
    return min(ROWS, max(1, -(-rows // (BLOCKS_PER_CORE * cores))))


def _read(options, files):
    import ray
    from ray.data.datasource import FileBasedDatasource

    class Text(FileBasedDatasource):
        """Delimited text, read like on a single machine."""

        def _read_stream(self, f, path):
            yield from files.tables(path, f, columns)

    columns = _job.columns(options)
    if _job.format_of(options.input) == "csv":
        # Files are decompressed by the reader, which detects their format.
        plain = {"compression": None}
        source = Text(files.files, filesystem=files.filesystem, open_stream_args=plain)
        return ray.data.read_datasource(source)
    puzzles = ray.data.read_parquet(options.input)
    return puzzles if columns is None else puzzles.select_columns(columns)


@contextlib.contextmanager
def _cluster(options):
    """Connect to the given or the running cluster, or start one."""
    import ray

    with contextlib.ExitStack() as stack:
        address = options.address
        if options.local_nodes is not None:
            address = stack.enter_context(local_nodes(options.local_nodes)).address
        ray.init(address=address, ignore_reinit_error=True, log_to_driver=False)
        # Ray has installed its own handler, which ends the process without a message.
        _job.catch_sigterm()
        stack.callback(ray.shutdown)
        yield


@contextlib.contextmanager
def local_nodes(nodes):
    """Start a cluster of ``nodes`` nodes with one core each on this machine."""
    from ray.cluster_utils import Cluster

    # The head solves nothing, as in a large cluster.
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=1, object_store_memory=STORE)
        yield cluster
    finally:
        cluster.shutdown()


class _Output:
    """The files of a job, on any file system that pyarrow supports."""

    def __init__(self, options):
        self.options = options
        try:
            self.fs, self.path = fs.FileSystem.from_uri(options.output)
        except (OSError, pa.ArrowException) as error:
            raise _job.Refused(f"output: {error}") from None
        self.checkpoint = f"{self.path}-checkpoint"
        #: The number of input rows, if a job has recorded it.
        self.rows = None

    def begin(self, job):
        """Check the prefix; return whether the job is already complete."""
        begun = self._begun()
        if begun is None:
            # A killed job may leave these files before it records itself.
            names = {info.base_name for info in self._list(self.path)}
            if names - {_lock.NAME, "_job.json.tmp"}:
                raise _job.Refused(
                    f"{self.options.output} has files of something else; name a new or empty folder"
                )
            if self._list(self.checkpoint):
                raise _job.Refused(f"{self.checkpoint} belongs to another job; remove it")
            return False
        if not self.options.resume:
            raise _job.Refused(
                f"{self.options.output} is not empty; to continue its job, use --resume"
            )
        changed = [name for name in job if job[name] != begun.get(name)]
        if changed:
            name = changed[0]
            raise _job.Refused(
                f"{self.options.output} was begun with another {name}: {begun.get(name)!r}, now "
                f"{job[name]!r}"
            )
        if not self._exists("_SUCCESS") and self.options.no_checkpoint:
            raise _job.Refused("a job without a checkpoint cannot be resumed")
        self.rows = begun.get("rows")
        return self._exists("_SUCCESS")

    def locked(self):
        """Lock the prefix, and create it if necessary."""
        self.fs.create_dir(self.path, recursive=True)
        return _lock.held(self.fs, self.path)

    def describe(self, job):
        """Record the job for a later resume; delete incomplete files of a killed job."""
        if self._exists("_job.json"):
            self._reconcile()
            return
        self.fs.create_dir(self.path, recursive=True)
        self._write("_job.json.tmp", json.dumps(job, indent=2).encode() + b"\n")
        self.fs.move(f"{self.path}/_job.json.tmp", f"{self.path}/_job.json")

    def _reconcile(self):
        """Keep the rows that are both in a file and in the checkpoint; delete all others.

        Ray names a task's files ``TASK-0.parquet`` and so on, and its checkpoint
        ``TASK.parquet``, with ``.pending`` before the ending until they are written.
        """
        files = self._tasks(self.path, lambda name: name.rsplit("-", 1)[0])
        noted = self._tasks(self.checkpoint, lambda name: name.removesuffix(".parquet"))
        # A truncated file has no rows, even if the checkpoint says otherwise.
        whole = {
            task
            for task in files.keys() & noted.keys()
            if sum(files[task].values()) == sum(noted[task].values())
        }
        for found in [files, noted]:
            for task in found.keys() - whole:
                for path in found[task]:
                    self.fs.delete_file(path)

    def _tasks(self, path, task_of):
        """Return the number of rows of every file, by task and path."""
        found = self._parquet(path)
        with ThreadPoolExecutor(16) as pool:
            rows = pool.map(self._rows, [info.path for info in found])
        tasks = {}
        for info, count in zip(found, rows):
            tasks.setdefault(task_of(info.base_name), {})[info.path] = count
        return tasks

    def _rows(self, path):
        """Return the number of rows of a Parquet file, or NaN if the file is broken."""
        try:
            return parquet.read_metadata(path, filesystem=self.fs).num_rows
        except (OSError, pa.ArrowException):
            _job.say(f"{path} is not a complete Parquet file; its rows are solved again")
            return math.nan

    def statuses(self, names):
        """Count the rows in the output by status."""
        found = [info.path for info in self._parquet(self.path)]
        statuses = Counter()
        if found:
            status = pa.schema([(names["status"], pa.string())])
            files = pa.dataset.dataset(sorted(found), filesystem=self.fs, schema=status)
            try:
                for batch in files.to_batches():
                    statuses.update(_job.count(batch.column(0)))
            except (OSError, pa.ArrowException) as error:
                raise _job.Refused(f"{self.options.output} has a broken file: {error}") from None
        return statuses

    def complete(self):
        """Mark the output as complete and delete the checkpoint."""
        self._write("_SUCCESS", b"")
        with contextlib.suppress(FileNotFoundError):
            self.fs.delete_dir(self.checkpoint)

    def _begun(self):
        if not self._exists("_job.json"):
            return None
        with self.fs.open_input_file(f"{self.path}/_job.json") as file:
            return json.loads(file.read())

    def _parquet(self, path):
        return [info for info in self._list(path) if info.extension == "parquet"]

    def _list(self, path):
        return self.fs.get_file_info(fs.FileSelector(path, allow_not_found=True))

    def _exists(self, name):
        return self.fs.get_file_info(f"{self.path}/{name}").type == fs.FileType.File

    def _write(self, name, content):
        with self.fs.open_output_stream(f"{self.path}/{name}") as file:
            file.write(content)


if __name__ == "__main__":
    sys.exit(main())
