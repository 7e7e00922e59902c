//! The second type of result: the best goal.

use super::{Entry, Expansion, SearchProblem, Valued, valued::reached};
use std::ops::ControlFlow;

/// The value of a goal, and the goal.
pub type BestGoal<P> = (<P as Valued>::Value, <P as SearchProblem>::State);

/// Finds the goal with the highest value below a state, by branch and bound. Ties go to the first
/// in the order of the choices. `None` if there is no goal.
///
/// A state whose [`bound`](Valued::bound) does not exceed the best goal so far is skipped. `Break`
/// means that the search ended early and has no result.
///
/// ```
/// use sudomill_problems::search::{best, Entry, Expansion, SearchProblem, Valued};
///
/// /// The weight and the worth of each thing; at most weight 10 can be carried.
/// const THINGS: [(u32, u32); 4] = [(6, 30), (5, 20), (4, 17), (1, 2)];
///
/// /// The number of things considered so far, and the weight and the worth of those packed.
/// type Pack = (usize, u32, u32);
///
/// struct Knapsack;
///
/// impl SearchProblem for Knapsack {
///     type State = Pack;
///     type Choice = bool;
///     type Choices = std::array::IntoIter<bool, 2>;
///
///     fn expand(&mut self, &mut (seen, ..): &mut Pack) -> Expansion<Self::Choices> {
///         match seen == THINGS.len() {
///             true => Expansion::Goal,
///             false => Expansion::Branch([true, false].into_iter()),
///         }
///     }
///     fn enter(&mut self, &(seen, weight, worth): &Pack, take: bool) -> Entry<Pack> {
///         let thing = THINGS[seen];
///         match take {
///             true if weight + thing.0 > 10 => Entry::Refused,
///             true => Entry::Child((seen + 1, weight + thing.0, worth + thing.1)),
///             false => Entry::Child((seen + 1, weight, worth)),
///         }
///     }
/// }
///
/// impl Valued for Knapsack {
///     type Value = u32;
///
///     fn value(&self, &(_, _, worth): &Pack) -> u32 {
///         worth
///     }
///     /// As if all the rest could be taken.
///     fn bound(&self, &(seen, _, worth): &Pack) -> Option<u32> {
///         Some(worth + THINGS[seen..].iter().map(|thing| thing.1).sum::<u32>())
///     }
/// }
///
/// let found = best(&mut Knapsack, (0, 0, 0)).continue_value().flatten();
/// assert_eq!(found, Some((47, (4, 10, 47))));
/// ```
pub fn best<P: Valued>(problem: &mut P, state: P::State) -> ControlFlow<(), Option<BestGoal<P>>> {
    better(problem, state, None)
}

/// The best goal below a state, if its value is above the floor.
fn better<P: Valued>(
    problem: &mut P,
    mut state: P::State,
    mut floor: Option<P::Value>,
) -> ControlFlow<(), Option<BestGoal<P>>> {
    let choices = match problem.expand(&mut state) {
        Expansion::DeadEnd => return ControlFlow::Continue(None),
        Expansion::Goal => {
            problem.goal(&state)?;
            let value = problem.value(&state);
            return ControlFlow::Continue((Some(value) > floor).then_some((value, state)));
        }
        Expansion::Stop => return ControlFlow::Break(()),
        Expansion::Branch(choices) => choices,
    };
    let bound = problem.bound(&state);
    let mut found = None;
    for choice in choices {
        if reached(floor, bound) {
            break;
        }
        match problem.enter(&state, choice) {
            Entry::Refused => continue,
            Entry::Stop => return ControlFlow::Break(()),
            Entry::Child(child) => {
                if let Some(goal) = better(problem, child, floor)? {
                    floor = Some(goal.0);
                    found = Some(goal);
                }
            }
        }
        problem.leave(&state, choice);
    }
    ControlFlow::Continue(found)
}
