"""One job at a time in a folder.

On a file system of this machine, the operating system holds the lock for the process and
releases it when the process ends, for whatever reason. On other file systems, the lock is a
file that names the process. It stays after a kill, and a person has to remove it.
"""

from __future__ import annotations

import contextlib
import os
import socket
import time

from pyarrow import fs

from ._job import Refused

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None

#: The file's name in the folder.
NAME = "_lock"


@contextlib.contextmanager
def held(filesystem, folder):
    """Hold the lock of an existing folder; refuse a folder in which another job works."""
    path = f"{folder}/{NAME}"
    if fcntl is not None and isinstance(filesystem, fs.LocalFileSystem):
        lock = _locked_by_the_system(path)
    else:
        lock = _noted_in_a_file(filesystem, path)
    with lock:
        yield


@contextlib.contextmanager
def _locked_by_the_system(path):
    while True:
        file = open(path, "a+", encoding="utf-8")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            file.seek(0)
            raise Refused(f"another job works in {os.path.dirname(path)}: {file.read()}") from None
        # The previous holder may have removed the file after it was opened here.
        with contextlib.suppress(FileNotFoundError):
            if os.path.samestat(os.fstat(file.fileno()), os.stat(path)):
                break
        file.close()
    with file:
        file.truncate(0)
        file.write(_whoami())
        file.flush()
        try:
            yield
        finally:
            os.unlink(path)


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
