"""Write the Parquet file of a job: it appears under its name when it is complete, and a killed run goes on."""

import contextlib
import io
import json
import mmap
import os
from hashlib import sha256
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from filelock import FileLock, Timeout


class Taken(ValueError):
    """Another run writes an output, or has written it."""


class Output:
    """A Parquet file to which each table is appended as a file of its own; the last footer lists all of them.

    The footer of a table notes what is known of the rows so far. A run that finds such tables goes on behind them.
    """

    def __init__(self, path, marks, schema, **options):
        self.path, self.marks, self.schema, self.options = path, marks, schema, options
        self.footers, self.reached, end = reached(path, marks)
        os.truncate(path, end)

    def append(self, table, group, notes):
        """Append a table, with row groups of that size; note what is known of the rows up to its end."""
        with _Rest(self.path) as file:
            sink = pa.PythonFile(file, mode="w")
            writer = self._writer(sink, self.footers, {**notes, "start": file.end})
            try:
                # What is before this table takes part in counting, but is there already.
                for start in range(4, file.end, len(ZEROS)):
                    sink.write(ZEROS[: file.end - start])
                if len(table):  # Without rows, the notes alone: the next run goes on behind these.
                    writer.write_table(table, group)
                writer.close()
            finally:
                writer.is_open = False  # To close it after a failure would hide the reason.
            # What is followed by anything is on the disk.
            file.flush()
            os.fsync(file.fileno())

    def finish(self, notes):
        """Write the last footer; return the number of rows."""
        found, sink = [], pa.BufferOutputStream()
        self._writer(pa.BufferOutputStream(), found, notes).close()
        for groups in self.footers:
            found[0].append_row_groups(groups)
        found[0].write_metadata_file(sink)
        with open(self.path, "ab") as file:
            file.write(sink.getvalue()[4 * bool(self.footers) :])
            file.flush()
            os.fsync(file.fileno())
        return pq.read_metadata(self.path).num_rows

    def _writer(self, sink, footers, notes):
        writer = pq.ParquetWriter(sink, self.schema, metadata_collector=footers, **self.options)
        writer.add_key_value_metadata({"sudomill": json.dumps({**self.marks, **notes})})
        return writer


#: Bytes for which a sink waits.
ZEROS = memoryview(bytes(1 << 20))


class _Rest(io.BufferedWriter):
    """A file for PyArrow, which begins at 0 only: it passes over as many bytes as the file has already."""

    def __init__(self, path):
        super().__init__(io.FileIO(path, "r+"))
        self.end = os.path.getsize(path)

    def write(self, data):
        return self.seek(len(data), os.SEEK_CUR) if self.tell() < self.end else super().write(data)


def reached(path, marks):
    """Return the footers of the tables that a run with these marks has appended, what it noted in the last one, and
    where that ends. A table counts if something follows: otherwise, it may not be on the disk as a whole.
    """
    footers, noted, end = [], {}, 0
    at = path.stat().st_size - 1 if path.exists() else 0
    if at <= 0:
        return footers, noted, end
    with open(path, "rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    while (at := content.rfind(b"PAR1", 0, at)) > 0:
        with contextlib.suppress(OSError, pa.ArrowException, TypeError, KeyError, ValueError):
            footer = pq.read_metadata(pa.BufferReader(pa.py_buffer(content)[: at + 4]))
            notes = json.loads(footer.metadata[b"sudomill"])
            if marks.items() <= notes.items():
                start = notes["start"]
                footers.insert(0, footer)
                noted, end, at = noted or notes, end or at + 4, start
    return footers, noted, end


@contextlib.contextmanager
def partial(target, marks):
    """Yield the path of the hidden file that becomes ``target``. If a run with these marks can go on, it remains
    after an interruption, and after a failure of the system: a full disk, an upload.
    """
    path, goes_on = _partial_of(target), False
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_suffix(".lock")
    try:
        # It waits a moment for a run that is about to remove the lock.
        locked = FileLock(lock, timeout=1).acquire()
    except Timeout:
        raise Taken(f"another run is writing {target}") from None
    with locked:
        try:
            if target.exists():
                raise Taken(f"another run has written {target}")
            path.touch()
            yield path
            if isinstance(target, Path):
                os.replace(path, target)
            else:
                target.upload(path)
        except (KeyboardInterrupt, OSError):
            goes_on = reached(path, marks)[0]
            raise
        finally:
            if not goes_on:
                path.unlink(missing_ok=True)
            with contextlib.suppress(OSError):  # On Windows, an open file cannot be deleted.
                lock.unlink()


def _partial_of(target):
    """Return the path of the hidden file: beside a file, and in the folder of caches for an object store."""
    if isinstance(target, Path):
        return target.with_name(f".{target.name}.partial")
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return caches / "sudomill" / f"{sha256(str(target).encode()).hexdigest()[:32]}.partial"
