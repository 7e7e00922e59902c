"""``python -m sudomill`` with object stores: local servers of S3 and of Google, and addresses of local files."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import sudomill
from pyarrow import csv, fs
from sudomill import __main__ as program
from sudomill import _stores

server = pytest.importorskip("moto.server")

#: Runs the program with small tables, and kills it when it has solved N of them.
KILLED = """
import os, signal, sys
from sudomill import __main__ as program, _inputs
_inputs.READ, _inputs.ROWS, left = 20, 40, int(sys.argv[1])
def trace(frame, event, argument):
    global left
    # A table is solved, and the one before it may be written.
    left -= event == "call" and frame.f_code is program._counts.__code__
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
sys.settrace(trace)
sys.exit(program.main(sys.argv[2:]))
"""


@pytest.fixture(scope="module")
def store():
    """The file system of an empty store, for which the environment of all processes is set."""
    running = server.ThreadedMotoServer(port=0, verbose=False)
    running.start()
    _, port = running.get_host_and_port()
    with pytest.MonkeyPatch.context() as patch:
        for name in ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]:
            patch.setenv(name, "test")
        patch.setenv("AWS_DEFAULT_REGION", "us-east-1")
        patch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{port}")
        patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        files, _ = fs.FileSystem.from_uri("s3://bucket?allow_bucket_creation=true")
        files.create_dir("bucket")
        yield files
    running.stop()


@pytest.fixture
def table():
    return pa.table({"id": range(1000), "puzzle": sudomill.generate("minimal", 1000, seed=3)})


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def names(store, folder):
    found = store.get_file_info(fs.FileSelector(folder, recursive=True, allow_not_found=True))
    return sorted(it.path.removeprefix(f"{folder}/") for it in found if it.is_file)


def unfinished():
    return [path for path in Path("cache").rglob("*") if path.is_file()]


def assert_solved(solved, table):
    assert solved.select(["id", "puzzle"]).equals(table)
    assert sudomill.verify(solved["puzzle"], solved["solution"]).null_count == len(table)


def test_formats(store, table, capsys):
    pq.write_table(table, "bucket/in/a.parquet", filesystem=store)
    with store.open_output_stream("bucket/in/b/c.arrow") as file, pa.ipc.new_file(file, table.schema) as writer:
        writer.write_table(table)
    with store.open_output_stream("bucket/in/b/d.csv.gz") as file:
        csv.write_csv(table, file)
    with store.open_output_stream("bucket/in/_SUCCESS") as file:
        file.write(b"x")
    assert program.main(["s3://bucket/in", "-o", "s3://bucket/out"]) == 0
    assert names(store, "bucket/out") == ["a.parquet", "b/c.parquet", "b/d.parquet"]
    for name in names(store, "bucket/out"):
        assert_solved(pq.read_table(f"bucket/out/{name}", filesystem=store), table)
    assert program.main(["s3://bucket/in", "-o", "s3://bucket/out"]) == 0
    assert "3 of 3 files are finished" in capsys.readouterr().err
    # From a store to a file, and back.
    assert program.main(["s3://bucket/in/a.parquet", "-o", "here.parquet", "--against", "s3://bucket/in/b"]) == 0
    assert pq.read_metadata("here.parquet").num_rows == 0
    assert program.main(["here.parquet", "-o", "s3://bucket/there.parquet"]) == 0
    assert pq.read_metadata("bucket/there.parquet", filesystem=store).num_rows == 0
    assert not unfinished()


@pytest.fixture
def google():
    """What follows the address of a folder in a store of Google, whose empty bucket is ``bucket``."""
    pytest.importorskip("gcp_storage_emulator")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    # In this process, PyArrow would keep it from answering.
    command = [sys.executable, "-m", "gcp_storage_emulator", "start", "--host=127.0.0.1", f"--port={port}"]
    command += ["--in-memory", "--default-bucket=bucket"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        # PyArrow tries again until the server runs.
        yield f"?scheme=http&endpoint_override=127.0.0.1%3A{port}&retry_limit_seconds=300"
        process.kill()


def test_google(google, table, capsys):
    files, _ = fs.FileSystem.from_uri(f"gs://anonymous@bucket/{google}")
    pq.write_table(table, "bucket/in/a.parquet", filesystem=files)
    for told in ["1,000 rows: 1,000 unique", "1 of 1 files are finished"]:
        folders = [f"gs://anonymous@bucket/{name}{google}" for name in ["in", "out"]]
        assert program.main([folders[0], "-o", folders[1]]) == 0
        assert told in capsys.readouterr().err
    assert_solved(pq.read_table("bucket/out/a.parquet", filesystem=files), table)
    assert not unfinished()


def test_addresses_of_files(table):
    pq.write_table(table, "in.parquet")
    where = Path.cwd().as_uri()
    assert program.main([f"{where}/in.parquet", "-o", f"{where}/out"]) == 0
    assert_solved(pq.read_table("out/in.parquet"), table)


def test_failures(store, table, capsys, monkeypatch):
    pq.write_table(table, "in.parquet")
    for arguments, message in [
        (["s3://bucket/nix", "-o", "out"], "s3://bucket/nix: no such file or folder"),
        (["in.parquet", "-o", "s3://nobucket/x.parquet"], "sudomill: s3://nobucket/x.parquet: there is no bucket 'nobuck"),
        (["s3://bucket/failures", "-o", "s3://bucket/failures/out"], "is inside the input s3://bucket/failures"),
    ]:
        pq.write_table(table, "bucket/failures/in.parquet", filesystem=store)
        assert program.main(arguments) == 2
        assert message in capsys.readouterr().err
    with pytest.raises(SystemExit):
        program.main(["in.parquet", "-o", "ftp://x/y"])

    # An upload that fails leaves no object, not even a part of one.
    def half(path, target, destination_filesystem):
        with destination_filesystem.open_output_stream(target) as file:
            file.write(Path(path).read_bytes()[:100])
        raise KeyboardInterrupt if interrupt else OSError("the line is dead")

    for interrupt in [False, True]:
        with monkeypatch.context() as patch:
            patch.setattr(_stores.fs, "copy_files", half)
            assert program.main(["in.parquet", "-o", "s3://bucket/half.parquet"]) == (130 if interrupt else 2)
        assert names(store, "bucket/half.parquet") == []
        assert store.get_file_info("bucket/half.parquet").type == fs.FileType.NotFound
        told = capsys.readouterr().err
        assert ("interrupted" if interrupt else "in.parquet: the line is dead") in told
        # The rows are not solved again.
        assert len(unfinished()) == 1 and ("goes on behind row 1,000" in told) == interrupt
    assert program.main(["in.parquet", "-o", "s3://bucket/half.parquet"]) == 0
    assert "in.parquet: goes on behind row 1,000" in capsys.readouterr().err
    assert_solved(pq.read_table("bucket/half.parquet", filesystem=store), table)
    assert not unfinished()


def test_addresses_that_are_not_known(table, capsys, monkeypatch):
    """They are refused with exit code 2, which is not that of findings."""
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    for address in ["hf://datasets/a/b", "http://x/y.parquet", "ftp://x/y", "s3://bucket?nix=1"]:
        with pytest.raises(SystemExit) as end:
            program.main([address, "-o", "out"])
        told = capsys.readouterr().err
        assert end.value.code == 2 and f"{address}: " in told
        assert "expected a path, file://, s3:// or gs://; hf:// needs the packages fsspec and huggingf" in told


def test_hugging_face(table, capsys, monkeypatch):
    """With a folder in the place of the hub."""
    registry = pytest.importorskip("fsspec.registry")
    from fsspec.implementations.dirfs import DirFileSystem

    class Hub(DirFileSystem):
        protocol = "hf"

        def __init__(self, **_):
            super().__init__(str(Path("hub").resolve()), target_protocol="file")

    monkeypatch.setitem(registry._registry, "hf", Hub)
    Path("hub/datasets/a/b").mkdir(parents=True)
    pq.write_table(table, "hub/datasets/a/b/in.parquet")
    for told in ["1,000 rows: 1,000 unique", "1 of 1 files are finished"]:
        assert program.main(["hf://datasets/a/b", "-o", "out"]) == 0
        assert told in capsys.readouterr().err
    assert_solved(pq.read_table("out/in.parquet"), table)

    def broken(*_, **options):
        raise RuntimeError("no network")

    monkeypatch.setattr(Hub, "info", broken)
    assert program.main(["hf://datasets/a/b", "-o", "out"]) == 2
    assert "hf://datasets/a/b: no network" in capsys.readouterr().err


def test_killed(store, table):
    """No object appears before it is whole, and the next run goes on behind the rows that are solved."""
    for number in range(2):
        pq.write_table(table.slice(500 * number, 500), f"bucket/killed/{number}.parquet", filesystem=store)
    kills, told = 0, ""
    while True:
        command = [sys.executable, "-c", KILLED, "6", "s3://bucket/killed", "-o", "s3://bucket/solved"]
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        told += done.stderr
        for name in names(store, "bucket/solved"):
            solved = pq.read_table(f"bucket/solved/{name}", filesystem=store)
            assert_solved(solved, table.slice(500 * int(name[0]), 500))
        if done.returncode == 0:
            break
        assert done.returncode == -signal.SIGKILL
        kills += 1
    assert kills >= 3 and "goes on behind row" in told
    assert names(store, "bucket/solved") == ["0.parquet", "1.parquet"] and not unfinished()
