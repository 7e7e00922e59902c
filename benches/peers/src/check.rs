//! Outside the clock: every solver's answer to every puzzle, compared.

use crate::contender::{Answer, Cells, Contender};
use anyhow::{Result, bail, ensure};
use rayon::{ThreadPool, prelude::*};
use sudomill::{grid::Puzzle, verify};

/// What all solvers agree on.
pub struct Answers {
    /// Puzzles with none, with exactly one and with more than one solution; at
    /// limit 1 the last is not looked for.
    pub counts: [usize; 3],
}

impl Answers {
    /// Whether every puzzle has exactly one solution.
    pub fn all_unique(&self) -> bool {
        self.counts[0] + self.counts[2] == 0
    }
}

/// Asks every solver for every puzzle. The error is the first puzzle of the file
/// on which they differ.
pub fn all_agree(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    limit: u64,
    pool: &ThreadPool,
) -> Result<Answers> {
    let check = |(index, puzzle)| one(contenders, puzzle, index, limit);
    let results: Vec<Result<u64>> =
        pool.install(|| puzzles.par_iter().enumerate().map(check).collect());
    let mut counts = [0; 3];
    for solutions in results {
        counts[solutions?.min(2) as usize] += 1;
    }
    Ok(Answers { counts })
}

/// How many solutions all solvers find.
fn one(
    contenders: &[Box<dyn Contender + '_>],
    puzzle: &Puzzle,
    index: usize,
    limit: u64,
) -> Result<u64> {
    let answers: Vec<(&str, Answer)> =
        contenders.iter().filter_map(|c| Some((c.name(), c.answer(index)?))).collect();
    let Some(&(reference, expected)) = answers.first() else { bail!("there is no solver") };
    let unique = limit > 1 && expected.solutions == Some(1);
    for (name, answer) in &answers {
        agree(answer, &expected, unique).and_then(|()| is_solution(puzzle, answer.grid)).map_err(
            |fault| {
                anyhow::anyhow!(
                    "puzzle {} is answered differently by {name}: {fault}\n  {puzzle}\n  \
                     {reference}: {}\n  {name}: {}",
                    index + 1,
                    show(&expected),
                    show(answer),
                )
            },
        )?;
    }
    Ok(expected.solutions.unwrap_or(0))
}

fn agree(answer: &Answer, expected: &Answer, unique: bool) -> Result<()> {
    ensure!(answer.solutions.is_some(), "it gave up");
    ensure!(answer.solutions == expected.solutions, "another number of solutions");
    ensure!(!unique || answer.grid.is_some(), "no grid for the only solution");
    ensure!(!unique || answer.grid == expected.grid, "another grid for the only solution");
    Ok(())
}

fn is_solution(puzzle: &Puzzle, grid: Option<Cells>) -> Result<()> {
    grid.map_or(Ok(()), |grid| Ok(verify::check(puzzle, &grid)?))
}

fn show(answer: &Answer) -> String {
    let solutions = answer.solutions.map_or("gave up".to_owned(), |n| format!("{n} found"));
    match answer.grid {
        None => solutions,
        Some(grid) => {
            let digits = grid.map(|value| char::from(b'0' + value));
            format!("{solutions}, {}", String::from_iter(digits))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contender;
    use sudomill::solver::{Limits, registry};

    const PUZZLE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

    /// Answers like the strategy it wraps, with a change.
    struct Changed<F>(Box<dyn Contender>, F);

    impl<F: Fn(&mut Answer) + Sync> Contender for Changed<F> {
        fn name(&self) -> &str {
            "changed"
        }
        fn solve(&self, _: std::ops::Range<usize>) {}
        fn answer(&self, index: usize) -> Option<Answer> {
            let mut answer = self.0.answer(index)?;
            (self.1)(&mut answer);
            Some(answer)
        }
    }

    fn check(change: impl Fn(&mut Answer) + Sync + 'static) -> Result<Answers> {
        let puzzles: &'static [Puzzle] = vec![PUZZLE.parse().unwrap()].leak();
        let mrv =
            || contender::strategy(registry::find("mrv").unwrap(), puzzles, Limits::default());
        let mut contenders = contender::peers(puzzles, 2).unwrap();
        contenders.extend([mrv(), Box::new(Changed(mrv(), change))]);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        all_agree(&contenders, puzzles, 2, &pool)
    }

    fn fault(change: impl Fn(&mut Answer) + Sync + 'static) -> String {
        check(change).err().unwrap().to_string()
    }

    #[test]
    fn solvers_that_agree_pass() {
        let answers = check(|_| {}).unwrap();
        assert_eq!(answers.counts, [0, 1, 0]);
        assert!(answers.all_unique());
    }

    #[test]
    fn every_difference_is_told_with_its_puzzle() {
        let wrong = fault(|answer| answer.grid.as_mut().unwrap().swap(3, 7));
        assert!(wrong.starts_with("puzzle 1 is answered differently by changed: another grid"));
        assert!(wrong.contains(".13.85..6"), "{wrong}");
        assert!(fault(|answer| answer.grid = None).contains("no grid"));
        assert!(fault(|answer| answer.solutions = Some(2)).contains("another number"));
        assert!(fault(|answer| answer.solutions = None).contains("it gave up"));
    }

    #[test]
    fn a_grid_that_is_no_solution_is_found() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        assert!(is_solution(&puzzle, Some([1; 81])).is_err());
        assert!(is_solution(&puzzle, None).is_ok());
    }
}
