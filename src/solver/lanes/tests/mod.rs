//! Compares every layout, on every backend that this CPU can run, with the reference. Each test
//! puts a different puzzle in every lane, to show that neighbors do not matter.

mod branching;
mod cells;
mod puzzles;
mod reference;
mod search;
mod sweep;

use super::{
    branch::Branch,
    layout::{LaneLayout, Lanes, Slots, Verdict},
    node::{Node, WORDS},
    slot::Slot,
};
pub(super) use puzzles::Random;

/// The number of rounds of a test: all, or fewer under Miri, which is a few thousand times slower.
pub(super) const fn rounds(all: usize, miri: usize) -> usize {
    if cfg!(miri) { miri } else { all }
}

/// The lanes to test: all, or a few under Miri.
const fn lanes<L: LaneLayout>() -> u64 {
    L::LANES & if cfg!(miri) { 1 | 1 << 6 | 1 << 57 } else { u64::MAX }
}

/// Runs the generic tests of a module on every layout. The plain 512-bit register can be left out:
/// Miri takes minutes for a sweep with it, and it has no unsafe code.
macro_rules! on_every_layout {
    ($($test:ident),+ $(,)?) => { on_every_layout!(plain: true; $($test),+); };
    (plain: $plain:expr; $($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            use crate::solver::lanes::{
                layout27::{self, plain::Plain},
                layout81::{self, portable::Portable},
            };
            generic::$test::<layout81::Cells<Portable>>(());
            if $plain {
                generic::$test::<layout27::Cells<Plain>>(());
            }
            #[cfg(target_arch = "x86_64")]
            {
                use crate::solver::lanes::{
                    layout27::avx512::{Avx512, Avx512Bw, Avx512BwProof, Avx512Proof},
                    layout81::avx2::{Avx2, Avx2Proof},
                };
                let _ = Avx2Proof::detect().map(generic::$test::<layout81::Cells<Avx2>>);
                let _ = Avx512BwProof::detect().map(generic::$test::<layout27::Cells<Avx512Bw>>);
                let _ = Avx512Proof::detect().map(generic::$test::<layout27::Cells<Avx512>>);
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            generic::$test::<layout81::Cells<crate::solver::lanes::layout81::neon::Neon>>(());
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            generic::$test::<layout81::Cells<crate::solver::lanes::layout81::simd128::Simd128>>(());
        }
    )+};
}
use on_every_layout;

/// Empty slots.
fn slots() -> Box<Slots> {
    Box::new(std::array::from_fn(|_| Slot::new()))
}

/// Fills a slot's node from cells in row-major order, and the spare words with garbage, which
/// layouts must ignore.
fn write(slot: &mut Slot, cells: &reference::Cells, random: &mut Random) {
    let mut words = [0; WORDS];
    words.fill_with(|| random.word());
    for (at, cell) in reference::POSITIONS.into_iter().zip(cells) {
        words[at] = *cell;
    }
    *slot.node_mut() = Node { words };
}

/// The cells of a slot's node, row-major.
fn read(slot: &Slot) -> reference::Cells {
    reference::POSITIONS.map(|at| slot.node().words[at])
}

/// A state for every lane to test.
fn states<L: LaneLayout>(
    mut state: impl FnMut() -> reference::Cells,
) -> Box<[reference::Cells; 64]> {
    Box::new(std::array::from_fn(
        |lane| {
            if lanes::<L>() >> lane & 1 == 1 { state() } else { [511; 81] }
        },
    ))
}

/// Wraps a layout so that its steps are compiled once, not inlined into every test.
struct Subject<L>(L);

impl<L: LaneLayout> Subject<L> {
    fn new(proof: L::Proof) -> Self {
        Self(L::new(proof))
    }

    /// Puts a different state in every lane.
    fn fill(&mut self, states: &[reference::Cells; 64], random: &mut Random) {
        let mut slots = slots();
        for lane in Lanes(lanes::<L>()) {
            write(&mut slots[lane], &states[lane], random);
        }
        self.put(lanes::<L>(), &slots);
    }

    #[inline(never)]
    fn put(&mut self, lanes: u64, slots: &Slots) {
        self.0.put(Lanes(lanes), slots);
    }

    #[inline(never)]
    fn take(&self, lanes: u64, slots: &mut Slots) {
        self.0.take(Lanes(lanes), slots);
    }

    #[inline(never)]
    fn sweep(&mut self) -> Verdict {
        self.0.sweep()
    }

    #[inline(never)]
    fn choose(&self, slot: &Slot) -> Option<Branch> {
        self.0.choose(slot)
    }

    #[inline(never)]
    fn parse(&self, line: &[u8; 81]) -> Node {
        self.0.parse(line)
    }

    /// The cells of every lane.
    fn cells(&self) -> Box<[reference::Cells; 64]> {
        let mut slots = slots();
        self.take(lanes::<L>(), &mut slots);
        Box::new(std::array::from_fn(|lane| read(&slots[lane])))
    }
}
