//! A picture with two axes, drawn by plotters as SVG.
//!
//! plotters knows colours, the page names: every [`Ink`] is drawn in a colour
//! that stands for it, and renamed afterwards.

use super::{Axis, MOST};
use crate::report::figure::{Svg, letter};
use plotters::{
    coord::ranged1d::{KeyPointHint, NoDefaultFormatting, Ranged, ValueFormatter},
    element::{Drawable, PointCollection},
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

/// Drawn at twice the size in which it is shown on a phone: plotters rounds to
/// whole units.
const WIDTH: u32 = 800;
pub(super) const HEIGHT: u32 = 500;

/// For pictures in which many lines cross.
pub(super) const TALL: u32 = 640;

/// The height of text. plotters makes it smaller by 1.24.
const TEXT: f64 = 26.0 * 1.24;

/// What a mark is drawn in.
#[derive(Clone, Copy)]
pub(super) enum Ink {
    Text,
    Grid,
    /// The colour of a series.
    Series(usize),
    /// The same, as a dashed line.
    Dashed(usize),
}

impl Ink {
    fn color(self) -> RGBColor {
        match self {
            Self::Text => RGBColor(0, 0, 1),
            Self::Grid => RGBColor(0, 0, 2),
            Self::Series(n) => RGBColor(1, 0, n as u8),
            Self::Dashed(n) => RGBColor(2, 0, n as u8),
        }
    }
}

type Plane = Cartesian2d<Axis, Axis>;
type Point = (f64, f64);

/// The inside of a picture. Places are those of its axes.
pub(super) struct Canvas<'a, 'b> {
    chart: ChartContext<'a, SVGBackend<'b>, Plane>,
}

/// Why drawing cannot fail.
const STRING: &str = "a drawing goes to a string";

/// Draws the axes, and what `marks` adds.
pub(super) fn draw(height: u32, x: &Axis, y: &Axis, marks: impl FnOnce(&mut Canvas)) -> Svg {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        if !y.title.is_empty() {
            let title = style(Ink::Text).pos(Pos::new(HPos::Left, VPos::Top));
            root.draw_text(&y.title, &title, (4, 4)).expect(STRING);
        }
        let named = !y.ticks.is_empty();
        let chart = ChartBuilder::on(&root)
            .margin_right(44)
            .margin_left(4)
            .margin_top(if y.title.is_empty() { 4 } else { 46 })
            .margin_bottom(4)
            .x_label_area_size(86)
            .y_label_area_size(if named { 112 } else { 16 })
            .build_cartesian_2d(x.clone(), y.clone())
            .expect(STRING);
        let mut canvas = Canvas { chart };
        canvas.axes(x);
        marks(&mut canvas);
        root.present().expect(STRING);
    }
    Svg { width: WIDTH, height, inside: renamed(&text) }
}

impl Ranged for Axis {
    type FormatOption = NoDefaultFormatting;
    type ValueType = f64;

    fn map(&self, place: &f64, limit: (i32, i32)) -> i32 {
        let share = (place - self.ends.0) / (self.ends.1 - self.ends.0);
        limit.0 + (f64::from(limit.1 - limit.0) * share).round() as i32
    }

    fn key_points<Hint: KeyPointHint>(&self, _: Hint) -> Vec<f64> {
        self.ticks.iter().map(|(place, _)| *place).collect()
    }

    fn range(&self) -> std::ops::Range<f64> {
        self.ends.0..self.ends.1
    }
}

impl ValueFormatter<f64> for Axis {
    fn format(place: &f64) -> String {
        place.to_string()
    }

    fn format_ext(&self, place: &f64) -> String {
        let tick = self.ticks.iter().find(|(tick, _)| tick == place);
        tick.map_or_else(String::new, |(_, label)| label.clone())
    }
}

fn style(ink: Ink) -> TextStyle<'static> {
    ("sans-serif", TEXT).into_font().color(&ink.color())
}

