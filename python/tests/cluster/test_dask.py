"""The recipe for Dask, as a program."""

import subprocess
import sys
from pathlib import Path

from whole import assert_whole

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_folder(source, puzzles, tmp_path):
    output = tmp_path / "out"
    program = [sys.executable, str(EXAMPLES / "with_dask.py"), str(source), str(output)]
    subprocess.run(program, check=True, timeout=900)
    assert_whole(output, puzzles)
