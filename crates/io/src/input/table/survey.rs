//! Finds the column of the puzzles from the first rows.
//!
//! One row decides if exactly one of its fields is certainly a puzzle, so that pipes need not wait.
//! Otherwise the column with the most puzzles in a sample of rows wins.

use super::{
    Column, Role, Table, array, cells, column_named,
    fields::{Division, SEPARATORS},
    header::TableStart,
    json,
    records::{SAMPLE, Sample, TableRows},
    strings::plain,
};
use crate::input::lines::symbols::{NONE, SymbolValues, first_word};
use std::ops::Range;
use sudomill_core::{error::NoColumn, grid::Size};

/// The kind of column to look for.
#[derive(Clone, Copy, Debug)]
pub(in crate::input) struct Search<'a> {
    pub sample: &'a Sample<'a>,
    pub head: &'a TableStart,
    pub role: Role,
    /// The column that the user chose.
    pub column: Option<&'a Column>,
    /// The side of the grids.
    pub side: usize,
    /// True if the grids are given by candidates.
    pub candidates: bool,
    /// The value of every byte in a grid.
    pub symbols: &'a SymbolValues,
}

impl Search<'_> {
    /// The number of symbols in a grid.
    fn len(&self) -> usize {
        let cells = self.side * self.side;
        if self.candidates { cells * self.side } else { cells }
    }
}

/// Determines the table of a text from its head and first rows.
pub(in crate::input) fn survey(search: &Search) -> Result<Table, NoColumn> {
    let head = search.head;
    let rows = head.rows_of(search.sample);
    let keys = match head.division {
        Some(Division::Json) => Some(TableStart { names: keys(rows, search), ..head.clone() }),
        _ => None,
    };
    let head = keys.as_ref().unwrap_or(head);
    if let Some(column) = search.column {
        return named(&head.names, first_row(rows, head).as_ref(), column);
    }
    if let Some(table) = by_name(rows, head, search) {
        return Ok(table);
    }
    let mut tally = Tally::new(head, search.role);
    for row in rows {
        let certain = tally.row(row, search);
        // Later objects may have other keys.
        if let Some(table) = certain.filter(|(division, _)| *division != Division::Json)
            && tally.agrees(table, search.role)
        {
            return Ok(tally.named(table));
        }
        if tally.rows >= SAMPLE && tally.has_found(search.role) {
            break;
        }
    }
    Ok(tally.best(search.role))
}

/// Finds a known name in the header.
fn by_name(rows: TableRows, head: &TableStart, search: &Search) -> Option<Table> {
    let division = head.division?;
    let mut known = column_named(&head.names, search.role).peekable();
    known.peek()?;
    let first = first_row(rows, head);
    let is_meant = |&index: &usize| match search.role {
        Role::Puzzles if !head.names[index].eq_ignore_ascii_case("clues") => true,
        Role::Puzzles => holds_grid(&first, index, search),
        Role::Solutions => !is_number(&first, index),
    };
    let table = |index| Table::new(division, index, head.names.clone());
    known.find(is_meant).map(table)
}

/// Collects the keys of the first objects until the column is found. Objects may lack keys.
fn keys(rows: TableRows, search: &Search) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let is_found = |keys: &[String]| match search.column {
        Some(column) => column.index(keys).is_some(),
        None => column_named(keys, search.role).any(|index| keys[index] != "clues"),
    };
    for row in rows.take(SAMPLE) {
        for (key, _) in json::values(row).unwrap_or_default() {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if is_found(&keys) {
            break;
        }
    }
    keys
}

/// A row split into fields.
struct Divided<'a> {
    row: &'a [u8],
    division: Division,
    fields: Vec<Range<usize>>,
}

impl<'a> Divided<'a> {
    fn new(row: &'a [u8], division: Division, head: &TableStart) -> Self {
        let fields = match division {
            Division::Json => by_key(row, &head.names),
            _ => division.fields(row).collect(),
        };
        Self { row, division, fields }
    }

    fn field(&self, index: usize) -> Option<&'a [u8]> {
        self.fields.get(index).map(|field| &self.row[field.clone()])
    }
}

