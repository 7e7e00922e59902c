//! Finds the column of the puzzles, or of their solutions, from a sample of rows.

use super::super::{
    error::NoColumn,
    fields::values,
    guess::Content,
    lines::{MAX_LINE, symbols::first_word},
    sample::{SAMPLE, Sample},
    table::{Column, Role, RowFormat, Table, column_named},
};
use super::header::{Head, Wanted, are_names, names as names_in};
use std::{collections::HashMap, ops::Range};

/// A field of a row, and the index of its column.
struct Field {
    column: usize,
    place: Range<usize>,
}

/// The columns of a table by which rows are divided into fields.
struct Columns<'a> {
    /// The names; of JSON, the keys.
    names: &'a [String],
    /// The column of each key.
    by_key: HashMap<&'a str, usize>,
}

impl<'a> Columns<'a> {
    fn new(names: &'a [String], is_json: bool) -> Self {
        let columns = names.iter().enumerate().filter(|_| is_json);
        Self { names, by_key: columns.map(|(column, name)| (&**name, column)).collect() }
    }

    /// The fields of a row; of a JSON object, those whose keys are known.
    fn fields(&self, row: &[u8], format: RowFormat) -> Vec<Field> {
        if format != RowFormat::JsonLines {
            let places = format.fields(row).enumerate();
            return places.map(|(column, place)| Field { column, place }).collect();
        }
        let all = values(row).unwrap_or_default().into_iter();
        all.filter_map(|(key, place)| Some(Field { column: *self.by_key.get(&*key)?, place }))
            .collect()
    }

    /// The number of columns in a row.
    fn count(&self, row: &[u8], format: RowFormat) -> usize {
        if format == RowFormat::JsonLines { self.names.len() } else { format.fields(row).count() }
    }
}

/// The contents of a column, as far as it was sampled.
#[derive(Clone, Copy, Default)]
struct ColumnCounts {
    /// The grids by rank: alone in their field, with other words behind them, damaged ones, and
    /// those of the other role.
    ranks: [usize; 4],
    longest: usize,
}

impl ColumnCounts {
    /// The number of whole grids of the wanted role.
    fn meant(&self) -> usize {
        self.ranks[0] + self.ranks[1]
    }

    /// The number of grids of the other role.
    fn others(&self) -> usize {
        self.ranks[3]
    }
}

/// The rank of a field for a role: 0 for a grid of that role, 1 for a damaged one, 2 for one of the
/// other role.
fn rank(guess: Content, role: Role) -> Option<usize> {
    let (rank, is_puzzle) = match guess {
        Content::Grid { empty } => (0, empty > 0),
        Content::Damaged { has_empty } => (1, has_empty),
        Content::Other => return None,
    };
    Some(if is_puzzle == (role == Role::Puzzles) { rank } else { 2 })
}

/// A way to divide rows, and the columns that the rows so far then have.
struct Division {
    format: RowFormat,
    columns: Vec<ColumnCounts>,
}

impl Division {
    /// The counts of the column with the most grids.
    fn best(&self) -> [usize; 4] {
        self.columns.iter().map(|counts| counts.ranks).max().unwrap_or_default()
    }

    /// The first column with at least half as many grids of the best rank, or the longest one.
    fn column(&self) -> usize {
        let best = self.best();
        let longest = self.columns.iter().map(|counts| counts.longest).max();
        let rank = best.iter().position(|&count| count > 0);
        let is_meant = |counts: &ColumnCounts| match rank {
            Some(rank) => counts.ranks[rank] * 2 >= best[rank],
            None => Some(counts.longest) == longest,
        };
        self.columns.iter().position(is_meant).unwrap_or(0)
    }
}

/// The columns of the rows so far, for every way to divide them.
struct ColumnTally<'a> {
    wanted: &'a Wanted<'a>,
    columns: &'a Columns<'a>,
    /// The columns with a known name of the wanted role, the most likely first.
    known: Vec<usize>,
    /// Columns that are not meant.
    others: Vec<usize>,
    rows: usize,
    divisions: Vec<Division>,
    /// True once there is a whole grid of the wanted role.
    has_found: bool,
    /// True once there is one in a column without a known name.
    has_rival: bool,
}

