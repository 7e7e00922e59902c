"""Ray: one task per file. Run it again after a crash: finished files are skipped.

    python with_ray_files.py INPUT OUTPUT

INPUT and OUTPUT are folders that every node can reach; every node needs the package.
"""

import sys
from pathlib import Path

import ray

import sudomill.__main__


def main(source, target):
    """Solve the files of one folder into another; return the highest exit code."""
    # Workers run in other folders.
    source, target = Path(source).resolve(), Path(target).resolve()
    files = sorted(source.rglob("*.parquet"))
    if not files:
        raise SystemExit(f"{source}: found no Parquet files")
    ray.init(log_to_driver=False)
    solve = ray.remote(num_cpus=1, max_retries=3)(sudomill.__main__.main)
    outputs = [Path(target, file.relative_to(source)) for file in files]
    jobs = [[str(file), "-o", str(output), "--threads", "1"] for file, output in zip(files, outputs)]
    codes = ray.get([solve.remote(job) for job in jobs])
    for file, code in zip(files, codes):
        if code:
            print(f"{file}: exit code {code}", file=sys.stderr)
    print(f"{len(files):,} files, {codes.count(0):,} without findings")
    return max(codes, default=0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
