//! Renders tables as text, for a terminal or as Markdown. They have no colors, so they look the
//! same in a file, a log and a terminal.

use super::message::{escaped, visible};
use comfy_table::{Cell, CellAlignment, ColumnConstraint, Table, presets};
use console::measure_text_width;

/// The medium for which a table is rendered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// A terminal of this width, on which some columns may be omitted.
    Terminal {
        width: usize,
    },
    Markdown,
}

impl Style {
    /// Makes text from a file safe to display.
    pub fn clean(self, text: &str) -> String {
        match self {
            Self::Terminal { .. } => visible(text),
            Self::Markdown => escaped(text),
        }
    }
}

/// Renders a table without a final newline. The columns in `right` are right-aligned. On a
/// terminal, as many of the `optional` columns as necessary are omitted to fit its width, in the
/// given order; also returns their number.
pub fn render<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    right: &[usize],
    optional: &[usize],
    style: Style,
) -> (String, usize) {
    let row = |texts: [String; N]| {
        texts.into_iter().enumerate().map(|(column, text)| match right.contains(&column) {
            true => Cell::new(text).set_alignment(CellAlignment::Right),
            false => Cell::new(text),
        })
    };
    let mut table = Table::new();
    table.load_style(match style {
        Style::Terminal { .. } => presets::UTF8_FULL_CONDENSED,
        Style::Markdown => presets::ASCII_MARKDOWN,
    });
    table.set_header(row(head.map(str::to_owned)));
    for texts in rows {
        table.add_row(row(texts));
    }
    let fits = |text: &str| match style {
        Style::Terminal { width } => measure_text_width(text.lines().next().unwrap_or("")) <= width,
        Style::Markdown => true,
    };
    let mut text = table.trim_fmt();
    for (left_out, column) in optional.iter().enumerate() {
        if fits(&text) {
            return (text, left_out);
        }
        if let Some(column) = table.column_mut(*column) {
            column.set_constraint(ColumnConstraint::Hidden);
        }
        text = table.trim_fmt();
    }
    (text, optional.len())
}

/// Wraps the lines of a text at spaces, so that they fit the width if possible.
pub fn wrapped(text: &str, width: usize) -> String {
    let mut wrapped = String::new();
    let mut column = 0;
    for word in text.split(' ') {
        let len = measure_text_width(word);
        let fits = column + 1 + len <= width;
        match column {
            0 => {}
            _ if fits => wrapped.push(' '),
            _ => wrapped.push_str("\n  "),
        }
        column = match column {
            0 => len,
            _ if fits => column + 1 + len,
            _ => 2 + len,
        };
        wrapped.push_str(word);
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_optional_columns_are_left_out() {
        let table = |width| {
            let rows = [["a", "b", "c"].map(str::to_owned)];
            let (text, left_out) =
                render(["aaaa", "bbbb", "cccc"], rows, &[], &[2, 1], Style::Terminal { width });
            (text.lines().nth(1).unwrap().to_owned(), left_out)
        };
        assert_eq!(table(22), ("│ aaaa ┆ bbbb ┆ cccc │".to_owned(), 0));
        assert_eq!(table(21), ("│ aaaa ┆ bbbb │".to_owned(), 1));
        assert_eq!(table(3), ("│ aaaa │".to_owned(), 2));
    }

    #[test]
    fn wraps_at_spaces() {
        assert_eq!(wrapped("one two three", 13), "one two three");
        assert_eq!(wrapped("one two three", 12), "one two\n  three");
        assert_eq!(wrapped("± µs longer-than-that x", 6), "± µs\n  longer-than-that\n  x");
    }
}
