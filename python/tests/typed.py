"""Checked by pyright, not run: the types of arguments and results."""

import pandas as pd
import polars as pl
import pyarrow as pa
from typing_extensions import assert_type

import sudomill
import sudomill.polars


def frames(df: pd.DataFrame, frame: pl.DataFrame, table: pa.Table) -> None:
    assert_type(sudomill.solve(df["puzzle"], limit=1), pd.DataFrame)
    assert_type(sudomill.solve(["x"], columns=["status"], threads=1), pa.RecordBatch)
    assert_type(sudomill.solve(frame["puzzle"]), pa.RecordBatch)
    assert_type(sudomill.solve_table(df, "puzzle", prefix="x_"), pd.DataFrame)
    assert_type(sudomill.solve_table(frame), pl.DataFrame)
    assert_type(sudomill.verify(["x"], df["solution"]), pa.Array)
    assert_type(sudomill.layout(df["puzzle"]), tuple[int | str, str])
    sudomill.verify(df["puzzle"], df["solution"]).isna()
    sudomill.canonical(df["puzzle"]).unique()
    copies, solutions = sudomill.shuffle(df["puzzle"], solutions=df["solution"], first=7, copies=2)
    assert_type(sudomill.dedup(df, against=frame["puzzle"], exact=True), pd.DataFrame)
    sudomill.solve(["x"], strategy="locked/mrv", regions="x", extra=["windows"])
    assert_type(sudomill.vicinity(df["puzzle"], 1, add=2), pa.Array)
    sudomill.generate("easy", 3)
    sudomill.generate("eassy", 3)  # pyright: ignore[reportArgumentType]
    sudomill.dedup(table, agianst=["x"])  # pyright: ignore[reportCallIssue]
    assert_type(sudomill.polars.Sudoku(pl.col("puzzle")).verify(pl.col("solution")), pl.Expr)
    sudomill.solve(["x"], 2)  # pyright: ignore[reportCallIssue]
    sudomill.solve(["x"], limits=2)  # pyright: ignore[reportCallIssue]
