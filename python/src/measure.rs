//! `bench` on columns instead of files.

use crate::puzzles::Puzzles;
use std::{io::Cursor, sync::atomic::AtomicBool, time::Duration};
use sudomill::{
    Error,
    bench::{self, Options, Set},
    columns::Texts,
    solver::{Limits, lanes::Backend, registry::Chosen},
};

/// How to measure.
pub struct Turns {
    pub limit: u64,
    pub rounds: u32,
    pub seconds: f64,
    pub threads: usize,
}

/// Measures the strategies on every set, by name; the result is JSON.
pub fn bench(
    sets: &[(String, Puzzles)],
    strategies: Vec<Chosen>,
    turns: &Turns,
    stop: &AtomicBool,
) -> Result<String, Error> {
    let sets = sets.iter().map(|(name, puzzles)| {
        let rows = (0..puzzles.len()).filter_map(|row| puzzles.text(row));
        let text: Vec<u8> = rows.flat_map(|row| [row, b"\n"]).flatten().copied().collect();
        Set::read_from(name, Cursor::new(text))
    });
    let sets = sets.collect::<Result<Vec<_>, _>>()?;
    let options = Options {
        strategies,
        backend: Backend::best(),
        limits: Limits { solutions: turns.limit, stop: Some(stop), ..Limits::default() },
        threads: turns.threads,
        rounds: turns.rounds,
        time: Duration::try_from_secs_f64(turns.seconds)
            .map_err(|e| Error::Impossible(format!("seconds: {e}")))?,
        sample: None,
        end_to_end: false,
    };
    let measured = bench::run(&sets, &options, &())?;
    serde_json::to_string(&measured).map_err(|e| Error::Impossible(e.to_string()))
}
