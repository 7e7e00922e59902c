//! Parses strategy names.

use super::{BRANCHINGS, Composed, GRAMMAR, Rule, STRATEGIES, Strategy};
use crate::solver::{propagation::Propagation, value_order::ValueOrder};
use std::str::FromStr;

/// The error for a name that is not a strategy.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{wrong}; expected {}", expected())]
pub struct UnknownStrategy {
    wrong: String,
}

fn wrong<T>(wrong: String) -> Result<T, UnknownStrategy> {
    Err(UnknownStrategy { wrong })
}

/// The parts found in a name so far, each with its text.
#[derive(Default)]
struct Parts<'n> {
    propagation: Option<(&'n str, Propagation)>,
    branching: Option<(&'n str, (&'static Rule, u64))>,
    order: Option<(&'n str, ValueOrder)>,
}

impl FromStr for Strategy {
    type Err = UnknownStrategy;

    /// Like [`super::find`].
    fn from_str(name: &str) -> Result<Self, UnknownStrategy> {
        parse(name)
    }
}

pub(super) fn parse(name: &str) -> Result<Strategy, UnknownStrategy> {
    if let Some(entry) = STRATEGIES.iter().find(|entry| entry.name == name) {
        return Ok(entry.into());
    }
    let mut parts = Parts::default();
    for part in name.split('/') {
        parts.add(part, name)?;
    }
    let Some((_, (rule, seed))) = parts.branching else {
        return wrong(format!("strategy '{name}' has no branching"));
    };
    let propagation = parts.propagation.map(|(_, propagation)| propagation).unwrap_or_default();
    let order = parts.order.map(|(_, order)| order).unwrap_or_default();
    Ok(Composed { propagation, rule, seed, order }.into())
}

impl<'n> Parts<'n> {
    fn add(&mut self, part: &'n str, name: &str) -> Result<(), UnknownStrategy> {
        let propagation = Propagation::ALL.into_iter().find(|p| p.part().name == part);
        let order = ValueOrder::ALL.into_iter().find(|order| order.part().name == part);
        if let Some(propagation) = propagation {
            set(&mut self.propagation, part, propagation, "propagation", name)
        } else if let Some(order) = order {
            set(&mut self.order, part, order, "value order", name)
        } else if let Some(rule) = branching(part, name)? {
            set(&mut self.branching, part, rule, "branching", name)
        } else if part == name {
            wrong(format!("unknown strategy '{name}'"))
        } else if STRATEGIES.iter().any(|entry| entry.name == part) {
            wrong(format!("strategy '{name}': '{part}' is a complete strategy and takes no parts"))
        } else {
            wrong(format!("strategy '{name}': unknown part '{part}'"))
        }
    }
}

/// Stores a part.
///
/// # Errors
/// The name already has a part of this kind.
fn set<'n, T>(
    slot: &mut Option<(&'n str, T)>,
    part: &'n str,
    value: T,
    kind: &str,
    name: &str,
) -> Result<(), UnknownStrategy> {
    match slot.replace((part, value)) {
        None => Ok(()),
        Some((first, _)) => {
            wrong(format!("strategy '{name}': '{first}' and '{part}' are both a {kind}"))
        }
    }
}

/// Parses a branching rule and its seed, 0 if it takes none. `None` if no rule has this name.
fn branching(part: &str, name: &str) -> Result<Option<(&'static Rule, u64)>, UnknownStrategy> {
    let (rule, seed) = match part.split_once(':') {
        Some((rule, seed)) => (rule, Some(seed)),
        None => (part, None),
    };
    let Some(rule) = BRANCHINGS.iter().find(|known| known.part.name == rule) else {
        return Ok(None);
    };
    match (rule.seeded, seed) {
        (false, None) => Ok(Some((rule, 0))),
        (false, Some(_)) => wrong(format!("strategy '{name}': '{}' takes no seed", rule.part.name)),
        (true, None) => wrong(format!("strategy '{name}': '{}' needs a seed", rule.part.name)),
        (true, Some(seed)) => match seed.parse() {
            Ok(number) if seed.bytes().all(|byte| byte.is_ascii_digit()) => {
                Ok(Some((rule, number)))
            }
            _ => wrong(format!("strategy '{name}': the seed '{seed}' is not a number below 2^64")),
        },
    }
}

/// Lists all valid names, for messages.
fn expected() -> String {
    let strategies = STRATEGIES.iter().map(|entry| entry.name.to_owned());
    let propagations = Propagation::ALL.into_iter().map(|p| p.part().name.to_owned());
    let orders = ValueOrder::ALL.into_iter().map(|order| order.part().name.to_owned());
    format!(
        "one of {}, or {GRAMMAR}; propagations: {}; branchings: {}; orders: {}",
        list(strategies),
        list(propagations),
        list(BRANCHINGS.iter().map(Rule::usage)),
        list(orders),
    )
}

fn list(names: impl Iterator<Item = String>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(name: &str) -> String {
        parse(name).unwrap().name()
    }

    #[track_caller]
    fn refused(name: &str, wrong: &str) {
        let message = parse(name).unwrap_err().to_string();
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
        let listed = STRATEGIES.iter().map(|entry| entry.name.to_owned());
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
