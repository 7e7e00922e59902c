//! The rows of a run: their columns, as requested and as resolved for an input, and their writer.

use super::{
    Columns, Format, Keep, Row, RowWriter,
    columns::{NAMED, Value},
    passthrough::{PassthroughColumns, Places},
    write::{CountWriter, Draft, Fixed, SolutionWriter, Values, csv_text, json_key},
};
use crate::input::{Source, whole_values};
use memchr::{memchr, memmem::Finder};
use std::{borrow::Cow, mem};
use sudomill_core::{
    Error,
    grid::Size,
    solver::{Counters, Status, registry::About},
};

/// The prefix of a result column whose name is also a column of the input.
const PREFIX: &str = "sudomill_";

/// The layout of all results of a run.
pub struct Plan {
    pub(crate) format: Format,
    pub(crate) new_writer: NewWriter,
    pub(crate) kept: Option<PassthroughColumns>,
    pub(crate) columns: Vec<OutputColumn>,
    pub(crate) counters: Vec<&'static str>,
    pub(crate) about: About,
}

/// Creates a writer of results.
pub(crate) type NewWriter = for<'p> fn(&'p Plan) -> Box<dyn RowWriter + 'p>;

/// The results have no such column. An [`Error::Other`].
#[derive(Debug, thiserror::Error)]
#[error("unknown column '{wanted}'; expected {}", known.join(", "))]
pub struct UnknownColumn {
    /// The requested column.
    pub wanted: String,
    /// The existing columns.
    pub known: Vec<String>,
}

/// A column and its name in this run.
pub(crate) struct OutputColumn {
    usual: &'static str,
    name: String,
    value: Value,
}

impl Plan {
    /// Plans the results of a source, for a strategy.
    ///
    /// # Errors
    /// A column does not exist or is chosen twice, or the format has no columns.
    pub(crate) fn new(
        format: Format,
        wanted: &Columns,
        file_column: bool,
        source: &Source,
        about: About,
    ) -> Result<Self, Error> {
        let counters: Vec<_> =
            Counters::COMMON.iter().chain(about.own_counters).map(|it| it.name).collect();
        let mut columns = chosen(format, wanted, file_column, &counters)?;
        let kept = PassthroughColumns::of(source, &wanted.keep, format)?;
        let size = source.layout().size;
        let names = kept.as_ref().map_or(&[][..], |kept| &kept.names);
        for OutputColumn { usual, name, .. } in &mut columns {
            let is_of_nine = ["canonical", "canonical_solution", "automorphisms"].contains(usual);
            if is_of_nine && size != Size::Nine {
                let reason = format!("column '{usual}' is for 9×9, not for {size}");
                return Err(Error::Impossible(reason));
            }
            // Many programs ignore case in column names.
            *name = unlike(usual, names, str::eq_ignore_ascii_case).into_owned();
        }
        Ok(Self { format, new_writer: format.writer(), kept, columns, counters, about })
    }

    /// Returns true if the results have the column with this default name.
    pub(crate) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|it| it.usual == column)
    }

    /// Returns the default and the actual name of each renamed column.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let renamed = self.columns.iter().filter(|column| column.name != column.usual);
        renamed.map(|column| (column.usual, &*column.name))
    }

    /// Returns the header line of CSV; empty for other formats.
    pub fn header(&self) -> Vec<u8> {
        let mut header = Vec::new();
        if self.format.is_csv() {
            let kept = self.kept.iter().flat_map(|kept| &kept.written_names).map(Vec::as_slice);
            for name in kept.chain(self.columns.iter().map(|column| column.name.as_bytes())) {
                csv_text(name, &mut header);
                header.push(b',');
            }
            header.pop();
            header.push(b'\n');
        }
        header
    }
}

/// Returns the name, prefixed until it differs from all of `others`.
fn unlike<'a>(name: &'a str, others: &[String], is_same: fn(&str, &str) -> bool) -> Cow<'a, str> {
    let mut name = Cow::Borrowed(name);
    while others.iter().any(|other| is_same(other, &name)) {
        name.to_mut().insert_str(0, PREFIX);
    }
    name
}

