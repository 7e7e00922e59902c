//! The rows of a run: their columns, as requested and as resolved for an input, and their writer.

use super::{
    Columns, Format, Keep, Row, RowWriter,
    columns::{COUNTER, NAMED, WriteValue},
    passthrough::{PassthroughColumns, Places},
    write::{CountWriter, Fixed, LineBuffer, ROOM, SolutionWriter, Values, csv_text, json_key},
};
use crate::input::{Source, whole_values};
use memchr::{memchr, memmem::Finder};
use std::borrow::Cow;
use sudomill_core::{
    Error,
    grid::Size,
    solver::{Counters, registry::About},
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

/// A column and its name in this run.
#[derive(Clone)]
pub(crate) struct OutputColumn {
    usual: &'static str,
    name: String,
    write: WriteValue,
    /// The index of a counter.
    index: usize,
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
    let named = NAMED.into_iter().map(|(usual, write)| (usual, write, 0));
    let counting = counters.iter().enumerate().map(|(index, &usual)| (usual, COUNTER, index));
    let column =
        |(usual, write, index)| OutputColumn { usual, name: str::to_owned(usual), write, index };
    let is_offered = |column: &OutputColumn| match format.lists_all() {
        // What is known as soon as a solution is found, before the search ends.
        true => ["file", "line", "puzzle", "index", "solution"].contains(&column.usual),
        false => column.usual != "index",
    };
    let offered: Vec<_> = named.chain(counting).map(column).filter(is_offered).collect();
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
        let is_chosen = |column: &&OutputColumn| match counts {
            true => counters.contains(&column.usual),
            false => column.usual == name,
        };
        columns.extend(offered.iter().filter(is_chosen).cloned());
        if columns.len() == before {
            let known = offered.iter().map(|column| column.usual.to_owned()).collect();
            return Err(Error::UnknownColumn { wanted: name, known });
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
    /// See [`keys`].
    keys: Vec<Fixed>,
    /// The same for the values of the object `counters`.
    counters: Vec<Fixed>,
    /// Finders for the keys of the columns, to detect them in copied objects.
    names: Option<Vec<Finder<'static>>>,
    places: Places,
    room: Box<[u8; ROOM]>,
    /// Set if the columns are the default ones, or those behind kept columns.
    is_usual: bool,
}

impl<'p> TableWriter<'p> {
    fn new(plan: &'p Plan) -> Self {
        let copied = plan.kept.as_ref().filter(|kept| kept.copies_objects);
        let finder =
            |it: &OutputColumn| Finder::new(json_key(&it.name).trim_end_matches(':')).into_owned();
        let counters = (0..).zip(&plan.counters);
        Self {
            plan,
            keys: keys(plan, &[]),
            counters: counters.map(|(number, name)| key(number, &json_key(name))).collect(),
            names: copied.map(|_| plan.columns.iter().map(finder).collect()),
            places: Places::default(),
            room: Box::new([0; ROOM]),
            is_usual: USUAL
                .iter()
                .any(|usual| plan.columns.iter().map(|it| it.usual).eq(usual.split(','))),
        }
    }
}

/// Columns whose values are written without a call for each: most runs have no others, and with the
/// calls a run to CSV takes 7 % longer.
const USUAL: [&str; 4] = [
    "line,puzzle,status,message,solutions,solution",
    "line,puzzle,status,message,solutions,solution,counters",
    "status,message,solutions,solution",
    "status,message,solutions,solution,counters",
];

/// Writes the values of [`USUAL`] columns of a row with a puzzle.
#[inline(always)]
fn usual_values(row: &Row, keys: &[Fixed], values: &mut Values) {
    let mut keys = keys;
    if let [line, puzzle, rest @ ..] = keys
        && rest.len() >= 4
    {
        values.fixed(line);
        values.number(row.line());
        values.fixed(puzzle);
        values.plain(row.text());
        keys = rest;
    }
    let [status, message, solutions, solution, rest @ ..] = keys else { return };
    values.fixed(status);
    values.plain(row.status.name().as_bytes());
    values.fixed(message);
    values.none();
    values.fixed(solutions);
    values.number(row.solutions);
    values.fixed(solution);
    values.plain(row.solution);
    if let [key] = rest {
        values.fixed(key);
        values.counters(row);
    }
}

/// Returns what is in front of each value: a comma, and in JSON the key, which differs from all that
/// are taken.
fn keys(plan: &Plan, taken: &[String]) -> Vec<Fixed> {
    let text = |(number, column): (usize, &OutputColumn)| match plan.format.is_csv() {
        true => key(number, ""),
        false => key(number, &json_key(&unlike(&column.name, taken, str::eq))),
    };
    (usize::from(plan.kept.is_some())..).zip(&plan.columns).map(text).collect()
}

/// Returns a key with a comma in front of it, unless it is the first.
fn key(number: usize, key: &str) -> Fixed {
    Fixed::new(&[if number > 0 { "," } else { "" }, key].concat())
}

impl RowWriter for TableWriter<'_> {
    fn row(&mut self, row: Row, lines: &mut LineBuffer) {
        let is_json = !self.plan.format.is_csv();
        if is_json {
            lines.bytes.push(b'{');
        }
        let start = lines.bytes.len();
        if let Some(kept) = &self.plan.kept {
            kept.write(&row, &mut self.places, lines);
        }
        let mut renamed = None;
        let is_copied = |name: &Finder| name.find(&lines.bytes[start..]).is_some();
        if let Some(names) = &self.names
            && (names.iter().any(is_copied) || memchr(b'\\', &lines.bytes[start..]).is_some())
        {
            let mut taken = Vec::new();
            whole_values(row.record(), |key, _| taken.push(key.to_owned()));
            renamed = Some(keys(self.plan, &taken));
        }
        let (counters, room) = (&*self.counters, &mut *self.room);
        let mut values = Values { lines, is_json, counters, room, len: 0 };
        let keys = renamed.as_ref().unwrap_or(&self.keys);
        if self.is_usual && !row.is_bad() {
            usual_values(&row, keys, &mut values);
        } else {
            for (column, key) in self.plan.columns.iter().zip(keys) {
                values.fixed(key);
                (column.write)(&row, column.index, &mut values);
            }
        }
        values.verbatim(if is_json { b"}\n" } else { b"\n" });
        values.flush();
        match lines.bytes[start] {
            // Nothing was kept.
            b',' if is_json => _ = lines.bytes.remove(start),
            // A blank line would not count as a row.
            b'\n' if !is_json => {
                lines.bytes.truncate(start);
                lines.bytes.extend_from_slice(b"\"\"\n");
            }
            _ => {}
        }
    }
}