/// The ranges of the values of these keys; empty for a missing key.
fn by_key(row: &[u8], keys: &[String]) -> Vec<Range<usize>> {
    let values = json::values(row).unwrap_or_default();
    let value = |key| values.iter().find(|(name, _)| name == key).map(|value| value.1.clone());
    keys.iter().map(|key| value(key).unwrap_or(0..0)).collect()
}

/// The first row, divided by the head or by its own separators.
fn first_row<'a>(mut rows: TableRows<'a>, head: &TableStart) -> Option<Divided<'a>> {
    let row = rows.next()?;
    let divided =
        divisions(head.division).into_iter().map(|division| Divided::new(row, division, head));
    let several = |row: &Divided| row.fields.len() > 1 || row.division == Division::Words;
    let mut divided: Vec<_> = divided.collect();
    let best = divided.iter().position(several).unwrap_or(0);
    Some(divided.swap_remove(best))
}

/// All candidate ways to divide rows, or only the known one.
fn divisions(known: Option<Division>) -> Vec<Division> {
    match known {
        Some(known) => vec![known],
        None => SEPARATORS.map(Division::Delimited).into_iter().chain([Division::Words]).collect(),
    }
}

/// The table for the column that the user chose.
fn named(names: &[String], first: Option<&Divided>, wanted: &Column) -> Result<Table, NoColumn> {
    let fields = first.map_or(0, |row| row.fields.len());
    let count = if names.is_empty() { fields } else { names.len() };
    let division = first.map_or(Division::Words, |row| row.division);
    match wanted.index(names) {
        Some(index) if index < count || count == 0 => {
            Ok(Table::new(division, index, names.to_vec()))
        }
        _ => Err(NoColumn::new(wanted, names, count.max(1))),
    }
}

/// Returns true if that field of the first row could be a grid: a column `clues` may be a count.
fn holds_grid(first: &Option<Divided>, index: usize, search: &Search) -> bool {
    let value = first.as_ref().and_then(|row| row.field(index));
    let division = first.as_ref().map(|row| row.division).unwrap_or_default();
    value.is_none_or(|value| look(value, division, search) != FieldGuess::Other)
}

/// Returns true if that field of the first row is a short number: a column `solutions` may be a
/// count.
fn is_number(first: &Option<Divided>, index: usize) -> bool {
    let value = first.as_ref().and_then(|row| row.field(index)).unwrap_or_default();
    (1..=3).contains(&value.len()) && value.iter().all(u8::is_ascii_digit)
}

/// The apparent content of a field.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldGuess {
    /// A grid with this number of empty cells.
    Grid(usize),
    /// A malformed grid, with or without empty cells.
    Malformed {
        has_empty: bool,
    },
    Other,
}

pub(super) fn look(text: &[u8], division: Division, search: &Search) -> FieldGuess {
    let mut cells = Vec::new();
    let plain = if division == Division::Json { plain(text) } else { text.into() };
    let text = &*plain;
    let size = Size::from_side(search.side);
    let is_grid = size.is_some_and(|size| match array::is_array(text) {
        true => array::symbols(text, size, &mut cells),
        false => !search.candidates && cells::symbols(text, size, &mut cells),
    });
    let text = if is_grid { &cells } else { text };
    let (side, cells) = (search.side, search.len());
    let text = first_word(text);
    let value = |byte: &u8| search.symbols[usize::from(*byte)];
    let count = |is: fn(u8) -> bool| text.iter().filter(|byte| is(value(byte))).count();
    let symbols = count(|value| value != NONE);
    let zeros = memchr::memchr_iter(b'0', text).count();
    let empty = match count(|value| value == 0) {
        // This is a full grid whose digits begin with 0.
        empty if side > 9 && zeros == side && empty == zeros => 0,
        empty => empty,
    };
    if text.len() == cells && symbols == cells {
        FieldGuess::Grid(empty)
    } else if text.len() * 2 >= cells && text.len() <= cells * 2 && symbols * 4 >= text.len() * 3 {
        FieldGuess::Malformed { has_empty: empty > 0 }
    } else {
        FieldGuess::Other
    }
}

/// Counts of the fields of a column by apparent content.
#[derive(Clone, Copy, Default)]
struct Counts {
    puzzles: usize,
    full: usize,
    broken_puzzles: usize,
    broken: usize,
    longest: usize,
}

