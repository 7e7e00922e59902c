//! Wings: a cell whose candidates each leave the same digit to one of two cells that it sees.
//!
//! ```text
//! XY-wing (4.2)                                      XYZ-wing (4.4)
//!  xy ─── xz    If the pivot xy is x, xz is z;        xyz ─── xz   z is in one of the
//!  │            if it is y, yz is z.                  │            three cells.
//!  yz     -z    What sees both wings loses z.         yz           What sees all loses z.
//! ```

use crate::{
    Technique,
    board::*,
    step::{Pattern, Step},
};

pub fn xy_wing(board: &Board) -> Option<Step> {
    wing(board, Technique::XyWing, 2)
}

pub fn xyz_wing(board: &Board) -> Option<Step> {
    wing(board, Technique::XyzWing, 3)
}

/// A wing whose pivot has a number of candidates: 2, or 3 with the digit that it removes.
fn wing(board: &Board, technique: Technique, of_pivot: usize) -> Option<Step> {
    let marks = &board.marks;
    let pairs = marks.pairs();
    for pivot in each(board.empty).filter(|&pivot| marks.count(pivot) == of_pivot) {
        let middle = marks.cell[pivot];
        let near = TABLES.peers[pivot] & pairs;
        for first in each(near).filter(|&cell| count(middle & !marks.cell[cell]) == 1) {
            for second in each(near) {
                let shared = marks.cell[first] & marks.cell[second];
                if count(middle | marks.cell[first] | marks.cell[second]) != 3
                    || count(middle & shared) != of_pivot - 2
                {
                    continue;
                }
                let mut seen = TABLES.peers[first] & TABLES.peers[second] & !(1 << pivot);
                if of_pivot == 3 {
                    seen &= TABLES.peers[pivot];
                }
                let digit = lowest(shared);
                let cells = 1 << pivot | 1 << first | 1 << second;
                let digits = middle | marks.cell[first] | marks.cell[second];
                let pattern = Pattern::of_cells(cells, digits);
                let removed = seen & marks.digit[digit];
                let step = Step::remove_digit(technique, removed, digit, pattern);
                if step.is_some() {
                    return step;
                }
            }
        }
    }
    None
}
