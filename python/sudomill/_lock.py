"""One job at a time in a folder.

On a local file system, the operating system holds the lock for the process and releases it
when the process ends, for whatever reason. On other file systems, the lock is a file that
names the process. It remains after a kill, and must be removed by hand.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time
from pathlib import Path

from pyarrow import fs

from ._job import Refused

#: The name of the lock file in the folder.
NAME = "_lock"


@contextlib.contextmanager
def held(filesystem, folder):
    """Hold the lock of an existing folder; reject a folder in which another job is working."""
    path = f"{folder}/{NAME}"
    if isinstance(filesystem, fs.LocalFileSystem):
        lock = _locked_by_the_system(Path(path))
    else:
        lock = _noted_in_a_file(filesystem, path)
    with lock:
        yield


@contextlib.contextmanager
def _locked_by_the_system(path):
    # This module comes with Ray; only jobs on Ray use locks.
    import filelock

    try:
        with filelock.FileLock(path, blocking=False):
            path.write_text(_whoami())
            try:
                yield
            finally:
                # Windows cannot remove open files.
                with contextlib.suppress(PermissionError):
                    path.unlink()
    except filelock.Timeout:
        who = ""
        # Windows cannot read locked files.
        with contextlib.suppress(OSError):
            who = path.read_text()
        raise Refused(f"another job works in {path.parent}{': ' * bool(who)}{who}") from None


@contextlib.contextmanager
def _noted_in_a_file(filesystem, path):
    if filesystem.get_file_info(path).type == fs.FileType.File:
        with filesystem.open_input_file(path) as file:
            who = file.read().decode()
        raise Refused(f"another job works there: {who}; if it was killed, remove {path}")
    with filesystem.open_output_stream(path) as file:
        file.write(_whoami().encode())
    try:
        yield
    finally:
        filesystem.delete_file(path)


def _whoami():
    since = time.strftime("%Y-%m-%d %H:%M:%S")
    return f"process {os.getpid()} on {socket.gethostname()}, since {since}"
