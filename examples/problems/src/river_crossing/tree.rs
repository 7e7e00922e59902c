//! The search tree: every crossing that the farmer can make, without the states that follow one
//! that ends a branch.

use super::river::{Names, PASSENGERS, State};

/// Draws the tree below the start, depth first, with one line per crossing.
pub fn text(names: Names) -> String {
    let mut text = names.state(State::START) + "\n";
    add_crossings(&mut vec![State::START], "", names, &mut text);
    text
}

/// Adds the crossings from the last state of a path.
fn add_crossings(path: &mut Vec<State>, indent: &str, names: Names, text: &mut String) {
    let from = *path.last().expect("a path begins with a state");
    let crossed: Vec<_> = PASSENGERS.into_iter().filter_map(|who| from.crossed(who)).collect();
    for (number, &to) in (1..).zip(&crossed) {
        let (branch, below) = if number < crossed.len() { ("├", "│") } else { ("└", " ") };
        let end = match to {
            State::END => "  goal",
            _ if path.contains(&to) => "  visited",
            _ if !to.is_safe() => "  forbidden",
            _ => "",
        };
        let crossing = names.crossing(from, to);
        *text += &format!("{indent}{branch} {crossing} → {}{end}\n", names.state(to));
        if end.is_empty() {
            path.push(to);
            add_crossings(path, &format!("{indent}{below}  "), names, text);
            path.pop();
        }
    }
}
