//! The cells that contend for the next branching, one in each box, and their scores.

use super::{deaths::Deaths, grid::Register, vector::DIGIT};

/// The cells that are scored, one in each box.
#[derive(Clone, Copy)]
pub struct Contenders<R> {
    /// Their [`Deaths`]; 0 in a box without a bivalue cell.
    pub keys: R,
    /// Their digits.
    pub digits: R,
}

impl<R: Register> Contenders<R> {
    /// Takes a cell of each box in place of the present one if its key is higher.
    #[inline(always)]
    pub fn add(&mut self, keys: R, cells: R) {
        self.digits = self.digits.or_where(keys.exceeding(self.keys), cells);
        self.keys = self.keys.max(keys);
    }

    /// The scores. Each contender counts itself, too, and each as much. Cells have their digits moved up, and what
    /// they add to a score in the bits below.
    #[inline(always)]
    pub fn scores(self, cells: &[R; 9]) -> R {
        let digits = self.digits.moved_up();
        let [a, b, c, d, e, f, g, h, i] = *cells;
        let mut in_box = touched_by(a, digits);
        for &cell in &cells[1..] {
            in_box = in_box.add(touched_by(cell, digits));
        }
        // A box reads the next one, and the one after it. Its digits, and the masks that choose the line, move to
        // the box that it reads; the sum moves back.
        let [first, last] = self.lines(Deaths::ROW);
        let columns = [[a, d, g], [b, e, h], [c, f, i]];
        let masks = [first.stack_after_next(), last.stack_after_next()];
        let next = touched_in(columns, masks, digits.stack_after_next()).next_stack();
        let masks = [first.next_stack(), last.next_stack()];
        let after_next = touched_in(columns, masks, digits.next_stack()).stack_after_next();
        let in_row = next.add(after_next);
        let [first, last] = self.lines(Deaths::COLUMN);
        let rows = [[a, b, c], [d, e, f], [g, h, i]];
        let masks = [first.band_after_next(), last.band_after_next()];
        let next = touched_in(rows, masks, digits.band_after_next()).next_band();
        let masks = [first.next_band(), last.next_band()];
        let after_next = touched_in(rows, masks, digits.next_band()).band_after_next();
        let in_column = next.add(after_next);
        // Neither sum reaches the digits; what digits have added is above.
        let low = in_box.splat(DIGIT - 1);
        in_box.and(low).add(in_row.add(in_column).and(low)).moved_up()
    }

    /// Masks of the boxes whose contender is in the first line, and in the last.
    #[inline(always)]
    fn lines(self, bits: u16) -> [R; 2] {
        let line = self.keys.and(self.keys.splat(bits));
        let last = bits & bits.wrapping_neg();
        [line.xor(line.splat(bits)).zeros(), line.xor(line.splat(last)).zeros()]
    }
}

/// What the cells of a line of each box add to the score of the contender with these digits. Each of the three comes
/// from its own line; masks as in [`Register::picked`].
#[inline(always)]
fn touched_in<R: Register>(lines: [[R; 3]; 3], masks: [R; 2], digits: R) -> R {
    let [a, b, c] = lines;
    touched_by(R::picked(a, masks), digits)
        .add(touched_by(R::picked(b, masks), digits))
        .add(touched_by(R::picked(c, masks), digits))
}

/// What a cell for each box adds to the score of the contender with these digits, in the bits below digits.
#[inline(always)]
fn touched_by<R: Register>(cells: R, digits: R) -> R {
    cells.where_any(cells.and(digits))
}
