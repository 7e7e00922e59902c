//! The columns of a run, as requested and as resolved for an input.

use super::{
    Column, Columns, Keep, RowWriter,
    columns::{Shown, choose},
    passthrough::PassthroughColumns,
    syntax::Syntax,
};
use std::borrow::Cow;
use sudomill_input::{Error, OptionsError, Source};
use sudomill_puzzle::{
    grid::Size,
    solving::{About, Counters},
};

/// The prefix of a result column whose name is also a column of the input.
const PREFIX: &str = "sudomill_";

/// Creates a writer of results.
pub type NewWriter = for<'p> fn(&'p Plan) -> Box<dyn RowWriter + 'p>;

/// How the rows of a format are written.
#[derive(Clone, Copy)]
pub struct FormatStyle {
    /// The name of the format.
    pub name: &'static str,
    /// What stands around the values of a row; `None` for a format without columns.
    pub syntax: Option<&'static dyn Syntax>,
    /// Creates the writers of the results, one for each thread.
    pub new_writer: NewWriter,
    /// True if a puzzle has a row for each of its solutions.
    pub lists_all: bool,
}

/// The layout of all results of a run.
pub struct Plan {
    /// The style of the format.
    pub style: FormatStyle,
    /// The columns that are kept from the input.
    pub kept: Option<PassthroughColumns>,
    /// The columns of results.
    pub columns: Vec<OutputColumn>,
    /// The names of the counters.
    pub counters: Vec<&'static str>,
    /// What is known of the solver.
    pub about: About,
}

/// A column and its name in this run.
pub struct OutputColumn {
    pub(super) column: Column,
    usual: &'static str,
    pub(super) name: String,
}

impl Plan {
    /// Plans the results of a source, for a strategy.
    ///
    /// # Errors
    /// A column does not exist or is chosen twice, or the format has no columns.
    pub fn new(
        style: FormatStyle,
        wanted: &Columns,
        file_column: bool,
        source: &Source,
        about: About,
    ) -> Result<Self, Error> {
        let counters: Vec<_> =
            Counters::COMMON.iter().chain(about.own_counters).map(|it| it.name).collect();
        let mut columns = chosen(style, wanted, file_column, &counters)?;
        let kept = PassthroughColumns::of(source, &wanted.keep, style.syntax)?;
        let size = source.layout().size;
        let names = kept.as_ref().map_or(&[][..], |kept| &kept.names);
        for OutputColumn { column, usual, name } in &mut columns {
            if column.is_of_nine() && size != Size::Nine {
                let column = (*usual).to_owned();
                return Err(OptionsError::ColumnOfNine { column, size }.into());
            }
            if column.is_of_boxes() && !source.layout().units.are_standard() {
                return Err(OptionsError::ColumnOfBoxes { column: (*usual).to_owned() }.into());
            }
            // Many programs ignore case in column names.
            *name = unlike(usual, names, str::eq_ignore_ascii_case).into_owned();
        }
        Ok(Self { style, kept, columns, counters, about })
    }

    /// Returns true if the results have one of the columns.
    pub fn has_any(&self, columns: &[Column]) -> bool {
        self.columns.iter().any(|it| columns.contains(&it.column))
    }

    /// Returns the default and the actual name of each renamed column.
    pub fn renamed(&self) -> impl Iterator<Item = (&str, &str)> {
        let renamed = self.columns.iter().filter(|column| column.name != column.usual);
        renamed.map(|column| (column.usual, &*column.name))
    }

    /// Returns the lines above the rows; empty if the format has none.
    pub fn header(&self) -> Vec<u8> {
        let Some(syntax) = self.style.syntax else { return Vec::new() };
        let kept = self.kept.iter().flat_map(|kept| &kept.written_names).map(Vec::as_slice);
        let own = self.columns.iter().map(|column| column.name.as_bytes());
        syntax.header(&kept.chain(own).collect::<Vec<_>>())
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
    style: FormatStyle,
    wanted: &Columns,
    file_column: bool,
    counters: &[&'static str],
) -> Result<Vec<OutputColumn>, Error> {
    let keeps = !matches!(wanted.keep, Keep::Nothing);
    let has_objects = match style.syntax {
        Some(syntax) => syntax.key("").is_some(),
        None if wanted.names.is_some() || keeps => {
            return Err(OptionsError::NoColumns { format: style.name }.into());
        }
        None => return Ok(Vec::new()),
    };
    let shown = Shown { lists_all: style.lists_all, file_column, keeps, has_objects };
    let chosen = match &wanted.names {
        // Without objects, the counters are columns of their own.
        Some(names) => {
            let counters = (0..).zip(counters).map(|(at, name)| (*name, Column::Counter(at)));
            let all = Column::NAMED.iter().copied().chain(counters);
            let offered: Vec<_> = all.filter(|(_, column)| shown.offers(*column)).collect();
            choose(names.iter().map(String::as_str), &offered, !has_objects)?
        }
        None => Column::NAMED.iter().copied().filter(|(_, it)| shown.is_usual(*it)).collect(),
    };
    let column = |(usual, column): (&'static str, _)| {
        let name = usual.to_owned();
        OutputColumn { column, usual, name }
    };
    Ok(chosen.into_iter().map(column).collect())
}
