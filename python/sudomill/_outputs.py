"""Write the Parquet file of a job: it appears under its name when it is complete, and a killed run goes on."""

from __future__ import annotations

import contextlib
import json
import os
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout

#: The endings of the file that notes how far a partial file is complete, and of that file until it is.
NOTES = (".checkpoint", ".new")


class Output:
    """A Parquet file to which each table is appended as a file of its own; the last footer lists all of them.

    Before a table is appended, what is known of the rows before it is noted in a hidden file, with a footer for
    these rows. A run that finds such a checkpoint goes on there.
    """

    def __init__(self, path, marks):
        self.path, self.checkpoint = path, path.with_suffix(NOTES[0])
        self.footers, self.reached = [], {}
        self.schema, self.options = None, {}
        with contextlib.suppress(OSError, pa.ArrowException, TypeError, KeyError, ValueError):
            footer = pq.read_metadata(self.checkpoint)
            state = json.loads(footer.metadata[b"sudomill"])
            if marks.items() <= state.items() and state["bytes"] <= os.path.getsize(path):
                self.footers, self.reached = [footer], state
        os.truncate(path, self.reached.get("bytes", 0))

    def begin(self, schema, **options):
        """Set the schema of all tables, and the options of ``ParquetWriter``."""
        self.schema, self.options = schema, options

    def append(self, table, group, state):
        """Append a table, with row groups of that size; note the ``state`` before it, unless it is the first."""
        with open(self.path, "ab") as file:
            if self.footers:
                self._note({**state, "bytes": file.tell()}, file)
            sink = pa.PythonFile(_Rest(file), mode="w")
            with pq.ParquetWriter(sink, self.schema, metadata_collector=self.footers, **self.options) as writer:
                # What is before this table takes part in counting, but is there already.
                for start in range(4, file.tell(), len(ZEROS)):
                    sink.write(ZEROS[: file.tell() - start])
                writer.write_table(table, group)

    def finish(self, state):
        """Write the last footer; return the number of rows."""
        footer = self._footer(state)
        with open(self.path, "ab") as file:
            file.write(footer[4:] if self.footers else footer)
            _sync(file)
        return pq.read_metadata(self.path).num_rows

    def _note(self, state, file):
        _sync(file)
        new = self.path.with_suffix(NOTES[1])
        with open(new, "wb") as noted:
            noted.write(self._footer(state))
            _sync(noted)
        os.replace(new, self.checkpoint)

    def _footer(self, state):
        """Return a Parquet file without pages, for the row groups so far."""
        empty, sink = pa.BufferOutputStream(), pa.BufferOutputStream()
        with pq.ParquetWriter(empty, self.schema, **self.options) as writer:
            writer.add_key_value_metadata({"sudomill": json.dumps(state)})
        footer = pq.read_metadata(pa.BufferReader(empty.getvalue()))
        for groups in self.footers:
            footer.append_row_groups(groups)
        footer.write_metadata_file(sink)
        return sink.getvalue().to_pybytes()


#: Bytes for which a sink waits.
ZEROS = memoryview(bytes(1 << 20))


class _Rest:
    """A file for PyArrow, which begins at 0 only: it leaves out as many bytes as the file has already."""

    closed = False

    def __init__(self, file):
        self.file, self.left = file, file.tell()

    def write(self, data):
        if self.left > 0:
            self.left -= len(data)
        else:
            self.file.write(data)

    def flush(self):
        self.file.flush()

    def close(self):
        self.flush()


def _sync(file):
    """Wait until the bytes of a file are on the disk."""
    file.flush()
    os.fsync(file.fileno())


@contextlib.contextmanager
def partial(target):
    """Yield the hidden file that becomes ``target``. It remains after an interruption for which there is a
    checkpoint, and is deleted after a failure.
    """
    path = _partial_of(target)
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    try:
        # It waits a moment for a run that is about to remove the lock.
        with FileLock(lock, timeout=1):
            try:
                yield from _locked(path, target)
            finally:
                with contextlib.suppress(OSError):  # On Windows, an open file cannot be deleted.
                    lock.unlink()
    except Timeout:
        raise ValueError(f"another run is writing {target}") from None


def _locked(path, target):
    """Do what :func:`partial` does, while no other run does."""
    goes_on = False
    try:
        if target.exists():
            raise ValueError(f"another run has written {target}")
        path.touch()
        yield path
        if isinstance(target, Path):
            _remove_notes(path)
            os.replace(path, target)
        else:
            target.upload(path)
    except KeyboardInterrupt:
        goes_on = path.with_suffix(NOTES[0]).exists()
        raise
    finally:
        if not goes_on:
            path.unlink(missing_ok=True)
            _remove_notes(path)


def _remove_notes(path):
    """Remove what is noted of a partial file."""
    for ending in NOTES:
        path.with_suffix(ending).unlink(missing_ok=True)


def _partial_of(target):
    """Return the path of the hidden file: beside a file, and in the folder of caches for an object store."""
    if isinstance(target, Path):
        return target.with_name(f".{target.name}.partial")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "sudomill" / f"{sha256(str(target).encode()).hexdigest()[:32]}.partial"
