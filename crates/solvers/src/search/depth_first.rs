//! The recursion, and search states on the heap, for deep recursions.

use super::{Entry, Expansion, SearchProblem};
use std::ops::ControlFlow;
use sudomill_puzzle::grid::Order;

/// Searches everything below a state, depth first, in the order of the choices.
///
/// `Break` means that the search ended early: at a goal or at a `Stop`. The recursion is as deep as
/// the longest path.
pub fn depth_first<P: SearchProblem>(problem: &mut P, state: &mut P::State) -> ControlFlow<()> {
    let choices = match problem.expand(state) {
        Expansion::DeadEnd => return ControlFlow::Continue(()),
        Expansion::Goal => return problem.goal(state),
        Expansion::Stop => return ControlFlow::Break(()),
        Expansion::Branch(choices) => choices,
    };
    for choice in choices {
        match problem.enter(state, choice) {
            Entry::Refused => continue,
            Entry::Stop => return ControlFlow::Break(()),
            Entry::Child(mut child) => depth_first(problem, &mut child)?,
        }
        problem.leave(state, choice);
    }
    ControlFlow::Continue(())
}

/// Up to this number of cells, search states live on the stack, where allocation is free: 9×9 needs
/// at most 81 levels of 0.5 kB; 25×25 would need 625 levels of 3 kB.
const IN_FRAMES: usize = 81;

/// Searches everything below a state of a grid. The problem records how the search ended.
pub fn search_grid<O: Order, P: SearchProblem>(problem: &mut P, mut root: P::State) {
    // With a `const`, only one of the two searches is compiled.
    let _ = match const { O::CELLS <= IN_FRAMES } {
        true => depth_first(problem, &mut root),
        false => depth_first(&mut OnHeap(problem), &mut Box::new(root)),
    };
}

/// Wraps a problem so that its states are on the heap instead of the stack. A stack frame then
/// takes about a hundred bytes, whatever the size of a state. A search of a 25×25 grid needs this:
/// a state takes kilobytes, there are up to 625 levels, and the default stack of a thread is 2 MiB.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
/// use std::ops::ControlFlow;
/// use sudomill::solver::search::{depth_first, Entry, Expansion, OnHeap, SearchProblem};
///
/// /// A path of 5,000 states of 4 KiB each.
/// struct Way;
///
/// impl SearchProblem for Way {
///     type State = (usize, [u64; 512]);
///     type Choice = usize;
///     type Choices = std::option::IntoIter<usize>;
///
///     fn expand(&mut self, state: &mut Self::State) -> Expansion<Self::Choices> {
///         match state.0 {
///             5_000 => Expansion::Goal,
///             steps => Expansion::Branch(Some(steps + 1).into_iter()),
///         }
///     }
///     fn enter(&mut self, state: &Self::State, steps: usize) -> Entry<Self::State> {
///         Entry::Child((steps, state.1))
///     }
///     fn goal(&mut self, _: &Self::State) -> ControlFlow<()> {
///         ControlFlow::Break(())
///     }
/// }
///
/// let found = depth_first(&mut OnHeap(&mut Way), &mut Box::new((0, [0; 512])));
/// assert!(found.is_break());
/// ```
#[derive(Debug)]
pub struct OnHeap<'p, P>(pub &'p mut P);

impl<P: SearchProblem> SearchProblem for OnHeap<'_, P> {
    type State = Box<P::State>;
    type Choice = P::Choice;
    type Choices = P::Choices;

    // Both are out of line, so that their stack frames are gone before the recursion goes one level
    // deeper.
    #[inline(never)]
    fn expand(&mut self, state: &mut Self::State) -> Expansion<P::Choices> {
        self.0.expand(state)
    }

    #[inline(never)]
    fn enter(&mut self, state: &Self::State, choice: P::Choice) -> Entry<Self::State> {
        match self.0.enter(state, choice) {
            Entry::Refused => Entry::Refused,
            Entry::Child(child) => Entry::Child(Box::new(child)),
            Entry::Stop => Entry::Stop,
        }
    }

    fn leave(&mut self, state: &Self::State, choice: P::Choice) {
        self.0.leave(state, choice);
    }

    fn goal(&mut self, state: &Self::State) -> ControlFlow<()> {
        self.0.goal(state)
    }
}
