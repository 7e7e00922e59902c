"""Damages the rows of a file, as editors, spreadsheets and broken downloads do."""

import json

MARKERS = ["", "NA", "NULL", "n/a", "nan", "None"]


def places(maker, rows):
    """Returns the rows to damage: seldom the first, which show the format."""
    first = 0 if maker.chance(0.15) else 2
    return [maker.rng.randrange(min(first, len(rows) - 1), len(rows)) for _ in range(maker.damages)]


def harm(maker, text, at):
    """Returns a puzzle that is almost one."""
    rng = maker.rng
    ways = ["short", "long", "symbol"] + (["cut", "marker"] if at > 1 else [])
    way = rng.choice(ways)
    maker.tags.add(f"puzzle-{way}")
    place = rng.randrange(len(text))
    return {
        "short": text[:place] + text[place + 1 :],
        "long": text[:place] + text[place] + text[place:],
        "symbol": text[:place] + rng.choice("Z!é") + text[place + 1 :],
        "cut": text[: len(text) // 2],
        "marker": rng.choice(MARKERS[1:]),
    }[way]


def other(maker):
    """Returns a row of another format."""
    puzzle = maker.puzzles.new(9)
    # An array in a field of delimited text is a puzzle.
    ways = ["csv", "json", "words", "commas", "nan", "grid-row"]
    way = maker.rng.choice(ways if maker.file.kind == "delimited" else [*ways, "numbers"])
    maker.tags.add(f"other-{way}")
    return {
        "csv": f"1,{puzzle},easy",
        "json": json.dumps({"id": 1, "puzzle": puzzle}),
        "numbers": ",".join(puzzle.replace(".", "0")),
        "words": "not a puzzle",
        "commas": "," * 80,
        "nan": " ".join(["nan"] * 81),
        "grid-row": "5 3 . | . 7 . | . . .",
    }[way]


def structure(maker, rows, at):
    """Deletes or doubles a row, or puts one of another format in."""
    way = maker.rng.choice(["delete", "double", "other"])
    if way == "delete" and len(rows) > 3:
        del rows[at]
    elif way == "double":
        rows.insert(at, rows[at])
    elif at > 1:
        rows.insert(at, other(maker))
    maker.tags.add(way)


def lines(maker, rows):
    """Damages rows that begin with a puzzle."""
    for at in places(maker, rows):
        at = min(at, len(rows) - 1)
        if maker.chance(0.5):
            structure(maker, rows, at)
        elif maker.chance(0.3):
            maker.tags.add("stray-quote")
            place = maker.rng.randrange(len(rows[at]) + 1)
            rows[at] = rows[at][:place] + '"' + rows[at][place:]
        else:
            rows[at] = harm(maker, rows[at], at)
    return rows


def fields(maker, rows):
    """Damages the fields of rows."""
    column, count = maker.hints.column, len(rows)
    for at in places(maker, rows):
        way = maker.rng.choice(["puzzle", "missing", "empty", "short", "wide", "none"])
        if way == "puzzle" and len(rows[at]) > column and rows[at][column]:
            rows[at][column] = harm(maker, rows[at][column], at)
        elif way == "missing" and len(rows[at]) > column and at > 0:
            rows[at][column] = maker.rng.choice(MARKERS)
        elif way == "empty" and at > 1 and len(rows[at]) > 1:
            rows[at] = [""] * len(rows[at])
        elif way == "short" and at > 1 and len(rows[at]) > 2:
            rows[at] = rows[at][: maker.rng.randrange(1, len(rows[at]))]
        elif way == "wide" and at > 1:
            rows[at] = [*rows[at], "more"]
        maker.tags.add(f"field-{way}")
    assert len(rows) == count
    return rows


def rows(maker, rows):
    """Damages written rows of delimited text."""
    if maker.chance(0.7):
        return rows
    for at in places(maker, rows):
        at = min(at, len(rows) - 1)
        if maker.chance(0.6):
            structure(maker, rows, at)
        elif at > 1:
            maker.tags.add("stray-quote")
            place = maker.rng.randrange(len(rows[at]) + 1)
            rows[at] = rows[at][:place] + '"' + rows[at][place:]
    return rows


def objects(maker, rows):
    """Damages lines of JSON."""
    rng, key = maker.rng, maker.hints.key
    for at in places(maker, rows):
        at = min(at, len(rows) - 1)
        way = rng.choice(
            ["cut", "twice", "key", "null", "text", "symbol", "escape", "two", "structure"]
        )
        maker.tags.add(f"json-{way}")
        if way == "structure":
            structure(maker, rows, at)
            continue
        try:
            item = json.loads(rows[at])
            value = item[key]
        except (ValueError, KeyError, TypeError):
            continue
        if way == "cut" and at > 1:
            rows[at] = rows[at][: rng.randrange(1, len(rows[at]))]
        elif way == "twice" and at > 1:
            rows[at] = rows[at][:-1] + f', "{key}": {json.dumps(value)}}}'
        elif way == "key" and at > 1:
            rows[at] = json.dumps({"id": 7})
        elif way == "null" and at > 1:
            rows[at] = json.dumps(item | {key: None})
        elif way == "text" and at > 1:
            rows[at] = json.dumps(item | {key: rng.choice(MARKERS)})
        elif way == "symbol" and isinstance(value, str):
            rows[at] = json.dumps(item | {key: harm(maker, value, at) if value else ""})
        elif way == "escape" and isinstance(value, str) and value:
            escaped = "".join(f"\\u{ord(c):04x}" if maker.chance(0.1) else c for c in value)
            rows[at] = json.dumps(item).replace(json.dumps(value), f'"{escaped}"')
        elif way == "two" and at > 1:
            rows[at] = rows[at] + rows[at]
    return rows


def tokens(maker, tokens, numbers=False):
    """Damages lines of a file of grids."""
    rng = maker.rng
    role = type(tokens[-1])
    per = maker.hints.height
    for _ in range(maker.damages):
        rows = [at for at, token in enumerate(tokens) if token.role == "row"]
        # The first two grids show the format.
        at = rng.choice(rows[2 * per :] or rows[-1:])
        token = tokens[at]
        ways = ["short", "symbol", "long", "delete", "double", "blank", "other", "comment"]
        way = rng.choice(ways + (["large"] if numbers else ["stray-quote"]))
        maker.tags.add(f"row-{way}")
        if way == "delete":
            del tokens[at]
        elif way == "double":
            tokens.insert(at, role(**vars(token)))
        elif way in ("blank", "comment"):
            tokens.insert(at, role(way, "" if way == "blank" else "# x"))
        elif way == "other":
            text = rng.choice(foreign(maker))
            tokens.insert(at, role("puzzle", text))
        elif way == "stray-quote" and token.cells is not None:
            place = rng.randrange(len(token.text) + 1)
            tokens[at] = role("row", token.text[:place] + '"' + token.text[place:])
        elif token.cells is not None:
            tokens[at] = role("row", row_with(maker, token, way, numbers))
    return tokens


def foreign(maker):
    """Returns lines that hold a puzzle of another format than a grid."""
    puzzle = maker.puzzles.new(9)
    rows = [f"1,{puzzle},easy", json.dumps({"id": 1, "puzzle": puzzle})]
    # Where each line is an array, a plain puzzle is read, too.
    return rows if maker.hints.height == 1 else [*rows, puzzle]


def row_with(maker, token, way, numbers):
    """Returns the text of a row with a damage."""
    rng, text = maker.rng, token.text
    if numbers:
        sign = maker.sign
        parts = text.split(sign)
        at = rng.randrange(1, len(parts) - 1)
        if way == "short":
            del parts[at]
        elif way == "long":
            parts.insert(at, "1")
        elif way == "symbol":
            parts[at] = "Z"
        elif way == "large":
            parts[at] = "33"
        return sign.join(parts)
    at = rng.choice([at for at, c in enumerate(text) if c.isalnum() or c == maker.blank])
    return {
        "short": text[:at] + text[at + 1 :],
        "long": text[:at] + text[at] + text[at:],
        "symbol": text[:at] + "Z" + text[at + 1 :],
    }[way]
