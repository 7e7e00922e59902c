//! Many puzzles: a puzzle per word in 81 registers, and their sweep.
//!
//! ```text
//!                word 0     word 1     word 2     …       in the order of a node, without its spare words:
//! register 0     A: r1c1    B: r1c1    C: r1c1            so nodes, their stack and their alternatives are
//! register 1     A: r1c4    B: r1c4    C: r1c4            those of the lanes
//! register 2     A: r1c7    B: r1c7    C: r1c7
//! register 4     A: r4c1    …
//!    ⋮
//! ```

use crate::tables::{Mesh, Side, Tables};
use sudomill_lanes::{
    node::{ALL_DIGITS, BranchCell, Node},
    vector::{Vector, naked_single},
};

/// A register for each `u8`, so that nothing asks whether there is one.
type Registers<V> = [V; 256];

/// The candidates of as many puzzles as a register has words. A word without a puzzle is meaningless.
pub struct Columns<V> {
    /// By position in a node.
    cells: Registers<V>,
    /// The sum of the cells after the last sweep, at most 81 × 511 = 41,391. Candidates are only removed, so
    /// equal sums mean equal cells.
    sum: V,
    /// For the mesh that is applied, the digits left in each part.
    left: Registers<V>,
    /// The digits that must be in each part.
    held: Registers<V>,
}

/// The puzzles that need the scheduler after a sweep; bit `p` is puzzle `p`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// No solution is left.
    pub dead: u32,
    /// The sweep changed nothing. If each cell has one digit, they are a solution.
    pub stuck: u32,
}

impl<V: Vector> Columns<V> {
    /// The number of puzzles.
    pub const LANES: usize = 4 * V::GROUPS;

    /// Creates registers without puzzles.
    pub fn new(zero: V) -> Self {
        let [cells, left, held] = [[zero; 256]; 3];
        Self { cells, sum: zero, left, held }
    }

    /// Copies a node into the registers.
    #[inline(always)]
    pub fn put(&mut self, lane: usize, node: &Node) {
        let words = V::groups_mut(&mut self.cells).as_flattened_mut();
        for group in 0..27 {
            for at in 4 * group..4 * group + 3 {
                words[at * Self::LANES + lane % Self::LANES] = node.words[at];
            }
        }
        // No live puzzle has this sum.
        V::groups_mut(std::slice::from_mut(&mut self.sum)).as_flattened_mut()[lane % Self::LANES] =
            0;
    }

    /// Copies a puzzle into a node.
    #[inline(always)]
    pub fn take(&self, lane: usize, node: &mut Node) {
        let words = V::groups(&self.cells).as_flattened();
        for group in 0..27 {
            for at in 4 * group..4 * group + 3 {
                node.words[at] = words[at * Self::LANES + lane % Self::LANES];
            }
        }
    }

    /// Enters a digit in a cell.
    #[inline(always)]
    pub fn assume(&mut self, lane: usize, BranchCell { at, digit }: BranchCell) {
        let words = V::groups_mut(&mut self.cells).as_flattened_mut();
        words[usize::from(at) % 108 * Self::LANES + lane % Self::LANES] = digit;
    }

    /// Sweeps once over all puzzles: applies every rule once, without a branch.
    #[inline(always)]
    pub fn sweep(&mut self, tables: &Tables) -> Verdicts {
        let zero = self.sum.splat(0);
        let mut dead = zero;
        for mesh in &tables.meshes {
            dead = dead.or(self.narrow(mesh));
        }
        let mut sum = zero;
        for region in &tables.regions {
            let [mut once, mut twice] = [zero; 2];
            for &at in region {
                let cell = self.cells[usize::from(at)];
                twice = twice.or(once.and(cell));
                once = once.or(cell);
            }
            dead = dead.or(zero.splat(ALL_DIGITS).without(once));
            for &at in region {
                let cell = &mut self.cells[usize::from(at)];
                *cell = cell.without_unless_empty(twice);
                sum = sum.add(*cell);
            }
        }
        let verdict = [dead, sum.xor(self.sum)];
        self.sum = sum;
        let (dead, changed) = V::groups(&verdict).as_flattened().split_at(Self::LANES);
        let mut verdicts = Verdicts::default();
        for lane in 0..Self::LANES {
            verdicts.dead |= u32::from(dead[lane] != 0) << lane;
            verdicts.stuck |= u32::from(changed[lane] == 0) << lane;
        }
        verdicts
    }

