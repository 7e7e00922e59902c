use super::*;
use crate::search::{Acyclic, depth_first};

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
    let rowed: Vec<String> =
        solutions.iter().map(|path| picture::crossings(path, Names::Words)).collect();
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
    let (text, svg) = (picture::text(&graph, Names::Words), drawing(Names::Words));
    let forbidden = forbidden(Names::Words);
    for state in graph.layers.concat() {
        assert!(text.contains(&state.to_string()), "{text}");
    }
    for state in State::all() {
        assert!(svg.contains(&format!(">{state}</text>")), "{svg}");
        let is_listed = forbidden.contains(&format!("   {state}  "));
        assert_eq!((is_listed, state.meals().count() > 0), (!state.is_safe(), !state.is_safe()));
    }
    assert_eq!(forbidden.matches(" eats ").count(), 8);
    assert_eq!(svg.matches("<rect class=\"forbidden\"").count(), 6, "{svg}");
    assert_eq!(text.matches(['│', '╱', '╲']).count(), 10, "{text}");
    assert_eq!(svg.matches("<line ").count(), 10, "{svg}");
    assert!(svg.contains(">start</text>") && svg.contains(">goal</text>"), "{svg}");
}

#[test]
fn documented_output() {
    for names in [Names::Words, Names::Bits] {
        let shown = report(names);
        assert!(include_str!("../../../docs/examples.md").contains(&shown), "{shown}");
    }
}

#[test]
fn bits_of_lecture() {
    let bits = |is_wanted: &dyn Fn(State) -> bool| -> Vec<String> {
        State::all().filter(|&state| is_wanted(state)).map(|s| Names::Bits.state(s)).collect()
    };
    assert_eq!(bits(&|state| [State::START, State::END].contains(&state)), ["0000", "1111"]);
    let mut forbidden = bits(&|state| !state.is_safe());
    forbidden.sort();
    assert_eq!(forbidden, ["0011", "0110", "0111", "1000", "1001", "1100"]);
    let tree = tree::text(Names::Bits);
    for first in ["A → 1000  forbidden", "AL → 1100  forbidden", "AP → 1010", "AC → 1001  forb"]
    {
        assert!(tree.contains(&format!("\n├ {first}")) || tree.contains(&format!("\n└ {first}")));
    }
    assert_eq!(tree.matches("  goal").count(), 2, "{tree}");
}
