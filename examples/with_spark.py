"""PySpark: ``mapInArrow`` passes whole Arrow batches to the kernel.

    spark-submit with_spark.py INPUT OUTPUT [OPTION=VALUE...]

Every executor needs the package, and solves ``spark.executor.cores`` batches at once. OUTPUT
is complete when it contains ``_SUCCESS``.
"""

import sys

from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

import sudomill


def solved(puzzles):
    """Return a data frame with the columns of the results appended."""
    # Detect the size from the first rows: a single batch may not be enough.
    first = [row.puzzle for row in puzzles.select("puzzle").take(5000)]
    layout = sudomill.layout(first)

    def solve_batches(batches):
        # Spark runs one thread per core.
        for batch in batches:
            yield sudomill.solve_table(batch, layout=layout, threads=1)

    nothing = to_arrow_schema(puzzles.schema).empty_table()
    schema = from_arrow_schema(sudomill.solve_table(nothing, threads=1).schema)
    return puzzles.mapInArrow(solve_batches, schema)


def main(source, target, *options):
    """Solve the Parquet files of one folder into another, with these options of Spark."""
    spark = SparkSession.builder.config(map=dict(it.split("=", 1) for it in options)).getOrCreate()
    # Spark's default, 10,000 rows, is only 5 ms of work.
    spark.conf.set("spark.sql.execution.arrow.maxRecordsPerBatch", "100000")
    solved(spark.read.parquet(source)).write.parquet(target)


if __name__ == "__main__":
    main(*sys.argv[1:])
