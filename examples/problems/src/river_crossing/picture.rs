//! The graph as text and as SVG, with the start at the top.

use super::{
    graph::Graph,
    river::{Names, State},
};
use crate::{canvas::Canvas, svg};

/// The number of text columns between two states of a layer.
const COLUMN: usize = 24;
/// For the SVG: the distance between states in a layer and between layers, the size of a state, the
/// margin.
const STEP: (f64, f64) = (220.0, 74.0);
const BOX: (f64, f64) = (130.0, 34.0);
const MARGIN: f64 = 60.0;
/// The number of forbidden states per row below the graph, and the distance between rows.
const IN_ROW: usize = 3;
const ROW: f64 = 84.0;

/// Returns the position of a state: its layer, and its distance from the middle in half columns, so
/// that one state is in the middle and two are on either side.
fn place(graph: &Graph, state: State) -> (usize, isize) {
    let found = graph.layers.iter().enumerate().find_map(|(number, layer)| {
        let at = layer.iter().position(|other| *other == state)?;
        Some((number, 2 * at as isize + 1 - layer.len() as isize))
    });
    found.expect("every state stands in a layer")
}

/// Draws the graph as text: one line per layer, with one line of crossings between layers.
pub fn text(graph: &Graph, names: Names) -> String {
    let mut canvas = Canvas::default();
    for (number, layer) in graph.layers.iter().enumerate() {
        canvas.put((0, 2 * number), &format!("{number:3}"));
        for &state in layer {
            let name = names.state(state);
            let column = middle(place(graph, state).1) - name.chars().count() / 2;
            canvas.put((column, 2 * number), &name);
        }
    }
    for &(from, to) in &graph.edges {
        crossing(&mut canvas, graph, (from, to), names.crossing(from, to));
    }
    canvas.to_string()
}

/// Draws a line halfway between two states, with the name of the crossing on the outer side.
fn crossing(canvas: &mut Canvas, graph: &Graph, (from, to): (State, State), name: &str) {
    let ((layer, left), (_, right)) = (place(graph, from), place(graph, to));
    let stroke = match right - left {
        0 => "│",
        1.. => "╲",
        _ => "╱",
    };
    let (column, line) = ((middle(left) + middle(right)) / 2, 2 * layer + 1);
    canvas.put((column, line), stroke);
    match left + right < 0 {
        true => canvas.put((column - 1 - name.len(), line), name),
        false => canvas.put((column + 2, line), name),
    }
}

/// Returns the text column at this distance from the middle.
fn middle(half_columns: isize) -> usize {
    (COLUMN as isize + half_columns * COLUMN as isize / 2) as usize
}

/// Draws the graph as SVG, with the forbidden states below it; crossings that belong to only one
/// solution are colored.
pub fn svg(graph: &Graph, solutions: &[Vec<State>], names: Names) -> String {
    let height = 2.0 * MARGIN + STEP.1 * (graph.layers.len() - 1) as f64;
    let forbidden: Vec<State> = State::all().filter(|state| !state.is_safe()).collect();
    let rows = forbidden.len().div_ceil(IN_ROW);
    let size = (2.0 * STEP.0 + 20.0, height + rows as f64 * ROW);
    let at = |state| {
        let (layer, half_columns) = place(graph, state);
        (size.0 / 2.0 + half_columns as f64 * STEP.0 / 2.0, MARGIN + layer as f64 * STEP.1)
    };
    let class = |on: &dyn Fn(&Vec<State>) -> bool| {
        let taken: Vec<usize> = (0..solutions.len()).filter(|&i| on(&solutions[i])).collect();
        match taken[..] {
            [0] => "one",
            [1] => "two",
            _ => "both",
        }
    };
    let mut shapes = Vec::new();
    for &(from, to) in &graph.edges {
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        let class = class(&|path| path.windows(2).any(|step| step == [from, to]));
        let name = names.crossing(from, to);
        let outside = if x1 + x2 < size.0 { -1.0 } else { 1.0 };
        let x = (x1 + x2) / 2.0 + outside * (12.0 + 4.2 * name.len() as f64);
        let y = (y1 + y2) / 2.0;
        shapes.push(format!(r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#));
        shapes.push(format!(r#"<text class="{class}" x="{x:.1}" y="{y}">{name}</text>"#));
    }
    for &state in graph.layers.iter().flatten() {
        shapes.extend(named(names.state(state), at(state), class(&|path| path.contains(&state))));
    }
    for (name, layer) in [("start", graph.layers.first()), ("goal", graph.layers.last())] {
        for &state in layer.into_iter().flatten() {
            let (x, y) = at(state);
            let x = x + BOX.0 / 2.0 + 30.0;
            shapes.push(format!(r#"<text class="end" x="{x}" y="{y}">{name}</text>"#));
        }
    }
    for (number, &state) in forbidden.iter().enumerate() {
        let column = (number % IN_ROW) as f64 - (IN_ROW - 1) as f64 / 2.0;
        let x = size.0 / 2.0 + column * (BOX.0 + 20.0);
        let y = height + (number / IN_ROW) as f64 * ROW;
        shapes.extend(named(names.state(state), (x, y), "forbidden"));
        for (line, meal) in (0..).zip(state.meals()) {
            let below = y + BOX.1 / 2.0 + 12.0 + f64::from(line) * 15.0;
            shapes.push(format!(r#"<text class="meal" x="{x}" y="{below}">{meal}</text>"#));
        }
    }
    let description = format!(
        "{} states in {} layers, from all on the left bank to all on the right bank, joined by {} \
         crossings. The two shortest solutions part in the middle: {}. Below are the {} forbidden \
         states.",
        graph.layers.concat().len(),
        graph.layers.len(),
        graph.edges.len(),
        solutions.iter().map(|path| crossings(path, names)).collect::<Vec<_>>().join("; or "),
        forbidden.len()
    );
    let title = "The states of wolf, sheep and cabbage";
    svg::document(size, (title, &description), STYLE, shapes)
}

/// Draws a state in its box.
fn named(name: String, (x, y): (f64, f64), class: &str) -> [String; 2] {
    let (left, top, (width, height)) = (x - BOX.0 / 2.0, y - BOX.1 / 2.0, BOX);
    [
        format!(
            r#"<rect class="{class}" x="{left}" y="{top}" width="{width}" height="{height}" rx="8"/>"#
        ),
        format!(r#"<text x="{x}" y="{y}">{name}</text>"#),
    ]
}

/// Lists the crossings of a path, in order.
pub fn crossings(path: &[State], names: Names) -> String {
    let crossings: Vec<&str> =
        path.windows(2).map(|step| names.crossing(step[0], step[1])).collect();
    crossings.join(", ")
}

const STYLE: &str = "\
    rect[rx] { fill: var(--fill); stroke-width: 2; }\n\
    line { stroke-width: 2; }\n\
    .both { stroke: var(--line); }\n\
    .one { stroke: var(--one); }\n\
    .two { stroke: var(--two); }\n\
    .forbidden { stroke: var(--forbidden); stroke-dasharray: 5 4; }\n\
    .meal { fill: var(--forbidden); font-size: 12px; }\n\
    .end { font-weight: bold; }\n\
    text[class] { stroke: none; }\n\
    text.one { fill: var(--one); }\n\
    text.two { fill: var(--two); }\n";
