//! The columns to write: as requested, and resolved for an input.

use super::{
    Format, column::Column, format::NewWriter, passthrough::PassthroughColumns, write::RowWriter,
};
use crate::input::{Column as InputColumn, Source};
use std::borrow::Cow;
use sudomill_core::{
    error::Error,
    grid::Size,
    solver::{Counter, Counters},
};

/// The prefix of a result column whose name is also a column of the input.
const PREFIX: &str = "sudomill_";

/// The columns of `csv`, `jsonl` and similar formats.
#[derive(Clone, Debug, Default)]
pub struct Columns {
    /// The names of the result columns, in order; `counters` stands for all counters. `None` for
    /// the default columns of the format.
    pub names: Option<Vec<String>>,
    /// The columns of the input, which come before the result columns.
    pub keep: Keep,
}

/// The columns of the input that the results repeat.
#[derive(Clone, Debug, Default)]
pub enum Keep {
    /// None.
    #[default]
    Nothing,
    /// All columns. From JSON Lines to JSON Lines, every key of a line.
    All,
    /// The given columns, in this order.
    Named(Vec<InputColumn>),
}

/// The layout of all results of a run.
#[doc(hidden)] // For the page in web/.
pub struct Plan {
    pub(crate) format: Format,
    pub(crate) new_writer: NewWriter,
    pub(crate) kept: Option<PassthroughColumns>,
    pub(crate) columns: Vec<OutputColumn>,
    /// Set if the columns are the default columns of a format with one row per puzzle.
    pub(crate) is_usual: bool,
    pub(crate) counters: Vec<&'static str>,
}

/// A column and its name in this run.
pub(crate) struct OutputColumn {
    pub column: Column,
    pub usual: &'static str,
    pub name: String,
}

impl Plan {
    /// Plans the results of a source, for a strategy whose own counters are `own`.
    ///
    /// # Errors
    /// A column does not exist or is chosen twice, or the format has no columns.
    pub(crate) fn new(
        format: Format,
        wanted: &Columns,
        file_column: bool,
        source: &Source,
        own: &[Counter],
    ) -> Result<Self, Error> {
        use Column::{Automorphisms, Canonical, CanonicalSolution};
        let mut columns = chosen(format, wanted, file_column, own)?;
        let kept = PassthroughColumns::of(source, &wanted.keep, format)?;
        let (size, names) =
            (source.layout().size, kept.as_ref().map_or(&[][..], |kept| &kept.names));
        for OutputColumn { column, usual, name } in &mut columns {
            if size != Size::Nine && matches!(column, Canonical | CanonicalSolution | Automorphisms)
            {
                let reason = format!("column '{usual}' is for 9×9, not for {size}");
                return Err(Error::Impossible(reason));
            }
            // Many programs ignore case in column names.
            *name = unlike(usual, names, str::eq_ignore_ascii_case).into_owned();
        }
        let counters = Counters::COMMON.iter().chain(own).map(|counter| counter.name).collect();
        let (new_writer, is_usual) =
            (format.writer(), wanted.names.is_none() && !format.lists_all());
        Ok(Self { format, new_writer, kept, columns, is_usual, counters })
    }

    /// Creates a writer of the results of an input with this name.
    pub(crate) fn writer(&self, file: &str) -> Box<dyn RowWriter + '_> {
        (self.new_writer)(self, file)
    }

    /// Returns true if this is a column of the results.
    pub(crate) fn has(&self, column: Column) -> bool {
        self.columns.iter().any(|named| named.column == column)
    }

    /// Returns the default and the actual name of each renamed column.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_renamed = |named: &&OutputColumn| named.name != named.usual;
        self.columns.iter().filter(is_renamed).map(|named| (named.usual, &*named.name))
    }
}

/// Returns the name, prefixed until it differs from all of `others`.
pub(super) fn unlike<'a>(
    name: &'a str,
    others: &[String],
    is_same: fn(&str, &str) -> bool,
) -> Cow<'a, str> {
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
    own: &[Counter],
) -> Result<Vec<OutputColumn>, Error> {
    use Column::{File, Index, Line, Puzzle, Solution};
    let keeps = !matches!(wanted.keep, Keep::Nothing);
    if !format.has_columns() && (wanted.names.is_some() || keeps) {
        return Err(Error::Impossible(format!("the format '{format}' has no columns")));
    }
    let is_offered = |(_, column): &(_, Column)| match format.lists_all() {
        // What is known as soon as a solution is found, before the search ends.
        true => matches!(column, File | Line | Puzzle | Index | Solution),
        false => *column != Index,
    };
    let offered: Vec<_> = Column::all(own).filter(is_offered).collect();
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
        let Some(&(_, column)) = offered.iter().find(|(known, _)| *known == name) else {
            let known = offered.iter().map(|(known, _)| (*known).to_owned()).collect();
            return Err(Error::UnknownColumn { wanted: name, known });
        };
        let is_chosen = |&&(_, other): &&(_, Column)| match column {
            Column::Counters if format.is_csv() => matches!(other, Column::Counter(_)),
            _ => other == column,
        };
        let named = |&(usual, column)| OutputColumn { column, usual, name: usual.to_owned() };
        columns.extend(offered.iter().filter(is_chosen).map(named));
    }
    let is_twice = |at: &usize| columns[..*at].iter().any(|it| it.name == columns[*at].name);
    match (0..columns.len()).find(is_twice) {
        Some(at) => {
            Err(Error::Impossible(format!("column '{}' is chosen twice", columns[at].name)))
        }
        None => Ok(columns),
    }
}
