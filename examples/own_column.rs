//! Solves a column of one's own in memory, with missing values, on every core.
//!
//! ```sh
//! cargo run --release --example own_column
//! ```

use sudomill::{
    Error,
    memory::{self, MemoryOptions, Texts},
    solver::Limits,
};

/// A column of a table.
pub struct Column(pub Vec<Option<String>>);

impl Texts for Column {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        self.0[row].as_ref().map(String::as_bytes)
    }
}

pub fn solve(column: &Column) -> Result<Vec<String>, Error> {
    let options = MemoryOptions::default().with_limits(Limits::default().with_solutions(1));
    let results = memory::solve(column, &options)?;
    let cell = |row| match results.bad.get(&row) {
        Some(problem) => problem.to_string(),
        None => results.solution(row).unwrap_or("no solution").to_owned(),
    };
    Ok((0..column.len()).map(cell).collect())
}

fn main() -> Result<(), Error> {
    let texts = [Some(".4.3.3........2."), None, Some("1..."), Some("12..34..........")];
    let column = Column(texts.map(|text| text.map(str::to_owned)).to_vec());
    solve(&column)?.iter().for_each(|cell| println!("{cell}"));
    Ok(())
}
