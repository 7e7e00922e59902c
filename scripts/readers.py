"""Simple readers of each format, independent of sudomill: Python's `csv` and `json`, and the rules
of docs/formats.md for what these do not read.

Each takes a text and what `sudomill solve --summary` says in `detected`; it returns the records, and
how many lines are something else; or nothing, if it cannot tell.
"""

import csv
import io
import json
import re
from dataclasses import dataclass, field

DIGITS = "123456789ABCDEFGHIJKLMNOP"
BLANKS = ".0-_*?xX"

csv.field_size_limit(1 << 30)

LINE_END = re.compile(r"\r\n|\r|\n")
# The end of an array around the puzzles, which is no record.
CLOSING = re.compile(r"[ \t]*[\])}]+[,;.]?[ \t]*")
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


def canonical(text):
    """Returns the text of a puzzle with dots for empty cells and capital letters."""
    return "".join("." if c in BLANKS else c.upper() for c in text)


def conflicts(text, side):
    """Returns whether a row, column or box of a canonical text repeats a digit."""
    # Boxes are square, or wider than high; as many stand side by side as one has rows.
    rows = max(it for it in range(1, side) if side % it == 0 and it * it <= side)
    columns, seen = side // rows, set()
    for cell, digit in enumerate(text):
        row, column = divmod(cell, side)
        block = row // rows * rows + column // columns
        units = {(0, row, digit), (1, column, digit), (2, block, digit)}
        if digit != "." and units & seen:
            return True
        seen |= units
    return False


def solves(solution, puzzle, side):
    """Returns whether a text is a full grid without conflicts that has the clues of a puzzle."""
    return (
        len(solution) == side * side
        and all(c in DIGITS[:side] for c in solution)
        and not conflicts(solution, side)
        and all(clue in (".", digit) for clue, digit in zip(puzzle, solution))
    )


def judge(line, text, side):
    """Returns the record for the text of a puzzle; whether it is valid is not known if its cells
    stand apart, or between other signs."""
    text = text.strip(" \t")
    if len(text) == 9 * 81 and side == 9:
        return judge_candidates(line, text)
    symbols = DIGITS[:side] + BLANKS.upper()
    if len(text) != side * side or any(c.upper() not in symbols for c in text):
        is_word = re.fullmatch(r"[^\s,;|'\"+\[\]{}]*", text)
        return Record(line, False if is_word else None)
    puzzle = canonical(text)
    return Record(line, False) if conflicts(puzzle, side) else Record(line, True, puzzle)


def judge_candidates(line, text):
    """Returns the record for a puzzle given by candidates; clues are its only candidates."""
    cells = [text[at : at + 9] for at in range(0, len(text), 9)]
    fits = all(c in (str(at + 1), *BLANKS) for cell in cells for at, c in enumerate(cell))
    return Record(line, fits)


def plain(text, how):
    """Reads one puzzle per line, at its start; `#` begins a comment."""
    found, above = Found(lines=len(lines_of(text))), how["above"]
    for number, line in enumerate(lines_of(text), 1):
        start = line.strip(" \t")
        if not start:
            found.blank += 1
        elif start.startswith("#") or CLOSING.fullmatch(line):
            found.comment += 1
        elif above:
            above -= 1
        else:
            word = re.split(r"[,;:|\t ]", start)[0]
            found.records.append(judge(number, word, how["side"]))
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


def rows_of(text, separator):
    """Returns the rows of delimited text, each with the number of its lines."""
    # Python takes a quote behind a blank for text.
    if re.search(f'(^|{re.escape(separator)}) +"', text, re.MULTILINE):
        return loose_rows(text, separator)
    try:
        return strict_rows(text, separator)
    except csv.Error:
        return loose_rows(text, separator)


def delimited(text, how):
    """Reads delimited text: comments only above the first record, and even there a row of the table
    is none; nothing, if nobody can see whether it is one."""
    lines, side, header = lines_of(text), how["side"], None
    found, separator, column = Found(lines=len(lines)), how["delimiter"], how["column"] - 1
    above, at, place = how["above"], 0, 0

    def record(number, row):
        return judge(number, row[column] if column < len(row) else "", side)

    def is_comment(row):
        is_row = header and len(row) == len(header) > column
        return row[0].startswith("#") and (above or not is_row and not record(0, row).valid)

    while at < len(lines):
        row, taken = rows_of(text[place:], separator)[0]
        if not lines[at].strip(" \t") and len(row) < 2:
            found.blank, taken = found.blank + 1, 1
        elif is_comment(row):
            if not above and re.search(r"[.\d]{4}", "".join(row[column : column + 1])):
                return None
            found.comment += 1
        elif above:
            above, header = above - 1, row
            taken = 1 if re.fullmatch("sep=.", lines[at]) else taken
        else:
            break
        for _ in range(taken):
            place = LINE_END.match(text, place + len(lines[at])).end() if at + 1 < len(lines) else 0
            at += 1
    for row, taken in rows_of(text[place:], separator) if at < len(lines) else []:
        if len(row) < 2 and not lines[at].strip(" \t") and taken == 1:
            found.blank += 1
        elif not CLOSING.fullmatch(lines[at]):
            size = sum(len(line.encode()) + 1 for line in lines[at : at + taken])
            found.records.append(record(at + 1, [] if size > LONGEST else row))
        at += taken
    return found


