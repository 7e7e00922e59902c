//! The graph of the safe states, in layers by distance from the start.

use super::river::State;
use sudomill_problems::search::{Acyclic, Entry, Expansion, SearchProblem, depth_first};

/// States, and the crossings between them.
pub struct Graph {
    /// The states of each layer; the index of a layer is the number of crossings to it.
    pub layers: Vec<Vec<State>>,
    /// Every crossing once, directed away from the start.
    pub edges: Vec<(State, State)>,
}

impl Graph {
    /// Returns everything reachable from the start. Searches every acyclic path and records its
    /// states and steps.
    pub fn explore(problem: impl SearchProblem<State = State>) -> Self {
        let mut tour = Acyclic::new(Tour { problem, seen: Vec::new(), edges: Vec::new() });
        let _ = depth_first(&mut tour, &mut vec![State::START]);
        Self::layered(&tour.problem.seen, &tour.problem.edges)
    }

    fn layered(states: &[State], steps: &[(State, State)]) -> Self {
        let mut graph = Self { layers: vec![vec![State::START]], edges: Vec::new() };
        loop {
            let placed = graph.layers.concat();
            let last = graph.layers.last().expect("the start stands in the first");
            let mut next = Vec::new();
            for &from in last {
                for &to in states.iter().filter(|to| !placed.contains(to)) {
                    if steps.contains(&(from, to)) {
                        graph.edges.push((from, to));
                        if !next.contains(&to) {
                            next.push(to);
                        }
                    }
                }
            }
            match next.is_empty() {
                true => return graph,
                false => graph.layers.push(next),
            }
        }
    }
}

/// A problem without goals, so that the search visits everything.
struct Tour<P> {
    problem: P,
    seen: Vec<State>,
    edges: Vec<(State, State)>,
}

impl<P: SearchProblem<State = State>> SearchProblem for Tour<P> {
    type State = State;
    type Choice = P::Choice;
    type Choices = P::Choices;

    fn expand(&mut self, state: &mut State) -> Expansion<P::Choices> {
        if !self.seen.contains(state) {
            self.seen.push(*state);
        }
        self.problem.expand(state)
    }

    fn enter(&mut self, state: &State, choice: P::Choice) -> Entry<State> {
        let entry = self.problem.enter(state, choice);
        if let Entry::Child(next) = entry {
            self.edges.push((*state, next));
        }
        entry
    }
}
