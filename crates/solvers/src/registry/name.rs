//! Parses strategy names.

use super::{BRANCHINGS, Composed, Rule, STRATEGIES, Strategy, table};
use crate::{propagation::Propagation, value_order::ValueOrder};
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
