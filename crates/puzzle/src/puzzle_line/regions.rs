//! Recognizes the regions of a jigsaw: a grid that says for each cell which region it belongs to.

/// Returns true if a full grid of this side, of which 0 is a value like any other, has as many
/// values as rows, each in as many cells, and the cells of each value touch each other. Together
/// with a digit that a row repeats, this is no accident: it is no damaged puzzle.
pub fn is_regions(cells: &[u8], side: usize) -> bool {
    let mut counts = [0; 256];
    cells.iter().for_each(|value| counts[usize::from(*value)] += 1);
    let are_even = counts.iter().all(|count| [0, side].contains(count));
    are_even && (0..=u8::MAX).all(|value| is_connected(cells, side, value))
}

/// Returns true if the cells with this value touch each other at their sides.
fn is_connected(cells: &[u8], side: usize, value: u8) -> bool {
    let Some(first) = cells.iter().position(|it| *it == value) else { return true };
    let (mut reached, mut next) = (vec![false; cells.len()], vec![first]);
    let mut count = 0;
    while let Some(cell) = next.pop() {
        if cells[cell] != value || std::mem::replace(&mut reached[cell], true) {
            continue;
        }
        count += 1;
        let (row, column) = (cell / side, cell % side);
        next.extend((row > 0).then(|| cell - side));
        next.extend((row + 1 < side).then(|| cell + side));
        next.extend((column > 0).then(|| cell - 1));
        next.extend((column + 1 < side).then(|| cell + 1));
    }
    count == side
}
