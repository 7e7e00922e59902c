//! The results as the JSON of `sudomill bench`, for `sudomill bench --from`, `compare` and `report`.

use crate::{Args, contender::Contender};
use std::path::Path;
use sudomill::{
    bench::{
        Benchmark, CommandRecord, Environment, Measurement, SetRecord, Settings, Spread, VERSION,
    },
    grid::{Puzzle, Size},
    output::Times,
    solver::lanes::Backend,
};

pub fn benchmark(args: &Args, sets: Vec<SetRecord>) -> Benchmark {
    Benchmark {
        version: VERSION,
        environment: Environment::here(),
        settings: Settings {
            limit: args.limit.into(),
            threads: 1,
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

pub fn set(path: &Path, puzzles: &[Puzzle], measurements: Vec<Measurement>) -> SetRecord {
    SetRecord {
        name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        order: Size::Nine,
        puzzles: puzzles.len(),
        fingerprint: fingerprint(puzzles),
        measurements,
        ..SetRecord::default()
    }
}

/// Returns the measurements of all puzzles at once, from the rates of the rounds.
pub fn of_rounds(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    rates: Vec<Vec<f64>>,
) -> Vec<Measurement> {
    let first = rates.first().cloned().unwrap_or_default();
    let measured = contenders.iter().zip(rates).map(|(contender, rates)| {
        let ratios: Vec<f64> = rates.iter().zip(&first).map(|(rate, first)| rate / first).collect();
        Measurement {
            ratio: Some(Spread::of(ratios.clone()).median),
            ratios,
            rate: Spread::of(rates),
            ..measurement(&**contender, puzzles)
        }
    });
    measured.collect()
}

/// Returns the measurements of single puzzles; the rate is that of their mean.
pub fn of_times(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    times: Vec<Times>,
) -> Vec<Measurement> {
    let rates = times.iter().map(|times| vec![1e9 / times.quantiles().mean]).collect();
    let mut measured = of_rounds(contenders, puzzles, rates);
    measured.iter_mut().zip(&times).for_each(|(it, times)| it.ns = times.quantiles());
    measured
}

/// Records a solver like a command, without counters: other solvers count no guesses, and
/// `sudomill bench` shows those of sudomill's strategies.
fn measurement(contender: &dyn Contender, puzzles: &[Puzzle]) -> Measurement {
    let command = CommandRecord {
        line: "a call in memory, by benches/peers".to_owned(),
        checked: true,
        right: puzzles.len(),
        ..CommandRecord::default()
    };
    Measurement {
        strategy: contender.name().to_owned(),
        puzzles: puzzles.len(),
        fingerprint: fingerprint(puzzles),
        // All solvers agree.
        answers: fingerprint(puzzles),
        verified: puzzles.len(),
        command: Some(command),
        ..Measurement::default()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_per_round() {
        let (puzzles, rates) = ([], vec![vec![4.0, 8.0, 1.0], vec![1.0, 4.0, 1.0]]);
        let two = || crate::contender::peers(&puzzles, 2).unwrap();
        let measured = of_rounds(&two(), &puzzles, rates);
        assert_eq!(measured[1].ratios, [0.25, 0.5, 1.0]);
        assert_eq!((measured[0].ratio, measured[1].ratio), (Some(1.0), Some(0.5)));
    }
}
