//! Feeds: any text as the name of a strategy.
//! Compares: a strategy with the one found by its own name.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::Order2,
    solver::{Limits, Status, registry::find},
};

fuzz_target!(|name: &str| {
    match find(name) {
        Ok(strategy) => {
            let own = strategy.name();
            let again = find(&own).expect("its own name");
            assert_eq!(again.name(), own);
            let puzzle = "24131342423131..".parse().expect("a puzzle");
            let outcome = strategy.solver::<Order2>().solve(&puzzle, &Limits::default());
            assert_eq!(outcome.status, Status::Unique, "{own}");
            assert_eq!(outcome, again.solver().solve(&puzzle, &Limits::default()), "{own}");
        }
        Err(error) => assert!(error.to_string().contains("expected one of")),
    }
});
