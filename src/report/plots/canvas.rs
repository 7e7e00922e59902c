//! A picture with two axes, as SVG. Colours are classes that the page's style defines, in
//! light and dark: `s0` to `s7` for the series, the colour of the text for all else.

use super::Axis;
use crate::report::figure::{Svg, letter};
use maud::html;
use std::fmt::Write;

/// Twice the width in which a phone shows it.
const WIDTH: u32 = 800;
pub(super) const HEIGHT: u32 = 500;

/// For pictures in which many lines cross.
pub(super) const TALL: u32 = 640;

/// The size of text, as in the style.
const TEXT: f64 = 26.0;

/// Room around the area between the axes: for the title of the y axis, for the last label
/// of the x axis, for the labels and the title of the x axis, for the labels of the y axis.
const TOP: f64 = 46.0;
const RIGHT: f64 = 45.0;
const BOTTOM: f64 = 91.0;
const LEFT: f64 = 116.0;

/// What a mark is drawn in.
#[derive(Clone, Copy)]
pub(super) enum Ink {
    Text,
    /// The colour of a series.
    Series(usize),
    /// The same, as a dashed line.
    Dashed(usize),
}

impl Ink {
    fn class(self) -> String {
        match self {
            Self::Text => String::new(),
            Self::Series(n) => format!("s{n}"),
            Self::Dashed(n) => format!("s{n} dashed"),
        }
    }
}

/// The shape of a mark.
#[derive(Clone, Copy)]
pub(super) enum Shape {
    Disc,
    Square,
    Triangle,
    Diamond,
}

/// Which end of a text is at its place.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// A place on the axes.
type Point = (f64, f64);

/// The inside of a picture.
pub(super) struct Canvas<'a> {
    x: &'a Axis,
    y: &'a Axis,
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    svg: String,
}

/// Draws the axes, then what `marks` adds.
pub(super) fn draw(height: u32, x: &Axis, y: &Axis, marks: impl FnOnce(&mut Canvas)) -> Svg {
    let mut canvas = Canvas {
        x,
        y,
        left: if y.ticks.is_empty() { 20.0 } else { LEFT },
        right: f64::from(WIDTH) - RIGHT,
        top: if y.title.is_empty() { 4.0 } else { TOP },
        bottom: f64::from(height) - BOTTOM,
        svg: String::new(),
    };
    canvas.axes();
    marks(&mut canvas);
    Svg { width: WIDTH, height, inside: canvas.svg }
}

