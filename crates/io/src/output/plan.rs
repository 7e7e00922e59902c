//! The columns to write: as requested, and resolved for an input.

use super::{
    Format, column::Column, format::NewWriter, passthrough::PassthroughColumns, write::RowWriter,
};
use crate::input::{Column as InputColumn, Source};
use std::borrow::Cow;
use sudomill_core::{error::Error, grid::Size, solver::Counter};

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
pub(crate) struct Plan {
    pub format: Format,
    pub new_writer: NewWriter,
    pub kept: Option<PassthroughColumns>,
    pub columns: Vec<OutputColumn>,
    /// Set if the columns are the default columns of the format.
    pub is_usual: bool,
    pub counters: Vec<&'static str>,
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
    pub fn new(
        format: Format,
        wanted: &Columns,
        file_column: bool,
        source: &Source,
        own: &[Counter],
    ) -> Result<Self, Error> {
        let keeps = !matches!(wanted.keep, Keep::Nothing);
        if !format.has_columns() && (wanted.names.is_some() || keeps) {
            return Err(Error::Impossible(format!("the format '{format}' has no columns")));
        }
        let mut columns = match &wanted.names {
            Some(names) => chosen(format, names, own)?,
            None => usual(format, keeps, file_column),
        };
        let kept = PassthroughColumns::of(source, &wanted.keep, format)?;
        let size = source.layout().size;
        if let Some(named) = columns.iter().find(|named| named.column.is_of_nine())
            && size != Size::Nine
        {
            let name = named.usual;
            return Err(Error::Impossible(format!("column '{name}' is for 9×9, not for {size}")));
        }
        if let Some(kept) = &kept {
            columns.iter_mut().for_each(|named| named.avoid(kept.names()));
        }
        let counters = Column::all(own).filter(|(_, column)| column.is_counter());
        let counters = counters.map(|(name, _)| name).collect();
        let (new_writer, is_usual) = (format.writer(), wanted.names.is_none());
        Ok(Self { format, new_writer, kept, columns, is_usual, counters })
    }

    /// Creates a writer of the results of an input with this name.
    pub fn writer(&self, file: &str) -> Box<dyn RowWriter + '_> {
        (self.new_writer)(self, file)
    }

    /// Returns true if this is a column of the results.
    pub fn has(&self, column: Column) -> bool {
        self.columns.iter().any(|named| named.column == column)
    }

    /// Returns the default and the actual name of each renamed column.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let is_renamed = |named: &&OutputColumn| named.name != named.usual;
        self.columns.iter().filter(is_renamed).map(|named| (named.usual, &*named.name))
    }
}

impl OutputColumn {
    fn new((usual, column): (&'static str, Column)) -> Self {
        Self { column, usual, name: usual.to_owned() }
    }

    /// Adds a prefix to the name until it differs from all of `names`, ignoring case, as many
    /// programs do in column names.
    pub fn avoid(&mut self, names: &[String]) {
        while names.iter().any(|name| name.eq_ignore_ascii_case(&self.name)) {
            self.name.insert_str(0, PREFIX);
        }
    }
}

/// Returns the name, prefixed until it differs from all of `others`.
pub(super) fn unlike<'a>(name: &'a str, others: &[String]) -> Cow<'a, str> {
    let mut name = Cow::Borrowed(name);
    while others.iter().any(|other| *other == name) {
        name.to_mut().insert_str(0, PREFIX);
    }
    name
}

/// Returns the default columns of a format.
fn usual(format: Format, keeps: bool, file_column: bool) -> Vec<OutputColumn> {
    let is_usual = |(name, column): &(&str, Column)| match column {
        Column::File if !file_column => false,
        // The kept columns of the input probably include it.
        Column::Puzzle if keeps => false,
        Column::Line if keeps && !format.lists_all() => false,
        _ => format.columns().split(',').any(|usual| usual == *name),
    };
    Column::all(&[]).filter(is_usual).map(OutputColumn::new).collect()
}

fn chosen(format: Format, names: &[String], own: &[Counter]) -> Result<Vec<OutputColumn>, Error> {
    let is_offered = |(_, column): &(_, Column)| match format.lists_all() {
        true => column.is_of_solution(),
        false => *column != Column::Index,
    };
    let offered: Vec<_> = Column::all(own).filter(is_offered).collect();
    let mut columns: Vec<OutputColumn> = Vec::new();
    for name in names {
        let &found = offered.iter().find(|(known, _)| known == name).ok_or_else(|| {
            let known = offered.iter().map(|(known, _)| (*known).to_owned()).collect();
            Error::UnknownColumn { wanted: name.clone(), known }
        })?;
        match found.1 {
            Column::Counters if format.is_csv() => {
                let counters = offered.iter().filter(|(_, column)| column.is_counter());
                columns.extend(counters.copied().map(OutputColumn::new));
            }
            _ => columns.push(OutputColumn::new(found)),
        }
    }
    let is_twice = |at: &usize| columns[..*at].iter().any(|it| it.name == columns[*at].name);
    match (0..columns.len()).find(is_twice) {
        Some(at) => {
            Err(Error::Impossible(format!("column '{}' is chosen twice", columns[at].name)))
        }
        None => Ok(columns),
    }
}
