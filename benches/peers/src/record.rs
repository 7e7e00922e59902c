//! Converts the results to the JSON of `sudomill bench`, for `sudomill bench --from` and `sudomill
//! report`.

use crate::{Args, load::Set, row::Row, row::extremes, row::median};
use sudomill::{
    bench::{
        Benchmark, CommandRecord, Environment, Measurement, Quantiles, SetRecord, Settings, Spread,
        VERSION,
    },
    grid::Puzzle,
    solver::lanes::Backend,
};

pub fn set(set: &Set, rows: &[Row]) -> SetRecord {
    SetRecord {
        name: set.name.rsplit('/').next().unwrap_or_default().to_owned(),
        order: 3,
        puzzles: set.total,
        invalid: set.bad,
        fingerprint: fingerprint(&set.puzzles),
        measurements: rows.iter().map(|row| measurement(set, row)).collect(),
    }
}

pub fn benchmark(args: &Args, sets: Vec<SetRecord>) -> Benchmark {
    Benchmark {
        version: VERSION,
        environment: Environment::here(),
        settings: Settings {
            limit: args.limit,
            threads: args.threads.into(),
            rounds: args.rounds,
            sample: args.sample.map(|sample| sample as usize),
            backend: Backend::best().name().to_owned(),
            max_guesses: u64::MAX,
            ..Settings::default()
        },
        interrupted: false,
        sets,
    }
}

/// Records a row like that of a command, without counters: other solvers count no guesses, and
/// `sudomill bench` shows those of sudomill's strategies.
fn measurement(set: &Set, row: &Row) -> Measurement {
    let (puzzles, (min, max)) = (set.puzzles.len(), extremes(&row.rates));
    let command = CommandRecord {
        line: "a call in memory, by benches/peers".to_owned(),
        checked: true,
        right: puzzles,
        ..CommandRecord::default()
    };
    Measurement {
        strategy: row.name.clone(),
        puzzles,
        fingerprint: fingerprint(&set.puzzles),
        // All solvers agree.
        answers: fingerprint(&set.puzzles),
        verified: puzzles,
        rate: Spread { median: median(&row.rates), min, max, rounds: row.rates.clone() },
        ratio: Some(row.ratio()),
        ratios: row.ratios.clone(),
        ns: if row.times.is_empty() { Quantiles::default() } else { quantiles(row) },
        command: Some(command),
        ..Measurement::default()
    }
}

fn quantiles(row: &Row) -> Quantiles {
    let [median, p90, p99, max] = [0.5, 0.9, 0.99, 1.0].map(|share| row.quantile(share) as u64);
    Quantiles { mean: row.mean(), median, p90, p99, max }
}

/// Returns the FNV-1a hash of the puzzles' lines. Equal sets have equal hashes, but the hashes
/// differ from those of `sudomill bench`.
fn fingerprint(puzzles: &[Puzzle]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for puzzle in puzzles {
        for byte in puzzle.to_string().bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    format!("{hash:016x}")
}
