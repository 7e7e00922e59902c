//! Which assumptions lead to a clash of one digit, found with sets of cells: without nodes, and so without
//! sizes. Only the closures of these are followed.

use crate::{board::*, chains::Conclusion};

/// The clashes of all digits. A digit whose cells have not changed keeps its own.
#[derive(Default)]
pub struct Nishio {
    digits: [Clashes; 9],
}

#[derive(Clone, Copy, Default)]
struct Clashes {
    cells: Cells,
    /// The cells that lead to a clash if they are on, and those that do if they are off.
    on: Cells,
    off: Cells,
}

impl Nishio {
    pub fn set(&mut self, marks: &Marks) {
        for (known, &cells) in self.digits.iter_mut().zip(&marks.digit) {
            if known.cells != cells {
                let clashing =
                    |is_on: bool| cell_set(each(cells).filter(|&cell| clashes(cells, cell, is_on)));
                *known = Clashes { cells, on: clashing(true), off: clashing(false) };
            }
        }
    }

    pub fn has_clash(&self, assumption: Conclusion) -> bool {
        let Clashes { on, off, .. } = self.digits[digit_of(assumption.target)];
        let cells = if assumption.is_on { on } else { off };
        cells >> cell_of(assumption.target) & 1 == 1
    }
}

/// Whether a digit with these cells has a clash if one of them is on, or off.
fn clashes(cells: Cells, source: usize, is_on: bool) -> bool {
    let (mut on, mut off): (Cells, Cells) =
        if is_on { (1 << source, TABLES.peers[source] & cells) } else { (0, 1 << source) };
    let mut fresh = off;
    while fresh != 0 {
        let mut next: Cells = 0;
        for unit in TABLES.unit.iter().filter(|&unit| unit & fresh != 0) {
            let all = cells & unit;
            let left = all & !off;
            // All places of the unit are off; a single one has no link.
            if left == 0 && !all.is_power_of_two() {
                return true;
            }
            if left & left.wrapping_sub(1) == 0 {
                next |= left & !on;
            }
        }
        on |= next;
        let gone = each(next).fold(0, |gone, cell| gone | TABLES.peers[cell] & cells);
        if gone & on != 0 {
            return true;
        }
        fresh = gone & !off;
        off |= gone;
    }
    false
}
