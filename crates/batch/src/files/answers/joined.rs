//! Answers that belong to the puzzles with the same key: the value of a column that both have. All
//! answers are in memory, because the puzzles may be in any order.

use super::{AnswerRow, Answers, KeyColumn, Slice};
use std::{collections::HashMap, mem};
use sudomill_input::{Column, Error};

/// Answers each of which belongs to the puzzle with the same key.
pub struct Joined {
    /// The column of the keys.
    pub column: Column,
    answers: Vec<JoinedAnswer>,
    /// The number of the first answer with each key.
    numbers: HashMap<Vec<u8>, usize>,
    /// The number of puzzles that have none.
    missing: u64,
}

/// An answer and its puzzle.
struct JoinedAnswer {
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

impl Answers {
    /// Reads all answers, and their keys in this column: each answer belongs to the puzzle with the same key.
    ///
    /// # Errors
    /// A source cannot be read, or it has no such column.
    pub fn joined_by(mut self, column: Column) -> Result<Self, Error> {
        let mut joined =
            Joined { column, answers: Vec::new(), numbers: HashMap::new(), missing: 0 };
        while let Some(left) = self.find()? {
            for row in mem::take(&mut left.rows) {
                let (chunk, before) = (left.chunk.clone(), left.before);
                joined.add(Slice { chunk, rows: vec![row], before })?;
            }
        }
        self.joined = Some(joined);
        Ok(self)
    }

    /// Tells which puzzles and joined answers were without the other, once all puzzles are checked, with at
    /// most this number of reasons.
    ///
    /// # Errors
    /// A mapped file shrank.
    pub fn unmatched(&self, most: usize) -> Result<Unmatched, Error> {
        self.joined.as_ref().map_or_else(|| Ok(Unmatched::default()), |it| it.unmatched(most))
    }
}

impl JoinedAnswer {
    fn row(&self) -> AnswerRow<'_> {
        AnswerRow { slice: &self.slice, row: &self.slice.rows[0] }
    }
}

impl Joined {
    fn add(&mut self, slice: Slice) -> Result<(), Error> {
        let mut answer = JoinedAnswer { slice, first: None, is_taken: false };
        let number = self.answers.len();
        let key = self.key(&answer.row())?.1;
        answer.first = key.map(|key| *self.numbers.entry(key).or_insert(number));
        self.answers.push(answer);
        Ok(())
    }

    /// The column of keys in the source of an answer, and its key.
    fn key(&self, answer: &AnswerRow) -> Result<(KeyColumn, Option<Vec<u8>>), Error> {
        let column = KeyColumn::of(answer.table(), &self.column, answer.name())?;
        let key = column.key(answer.table(), answer.text());
        Ok((column, key))
    }

    /// Takes the answer to the next puzzle, which has this key in a column with this name.
    ///
    /// # Errors
    /// Says why no answer belongs to the puzzle.
    pub fn take(&mut self, key: Option<&[u8]>, name: &str) -> Result<Slice, String> {
        let number = key.and_then(|key| self.numbers.get(key));
        self.missing += u64::from(number.is_none());
        let key = key.ok_or_else(|| format!("found no {name}"))?;
        let number = number.ok_or_else(|| format!("found no answer with {}", named(name, key)))?;
        let answer = &mut self.answers[*number];
        match mem::replace(&mut answer.is_taken, true) {
            true => Err(format!("found {} in an earlier puzzle, too", named(name, key))),
            false => Ok(answer.slice.clone()),
        }
    }

    fn unmatched(&self, most: usize) -> Result<Unmatched, Error> {
        let mut unmatched = Unmatched { missing: self.missing, ..Unmatched::default() };
        for (number, answer) in self.answers.iter().enumerate() {
            answer.slice.check()?;
            if answer.is_taken {
                continue;
            }
            let earlier = answer.first.filter(|first| *first != number);
            match earlier {
                Some(_) => unmatched.double += 1,
                None => unmatched.unknown += 1,
            }
            if unmatched.reasons.len() < most {
                let row = answer.row();
                let reason =
                    self.reason(&row, earlier.map(|earlier| self.answers[earlier].row()))?;
                unmatched.reasons.push(format!("{}: {reason}", place(&row)));
            }
        }
        Ok(unmatched)
    }

    /// Says why no puzzle has an answer, given the earlier one with the same key.
    fn reason(&self, answer: &AnswerRow, earlier: Option<AnswerRow>) -> Result<String, Error> {
        let (KeyColumn { name, .. }, key) = self.key(answer)?;
        Ok(match (key, earlier) {
            (None, _) => format!("found no {name}"),
            (Some(key), None) => format!("found no puzzle with {}", named(&name, &key)),
            (Some(key), Some(earlier)) => {
                format!("found {} twice, first in {}", named(&name, &key), place(&earlier))
            }
        })
    }
}

fn place(answer: &AnswerRow) -> String {
    format!("{}:{}", answer.name(), answer.line())
}

/// A key with the name of its column.
fn named(name: &str, key: &[u8]) -> String {
    format!("{name} {:?}", String::from_utf8_lossy(key))
}
