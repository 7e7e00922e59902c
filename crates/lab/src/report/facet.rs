//! The data of the plots: sets of puzzles, each with its strategies.

use super::{Report, RunSummary};
use crate::bench::{
    Measurement, SlowPuzzle, Spread, TimedBy,
    numbers::{clip, count, number, ratio},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};
use sudomill_solvers::{propagation::Propagation, registry::BRANCHINGS};

/// The number of series colors in the style sheet, and the maximum number of series in a plot.
pub(super) const COLORS: usize = 8;

/// The number of styles in use: one for named strategies, and one for each propagation. `plots.js` has a
/// few more.
const STYLES: usize = 1 + Propagation::ALL.len();

/// The maximum length of a name on the page, in characters.
const NAME: usize = 60;

/// A set of puzzles, or the inputs of a run of `solve`.
pub(super) struct Facet<'a> {
    /// Name of its file.
    pub name: String,
    /// The side of its grids; `None` if it is unknown.
    pub side: Option<usize>,
    /// The run, if it is one of `solve`.
    pub run: Option<&'a RunSummary>,
    /// A hash of the puzzles.
    fingerprint: &'a str,
    pub series: Vec<Series<'a>>,
}

/// The measurements of one strategy on the set, from one result file.
pub(super) struct Series<'a> {
    pub name: String,
    /// The strategy; without the propagation if there is one result.
    pub rule: String,
    /// The color of the rule on all plots, below [`COLORS`].
    pub color: usize,
    /// The shape of its marks and the dashes of its lines: those of its propagation, or of its result
    /// if there are several.
    pub style: usize,
    /// The measured part of the set: `16 of 10,000 puzzles`; `None` if it is the whole set.
    pub sample: Option<String>,
    pub measured: &'a Measurement,
}

impl<'a> Series<'a> {
    /// A strategy on a set of `puzzles` puzzles.
    fn new(name: String, measured: &'a Measurement, puzzles: usize) -> Self {
        let (rule, propagation) = parts(&name);
        // 0 for named strategies.
        let style = propagation.map_or(0, |propagation| 1 + propagation as usize);
        let [part, all] = [measured.puzzles, puzzles].map(|puzzles| puzzles as u64);
        let sample = (part < all).then(|| format!("{} of {}", number(part), count(all, "puzzle")));
        Self { name, rule, color: 0, style, sample, measured }
    }

    /// Returns true if the times are shares of a call that solves many puzzles.
    pub fn has_shared_clock(&self) -> bool {
        self.measured.clock == TimedBy::SharedBySweeps
    }
}

impl Facet<'_> {
    /// The name and the size of the puzzles.
    pub fn title(&self) -> String {
        match self.side {
            Some(side) => format!("{} ({side}×{side})", self.name),
            None => self.name.clone(),
        }
    }

    /// The place of a puzzle, in words.
    pub fn place(&self, slow: &SlowPuzzle) -> String {
        let file = slow.file.as_deref().unwrap_or(&self.name);
        format!("Line {} of {}", number(slow.line), clip(file, NAME))
    }
}

/// Returns the facets of a report. Equal sets of several results share a facet.
pub(super) fn facets(report: &Report) -> Vec<Facet<'_>> {
    let mut facets: Vec<Facet> = Vec::new();
    for (index, (path, result)) in report.results.iter().enumerate() {
        for set in &result.sets {
            let series = set.measurements.iter().map(|m| {
                let strategy = clip(&m.strategy, NAME);
                if report.results.len() == 1 {
                    return Series::new(strategy, m, set.puzzles);
                }
                let name = format!("{strategy}, {}", base(path));
                let rule = strategy;
                let style = index % STYLES;
                Series { rule, style, ..Series::new(name, m, set.puzzles) }
            });
            let name = clip(&set.name, NAME);
            let fingerprint = &*set.fingerprint;
            let same = |facet: &&mut Facet| facet.name == name && facet.fingerprint == fingerprint;
            if let Some(known) = facets.iter_mut().find(same) {
                known.series.extend(series);
                continue;
            }
            let side = Some(set.order.side());
            let series = series.collect();
            facets.push(Facet { name, side, run: None, fingerprint, series });
        }
    }
    facets.extend(report.runs.iter().map(|(run, measured)| run_facet(run, measured)));
    facets.retain(|facet| !facet.series.is_empty());
    // In order of first occurrence; repeated after so many rules.
    let mut colors = HashMap::new();
    for series in facets.iter_mut().flat_map(|facet| &mut facet.series) {
        let next = colors.len() % COLORS;
        series.color = *colors.entry(series.rule.clone()).or_insert(next);
    }
    facets
}