impl Canvas<'_> {
    fn axes(&mut self) {
        let Self { x, y, left, right, top, bottom, .. } = *self;
        for (place, label) in &x.ticks {
            let at = self.across(*place);
            self.path("rule", 1, &format!("M{at} {top}V{bottom}"));
            self.path("", 1, &format!("M{at} {bottom}v5"));
            self.write(label, (at, bottom + 11.0 + 0.76 * TEXT), Anchor::Middle);
        }
        for (place, label) in &y.ticks {
            let at = self.down(*place);
            self.path("rule", 1, &format!("M{left} {at}H{right}"));
            self.path("", 1, &format!("M{left} {at}h-5"));
            self.write(label, (left - 10.0, at + 0.26 * TEXT), Anchor::End);
        }
        self.path("", 1, &format!("M{left} {top}V{bottom}H{right}"));
        self.write(&y.title, (4.0, 4.0 + 0.76 * TEXT), Anchor::Start);
        let middle = f64::midpoint(left, right);
        self.write(&x.title, (middle, bottom + BOTTOM - 10.0), Anchor::Middle);
    }

    /// A line through points.
    pub fn line(&mut self, points: &[Point], ink: Ink, width: u32) {
        let through = self.through(points);
        self.path(&ink.class(), width, &through);
    }

    /// The area that a line encloses, tinted.
    pub fn tint(&mut self, points: &[Point], series: usize) {
        let through = self.through(points);
        let _ = write!(self.svg, r#"<path class="s{series} tint" d="{through}Z"/>"#);
    }

    /// A filled rectangle.
    pub fn bar(&mut self, [from, to]: [Point; 2], series: usize) {
        let [(left, bottom), (right, top)] = [from, to].map(|point| self.pixels(point));
        let path = format!("M{left} {bottom}V{top}H{right}V{bottom}Z");
        let _ = write!(self.svg, r#"<path class="s{series} fill" d="{path}"/>"#);
    }

    /// A disc.
    pub fn disc(&mut self, center: Point, series: usize) {
        let (x, y) = self.pixels(center);
        let _ = write!(self.svg, r#"<circle class="s{series} fill" cx="{x}" cy="{y}" r="7"/>"#);
    }

    /// A mark with a thin edge, so that marks can be told apart where they overlap.
    pub fn mark(&mut self, center: Point, series: usize, shape: Shape) {
        self.shape(&format!("s{series} mark"), center, shape);
    }

    /// A mark in the colour of the text.
    pub fn mark_in_text(&mut self, center: Point, shape: Shape) {
        self.shape("mark", center, shape);
    }

    fn shape(&mut self, class: &str, center: Point, shape: Shape) {
        let (x, y) = self.pixels(center);
        let path = match shape {
            Shape::Disc => "m-8 0a8 8 0 1 0 16 0a8 8 0 1 0-16 0Z",
            Shape::Square => "m-7-7h14v14h-14Z",
            Shape::Triangle => "m0-10l9 16h-18Z",
            Shape::Diamond => "m0-10l10 10l-10 10l-10-10Z",
        };
        let _ = write!(self.svg, r#"<path class="{class}" d="M{x} {y}{path}"/>"#);
    }

    /// The letter of a series, to the right of a place.
    pub fn letter(&mut self, series: usize, place: Point) {
        let (x, y) = self.pixels(place);
        let letter = letter(series).to_string();
        self.write(&letter, (x + 0.28 * TEXT, y + 0.35 * TEXT), Anchor::Start);
    }

    /// Text above a place.
    pub fn text(&mut self, text: &str, place: Point, anchor: Anchor) {
        let (x, y) = self.pixels(place);
        self.write(text, (x, y - 0.25 * TEXT), anchor);
    }

    /// Text, with its baseline at these pixels.
    fn write(&mut self, text: &str, (x, y): (f64, f64), anchor: Anchor) {
        if text.is_empty() {
            return;
        }
        let anchor = match anchor {
            Anchor::Start => None,
            Anchor::Middle => Some("middle"),
            Anchor::End => Some("end"),
        };
        let (x, y) = (round(x), round(y));
        self.svg += &html! { text x=(x) y=(y) text-anchor=[anchor] { (text) } }.0;
    }

    fn path(&mut self, class: &str, width: u32, path: &str) {
        let class = if class.is_empty() { class.into() } else { format!(r#" class="{class}""#) };
        let _ = write!(self.svg, r#"<path{class} stroke-width="{width}" d="{path}"/>"#);
    }

    fn through(&self, points: &[Point]) -> String {
        let mut path = String::new();
        for (i, &point) in points.iter().enumerate() {
            let (x, y) = self.pixels(point);
            let _ = write!(path, "{}{x} {y}", if i == 0 { 'M' } else { 'L' });
        }
        path
    }

    fn pixels(&self, (x, y): Point) -> (f64, f64) {
        (self.across(x), self.down(y))
    }

    fn across(&self, place: f64) -> f64 {
        round(self.left + (self.right - self.left) * self.x.share(place))
    }

    fn down(&self, place: f64) -> f64 {
        round(self.bottom - (self.bottom - self.top) * self.y.share(place))
    }
}

/// To a tenth: short, and finer than a screen shows.
fn round(pixels: f64) -> f64 {
    (pixels * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_and_escaping() {
        let axis = Axis::linear(0.0, [9.0].into_iter(), "<guesses> & \"more\"", |v| v.to_string());
        let svg = draw(HEIGHT, &axis, &axis, |canvas| {
            canvas.line(&[(0.0, 1.0), (1.0, 2.0)], Ink::Dashed(7), 3);
            canvas.tint(&[(0.0, 1.0), (1.0, 2.0)], 1);
            canvas.bar([(0.0, 1.0), (1.0, 2.0)], 2);
            canvas.disc((1.0, 1.0), 3);
            canvas.letter(4, (1.0, 1.0));
            canvas.text("</text><path>", (1.0, 1.0), Anchor::End);
        });
        let inside = svg.inside;
        for expected in [
            "class=\"s7 dashed\"",
            "class=\"s1 tint\"",
            "class=\"s2 fill\"",
            "<circle class=\"s3 fill\"",
            ">E</text>",
            "&lt;guesses&gt; &amp;",
            "&lt;/text&gt;&lt;path&gt;",
        ] {
            assert!(inside.contains(expected), "{expected} in {inside}");
        }
        // Every element is closed.
        let [opened, closed] = ["<text", "</text>"].map(|tag| inside.matches(tag).count());
        assert_eq!(opened, closed);
        let shapes = inside.matches("<path").count() + inside.matches("<circle").count();
        assert_eq!(inside.matches("/>").count(), shapes);
        assert_eq!(inside.matches('<').count(), shapes + opened + closed);
    }

    #[test]
    fn marks_within_axes() {
        let axis = Axis::linear(0.0, [100.0].into_iter(), "x", |v| v.to_string());
        let svg = draw(HEIGHT, &axis, &axis, |canvas| {
            canvas.line(&[axis.ends, (axis.ends.1, axis.ends.0)], Ink::Text, 1);
        });
        assert!(svg.inside.ends_with("d=\"M116 46L755 409\"/>"), "{}", svg.inside);
    }
}
