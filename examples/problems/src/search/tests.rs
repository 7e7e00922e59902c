//! Runs all searches on one tree: their results, and how they end early.

use super::*;
use std::{collections::HashMap, ops::ControlFlow, ops::RangeInclusive};

const DEPTH: usize = 4;

/// A tree with three choices in every state. A state is the list of choices so far; every full path
/// is a goal, except those that begin with the barren choice.
#[derive(Clone, Default)]
struct Tree {
    barren: Option<i32>,
    /// The search stops at this state, as a limit would.
    stop: Option<Vec<i32>>,
    /// The search ends at this goal.
    enough: Option<Vec<i32>>,
    bounded: bool,
    entered: usize,
    left: usize,
}

fn worth(path: &[i32]) -> i32 {
    path.iter().fold(7, |hash, way| (hash * 31 + way) % 101) - 50
}

impl SearchProblem for Tree {
    type State = Vec<i32>;
    type Choice = i32;
    type Choices = RangeInclusive<i32>;

    fn expand(&mut self, path: &mut Vec<i32>) -> Expansion<Self::Choices> {
        match path.len() {
            _ if self.stop.as_ref() == Some(path) => Expansion::Stop,
            _ if path.first().is_some_and(|first| self.barren == Some(*first)) => {
                Expansion::DeadEnd
            }
            DEPTH => Expansion::Goal,
            _ => Expansion::Branch(0..=2),
        }
    }

    fn enter(&mut self, path: &Vec<i32>, way: i32) -> Entry<Vec<i32>> {
        self.entered += 1;
        Entry::Child([&path[..], &[way]].concat())
    }

    fn leave(&mut self, _: &Vec<i32>, _: i32) {
        self.left += 1;
    }

    fn goal(&mut self, path: &Vec<i32>) -> ControlFlow<()> {
        match self.enough.as_ref() == Some(path) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl Valued for Tree {
    type Value = i32;

    fn value(&self, path: &Vec<i32>) -> i32 {
        worth(path)
    }

    /// The greatest absolute value below, which is an upper bound for both searches.
    fn bound(&self, path: &Vec<i32>) -> Option<i32> {
        self.bounded.then(|| goals(path).iter().map(|goal| worth(goal).abs()).max().unwrap())
    }
}

/// All goals below a path, by enumeration.
fn goals(path: &[i32]) -> Vec<Vec<i32>> {
    let open = (DEPTH - path.len()) as u32;
    let ways = |number: i32| (0..open).rev().map(move |digit| number / 3i32.pow(digit) % 3);
    (0..3i32.pow(open)).map(|number| path.iter().copied().chain(ways(number)).collect()).collect()
}

/// The value by the definition of minimax.
fn minimax(path: &[i32], mine: bool) -> i32 {
    let ways = (0..3).map(|way| [path, &[way]].concat());
    match path.len() {
        DEPTH => worth(path), // the depth is even: the first player would be next
        _ if mine => ways.map(|path| minimax(&path, false)).max().unwrap(),
        _ => ways.map(|path| minimax(&path, true)).min().unwrap(),
    }
}

#[test]
fn best_is_first_greatest_goal() {
    let all = goals(&[]);
    let most = all.iter().map(|goal| worth(goal)).max().unwrap();
    let first = all.into_iter().find(|goal| worth(goal) == most).unwrap();
    let (mut plain, mut bounded) = (Tree::default(), Tree { bounded: true, ..Tree::default() });
    for tree in [&mut plain, &mut bounded] {
        assert_eq!(best(tree, vec![]), ControlFlow::Continue(Some((most, first.clone()))));
        assert_eq!(tree.entered, tree.left);
    }
    assert!(bounded.entered < plain.entered, "{} {}", bounded.entered, plain.entered);
}

#[test]
fn negamax_equals_minimax() {
    let value = ControlFlow::Continue(Some(minimax(&[], true)));
    for bounded in [false, true] {
        let mut tree = Tree { bounded, ..Tree::default() };
        assert_eq!(negamax(&mut tree, &mut vec![], &mut ()), value);
        assert_eq!(tree.entered, tree.left);
        let mut memo = HashMap::new();
        assert_eq!(negamax(&mut tree, &mut vec![], &mut memo), value);
        let entered = tree.entered;
        assert_eq!(negamax(&mut tree, &mut vec![], &mut memo), value);
        assert_eq!(tree.entered, entered, "the second time it is remembered");
    }
}

#[test]
fn rate_values_each_choice() {
    let mut tree = Tree { barren: Some(1), ..Tree::default() };
    let found = choice_values(&mut tree, &mut vec![], &mut ());
    let values = [0, 2].map(|way| (way, minimax(&[way], false)));
    assert_eq!(found, ControlFlow::Continue(values.to_vec()));
}

#[test]
fn early_end_claims_nothing() {
    let stop = Tree { stop: Some(vec![1, 2]), ..Tree::default() };
    let enough = Tree { enough: Some(vec![1, 2, 0, 1]), ..Tree::default() };
    for tree in [stop, enough] {
        assert!(depth_first(&mut tree.clone(), &mut vec![]).is_break());
        assert!(best(&mut tree.clone(), vec![]).is_break());
        assert!(negamax(&mut tree.clone(), &mut vec![], &mut ()).is_break());
        assert!(choice_values(&mut tree.clone(), &mut vec![], &mut ()).is_break());
    }
}

#[test]
fn no_goal() {
    let mut tree = Tree { barren: Some(2), ..Tree::default() };
    assert_eq!(best(&mut tree, vec![2]), ControlFlow::Continue(None));
    assert_eq!(negamax(&mut tree, &mut vec![2], &mut ()), ControlFlow::Continue(None));
    assert_eq!(choice_values(&mut tree, &mut vec![2], &mut ()), ControlFlow::Continue(vec![]));
    assert!(shortest_paths(tree, vec![2]).is_empty());
}

/// Walks around a circle of six places, in either direction, to a place that may be on it.
struct Circle {
    to: i32,
}

impl SearchProblem for Circle {
    type State = i32;
    type Choice = i32;
    type Choices = std::array::IntoIter<i32, 2>;

    fn expand(&mut self, place: &mut i32) -> Expansion<Self::Choices> {
        match *place == self.to {
            true => Expansion::Goal,
            false => Expansion::Branch([1, -1].into_iter()),
        }
    }

    fn enter(&mut self, place: &i32, step: i32) -> Entry<i32> {
        Entry::Child((place + step).rem_euclid(6))
    }
}

#[test]
fn shortest_paths_and_cycles() {
    assert_eq!(shortest_paths(Circle { to: 0 }, 0), [[0]]);
    assert_eq!(shortest_paths(Circle { to: 2 }, 0), [[0, 1, 2]]);
    assert_eq!(shortest_paths(Circle { to: 3 }, 0), [[0, 1, 2, 3], [0, 5, 4, 3]]);
    assert!(shortest_paths(Circle { to: 6 }, 0).is_empty());
}
