//! Compares the answers of all solvers to every puzzle, outside the timed rounds.

use crate::contender::{Answer, Cells, Contender};
use anyhow::{Result, anyhow, bail, ensure};
use rayon::{ThreadPool, prelude::*};
use std::ops::Range;
use sudomill::{grid::Puzzle, verify};

/// The number of puzzles that a thread checks at a time: enough to fill the lanes of any backend.
const BLOCK: usize = 256;

/// The answers on which all solvers agree.
#[derive(Debug)]
pub struct Answers {
    /// The number of puzzles with no solution, one, and several. At limit 1, no solver looks for a
    /// second solution.
    pub counts: [usize; 3],
}

impl Answers {
    /// Returns true if every puzzle has exactly one solution.
    pub fn all_unique(&self) -> bool {
        self.counts[0] + self.counts[2] == 0
    }
}

/// Compares the answers of all solvers. The error names the first puzzle of the file on which they
/// differ.
pub fn all_agree(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    limit: u64,
    pool: &ThreadPool,
) -> Result<Answers> {
    let end = |start| puzzles.len().min(start + BLOCK);
    let starts = (0..puzzles.len()).into_par_iter().step_by(BLOCK);
    let check = |start| block(contenders, puzzles, start..end(start), limit);
    let results: Vec<Result<[usize; 3]>> = pool.install(|| starts.map(check).collect());
    let mut counts = [0; 3];
    for block in results {
        counts.iter_mut().zip(block?).for_each(|(sum, count)| *sum += count);
    }
    Ok(Answers { counts })
}

/// Compares the answers to a block of puzzles; returns its [`Answers::counts`].
fn block(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    block: Range<usize>,
    limit: u64,
) -> Result<[usize; 3]> {
    let answers: Vec<(&str, Vec<Answer>)> =
        contenders.iter().filter_map(|c| Some((c.name(), c.answers(block.clone())?))).collect();
    let mut counts = [0; 3];
    for (row, index) in block.enumerate() {
        let answers = answers.iter().map(|(name, answers)| (*name, answers[row]));
        let solutions = one(answers, &puzzles[index], limit)
            .map_err(|fault| anyhow!("puzzle {} {fault}", index + 1))?;
        counts[solutions.min(2) as usize] += 1;
    }
    Ok(counts)
}

/// Returns the number of solutions that all solvers find.
fn one<'a>(
    mut answers: impl Iterator<Item = (&'a str, Answer)>,
    puzzle: &Puzzle,
    limit: u64,
) -> Result<u64> {
    let Some((reference, expected)) = answers.next() else { bail!("has no solver") };
    let unique = limit > 1 && expected.solutions == Some(1);
    for (name, answer) in std::iter::once((reference, expected)).chain(answers) {
        agree(&answer, &expected, unique).and_then(|()| is_solution(puzzle, answer.grid)).map_err(
            |fault| {
                anyhow!(
                    "is answered differently by {name}: {fault}\n  {puzzle}\n  \
                     {reference}: {}\n  {name}: {}",
                    show(&expected),
                    show(&answer),
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
    use crate::{contender, load};
    use sudomill::solver::{Batch, Limits, registry};

    const PUZZLE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

    /// Answers like the strategy inside, with a change.
    struct Changed<F>(Box<dyn Contender>, F);

    impl<F: Fn(&mut Answer) + Sync> Contender for Changed<F> {
        fn name(&self) -> &str {
            "changed"
        }

        fn solve(&self, _: &mut dyn Iterator<Item = Range<usize>>) {}

        fn answers(&self, block: Range<usize>) -> Option<Vec<Answer>> {
            let mut answers = self.0.answers(block)?;
            answers.iter_mut().for_each(&self.1);
            Some(answers)
        }
    }

    /// Returns every peer, `mrv`, and `lanes` on every backend.
    fn all(puzzles: &'static [Puzzle]) -> Vec<Box<dyn Contender>> {
        let rows: &Batch = Box::leak(Box::new(load::rows(puzzles)));
        let strategies = ["mrv", "lanes"].map(|name| registry::find(name).unwrap());
        let strategies = strategies.into_iter().flat_map(contender::on_each_backend);
        let ours =
            strategies.map(|strategy| contender::strategy(strategy, rows, Limits::default()));
        contender::peers(puzzles, 2).unwrap().into_iter().chain(ours).collect()
    }

    fn agree(contenders: &[Box<dyn Contender>], puzzles: &[Puzzle]) -> Result<Answers> {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        all_agree(contenders, puzzles, 2, &pool)
    }

    fn fault(change: impl Fn(&mut Answer) + Sync + 'static) -> String {
        let puzzles: &[Puzzle] = vec![PUZZLE.parse().unwrap()].leak();
        let mut contenders = all(puzzles);
        let last = contenders.pop().unwrap();
        contenders.push(Box::new(Changed(last, change)));
        agree(&contenders, puzzles).unwrap_err().to_string()
    }

    #[test]
    fn all_solvers_agree() {
        let mut puzzles: Vec<Puzzle> = vec![PUZZLE.parse().unwrap(); 2 * BLOCK];
        puzzles[BLOCK + 1] = ".".repeat(81).parse().unwrap();
        let puzzles = puzzles.leak();
        let answers = agree(&all(puzzles), puzzles).unwrap();
        assert_eq!(answers.counts, [0, 2 * BLOCK - 1, 1]);
        assert!(!answers.all_unique());
    }

    #[test]
    fn different_answer_fails() {
        let wrong = fault(|answer| answer.grid.as_mut().unwrap().swap(3, 7));
        assert!(wrong.starts_with("puzzle 1 is answered differently by changed: another grid"));
        assert!(wrong.contains(".13.85..6"), "{wrong}");
        assert!(fault(|answer| answer.grid = None).contains("no grid"));
        assert!(fault(|answer| answer.solutions = Some(2)).contains("another number"));
        assert!(fault(|answer| answer.solutions = None).contains("it gave up"));
    }

    #[test]
    fn wrong_grid_is_found() {
        let puzzle: Puzzle = PUZZLE.parse().unwrap();
        assert!(is_solution(&puzzle, Some([1; 81])).is_err());
        assert!(is_solution(&puzzle, None).is_ok());
    }
}
