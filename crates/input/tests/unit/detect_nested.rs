//! Puzzles inside the values of objects.

use sudomill_input::{Nested, detect::nested::first};

#[test]
fn places() {
    let grid = "[[1,0,0,0],[0,0,4,0],[0,2,0,0],[0,0,0,3]]";
    let objects = grid.replace('0', "{}").replace(['1', '2', '3', '4'], "{\"v\":1}");
    for (object, expected) in [
        (r#"{"a":{"b c":["x","1...4.....2....3"]}}"#.to_owned(), Some("a.b c.1")),
        (format!(r#"{{"a":{{"board":{grid}}}}}"#), Some("a.board")),
        (format!(r#"{{"a":{{"solved":"1234341243212143","board":{grid}}}}}"#), Some("a.board")),
        (r#"{"a":[{"t":"1,.,.,.\n4,.,.,.\n.,.,2,.\n.,.,.,3"}]}"#.to_owned(), Some("a.0.t")),
        (format!(r#"{{"size":4,"grid":{objects}}}"#), Some("[.grid[][] | .v // 0]")),
        (r#"{"a":{"b":"1...4"}}"#.to_owned(), None),
        // The question, or none.
        (
            r#"{"chat":[{"from":"human","value":"Solve 1...4.....2....3"},
                {"from":"gpt","value":"12343412431221.3"}]}"#
                .to_owned(),
            Some("chat.0.value"),
        ),
        (
            r#"{"messages":[{"role":"user","content":"Solve it."},
                {"role":"assistant","content":"12343412431221.3"}]}"#
                .to_owned(),
            None,
        ),
        (r#"{"a":{"question":"?","answer":"12343412431221.3"}}"#.to_owned(), None),
        (r#"{"a":["x","1234341243212143"]}"#.to_owned(), None),
        (
            r#"{"states":["1...4.....2....3","12..4.....2....3","1234341243212143"]}"#.to_owned(),
            Some("states.0"),
        ),
        // No path leads below such a key.
        (r#"{"a":{"b.c":"1...4.....2....3"}}"#.to_owned(), None),
        ("{".to_owned(), None),
    ] {
        let found = first(object.as_bytes()).map(|place| match place {
            Nested::Path(place) | Nested::Filter(place) => place,
        });
        assert_eq!(found.as_deref(), expected, "{object}");
    }
}
