"""Puzzles whose solution is known by construction, and what text is a puzzle."""

import random

DIGITS = "123456789ABCDEFG"
BLANKS = ".0-_*?xX"

# An example of the manual, and its solution.
PUZZLE = "013085006000031000007600000006900003170000025300006900000002400000870000900560310"
SOLUTION = "213485796694731582857629134526917843179348625348256971735192468461873259982564317"


def box_of(side):
    """Returns the side of a box."""
    return {4: 2, 9: 3, 16: 4}[side]


def canonical(text):
    """Returns the text of a puzzle with dots for empty cells and capital letters."""
    return "".join("." if c in BLANKS else c.upper() for c in text)


def conflicts(text, side):
    """Returns whether a row, column or box of a canonical text repeats a digit."""
    box, seen = box_of(side), set()
    for cell, digit in enumerate(text):
        if digit == ".":
            continue
        row, column = divmod(cell, side)
        block = row // box * box + column // box
        units = {(0, row, digit), (1, column, digit), (2, block, digit)}
        if units & seen:
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


class Puzzles:
    """Makes puzzles with exactly one solution, and remembers the solutions."""

    def __init__(self, rng: random.Random):
        self.rng, self.solutions = rng, {}

    def new(self, side):
        """Returns a new puzzle as a canonical text."""
        if side == 9 and self.rng.random() < 0.8:
            puzzle, solution = canonical(PUZZLE), SOLUTION
        else:
            puzzle, solution = self._full(side)
        places, names = self._places(side), self._names(side)
        puzzle, solution = (
            "".join(names[text[place]] for place in places) for text in (puzzle, solution)
        )
        self.solutions[puzzle] = solution
        return puzzle

    def _full(self, side):
        """Returns a grid with one empty cell in each row but the last, and its solution."""
        box = box_of(side)
        rows = [
            [DIGITS[(row % box * box + row // box + column) % side] for column in range(side)]
            for row in range(side)
        ]
        solution = "".join("".join(row) for row in rows)
        for row in rows[:-1]:
            row[self.rng.randrange(side)] = "."
        return "".join("".join(row) for row in rows), solution

    def _lines(self, side):
        box, rng = box_of(side), self.rng
        bands = rng.sample(range(box), box)
        return [band * box + row for band in bands for row in rng.sample(range(box), box)]

    def _places(self, side):
        rows, columns, turned = self._lines(side), self._lines(side), self.rng.random() < 0.5
        return [
            column * side + row if turned else row * side + column
            for row in rows
            for column in columns
        ]

    def _names(self, side):
        digits = DIGITS[:side]
        return dict(zip(digits, self.rng.sample(digits, side))) | {".": "."}
