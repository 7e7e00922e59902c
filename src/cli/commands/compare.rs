//! `sudomill compare`: compares a benchmark with its baseline.

use crate::cli::{
    exit::Exit,
    message::{escaped, say},
    same_file,
    table::{Style, render},
};
use clap::ValueEnum;
use serde_json::Number;
use std::{cmp::Reverse, path::PathBuf};
use sudomill::{
    bench::{
        self,
        compare::{
            self, CompareRow, Compared, Comparison, Difference, Percent, Tolerance, Verdict,
        },
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
    let runs = [(&*args.base, "baseline"), (&*args.new, "new run")];
    same_file::refuse(runs, true, &[(&args.output, "output")])?;
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
        TableFormat::Markdown => markdown(&comparison),
        TableFormat::Json => serde_json::to_string_pretty(&comparison)? + "\n",
    };
    let written = Sink::write_all(&args.output, text.as_bytes());
    for difference in &comparison.differences {
        say(format_args!("{}: {difference}", difference.verdict));
    }
    match written {
        // If the reader closes the table early, the exit code still tells the result.
        Err(error) if !error.is_closed_pipe() => Err(error.into()),
        _ => Ok(match comparison.verdict {
            Verdict::Passed | Verdict::Improved | Verdict::New => Exit::Success,
            Verdict::Failed => Exit::Findings,
            Verdict::NotComparable => Exit::Failure,
        }),
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
pub fn markdown(comparison: &Comparison) -> String {
    let item = |difference: &Difference| {
        format!("- {}: {}\n", difference.verdict, escaped(&difference.to_string()))
    };
    let reasons: String = comparison.differences.iter().map(item).collect();
    let gap = if reasons.is_empty() { "" } else { "\n" };
    let Tolerance { max_slower, max_more_guesses } = comparison.tolerance;
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
    let verdict = comparison.verdict;
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
    let all = &comparison.differences;
    let first = |kind| all.iter().position(|difference| difference.kind == kind);
    let mut sorted: Vec<_> = all.iter().collect();
    sorted.sort_by_key(|difference| (Reverse(difference.verdict), first(difference.kind)));
    let kinds = sorted.chunk_by(|one, next| one.kind == next.kind);
    let words = kinds.map(|all| format!("{} ({})", all[0].kind, all.len()));
    words.collect::<Vec<_>>().join(", ")
}

fn table(comparison: &Comparison, style: Style) -> String {
    render(HEAD, comparison.rows.iter().map(|row| cells(row, style)), &NUMBERS, &[], style).0
}

fn cells(row: &CompareRow, style: Style) -> [String; 10] {
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "–".to_owned());
    let line_break = if style == Style::Markdown { "<br>" } else { "\n" };
    let count =
        |value: &Option<Number>| or_dash(value.as_ref().and_then(Number::as_u64).map(number));
    let rate = |value: &Option<Number>| or_dash(value.as_ref().and_then(Number::as_f64).map(ratio));
    let counter = |figure: &Compared| {
        let [base, new] = [&figure.base, &figure.new].map(count);
        let change = figure.change().map_or_else(String::new, |change| format!(" ({change})"));
        format!("{} {base} → {new}{change}", style.clean(&figure.name))
    };
    let counters: Vec<_> = row.counters.iter().map(counter).collect();
    [
        style.clean(&row.set),
        style.clean(&row.strategy),
        count(&row.guesses.base),
        count(&row.guesses.new),
        or_dash(row.guesses.change()),
        rate(&row.ratio.base),
        rate(&row.ratio.new),
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
        // Nothing precedes the first bar.
        let rules =
            rule.split('|').enumerate().map(|(number, rule)| match rule.strip_suffix('-') {
                Some(rule) if NUMBERS.contains(&(number - 1)) => format!("{rule}:"),
                _ => rule.to_owned(),
            });
        *rule = rules.collect::<Vec<_>>().join("|");
    }
    lines.join("\n")
}
