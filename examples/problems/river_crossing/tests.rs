use super::*;
use sudomill::solver::search::{Acyclic, depth_first};

#[test]
fn safe_states_and_crossings() {
    assert_eq!(State::all().count(), 16);
    let safe: Vec<State> = State::all().filter(|state| state.is_safe()).collect();
    let graph = Graph::explore(River);
    let drawn = graph.layers.concat();
    assert_eq!((safe.len(), drawn.len(), graph.edges.len()), (10, 10, 10));
    assert!(safe.iter().all(|state| drawn.contains(state)));
}

#[test]
fn two_shortest_solutions() {
    let solutions = shortest_paths(River, State::START);
    assert!(solutions.iter().all(|path| path.len() == 8 && path[7] == State::END));
    let rowed: Vec<String> = solutions.iter().map(|path| picture::passengers(path)).collect();
    assert_eq!(
        rowed,
        [
            "sheep, alone, wolf, sheep, cabbage, alone, sheep",
            "sheep, alone, cabbage, sheep, wolf, alone, sheep",
        ]
    );
}

#[test]
fn no_other_acyclic_solution() {
    let mut acyclic = Acyclic::new(River);
    assert!(depth_first(&mut acyclic, &mut vec![State::START]).is_continue());
    assert_eq!(acyclic.paths, shortest_paths(River, State::START));
}

#[test]
fn pictures() {
    let graph = Graph::explore(River);
    let (text, svg) = (picture::text(&graph), drawing());
    for state in graph.layers.concat() {
        assert!(text.contains(&state.to_string()), "{text}");
    }
    for state in State::all() {
        assert!(svg.contains(&format!(">{state}</text>")), "{svg}");
        let is_listed = forbidden().contains(&format!("   {state}  "));
        assert_eq!((is_listed, state.meals().count() > 0), (!state.is_safe(), !state.is_safe()));
    }
    assert_eq!(forbidden().matches(" eats ").count(), 8);
    assert_eq!(svg.matches("<rect class=\"forbidden\"").count(), 6, "{svg}");
    assert_eq!(text.matches(['│', '╱', '╲']).count(), 10, "{text}");
    assert_eq!(svg.matches("<line ").count(), 10, "{svg}");
}

#[test]
fn documented_output() {
    assert!(include_str!("../../../docs/examples.md").contains(&report()), "{}", report());
}
