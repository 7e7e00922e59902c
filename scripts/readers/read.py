"""Simple readers of each format, independent of sudomill: Python's `csv` and `json`, and the rules
of docs/formats.md for what these do not read.

Each returns the records of a text and how many lines are something else.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, field

from .puzzles import BLANKS, DIGITS, canonical, conflicts

csv.field_size_limit(1 << 30)

LINE_END = re.compile(r"\r\n|\r|\n")
# The longest line, and the longest record with quoted line ends.
LONGEST = 64 << 10


@dataclass
class Record:
    """A record: the number of its first line, whether it is valid, and its puzzle."""

    line: int
    valid: bool | None
    puzzle: str | None = None


@dataclass
class Found:
    """The records of a text, and the number of its lines, also of each kind."""

    records: list = field(default_factory=list)
    lines: int = 0
    blank: int = 0
    comment: int = 0


def lines_of(text):
    """Returns the lines of a text, which end with LF, CR or CRLF, without their ends."""
    lines = LINE_END.split(text)
    return lines[:-1] if lines[-1] == "" else lines


def judge(line, text, side):
    """Returns the record for the text of a puzzle."""
    text = text.strip(" \t")
    if len(text) == 9 * 81 and side == 9:
        return judge_candidates(line, text)
    if len(text) != side * side or any(
        c.upper() not in DIGITS[:side] + BLANKS.upper() for c in text
    ):
        return Record(line, False)
    puzzle = canonical(text)
    return Record(line, False) if conflicts(puzzle, side) else Record(line, True, puzzle)


def judge_candidates(line, text):
    """Returns the record for a puzzle given by candidates; clues are its only candidates."""
    cells = [text[at : at + 9] for at in range(0, len(text), 9)]
    fits = all(c in (str(at + 1), *BLANKS) for cell in cells for at, c in enumerate(cell))
    if not fits:
        return Record(line, False)
    left = [canonical(cell).replace(".", "") for cell in cells]
    if all(len(digits) in (1, 9) for digits in left):
        return Record(line, True, "".join(d if len(d) == 1 else "." for d in left))
    return Record(line, True)


def plain(text, hints):
    """Reads one puzzle per line, at its start; `#` begins a comment."""
    found, preamble = Found(lines=len(lines_of(text))), hints.header
    for number, line in enumerate(lines_of(text), 1):
        start = line.strip(" \t")
        if not start:
            found.blank += 1
        elif start.startswith("#"):
            found.comment += 1
        elif preamble:
            preamble = False
        else:
            word = re.split(r"[,;:|\t ]", start)[0]
            found.records.append(judge(number, word, hints.side))
    return found


def strict_rows(text, separator):
    """Returns the rows that Python's `csv` reads, each with its lines; raises `csv.Error` for a
    stray quote."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, before = [], 0
    for row in reader:
        rows.append((row, reader.line_num - before))
        before = reader.line_num
    return rows


def loose_rows(text, separator):
    """Returns the same where quotes are stray: a quote that does not enclose a field, or that is
    not closed within the longest record, is text."""
    rows, at = [], 0
    while at < len(text):
        start, fields = at, []
        while True:
            value, at = loose_field(text, start, at, separator)
            fields.append(value)
            if text[at : at + 1] != separator:
                break
            at += 1
        end = LINE_END.match(text, at)
        at = end.end() if end else len(text)
        rows.append((fields, len(lines_of(text[start:at]))))
    return rows


def loose_field(text, record, at, separator):
    """Returns the field at a place, and the place of its end."""
    first = at + len(text[at:]) - len(text[at:].lstrip(" ")) if text[at : at + 1] == " " else at
    if text[first : first + 1] == '"':
        close = first + 1
        while 0 <= (close := text.find('"', close)) < record + LONGEST:
            if text[close + 1 : close + 2] == '"':
                close += 2
                continue
            after = close + 1
            while text[after : after + 1] == " ":
                after += 1
            if text[after : after + 1] in (separator, "\r", "\n", ""):
                return text[first + 1 : close].replace('""', '"'), after
            break
    end = re.compile("[\r\n" + re.escape(separator) + "]").search(text, at)
    end = end.start() if end else len(text)
    return text[at:end], end


