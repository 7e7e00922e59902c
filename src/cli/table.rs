//! Tables of text, for a terminal or as Markdown. They have no colours: they look alike
//! in a file, a log and a terminal.

use super::message::{escaped, plain};
use comfy_table::{Cell, CellAlignment, Table, presets};

/// Where a table is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Terminal,
    Markdown,
}

impl Style {
    /// Text from a file, safe to show.
    pub fn clean(self, text: &str) -> String {
        match self {
            Self::Terminal => plain(text),
            Self::Markdown => escaped(text),
        }
    }
}

/// Renders a table without a line feed at its end. The columns in `right` are aligned to
/// the right.
pub fn render<const N: usize>(
    head: [&str; N],
    rows: impl IntoIterator<Item = [String; N]>,
    right: &[usize],
    style: Style,
) -> String {
    let row = |texts: [String; N]| {
        texts.into_iter().enumerate().map(|(column, text)| match right.contains(&column) {
            true => Cell::new(text).set_alignment(CellAlignment::Right),
            false => Cell::new(text),
        })
    };
    let mut table = Table::new();
    table.load_style(match style {
        Style::Terminal => presets::UTF8_FULL_CONDENSED,
        Style::Markdown => presets::ASCII_MARKDOWN,
    });
    table.set_header(row(head.map(str::to_owned)));
    for texts in rows {
        table.add_row(row(texts));
    }
    table.trim_fmt()
}
