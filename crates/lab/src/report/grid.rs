//! Draws a puzzle of any size as a grid.

use maud::{Markup, html};
use sudomill_core::picture::grid_lines;

/// The side of a cell in the drawing.
const CELL: usize = 20;

/// The largest side that is drawn.
const LARGEST: usize = 25;

/// Draws a puzzle; `None` if the text does not have the length of a grid.
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
            path.thin d=(grid_lines(side, 1, CELL, 0)) {}
            path.thick d=(grid_lines(side, order, CELL, 0)) {}
            @for (i, clue) in cells.iter().enumerate().filter(|(_, cell)| is_clue(**cell)) {
                text x=(i % side * CELL + CELL / 2) y=(i / side * CELL + CELL * 3 / 4) { (clue) }
            }
        }
    })
}

fn is_clue(cell: char) -> bool {
    cell.is_alphanumeric() && !"0xX".contains(cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
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
    fn other_characters() {
        let drawing = draw("<>&\"'/=`........", "\"><script>").unwrap().into_string();
        assert!(!drawing.contains("<text") && !drawing.contains("<script"), "{drawing}");
    }
}
