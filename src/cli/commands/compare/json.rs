//! Renders a comparison as JSON, as described by schema/compare.schema.json.

use serde::Serialize;
use sudomill::bench::compare::{self, Comparison, Pair, Row, Tolerance, Verdict};

/// The version of the JSON format.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    verdict: String,
    max_slower: String,
    max_more_guesses: String,
    figures: Vec<Figure<'a>>,
    differences: Vec<Difference<'a>>,
}

/// One figure for a strategy on a set.
#[derive(Serialize)]
struct Figure<'a> {
    set: &'a str,
    strategy: &'a str,
    figure: &'a str,
    base: Option<Number>,
    new: Option<Number>,
    /// How much a ratio may differ by chance.
    #[serde(skip_serializing_if = "Option::is_none")]
    spread: Option<f64>,
    /// `None` for a figure that is only shown.
    verdict: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Number {
    Count(u64),
    Ratio(f64),
}

/// A difference that makes the comparison fail, or prevents it.
#[derive(Serialize)]
struct Difference<'a> {
    set: Option<&'a str>,
    strategy: Option<&'a str>,
    verdict: String,
    kind: &'a str,
    text: &'a str,
}

/// Renders the comparison, with a final newline.
pub fn render(comparison: &Comparison, tolerance: &Tolerance) -> anyhow::Result<String> {
    let document = Document {
        version: VERSION,
        verdict: comparison.verdict().to_string(),
        max_slower: tolerance.max_slower.to_string(),
        max_more_guesses: tolerance.max_more_guesses.to_string(),
        figures: comparison.rows.iter().flat_map(figures).collect(),
        differences: comparison.differences.iter().map(difference).collect(),
    };
    Ok(serde_json::to_string_pretty(&document)? + "\n")
}

fn difference(of: &compare::Difference) -> Difference<'_> {
    let (set, strategy) = (of.set.as_deref(), of.strategy.as_deref());
    Difference { set, strategy, verdict: of.verdict.to_string(), kind: of.kind, text: &of.text }
}

/// The figures of a row that at least one run has.
fn figures(row: &Row) -> impl Iterator<Item = Figure<'_>> {
    let figure = |figure, [base, new]: [Option<Number>; 2], verdict: Option<Verdict>| Figure {
        set: &row.set,
        strategy: &row.strategy,
        figure,
        base,
        new,
        spread: None,
        verdict: verdict.map(|verdict| verdict.to_string()),
    };
    let counts = |Pair { base, new }: Pair<u64>| [base, new].map(|it| it.map(Number::Count));
    let ratios = [row.ratio.base, row.ratio.new].map(|ratio| ratio.map(Number::Ratio));
    let guesses = figure("guesses", counts(row.guesses), Some(row.guesses_verdict));
    let ratio = figure("ratio", ratios, row.ratio_verdict);
    let counters = row.counters.iter().map(move |(name, pair)| figure(name, counts(*pair), None));
    let all = [guesses, Figure { spread: row.ratio_spread, ..ratio }].into_iter().chain(counters);
    all.filter(|figure| figure.base.is_some() || figure.new.is_some())
}
