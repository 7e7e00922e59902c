//! Refuses files in which every line would be malformed: those that are no text, and text of other formats.

use crate::{
    argument::RULES,
    error::InputErrorKind,
    grids::in_quotes,
    lines::{Lines, without_bom},
    sizes::detected,
};
use sudomill_bytes::{Foreign, LINES, Packing};
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::Size,
};

/// The bytes that show what a text holds that begins like many others, behind white space.
const ENOUGH: usize = 128;

/// Returns true for an image or a PDF document: in a folder of puzzles it is there for people.
#[must_use]
pub fn is_for_people(kind: &InputErrorKind) -> bool {
    matches!(kind, InputErrorKind::NotText { found, .. } if Foreign::is_for_people(found))
}

/// Returns true if more bytes are needed to see what a file holds.
pub(super) fn is_short(start: &[u8]) -> bool {
    let is_line =
        |text: &[u8]| text.starts_with(b"\"") && memchr::memchr2(b'\r', b'\n', text).is_none();
    let is_object = |text: &[u8]| text.starts_with(b"{") && !text.contains(&b'}');
    let is_begun = |text: &[u8]| is_line(text) || is_object(in_array(text).unwrap_or(text));
    let head = head(start);
    let is_short = || in_array(head).is_some_and(is_begun) || is_pretty(head) != Some(false);
    Foreign::is_open(start) || head.len() < ENOUGH && is_short()
}

/// The start of what a text holds, by which it is judged.
fn head(start: &[u8]) -> &[u8] {
    let start = without_bom(start).0.trim_ascii_start();
    &start[..start.len().min(ENOUGH)]
}

/// The values of an array of JSON.
fn in_array(head: &[u8]) -> Option<&[u8]> {
    Some(head.strip_prefix(b"[")?.trim_ascii_start())
}

/// Returns true if the first string of an array is a row of a grid, alone in its line. Of 16 symbols it
/// may also be a 4×4 puzzle.
fn begins_with_row(strings: &[u8]) -> bool {
    let line = Lines::new(strings).next().map_or(&b""[..], |line| line.1);
    let is_side =
        |len: usize| len != Size::Four.cells() && detected(None).any(|size| size.side() == len);
    line.len() < strings.len() && in_quotes(line).is_some_and(|row| is_side(row.len()))
}

/// Returns true if the first object of an array is a cell: it has nothing as long as a puzzle.
fn begins_with_cell(objects: &[u8]) -> bool {
    let object = objects.split_inclusive(|byte| *byte == b'}').next().unwrap_or_default();
    let is_short = |part: &[u8]| part.trim_ascii().len() < Size::Four.cells();
    object.starts_with(b"{")
        && object.ends_with(b"}")
        && !object[1..].iter().any(|byte| b"[{".contains(byte))
        && object.split(|byte| *byte == b'"').all(is_short)
}

/// The error for a text of a format in which every line would be malformed.
pub(super) fn refused(
    path: &str,
    start: &[u8],
    packing: Option<Packing>,
) -> Option<InputErrorKind> {
    let Foreign { found, remedy, takes_packed, .. } = Foreign::of(start).or_else(|| json(start))?;
    let named = if path == "<stdin>" { "-" } else { path };
    let remedy = match packing {
        Some(packing) if !takes_packed => {
            format!("unpack it first: {} -dc {named} > FILE", packing.name())
        }
        _ => remedy.replace("{}", named),
    };
    Some(InputErrorKind::NotText { found, remedy })
}

/// The rule beside units that an object in the first line states: a list under its name that is not empty, as
/// `killercage` of f-puzzles and `cages` of SudokuPad, or `"antiknight": true`.
pub(super) fn stated_rule(start: &[u8]) -> Option<BadLine> {
    let object = Lines::new(without_bom(start).0).next()?.1.strip_prefix(b"{")?;
    let mut key = &b""[..];
    for part in object.split(|byte| *byte == b'"') {
        let value = part.trim_ascii_start().strip_prefix(b":").map(<[u8]>::trim_ascii_start);
        let states = |value: &[u8]| match value.strip_prefix(b"[") {
            Some(list) => !list.trim_ascii_start().starts_with(b"]"),
            None => value.starts_with(b"true"),
        };
        if let Some(rule) = rule_named(key).filter(|_| value.is_some_and(states)) {
            return Some(BadLine::new(0, 1, Problem::OtherRule(rule)));
        }
        key = part;
    }
    None
}

/// The rule of a key: not of each that contains its name, as `ranking` does.
fn rule_named(key: &[u8]) -> Option<&'static str> {
    let key = key.to_ascii_lowercase();
    let name = key.strip_prefix(b"killer").or(key.strip_prefix(b"anti")).unwrap_or(&key);
    let is_named = |word: &str| {
        let rest = name.strip_prefix(word.as_bytes());
        rest.is_some_and(|rest| [&b""[..], b"s", b"meter", b"meters"].contains(&rest))
    };
    RULES.into_iter().find(|it| is_named(it.0)).map(|it| it.1)
}

/// Recognizes text of another format: an array of strings or objects, whose elements may share a
/// line, an object of several lines, XML, and JSON Lines in builds that cannot read them.
/// `[Puzzle]` is the name of a grid.
fn json(start: &[u8]) -> Option<Foreign> {
    let start = head(start);
    if cfg!(not(feature = "files")) && start.starts_with(b"{") {
        let found = "JSON Lines, which this build does not read";
        return Some(Foreign::new(found, "build sudomill with the feature `files`"));
    }
    if start.starts_with(b"<?xml") || start.starts_with(b"<!DOCTYPE") {
        return Some(Foreign::new("XML or HTML", LINES));
    }
    if is_pretty(start) == Some(true) {
        let keys: Vec<u8> = start.iter().copied().filter(|it| !it.is_ascii_whitespace()).collect();
        if keys.starts_with(b"{\"cells\":[{\"") || keys.starts_with(b"{\"nbformat\":") {
            return Some(Foreign::new("a notebook", LINES));
        }
        let remedy = "convert it to one object per line: jq -c . {} | sudomill solve -";
        return Some(Foreign::new("a JSON object of several lines", remedy));
    }
    let values = in_array(start)?;
    let remedy = match values.first()? {
        b'{' if begins_with_cell(values) => {
            "put the digits of its cells into one array: jq -c '{puzzle: [.[] | .KEY // 0]}' {} | \
             sudomill solve -"
        }
        b'[' if in_array(values).is_some_and(begins_with_cell) => {
            "put the digits of its cells into one array: jq -c '{puzzle: [.[][] | .KEY // 0]}' {} | \
             sudomill solve -"
        }
        b'"' if begins_with_row(values) => return None,
        b'"' => "convert it to one puzzle per line: jq -r '.[]' {} | sudomill solve -",
        b'{' => "convert it to one object per line: jq -c '.[]' {} | sudomill solve -",
        _ => return None,
    };
    Some(Foreign::new("a JSON array", remedy))
}

/// Returns true for an object whose first key is on a line of its own; `None` if the text ends before that is
/// clear.
fn is_pretty(head: &[u8]) -> Option<bool> {
    let Some(rest) = head.strip_prefix(b"{") else { return Some(false) };
    let key = rest.trim_ascii_start();
    if !rest[..rest.len() - key.len()].contains(&b'\n') {
        return if key.is_empty() { None } else { Some(false) };
    }
    let Some(key) = key.strip_prefix(b"\"") else { return key.first().map(|_| false) };
    let behind = key[memchr::memchr(b'"', key)? + 1..].trim_ascii_start();
    behind.first().map(|byte| *byte == b':')
}
