//! The inputs of a run, by the names in its rows: their lines are numbered one after the other.

/// The inputs in the order of the rows, each with the number of the line before its first one.
/// Without any, the lines are those of one input.
#[derive(Clone, Debug, Default)]
pub struct Files {
    all: Vec<(String, u64)>,
    /// The number of the last line.
    last: u64,
}

impl Files {
    /// Takes the name in the next row. Returns whether it is another input than before.
    pub fn begin(&mut self, name: &str) -> bool {
        let is_other = self.all.last().is_none_or(|(last, _)| last != name);
        if is_other {
            self.all.push((name.to_owned(), self.last));
        }
        is_other
    }

    /// The number of the next row's line of the last input.
    pub fn number(&mut self, line: u64) -> u64 {
        let before = self.all.last().map_or(0, |(_, before)| *before);
        self.last = before.saturating_add(line);
        self.last
    }

    /// Returns true if there are no inputs.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// The inputs, each with the number of the line before its first one.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.all.iter().map(|(name, before)| (&**name, *before))
    }

    /// The input of a line, and its number there.
    pub fn place(&self, number: u64) -> (Option<&str>, u64) {
        let behind = self.all.partition_point(|(_, before)| *before < number);
        match behind.checked_sub(1).map(|at| &self.all[at]) {
            Some((name, before)) => (Some(name), number - before),
            None => (None, number),
        }
    }
}
