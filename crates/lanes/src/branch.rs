//! Chooses a branching: one alternative puts a digit in a cell, the other removes it. README.md states
//! the rule, and `tests/reference.rs` implements it naively.
//!
//! In each box one bivalue cell contends. All boxes are side by side in a register, so nine cells are
//! scored at once: their peers in the box are in the other registers, those in the row and column are in
//! the registers of that row or column, rotated by a stack or a band.

use super::{
    bilocal,
    contenders::Contenders,
    cpu::{Cpu, Task},
    deaths::Deaths,
    grid::{Grid, NEGATIVE, Register},
    node::{BranchCell, Node},
    vector::Vector,
};

/// What a peer that shares a digit adds to a score: as much as a death.
const TOUCHED: u16 = 1;
/// What a bivalue peer adds.
const BIVALUE: u16 = 4;

/// Chooses where a stuck node branches, as [`choose`] does.
#[inline(always)]
pub fn choose_in(cpu: impl Cpu, node: &Node, deaths: &Deaths) -> Option<BranchCell> {
    let mut grid = Grid([cpu.one(); 9]);
    grid.overlap(node);
    choose(cpu, &grid, deaths)
}

/// Chooses where a stuck grid branches. `None` if a cell is empty, or none is open.
#[inline(always)]
pub fn choose<C: Cpu>(cpu: C, grid: &Grid<C::One>, deaths: &Deaths) -> Option<BranchCell> {
    let zero = cpu.one();
    let minus_one = zero.splat(u16::MAX);
    let touched = zero.splat(TOUCHED);
    let more = zero.splat(BIVALUE - TOUCHED);
    let mut less_of_all = zero;
    let mut contenders = Contenders { keys: zero, digits: zero };
    let mut cells = [zero; 9];
    for (i, &cell) in grid.0.iter().enumerate() {
        let less = cell.add(minus_one);
        less_of_all = less_of_all.or(less);
        // Like a naked single without the lowest digit: of nothing, both are -1.
        let others = cell.and(less);
        let less = others.add(minus_one);
        let is_bivalue = others.xor(less).exceeding(less);
        contenders.add(zero.load(deaths.of_register(i)).and(is_bivalue), cell);
        cells[i] = cell.moved_up().or(touched).add(more.and(is_bivalue));
    }
    let highest = contenders.highest(&cells);
    // An empty cell, less one, has the highest bit. Few nodes have one, so that is looked at last.
    let has_empty = less_of_all.and(zero.load(&NEGATIVE)).zero_grids() != 1;
    match highest {
        _ if has_empty => None,
        None => cpu.run(Bilocal(grid)),
        highest => highest,
    }
}

/// See [`bilocal::choose`]. Not inlined: it is long and rarely needed.
struct Bilocal<'g, R>(&'g Grid<R>);

impl<R: Register> Task for Bilocal<'_, R> {
    type Output = Option<BranchCell>;

    #[inline(always)]
    fn run(self) -> Option<BranchCell> {
        bilocal::choose(self.0)
    }
}

impl<R: Register> Contenders<R> {
    /// Branches on the contender with the highest sum of score and deaths; `None` if there is none.
    #[inline(always)]
    fn highest(self, cells: &[R; 9]) -> Option<BranchCell> {
        let keys = [self.keys.add(self.scores(cells))];
        // Key and word in one number, so that `max` finds the first of the highest without a branch.
        let mut highest = 0;
        for (word, &key) in R::groups(&keys).as_flattened()[..12].iter().enumerate() {
            highest = highest.max((u32::from(key) << 4) | (15 - word as u32));
        }
        let (key, word) = ((highest >> 4) as u16, 15 - highest as usize % 16);
        let at = Deaths::position(key, word);
        let digits = R::groups(&[self.digits]).as_flattened()[word];
        if key > 0 { Some(BranchCell::lowest(at, digits)) } else { None }
    }
}
