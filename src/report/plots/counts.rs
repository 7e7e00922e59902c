//! How many rows have each value of a column: a bar for each value.

use super::{
    Axis,
    canvas::{Anchor, draw},
};
use crate::report::{
    counts::Counts,
    facet::Facet,
    figure::{Figure, Table},
    units::{number, tick},
};

/// The height of a bar with its name, and of the axis below all bars.
const ROW: u32 = 84;
const FOOT: u32 = 100;

pub(in crate::report) fn figure(facet: &Facet, counts: &Counts) -> Figure {
    let Counts { heading, values, .. } = counts;
    let total: u64 = values.iter().map(|(_, count)| count).sum();
    let figures = |count: u64| format!("{} ({})", number(count), share(count, total));
    let x = Axis::linear(0.0, values.iter().map(|&(_, count)| count as f64), "puzzles", tick);
    let y = Axis::bare((0.0, values.len() as f64));
    let inset = x.ends.1 * 0.01;
    let svg = draw(ROW * values.len() as u32 + FOOT, &x, &y, |canvas| {
        for (at, &(name, count)) in values.iter().enumerate() {
            let foot = (values.len() - at) as f64 - 0.94;
            canvas.bar([(0.0, foot), (count as f64, foot + 0.38)], 0);
            canvas.text(name, (inset, foot + 0.42), Anchor::Start);
            canvas.text(&figures(count), (x.ends.1, foot + 0.42), Anchor::End);
        }
    });
    let words: Vec<_> = values.iter().map(|&(name, n)| format!("{name}: {}", figures(n))).collect();
    let row =
        |&(name, count): &(&str, u64)| vec![name.to_owned(), number(count), share(count, total)];
    Figure {
        heading: format!("{heading}: {}", facet.title()),
        summary: format!("The number of puzzles. {}.", words.join("; ")),
        svg,
        legend: Vec::new(),
        note: None,
        table: Table::new(["value", "puzzles", "share"], values.iter().map(row)),
    }
}

fn share(count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total as f64;
    // Neither all nor none, unless it is so.
    let rounded = (percent * 10.0).round() / 10.0;
    let shown = if count == total { 100.0 } else { rounded.clamp(0.1, 99.9) };
    format!("{shown}\u{a0}%")
}
