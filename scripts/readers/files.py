"""Generates files of every format, whole and damaged, with what is known about each."""

import csv
import gzip
import io
import json
import random
from dataclasses import dataclass, field

from . import damage, read
from .puzzles import DIGITS, Puzzles, box_of

NAMES = ["puzzle", "quizzes", "question", "board", "Sudoku"]
OTHER_NAMES = ["start", "given", "position"]
NOTES = [
    "easy",
    "a, b",
    "c; d",
    "e | f",
    'say "no"',
    "no. 7",
    "é ü",
    "",
    "two\nlines",
    "three\n\n# x\n",
    "1.5",
]


@dataclass
class Hints:
    """How a file is to be read."""

    side: int = 9
    header: bool = False
    separator: str = ","
    column: int = 0
    key: str = "puzzle"
    height: int = 9


@dataclass
class Token:
    """A line of a file of grids: what it is, and the cells of a row."""

    role: str
    text: str
    cells: str | None = None


@dataclass
class File:
    """A generated file: its bytes, its format, what is unusual about it, and what is in it."""

    number: int
    kind: str
    data: bytes = b""
    tags: set = field(default_factory=set)
    found: read.Found = None
    solutions: dict = None
    hints: Hints = None

    @property
    def name(self):
        """The name of the file."""
        return f"{self.number:06}-{self.kind}" + (".gz" if "gzip" in self.tags else "")


class Maker:
    """Makes one file."""

    def __init__(self, seed, number):
        self.rng = random.Random(f"{seed} {number}")
        self.puzzles = Puzzles(self.rng)
        self.kind = self.rng.choice(list(KINDS))
        self.file = File(number, self.kind, solutions=self.puzzles.solutions)
        self.tags = self.file.tags
        self.hints = self.file.hints = Hints(side=self.rng.choice([9] * 17 + [4, 4, 16]))
        self.hints.height = self.hints.side
        self.count = self.rng.choice([3, 4, 5, 8, 12, 20])
        self.blank = self.rng.choice(".....000_*?x-")
        self.damages = self.rng.choice([0, 0, 1, 1, 2, 3])

    def make(self):
        """Returns the file."""
        KINDS[self.kind](self)
        return self.file

    def puzzle(self):
        """Returns a new puzzle as the file writes it."""
        return self.written(self.puzzles.new(self.hints.side))

    def written(self, puzzle):
        """Returns a canonical puzzle as the file writes it."""
        return puzzle.replace(".", self.blank)

    def chance(self, share):
        """Returns true for that share of the calls."""
        return self.rng.random() < share

    def preamble(self):
        """Returns comments and blank lines above the first record."""
        some = [self.rng.choice(["# a comment", "#", "", "  ", '# "x', "# a,b"]) for _ in range(3)]
        return self.rng.sample(some, self.rng.randrange(1, 4)) if self.chance(0.2) else []

    def finish(self, text, reader):
        """Sets the bytes of the file, and what a reader finds in them."""
        ends = self.rng.choice(["\n", "\n", "\n", "\r\n", "\r\n", "\r", "mixed"])
        self.tags |= {"cr"} if ends in ("\r", "mixed") else set()
        lines = text.split("\n")
        new = lambda: self.rng.choice(["\n", "\r\n", "\r"]) if ends == "mixed" else ends
        text = ""
        for line in lines[:-1]:
            end = new()
            # A blank line's LF would belong to the CR before it.
            text += line + ("\r\n" if not line and end == "\n" and text.endswith("\r") else end)
        text += lines[-1]
        if self.chance(0.25) and text.rstrip("\r\n") != "":
            text = text.rstrip("\r\n")
            self.tags.add("no-last-end")
        self.file.found = reader(text, self.hints) if reader else None
        if reader is read.delimited:
            all = read.lines_of(text)
            first = [all[record.line - 1].lstrip() for record in self.file.found.records]
            self.tags |= {"hash"} if any(line.startswith("#") for line in first) else set()
        self.encode(text)
        return text

    def encode(self, text):
        """Sets the bytes of the file: perhaps with a byte-order mark, perhaps compressed."""
        data = text.encode()
        if self.chance(0.1):
            self.tags.add("bom")
            data = b"\xef\xbb\xbf" + data
        if self.chance(0.1):
            self.tags.add("gzip")
            half = len(data) // 2 if self.chance(0.3) else 0
            parts = [data[:half], data[half:]] if half else [data]
            data = b"".join(gzip.compress(part, mtime=0) for part in parts)
        self.file.data = data