impl Counts {
    /// The number of fields that look like a grid.
    fn grids(&self) -> usize {
        self.puzzles + self.full + self.broken_puzzles + self.broken
    }

    /// The rank of the column for a role; larger is more likely.
    fn rank(&self, role: Role) -> [usize; 3] {
        match role {
            Role::Puzzles => [self.puzzles, self.broken_puzzles, self.full + self.broken],
            Role::Solutions => [self.full, self.broken, self.puzzles + self.broken_puzzles],
        }
    }
}

/// Counts for every column of the rows so far, for every way to divide rows.
struct Tally<'a> {
    head: &'a TableStart,
    rows: usize,
    tables: Vec<(Division, Vec<Counts>)>,
    /// Columns with a known name for the other role.
    others: Vec<usize>,
}

impl<'a> Tally<'a> {
    fn new(head: &'a TableStart, role: Role) -> Self {
        let tables =
            divisions(head.division).into_iter().map(|division| (division, Vec::new())).collect();
        let is_divided = head.division.is_some();
        let others = column_named(&head.names, role.other()).filter(|_| is_divided).collect();
        Self { head, rows: 0, tables, others }
    }

    /// Adds a row; returns the division and the column if this row alone is conclusive.
    fn row(&mut self, row: &[u8], search: &Search) -> Option<(Division, usize)> {
        self.rows += 1;
        // A puzzle with other words behind it, up to a separator, shows less than one alone.
        let (mut found, mut is_alone) = (None, false);
        for (division, columns) in &mut self.tables {
            let divided = Divided::new(row, *division, self.head);
            let is_one = divided.fields.len() < 2;
            // A line without the separator says nothing about this way to divide rows.
            if is_one && matches!(division, Division::Delimited(_)) && self.head.division.is_none()
            {
                continue;
            }
            let look = |(index, field): (usize, &Range<usize>)| match self.others.contains(&index) {
                true => FieldGuess::Other,
                false => look(&row[field.clone()], divided.division, search),
            };
            let looks: Vec<FieldGuess> = divided.fields.iter().enumerate().map(look).collect();
            if columns.len() < looks.len() {
                columns.resize(looks.len(), Counts::default());
            }
            for ((counts, look), field) in columns.iter_mut().zip(&looks).zip(&divided.fields) {
                counts.add(*look, field.len());
            }
            if let Some(index) = certain(&looks, search) {
                let field = &row[divided.fields[index].clone()];
                let is_whole = first_word(field).len() == field.len();
                let is_better = is_whole && !is_alone && matches!(division, Division::Delimited(_));
                if found.is_none() || is_better {
                    (found, is_alone) = (Some((*division, index)), is_whole);
                }
            }
        }
        found
    }

    /// Returns true if most rows so far have something like a grid in that column, and no other
    /// column has grids of this role if this one has none.
    fn agrees(&self, (division, index): (Division, usize), role: Role) -> bool {
        let columns = self.tables.iter().find(|table| table.0 == division);
        let counts = columns.and_then(|(_, columns)| columns.get(index));
        counts.is_some_and(|counts| {
            let is_only = counts.rank(role)[0] > 0 || !self.has_found(role);
            // A row of one field may be a damaged row of delimited text.
            let is_divided = division != Division::Words || self.best(role).division == division;
            counts.grids() * 2 >= self.rows && is_only && is_divided
        })
    }

    fn has_found(&self, role: Role) -> bool {
        let mut columns = self.tables.iter().flat_map(|(_, columns)| columns);
        columns.any(|counts| counts.rank(role)[0] > 0)
    }

    /// The first column whose rank is at least half of the best one.
    fn best(&self, role: Role) -> Table {
        let rank = |columns: &[Counts]| columns.iter().map(|counts| counts.rank(role)).max();
        let rank = |columns: &[Counts]| rank(columns).unwrap_or_default();
        // Damaged rows without the separator are divided into words, but into nothing else.
        let is_better = |table: &Vec<Counts>, best: &Vec<Counts>, division| match division {
            Division::Words => rank(table) > rank(best).map(|count| count * 2),
            _ => rank(table) > rank(best),
        };
        let mut tables = self.tables.iter();
        let first = tables.next().expect("there is a way to divide rows");
        let (division, columns) =
            tables.fold(
                first,
                |best, table| {
                    if is_better(&table.1, &best.1, table.0) { table } else { best }
                },
            );
        let best = rank(columns);
        let kind = best.iter().position(|&count| count > 0);
        let index = match kind {
            Some(kind) => {
                columns.iter().position(|counts| counts.rank(role)[kind] * 2 >= best[kind])
            }
            None => {
                let longest = columns.iter().map(|counts| counts.longest).max();
                columns.iter().position(|counts| Some(counts.longest) == longest)
            }
        };
        self.named((*division, index.unwrap_or(0)))
    }

