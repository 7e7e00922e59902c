"""Describe the input of a job, so that a resumed job has the same one.

The description covers the files. Ids must be distinct.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pyarrow.compute as pc

from ._job import Refused

#: The number of files read at the same time, the number of parts read of each, and the size of a
#: part in bytes. The parts cover a file of 1 MiB completely, and the metadata at the end of a
#: Parquet file.
AT_ONCE, PARTS, PART = 16, 16, 1 << 16

#: The number of ids compared at a time: about 300 MB.
IDS = 1 << 22


def described(dataset):
    """Return the number of files and bytes of the input, and a fingerprint of the content.

    The fingerprint covers parts of every file. It does not detect a change between these
    parts that keeps the size.
    """
    files = sorted(dataset.files)
    sizes = [info.size for info in dataset.filesystem.get_file_info(files)]

    def part_of(file):
        path, size = file
        digest = hashlib.sha256(f"{path} {size} ".encode())
        with dataset.filesystem.open_input_file(path) as opened:
            last = max(0, size - PART)
            for start in sorted({last * part // (PARTS - 1) for part in range(PARTS)}):
                opened.seek(start)
                digest.update(opened.read(PART))
        return digest.digest()

    with ThreadPoolExecutor(AT_ONCE) as pool:
        digest = hashlib.sha256(b"".join(pool.map(part_of, zip(files, sizes))))
    return {
        "input_files": len(files),
        "input_bytes": sum(sizes),
        "input_fingerprint": digest.hexdigest(),
    }


def count_distinct(dataset, name):
    """Return the number of rows; reject ids that are null or not distinct.

    Ascending ids are distinct. Other ids are read again once per 4 million rows, each time
    for one part of all hashes, so the memory does not grow with the rows.
    """
    rows, ascends, last = 0, True, None
    for ids in _ids(dataset, name):
        rows += len(ids)
        if ids.null_count > 0:
            raise Refused(f"column {name!r} has nulls; expected a distinct value in every row")
        ascends = ascends and _ascends(ids) and (last is None or pc.less(last, ids[0]).as_py())
        last = ids[-1]
    if not ascends:
        parts = -(-rows // IDS)
        for part in range(parts):
            _refuse_repeated(dataset, name, part, parts)
    return rows


def _refuse_repeated(dataset, name, part, parts):
    found = [_part_of(ids, part, parts) for ids in _ids(dataset, name)]
    counts = pa.chunked_array(found).value_counts()
    repeated = counts.filter(pc.greater(counts.field("counts"), 1))
    if len(repeated) > 0:
        first = repeated[0].as_py()
        raise Refused(
            f"the values of column {name!r} are not distinct: {first['values']!r} is in "
            f"{first['counts']:,} rows. Name another column with --id, or use --no-checkpoint"
        )


def _part_of(ids, part, parts):
    if parts == 1:
        return ids
    import pandas as pd

    hashes = pd.util.hash_array(ids.to_numpy(zero_copy_only=False), categorize=False)
    return ids.filter(pa.array(hashes % parts == part))


def _ids(dataset, name):
    for piece in dataset.pieces([name]):
        ids = piece.table.column(0).combine_chunks()
        if pa.types.is_dictionary(ids.type):
            ids = ids.dictionary_decode()
        if len(ids) > 0:
            yield ids


def _ascends(ids):
    return len(ids) < 2 or pc.all(pc.less(ids[:-1], ids[1:])).as_py()