/// Returns the columns with the given names, or the default columns of the format.
fn chosen(
    format: Format,
    wanted: &Columns,
    file_column: bool,
    counters: &[&'static str],
) -> Result<Vec<OutputColumn>, Error> {
    let keeps = !matches!(wanted.keep, Keep::Nothing);
    if !format.has_columns() && (wanted.names.is_some() || keeps) {
        return Err(Error::Impossible(format!("the format '{format}' has no columns")));
    }
    let mut offered = NAMED.to_vec();
    offered.extend((0..).zip(counters).map(|(index, name)| (*name, Value::Counter(index))));
    offered.retain(|(usual, _)| match format.lists_all() {
        // What is known as soon as a solution is found, before the search ends.
        true => ["file", "line", "puzzle", "index", "solution"].contains(usual),
        false => *usual != "index",
    });
    let column =
        |&(usual, value): &(&'static str, _)| OutputColumn { usual, name: usual.to_owned(), value };
    let is_usual = |name: &&str| match *name {
        "" => false,
        "file" => file_column,
        // The kept columns of the input probably include it.
        "puzzle" => !keeps,
        "line" => !keeps || format.lists_all(),
        _ => true,
    };
    let usual = || format.columns().split(',').filter(is_usual).map(str::to_owned).collect();
    let mut columns: Vec<OutputColumn> = Vec::new();
    for name in wanted.names.clone().unwrap_or_else(usual) {
        let (before, counts) = (columns.len(), name == "counters" && format.is_csv());
        let is_chosen = |(usual, _): &&(&'static str, Value)| match counts {
            true => counters.contains(usual),
            false => *usual == name,
        };
        columns.extend(offered.iter().filter(is_chosen).map(column));
        if columns.len() == before {
            let known = offered.iter().map(|it| it.0.to_owned()).collect();
            return Err(Error::Other(Box::new(UnknownColumn { wanted: name, known })));
        }
    }
    let is_twice = |at: &usize| columns[..*at].iter().any(|it| it.usual == columns[*at].usual);
    if let Some(at) = (0..columns.len()).find(is_twice) {
        return Err(Error::Impossible(format!("column '{}' is chosen twice", columns[at].usual)));
    }
    Ok(columns)
}

impl Format {
    /// Returns what creates the writer of this format.
    pub(crate) fn writer(self) -> NewWriter {
        match self {
            Self::Solution | Self::Solutions => |_| Box::new(SolutionWriter),
            Self::Count => |_| Box::new(CountWriter),
            _ => |plan| Box::new(TableWriter::new(plan)),
        }
    }
}

/// Writes the columns of a row as CSV or as a JSON object.
struct TableWriter<'p> {
    plan: &'p Plan,
    /// The frames of rows, by status.
    frames: [Frame; Status::ALL.len()],
    /// What is in front of each value of the object `counters`.
    counters: Vec<Fixed<32>>,
    /// Finders for the keys of the columns, to detect them in copied objects.
    names: Option<Vec<Finder<'static>>>,
    places: Places,
}

impl<'p> TableWriter<'p> {
    fn new(plan: &'p Plan) -> Self {
        let copied = plan.kept.as_ref().filter(|kept| kept.copies_objects);
        let finder =
            |it: &OutputColumn| Finder::new(json_key(&it.name).trim_end_matches(':')).into_owned();
        let counter = |(number, name): (usize, &&str)| {
            Fixed::new(&[if number > 0 { "," } else { "" }, &json_key(name)].concat())
        };
        Self {
            plan,
            frames: Status::ALL.map(|status| Frame::new(plan, &[], status)),
            counters: (0..).zip(&plan.counters).map(counter).collect(),
            names: copied.map(|_| plan.columns.iter().map(finder).collect()),
            places: Places::default(),
        }
    }
}

/// What surrounds the values in the rows of one status.
struct Frame {
    /// What is in front of each value, and the value: a comma, in JSON the key, and all that is the
    /// same in every row of the status, which spares most rows half of the steps.
    columns: Vec<(Fixed<64>, Value)>,
    end: Fixed<64>,
    is_json: bool,
    /// Set if `columns` has the quotes of symbols.
    has_quotes: bool,
}

impl Frame {
    /// Lays out rows whose keys differ from all that are taken.
    fn new(plan: &Plan, taken: &[String], status: Status) -> Self {
        let is_json = !plan.format.is_csv();
        let is_solved = [Status::Solved, Status::Unique, Status::Multiple].contains(&status);
        let has_quotes = is_json && is_solved;
        let mut text = if is_json && plan.kept.is_none() { "{" } else { "" }.to_owned();
        let mut columns = Vec::new();
        for (number, column) in (usize::from(plan.kept.is_some())..).zip(&plan.columns) {
            text += if number > 0 { "," } else { "" };
            if is_json {
                text += &json_key(&unlike(&column.name, taken, str::eq));
            }
            match (column.usual, status) {
                ("status", _) if is_json => text += &format!("\"{}\"", status.name()),
                ("status", _) => text += status.name(),
                ("solutions", Status::Unique) => text += "1",
                ("solutions", Status::None) => text += "0",
                ("message", _) if status != Status::Invalid => {
                    text += if is_json { "null" } else { "" };
                }
                ("puzzle" | "solution", _) if has_quotes => {
                    text += "\"";
                    columns.push((Fixed::new(&mem::take(&mut text)), column.value));
                    text += "\"";
                }
                _ => columns.push((Fixed::new(&mem::take(&mut text)), column.value)),
            }
        }
        text += if is_json { "}\n" } else { "\n" };
        Self { columns, end: Fixed::new(&text), is_json, has_quotes }
    }

    /// Writes the values and the end of a row.
    #[inline(always)]
    fn write(&self, row: &Row, lines: &mut Draft, counters: &[Fixed<32>]) {
        let mut values = Values { lines, is_json: self.is_json, counters };
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
                Value::Counter(index) => {
                    values.number((!row.is_bad()).then(|| row.counters()[*index]));
                }
                Value::Counters => values.counters(row),
            }
        }
        values.fixed(&self.end);
    }
}

