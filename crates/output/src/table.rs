//! Rows with columns, in any syntax.

use super::{
    Plan, Row, RowWriter,
    columns::{Column, Value},
    format::json_key,
    passthrough::{PassthroughColumns, Places},
    plan::{OutputColumn, unlike},
    syntax::Syntax,
    values::{Fixed, Values},
    write::Draft,
};
use memchr::{memchr, memmem::Finder};
use std::{array, mem};
use sudomill_input::whole_values;
use sudomill_puzzle::solving::Status;

/// Writes the columns of a row in a syntax.
pub(super) struct TableWriter<'p, S> {
    plan: &'p Plan,
    syntax: S,
    /// The frames of rows, by status.
    frames: [Frame; Status::ALL.len()],
    /// What is in front of each value of the object `counters`.
    counters: Vec<Fixed<32>>,
    /// Finders for the keys of the columns, to detect them in copied objects.
    names: Option<Vec<Finder<'static>>>,
    places: Places,
}

impl<'p, S: Syntax> TableWriter<'p, S> {
    pub fn new(plan: &'p Plan, syntax: S) -> Self {
        let copied = plan.kept.as_ref().filter(|kept| kept.copies_objects);
        let finder =
            |it: &OutputColumn| Finder::new(json_key(&it.name).trim_end_matches(':')).into_owned();
        let counter = |(number, name): (usize, &&str)| {
            Fixed::new(&[if number > 0 { "," } else { "" }, &json_key(name)].concat())
        };
        let follows = plan.kept.is_some();
        Self {
            frames: array::from_fn(|status| {
                Frame::new(plan, &syntax, Status::ALL[status], follows, &[])
            }),
            counters: (0..).zip(&plan.counters).map(counter).collect(),
            names: copied.map(|_| plan.columns.iter().map(finder).collect()),
            places: Places::default(),
            plan,
            syntax,
        }
    }

    /// Writes the kept columns of a row. Returns its frame if it is not that of other rows: if
    /// nothing was kept, or the kept columns have the key of a result.
    #[inline(never)]
    fn keep(&mut self, kept: &PassthroughColumns, row: &Row, lines: &mut Draft) -> Option<Frame> {
        let start = lines.bytes.len();
        kept.write(row, &self.syntax, &mut self.places, lines);
        let names = self.names.as_ref()?;
        let written = &lines.bytes[start..];
        let follows = !written.is_empty();
        // A key with an escape sequence may be any.
        let may_clash = names.iter().any(|name| name.find(written).is_some())
            || memchr(b'\\', written).is_some();
        let mut taken = Vec::new();
        if may_clash {
            whole_values(row.record(), |key, _| taken.push(key.to_owned()));
        }
        (may_clash || !follows)
            .then(|| Frame::new(self.plan, &self.syntax, row.status, follows, &taken))
    }
}

impl<S: Syntax> RowWriter for TableWriter<'_, S> {
    #[inline(always)]
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        let start = lines.bytes.len();
        lines.bytes.extend_from_slice(self.syntax.open().as_bytes());
        let kept = self.plan.kept.as_ref();
        let own = kept.and_then(|kept| self.keep(kept, row, lines));
        let frame = own.as_ref().unwrap_or(&self.frames[row.status as usize]);
        frame.write(row, Values { lines, syntax: &self.syntax, counters: &self.counters });
        self.syntax.mend(start, &mut lines.bytes);
    }
}

/// What surrounds the values in the rows of one status.
struct Frame {
    /// What is in front of each value, and the value: what separates it from the one before, its
    /// key, and all that is the same in every row of the status, which spares most rows half of the
    /// steps.
    columns: Vec<(Fixed<64>, Value)>,
    end: Fixed<64>,
    /// Set if `columns` has the quotes of symbols.
    has_quotes: bool,
}

impl Frame {
    /// Lays out rows whose keys differ from all that are taken. `follows` is set if other columns
    /// come before them.
    fn new(
        plan: &Plan,
        syntax: &dyn Syntax,
        status: Status,
        follows: bool,
        taken: &[String],
    ) -> Self {
        let is_solved = [Status::Solved, Status::Unique, Status::Multiple].contains(&status);
        let quote = syntax.quote();
        let mut text = String::new();
        let mut columns = Vec::new();
        for (number, column) in (usize::from(follows)..).zip(&plan.columns) {
            text += if number > 0 { syntax.between() } else { "" };
            text += &syntax.key(&unlike(&column.name, taken, str::eq)).unwrap_or_default();
            match (column.column, status) {
                (Column::Status, _) => text.extend([quote, status.name(), quote]),
                (Column::Solutions, Status::Unique) => text += "1",
                (Column::Solutions, Status::None) => text += "0",
                (Column::Message, _) if status != Status::Invalid => text += syntax.missing(),
                (Column::Puzzle | Column::Solution, _) if is_solved => {
                    text += quote;
                    columns.push((Fixed::new(&mem::take(&mut text)), column.column.value()));
                    text += quote;
                }
                _ => columns.push((Fixed::new(&mem::take(&mut text)), column.column.value())),
            }
        }
        text += syntax.close();
        Self { columns, end: Fixed::new(&text), has_quotes: is_solved }
    }

    /// Writes the values and the end of a row.
    #[inline(always)]
    fn write<S: Syntax>(&self, row: &Row, mut values: Values<'_, S>) {
        for (before, value) in &self.columns {
            values.fixed(before);
            match value {
                Value::Number(number) => values.number(number(row)),
                Value::Plain(text) if self.has_quotes => values.bare(text(row).unwrap_or_default()),
                Value::Plain(text) if !row.is_bad() => values.plain(text(row)),
                Value::Plain(text) => {
                    values.text(text(row).map(String::from_utf8_lossy).as_deref());
                }
                Value::Text(text) => values.text(text(row).as_deref()),
                Value::Extra(extra) => values.extra(row, *extra),
                Value::OfSearch(number) => {
                    values.number((!row.is_bad()).then(|| number(&row.searched())));
                }
                Value::Counter(index) => {
                    let counters = || row.searched().counters().values();
                    values.number((!row.is_bad()).then(|| counters()[*index]));
                }
                Value::Counters => values.counters(row),
            }
        }
        values.fixed(&self.end);
    }
}
