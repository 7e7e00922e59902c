//! `sudomill compare`: compares a benchmark with its baseline.

use crate::cli::{
    exit::Exit,
    message::{escaped, say},
    same_file,
    table::{Style, render},
};
use clap::ValueEnum;
use serde::Serialize;
use std::{cmp::Reverse, path::PathBuf};
use sudomill::{
    bench::{
        self,
        compare::{self, Comparison, Difference, Pair, Percent, Row, Tolerance, Verdict},
        numbers::{number, ratio},
    },
    output::Sink,
};

/// Compare a benchmark with its baseline
///
/// Compare guesses, and the speed of each strategy as its ratio to the first strategy of the
/// same run, so that a different or busy machine makes no difference. The ratio of the
/// first strategy is 1 by definition. Changed statuses or answers always fail; other counters
/// are only shown. Every failure is reported on standard error.
///
/// Exit code: 0 within the limits; 1 beyond the limits; 2 the runs cannot be read or compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill compare baseline.json new.json --max-slower 20%\n  \
    sudomill compare baseline.json new.json --format markdown >> \"$GITHUB_STEP_SUMMARY\"")]
pub struct CompareArgs {
    /// The baseline, as JSON of `bench`; - for standard input
    #[arg(value_name = "BASE.json")]
    base: PathBuf,
    /// The new run, as JSON of `bench`; - for standard input
    #[arg(value_name = "NEW.json")]
    new: PathBuf,
    /// Let the ratio of a strategy fall by this much
    #[arg(long, value_name = "PERCENT", default_value = "10%")]
    max_slower: Percent,
    /// Let a strategy need this many more guesses on a set
    #[arg(long, value_name = "PERCENT", default_value = "0%")]
    max_more_guesses: Percent,
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: TableFormat,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
}

/// The format of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    /// A table for a terminal
    Table,
    /// Markdown for GitHub, with a headline and the reasons
    Markdown,
    /// Every figure and difference, as described by schema/compare.schema.json
    Json,
}

/// Writes the comparison, and reports every difference on standard error.
pub fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let both = args.base == args.new && args.base.as_os_str() == "-";
    anyhow::ensure!(!both, "the two runs cannot both come from standard input");
    let runs = [(&args.base, "baseline"), (&args.new, "new run")];
    same_file::refuse_overwriting(runs, (&args.output, "output"))?;
    let (base, new) = match (bench::load(&args.base), bench::load(&args.new)) {
        (Ok(base), Ok(new)) => (base, new),
        (base, new) => {
            // Report what is wrong with each of the files.
            for error in base.err().into_iter().chain(new.err()) {
                Exit::of_error(&error.into());
            }
            return Ok(Exit::Failure);
        }
    };
    let CompareArgs { max_slower, max_more_guesses, .. } = *args;
    let tolerance = Tolerance { max_slower, max_more_guesses };
    let comparison = compare::compare(&base, &new, &tolerance);
    let text = match args.format {
        TableFormat::Table => terminal(&comparison),
        TableFormat::Markdown => markdown(&comparison, &tolerance),
        TableFormat::Json => json(&comparison, &tolerance)?,
    };
    let written = Sink::write_all(&args.output, text.as_bytes());
    for difference in &comparison.differences {
        say(format_args!("{}: {difference}", difference.verdict));
    }
    match written {
        // If the reader closes the table early, the exit code still tells the result.
        Err(error) if !error.is_closed_pipe() => Err(error.into()),
        _ => Ok(comparison.verdict().into()),
    }
}

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
    render(HEAD, comparison.rows.iter().map(|row| cells(row, style)), &NUMBERS, &[], style).0
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

/// The version of the JSON format.
const VERSION: u32 = 1;

/// The comparison as JSON, as described by schema/compare.schema.json.
#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    verdict: Verdict,
    max_slower: String,
    max_more_guesses: String,
    figures: Vec<Figure<'a>>,
    differences: &'a [Difference],
}

/// One figure for a strategy on a set.
#[derive(Serialize)]
struct Figure<'a> {
    set: &'a str,
    strategy: &'a str,
    figure: &'a str,
    base: Option<Number>,
    new: Option<Number>,
    /// The difference of a ratio that may be chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    /// `None` for a figure that is only shown.
    verdict: Option<Verdict>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Count(u64),
    Ratio(f64),
}

/// Renders the comparison as JSON, with a final newline.
fn json(comparison: &Comparison, tolerance: &Tolerance) -> anyhow::Result<String> {
    let document = Document {
        version: VERSION,
        verdict: comparison.verdict(),
        max_slower: tolerance.max_slower.to_string(),
        max_more_guesses: tolerance.max_more_guesses.to_string(),
        figures: comparison.rows.iter().flat_map(figures).collect(),
        differences: &comparison.differences,
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

/// The figures of a row that at least one run has.
fn figures(row: &Row) -> impl Iterator<Item = Figure<'_>> {
    let figure = |figure, base, new, spread, verdict| {
        let (set, strategy) = (&*row.set, &*row.strategy);
        Figure { set, strategy, figure, base, new, spread, verdict }
    };
    let count = move |name, Pair { base, new }: Pair<u64>, verdict| {
        figure(name, base.map(Number::Count), new.map(Number::Count), None, verdict)
    };
    let [base, new] = [row.ratio.base, row.ratio.new].map(|ratio| ratio.map(Number::Ratio));
    let counters = row.counters.iter().map(move |(name, pair)| count(name, *pair, None));
    [
        count("guesses", row.guesses, Some(row.guesses_verdict)),
        figure("ratio", base, new, row.ratio_spread, row.ratio_verdict),
    ]
    .into_iter()
    .chain(counters)
    .filter(|figure| figure.base.is_some() || figure.new.is_some())
}
