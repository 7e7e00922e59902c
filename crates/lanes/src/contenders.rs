//! The cells that contend for the next branching, one in each box, and their scores.

use super::{deaths::Deaths, grid::Register};

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
        let kept = keys.subtract(self.keys).zeros();
        self.digits = cells.or_where(kept, self.digits);
        self.keys = self.keys.max(keys);
    }

    /// The scores. Each contender counts itself, too, and each as much. Cells have what they add to a score
    /// in the bits above their digits.
    #[inline(always)]
    pub fn scores(self, cells: &[R; 9]) -> R {
        let [a, b, c, d, e, f, g, h, i] = *cells;
        let mut scores = self.touched_by(a);
        for &cell in &cells[1..] {
            scores = scores.add(self.touched_by(cell));
        }
        // A box reads the next one, and the one after it. So what it reads there is chosen by the masks of
        // the box before, or of the one before that, and then rotated to it.
        let [first, last] = self.lines(Deaths::ROW);
        let of_reader = [first.stack_after_next(), last.stack_after_next()];
        let of_second_reader = [first.next_stack(), last.next_stack()];
        for cells in [[a, d, g], [b, e, h], [c, f, i]] {
            let next = R::picked(cells, of_reader).next_stack();
            let after_next = R::picked(cells, of_second_reader).stack_after_next();
            scores = scores.add(self.touched_by(next)).add(self.touched_by(after_next));
        }
        let [first, last] = self.lines(Deaths::COLUMN);
        let of_reader = [first.band_after_next(), last.band_after_next()];
        let of_second_reader = [first.next_band(), last.next_band()];
        for cells in [[a, b, c], [d, e, f], [g, h, i]] {
            let next = R::picked(cells, of_reader).next_band();
            let after_next = R::picked(cells, of_second_reader).band_after_next();
            scores = scores.add(self.touched_by(next)).add(self.touched_by(after_next));
        }
        scores
    }

    /// Masks of the boxes whose contender is in the first line, and in the last.
    #[inline(always)]
    fn lines(self, bits: u16) -> [R; 2] {
        let line = self.keys.and(self.keys.splat(bits));
        let last = bits & bits.wrapping_neg();
        [line.xor(line.splat(bits)).zeros(), line.xor(line.splat(last)).zeros()]
    }

    /// What a cell for each box adds to the score of its contender.
    #[inline(always)]
    fn touched_by(self, cells: R) -> R {
        cells.above_digits().where_any(cells.and(self.digits))
    }
}
