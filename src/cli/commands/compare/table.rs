//! Renders a comparison as a table, for a terminal or for GitHub.

use crate::cli::{
    message::escaped,
    table::{Style, render as render_table},
};
use std::cmp::Reverse;
use sudomill::bench::{
    compare::{Comparison, Difference, Pair, Row, Tolerance, Verdict},
    numbers::{number, ratio},
};

const HEAD: [&str; 10] = [
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

/// Indices of the columns of numbers.
const NUMBERS: [usize; 6] = [2, 3, 4, 5, 6, 7];

/// Wide enough to keep every column.
const WIDE: Style = Style::Terminal { width: usize::MAX };

/// Renders the comparison for a terminal, with a final newline.
pub fn terminal(comparison: &Comparison) -> String {
    format!("{}\n{}\n", headline(comparison), table(comparison, WIDE))
}

/// Renders the comparison for GitHub, with the reasons.
pub fn markdown(comparison: &Comparison, tolerance: &Tolerance) -> String {
    let item = |difference: &Difference| {
        format!("- {}: {}\n", difference.verdict, escaped(&difference.to_string()))
    };
    let reasons: String = comparison.differences.iter().map(item).collect();
    let gap = if reasons.is_empty() { "" } else { "\n" };
    let Tolerance { max_slower, max_more_guesses } = tolerance;
    format!(
        "### Benchmark {}\n\n{reasons}{gap}{}\n\n\
        Allowed: guesses +{max_more_guesses}, ratio -{max_slower}. The ratio is the speed relative \
        to the reference, the set's first strategy in the baseline, within one run: the \
        reference's own is 1 by definition.\n\n",
        headline(comparison),
        aligned(&table(comparison, Style::Markdown))
    )
}

/// The verdict and a short version of the reasons.
fn headline(comparison: &Comparison) -> String {
    let verdict = comparison.verdict();
    if verdict != Verdict::Passed {
        return format!("{verdict}: {}", kinds(comparison));
    }
    let compared = comparison.rows.len() - comparison.count(Verdict::New);
    let mut headline = format!("{verdict}: {compared} compared");
    for verdict in [Verdict::Improved, Verdict::New] {
        match comparison.count(verdict) {
            0 => {}
            rows => headline += &format!(", {rows} {verdict}"),
        }
    }
    headline
}

/// Counts the differences of each kind, the worst first.
fn kinds(comparison: &Comparison) -> String {
    let mut kinds: Vec<(&Difference, usize)> = Vec::new();
    for difference in &comparison.differences {
        match kinds.iter_mut().find(|(known, _)| known.kind == difference.kind) {
            Some((_, count)) => *count += 1,
            None => kinds.push((difference, 1)),
        }
    }
    kinds.sort_by_key(|(difference, _)| Reverse(difference.verdict));
    let words: Vec<_> =
        kinds.into_iter().map(|(of, count)| format!("{} ({count})", of.kind)).collect();
    words.join(", ")
}

fn table(comparison: &Comparison, style: Style) -> String {
    render_table(HEAD, comparison.rows.iter().map(|row| cells(row, style)), &NUMBERS, &[], style).0
}

fn cells(row: &Row, style: Style) -> [String; 10] {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let line_break = if style == Style::Markdown { "<br>" } else { "\n" };
    let counter = |(name, values): &(String, Pair<u64>)| {
        let [base, new] = [values.base, values.new].map(|value| or_dash(value.map(number)));
        let change = values.change().map_or_else(String::new, |change| format!(" ({change})"));
        format!("{} {base} → {new}{change}", style.clean(name))
    };
    let counters: Vec<_> = row.counters.iter().map(counter).collect();
    [
        style.clean(&row.set),
        style.clean(&row.strategy),
        or_dash(row.guesses.base.map(number)),
        or_dash(row.guesses.new.map(number)),
        or_dash(row.guesses.change()),
        or_dash(row.ratio.base.map(ratio)),
        or_dash(row.ratio.new.map(ratio)),
        or_dash(row.ratio_change.clone()),
        counters.join(line_break),
        row.verdict.to_string(),
    ]
}

/// Right-aligns the columns of numbers: on GitHub, the second line of a table marks such a column
/// by a colon at the end.
fn aligned(table: &str) -> String {
    let mut lines: Vec<_> = table.lines().map(str::to_owned).collect();
    if let Some(rule) = lines.get_mut(1) {
        let columns = rule.trim_matches('|').split('|').enumerate();
        let rules: Vec<_> = columns
            .map(|(column, rule)| match rule.strip_suffix('-') {
                Some(rule) if NUMBERS.contains(&column) => format!("{rule}:"),
                _ => rule.to_owned(),
            })
            .collect();
        *rule = format!("|{}|", rules.join("|"));
    }
    lines.join("\n")
}
