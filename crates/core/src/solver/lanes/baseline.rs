//! The CPU that the program was compiled for, of which no more is known.

use super::{
    branch::choose,
    cpu::{Cpu, Task},
    node::{Branch, Node, WORDS},
    portable::Portable,
    vector::Vector,
};
use std::marker::PhantomData;

/// A CPU whose registers need no detection.
#[derive(Clone, Copy)]
pub(super) struct Baseline<V>(PhantomData<V>);

impl<V> Baseline<V> {
    pub const NEW: Self = Self(PhantomData);
}

impl<V: Vector<Proof = ()>> Cpu for Baseline<V> {
    type Wide = V;
    type Nine = Portable<16>;

    fn wide(self) {}
    fn nine(self) {}

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }

    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
        choose(self, node, deaths)
    }
}
