"""The output of ``python -m sudomill``: pipes, devices, links, signals, memory."""

import importlib.metadata
import os
import pty
import signal
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from sudomill import __main__ as program

P1 = "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7..."

#: Batches of one row, so that a job is hit in the middle, however fast it is.
SLOWLY = (
    "import sys; from sudomill import __main__ as m, _read as r; m._run.ROWS = r.ROWS = 1; "
    "sys.exit(m.main())"
)


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    pq.write_table(pa.table({"id": range(3), "puzzle": 3 * [P1]}), "in.parquet")


def run(*arguments):
    return program.main([str(argument) for argument in arguments])


def begin(*arguments, **others):
    """Start a long job, and wait until it writes."""
    many = 3000 * ["in.parquet"]
    process = subprocess.Popen(
        [sys.executable, "-c", SLOWLY, *many, "-o", *arguments],
        stderr=subprocess.PIPE,
        text=True,
        **others,
    )
    hidden = Path(".out.parquet.sudomill-partial")
    while not (hidden.exists() and hidden.stat().st_size > 0):
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    return process


def test_named_pipe():
    os.mkfifo("out.csv")
    read = []
    reader = threading.Thread(target=lambda: read.append(Path("out.csv").read_text()))
    reader.start()
    assert run("in.parquet", "-o", "out.csv") == 0
    reader.join(60)
    assert stat.S_ISFIFO(os.stat("out.csv").st_mode)
    assert read[0].count("unique") == 3


def test_device_behind_a_link():
    os.symlink("/dev/null", "out.parquet")
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert os.readlink("out.parquet") == "/dev/null"
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_links_are_followed():
    os.mkdir("elsewhere")
    os.symlink("elsewhere/found.parquet", "out.parquet")
    for _ in range(2):
        assert run("in.parquet", "-o", "out.parquet") == 0
        assert os.path.islink("out.parquet") and pq.read_metadata("elsewhere/found.parquet")
    assert sorted(os.listdir()) == ["elsewhere", "in.parquet", "out.parquet"]
    assert os.listdir("elsewhere") == ["found.parquet"]


def test_mode_is_kept():
    assert run("in.parquet", "-o", "out.parquet") == 0
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE(os.stat("out.parquet").st_mode) == 0o666 & ~mask
    os.chmod("out.parquet", 0o640)
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert stat.S_IMODE(os.stat("out.parquet").st_mode) == 0o640


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_signals_clean_up(name, tmp_path):
    Path("out.parquet").write_text("as it was")
    before = sorted(tmp_path.iterdir())
    process = begin("out.parquet")
    process.send_signal(getattr(signal, name))
    assert process.communicate()[1] == "sudomill: interrupted; nothing was written\n"
    assert process.returncode == 130
    assert sorted(tmp_path.iterdir()) == before
    assert Path("out.parquet").read_text() == "as it was"


def test_what_a_killed_job_leaves_is_replaced(tmp_path):
    process = begin("out.parquet")
    process.kill()
    process.communicate()
    assert Path(".out.parquet.sudomill-partial").exists()
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert sorted(os.listdir()) == ["in.parquet", "out.parquet"]
    assert pq.read_metadata("out.parquet").num_rows == 3


def test_job_of_the_same_output_is_refused(capsys):
    process = begin("out.parquet")
    try:
        assert run("in.parquet", "-o", "out.parquet") == 2
        assert "another run is writing it" in capsys.readouterr().err
    finally:
        process.kill()
        process.communicate()


def test_interrupted_twice_ends_quietly():
    # The pipe is not read to its end, so the job cannot finish its write.
    os.mkfifo("out.csv")
    arguments = [sys.executable, "-m", "sudomill", *(3000 * ["in.parquet"]), "-o", "out.csv"]
    process = subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True)
    with open("out.csv", "rb") as pipe:
        assert pipe.read(1) == b'"'
        process.send_signal(signal.SIGINT)
        while process.poll() is None:
            process.send_signal(signal.SIGINT)
            time.sleep(0.05)
    said = process.communicate()[1]
    assert process.returncode == 130
    assert said == "sudomill: interrupted; nothing was written\n"


def test_any_number_of_threads():
    assert run("in.parquet", "-o", "out.parquet", "--threads", 1 << 62) == 0
    assert pq.read_metadata("out.parquet").num_rows == 3


def test_panic_is_a_failure(monkeypatch, capsys):
    class PanicException(BaseException):
        """Like PyO3's, which is not an ``Exception``."""

    def panic(*_):
        raise PanicException("index out of bounds")

    monkeypatch.setattr(program._run.Run, "solve", panic)
    assert run("in.parquet", "-o", "out.parquet") == 2
    assert "index out of bounds" in capsys.readouterr().err
    assert os.listdir() == ["in.parquet"]


def test_corrupt_page_names_its_file(capsys):
    puzzles = [P1[row % 81 :] + P1[: row % 81] for row in range(5000)]
    pq.write_table(pa.table({"id": range(5000), "puzzle": puzzles}), "broken.parquet")
    content = bytearray(Path("broken.parquet").read_bytes())
    start = pq.read_metadata("broken.parquet").row_group(0).column(1).data_page_offset
    content[start + 30 : start + 2000] = 1970 * b"\xff"
    Path("broken.parquet").write_bytes(content)
    assert run("in.parquet", "broken.parquet", "-o", "out.parquet") == 2
    assert "broken.parquet: " in capsys.readouterr().err
    assert sorted(os.listdir()) == ["broken.parquet", "in.parquet"]


@pytest.mark.parametrize(("rows", "note"), [(600_000, 0), (20_000, 10_000)])
def test_memory_does_not_grow_with_the_file(rows, note):
    table = pa.table({"id": range(rows), "puzzle": rows * [P1], "note": rows * ["x" * note]})
    pq.write_table(table, "large.parquet", row_group_size=rows, use_dictionary=["note"])
    size = table.nbytes
    del table
    text = (
        "import pyarrow as pa; from sudomill import _read; "
        "files = _read.ArrowFiles(['large.parquet'], 'parquet'); files.check(); "
        "rows = sum(len(piece.table) for piece in files.pieces()); "
        "print(rows, pa.default_memory_pool().max_memory())"
    )
    told = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    read, most = map(int, told.stdout.split())
    assert read == rows
    assert most < size / 3


def test_progress_on_a_terminal():
    leader, terminal = pty.openpty()
    arguments = [sys.executable, "-m", "sudomill", "in.parquet", "-o", "out.parquet"]
    done = subprocess.run(arguments, stderr=terminal)
    os.close(terminal)
    told = os.read(leader, 1 << 16).decode()
    os.close(leader)
    assert done.returncode == 0
    assert told.startswith("3 of 3 rows\r") and told.splitlines()[-2].endswith("3 rows: 3 unique")


def test_no_progress_elsewhere(capsys):
    assert run("in.parquet", "-o", "out.parquet") == 0
    assert capsys.readouterr().err.startswith("3 rows: 3 unique\n")


def test_licences_are_in_the_package():
    names = {Path(str(file)).name for file in importlib.metadata.files("sudomill")}
    assert {"LICENSE-MIT", "LICENSE-APACHE"} <= names
