//! When a search ends: flags in, `Limits` out.

use super::at_least_1;
use crate::cli::interrupt;
use sudomill::solver::Limits;

/// The limits of every search.
#[derive(Debug, clap::Args)]
pub struct SearchArgs {
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
pub struct AllSearchArgs {
    #[command(flatten)]
    search: SearchArgs,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!("Give up after N passes of `electroyou` [default: {}]", Limits::default().max_passes))]
    max_passes: Option<u64>,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!(
        "Give up after N fillings of `generate-and-test` [default: {}]",
        Limits::default().max_fillings
    ))]
    max_fillings: Option<u64>,
}

impl SearchArgs {
    /// The limits to search with; `defaults` stand in for flags that were not set.
    pub fn limits(&self, defaults: Limits<'static>) -> Limits<'static> {
        Limits {
            solutions: self.limit.unwrap_or(defaults.solutions),
            max_guesses: self.max_guesses.unwrap_or(defaults.max_guesses),
            stop: Some(&interrupt::STOP),
            ..defaults
        }
    }
}

impl AllSearchArgs {
    /// As [`SearchArgs::limits`].
    pub fn limits(&self, defaults: Limits<'static>) -> Limits<'static> {
        Limits {
            max_passes: self.max_passes.unwrap_or(defaults.max_passes),
            max_fillings: self.max_fillings.unwrap_or(defaults.max_fillings),
            ..self.search.limits(defaults)
        }
    }
}

/// The default limits for puzzles of that order.
pub fn default_limits(order: usize) -> Limits<'static> {
    Limits { max_guesses: Limits::usual_guesses(order), ..Limits::default() }
}
