//! Text written at any column and line, in any order.

use std::fmt;

/// Lines of characters; spaces where nothing was written.
#[derive(Default)]
pub struct Canvas(Vec<Vec<char>>);

impl Canvas {
    /// Writes text starting at this position, replacing existing text.
    pub fn put(&mut self, (column, line): (usize, usize), text: &str) {
        let lines = self.0.len().max(line + 1);
        self.0.resize(lines, Vec::new());
        let line = &mut self.0[line];
        let end = column + text.chars().count();
        line.resize(line.len().max(end), ' ');
        line.splice(column..end, text.chars());
    }
}

impl fmt::Display for Canvas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|line| writeln!(f, "{}", String::from_iter(line)))
    }
}
