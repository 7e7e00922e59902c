//! Parses rows of a box drawing whose empty cells are blank:
//!
//! ```text
//! │ 5 3   │   7   │       │      a bar around each box: cells stand at fixed places
//! │ 5 │ 3 │   │ │ 7 │ …          a bar around each cell
//! ```

use std::ops::Range;
use sudomill_core::grid::Size;

/// How the rows of a file are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Drawing {
    pub size: Size,
    /// The characters between two bars around a box; `None` if each cell has bars.
    width: Option<usize>,
}

/// Returns how a row is drawn and the offset of each cell; `None` for any other line.
///
/// A bar is required at both ends. Otherwise, a row that lost its trailing spaces would look like
/// another row.
pub(in crate::input) fn drawn(line: &[u8]) -> Option<(Drawing, Vec<usize>)> {
    let line = line.trim_ascii_end();
    let parts = parts(line)?;
    let is_blank = |at: usize| line[at] == b' ';
    let is_dashed =
        |part: &Range<usize>| line[part.clone()].iter().all(|byte| b"- ".contains(byte));
    if parts.iter().all(is_dashed) && line.contains(&b'-') {
        return None;
    }
    let (root, width) = (parts.len(), parts.first()?.len());
    let mut places = Vec::new();
    let of_boxes = Size::ALL.into_iter().find(|size| size.order() == root);
    if let Some(size) = of_boxes.filter(|_| [root, 2 * root - 1, 2 * root + 1].contains(&width)) {
        let (first, step) = (usize::from(width > 2 * root), 1 + usize::from(width > root));
        for part in parts {
            let cells = part.clone().skip(first).step_by(step).take(root);
            let between = part.clone().filter(|&at| !cells.clone().any(|cell| cell == at));
            if part.len() != width || !between.clone().all(is_blank) {
                return None;
            }
            places.extend(cells);
        }
        return Some((Drawing { size, width: Some(width) }, places));
    }
    for part in parts {
        let mut cells = part.clone().filter(|&at| !is_blank(at));
        places.push(cells.next().unwrap_or(part.start));
        if cells.next().is_some() {
            return None;
        }
    }
    Some((Drawing { size: Size::from_side(root)?, width: None }, places))
}

/// Splits a line with a bar at both ends into the parts between bars; `None` if it contains other
/// box-drawing characters.
fn parts(line: &[u8]) -> Option<Vec<Range<usize>>> {
    let (mut parts, mut at) = (Vec::new(), line.len() - line.trim_ascii_start().len());
    let mut from = at + bar(line.get(at..)?)?;
    at = from;
    while at < line.len() {
        match bar(&line[at..]) {
            // Adjacent bars count as one thick bar.
            Some(len) => {
                parts.extend((from < at).then_some(from..at));
                at += len;
                from = at;
            }
            None if line[at] == b' '
                || line[at].is_ascii_graphic() && !b"+=".contains(&line[at]) =>
            {
                at += 1;
            }
            None => return None,
        }
    }
    (from == at).then_some(parts)
}

/// The length in bytes of the vertical bar at the start of a text.
pub(super) fn bar(text: &[u8]) -> Option<usize> {
    match text {
        [b'|', ..] => Some(1),
        [0xE2, second, third, ..] if BARS.contains(&[*second, *third]) => Some(3),
        _ => None,
    }
}

/// The second and third UTF-8 bytes of the vertical box-drawing characters │ ┃ ┆ ┇ ┊ ┋ ║; all
/// characters of that block begin with E2 94 or E2 95.
const BARS: [[u8; 2]; 7] = [
    [0x94, 0x82],
    [0x94, 0x83],
    [0x94, 0x86],
    [0x94, 0x87],
    [0x94, 0x8A],
    [0x94, 0x8B],
    [0x95, 0x91],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_with_blank_cells() {
        for line in [
            "| 5 3   |   7   |       |",
            "|5 3  |  7  |     |",
            "|53 | 7 |   |",
            "  │ 5 3   │   7   │       │  ",
            "| 5 | 3 |   |   | 7 |   |   |   |   |",
            "||5|3| || |7| || | | ||",
            "║ 5 │ 3 │   ║   │ 7 │   ║   │   │   ║",
        ] {
            let (drawing, places) = drawn(line.as_bytes()).unwrap();
            let cells: Vec<u8> = places.iter().map(|&at| line.as_bytes()[at]).collect();
            assert_eq!((drawing.size, &*cells), (Size::Nine, &b"53  7    "[..]), "{line}");
        }
        for line in [
            "| 5 3   |   7   |      |",
            "| 5 3   |   7   |",
            "  5 3   |   7   |       ",
            "| 5 3   |   7   |       ",
            "|53  |  7   |     |",
            "|-------|-------|-------|",
            "|-------+-------+-------|",
            "| 5 | 3 |   |   | 7 |   |   |   |",
            "| 53 | 3 |   |   | 7 |   |   |   |   |",
            "",
        ] {
            assert_eq!(drawn(line.as_bytes()), None, "{line}");
        }
        assert_eq!(drawn(b"|  |  |").map(|it| it.0.size), Some(Size::Four));
    }
}