    fn named(&self, (division, index): (Division, usize)) -> Table {
        let is_named = index < self.head.names.len();
        let names = if is_named { self.head.names.clone() } else { Vec::new() };
        Table::new(division, index, names)
    }
}

impl Counts {
    fn add(&mut self, look: FieldGuess, len: usize) {
        self.longest = self.longest.max(len);
        match look {
            FieldGuess::Grid(0) => self.full += 1,
            FieldGuess::Grid(_) => self.puzzles += 1,
            FieldGuess::Malformed { has_empty: true } => self.broken_puzzles += 1,
            FieldGuess::Malformed { has_empty: false } => self.broken += 1,
            FieldGuess::Other => {}
        }
    }
}

/// The only field that can be meant, if there is exactly one.
fn certain(looks: &[FieldGuess], search: &Search) -> Option<usize> {
    if looks.len() == 1 {
        return matches!(looks[0], FieldGuess::Grid(_)).then_some(0);
    }
    let quarter = search.len() / 4;
    let is_sure = |look: &FieldGuess| match (look, search.role) {
        (FieldGuess::Grid(empty), Role::Puzzles) => *empty >= quarter,
        (FieldGuess::Grid(empty), Role::Solutions) => *empty == 0,
        _ => false,
    };
    let may_be = |look: &FieldGuess| match (look, search.role) {
        (FieldGuess::Grid(empty), Role::Puzzles) => *empty > 0,
        (FieldGuess::Malformed { has_empty }, Role::Puzzles) => *has_empty,
        (FieldGuess::Grid(empty), Role::Solutions) => *empty == 0,
        (FieldGuess::Malformed { has_empty }, Role::Solutions) => !has_empty,
        (FieldGuess::Other, _) => false,
    };
    let index = looks.iter().position(is_sure)?;
    (looks.iter().filter(|look| may_be(look)).count() == 1).then_some(index)
}

/// Returns the table for the column of solutions: the column that the user chose, the one with a
/// known name, or the one with the most full grids. `Ok(None)` if no column holds any.
pub(in crate::input) fn beside(
    puzzles: &Table,
    search: &Search,
) -> Result<Option<Table>, NoColumn> {
    let (division, names) = (puzzles.division, puzzles.names.clone());
    let head = TableStart { division: Some(division), names, ..search.head.clone() };
    let rows = head.rows_of(search.sample);
    let first = first_row(rows, &head);
    if let Some(column) = search.column {
        return named(&head.names, first.as_ref(), column).map(Some);
    }
    let table = |index| Ok(Some(Table { index, ..puzzles.clone() }));
    let is_other = |index: &usize| *index != puzzles.index;
    let mut known = column_named(&head.names, Role::Solutions).filter(is_other);
    if let Some(index) = known.find(|&index| !is_number(&first, index)) {
        return table(index);
    }
    let mut full: Vec<usize> = Vec::new();
    for row in rows.take(SAMPLE) {
        let row = Divided::new(row, division, &head);
        full.resize(full.len().max(row.fields.len()), 0);
        let is_full = |&index: &usize| {
            let field = row.fields[index].clone();
            is_other(&index) && look(&row.row[field], row.division, search) == FieldGuess::Grid(0)
        };
        let found: Vec<_> = (0..row.fields.len()).filter(is_full).collect();
        // One row with a single full grid is conclusive, so that pipes need not wait.
        if let [index] = found[..] {
            return table(index);
        }
        found.into_iter().for_each(|index| full[index] += 1);
    }
    let most = full.iter().copied().max().filter(|&count| count > 0);
    match full.iter().position(|&count| Some(count) == most) {
        Some(index) => table(index),
        None => Ok(None),
    }
}
