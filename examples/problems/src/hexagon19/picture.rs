//! The board as text and as SVG. A free cell shows its name, or a dot if the player to
//! move must not take it; stones are ● (black) and ○ (white).

use super::{
    analysis::Analysis,
    game::{CELLS, Cells, Position, name, place},
};
use crate::{canvas::Canvas, svg};

/// Returns the stones of black and of white.
fn stones(position: Position) -> (Cells, Cells) {
    match position.black_moves() {
        true => (Cells(position.mine), Cells(position.theirs)),
        false => (Cells(position.theirs), Cells(position.mine)),
    }
}

pub fn text(position: Position) -> String {
    let mut canvas = Canvas::default();
    let (black, white) = stones(position);
    let allowed = position.allowed();
    for cell in 0..CELLS {
        let (right, down) = place(cell);
        let (column, line) = ((12 + 2 * right) as usize, (5 + 2 * down) as usize);
        let inside = match cell {
            _ if black.contains(cell) => '●',
            _ if white.contains(cell) => '○',
            _ if allowed.contains(cell) => name(cell),
            _ => '·',
        };
        canvas.put((column - 1, line - 1), "╱ ╲");
        canvas.put((column - 2, line), &format!("│ {inside} │"));
        canvas.put((column - 1, line + 1), "╲ ╱");
    }
    canvas.to_string()
}

/// The side of a cell in the SVG, in pixels.
const SIDE: f64 = 38.0;

/// Draws the board as SVG, with a frame around winning moves.
pub fn svg(position: Position, analysis: &Analysis) -> String {
    let half = SIDE * 3f64.sqrt() / 2.0;
    let size = (12.0 * half, 10.0 * SIDE);
    let (black, white) = stones(position);
    let mut order: Vec<usize> = (0..CELLS).collect();
    // Frames overlap adjacent cells, so they are drawn last.
    order.sort_by_key(|cell| analysis.wins.contains(cell));
    let shapes = order.into_iter().flat_map(|cell| {
        let (right, down) = place(cell);
        let x = size.0 / 2.0 + half * f64::from(right);
        let y = size.1 / 2.0 + 1.5 * SIDE * f64::from(down);
        let class = match analysis.wins.contains(&cell) {
            true => "wins",
            false => "cell",
        };
        let inside = match cell {
            _ if black.contains(cell) => stone("black", x, y),
            _ if white.contains(cell) => stone("white", x, y),
            _ if position.allowed().contains(cell) => letter("", cell, x, y),
            _ => letter(" class=\"barred\"", cell, x, y),
        };
        [format!(r#"<polygon class="{class}" points="{}"/>"#, corners(x, y, half)), inside]
    });
    let title = "A position of Hexagon 19";
    let named = |cells: Cells| match cells.map(name).map(String::from).collect::<Vec<_>>() {
        names if names.is_empty() => "none".to_owned(),
        names => names.join(", "),
    };
    let description =
        format!("Black stones: {}. White stones: {}. {analysis}", named(black), named(white));
    svg::document(size, (title, &description), STYLE, shapes)
}

fn corners(x: f64, y: f64, half: f64) -> String {
    let around = [(0.0, -2.0), (1.0, -1.0), (1.0, 1.0), (0.0, 2.0), (-1.0, 1.0), (-1.0, -1.0)];
    let corner = |(right, down)| format!("{:.1},{:.1}", x + half * right, y + SIDE / 2.0 * down);
    around.map(corner).join(" ")
}

fn stone(class: &str, x: f64, y: f64) -> String {
    format!(r#"<circle class="{class}" cx="{x:.1}" cy="{y:.1}" r="{}"/>"#, 0.55 * SIDE)
}

fn letter(class: &str, cell: usize, x: f64, y: f64) -> String {
    format!(r#"<text{class} x="{x:.1}" y="{y:.1}">{}</text>"#, name(cell))
}

const STYLE: &str = "\
    .cell, .wins { fill: var(--fill); stroke: var(--line); stroke-width: 1.5; }\n\
    .wins { stroke: var(--one); stroke-width: 4; }\n\
    .black, .white { stroke: var(--ink); stroke-width: 2; }\n\
    .black { fill: #1b1f24; }\n\
    .white { fill: #ffffff; }\n\
    text { font-size: 18px; }\n\
    .barred { opacity: 0.35; }\n";