    /// Removes the digits that a mesh forbids. Returns a digit or more, or the highest bit, of puzzles without
    /// a solution.
    #[inline(always)]
    fn narrow(&mut self, mesh: &Mesh) -> V {
        let Self { cells, left, held, .. } = self;
        let zero = self.sum.splat(0);
        let minus_one = zero.splat(u16::MAX);
        let mut less_of_all = zero;
        for (part, cells_of) in mesh.parts.iter().enumerate() {
            let [mut union, mut singles] = [zero; 2];
            for three in cells_of {
                for &at in three {
                    let cell = cells[usize::from(at)];
                    less_of_all = less_of_all.or(cell.add(minus_one));
                    union = union.or(cell);
                    singles = singles.or(naked_single(cell, minus_one));
                }
            }
            left[usize::from(part as u8)] = union;
            held[usize::from(part as u8)] = singles;
        }
        // An empty cell, less one, has the highest bit.
        let mut dead = less_of_all.and(zero.splat(1 << 15));
        for unit in &mesh.sides[0] {
            let found = Found::of(unit, left, held);
            dead = dead.or(found.missing(unit));
            found.hold(unit, left, held);
        }
        for unit in &mesh.sides[1] {
            let found = Found::of(unit, left, held);
            dead = dead.or(found.missing(unit)).or(found.held_twice);
            found.exclude(unit, left, held);
            found.hold(unit, left, held);
        }
        for unit in &mesh.sides[0] {
            let found = Found::of(unit, left, held);
            dead = dead.or(found.held_twice);
            found.exclude(unit, left, held);
        }
        for (part, cells_of) in mesh.parts.iter().enumerate() {
            let left = left[usize::from(part as u8)];
            for three in cells_of {
                for &at in three {
                    let cell = &mut cells[usize::from(at)];
                    *cell = cell.and(left);
                }
            }
        }
        dead
    }
}

/// What is found in the parts of a unit.
struct Found<V> {
    /// The digits that are left in a part.
    left: V,
    /// Those that are left in several.
    left_twice: V,
    /// The digits that a part holds.
    held: V,
    /// Those that several hold.
    held_twice: V,
}

impl<V: Vector> Found<V> {
    #[inline(always)]
    fn of(unit: &Side, left: &Registers<V>, held: &Registers<V>) -> Self {
        let zero = left[0].splat(0);
        let mut found = Self { left: zero, left_twice: zero, held: zero, held_twice: zero };
        for three in &unit.parts {
            for &part in three {
                let [left, held] = [left[usize::from(part)], held[usize::from(part)]];
                found.left_twice = found.left_twice.or(found.left.and(left));
                found.left = found.left.or(left);
                found.held_twice = found.held_twice.or(found.held.and(held));
                found.held = found.held.or(held);
            }
        }
        found
    }

    /// The digits that have no place in the unit.
    #[inline(always)]
    fn missing(&self, unit: &Side) -> V {
        match unit.is_whole {
            true => self.left.splat(ALL_DIGITS).without(self.left),
            false => self.left.splat(0),
        }
    }

    /// Makes parts hold the digits that are left in no other part of the unit.
    #[inline(always)]
    fn hold(&self, unit: &Side, left: &Registers<V>, held: &mut Registers<V>) {
        if unit.is_whole {
            let only = self.left.without(self.left_twice);
            for three in &unit.parts {
                for &part in three {
                    let part = usize::from(part);
                    held[part] = held[part].or(left[part].and(only));
                }
            }
        }
    }

    /// Removes from each part what others of the unit hold.
    #[inline(always)]
    fn exclude(&self, unit: &Side, left: &mut Registers<V>, held: &Registers<V>) {
        for three in &unit.parts {
            for &part in three {
                let part = usize::from(part);
                left[part] = left[part].without(self.held.without(held[part]));
            }
        }
    }
}
