//! Compares the answers of all solvers to every puzzle, outside the timed rounds.

use crate::contender::{Answer, Cells, Contender};
use anyhow::{Result, anyhow, bail, ensure};
use sudomill::{grid::Puzzle, verify};

/// The number of puzzles with no solution, one, and several. At limit 1, no solver looks for a
/// second solution.
pub type Counts = [usize; 3];

/// Compares the answers of all solvers. The error names the first puzzle of the file on which they
/// differ.
pub fn all_agree(
    contenders: &[Box<dyn Contender + '_>],
    puzzles: &[Puzzle],
    limit: u32,
) -> Result<Counts> {
    let all = 0..puzzles.len();
    let answers = contenders.iter().filter_map(|it| Some((it.name(), it.answers(all.clone())?)));
    let answers: Vec<(&str, Vec<Answer>)> = answers.collect();
    let mut counts = Counts::default();
    for (row, puzzle) in puzzles.iter().enumerate() {
        let answers = answers.iter().map(|(name, answers)| (*name, answers[row]));
        let solutions =
            one(answers, puzzle, limit).map_err(|fault| anyhow!("puzzle {} {fault}", row + 1))?;
        counts[solutions.min(2) as usize] += 1;
    }
    Ok(counts)
}

/// Returns the number of solutions that all solvers find.
fn one<'a>(
    mut answers: impl Iterator<Item = (&'a str, Answer)>,
    puzzle: &Puzzle,
    limit: u32,
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
    use crate::contender;
    use std::ops::Range;
    use sudomill::solver::{Limits, registry};

    const PUZZLE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

    /// Answers like the solver inside, with a change.
    struct Changed<'a, F>(Box<dyn Contender + 'a>, F);

    impl<F: Fn(&mut Answer)> Contender for Changed<'_, F> {
        fn name(&self) -> &str {
            "changed"
        }

        fn solve(&self, _: Range<usize>) {}

        fn answers(&self, puzzles: Range<usize>) -> Option<Vec<Answer>> {
            let mut answers = self.0.answers(puzzles)?;
            answers.iter_mut().for_each(&self.1);
            Some(answers)
        }
    }

    /// Compares every peer, `mrv`, and `lanes` on every backend, the last of them changed.
    fn agree(puzzles: &[Puzzle], change: impl Fn(&mut Answer)) -> Result<Counts> {
        let (rows, limits) = (crate::rows(puzzles), Limits::default());
        let mut all = contender::peers(puzzles, 2).unwrap();
        for name in ["mrv", "lanes"] {
            all.extend(contender::on_each_backend(&registry::find(name).unwrap(), &rows, limits));
        }
        all.push(contender::one_puzzle(puzzles, limits));
        let last = all.pop().unwrap();
        all.push(Box::new(Changed(last, change)));
        all_agree(&all, puzzles, 2)
    }

    fn fault(change: impl Fn(&mut Answer)) -> String {
        agree(&[PUZZLE.parse().unwrap()], change).unwrap_err().to_string()
    }

    #[test]
    fn all_solvers_agree() {
        let mut puzzles: Vec<Puzzle> = vec![PUZZLE.parse().unwrap(); 512];
        puzzles[257] = ".".repeat(81).parse().unwrap();
        assert_eq!(agree(&puzzles, |_| ()).unwrap(), [0, 511, 1]);
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
