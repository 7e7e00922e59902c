//! A puzzle drawn as a grid, of any order.

use maud::{Markup, html};
use std::fmt::Write;

/// The side of a cell in the drawing.
const CELL: usize = 20;

/// The largest side that is drawn.
const LARGEST: usize = 25;

/// The puzzle as a drawing; `None` where the text has no grid's length.
pub(super) fn draw(puzzle: &str, label: &str) -> Option<Markup> {
    let cells: Vec<char> = puzzle.chars().take(LARGEST * LARGEST + 1).collect();
    let side = cells.len().isqrt();
    let order = side.isqrt();
    let square = side * side == cells.len() && order * order == side;
    if !square || !(4..=LARGEST).contains(&side) {
        return None;
    }
    let size = side * CELL;
    Some(html! {
        svg.grid viewBox={ "-1 -1 " (size + 2) " " (size + 2) } role="img" aria-label=(label) {
            path.thin d=(lines(side, 1)) {}
            path.thick d=(lines(side, order)) {}
            @for (i, clue) in cells.iter().enumerate().filter(|(_, cell)| is_clue(**cell)) {
                text x=(i % side * CELL + CELL / 2) y=(i / side * CELL + CELL * 3 / 4) { (clue) }
            }
        }
    })
}

fn is_clue(cell: char) -> bool {
    cell.is_alphanumeric() && !"0xX".contains(cell)
}

/// Every `step`-th line of the grid, both ways.
fn lines(side: usize, step: usize) -> String {
    let size = side * CELL;
    let mut path = String::new();
    for at in (0..=side).step_by(step).map(|line| line * CELL) {
        let _ = write!(path, "M0 {at}H{size}M{at} 0V{size}");
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_order_fits_and_nothing_else_does() {
        for (side, order) in [(4, 2), (9, 3), (16, 4)] {
            let text = "1".to_owned() + &".".repeat(side * side - 1);
            let drawing = draw(&text, "grid").unwrap().into_string();
            assert_eq!(drawing.matches("<text").count(), 1);
            let lines = (side + 1) + (order + 1);
            assert_eq!(drawing.matches('M').count(), 2 * lines, "{drawing}");
        }
        for text in ["", "1", "1...", &".".repeat(25), &".".repeat(1 << 20)] {
            assert!(draw(text, "grid").is_none());
        }
    }

    #[test]
    fn what_is_no_clue_is_not_drawn() {
        let drawing = draw("<>&\"'/=`........", "\"><script>").unwrap().into_string();
        assert!(!drawing.contains("<text") && !drawing.contains("<script"), "{drawing}");
    }
}
