//! A comparison as a table, for a terminal or for GitHub. Neither has colours:
//! they look alike in a file, a log and a terminal.

use super::TableFormat;
use crate::cli::message::{escaped, plain};
use comfy_table::{Cell, CellAlignment, Table, presets};
use indicatif::HumanCount;
use std::fmt::Display;
use sudomill::bench::compare::{
    Comparison, Complaint, CounterChange, Outcome, Pair, Ratio, Row, Times, Tolerance, Verdict,
};

const HEADER: [&str; 10] = [
    "set",
    "strategy",
    "guesses",
    "→ new",
    "diff",
    "ratio",
    "→ new",
    "diff",
    "other counters",
    "verdict",
];

/// The columns of figures.
const FIGURES: std::ops::RangeInclusive<usize> = 2..=7;

/// What a run does not have.
const NONE: &str = "–";

/// The comparison in that format, with a line feed at its end.
pub fn render(comparison: &Comparison, tolerance: &Tolerance, format: TableFormat) -> String {
    match format {
        TableFormat::Table => {
            let table = table(comparison, presets::UTF8_FULL_CONDENSED, "\n", plain);
            format!("{}\n{table}\n", headline(comparison))
        }
        TableFormat::Markdown => markdown(comparison, tolerance),
    }
}

fn markdown(comparison: &Comparison, tolerance: &Tolerance) -> String {
    let table = table(comparison, presets::ASCII_MARKDOWN, "<br>", escaped);
    let item = |complaint: &Complaint| {
        format!("- {}: {}\n", complaint.reason.outcome(), escaped(&complaint.to_string()))
    };
    let reasons: String = comparison.complaints.iter().map(item).collect();
    let gap = if reasons.is_empty() { "" } else { "\n" };
    let Tolerance { max_slower, max_more_guesses } = tolerance;
    format!(
        "### Benchmark {}\n\n{reasons}{gap}{}\n\n\
        Allowed: guesses +{max_more_guesses}, ratio -{max_slower}. The ratio is the speed relative \
        to the reference, the set's first strategy in the baseline, within one run: the \
        reference's own is 1 by definition.\n\n",
        headline(comparison),
        with_alignment(&table)
    )
}

/// Passed or not, and why in a few words.
fn headline(comparison: &Comparison) -> String {
    let outcome = comparison.outcome();
    if outcome != Outcome::Passed {
        return format!("{outcome}: {}", kinds(comparison));
    }
    let [improved, new] = [Verdict::Improved, Verdict::New].map(|v| comparison.count(v));
    let compared = comparison.rows.len() - new;
    let further: String = [(improved, "improved"), (new, "new")]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!(", {count} {what}"))
        .collect();
    format!("{outcome}: {compared} compared{further}")
}

/// The complaints counted by what they are, what hinders comparing first.
fn kinds(comparison: &Comparison) -> String {
    let mut kinds: Vec<(Outcome, &str, usize)> = Vec::new();
    for Complaint { reason, .. } in &comparison.complaints {
        match kinds.iter_mut().find(|(_, kind, _)| *kind == reason.kind()) {
            Some((_, _, count)) => *count += 1,
            None => kinds.push((reason.outcome(), reason.kind(), 1)),
        }
    }
    kinds.sort_by_key(|(outcome, ..)| std::cmp::Reverse(*outcome));
    let words: Vec<_> =
        kinds.into_iter().map(|(_, kind, count)| format!("{kind} ({count})")).collect();
    words.join(", ")
}

/// `line_break` parts the lines of a cell.
fn table(
    comparison: &Comparison,
    style: comfy_table::TableStyle,
    line_break: &str,
    name: fn(&str) -> String,
) -> String {
    let mut table = Table::new();
    table.load_style(style);
    table.set_header(HEADER.iter().enumerate().map(|(i, text)| cell(i, (*text).to_owned())));
    for row in &comparison.rows {
        let cells = cells(row, line_break, name);
        table.add_row(cells.into_iter().enumerate().map(|(i, text)| cell(i, text)));
    }
    table.trim_fmt()
}

fn cell(column: usize, text: String) -> Cell {
    let right = FIGURES.contains(&column);
    let side = if right { CellAlignment::Right } else { CellAlignment::Left };
    Cell::new(text).set_alignment(side)
}

fn cells(row: &Row, line_break: &str, name: fn(&str) -> String) -> [String; 10] {
    let counters: Vec<_> = row.counters.iter().map(|change| counter(change, name)).collect();
    let ratio = |ratio: Option<f64>| or_none(ratio.map(Ratio));
    let ratio_difference = match row.times {
        Times::Compared => or_none(row.ratio.difference()),
        Times::Reference => "reference".to_owned(),
        Times::OtherBackend => "other backend".to_owned(),
        Times::OtherSample => "other sample".to_owned(),
        Times::NoRatio | Times::NotComparable => NONE.to_owned(),
    };
    [
        name(&row.set),
        name(&row.strategy),
        or_none(row.guesses.base.map(HumanCount)),
        or_none(row.guesses.new.map(HumanCount)),
        or_none(row.guesses.difference()),
        ratio(row.ratio.base),
        ratio(row.ratio.new),
        ratio_difference,
        counters.join(line_break),
        row.verdict.to_string(),
    ]
}

/// `backtracks 10 → 12 (+20.0%)`.
fn counter(change: &CounterChange, name: fn(&str) -> String) -> String {
    let Pair { base, new } = change.values;
    let [base, new] = [base, new].map(|value| or_none(value.map(HumanCount)));
    let difference = change.values.difference().map_or_else(String::new, |d| format!(" ({d})"));
    format!("{} {base} → {new}{difference}", name(&change.name))
}

fn or_none(value: Option<impl Display>) -> String {
    value.map_or_else(|| NONE.to_owned(), |value| value.to_string())
}

/// GitHub aligns a column to the right where its rule ends in a colon; the
/// style's rule, the second line, has none.
fn with_alignment(table: &str) -> String {
    let mut lines: Vec<_> = table.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let columns = rule.trim_matches('|').split('|').enumerate();
        let rules: Vec<_> = columns
            .map(|(i, rule)| match rule.strip_suffix('-') {
                Some(rule) if FIGURES.contains(&i) => format!("{rule}:"),
                _ => rule.to_owned(),
            })
            .collect();
        *rule = format!("|{}|", rules.join("|"));
    }
    lines.join("\n")
}