def plain(maker):
    """A puzzle a line."""
    tail = maker.rng.choice(["", "", "", " easy", ":1:x", "  ", " # note"])
    rows = [maker.puzzle() + tail for _ in range(maker.count)]
    rows = damage.lines(maker, rows)
    head = maker.preamble()
    if maker.chance(0.2):
        maker.hints.header = True
        head += [maker.rng.choice(["puzzle", str(maker.count), "quizzes"])]
        maker.tags.add("header" if head[-1].isalpha() else "count")
    for _ in range(maker.rng.choice([0, 0, 1, 3])):
        line = maker.rng.choice(["", " ", "# comment", "#17", "  # x", "#" + maker.puzzle()])
        rows.insert(maker.rng.randrange(1, len(rows) + 1), line)
    maker.finish("\n".join(head + rows) + "\n", read.plain)


def candidates(maker):
    """A puzzle of candidates a line."""
    maker.hints.side = 9

    def row():
        cells = maker.puzzles.new(9)
        return "".join(d if cell in (d, ".") else maker.blank for cell in cells for d in DIGITS[:9])

    rows = damage.lines(maker, [row() for _ in range(maker.count)])
    maker.finish("\n".join(maker.preamble() + rows) + "\n", read.plain)


def delimited(maker):
    """Delimited text, in which the puzzle may be in any column."""
    rng, hints = maker.rng, maker.hints
    hints.separator = rng.choice(",,,;\t|")
    hints.header = maker.chance(0.75)
    names = ["id"] * maker.chance(0.6) + ["rating"] * maker.chance(0.3)
    names += ["note"] * maker.chance(0.4) + ["solution"] * maker.chance(0.4)
    known = maker.chance(0.8)
    name = rng.choice(NAMES if known else OTHER_NAMES)
    maker.tags |= {"header"} if hints.header else {"no-header"}
    names.append(name)
    rng.shuffle(names)
    if len(names) == 1 and not hints.header:
        # One column without a header is one puzzle per line.
        names.append("id")
    hints.column = names.index(name)
    ids = rng.choice(["number", "number", "name", "hash", "empty"])
    if ids == "hash" and not hints.header:
        ids = "number"
    rows = [[value(maker, column, name, ids, at) for column in names] for at in range(maker.count)]
    for row in rows:
        if "solution" in names:
            puzzle = read.judge(0, row[hints.column], hints.side).puzzle
            row[names.index("solution")] = maker.puzzles.solutions[puzzle]
    rows = damage.fields(maker, rows)
    quoting = rng.choice([csv.QUOTE_MINIMAL, csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    rows = damage.rows(maker, [written_row(row, hints.separator, quoting) for row in rows])
    head = maker.preamble()
    if hints.header and maker.chance(0.1):
        head = ["sep=" + hints.separator]
        maker.tags.add("sep")
    if hints.header:
        quote = '"' if quoting == csv.QUOTE_ALL else ""
        head.append(hints.separator.join(quote + name + quote for name in names))
    if maker.chance(0.2):
        at = rng.randrange(1, len(rows) + 1)
        rows[at:at] = [rng.choice(["", " "])]
    maker.finish("\n".join(head + rows) + "\n", read.delimited)


def cells(maker):
    """Delimited text with a cell per column, between other columns."""
    rng, hints = maker.rng, maker.hints
    hints.side = rng.choice([9, 9, 16])
    hints.separator, hints.header = rng.choice(",;\t|"), maker.chance(0.6)
    hints.column, blank = rng.randrange(3), rng.choice(["", "0", "."])
    name = rng.choice(["c{0}", "cell_{0}", "{0}"])
    names = [name.format(at) for at in range(hints.side**2)]
    others = [f"x{chr(97 + at)}" for at in range(3)]

    def row(puzzle):
        values = [blank if c == "." else str(DIGITS.index(c) + 1) for c in puzzle]
        return ["note"] * hints.column + values + ["more"] * (3 - hints.column)

    rows = [row(maker.puzzles.new(hints.side)) for _ in range(max(maker.count, 12))]
    for at in damage.places(maker, rows)[:1]:
        way, place = rng.choice(["less", "more", "nan", "none", "Z"]), rng.randrange(3, 80)
        maker.tags.add(f"cells-{way}")
        if way == "less":
            del rows[at][place]
        elif way == "more":
            rows[at].insert(place, "1")
        elif way == "none":
            rows[at] = [""] * len(rows[at])
        else:
            rows[at][place] = way
    head = [others[: hints.column] + names + others[hints.column :]] if hints.header else []
    text = "".join(hints.separator.join(row) + "\n" for row in head + rows)
    maker.finish(text, read.cells)


def written_row(row, separator, quoting):
    """Returns a row of delimited text."""
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n", quoting=quoting).writerow(row)
    return out.getvalue()[:-1]


def value(maker, column, name, ids, at):
    """Returns the value of a column in a row."""
    if column == name:
        return maker.puzzle()
    if column == "id":
        return {"number": str(at), "name": f"p{at}", "hash": f"#{at}", "empty": ""}[ids]
    if column == "rating":
        return maker.rng.choice(["1.5", "", "2", "#N/A"] if at else ["1.5", "2"])
    if column == "note":
        text = maker.rng.choice(NOTES)
        maker.tags |= {"multiline"} if "\n" in text else set()
        return text
    return None


def json_lines(maker):
    """An object a line."""
    rng, hints = maker.rng, maker.hints
    hints.key = rng.choice(NAMES + ["grid"])
    form = rng.choice(["text", "text", "array", "rows", "strings"])
    rows = []
    for at in range(maker.count):
        puzzle = maker.puzzle()
        item = {hints.key: shaped(maker, puzzle, form), "id": at}
        if maker.chance(0.3):
            item["note"] = rng.choice(NOTES)
        if maker.chance(0.2):
            item["other"] = {hints.key: "no", "list": [1, None, {"a": "}"}]}
        keys = rng.sample(list(item), len(item))
        spaces = rng.choice([(",", ":"), (", ", ": ")])
        text = json.dumps(
            {key: item[key] for key in keys}, separators=spaces, ensure_ascii=maker.chance(0.5)
        )
        rows.append(text)
    maker.tags.add(form)
    rows = damage.objects(maker, rows)
    for _ in range(rng.choice([0, 0, 1])):
        rows.insert(rng.randrange(1, len(rows) + 1), rng.choice(["", "  "]))
    head = [line for line in maker.preamble() if not line.startswith("#")]
    maker.finish("\n".join(head + rows) + "\n", read.json_lines)


def shaped(maker, puzzle, form):
    """Returns a puzzle as a value of JSON."""
    side = maker.hints.side
    if form == "text":
        return puzzle
    if form == "strings":
        return [puzzle[at : at + side] for at in range(0, len(puzzle), side)]
    cells = [0 if c == maker.blank else DIGITS.index(c) + 1 for c in puzzle]
    if form == "array":
        return cells
    return [cells[at : at + side] for at in range(0, len(cells), side)]


def grids(maker):
    """Grids of rows, with rulers, names and blank lines."""
    rng = maker.rng
    maker.blank = rng.choice("..0_*")
    form = rng.choice(["compact", "spaced", "ruled", "framed"])
    between = rng.choice(["blank", "name", "name", "none"])
    maker.tags |= {form, f"between-{between}"}
    tokens = [Token(role_of(line), line) for line in maker.preamble()]
    for at in range(maker.count):
        if between == "name":
            name = rng.choice(["Grid {}", "Puzzle {}", "[Puzzle {}]", "No. {}: hard"])
            tokens.append(Token("name", name.format(at + 1)))
        tokens += rows_of(maker, maker.puzzle(), form)
        if between == "blank":
            tokens.append(Token("blank", rng.choice(["", "", " "])))
    tokens = damage.tokens(maker, tokens)
    finish_tokens(maker, tokens)


def role_of(line):
    return "comment" if line.startswith("#") else "blank"


def rows_of(maker, puzzle, form):
    """Returns the lines of a grid."""
    side, box = maker.hints.side, box_of(maker.hints.side)
    ruler = {
        "ruled": "+".join(["-" * (2 * box + 1)] * box),
        "framed": "*" + "-" * (side + box - 1) + "*",
    }
    tokens = []
    for row in range(side):
        cells = puzzle[row * side : row * side + side]
        blocks = [cells[at : at + box] for at in range(0, side, box)]
        text = {
            "compact": cells,
            "spaced": " ".join(cells),
            "ruled": " | ".join(" ".join(block) for block in blocks),
            "framed": "|" + "|".join(blocks) + "|",
        }[form]
        if row % box == 0 and (row or form == "framed") and form in ruler:
            tokens.append(Token("ruler", ruler[form]))
        tokens.append(Token("row", text, cells))
    if form == "framed":
        tokens.append(Token("ruler", ruler[form]))
    return tokens


def numbers(maker):
    """Arrays of numbers, a puzzle or a row of one in each line."""
    rng, side = maker.rng, maker.hints.side
    whole = maker.chance(0.5) and side > 4
    maker.hints.height = 1 if whole else side
    forms = ["{0}"] + (["[{0}]", "[{0}],"] if whole else ["[{0}]", "[{0}],", "{{{0}}},"])
    form, sign = rng.choice(forms), rng.choice([",", ", ", " ", "\t"])
    if not whole and form == "{0}":
        sign = rng.choice([",", ", "])
    style = rng.choice(["{}", "{}", "{}.0", "{:.18e}"]) if whole else "{}"
    maker.tags |= {"whole" if whole else "rows", f"form {form}", f"sign {sign!r}"}
    gap = rng.choice([None, "blank", "comment"])
    tokens = [Token(role_of(line), line) for line in maker.preamble()]
    for _ in range(maker.count):
        puzzle = maker.puzzles.new(side)
        width = side if not whole else side * side
        for at in range(0, len(puzzle), width):
            cells = puzzle[at : at + width]
            values = [style.format(DIGITS.index(c) + 1 if c != "." else 0) for c in cells]
            tokens.append(Token("row", form.format(sign.join(values)), cells))
        if gap and not whole:
            tokens.append(Token(gap, "" if gap == "blank" else "# next"))
    maker.sign = sign
    tokens = damage.tokens(maker, tokens, numbers=True)
    finish_tokens(maker, tokens)


def finish_tokens(maker, tokens):
    """Sets the bytes of a file of grids."""
    maker.finish("\n".join(token.text for token in tokens) + "\n", None)
    # Without the last line end, blank lines at the end are no lines.
    kept = tokens
    if "no-last-end" in maker.tags:
        while kept[-1].text == "":
            kept = kept[:-1]
    maker.file.found = read.grids(kept, maker.hints)


KINDS = {
    "plain": plain,
    "candidates": candidates,
    "delimited": delimited,
    "json": json_lines,
    "grids": grids,
    "numbers": numbers,
    "cells": cells,
}
