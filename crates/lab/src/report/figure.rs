//! A figure: a plot with its heading and legend. `plots.js` draws the data of the plot, which is
//! JSON, with uPlot, and adds a table of the same data.

use super::facet::{COLORS, Facet, Series};
use crate::bench::numbers::clip;
use maud::{Markup, PreEscaped, html};
use serde::Serialize;

/// A part of a section, with its name: a plot, or the drawing of a puzzle.
pub(super) struct Figure {
    pub heading: String,
    pub markup: Markup,
}

/// Figures, each with the section that it belongs to.
pub(super) type Figures = Vec<(&'static str, Figure)>;

impl Figure {
    /// The figure of a facet. The summary is for readers who cannot see the plot; the figures of the
    /// lines follow it.
    pub fn new(facet: &Facet, [heading, summary]: [&str; 2], plot: &Plot, note: &str) -> Self {
        let mut note = note.to_owned();
        if plot.beyond > 0 {
            note += &format!(" {} more in the table only: a plot holds {COLORS}.", plot.beyond);
        }
        let heading = format!("{heading}: {}", facet.title());
        let label = format!("{heading}. {summary}");
        let markup = html! {
            figure {
                figcaption { h3 { (heading) } }
                div.plot role="img" aria-label=(clip(&label, 1500)) {}
                script type="application/json" { (PreEscaped(plot.json())) }
                @if !note.is_empty() { p.small { (note.trim()) } }
            }
        };
        Self { heading, markup }
    }
}

/// A table in HTML. The first field of a row is its header.
pub(super) fn table(label: &str, head: &[String], rows: &[Vec<String>]) -> Markup {
    html! {
        div.scroll tabindex="0" role="region" aria-label={ "Table: " (label) } {
            table {
                thead { tr { @for name in head { th scope="col" { (name) } } } }
                tbody {
                    @for row in rows {
                        tr {
                            @for (i, field) in row.iter().enumerate() {
                                @if i == 0 { th scope="row" { (field) } } @else { td { (field) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The series that are drawn: one of each color, while the table has all.
pub(super) fn drawn<'a>(facet: &'a Facet<'a>) -> impl Iterator<Item = &'a Series<'a>> {
    facet.series.iter().take(COLORS)
}

/// A plot with two axes.
#[derive(Default, Serialize)]
pub(super) struct Plot {
    pub x: Axis,
    pub y: Axis,
    /// Puts the x axis on the left, so that each name on it has a row.
    pub rows: bool,
    pub lines: Vec<PlotLine>,
    /// Lines that are in the table only, because there are more series than colors.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<PlotLine>,
    /// The number of items beyond the colors.
    #[serde(skip)]
    pub beyond: usize,
}

/// An axis. It starts at 0 unless it is logarithmic, and ends at the largest value.
#[derive(Clone, Default, Serialize)]
pub(super) struct Axis {
    pub title: String,
    pub unit: AxisUnit,
    /// Draws values of 0 at the lower end of a logarithmic axis.
    pub log: bool,
    /// Names of the values 0, 1, … in place of numbers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The smallest and the largest value; `None` to take them from the lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends: Option<[f64; 2]>,
}

/// The unit of an axis.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum AxisUnit {
    #[default]
    Number,
    /// Line numbers, written in full.
    Line,
    /// Nanoseconds.
    Time,
    Percent,
}

/// Points of one color, with a line through them or marks on them.
#[derive(Default, Serialize)]
pub(super) struct PlotLine {
    /// Shown for the point under the pointer, unless it is empty.
    pub name: String,
    pub color: usize,
    pub style: usize,
    pub path: Path,
    pub marks: Marks,
    /// The main figures, for readers who do not see the plot; empty if the legend does not name the
    /// line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub figures: String,
    /// The measured part of the set, for the legend; `None` for the whole set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sample: Option<String>,
    /// `x, y` in the order of x, and the lower and upper end of a range around y.
    pub points: Vec<Vec<f64>>,
}

/// The way in which points are joined.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Path {
    #[default]
    None,
    Straight,
    /// Each value holds until the next point.
    Steps,
    Bars,
}

/// The shape at each point: filled, or its edge only.
#[derive(Clone, Copy, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Marks {
    #[default]
    None,
    Full,
    Ring,
}

impl Plot {
    /// A plot without lines.
    pub fn new(x: Axis, y: Axis) -> Self {
        Self { x, y, ..Self::default() }
    }

    /// Adds the lines of each item, of which the plot shows one of each color.
    pub fn with_lines<T>(
        mut self,
        items: impl IntoIterator<Item = T>,
        lines: impl Fn(usize, T) -> Vec<PlotLine>,
    ) -> Self {
        for (n, item) in items.into_iter().enumerate() {
            let shown = if n < COLORS { &mut self.lines } else { &mut self.more };
            shown.extend(lines(n, item));
            self.beyond = (n + 1).saturating_sub(COLORS);
        }
        self
    }

    /// JSON that is safe inside a `script` element.
    pub fn json(&self) -> String {
        let json = serde_json::to_string(self).expect("it has only strings for keys");
        json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
    }
}

impl Axis {
    pub fn linear(title: &str, unit: AxisUnit) -> Self {
        Self { title: title.to_owned(), unit, ..Self::default() }
    }

    pub fn log(title: &str, unit: AxisUnit) -> Self {
        Self { log: true, ..Self::linear(&format!("{title}, log scale"), unit) }
    }

    /// Logarithmic if the values are far apart.
    pub fn suited(title: &str, unit: AxisUnit, values: &[f64]) -> Self {
        let [least, most] = range(values).unwrap_or([1.0; 2]);
        if most / least < 20.0 { Self::linear(title, unit) } else { Self::log(title, unit) }
    }

    pub fn names(title: &str, names: Vec<String>) -> Self {
        Self { names, ..Self::linear(title, AxisUnit::Number) }
    }
}

impl PlotLine {
    /// The points that can be drawn, in the order of x.
    pub fn new<const N: usize>(path: Path, marks: Marks, points: &[[f64; N]]) -> Self {
        let mut points: Vec<_> = points.iter().map(|point| point.to_vec()).collect();
        points.retain(|point| point.iter().all(|value| value.abs() < 1e30));
        points.sort_by(|a, b| a[0].total_cmp(&b[0]));
        // Nine significant digits: short, and exact for line numbers.
        let rounded = |value: f64| format!("{value:.8e}").parse().unwrap_or(value);
        points.iter_mut().flatten().for_each(|value| *value = rounded(*value));
        Self { path, marks, points, ..Self::default() }
    }

    /// Gives the points the name, color and style of a series.
    pub fn of(self, series: &Series, figures: String) -> Self {
        let Series { color, style, .. } = *series;
        let name = series.name.clone();
        let sample = series.sample.clone();
        Self { name, color, style, figures, sample, ..self }
    }
}

/// The smallest and the largest value that can be drawn on a logarithmic axis.
pub(super) fn range(values: &[f64]) -> Option<[f64; 2]> {
    let usable = || values.iter().copied().filter(|value| (1e-9..1e30).contains(value));
    Some([usable().reduce(f64::min)?, usable().reduce(f64::max)?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_safe_in_a_script() {
        let evil = "</script><!--\u{2028}\u{2029}&\"\\";
        let line = PlotLine::new(Path::Steps, Marks::None, &[[1.0, 2.0]]);
        let line = PlotLine { name: evil.to_owned(), ..line };
        let plot = Plot { lines: vec![line], ..Plot::default() };
        let json = plot.json();
        assert!(!json.contains(['<', '\u{2028}', '\u{2029}']), "{json}");
        let parsed: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!(parsed["lines"][0]["name"], evil);
    }

    #[test]
    fn points_are_sorted_and_finite() {
        let points = [[7.0, 1.0 / 3.0], [f64::NAN, 1.0], [123_456_789.0, f64::MAX], [2.0, 0.0]];
        let line = PlotLine::new(Path::None, Marks::Full, &points);
        assert_eq!(line.points, [vec![2.0, 0.0], vec![7.0, 0.333333333]]);
    }

    #[test]
    fn scale_suits_the_values() {
        let is_log = |values: &[f64]| Axis::suited("", AxisUnit::Number, values).log;
        assert!(is_log(&[1.0, 100.0]) && !is_log(&[50.0, 100.0]));
        assert!(!is_log(&[]) && !is_log(&[0.0, f64::NAN, f64::MAX, 3.0]));
    }
}
