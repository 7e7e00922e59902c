//! Times the canonical forms of the puzzles in a file: `canonical sudomill|sudoku FILE`. Prints the
//! forms, and the seconds to standard error, as `benches/field/adapters/canonical.h` does.

use std::{env, fs, time::Instant};
use sudomill::{grid::Puzzle, symmetry::canonical};

fn main() -> anyhow::Result<()> {
    let args: Vec<String> = env::args().skip(1).collect();
    let [solver, path] = &args[..] else { anyhow::bail!("usage: canonical sudomill|sudoku FILE") };
    let text = fs::read_to_string(path)?;
    let lines: Vec<&str> = text.lines().filter_map(|line| line.get(..81)).collect();
    let forms = match &**solver {
        "sudomill" => {
            let puzzles: Result<Vec<Puzzle>, _> = lines.iter().map(|line| line.parse()).collect();
            let forms = timed(&puzzles?, |puzzle| canonical(puzzle).map(|form| form.puzzle));
            forms.into_iter().flatten().map(|form| form.to_string()).collect::<Vec<_>>()
        }
        "sudoku" => {
            let puzzles: Result<Vec<_>, _> =
                lines.iter().map(|line| sudoku::Sudoku::from_str_line(line)).collect();
            let forms = timed(&puzzles?, |puzzle| puzzle.canonicalized());
            forms.into_iter().flatten().map(|(form, _)| form.to_str_line().to_string()).collect()
        }
        other => anyhow::bail!("no solver is called {other}"),
    };
    forms.iter().for_each(|form| println!("{}", form.replace('.', "0")));
    Ok(())
}

fn timed<P, F>(puzzles: &[P], form: impl Fn(&P) -> F) -> Vec<F> {
    let begun = Instant::now();
    let forms: Vec<F> = puzzles.iter().map(form).collect();
    eprintln!("{:.6}", begun.elapsed().as_secs_f64());
    forms
}
