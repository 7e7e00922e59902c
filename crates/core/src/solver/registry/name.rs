//! Parses strategy names.

use super::{BRANCHINGS, Composed, Rule, STRATEGIES, Strategy, table};
use crate::solver::{propagation::Propagation, value_order::ValueOrder};
use std::str::FromStr;

/// The grammar of a strategy name that is composed of parts.
pub const GRAMMAR: &str = "[PROPAGATION/]BRANCHING[/ORDER]";

/// The error for a name that is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong}; expected {}", expected())]
pub struct UnknownStrategy {
    wrong: String,
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    /// Like [`super::find`].
    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        parse(name).map_err(|wrong| UnknownStrategy { wrong })
    }
}

/// Parses a name. The error says what is wrong with it.
fn parse(name: &str) -> Result<Strategy, String> {
    if let Some(entry) = table::named(name) {
        return Ok(entry.into());
    }
    let mut propagation = None;
    let mut branching = None;
    let mut order = None;
    let wrong = |why: String| format!("strategy '{name}': {why}");
    for part in name.split('/') {
        if let Some(&found) = Propagation::ALL.iter().find(|it| it.part().name == part) {
            set(&mut propagation, part, found, "propagation").map_err(wrong)?;
        } else if let Some(&found) = ValueOrder::ALL.iter().find(|it| it.part().name == part) {
            set(&mut order, part, found, "value order").map_err(wrong)?;
        } else if let Some(found) = rule(part).map_err(wrong)? {
            set(&mut branching, part, found, "branching").map_err(wrong)?;
        } else if part == name {
            return Err(format!("unknown strategy '{name}'"));
        } else if table::named(part).is_some() {
            return Err(wrong(format!("'{part}' is a complete strategy and takes no parts")));
        } else {
            return Err(wrong(format!("unknown part '{part}'")));
        }
    }
    let Some((_, (rule, seed))) = branching else {
        return Err(format!("strategy '{name}' has no branching"));
    };
    let propagation = propagation.map(|(_, propagation)| propagation).unwrap_or_default();
    let order = order.map(|(_, order)| order).unwrap_or_default();
    Ok(Composed { propagation, rule, seed, order }.into())
}

/// Stores a part, unless the name already has one of this kind.
fn set<'n, T>(
    slot: &mut Option<(&'n str, T)>,
    part: &'n str,
    value: T,
    kind: &str,
) -> Result<(), String> {
    match slot.replace((part, value)) {
        None => Ok(()),
        Some((first, _)) => Err(format!("'{first}' and '{part}' are both a {kind}")),
    }
}

/// Parses a branching rule and its seed, 0 if it takes none. `None` if no rule has this name.
fn rule(part: &str) -> Result<Option<(&'static Rule, u64)>, String> {
    let (name, seed) = part.split_once(':').map_or((part, None), |(name, seed)| (name, Some(seed)));
    let Some(rule) = BRANCHINGS.iter().find(|known| known.part.name == name) else {
        return Ok(None);
    };
    match (rule.is_seeded(), seed) {
        (false, None) => Ok(Some((rule, 0))),
        (false, Some(_)) => Err(format!("'{name}' takes no seed")),
        (true, None) => Err(format!("'{name}' needs a seed")),
        (true, Some(seed)) => match seed.parse() {
            Ok(number) if !seed.starts_with('+') => Ok(Some((rule, number))),
            _ => Err(format!("the seed '{seed}' is not a number below 2^64")),
        },
    }
}

/// Lists all valid names, for messages.
fn expected() -> String {
    format!(
        "one of {}, or {GRAMMAR}; propagations: {}; branchings: {}; orders: {}",
        STRATEGIES.iter().map(|entry| entry.part.name).collect::<Vec<_>>().join(", "),
        Propagation::ALL.iter().map(|it| it.part().name).collect::<Vec<_>>().join(", "),
        BRANCHINGS.iter().map(Rule::usage).collect::<Vec<_>>().join(", "),
        ValueOrder::ALL.iter().map(|it| it.part().name).collect::<Vec<_>>().join(", "),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> String {
        parse(name).unwrap().name()
    }

    #[track_caller]
    fn refused(name: &str, wrong: &str) {
        let message = name.parse::<Strategy>().unwrap_err().to_string();
        assert!(
            message.starts_with(&format!("{wrong}; expected one of lanes, mrv, ")),
            "{message}"
        );
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
        let names: Vec<_> = listed
            .chain(super::super::all_combinations().map(|strategy| strategy.name()))
            .collect();
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
}
