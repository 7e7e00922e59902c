//! Compares every step, on every backend that this CPU can run, with the reference. Each test puts a
//! different puzzle in every lane, to show that neighbors do not matter.

mod branching;
mod cells;
mod lines;
mod many;
mod puzzles;
mod queue;
mod reference;
mod registers;
mod search;
mod sweep;
mod watch;
#[cfg(target_arch = "x86_64")]
mod waves;

use puzzles::Random;
use sudomill_lanes::{
    backend::Backend,
    branch::choose_in,
    cpu::{Cpu, Task},
    deaths::Deaths,
    node::{BranchCell, Node, WORDS},
    progress::{LaneInput, LaneOutcome, Progress},
    quads::{Quads, Verdicts},
    solve_into,
    vector::Vector,
};
use sudomill_puzzle::solving::Limits;

#[test]
fn names_of_backends() {
    let available: Vec<&str> = Backend::available().map(Backend::name).collect();
    let in_order = Backend::NAMES.iter().copied().filter(|name| available.contains(name));
    assert!(in_order.eq(available.iter().copied()), "{available:?}");
}

/// Solves one puzzle.
fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    let mut progress = Progress::default();
    solve_into(&mut progress, backend, &given, limits);
    progress.outcome
}

/// The number of rounds of a test: all, or fewer under Miri, which is a few thousand times slower.
const fn rounds(all: usize, miri: usize) -> usize {
    if cfg!(miri) { miri } else { all }
}

/// Runs the generic tests of a module on every backend, and on arrays.
macro_rules! on_every_cpu {
    ($($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            use sudomill_lanes::{backend::{Backend, Baseline}, narrow::Array, with_cpu};
            for backend in Backend::available() {
                with_cpu!(backend.0, cpu => generic::$test(cpu));
            }
            generic::$test(Baseline::<Array>::NEW);
        }
    )+};
}
use on_every_cpu;

/// Creates a node from cells in row-major order. Spare words after the cells have garbage, which
/// every step must ignore.
fn node_of(cells: &reference::Cells, random: &mut Random) -> Node {
    let mut words = [0; WORDS];
    words[108..].fill_with(|| random.word());
    for (at, cell) in reference::POSITIONS.into_iter().zip(cells) {
        words[at] = *cell;
    }
    Node { words }
}

/// The cells of a node, row-major.
fn cells_of(node: &Node) -> reference::Cells {
    reference::POSITIONS.map(|at| node.words[at])
}

/// The number of puzzles in the registers of a CPU.
const fn puzzles<C: Cpu>() -> usize {
    C::Wide::GROUPS
}

/// A state for every puzzle.
fn states<C: Cpu>(state: impl FnMut() -> reference::Cells) -> Vec<reference::Cells> {
    std::iter::repeat_with(state).take(puzzles::<C>()).collect()
}

/// Registers full of puzzles.
struct Subject<C: Cpu> {
    cpu: C,
    quads: Quads<C::Wide>,
}

impl<C: Cpu> Subject<C> {
    fn new(cpu: C, states: &[reference::Cells], random: &mut Random) -> Self {
        let mut quads = Quads::new(cpu.wide());
        for (puzzle, state) in states.iter().enumerate() {
            quads.put::<3>(puzzle, node_of(state, random).words.as_chunks().0);
        }
        Self { cpu, quads }
    }

    fn sweep(&mut self) -> Verdicts {
        self.cpu.run(Sweep(&mut self.quads))
    }

    /// The cells of every puzzle.
    fn cells(&self) -> Vec<reference::Cells> {
        let mut node = Node::EMPTY;
        let cells = |puzzle| {
            self.quads.take(puzzle, &mut node);
            cells_of(&node)
        };
        (0..puzzles::<C>()).map(cells).collect()
    }
}

struct Sweep<'q, V>(&'q mut Quads<V>);

impl<V: Vector> Task for Sweep<'_, V> {
    type Output = Verdicts;

    #[inline(always)]
    fn run(self) -> Verdicts {
        self.0.sweep()
    }
}

struct Choose<'n, C>(C, &'n Node, &'n Deaths);

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<BranchCell>;

    #[inline(always)]
    fn run(self) -> Option<BranchCell> {
        choose_in(self.0, self.1, self.2)
    }
}
