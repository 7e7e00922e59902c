//! Checks whether a file found in a folder holds puzzles; a folder may hold other files, too.

use super::Source;
use crate::input::{Role, Skip, column_named, layout::Shape, lines::without_bom};
use sudomill_core::{
    by_size::Parsed,
    error::{Error, Problem},
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 128 << 10;

/// A word of at least this many bytes may be a damaged 4×4 puzzle.
const SHORTEST: usize = 12;

/// Lengths that only puzzles have.
const LENGTHS: [usize; 4] = [81, 256, 625, 729];

impl Source {
    /// Returns true if the text is empty or only white space. Returns false if that is not known
    /// before the first chunk is read.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        let (text, is_all) = self.body.start();
        is_all && is_blank(text)
    }

    /// Reads until a line is or resembles a puzzle. If none does, returns the number of lines.
    ///
    /// When in doubt, a line resembles a puzzle, because a damaged file must not pass for prose: a
    /// line of a grid, or one with a word that is as long as a puzzle or at least seven eighths
    /// puzzle symbols. Any file whose header names a column of puzzles counts as well.
    ///
    /// # Errors
    /// As [`Self::next_chunk`] and [`Chunk::check`](crate::input::Chunk::check).
    pub fn lines_without_puzzle(mut self) -> Result<Option<u64>, Error> {
        if self.names_puzzles() {
            return Ok(None);
        }
        let is_grids = self.layout.shape == Shape::Grids;
        let mut count = 0;
        while let Some(chunk) = self.next_chunk(CHUNK)? {
            let mut lines = chunk.parsed_lines();
            while let (at, Some((_, text, line))) = (lines.at(), lines.next()) {
                // Outside grids, check all fields.
                let text = if is_grids { text } else { lines.since(at) };
                let resembles = match line {
                    Parsed::Puzzle(_) => true,
                    Parsed::Bad(bad) => is_grids || is_damaged(&bad.problem) || is_like(text),
                    Parsed::Skip(Skip::Blank | Skip::Comment) => false,
                    Parsed::Skip(_) => is_like(text),
                };
                if resembles {
                    return Ok(None);
                }
                count += 1;
            }
            chunk.check()?;
            chunk.release();
        }
        Ok(Some(count))
    }

    /// Returns true if the header contains a usual name of a puzzle column. `clues` does not count,
    /// since it may be a number, as in the rows of `--timing`; nor does any name in a Markdown
    /// table, whose rows begin and end with a bar.
    fn names_puzzles(&self) -> bool {
        let names = self.layout.table.columns();
        if let [first, .., last] = names
            && first.is_empty()
            && last.is_empty()
        {
            return false;
        }
        let is_number = |name: &String| name.eq_ignore_ascii_case("clues");
        column_named(names, Role::Puzzles).any(|index| !is_number(&names[index]))
    }
}

/// Returns true if a text is only white space, apart from a byte-order mark.
pub(super) fn is_blank(text: &[u8]) -> bool {
    without_bom(text).0.trim_ascii().is_empty()
}

/// Returns true if a line with this problem is otherwise a puzzle.
fn is_damaged(problem: &Problem) -> bool {
    match *problem {
        Problem::Short { found, expected } => found * 3 >= expected,
        Problem::Numbers { found, expected } => found * 3 >= expected,
        Problem::LostZeros { .. } | Problem::Long { .. } | Problem::Conflict { .. } => true,
        Problem::LongCandidates { .. } | Problem::CandidateTwice(_) | Problem::SecondPuzzle => true,
        _ => false,
    }
}

/// Returns true if a line resembles a puzzle.
fn is_like(line: &[u8]) -> bool {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || b",;|:\"'()[]{}".contains(byte);
    let words = || line.split(is_end).filter(|word| !word.is_empty());
    let is_puzzle = |word: &[u8]| {
        LENGTHS.contains(&String::from_utf8_lossy(word).chars().count())
            || (word.len() >= SHORTEST && is_of_cells(word.iter()))
    };
    // Single characters that form a row of a grid or an array.
    let single = || words().filter(|word| word.len() == 1).map(|word| &word[0]);
    let is_row = || {
        let (cells, all) = (single().count(), words().count());
        cells >= 8 && cells * 8 >= all * 7 && is_of_cells(single())
    };
    words().any(is_puzzle) || is_row()
}

/// Returns true if at least seven eighths of the bytes are cell symbols and at least two are clues.
fn is_of_cells<'a>(bytes: impl Iterator<Item = &'a u8>) -> bool {
    let (mut all, mut cells, mut clues) = (0, 0, 0);
    for byte in bytes {
        all += 1;
        cells += usize::from(byte.is_ascii_digit() || b".-_*?xX".contains(byte));
        clues += usize::from((b'1'..=b'9').contains(byte));
    }
    cells * 8 >= all * 7 && clues >= 2
}

#[cfg(test)]
mod tests {
    use crate::input::read_from;

    const NINE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

    fn lines_without_puzzle(text: impl Into<String>) -> Option<u64> {
        let text = std::io::Cursor::new(text.into());
        read_from("memory", text).unwrap().lines_without_puzzle().unwrap()
    }

    #[test]
    fn prose_and_tables_hold_no_puzzle() {
        for (text, lines) in [
            ("", 0),
            (
                "\n# Puzzles\n\n- easy.txt: see https://example.org/2026-11-23/12345\n| --- | ---: |\n",
                5,
            ),
            ("MIT License\n\nCopyright (c) 2026\n1. 2. 3.\n", 4),
            ("9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08  easy.txt\n", 1),
            ("line,status,solutions,clues,solve_ns\n1,unique,1,30,1234\n", 2),
            ("date,price,volume\n2026-11-23,1.25,100\n2026-11-24,1.5,120\n", 3),
            ("{\"puzzles\": 1000,\n \"lines\": 1001}\n", 2),
        ] {
            assert_eq!(lines_without_puzzle(text), Some(lines), "{text}");
        }
    }

    #[test]
    fn damaged_puzzles_are_puzzles() {
        let other = |from: &str, to: &str| NINE.replace(from, to);
        let row = "5 3 . | . 7 . | . . .\n";
        for text in [
            format!("{NINE}\n"),
            format!("prose\n{NINE}\n"),
            format!("id,text\n1,{}\n", &NINE[..80]),
            other("31", "3Z"),
            other("0", ""),
            NINE.trim_start_matches('0').to_owned(),
            format!("{NINE}7"),
            format!("11{}", &NINE[2..]),
            "A".repeat(81),
            "1...4.....2...Z3".to_owned(),
            format!("{}nonsense\n", row.repeat(7)),
            row.to_owned(),
            format!("[{}]", ["0,0,3"; 26].join(",")),
            "id,puzzle\n1,4.30E+80\n".to_owned(),
            "{\"quiz\": null}\n{\"quiz\": 7}\n".to_owned(),
        ] {
            assert_eq!(lines_without_puzzle(text.clone()), None, "{text}");
        }
    }
}