impl ColumnTally<'_> {
    /// Adds a row. Returns true if it is conclusive: only its field in the best column can be
    /// meant, and is a grid; and most rows so far have something like a grid in that column.
    fn add(&mut self, row: &[u8]) -> bool {
        let (wanted, is_known) = (self.wanted, self.divisions.len() == 1);
        let mut certain = Vec::new();
        self.rows += 1;
        // A row that is too long holds no puzzle.
        if row.len() > MAX_LINE {
            return false;
        }
        for Division { format, columns } in &mut self.divisions {
            let fields = self.columns.fields(row, *format);
            // A line without the separator says nothing about this way to divide rows.
            if fields.len() < 2 && *format != RowFormat::Lines && !is_known {
                continue;
            }
            let end = fields.iter().map(|field| field.column + 1).max().unwrap_or(0);
            columns.resize(columns.len().max(end), ColumnCounts::default());
            let mut likely = Vec::new();
            for &Field { column, ref place } in &fields {
                let (text, counts) = (&row[place.clone()], &mut columns[column]);
                counts.longest = counts.longest.max(text.len());
                let guess = wanted.guess(text, *format == RowFormat::JsonLines);
                let rank = rank(guess, wanted.how.role).filter(|_| !self.others.contains(&column));
                let Some(rank) = rank else { continue };
                let is_alone = first_word(text).len() == text.len();
                counts.ranks[rank + usize::from(rank > 0 || !is_alone)] += 1;
                self.has_found |= rank == 0;
                self.has_rival |= rank == 0 && !self.known.contains(&column);
                if rank < 2 || fields.len() == 1 {
                    likely.push((column, guess));
                }
            }
            if let [(column, guess)] = likely[..]
                && guess.is_grid()
                && columns[column].ranks.iter().sum::<usize>() * 2 >= self.rows
            {
                certain.push((*format, column));
            }
        }
        if certain.is_empty() {
            return false;
        }
        let best = self.best();
        // Later objects may have other keys.
        best.0 != RowFormat::JsonLines && certain.contains(&best)
    }

    /// The counts of a column whose name is known, so that there is one way to divide rows.
    fn counts(&self, column: usize) -> ColumnCounts {
        self.divisions[0].columns.get(column).copied().unwrap_or_default()
    }

    /// Returns true if the rows so far show that a column is meant whose name says so: it has grids of
    /// that role, and no other column does. Do not wait for further rows: somebody may be waiting for
    /// an answer. A column of CSV is meant, too, if it holds nothing like a grid.
    fn confirms(&self, named: usize) -> bool {
        let (counts, is_json) =
            (self.counts(named), self.divisions[0].format == RowFormat::JsonLines);
        let is_empty = !is_json && counts.others() == 0;
        !self.has_rival && (counts.meant() > 0 || is_empty)
    }

    /// Returns true if another column is meant than the one whose name says so: that one mostly holds
    /// solutions, or is a key without anything like a grid, and another one holds more puzzles.
    fn refutes(&self, named: usize) -> bool {
        let (own, Division { format, columns }) = (self.counts(named), &self.divisions[0]);
        let most = columns.iter().map(ColumnCounts::meant).max().unwrap_or(0);
        let is_refuted = own.others() > own.meant() && self.wanted.how.role == Role::Puzzles
            || *format == RowFormat::JsonLines && own.ranks == [0; 4];
        is_refuted && most > own.meant()
    }

    /// The column with the most grids.
    fn best(&self) -> (RowFormat, usize) {
        let better = |best: &Division, it: &Division| {
            // Damaged rows without the separator are divided into words, but into nothing else.
            let factor = if it.format == RowFormat::Lines { 2 } else { 1 };
            it.best() > best.best().map(|count| count * factor)
        };
        let best =
            self.divisions.iter().reduce(|best, it| if better(best, it) { it } else { best });
        best.map_or((RowFormat::Lines, 0), |best| (best.format, best.column()))
    }
}

