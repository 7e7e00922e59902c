//! Writes an SVG file with a title, a description, and colours for light and dark themes.

use std::fmt::Display;

/// The style of every picture; each adds its own rules.
const STYLE: &str = "\
    svg { --ink: #1b1f24; --paper: #ffffff; --line: #8c959f; --fill: #f0f3f6; \
--one: #0a7d6c; --two: #b35900; --forbidden: #b3261e; }\n\
    @media (prefers-color-scheme: dark) { svg { --ink: #e6edf3; --paper: #0d1117; \
--line: #7d8590; --fill: #1c2330; --one: #4fd1bd; --two: #f0a050; \
--forbidden: #ff8a80; } }\n\
    text { font: 14px ui-monospace, monospace; fill: var(--ink); text-anchor: middle; \
dominant-baseline: central; }\n";

/// Returns the file: a title and a description for screen readers, then the shapes.
pub fn document(
    (width, height): (f64, f64),
    (title, description): (&str, &str),
    style: &str,
    shapes: impl IntoIterator<Item = impl Display>,
) -> String {
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title desc">
  <title id="title">{title}</title>
  <desc id="desc">{description}</desc>
  <style>
{STYLE}{style}  </style>
  <rect width="100%" height="100%" style="fill: var(--paper)"/>
"#
    );
    for shape in shapes {
        svg += &format!("  {shape}\n");
    }
    svg + "</svg>\n"
}
