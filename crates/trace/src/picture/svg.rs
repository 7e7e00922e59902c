//! The picture as an SVG file.

use super::{Mark, Picture, Square};
use std::fmt::{Display, Write};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit, Size},
    solving::{ChainLink, ChainNode},
};

/// The margin around the grid, in pixels, like all sizes here: the numbers of rows and columns.
const MARGIN: usize = 24;
/// The height of a line of text below the grid.
const LINE: usize = 18;
/// The width of a character of such a line, on average.
const CHARACTER: usize = 7;
/// The font size of a candidate.
const SMALL: usize = 13;

/// The picture draws its own background, so the colors do not depend on the page. Bold and italic
/// repeat the meaning of the colors for black-and-white prints.
const STYLE: &str = "    text { font-family: Helvetica, Arial, sans-serif; \
text-anchor: middle; fill: #1b1f24; }
    .thin { stroke: #a8b0b9; stroke-width: 1; fill: none; }
    .thick { stroke: #1b1f24; stroke-width: 2.5; fill: none; stroke-linecap: square; }
    .candidate { fill: #59636e; }
    .clue { fill: #1d4ed8; font-weight: bold; }
    .guess { fill: #0891b2; font-style: italic; font-weight: bold; }
    .implied { fill: #15803d; }
    .single, .dead { fill: #dc2626; font-weight: bold; }
    .hidden { fill: #a21caf; font-weight: bold; text-decoration: underline; }
    .unit { fill: #fff6d6; }
    .chosen { fill: #ffe08a; }
    .removed { fill: #dc2626; text-decoration: line-through; }
    .number { fill: #59636e; }
    .legend { font-size: 13px; text-anchor: start; }
    .key { stroke: #59636e; stroke-width: 0.5; }
";

/// The look of extra units, for pictures that have some.
const EXTRA: &str = "  <style>
    .extra { fill: #e8edf3; }
  </style>
";

/// The look of links and of their ends, for pictures that have some.
const LINKS: &str = "  <style>
    .link { stroke: #7c3aed; stroke-width: 2; fill: none; marker-end: url(#arrow); }
    .weak { stroke-dasharray: 6 4; }
    .pattern { stroke-dasharray: 2 3; }
  </style>
  <marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" \
markerWidth=\"9\" markerHeight=\"9\" markerUnits=\"userSpaceOnUse\" orient=\"auto\">\
<path d=\"M0 0L8 4L0 8Z\" fill=\"#7c3aed\"/></marker>
";

/// The distance of a link from the middle of a candidate.
const APART: f64 = 7.0;

/// A place in a picture, from its top left corner.
#[derive(Clone, Copy)]
struct Point {
    x: f64,
    y: f64,
}

/// A picture as elements of SVG.
struct Drawing {
    width: usize,
    height: usize,
    body: String,
}

impl Picture {
    /// Returns the picture as an SVG file, with its title below.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        Self::svg_of_all(&[(self, title)])
    }

    /// Returns several pictures side by side as an SVG file, each with its title below.
    #[must_use]
    pub fn svg_of_all(pictures: &[(&Self, &str)]) -> String {
        let drawn: Vec<_> = pictures.iter().map(|(picture, title)| picture.drawn(title)).collect();
        let width: usize = drawn.iter().map(|drawing| drawing.width).sum();
        let height = drawn.iter().map(|drawing| drawing.height).max().unwrap_or(0);
        let joined = |of: &dyn Fn(&(&Self, &str)) -> String| {
            escaped(&pictures.iter().map(of).collect::<Vec<_>>().join("; "))
        };
        let title = joined(&|(_, title)| (*title).to_owned());
        let description = joined(&|(picture, _)| picture.values());
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" aria-labelledby="title desc">
  <title id="title">{title}</title>
  <desc id="desc">{description}</desc>
  <style>
{STYLE}  </style>
  <rect width="{width}" height="{height}" fill="#ffffff"/>
"##
        );
        if pictures.iter().any(|(picture, _)| !picture.links.is_empty()) {
            svg += LINKS;
        }
        if pictures.iter().any(|(picture, _)| picture.given.given().any(|unit| !unit.is_region())) {
            svg += EXTRA;
        }
        let mut left = 0;
        for Drawing { width, body, .. } in drawn {
            let _ = write!(svg, "  <g transform=\"translate({left} 0)\">\n{body}  </g>\n");
            left += width;
        }
        svg + "</svg>\n"
    }

    /// The picture without the frame of a file.
    fn drawn(&self, title: &str) -> Drawing {
        let side = self.side();
        let cell = self.cell_size();
        let width = side * cell + 2 * MARGIN;
        let mut body = String::new();
        for line in 0..side {
            let near = MARGIN as f64 / 2.0;
            let far = (MARGIN + line * cell + cell / 2) as f64;
            body += &text(Point { x: far, y: near }, SMALL, "number", line + 1);
            body += &text(Point { x: near, y: far }, SMALL, "number", line + 1);
        }
        for (i, &square) in self.squares.iter().enumerate() {
            body += &self.square(square, Cell::new(i));
        }
        let lines = match self.given.have_regions() {
            true => self.region_lines(cell),
            false => grid_lines(self.size, cell, MARGIN),
        };
        for (class, lines) in ["thin", "thick"].into_iter().zip(lines) {
            let _ = writeln!(body, r#"  <path class="{class}" d="{lines}"/>"#);
        }
        body.extend(self.links.iter().map(|link| self.link(*link)));
        let mut lines = self.svg_legend();
        lines.extend(wrapped(title, (width - 2 * MARGIN) / CHARACTER).iter().map(|it| escaped(it)));
        let mut y = width - MARGIN + LINE;
        for line in lines {
            let _ = writeln!(body, r#"  <text class="legend" x="{MARGIN}" y="{y}">{line}</text>"#);
            y += LINE;
        }
        Drawing { width, height: y, body }
    }

    /// The lines of a grid with regions as two SVG paths: thin ones between all cells, thick ones around
    /// regions.
    fn region_lines(&self, cell: usize) -> [String; 2] {
        let [thin, _] = grid_lines(self.size, cell, MARGIN);
        let mut thick = String::new();
        let side = self.side();
        for (line, i) in (0..=side).flat_map(|line| (0..side).map(move |i| (line, i))) {
            let [at, from, to] = [line, i, i + 1].map(|number| MARGIN + number * cell);
            let [above, below] = [line.checked_sub(1), (line < side).then_some(line)];
            let in_row = |row: Option<usize>| row.map(|row| Cell::new(row * side + i));
            if self.is_thick(in_row(above), in_row(below)) {
                let _ = write!(thick, "M{from} {at}H{to}");
            }
            let in_column = |column: Option<usize>| column.map(|it| Cell::new(i * side + it));
            if self.is_thick(in_column(above), in_column(below)) {
                let _ = write!(thick, "M{at} {from}V{to}");
            }
        }
        [thin, thick]
    }

    /// The side of a cell. A 4×4 grid has cells as large as a 9×9 grid.
    fn cell_size(&self) -> usize {
        18 * self.size.box_rows().max(self.size.box_columns()).max(3)
    }

    fn square(&self, square: Square, at: Cell) -> String {
        let side = self.side();
        let cell = self.cell_size();
        let left = MARGIN + at.index() % side * cell;
        let top = MARGIN + at.index() / side * cell;
        let tint = self.tint(at).map_or_else(String::new, |class| {
            format!(
                "  <rect class=\"{class}\" x=\"{left}\" y=\"{top}\" width=\"{cell}\" \
                 height=\"{cell}\"/>\n"
            )
        });
        let middle = |symbol, class| {
            let half = cell as f64 / 2.0;
            let center = Point { x: left as f64 + half, y: top as f64 + half };
            text(center, cell * 5 / 9, class, symbol)
        };
        let content = match square {
            Square::Filled(digit, origin) => middle(self.symbol(digit), class(Mark::Value(origin))),
            Square::Open(Candidates::NONE, _) => middle('×', class(Mark::Dead)),
            Square::Open(candidates, next) => {
                let marked = next.map(|(digit, _)| digit).zip(square.mark());
                let corner = Point { x: left as f64, y: top as f64 };
                self.small(candidates, marked, at, corner)
            }
        };
        tint + &content
    }

    /// The class of a cell's background.
    fn tint(&self, cell: Cell) -> Option<&'static str> {
        let is_unit = || self.units.contains(&cell).then_some("unit");
        let is_extra = || self.is_extra(cell).then_some("extra");
        self.chosen.contains(&cell).then_some("chosen").or_else(is_unit).or_else(is_extra)
    }

    /// Draws the candidates of a cell, each at its position.
    fn small(
        &self,
        all: Candidates,
        marked: Option<(Digit, Mark)>,
        cell: Cell,
        corner: Point,
    ) -> String {
        if !self.has_candidates {
            return String::new();
        }
        let place = |digit: Digit| {
            let Point { x, y } = self.place(digit);
            Point { x: corner.x + x, y: corner.y + y }
        };
        let kept = |digit: Digit| match marked {
            Some((next, mark)) if next == digit => {
                text(place(digit), SMALL + 3, class(mark), self.symbol(digit))
            }
            _ => text(place(digit), SMALL, "candidate", self.symbol(digit)),
        };
        let removed = self.removed.iter().filter(|(at, _)| *at == cell).map(|&(_, digit)| digit);
        let removed = removed.map(|digit| text(place(digit), SMALL, "removed", self.symbol(digit)));
        all.iter().map(kept).chain(removed).collect()
    }

    /// The middle of a candidate within its cell.
    fn place(&self, digit: Digit) -> Point {
        let (rows, columns) = (self.size.box_rows(), self.size.box_columns());
        let middle = |at: usize, of: usize| (at as f64 + 0.5) * self.cell_size() as f64 / of as f64;
        let (row, column) = (digit.index() / columns, digit.index() % columns);
        Point { x: middle(column, columns), y: middle(row, rows) }
    }

    /// A link as an arrow, which bends a little, so that it differs from another one on the same line.
    fn link(&self, link: ChainLink) -> String {
        let middle = |ChainNode { cell, digit, .. }: ChainNode| {
            let place = self.place(digit);
            let corner = |at: usize| (MARGIN + at * self.cell_size()) as f64;
            let (row, column) = (cell.index() / self.side(), cell.index() % self.side());
            Point { x: corner(column) + place.x, y: corner(row) + place.y }
        };
        let (from, to) = (middle(link.from), middle(link.to));
        let (dx, dy) = (to.x - from.x, to.y - from.y);
        let bent =
            Point { x: (from.x + to.x - dy / 5.0) / 2.0, y: (from.y + to.y + dx / 5.0) / 2.0 };
        let [start, end] = [from, to].map(|point| {
            let (dx, dy) = (bent.x - point.x, bent.y - point.y);
            let part = APART / dx.hypot(dy).max(APART);
            Point { x: point.x + dx * part, y: point.y + dy * part }
        });
        format!(
            "  <path class=\"link {}\" d=\"M{:.1} {:.1}Q{:.1} {:.1} {:.1} {:.1}\"/>\n",
            class_of(link),
            start.x,
            start.y,
            bent.x,
            bent.y,
            end.x,
            end.y
        )
    }

    /// The lines of the legend: the marks, then what shows the last step.
    fn svg_legend(&self) -> Vec<String> {
        let key = |class: &str, symbol: &str, word: &str| {
            format!(r#"<tspan class="{class}" dx="12">{symbol}</tspan>{word}"#)
        };
        let cells = || (0..self.squares.len()).map(Cell::new);
        let has_tint = |class| cells().any(|cell| self.tint(cell) == Some(class));
        let step = [
            (has_tint("chosen"), key("chosen key", "■", " step")),
            (has_tint("unit"), key("unit key", "■", " reason")),
            (!self.removed.is_empty(), key("removed", "removed", "")),
        ];
        let has_link = |class| self.links.iter().any(|&link| class_of(link) == class);
        let links = [
            (has_link("strong"), key("number", "━▶", " strong link")),
            (has_link("weak"), key("number", "╍▶", " weak")),
            (has_link("pattern"), key("number", "┈▶", " by a pattern")),
        ];
        let lines = [
            self.marks().map(|mark| key(class(mark), short(mark), "")).collect(),
            step.into_iter().filter(|(is_drawn, _)| *is_drawn).map(|(_, key)| key).collect(),
            links.into_iter().filter(|(is_drawn, _)| *is_drawn).map(|(_, key)| key).collect(),
        ];
        let at_margin = |line: String| line.replacen(r#" dx="12""#, "", 1);
        lines.into_iter().map(at_margin).filter(|line| !line.is_empty()).collect()
    }

    /// The grid in one line, for screen readers.
    fn values(&self) -> String {
        let symbol = |square: &Square| match square {
            Square::Filled(digit, _) => self.symbol(*digit),
            _ => '.',
        };
        let rows = self.squares.chunks(self.side());
        rows.map(|row| row.iter().map(symbol).collect::<String>()).collect::<Vec<_>>().join(" ")
    }
}

/// The lines of a grid as two SVG paths: thin ones between all cells, thick ones between boxes.
/// `cell` is the side of a cell.
pub fn grid_lines(size: Size, cell: usize, margin: usize) -> [String; 2] {
    let end = margin + size.side() * cell;
    let mut thin = String::new();
    let mut thick = String::new();
    for line in 0..=size.side() {
        let at = margin + line * cell;
        let across = format!("M{margin} {at}H{end}");
        let down = format!("M{at} {margin}V{end}");
        if line.is_multiple_of(size.box_rows()) {
            thick += &across;
        }
        if line.is_multiple_of(size.box_columns()) {
            thick += &down;
        }
        thin += &across;
        thin += &down;
    }
    [thin, thick]
}

/// Breaks a text into lines of at most so many characters, at spaces.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < width => {
                *line += " ";
                *line += word;
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Text in the middle of a point.
fn text(Point { x, y }: Point, size: usize, class: &str, symbol: impl Display) -> String {
    // Digits are about 0.7 font sizes high, so the baseline is half of that below the middle.
    let y = y + 0.35 * size as f64;
    format!(
        "  <text class=\"{class}\" font-size=\"{size}\" x=\"{x:.1}\" y=\"{y:.1}\">{symbol}</text>\n"
    )
}

const fn class(mark: Mark) -> &'static str {
    mark.look().class
}

/// The kind of a link.
const fn class_of(link: ChainLink) -> &'static str {
    match (link.from.is_on, link.to.is_on) {
        (true, _) => "weak",
        (false, true) => "strong",
        (false, false) => "pattern",
    }
}

/// The meaning of a mark, short enough for the legend of a 4×4 grid.
const fn short(mark: Mark) -> &'static str {
    match mark {
        Mark::HiddenSingle => "hidden",
        Mark::Dead => "× none left",
        mark => mark.look().meaning,
    }
}

fn escaped(text: &str) -> String {
    let visible = text.replace(|c: char| c.is_control(), "\u{fffd}");
    visible.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_puzzle::grid::{Alphabet, Order, Order2, Order3, Order4, Puzzle};

    fn picture<O: Order>(line: &str) -> Picture {
        Picture::of_puzzle(&line.parse::<Puzzle<O>>().unwrap(), Alphabet::default())
    }

    #[test]
    fn marks_of_a_puzzle() {
        let mut picture = picture::<Order2>("1...4.....2....3");
        picture.mark(Cell::new(1), Digit::new(3).unwrap());
        let svg = picture.svg("a < b & c");
        assert!(svg.contains(r#"viewBox="0 0 264 294""#), "{svg}");
        assert!(svg.contains("<title id=\"title\">a &lt; b &amp; c</title>"), "{svg}");
        assert!(svg.contains(">1... 4... ..2. ...3<"), "{svg}");
        assert_eq!(svg.matches(r#"<text class="clue""#).count(), 4);
        assert_eq!(svg.matches(r#"<text class="single""#).count(), 1);
        let open: u32 = picture
            .squares
            .iter()
            .map(|square| match square {
                Square::Open(all, None) => all.len(),
                Square::Open(all, Some(_)) => all.len() - 1,
                Square::Filled(..) => 0,
            })
            .sum();
        assert_eq!(svg.matches(r#"class="candidate""#).count(), open as usize);
        assert_eq!(svg.matches("<tspan").count(), 2, "clue and single");
        assert_eq!(svg.matches(r#"<text class="number""#).count(), 8);
        let two = Picture::svg_of_all(&[
            (&picture, "one"),
            (&picture, "a title that takes two lines, not one"),
        ]);
        assert!(two.contains(r#"viewBox="0 0 528 312""#), "{two}");
        assert!(
            two.contains("<title id=\"title\">one; a title that takes two lines, not one</title>"),
            "{two}"
        );
        assert!(two.contains(">a title that takes two lines,<"), "{two}");
    }

    #[test]
    fn tags_close_and_all_is_inside() {
        for svg in [
            picture::<Order2>("1...4.....2....3").svg("t"),
            picture::<Order3>(&".".repeat(81)).svg("t"),
            Picture::new(Size::Sixteen, Alphabet::FromZero, |_| {
                Square::Open(Candidates::all::<Order4>(), None)
            })
            .svg("t"),
        ] {
            for tag in ["text", "tspan", "title", "desc", "style", "svg"] {
                let opened = svg.matches(&format!("<{tag}")).count();
                assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
            }
            let number = |text: &str| text.split('"').next().unwrap().parse::<f64>().unwrap();
            let width = number(svg.split(" width=\"").nth(1).unwrap());
            let most = svg.split(" x=\"").skip(1).map(number).fold(0.0, f64::max);
            assert!(most > 0.0 && most < width, "{most} of {width}");
        }
    }
}