impl TableWriter<'_> {
    /// Starts a row with the kept columns. Returns its frame if these have the key of a result.
    #[inline(never)]
    fn keep(&mut self, kept: &PassthroughColumns, row: &Row, lines: &mut Draft) -> Option<Frame> {
        if !self.plan.format.is_csv() {
            lines.bytes.push(b'{');
        }
        let start = lines.bytes.len();
        kept.write(row, &mut self.places, lines);
        let written = &lines.bytes[start..];
        let mut names = self.names.as_ref()?.iter();
        if !names.any(|name| name.find(written).is_some()) && memchr(b'\\', written).is_none() {
            return None;
        }
        let mut taken = Vec::new();
        whole_values(row.record(), |key, _| taken.push(key.to_owned()));
        Some(Frame::new(self.plan, &taken, row.status))
    }
}

impl RowWriter for TableWriter<'_> {
    #[inline(always)]
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        let start = lines.bytes.len();
        let kept = self.plan.kept.as_ref();
        let own = kept.and_then(|kept| self.keep(kept, row, lines));
        let frame = own.as_ref().unwrap_or(&self.frames[row.status as usize]);
        frame.write(row, lines, &self.counters);
        match lines.bytes[start..] {
            // Nothing was kept.
            [b'{', b',', ..] if frame.is_json => _ = lines.bytes.remove(start + 1),
            // A blank line would not count as a row.
            [b'\n'] => (0..2).for_each(|_| lines.bytes.insert(start, b'"')),
            _ => {}
        }
    }
}
