//! What the first records show of the symbols in them: whether they are clues or candidates, and whether digits
//! count from 0.

use super::{
    super::{
        chunk::{Bytes, Chunk},
        grids::Rows,
        layout::Layout,
        lines::{
            Preamble,
            symbols::{BLANKS, first_word, symbol_values},
        },
        sample::{Sample, examine},
        table::{RowFormat, Table},
    },
    shape::CANDIDATES,
};
use std::sync::Arc;
use sudomill_puzzle::{
    any::{Parsed, parse_line},
    grid::{Alphabet, Size},
};

/// Looks for something in a record, given the text of its puzzle, the record as it is in the input, and
/// whether it is bad.
type FindIn<'f, T> = dyn Fn(&[u8], &[u8], bool) -> Option<T> + 'f;

/// The first thing that `find` finds in a record from an offset on.
fn find_record<T>(layout: &Layout, sample: &Sample, rows: usize, find: &FindIn<T>) -> Option<T> {
    let layout = Layout { preamble: Preamble::default(), ..layout.clone() };
    let rows = rows.max(sample.blank);
    let mut chunk = Chunk::new(Bytes::Owned(sample.text[rows..].to_vec()), layout);
    let mut cursor = chunk.cursor();
    while let Some((record, bad)) = chunk.next(&mut cursor, false, &mut |_, _| {}) {
        examine();
        if let Some(found) = find(chunk.text(&record), chunk.record(&record), bad.is_some()) {
            return Some(found);
        }
    }
    sample.end();
    None
}

/// Returns true if the first record that is as long as a 9×9 puzzle is given by candidates; `None` if there is
/// none. Another column than that of this layout may differ.
pub(super) fn shows_candidates(layout: &Layout, sample: &Sample, rows: usize) -> Option<bool> {
    let layout = Layout { candidates: false, ..layout.clone() };
    find_record(&layout, sample, rows, &|text, _, _| {
        let len = first_word(text).len();
        [Size::Nine.cells(), CANDIDATES].contains(&len).then_some(len == CANDIDATES)
    })
}

/// The layout, with the digits that its puzzles show.
pub(super) fn in_shown_alphabet(layout: Layout, sample: &Sample, rows: usize) -> Layout {
    let zero_based = in_alphabet(&layout, from_zero(layout.size));
    let is_meant = !layout.candidates && counts_from_zero(&layout, &zero_based, sample, rows);
    if is_meant { zero_based } else { layout }
}

fn in_alphabet(layout: &Layout, alphabet: Alphabet) -> Layout {
    let in_alphabet = |rows: &Rows| RowFormat::Grids(rows.in_alphabet(alphabet));
    let format = layout.rows().map_or(layout.table.format, in_alphabet);
    let table = Arc::new(Table { format, ..(*layout.table).clone() });
    Layout { alphabet, table, ..layout.clone() }
}

/// The digits of a size, counted from 0.
fn from_zero(size: Size) -> Alphabet {
    let symbols = match size {
        Size::Four => "0123",
        Size::Nine => "012345678",
        Size::Six | Size::SixTall => "012345",
        Size::Eight | Size::EightTall => "01234567",
        _ => return Alphabet::FromZero,
    };
    symbols.parse().map_or(Alphabet::FromZero, Alphabet::Custom)
}

/// Returns true if the first puzzle that decides shows that digits count from 0, as in `zero_based`: it has
/// zeros, none of them twice in a row, column or box, and the largest digit nowhere, as G in 16×16 and P in
/// 25×25.
///
/// Up to 9×9 few empty cells may be zeros, too, so others must stand beside them: empty cells are written as the
/// others are. And there the first puzzle decides, because somebody may be waiting for the answer.
fn counts_from_zero(layout: &Layout, zero_based: &Layout, sample: &Sample, rows: usize) -> bool {
    let Layout { size, .. } = *layout;
    let is_large = size > Size::Nine;
    let values = symbol_values(size, Alphabet::FromOne);
    let is_largest = |byte: &u8| usize::from(values[usize::from(*byte)]) == size.side();
    let is_other_blank = |byte: &u8| *byte != b'0' && BLANKS.contains(byte);
    let shows = |text: &[u8]| {
        text.contains(&b'0')
            && (is_large || text.iter().any(is_other_blank))
            && matches!(parse_line(text, size, zero_based.notation()), Parsed::Puzzle(_))
    };
    let found = find_record(layout, sample, rows, &|text, record, is_bad| {
        // Most records have the largest digit, and need not be read again.
        if !is_bad && text.iter().any(is_largest) {
            return Some(false);
        }
        // Empty fields beside zeros make a record bad, unless these are digits.
        let symbols = symbols_of(zero_based, record);
        let is_shown = symbols.as_deref().is_some_and(shows);
        let is_long = text.len() == size.cells() && layout.rows().is_none();
        let decides = !is_large && (symbols.is_some() || !is_bad || is_long);
        (is_shown || decides).then_some(is_shown)
    });
    found == Some(true)
}

/// The symbols of a record in this layout, if it is good.
fn symbols_of(layout: &Layout, record: &[u8]) -> Option<Vec<u8>> {
    let layout = Layout { preamble: Preamble::default(), ..layout.clone() };
    let mut chunk = Chunk::new(Bytes::Owned(record.to_vec()), layout);
    let (record, bad) = chunk.next(&mut chunk.cursor(), false, &mut |_, _| {})?;
    bad.is_none().then(|| chunk.text(&record).to_vec())
}
