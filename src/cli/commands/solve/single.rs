//! Solves one puzzle given instead of a file, or typed row by row as for the ElectroYou program,
//! and draws it as a grid.

use super::Config;
use crate::cli::{
    exit::{self, Exit},
    message::{counters, say},
    progress::{self, Progress},
    puzzle::{Diagnosed, solutions, with_legend},
};
use anyhow::{Context, bail, ensure};
use std::io::{self, BufRead, IsTerminal, Write};
use sudomill::{
    grid::{Alphabet, Digit, Size, Symbols},
    input::{AnyPuzzle, BLANKS, BadLine, read_puzzle_in},
    picture::{Detail, Picture},
};
use sudomill_output::target::Stdout;
use sudomill_puzzle::{
    any::{Parsed, parse_line, puzzle_of_line},
    puzzle_line::Notation,
};
use sudomill_solvers::threads;

/// Prompts for a puzzle if there is no INPUT and standard input is a terminal.
pub fn typed(config: &Config) -> anyhow::Result<Option<AnyPuzzle>> {
    if !config.args.inputs.is_empty() || !io::stdin().is_terminal() {
        return Ok(None);
    }
    ensure!(
        !config.args.units.are_given(),
        "found no INPUT; expected one with --regions or --extra: what is typed has boxes"
    );
    let puzzle = ask(&mut io::stdin().lock(), &mut io::stderr(), config.how.symbols)?;
    if config.is_drawn {
        print(&Picture::of_any(&puzzle)?, config, false)?;
    }
    Ok(Some(puzzle))
}

/// Solves the puzzle and draws the solution, or the puzzle if it has none.
pub fn solve(puzzle: &AnyPuzzle, config: &Config) -> anyhow::Result<Exit> {
    let strategy = config.strategy(puzzle.size);
    let limits = config.limits(puzzle.size);
    strategy.check_candidates(puzzle.size, "<argument>", !puzzle.candidates.is_empty())?;
    let progress = Progress::new(None, progress::SOLUTIONS, &config.args.progress);
    exit::on_interrupt(|| {
        progress::clear_latest();
        let found = exit::found().map(|found| format!(": about {found} so far"));
        say(format_args!("interrupted{}", found.unwrap_or_default()));
    });
    // A search for very many solutions gets all threads.
    let threads = config.args.threads.count()?;
    let pool = threads::shares_search(&limits).then(|| threads::pool(threads)).transpose()?;
    let search = || strategy.solve_any(puzzle, &limits);
    let outcome = progress.during(&limits, || match &pool {
        Some(pool) => pool.install(search),
        None => search(),
    })?;
    progress.clear();
    if exit::is_interrupted() {
        exit::say_interrupted();
        return Err(exit::interrupted().into());
    }
    let given = Picture::of_any(puzzle)?;
    let picture = match &outcome.solution {
        Some(solution) => given.solved(solution),
        None => given,
    };
    print(&picture, config, !config.args.progress.quiet)?;
    if !config.args.progress.quiet {
        let counters = counters(&outcome.named_counters);
        let solutions = solutions(puzzle, &outcome, limits.solutions.get());
        let diagnosed = Diagnosed::of(puzzle, &outcome, &limits)?;
        let diagnosed = diagnosed.map_or_else(String::new, |it| it.text(puzzle));
        writeln!(Stdout, "counters: {counters}\n{solutions}{diagnosed}")?;
    }
    Ok(Exit::of_statuses([outcome.status], limits.solutions.get()))
}

fn print(picture: &Picture, config: &Config, legend: bool) -> io::Result<()> {
    let ink = config.args.color.ink();
    let text = match legend {
        true => with_legend(picture, Detail::Values, ink),
        false => picture.text(Detail::Values, ink),
    };
    Stdout.write_all(text.as_bytes())
}

const BLANK: &str = "0, . or a blank for an empty cell";

const HELP: &str = "up: type the row before again; row N: go back to row N; quit";

