use sudomill_solvers::registry::{self, STRATEGIES, Strategy};

fn name(name: &str) -> String {
    registry::find(name).unwrap().name()
}

#[track_caller]
fn refused(name: &str, wrong: &str) {
    let message = name.parse::<Strategy>().unwrap_err().to_string();
    assert!(message.starts_with(&format!("{wrong}; expected one of lanes, ")), "{message}");
}

#[test]
fn parts_in_any_order() {
    for same in ["locked/mrv+degree/descending", "descending/locked/mrv+degree"] {
        assert_eq!(name(same), "locked/mrv+degree/descending");
    }
    assert_eq!(name("singles/mrv/ascending"), "mrv");
    assert_eq!(name("ascending/naked/random:007"), "naked/random:7");
    assert_eq!(name("random:18446744073709551615"), "random:18446744073709551615");
}

#[test]
fn names_read_back() {
    let listed = STRATEGIES.iter().map(|entry| entry.part.name.to_owned());
    let names: Vec<_> =
        listed.chain(registry::all_combinations().map(|strategy| strategy.name())).collect();
    assert!(names.iter().all(|n| name(n) == *n));
    let mut different = names.clone();
    different.sort();
    different.dedup();
    // `mrv` is a named strategy and a combination.
    assert_eq!(different.len(), names.len() - 1);
}

#[test]
fn invalid_names() {
    refused("magic", "unknown strategy 'magic'");
    refused("", "unknown strategy ''");
    refused("MRV", "unknown strategy 'MRV'");
    refused("mrv/magic", "strategy 'mrv/magic': unknown part 'magic'");
    refused("mrv/", "strategy 'mrv/': unknown part ''");
    refused("locked", "strategy 'locked' has no branching");
    refused("naked/descending", "strategy 'naked/descending' has no branching");
    refused("mrv/first", "strategy 'mrv/first': 'mrv' and 'first' are both a branching");
    refused("mrv/mrv", "strategy 'mrv/mrv': 'mrv' and 'mrv' are both a branching");
    refused(
        "naked/mrv/locked",
        "strategy 'naked/mrv/locked': 'naked' and 'locked' are both a propagation",
    );
    refused(
        "lanes/naked",
        "strategy 'lanes/naked': 'lanes' is a complete strategy and takes no parts",
    );
    refused("random", "strategy 'random': 'random' needs a seed");
    refused("random:", "strategy 'random:': the seed '' is not a number below 2^64");
    refused("random:+1", "strategy 'random:+1': the seed '+1' is not a number below 2^64");
    refused("mrv:1", "strategy 'mrv:1': 'mrv' takes no seed");
}
