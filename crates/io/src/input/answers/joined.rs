//! Answers that belong to the puzzles with the same key: the value of a column that both have. All
//! answers are in memory, because the puzzles may be in any order.

use super::{AnswerRow, Answers, Slice};
use crate::{
    Error,
    input::table::{Column, KeyColumn},
};
use std::{
    collections::{HashMap, hash_map::Entry},
    mem,
};

/// The answers of some sources, each of which belongs to the puzzle with the same key.
pub struct JoinedAnswers {
    pub(crate) column: Column,
    answers: Vec<Joined>,
    /// The number of the first answer with each key.
    numbers: HashMap<Vec<u8>, usize>,
    /// The number of puzzles that have none.
    missing: u64,
}

/// An answer and its puzzle.
struct Joined {
    /// The only row is the answer.
    slice: Slice,
    /// The number of the first answer with its key: another one if the key is repeated. `None` if the
    /// row has no key.
    first: Option<usize>,
    /// Set once a puzzle with its key was read.
    is_taken: bool,
}

/// The puzzles without an answer, and the answers without a puzzle of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Unmatched {
    /// The number of puzzles to which no answer belongs.
    pub missing: u64,
    /// The number of answers whose key an earlier answer has.
    pub double: u64,
    /// The number of answers that belong to no puzzle.
    pub unknown: u64,
    /// The first answers that are double or unknown, as many as wanted: `path:line: reason`.
    pub reasons: Vec<String>,
}

fn place(answer: &AnswerRow) -> String {
    format!("{}:{}", answer.name(), answer.line())
}

impl Answers {
    /// Reads all answers, and their keys in this column.
    ///
    /// # Errors
    /// A source cannot be read, or it has no such column.
    pub fn joined_by(mut self, column: Column) -> Result<JoinedAnswers, Error> {
        let mut joined =
            JoinedAnswers { column, answers: Vec::new(), numbers: HashMap::new(), missing: 0 };
        while let Some(left) = self.find()? {
            let rows = mem::take(&mut left.rows);
            for row in rows {
                let (chunk, before) = (left.chunk.clone(), left.before);
                joined.add(Slice { chunk, rows: vec![row], before })?;
            }
        }
        Ok(joined)
    }
}

impl JoinedAnswers {
    fn add(&mut self, slice: Slice) -> Result<(), Error> {
        let number = self.answers.len();
        let mut first = None;
        for answer in slice.iter() {
            let key = self.key_column(&answer)?.key(answer.table(), answer.text());
            first = key.map(|key| match self.numbers.entry(key) {
                Entry::Occupied(entry) => *entry.get(),
                Entry::Vacant(entry) => *entry.insert(number),
            });
        }
        self.answers.push(Joined { slice, first, is_taken: false });
        Ok(())
    }

    fn key_column(&self, answer: &AnswerRow) -> Result<KeyColumn, Error> {
        answer.table().key_column(&self.column, answer.name())
    }

    /// Takes the answer to the next puzzle, which has this key in a column with this name.
    ///
    /// # Errors
    /// Says why no answer belongs to the puzzle.
    pub(crate) fn take(&mut self, key: Option<&[u8]>, name: &str) -> Result<Slice, String> {
        let Some(key) = key else {
            self.missing += 1;
            return Err(format!("found no {name}"));
        };
        let Some(number) = self.numbers.get(key) else {
            self.missing += 1;
            return Err(format!("found no answer with {}", named(name, key)));
        };
        let answer = &mut self.answers[*number];
        match mem::replace(&mut answer.is_taken, true) {
            true => Err(format!("found {} in an earlier puzzle, too", named(name, key))),
            false => Ok(answer.slice.clone()),
        }
    }

    /// Tells which puzzles and answers were without the other, once all puzzles are checked, with at
    /// most this number of reasons.
    ///
    /// # Errors
    /// A mapped file shrank.
    pub fn unmatched(&self, most: usize) -> Result<Unmatched, Error> {
        let mut unmatched = Unmatched { missing: self.missing, ..Unmatched::default() };
        for (number, Joined { slice, first, is_taken }) in self.answers.iter().enumerate() {
            slice.check()?;
            if *is_taken {
                continue;
            }
            let of_first = first.filter(|first| *first != number);
            match of_first {
                Some(_) => unmatched.double += 1,
                None => unmatched.unknown += 1,
            }
            if unmatched.reasons.len() < most {
                let earlier = of_first.map(|first| &self.answers[first].slice);
                unmatched.reasons.extend(self.reason(slice, earlier)?);
            }
        }
        Ok(unmatched)
    }

    /// Says why no puzzle has an answer, given the earlier one with the same key.
    fn reason(&self, slice: &Slice, earlier: Option<&Slice>) -> Result<Option<String>, Error> {
        let Some(answer) = slice.iter().next() else { return Ok(None) };
        let column = self.key_column(&answer)?;
        let key = column.key(answer.table(), answer.text()).map(|key| named(&column.name, &key));
        let earlier = earlier.and_then(|earlier| earlier.iter().next());
        let reason = match (key, earlier) {
            (None, _) => format!("found no {}", column.name),
            (Some(key), None) => format!("found no puzzle with {key}"),
            (Some(key), Some(earlier)) => {
                format!("found {key} twice, first in {}", place(&earlier))
            }
        };
        Ok(Some(format!("{}: {reason}", place(&answer))))
    }
}

/// A key with the name of its column.
fn named(name: &str, key: &[u8]) -> String {
    format!("{name} {:?}", String::from_utf8_lossy(key))
}