/// Prompts on `out` until a grid is complete. The first row determines the size. Prompts again for
/// a row with a wrong character or length, or with a digit that repeats in a unit. Words go back to
/// an earlier row. The first line may also be a whole 9×9 puzzle, or begin an array, which is read
/// like a file.
fn ask(
    input: &mut impl BufRead,
    out: &mut impl Write,
    symbols: Option<Symbols>,
) -> anyhow::Result<AnyPuzzle> {
    writeln!(out, "Type one row at a time; {BLANK}; `sudomill solve -` reads puzzle lines.")?;
    writeln!(out, "{HELP}")?;
    let mut rows = TypedRows { custom: symbols, ..TypedRows::default() };
    let mut array = String::new();
    loop {
        let number = rows.number() + array.lines().count();
        write!(out, "row {number}: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read the row")? == 0 {
            writeln!(out)?;
            bail!("found the end of the input before row {number}; expected a grid");
        }
        let row = line.trim_end_matches(['\n', '\r']);
        let word = row.trim().to_lowercase();
        let wanted = match word.as_str() {
            "quit" | "q" => return Err(exit::interrupted().into()),
            "up" => Some(number.saturating_sub(1).max(1)),
            word => word.strip_prefix("row ").and_then(|number| number.trim().parse().ok()),
        };
        if let Some(wanted) = wanted {
            match (1..=number).contains(&wanted) {
                true => {
                    array.clear();
                    rows.back_to(wanted);
                }
                false => writeln!(out, "found row {wanted}; expected 1 to {number}")?,
            }
        } else if matches!(&*word, "help" | "?") {
            writeln!(out, "{BLANK}; {HELP}")?;
        } else if !array.is_empty() || (number == 1 && row.contains(['[', '{'])) {
            array += &line;
            let open = |signs: [char; 2]| array.matches(signs).count();
            match read_puzzle_in(array.as_bytes(), symbols) {
                Ok(puzzle) => return Ok(puzzle),
                Err(bad) if open(['[', '{']) <= open([']', '}']) => {
                    writeln!(out, "{}", bad.at(1))?;
                    array.clear();
                }
                Err(_) => {}
            }
        } else if number == 1
            && bare(row).len() == Size::Nine.cells()
            && let Ok(puzzle) = read_puzzle_in(row.as_bytes(), symbols)
        {
            return Ok(puzzle);
        } else {
            match rows.add(row) {
                Ok(None) => {}
                Ok(Some(puzzle)) => return Ok(puzzle),
                Err(wrong) => writeln!(out, "{wrong}")?,
            }
        }
    }
}

/// A row without rulers and separators. Numbers above 9 become letters where commas separate them.
fn bare(row: &str) -> String {
    let cell = |word: &str| match word.parse() {
        Ok(number @ 10..=25) if row.contains(',') => char::from(b'A' + number - 10).to_string(),
        _ => word.to_owned(),
    };
    row.split([' ', '\t', '|', ',']).map(cell).collect()
}

/// The rows typed so far.
#[derive(Default)]
struct TypedRows {
    /// The symbols, row-major, with dots in place of spaces.
    symbols: String,
    /// The size, known after the first row.
    size: Option<Size>,
    /// The symbols of the digits, if the user chose them.
    custom: Option<Symbols>,
}

impl TypedRows {
    /// The size, once it is known.
    fn known_size(&self) -> Option<Size> {
        self.size.or(self.custom.map(|symbols| symbols.size()))
    }

    /// The number of the next row, from 1.
    fn number(&self) -> usize {
        self.size.map_or(1, |size| self.symbols.len() / size.side() + 1)
    }

    /// Forgets the rows from this one on, and the size with the first.
    fn back_to(&mut self, row: usize) {
        self.symbols.truncate((row - 1) * self.size.map_or(0, Size::side));
        self.size = self.size.filter(|_| row > 1);
    }

