//! A solver in another language: a shared library with the functions of
//! `benches/field/adapters/field.h`.

use super::{Answer, Cells, Contender};
use anyhow::{Context, Result, ensure};
use libloading::Symbol;
use std::{ffi::c_char, fmt::Write as _, hint::black_box, ops::Range, path::Path, str::FromStr};
use sudomill::grid::Puzzle;

/// The bits of the result of `field_takes`.
const CLUES: u32 = 1;
const CANDIDATES: u32 = 2;
const ANY_LIMIT: u32 = 4;

type Takes = unsafe extern "C" fn() -> u32;
type Count = unsafe extern "C" fn(*const c_char, usize, usize, usize, *mut u32);
type Solution = unsafe extern "C" fn(*const c_char, usize, *mut c_char) -> i32;

/// A library and its name in the table, as in `--library tdoku=libtdoku.so`.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub path: String,
}

impl FromStr for Named {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((name, path)) if !name.is_empty() && !path.is_empty() => {
                Ok(Self { name: name.to_owned(), path: path.to_owned() })
            }
            _ => Err("expected NAME=FILE".to_owned()),
        }
    }
}

/// A library and the puzzles for it.
pub struct Library {
    name: String,
    /// The puzzles, one per line.
    lines: String,
    /// The number of symbols per puzzle: 81, or 729 for puzzles given as candidates.
    symbols: usize,
    limit: usize,
    count: Count,
    solution: Solution,
    /// Keeps the functions above loaded.
    _library: libloading::Library,
}

impl Library {
    /// Returns `None` if the library does not solve puzzles of this kind, or not at this limit.
    pub fn new(named: &Named, puzzles: &[Puzzle], limit: u32) -> Result<Option<Self>> {
        let (path, limit) = (Path::new(&named.path), limit as usize);
        // SAFETY: the user chose this library; loading it runs its initializers.
        let library = unsafe { libloading::Library::new(path) }
            .with_context(|| format!("cannot load {}", path.display()))?;
        // SAFETY: the types match field.h.
        let (takes, count, solution) = unsafe {
            let takes: Symbol<Takes> = symbol(&library, path, "field_takes")?;
            let count: Symbol<Count> = symbol(&library, path, "field_count")?;
            let solution: Symbol<Solution> = symbol(&library, path, "field_solution")?;
            (takes(), *count, *solution)
        };
        let candidates = puzzles.iter().any(Puzzle::has_candidates);
        let wanted = if candidates { CANDIDATES } else { CLUES };
        if takes & wanted == 0 || (limit > 2 && takes & ANY_LIMIT == 0) {
            return Ok(None);
        }
        let mut lines = String::with_capacity(puzzles.len() * if candidates { 730 } else { 82 });
        for puzzle in puzzles {
            writeln!(lines, "{puzzle}")?;
        }
        let symbols = if candidates { 729 } else { 81 };
        ensure!(
            lines.len() == puzzles.len() * (symbols + 1),
            "found puzzles by clues and by candidates in one set; expected one kind"
        );
        let name = named.name.clone();
        Ok(Some(Self { name, lines, symbols, limit, count, solution, _library: library }))
    }

    /// Returns a pointer to the lines from this puzzle on.
    fn from(&self, puzzle: usize) -> *const c_char {
        self.lines[puzzle * (self.symbols + 1)..].as_ptr().cast()
    }

    fn counts(&self, puzzles: Range<usize>) -> Vec<u32> {
        let mut counts = vec![0; puzzles.len()];
        let (lines, puzzles) = (self.from(puzzles.start), puzzles.len());
        // SAFETY: there are as many lines and counts as the call says.
        unsafe { (self.count)(lines, puzzles, self.symbols, self.limit, counts.as_mut_ptr()) };
        counts
    }

    fn grid(&self, puzzle: usize) -> Option<Cells> {
        let mut digits = [0u8; 81];
        let solution = digits.as_mut_ptr().cast();
        // SAFETY: the pointer is to a line, and `digits` has room for 81 digits.
        let found = unsafe { (self.solution)(self.from(puzzle), self.symbols, solution) };
        (found != 0).then(|| digits.map(|digit| digit.wrapping_sub(b'0')))
    }
}

/// Returns a function of the library.
///
/// # Safety
/// The function must have type `T`.
unsafe fn symbol<'l, T>(
    library: &'l libloading::Library,
    path: &Path,
    name: &str,
) -> Result<Symbol<'l, T>> {
    // SAFETY: ensured by the caller.
    unsafe { library.get(name.as_bytes()) }
        .with_context(|| format!("{} has no function {name}; see field.h", path.display()))
}

impl Contender for Library {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, puzzles: Range<usize>) {
        black_box(self.counts(puzzles));
    }

    fn answers(&self, puzzles: Range<usize>) -> Option<Vec<Answer>> {
        let counts = self.counts(puzzles.clone());
        let answer = |(puzzle, count): (usize, u32)| Answer {
            solutions: Some(count.into()),
            grid: if count > 0 { self.grid(puzzle) } else { None },
        };
        Some(puzzles.zip(counts).map(answer).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_and_file() {
        let named: Named = "tdoku=target/libtdoku.so".parse().unwrap();
        assert_eq!((&*named.name, &*named.path), ("tdoku", "target/libtdoku.so"));
        assert!("tdoku".parse::<Named>().is_err());
        assert!("=libtdoku.so".parse::<Named>().is_err());
    }

    #[test]
    fn missing_file_is_named() {
        let named: Named = "x=/nowhere/libx.so".parse().unwrap();
        let error = Library::new(&named, &[], 2).err().unwrap();
        assert!(format!("{error:#}").starts_with("cannot load /nowhere/libx.so"), "{error:#}");
    }
}
