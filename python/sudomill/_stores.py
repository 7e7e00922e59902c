"""Files of object stores, with the methods of paths."""

import argparse
import contextlib
import types
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from pyarrow import fs


def place(text):
    """Return a path, or a :class:`Remote` for the address of an object store."""
    if "://" not in text:
        return Path(text)
    try:
        files, path = fs.FileSystem.from_uri(text)
    except (ImportError, ValueError) as error:
        expected = "a path, file://, s3:// or gs://; hf:// needs the packages fsspec and huggingface_hub"
        raise argparse.ArgumentTypeError(f"{text}: {error}; expected {expected}") from None
    return Path(path) if isinstance(files, fs.LocalFileSystem) else Remote(files, PurePosixPath(path))


@dataclass(frozen=True)
class Remote:
    """A file or a folder of an object store, with those methods of ``Path`` that a job needs."""

    files: fs.FileSystem = field(compare=False)
    path: PurePosixPath

    @property
    def name(self):
        return self.path.name

    def __str__(self):
        # Those of fsspec are called py::fsspec+hf.
        return f"{self.files.type_name.split('+')[-1]}://{self.path}"

    def __truediv__(self, name):
        return Remote(self.files, self.path / name)

    def resolve(self):
        return self

    def exists(self):
        return self._info().type != fs.FileType.NotFound

    def is_dir(self):
        return self._info().type == fs.FileType.Directory

    def is_symlink(self):
        return False

    def stat(self):
        info = self._info()
        return types.SimpleNamespace(st_size=info.size, st_mtime_ns=info.mtime_ns)

    def upload(self, path):
        """Copy a local file; the object appears when it is complete."""
        try:
            fs.copy_files(str(path), str(self.path), destination_filesystem=self.files)
            if self.stat().st_size != path.stat().st_size:
                raise OSError(f"{self}: the object is incomplete")
        except BaseException:
            # PyArrow completes an upload that fails.
            with contextlib.suppress(OSError):
                self.files.delete_file(str(self.path))
            raise

    def _info(self):
        try:
            return self.files.get_file_info(str(self.path))
        except Exception as error:
            # Stores in Python have errors of their own.
            raise OSError(f"{self}: {error}") from error


def expect_bucket(path):
    """Fail if the bucket of an output does not exist: an upload would tell that after the work."""
    bucket = str(path).split("://")[-1].split("/")[0]
    is_store = isinstance(path, Remote) and path.files.type_name in ("s3", "gcs")
    if is_store and path.files.get_file_info(bucket).type == fs.FileType.NotFound:
        raise ValueError(f"{path}: there is no bucket {bucket!r}")


def names(folder):
    """Return what is in a folder and the folders in it, by the paths from there, in order."""
    if isinstance(folder, Path):
        return sorted(it.relative_to(folder) for it in folder.rglob("*"))
    every = folder.files.get_file_info(fs.FileSelector(str(folder.path), recursive=True))
    return sorted(PurePosixPath(it.path).relative_to(folder.path) for it in every if it.is_file)


def on_files(path):
    """Return the file system of a path, and its name there."""
    return (path.files, str(path.path)) if isinstance(path, Remote) else (fs.LocalFileSystem(), str(path))