def number_of(value, side):
    """Returns the symbol of a number in a cell, or nothing if it is none."""
    return ("." + DIGITS)[int(value)] if int(value) <= side else None


def unique_keys(pairs):
    """Refuses an object with a key twice."""
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def no_constant(name):
    """Refuses NaN and Infinity, which are no JSON."""
    raise ValueError(name)


def json_lines(text, how):
    """Reads one object per line with Python's `json`."""
    found = Found(lines=len(lines_of(text)))
    for number, line in enumerate(lines_of(text), 1):
        if not line.strip(" \t"):
            found.blank += 1
        elif line.startswith("#"):
            found.comment += 1
        elif not CLOSING.fullmatch(line):
            found.records.append(json_record(number, line, how))
    return found


def json_record(number, line, how):
    """Returns the record of a line of JSON Lines."""
    try:
        value = json.loads(line, object_pairs_hook=unique_keys, parse_constant=no_constant)
        value = value[how["column_name"]]
    except (ValueError, KeyError, TypeError):
        return Record(number, False)
    if isinstance(value, str):
        return judge(number, value, how["side"])
    if not isinstance(value, list):
        return Record(number, False)
    is_plain = not any(isinstance(row, str) and re.search(r"[^\w.]", row) for row in value)
    puzzle = flat(value, how["side"])
    return judge(number, puzzle or "", how["side"]) if is_plain or puzzle else Record(number, None)


def flat(rows, side):
    """Returns the cells of an array, or nothing if it is none of a puzzle."""
    if any(isinstance(row, list) for row in rows):
        if not all(isinstance(row, list) and len(row) == side for row in rows):
            return None
        rows = [cell for row in rows for cell in row]
    if all(isinstance(row, str) for row in rows) and len(rows) == side:
        rows = [row.replace(" ", "") for row in rows]
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


def grids(text, how):
    """Reads grids with a row per line, and rulers, names and comments between them, if every line is
    plainly one of these and every grid is whole."""
    found, rows, side = Found(lines=len(lines_of(text))), [], how["side"]
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip(" \t")
        cells = re.sub(r"[ |]", "", line)
        # An empty row, or a ruler?
        if len(cells) == side and not cells.strip(BLANKS.replace(".", "")):
            return None
        if rows and number - start > side * 2:
            return None
        if len(cells) == side and all(c in DIGITS[:side] + "." for c in cells):
            start = start if rows else number
            rows.append(cells)
            if len(rows) == side:
                found.records.append(judge(start, "".join(rows), side))
                rows = []
        elif not line or line.startswith("#"):
            found.blank += not line
            found.comment += bool(line)
            if rows:
                return None
        elif not re.fullmatch(r"[-+*|=]{3,}", line) and (rows or not line.startswith("Grid ")):
            return None
    return None if rows else found


def numbers(text, how):
    """Reads arrays of numbers, if every line is plainly a row of them, or every line a puzzle, and every
    puzzle is whole."""
    found, rows, side, width = Found(lines=len(lines_of(text))), [], how["side"], 0
    for number, line in enumerate(lines_of(text), 1):
        line = line.strip(" \t")
        if not line or line.startswith("#"):
            found.blank += not line
            found.comment += bool(line)
            if rows:
                return None
            continue
        if re.fullmatch(r"(\w+ = )?[\[\]]+[,;]?", line):
            continue
        if not re.fullmatch(r"[\[\]]*\d+([\[\], ]+\d+)*[\[\], ]*", line):
            return None
        cells = [number_of(cell, side) for cell in re.findall(r"\d+", line)]
        width = width or len(cells)
        if None in cells or len(cells) != width or width not in (side, side**2):
            return None
        start = start if rows else number
        rows += cells
        if len(rows) == side**2:
            found.records.append(judge(start, "".join(rows), side))
            rows = []
    return None if rows else found


READERS = {
    "lines": plain,
    "delimited": delimited,
    "json-lines": json_lines,
    "grids": grids,
    "numbers": numbers,
}


def read(text, how):
    """Returns what the reader of the detected format finds."""
    return READERS[how["format"]](text, how) if how["format"] in READERS else None
