//! Compares every step, on every backend that this CPU can run, with the reference. Each test puts a
//! different puzzle in every lane, to show that neighbors do not matter.

mod branching;
mod cells;
mod lines;
mod puzzles;
mod reference;
mod registers;
mod search;
mod sweep;
mod watch;
#[cfg(target_arch = "x86_64")]
mod waves;

use super::{
    cpu::{Cpu, Task},
    node::{BranchCell, Node, WORDS},
    quads::{Quads, Verdicts},
    vector::Vector,
};
use puzzles::Random;

/// The number of rounds of a test: all, or fewer under Miri, which is a few thousand times slower.
const fn rounds(all: usize, miri: usize) -> usize {
    if cfg!(miri) { miri } else { all }
}

/// Runs the generic tests of a module on every backend, and on arrays.
macro_rules! on_every_cpu {
    ($($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            use crate::solver::lanes::{
                Backend,
                backend::{Baseline, Kernel},
                narrow,
            };
            let mut tested = Vec::new();
            #[cfg(target_arch = "x86_64")]
            {
                use crate::solver::lanes::x86::{Avx2, Avx512};
                Avx512::<true>::detect().into_iter().for_each(|cpu| on_every_cpu!(@on *cpu, $test, tested));
                Avx512::<false>::detect().into_iter().for_each(|cpu| on_every_cpu!(@on *cpu, $test, tested));
                Avx2::detect().into_iter().for_each(|cpu| on_every_cpu!(@on *cpu, $test, tested));
            }
            #[cfg(any(
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            on_every_cpu!(@on Baseline::<narrow::Native>::NEW, $test, tested);
            on_every_cpu!(@on Baseline::<narrow::Register128>::NEW, $test, tested);
            let available: Vec<&str> = Backend::available().map(Backend::name).collect();
            assert_eq!(tested, available);
            on_every_cpu!(@on Baseline::<narrow::Array>::NEW, $test, tested);
        }
    )+};
    (@on $cpu:expr, $test:ident, $tested:ident) => {{
        generic::$test($cpu);
        $tested.push($cpu.name());
    }};
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

struct Choose<'n, C>(C, &'n Node, &'n [u8; WORDS]);

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<BranchCell>;

    #[inline(always)]
    fn run(self) -> Option<BranchCell> {
        self.0.choose(self.1, self.2)
    }
}