/// Finds the column with this role: the one that the user chose, one with a known name, or the
/// first one with the most grids. `except` is another column. The names of JSON are its keys.
pub(super) fn column(
    sample: &Sample,
    head: &Head,
    wanted: &Wanted,
    except: Option<usize>,
) -> Result<Option<Table>, NoColumn> {
    if let Some(wish) = &wanted.how.column {
        return chosen(sample, head, wish).map(Some);
    }
    let (role, names, formats) = (wanted.how.role, &head.names, head.formats());
    let is_json = formats == [RowFormat::JsonLines];
    let columns = Columns::new(names, is_json);
    let first = head.rows_of(sample).next();
    let fields = first.map_or(Vec::new(), |row| columns.fields(row, formats[0]));
    let is_known = |&index: &usize| {
        let value = fields.iter().find(|field| field.column == index).zip(first);
        // The number of a question, or of solutions.
        let is_number =
            |text: &[u8]| (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        except != Some(index)
            && !value.is_some_and(|(field, row)| is_number(&row[field.place.clone()]))
    };
    let (mut known, mut others) = (Vec::new(), Vec::from_iter(except));
    // Without a known format, there is one column at most.
    if head.format.is_some() {
        known.extend(column_named(names, role));
        let other = if role == Role::Puzzles { Role::Solutions } else { Role::Puzzles };
        others.extend(column_named(names, other).filter(|_| except.is_none()));
    }
    let named = known.iter().copied().find(is_known);
    let divisions = formats.iter().map(|&format| Division { format, columns: Vec::new() });
    let (first_known, divisions) = (known.first().copied(), divisions.collect());
    let (columns, rows) = (&columns, 0);
    let (has_found, has_rival) = (false, false);
    let mut tally =
        ColumnTally { wanted, columns, known, others, rows, divisions, has_found, has_rival };
    // Without another column, the rows need not be seen.
    let is_sure = |named: &usize| {
        let are_others = |index: usize| index == *named || tally.others.contains(&index);
        !is_json && (role == Role::Solutions || (0..names.len()).all(are_others))
    };
    if named.filter(is_sure).is_none() {
        for row in head.rows_of(sample) {
            let is_decided = match named {
                Some(named) => {
                    tally.add(row);
                    tally.confirms(named)
                }
                None => tally.add(row),
            };
            let is_enough = except.is_some() || named.is_some() && !is_json || tally.has_found;
            if is_decided || tally.rows >= SAMPLE && is_enough {
                break;
            }
        }
    }
    let table = |(format, index)| {
        Table::new(format, index, if index < names.len() { names.clone() } else { Vec::new() })
    };
    let named = named.filter(|named| !tally.refutes(*named));
    let best = || (except.is_none() || tally.has_found).then(|| tally.best());
    let mut found = named.map(|index| (formats[0], index)).or_else(best).map(table);
    if let (Some(known), Some(table)) = (first_known, &mut found)
        && is_json
        && known != table.index
    {
        table.passed_over = Some(names[known].clone());
    }
    Ok(found)
}

/// The column that the user chose.
fn chosen(sample: &Sample, head: &Head, wish: &Column) -> Result<Table, NoColumn> {
    let (names, formats) = (&head.names, head.formats());
    let columns = Columns::new(names, formats == [RowFormat::JsonLines]);
    let mut rows = head.rows_of(sample);
    let first = rows.next();
    let format_of = |row: &[u8], least: usize| {
        formats.iter().find(|format| columns.count(row, **format) > least).copied()
    };
    let mut format = first.and_then(|row| format_of(row, 1)).unwrap_or(formats[formats.len() - 1]);
    let mut count = first.map_or(0, |row| columns.count(row, format));
    let beyond = wish.number().filter(|number| names.is_empty() && *number >= count);
    if let Some(number) = beyond.filter(|_| first.is_some()) {
        // The first row may be damaged.
        let longer = rows.take(SAMPLE).find_map(|row| Some((row, format_of(row, number)?)));
        if let Some((row, found)) = longer {
            (format, count) = (found, columns.count(row, found));
        }
    }
    let is_there = |&index: &usize| !names.is_empty() || index < count || first.is_none();
    let index = wish.index(names).filter(is_there).ok_or_else(|| {
        // The first row may be a header.
        let above = first.map_or(Vec::new(), |row| names_in(row, format));
        let is_header = names.is_empty() && are_names(&above);
        let names = if is_header { &above } else { names };
        NoColumn::new(wish, names, names.len().max(count).max(1))
    })?;
    Ok(Table::new(format, index, if index < names.len() { names.clone() } else { Vec::new() }))
}
