//! The first type of result: continue or stop.

use super::{Entry, Expansion, Problem};
use std::ops::ControlFlow;

/// Searches everything below a state, depth first, in the order of the choices.
///
/// `Break` means that the search ended early: at a goal or at a `Stop`. The recursion is as deep as
/// the longest path.
pub fn depth_first<P: Problem>(problem: &mut P, state: &mut P::State) -> ControlFlow<()> {
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
