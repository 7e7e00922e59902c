//! Counts solutions of grids with any units, in the cell with the fewest digits first.

/// A grid as lists of cells that differ.
pub struct Plain {
    /// The number of digits.
    pub side: usize,
    units: Vec<Vec<usize>>,
    peers: Vec<Vec<usize>>,
}

/// The most cells that the plain solver fills in a search. What takes longer is not compared.
pub const MOST: usize = 3000;

/// Receives a solution; false ends the search.
pub type Found<'f> = dyn FnMut(&[u8]) -> bool + 'f;

impl Plain {
    /// Rows and columns, these regions, and other units.
    pub fn new(side: usize, regions: &[usize], extra: &[Vec<usize>]) -> Self {
        let region = |region| (0..side * side).filter(|cell| regions[*cell] == region).collect();
        let mut units = Self::lines(side).units;
        units.extend((0..side).map(region).chain(extra.iter().cloned()));
        Self::of(side, units)
    }

    /// Rows and columns alone.
    pub fn lines(side: usize) -> Self {
        let rows = (0..side).map(|row| (0..side).map(|i| row * side + i).collect());
        let columns = (0..side).map(|column| (0..side).map(|i| i * side + column).collect());
        Self::of(side, rows.chain(columns).collect())
    }

    fn of(side: usize, units: Vec<Vec<usize>>) -> Self {
        let peers = |cell: usize| {
            let all = units.iter().filter(|unit| unit.contains(&cell)).flatten();
            all.copied().filter(|peer| *peer != cell).collect()
        };
        Self { side, peers: (0..side * side).map(peers).collect(), units }
    }

    /// Calls `found` with every solution, trying digits in this order. Returns false if it did or if
    /// `left` cells were filled.
    pub fn solve(
        &self,
        values: &mut [u8],
        digits: &[u8],
        left: &mut usize,
        found: &mut Found,
    ) -> bool {
        let can_be = |cell: usize| {
            let held = self.peers[cell].iter().fold(0_u32, |held, peer| held | 1 << values[*peer]);
            digits.iter().copied().filter(move |digit| held >> digit & 1 == 0)
        };
        let open = (0..values.len()).filter(|&cell| values[cell] == 0);
        let Some(cell) = open.min_by_key(|&cell| can_be(cell).count()) else {
            return found(values);
        };
        let tried: Vec<u8> = can_be(cell).collect();
        tried.into_iter().all(|digit| {
            if *left == 0 {
                return false;
            }
            *left -= 1;
            values[cell] = digit;
            let goes_on = self.solve(values, digits, left, found);
            values[cell] = 0;
            goes_on
        })
    }

    /// The number of solutions, up to a limit; `None` if it takes too long.
    pub fn count(&self, values: &[u8], limit: u64) -> Option<u64> {
        let (mut count, mut left) = (0, MOST);
        let digits: Vec<u8> = (1..=self.side as u8).collect();
        self.solve(&mut values.to_vec(), &digits, &mut left, &mut |_| {
            count += 1;
            count < limit
        });
        (left > 0 || count == limit).then_some(count)
    }

    pub fn is_solution(&self, values: &[u8]) -> bool {
        let differ = |unit: &Vec<usize>| {
            let mut seen: Vec<u8> = unit.iter().map(|&cell| values[cell]).collect();
            seen.sort_unstable();
            seen.dedup();
            seen.len() == unit.len()
        };
        self.units.iter().all(differ)
    }
}