    /// Adds a row; returns the puzzle if it was the last one. The error describes the problem with
    /// the row.
    fn add(&mut self, row: &str) -> Result<Option<AnyPuzzle>, String> {
        let row = self.cells(row);
        let length = row.chars().count();
        // Treat a first row of an unusual length as a row of the next larger grid.
        let next = Size::ALL.iter().copied().find(|size| size.side() >= length);
        let size = self.known_size().or(next).unwrap_or(Size::TwentyFive);
        let alphabet = self.custom.map_or(Alphabet::FromOne, Alphabet::Custom);
        let is_symbol = |symbol| {
            u8::try_from(symbol).is_ok_and(|byte| {
                let digit = alphabet.digit(byte);
                let fits = |digit: Digit| usize::from(digit.value()) <= size.side();
                byte == b' ' || BLANKS.contains(&byte) || digit.is_some_and(fits)
            })
        };
        let mut cells = row.chars().enumerate();
        if let Some((i, wrong)) = cells.find(|&(_, symbol)| !is_symbol(symbol)) {
            let last = || alphabet.symbol(Digit::new(size.side() as u8).expect("a digit"));
            let digits = self.custom.map_or_else(|| format!("1-{}", last()), |it| it.to_string());
            return Err(format!(
                "column {}: found {wrong:?}; expected {digits}, or {BLANK}",
                i + 1
            ));
        }
        if length != size.side() {
            let first = || Size::list(Size::side);
            let expected = self.known_size().map_or_else(first, |size| size.side().to_string());
            // The first row may be the wrong one.
            let other = self.size.is_some() && Size::from_side(length).is_some();
            let hint = if other { "; up: the row before had too few or too many" } else { "" };
            return Err(format!("found {length} cells; expected {expected}: {BLANK}{hint}"));
        }
        let symbols = self.symbols.clone() + &row.replace(' ', ".");
        let values = values(&symbols, size, alphabet).map_err(|bad| bad.problem.to_string())?;
        (self.symbols, self.size) = (symbols, Some(size));
        if self.symbols.len() < size.cells() {
            return Ok(None);
        }
        // In the alphabet that all of its rows show: a `0` may be a digit in a large grid.
        let read = read_puzzle_in(self.symbols.as_bytes(), self.custom).ok();
        let read = read.filter(|puzzle| puzzle.size == size);
        let typed = AnyPuzzle::new(size, alphabet, values, Vec::new());
        Ok(Some(read.unwrap_or(typed)))
    }

    /// The cells of a row: as typed, or bare if only then the length is right.
    fn cells(&self, row: &str) -> String {
        let fits = |row: &str| match self.known_size() {
            Some(size) => row.chars().count() == size.side(),
            None => Size::from_side(row.chars().count()).is_some(),
        };
        let bare = bare(row);
        // Eight cells with a blank between each two are no row of 15.
        let is_spaced = row.chars().skip(1).step_by(2).all(|it| it == ' ') && row.len() % 2 == 1;
        let is_bare = is_spaced || row.contains(['|', ',']) || !fits(row);
        if fits(&bare) && is_bare { bare } else { row.to_owned() }
    }
}

