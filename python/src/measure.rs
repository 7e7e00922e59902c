//! `bench` on columns instead of files.

use crate::puzzles::Puzzles;
use std::{io::Cursor, sync::atomic::AtomicBool, time::Duration};
use sudomill::{
    Error,
    bench::{self, Options, Set},
    columns::Texts,
    solver::{Limits, registry::Strategy},
};

/// The options of a benchmark; `None` for the defaults of `sudomill bench`.
pub struct Turns {
    pub limit: Option<u64>,
    pub rounds: Option<u32>,
    pub seconds: Option<f64>,
    pub threads: Option<usize>,
}

/// Measures the strategies on every set, given by name. Returns JSON. `None` stands for the default
/// strategies of `sudomill bench`.
pub fn bench(
    sets: &[(String, Puzzles)],
    strategies: Option<Vec<Strategy>>,
    turns: &Turns,
    stop: &AtomicBool,
) -> Result<String, Error> {
    let sets = sets.iter().map(|(name, puzzles)| {
        let rows = (0..puzzles.len()).filter_map(|row| puzzles.text(row));
        let text: Vec<u8> = rows.flat_map(|row| [row, b"\n"]).flatten().copied().collect();
        Set::read_from(name, Cursor::new(text))
    });
    let sets = sets.collect::<Result<Vec<_>, _>>()?;
    let usual = Options::default();
    let seconds = turns.seconds.unwrap_or(bench::SECONDS);
    let options = Options {
        strategies: strategies.unwrap_or(usual.strategies),
        limits: Limits {
            solutions: turns.limit.unwrap_or(usual.limits.solutions),
            stop: Some(stop),
            ..usual.limits
        },
        threads: turns.threads.unwrap_or(usual.threads),
        rounds: turns.rounds.unwrap_or(usual.rounds),
        time: Duration::try_from_secs_f64(seconds)
            .map_err(|e| Error::Impossible(format!("seconds: {e}")))?,
        ..usual
    };
    let measured = bench::run(&sets, &options, &|_| ())?;
    serde_json::to_string(&measured).map_err(|e| Error::Impossible(e.to_string()))
}