impl Canvas<'_, '_> {
    fn axes(&mut self, x: &Axis) {
        let mut mesh = self.chart.configure_mesh();
        mesh.axis_style(Ink::Text.color())
            .bold_line_style(Ink::Grid.color())
            .light_line_style(TRANSPARENT)
            .label_style(style(Ink::Text))
            .x_desc(x.title.as_str());
        mesh.draw().expect(STRING);
    }

    fn add<E>(&mut self, element: E)
    where
        for<'e> &'e E: PointCollection<'e, Point>,
        for<'b> E: Drawable<SVGBackend<'b>>,
    {
        self.chart.draw_series(std::iter::once(element)).expect(STRING);
    }

    /// A line through points, that many units wide.
    pub fn line(&mut self, points: Vec<Point>, ink: Ink, width: u32) {
        self.add(PathElement::new(points, ink.color().stroke_width(width)));
    }

    /// What a line encloses, tinted.
    pub fn tint(&mut self, points: Vec<Point>, ink: Ink) {
        self.add(Polygon::new(points, ink.color().mix(0.12).filled()));
    }

    /// A filled rectangle.
    pub fn bar(&mut self, corners: [Point; 2], ink: Ink) {
        self.add(Rectangle::new(corners, ink.color().filled()));
    }

    /// A disc.
    pub fn disc(&mut self, center: Point, ink: Ink) {
        self.add(Circle::new(center, 7, ink.color().filled()));
    }

    /// The letter of a series, right of a place.
    pub fn letter(&mut self, series: usize, place: Point) {
        let style = style(Ink::Text).pos(Pos::new(HPos::Left, VPos::Center));
        // The space keeps it off the line.
        let letter = format!("\u{a0}{}", letter(series));
        self.add(Text::new(letter, place, style));
    }

    /// Words above a place, which is at that side of them.
    pub fn text(&mut self, words: &str, place: Point, side: HPos) {
        let style = style(Ink::Text).pos(Pos::new(side, VPos::Bottom));
        self.add(Text::new(words.to_owned(), place, style));
    }
}

/// Takes the outer tag off, and gives every ink its name. All text is escaped:
/// no quotation mark in it is taken for one of ours.
fn renamed(svg: &str) -> String {
    let inside = svg.split_once('>').map_or("", |(_, inside)| inside);
    let mut inside = inside.trim().trim_end_matches("</svg>").replace(" opacity=\"1\"", "");
    inside = inside.replace(" font-family=\"sans-serif\"", "").replace(" \"", "\"");
    inside =
        inside.replace("\"#000001\"", "\"currentColor\"").replace("\"#000002\"", "\"var(--grid)\"");
    for n in 0..MOST {
        let name = format!("\"var(--s{n})\"");
        inside = inside.replace(&format!("\"#0100{n:02X}\""), &name);
        let dashed = format!("{name} stroke-dasharray=\"9 7\"");
        inside = inside.replace(&format!("\"#0200{n:02X}\""), &dashed);
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_text_and_escaped_and_every_colour_has_a_name() {
        let axis = Axis::linear(0.0, [9.0].into_iter(), "<guesses> & \"more\"", |v| v.to_string());
        let svg = draw(HEIGHT, &axis, &axis, |canvas| {
            canvas.line(vec![(0.0, 1.0), (1.0, 2.0)], Ink::Dashed(7), 3);
            canvas.text("stroke=\"#010000\"", (1.0, 1.0), HPos::Left);
        });
        let inside = svg.inside;
        assert!(inside.contains("<text") && inside.contains("&lt;guesses&gt; &amp;"), "{inside}");
        assert!(inside.contains("stroke=\"var(--s7)\" stroke-dasharray"), "{inside}");
        assert!(!inside.contains("\"#") && !inside.contains("<svg"), "{inside}");
        assert!(inside.contains("stroke=&quot;#010000&quot;"), "{inside}");
    }
}