/// The values of a partial grid, with the remaining cells empty; an error if a digit repeats.
fn values(symbols: &str, size: Size, alphabet: Alphabet) -> Result<Vec<u8>, BadLine> {
    let line = format!("{symbols:.<cells$}", cells = size.cells());
    let notation = Notation::of_clues(alphabet);
    if let Some(puzzle) = puzzle_of_line(line.as_bytes(), size, notation) {
        return Ok(puzzle.values);
    }
    match parse_line(line.as_bytes(), size, notation) {
        Parsed::Bad(bad) => Err(bad),
        // An empty row is not a puzzle, and no row begins with `#`.
        _ => Ok(vec![0; size.cells()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle typed, or the error, and all output.
    fn typed(text: &str) -> (anyhow::Result<AnyPuzzle>, String) {
        let mut shown = Vec::new();
        let given = ask(&mut text.as_bytes(), &mut shown, None);
        (given, String::from_utf8(shown).unwrap())
    }

    #[test]
    fn reads_rows() {
        let small = &[1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3][..];
        let rest = "................\n".repeat(15);
        let line =
            "013085006000031000007600000006900003170000025300006900000002400000870000900560310\n";
        for (text, size, alphabet, values) in [
            ("1 0.\n4   \n..2.\n...3\n".to_owned(), Size::Four, Alphabet::FromOne, small),
            (
                "1 . | . .\n4 . | . .\n. . | 2 .\n. . | . 3\n".to_owned(),
                Size::Four,
                Alphabet::FromOne,
                small,
            ),
            ("G...............\n".to_owned() + &rest, Size::Sixteen, Alphabet::FromOne, &[16]),
            (
                "0123............\n".to_owned() + &rest,
                Size::Sixteen,
                Alphabet::FromZero,
                &[1, 2, 3, 4],
            ),
            (
                "00123..........G\n".to_owned() + &rest,
                Size::Sixteen,
                Alphabet::FromOne,
                &[0, 0, 1, 2],
            ),
            (line.to_owned(), Size::Nine, Alphabet::FromOne, &[0, 1, 3, 0, 8, 5]),
        ] {
            let given = typed(&text).0.unwrap();
            assert_eq!((given.size, given.alphabet), (size, alphabet), "{text}");
            assert_eq!(given.values.len(), size.cells(), "{text}");
            assert!(given.values.starts_with(values), "{text}");
        }
        let sixteen = "16,".to_owned() + &"0, ".repeat(15) + "\n" + &rest;
        assert_eq!(typed(&sixteen).0.unwrap().values[0], 16);
        for array in [
            "[[1, 0, 0, 0], [4, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3]]\n",
            "a=[1 0 0 0; 4 0 0 0; 0 0 2 0; 0 0 0 3];\n",
            "a = [1 0 0 0;\n     4 0 0 0;\n     0 0 2 0;\n     0 0 0 3];\n",
            "[[1 0 0 0]\n [4 0 0 0]\n [0 0 2 0]\n [0 0 0 3]]\n",
            "int grid[4][4] = {\n  {1,0,0,0},\n  {4,0,0,0},\n  {0,0,2,0},\n  {0,0,0,3}\n",
            "{{1,0,0,0},\n {4,0,0,0},\n {0,0,2,0},\n {0,0,0,3}}\n",
            "[[\"1\",\".\",\".\",\".\"],[\"4\",\".\",\".\",\".\"],[\".\",\".\",\"2\",\".\"],[\".\",\".\",\".\",\"3\"]]\n",
            "1,0,0,0\n4,0,0,0\n0,0,2,0\n0,0,0,3\n",
        ] {
            let (given, shown) = typed(array);
            assert_eq!(given.expect(&shown).values, small, "{array}{shown}");
        }
        let shown = typed("1 0.\n4   \n..2.\n...3\n").1;
        assert!(shown.ends_with("\nrow 1: row 2: row 3: row 4: "), "{shown}");
    }

    #[test]
    fn wrong_row_is_asked_again() {
        let blank = "0, . or a blank for an empty cell";
        for (text, wrong) in [
            (
                "1...\nZ...\n5...\n1...\n4..\n4...\n..2.\n...3\n",
                &[
                    &*format!("row 2: column 1: found 'Z'; expected 1-4, or {blank}\n"),
                    "row 2: column 1: found '5'; expected 1-4, or",
                    "row 2: digit 1 twice in column 1 (r1c1 and r2c1)\n",
                    &format!("row 2: found 3 cells; expected 4: {blank}\n"),
                    "row 3: row 4: ",
                ][..],
            ),
            (
                "6..a31\n1...\n..x9q\n....\n....\n....\n",
                &[
                    "row 1: column 4: found 'a'; expected 1-6, or",
                    "row 2: column 4: found '9'; expected 1-4, or",
                ],
            ),
            (
                "12345\n1...\n....\n....\n....\n",
                &["row 1: found 5 cells; expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25: "],
            ),
        ] {
            let (given, shown) = typed(text);
            assert_eq!(given.unwrap().size, Size::Four);
            for wrong in wrong {
                assert!(shown.contains(wrong), "{wrong:?} is not in:\n{shown}");
            }
        }
    }

    #[test]
    fn earlier_rows_can_be_corrected() {
        // A short first row, a wrong second row, and a third one that is typed again.
        let text = "1..\n1...\n1........\nup\n1...\n....\nup\n4...\n..2.\nrow 3\n..2.\nhelp\nrow 9\n...3\n";
        let (given, shown) = typed(text);
        assert_eq!(given.unwrap().values, [1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3]);
        assert!(shown.contains("found 9 cells; expected 4"), "{shown}");
        assert!(shown.contains("; up: the row before had too few or too many\n"), "{shown}");
        assert!(shown.contains("found row 9; expected 1 to 4\n"), "{shown}");
        assert_eq!(shown.matches(HELP).count(), 2);
        let quit = typed("1...\nquit\n").0.unwrap_err();
        assert!(quit.downcast_ref().is_some_and(sudomill::Error::is_interrupted));
    }

    #[test]
    fn input_ends_early() {
        let line = "found the end of the input before row 3; expected a grid";
        assert_eq!(typed("1...\n....\n").0.unwrap_err().to_string(), line);
    }
}
