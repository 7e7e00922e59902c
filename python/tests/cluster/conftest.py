"""Two million puzzles, generated once."""

import pytest
import sudomill
from whole import ROWS, write_puzzles


@pytest.fixture(scope="session")
def puzzles():
    return sudomill.generate("easy", ROWS, seed=6)


@pytest.fixture(scope="session")
def source(puzzles, tmp_path_factory):
    return write_puzzles(tmp_path_factory.mktemp("source") / "puzzles", puzzles, files=8)


@pytest.fixture(scope="session")
def one_file(puzzles, tmp_path_factory):
    return write_puzzles(tmp_path_factory.mktemp("source") / "one", puzzles, files=1)
