//! Cycle detection, for problems in which a state can be reached again.

use super::{Entry, Expansion, SearchProblem, depth_first};
use std::ops::ControlFlow;

/// Searches the paths of another problem, with no state twice on a path, so that the search ends
/// even if the problem has cycles.
///
/// ```
/// use sudomill_problems::search::{Acyclic, Entry, Expansion, SearchProblem, depth_first};
///
/// /// Walks around a square, along its sides, from corner 0 to the opposite one.
/// struct Corners;
///
/// impl SearchProblem for Corners {
///     type State = u8;
///     type Choice = u8;
///     type Choices = std::array::IntoIter<u8, 2>;
///
///     fn expand(&mut self, corner: &mut u8) -> Expansion<Self::Choices> {
///         match corner {
///             2 => Expansion::Goal,
///             _ => Expansion::Branch([1, 3].into_iter()),
///         }
///     }
///     fn enter(&mut self, corner: &u8, turn: u8) -> Entry<u8> {
///         Entry::Child((corner + turn) % 4)
///     }
/// }
///
/// let mut acyclic = Acyclic::new(Corners);
/// let _ = depth_first(&mut acyclic, &mut vec![0]);
/// assert_eq!(acyclic.paths, [[0, 1, 2], [0, 3, 2]]);
/// ```
#[derive(Clone, Debug)]
pub struct Acyclic<P: SearchProblem> {
    /// The problem.
    pub problem: P,
    /// The paths to goals found so far, from the first state to the goal.
    pub paths: Vec<Vec<P::State>>,
    /// The maximum length of a path, in choices.
    longest: usize,
    /// Set when a path was cut off at this length.
    cut: bool,
}

impl<P: SearchProblem> Acyclic<P> {
    /// Searches the paths of a problem, of any length.
    pub fn new(problem: P) -> Self {
        Self { problem, paths: Vec::new(), longest: usize::MAX, cut: false }
    }
}

impl<P: SearchProblem<State: Clone + Eq>> SearchProblem for Acyclic<P> {
    type State = Vec<P::State>;
    type Choice = P::Choice;
    type Choices = P::Choices;

    fn expand(&mut self, path: &mut Self::State) -> Expansion<P::Choices> {
        let choices = path.len() - 1;
        let expansion = self.problem.expand(last_mut(path));
        match expansion {
            Expansion::Branch(_) if choices == self.longest => {
                self.cut = true;
                Expansion::DeadEnd
            }
            _ => expansion,
        }
    }

    fn enter(&mut self, path: &Self::State, choice: P::Choice) -> Entry<Self::State> {
        match self.problem.enter(last(path), choice) {
            Entry::Child(state) if path.contains(&state) => Entry::Refused,
            Entry::Child(state) => Entry::Child([&path[..], &[state]].concat()),
            Entry::Refused => Entry::Refused,
            Entry::Stop => Entry::Stop,
        }
    }

    fn leave(&mut self, path: &Self::State, choice: P::Choice) {
        self.problem.leave(last(path), choice);
    }

    fn goal(&mut self, path: &Self::State) -> ControlFlow<()> {
        self.paths.push(path.clone());
        self.problem.goal(last(path))
    }
}

/// Finds all shortest paths from a state to a goal; empty if there is no goal.
///
/// Uses iterative deepening: the search is repeated for paths of 0, 1, 2, … choices. The repetition
/// costs little if states have several choices, and only the current path is kept in memory. Paths
/// with the same states but different choices are different paths.
///
/// ```
/// use sudomill_problems::search::{Entry, Expansion, SearchProblem, shortest_paths};
///
/// /// From 2 to 10 by doubling and by adding one.
/// struct ToTen;
///
/// impl SearchProblem for ToTen {
///     type State = u8;
///     type Choice = fn(u8) -> u8;
///     type Choices = std::array::IntoIter<Self::Choice, 2>;
///
///     fn expand(&mut self, number: &mut u8) -> Expansion<Self::Choices> {
///         match number {
///             10 => Expansion::Goal,
///             11.. => Expansion::DeadEnd,
///             _ => Expansion::Branch([(|n| 2 * n) as Self::Choice, |n| n + 1].into_iter()),
///         }
///     }
///     fn enter(&mut self, number: &u8, step: Self::Choice) -> Entry<u8> {
///         Entry::Child(step(*number))
///     }
/// }
///
/// assert_eq!(shortest_paths(ToTen, 2), [[2, 4, 5, 10]]);
/// ```
pub fn shortest_paths<P>(problem: P, from: P::State) -> Vec<Vec<P::State>>
where
    P: SearchProblem<State: Clone + Eq>,
{
    let mut acyclic = Acyclic::new(problem);
    for longest in 0.. {
        (acyclic.longest, acyclic.cut) = (longest, false);
        let ended = depth_first(&mut acyclic, &mut vec![from.clone()]).is_break();
        // Longer paths exist only if one was cut off.
        if ended || !acyclic.paths.is_empty() || !acyclic.cut {
            break;
        }
    }
    acyclic.paths
}

fn last<S>(path: &[S]) -> &S {
    path.last().expect("a path begins with a state")
}

fn last_mut<S>(path: &mut [S]) -> &mut S {
    path.last_mut().expect("a path begins with a state")
}
