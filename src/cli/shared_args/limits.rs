//! When a search ends: flags in, `Limits` and `Tuning` out.

use super::at_least_1;
use crate::cli::interrupt;
use sudomill::{
    grid::Size,
    solver::{Limits, registry::Tuning},
};

/// The limits of every search.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Stop a search after N solutions [default: 2]
    ///
    /// 1 finds a solution, 2 proves that it is the only one, and N counts up to N solutions.
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    limit: Option<u64>,
    /// Give up after N guesses [default: unlimited; 10 million above 9×9]
    #[arg(long, value_name = "N")]
    max_guesses: Option<u64>,
}

/// The limits of every search, and those of single strategies.
#[derive(Debug, clap::Args)]
pub struct StrategyLimitArgs {
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!("Give up after N passes of `electroyou` [default: {}]", Tuning::default().max_passes))]
    max_passes: Option<u64>,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!(
        "Give up after N fillings of `generate-and-test` [default: {}]",
        Tuning::default().max_fillings
    ))]
    max_fillings: Option<u64>,
}

impl LimitArgs {
    /// The limits to search with; `defaults` stand in for flags that were not set.
    pub fn resolve(&self, defaults: Limits<'static>) -> Limits<'static> {
        Limits {
            solutions: self.limit.unwrap_or(defaults.solutions),
            max_guesses: self.max_guesses.unwrap_or(defaults.max_guesses),
            stop: Some(&interrupt::STOP),
        }
    }
}

impl StrategyLimitArgs {
    /// As [`LimitArgs::resolve`].
    pub fn resolve(&self, defaults: Limits<'static>) -> Limits<'static> {
        self.limits.resolve(defaults)
    }

    /// The limits of single strategies; `defaults` stand in for flags that were not set.
    pub fn tuning(&self, defaults: Tuning) -> Tuning {
        defaults
            .with_max_passes(self.max_passes.unwrap_or(defaults.max_passes))
            .with_max_fillings(self.max_fillings.unwrap_or(defaults.max_fillings))
    }
}

/// The default limits for puzzles of that size.
pub fn default_limits(size: Size) -> Limits<'static> {
    Limits::usual(size.order())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        limits: StrategyLimitArgs,
    }

    /// Solutions, guesses, passes and fillings, on a 16×16 grid.
    fn resolved(flags: &str) -> [u64; 4] {
        let args = Command::parse_from(format!("command {flags}").split_whitespace());
        let limits = args.limits.resolve(default_limits(Size::Sixteen));
        let tuning = args.limits.tuning(Tuning::default());
        [limits.solutions, limits.max_guesses, tuning.max_passes, tuning.max_fillings]
    }

    #[test]
    fn flags_replace_defaults() {
        assert_eq!(resolved(""), [2, 10_000_000, 10_000, 1 << 24]);
        assert_eq!(resolved("--limit 7 --max-passes 3"), [7, 10_000_000, 3, 1 << 24]);
        assert_eq!(resolved("--max-guesses 0 --max-fillings 5"), [2, 0, 10_000, 5]);
    }
}