/// The names of the series whose times are shares of a call that solves many puzzles; empty if there
/// are none.
pub(super) fn names_of_shared(facets: &[Facet]) -> String {
    let series = facets.iter().flat_map(|facet| &facet.series);
    let shared = series.filter(|series| series.has_shared_clock());
    let names: BTreeSet<&str> = shared.map(|series| series.name.as_str()).collect();
    clip(&names.into_iter().collect::<Vec<_>>().join(", "), 300)
}

/// Names the strategies with very different rates on the same set, in several results or runs.
pub(super) fn differences(facets: &[Facet]) -> Vec<String> {
    let mut rates: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    for facet in facets {
        for Series { measured, .. } in &facet.series {
            rates.entry((&facet.name, &measured.strategy)).or_default().push(measured.rate.median);
        }
    }
    let far = rates.into_iter().map(|(names, rates)| {
        let Spread { min, max, .. } = Spread::of(rates);
        (names, max / min)
    });
    far.filter(|(_, factor)| *factor > 2.0 && factor.is_finite())
        .map(|((set, strategy), factor)| {
            let strategy = clip(strategy, NAME);
            let factor = ratio(factor);
            format!("The rates of {strategy} on {set} differ by a factor of {factor}: see below how and where they were measured.")
        })
        .collect()
}

/// Splits a name into the rule and the propagation. A named strategy has no propagation.
fn parts(name: &str) -> (String, Option<Propagation>) {
    let of = |part: &str| Propagation::ALL.iter().copied().find(|it| it.part().name == part);
    let rest: Vec<_> = name.split('/').filter(|part| of(part).is_none()).collect();
    let is_branching =
        |part: &str| BRANCHINGS.iter().any(|rule| Some(rule.part.name) == part.split(':').next());
    let usual = rest.iter().any(|part| is_branching(part)).then(Propagation::default);
    (rest.join("/"), name.split('/').find_map(of).or(usual))
}

/// Returns the name of a file, without its folder.
pub(super) fn base(path: &str) -> String {
    let name = Path::new(path).file_name().unwrap_or(path.as_ref());
    clip(&name.to_string_lossy(), NAME)
}

fn run_facet<'a>(run: &'a RunSummary, measured: &'a Measurement) -> Facet<'a> {
    let series = vec![Series::new(clip(&run.strategy, NAME), measured, 0)];
    let name = run.files.map_or_else(|| base(&run.input), |files| count(files, "file"));
    Facet { name, side: run.side, run: Some(run), fingerprint: "", series }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_has_every_style() {
        let script = include_str!("plots.js");
        let (_, marks) = script.split_once("const MARKS = \"").unwrap();
        let (_, styles) = script.split_once("const STYLES = [\n").unwrap();
        let styles = styles.lines().take_while(|line| line.starts_with("    ")).count();
        assert_eq!(marks.split('"').next().unwrap().chars().count(), styles);
        assert!(styles >= STYLES, "plots.js has {styles} styles");
    }

    #[test]
    fn parts_of_names() {
        for (name, rest, propagation) in [
            ("mrv", "mrv", Some(Propagation::Singles)),
            ("naked/random:0/descending", "random:0/descending", Some(Propagation::Naked)),
            ("lanes", "lanes", None),
        ] {
            assert_eq!(parts(name), (rest.to_owned(), propagation), "{name}");
        }
    }
}