def delimited(text, hints):
    """Reads delimited text: comments only above the first row, which is the header if there is
    one."""
    found, rest = Found(lines=len(lines_of(text))), text
    while rest:
        line = LINE_END.split(rest, maxsplit=1)[0]
        is_separator = line.startswith("sep=")
        if line.strip(" \t") and not line.startswith("#") and not is_separator:
            break
        if not is_separator:
            found.comment += line.startswith("#")
            found.blank += not line.strip(" \t")
        end = LINE_END.match(rest, len(line))
        rest = rest[end.end() if end else len(line) :]
    number = found.lines - len(lines_of(rest)) + 1
    try:
        rows = strict_rows(rest, hints.separator)
    except csv.Error:
        rows = loose_rows(rest, hints.separator)
    preamble, all_lines = hints.header, lines_of(text)
    for row, taken in rows:
        if (
            not row
            or len(row) == 1
            and taken == 1
            and not row[0].strip(" \t")
            and not all_lines[number - 1].strip(" \t")
        ):
            found.blank += 1
        elif preamble:
            preamble = False
        else:
            value = row[hints.column] if hints.column < len(row) else ""
            size = sum(len(line.encode()) + 1 for line in all_lines[number - 1 : number - 1 + taken])
            is_long = size > LONGEST
            found.records.append(
                Record(number, False) if is_long else judge(number, value, hints.side)
            )
        number += taken
    return found


def cells(text, hints):
    """Reads delimited text with a cell per column."""
    found = Found(lines=len(lines_of(text)))
    count = hints.side**2
    for number, row in enumerate(strict_rows(text, hints.separator), 1):
        if number == 1 and hints.header:
            continue
        values = row[0][hints.column : hints.column + count]
        is_whole = len(row[0]) == count + 3 and any(values)
        symbols = [number_of(value, hints.side) for value in values] if is_whole else [None]
        valid = None not in symbols
        found.records.append(
            judge(number, "".join(symbols), hints.side) if valid else Record(number, False)
        )
    return found


def number_of(value, side):
    """Returns the symbol of a number in a cell, or nothing if it is none."""
    if value in ("", "."):
        return "."
    return ("." + DIGITS)[int(value)] if value.isdigit() and int(value) <= side else None


def unique_keys(pairs):
    """Refuses an object with a key twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def no_constant(name):
    """Refuses NaN and Infinity, which are no JSON."""
    raise ValueError(name)


def json_lines(text, hints):
    """Reads one object per line with Python's `json`."""
    found = Found(lines=len(lines_of(text)))
    for number, line in enumerate(lines_of(text), 1):
        if not line.strip(" \t"):
            found.blank += 1
        elif line.startswith("#"):
            found.comment += 1
        else:
            found.records.append(json_record(number, line, hints))
    return found


def json_record(number, line, hints):
    """Returns the record of a line of JSON Lines."""
    try:
        value = json.loads(line, object_pairs_hook=unique_keys, parse_constant=no_constant)
        value = value[hints.key]
    except (ValueError, KeyError, TypeError):
        return Record(number, False)
    if isinstance(value, str):
        return judge(number, value, hints.side)
    if not isinstance(value, list):
        return Record(number, False)
    return judge(number, flat(value, hints.side) or "", hints.side)


def flat(rows, side):
    """Returns the cells of an array, or nothing if it is none of a puzzle."""
    if any(isinstance(row, list) for row in rows):
        if not all(isinstance(row, list) and len(row) == side for row in rows):
            return None
        rows = [cell for row in rows for cell in row]
    if all(isinstance(row, str) for row in rows) and len(rows) == side:
        return "".join(rows) if all(len(row) == side for row in rows) else None
    cells = [cell_of(cell, side) for cell in rows]
    return None if None in cells else "".join(cells)


def cell_of(cell, side):
    """Returns the symbol of a value of an array, or nothing if it is none."""
    if cell is None or cell == "":
        return "."
    if isinstance(cell, str):
        return cell if len(cell) == 1 else None
    if isinstance(cell, bool) or cell != int(cell) or not 0 <= cell <= side:
        return None
    return ("." + DIGITS)[int(cell)]


def grids(tokens, hints):
    """Reads the lines of a file of grids, whose roles are known: a grid is as many rows as it has
    cells in a row, with rulers between; any other line ends it."""
    found, rows, start = Found(lines=len(tokens)), [], 0

    def end():
        if rows:
            whole = len(rows) == hints.height and None not in rows
            puzzle = judge(start, "".join(rows), hints.side) if whole else Record(start, False)
            found.records.append(puzzle)
            rows.clear()

    for number, token in enumerate(tokens, 1):
        if token.role == "row":
            start = start if rows else number
            rows.append(token.cells)
            if len(rows) == hints.height:
                end()
        elif token.role != "ruler":
            end()
            if token.role == "puzzle":
                found.records.append(Record(number, False))
            found.blank += token.role == "blank"
            found.comment += token.role == "comment"
    end()
    return found
