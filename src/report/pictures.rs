//! The pictures of a report as SVG files, for documents.

use super::{
    Report,
    facet::{Facet, Series, facets},
    figure::{Figure, Key, Svg, letter},
    plots::{along, guesses, strategies, throughput, times},
};
use maud::{PreEscaped, html};

/// The page's light colours of the series: see its style.
const SERIES: [&str; 8] =
    ["#0072b2", "#aa6000", "#db0049", "#490092", "#004900", "#b600ff", "#6d0049", "#757575"];

/// The page's style for pictures, on a background and without variables and themes: many
/// programs that show SVG files know neither.
const STYLE: &str = "
text { font-family: system-ui, Helvetica, Arial, sans-serif; font-size: 26px; fill: #1b1f24; }
path { fill: none; stroke: #1b1f24; }
.back { fill: #ffffff; } .rule { stroke: #e3e7eb; } .dashed { stroke-dasharray: 9 7; }
.fill, .tint { stroke: none; } .tint { opacity: 0.12; } .key { font-weight: bold; }
.mark { stroke: #ffffff; fill: #1b1f24; }
";

fn style() -> String {
    let series = SERIES.iter().enumerate().map(|(n, colour)| {
        format!(
            ".s{n} {{ stroke: {colour}; }} .s{n}.fill, .s{n}.tint, .s{n}.mark, .s{n}.key \
             {{ fill: {colour}; stroke: none; }} .s{n}.mark {{ stroke: #ffffff; }}\n"
        )
    });
    STYLE.to_owned() + &series.collect::<String>()
}

/// The lines of the heading and of the legend, and the width of a letter: pixels of the
/// picture.
const LINE: f64 = 36.0;
const LETTER: f64 = 14.0;

/// A picture and the name of its file.
pub(super) fn pictures(report: &Report) -> Vec<(String, String)> {
    let mut facets = facets(report);
    let axis = throughput::axis(&facets);
    let mut files = Vec::new();
    for facet in &facets {
        add(&mut files, "throughput", facet, throughput::figure(facet, &axis));
    }
    facets.iter_mut().for_each(|facet| facet.series.retain(Series::has_times));
    for facet in facets.iter().filter(|facet| !facet.series.is_empty()) {
        add(&mut files, "times", facet, times::figure(facet));
        if let Some(figure) = strategies::figure(facet) {
            add(&mut files, "strategies", facet, figure);
        }
        add(&mut files, "guesses", facet, guesses::figure(facet));
        add(&mut files, "along", facet, along::figure(facet));
    }
    files
}

/// Adds a picture as `KIND-SET.svg`, with a number if that name is taken.
fn add(files: &mut Vec<(String, String)>, kind: &str, facet: &Facet, figure: Figure) {
    let stem = facet.name.split('.').next().unwrap_or_default();
    let usual = |c: char| if c.is_ascii_alphanumeric() || c == '_' { c } else { '-' };
    let name = format!("{kind}-{}", stem.chars().map(usual).collect::<String>());
    let names =
        (1..).map(|n| if n == 1 { format!("{name}.svg") } else { format!("{name}-{n}.svg") });
    let is_free = |name: &String| files.iter().all(|(taken, _)| taken != name);
    let name = names.into_iter().find(is_free).unwrap_or_default();
    files.push((name, file(&figure)));
}

/// The picture with its heading above and its legend below, on a background of its own.
fn file(figure: &Figure) -> String {
    let Svg { width, height, inside } = &figure.svg;
    let keys = lines(&figure.legend, f64::from(*width));
    let bottom = f64::from(*height) + 1.5 * LINE;
    let all = bottom + LINE * (keys.iter().map(|(line, ..)| line + 1).max().unwrap_or(0)) as f64;
    let svg = html! {
        svg xmlns="http://www.w3.org/2000/svg" class="plot" viewBox={ "0 0 " (width) " " (all) } role="img" {
            title { (figure.heading) ". " (figure.summary) }
            style { (PreEscaped(style())) }
            rect class="back" width="100%" height="100%" {}
            text x="4" y=(LINE) { (figure.heading) }
            g transform={ "translate(0 " (1.4 * LINE) ")" } { (PreEscaped(inside)) }
            @for (line, x, key) in &keys {
                text x=(x) y=(bottom + LINE * (*line as f64 + 0.5)) {
                    tspan class={ "s" (key.series) " key" } { (letter(key.series)) }
                    " " (key.name)
                }
            }
        }
    };
    svg.into_string() + "\n"
}

/// The keys side by side, each with its line and its place in it.
fn lines(legend: &[Key], width: f64) -> Vec<(usize, f64, &Key)> {
    let (mut line, mut x) = (0, 4.0);
    let place = |key| {
        let Key { name, .. }: &Key = key;
        let needs = LETTER * (name.chars().count() + 4) as f64;
        if x > 4.0 && x + needs > width {
            (line, x) = (line + 1, 4.0);
        }
        x += needs;
        (line, x - needs, key)
    };
    legend.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_page() {
        let page = include_str!("style.css");
        for (n, colour) in SERIES.iter().enumerate() {
            assert!(page.contains(&format!("--s{n}: {colour};")), "--s{n}");
        }
    }
}
