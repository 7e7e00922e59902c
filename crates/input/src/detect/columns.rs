//! Finds the column of the puzzles, or of their solutions, from a sample of rows.

use super::{
    super::{
        error::NoColumn,
        fields::values,
        guess::{Content, are_half},
        lines::{MAX_LINE, symbols::first_word},
        sample::{SAMPLE, Sample, TableRows},
        table::{Column, Role, RowFormat, Table, column_named},
    },
    header::{Head, Wanted, are_names, names as names_in},
};
use std::{collections::HashMap, mem, ops::Range};

/// A field of a row, and the index of its column.
struct ColumnField {
    column: usize,
    place: Range<usize>,
}

/// The columns of a table by which rows are divided into fields.
struct Columns<'a> {
    /// The names; of JSON, the keys.
    names: &'a [String],
    /// True if rows are objects.
    is_json: bool,
    /// The column of each key.
    by_key: HashMap<&'a str, usize>,
}

impl<'a> Columns<'a> {
    fn new(names: &'a [String], is_json: bool) -> Self {
        let columns = names.iter().enumerate().filter(|_| is_json);
        let by_key = columns.map(|(column, name)| (&**name, column)).collect();
        Self { names, is_json, by_key }
    }

    /// The fields of a row; of a JSON object, those whose keys are known.
    fn fields(&self, row: &[u8], format: RowFormat) -> Vec<ColumnField> {
        if format != RowFormat::JsonLines {
            let places = format.fields(row).enumerate();
            return places.map(|(column, place)| ColumnField { column, place }).collect();
        }
        let all = values(row).unwrap_or_default().into_iter();
        all.filter_map(|(key, place)| Some(ColumnField { column: *self.by_key.get(&*key)?, place }))
            .collect()
    }

    /// The number of columns in a row.
    fn count(&self, row: &[u8], format: RowFormat) -> usize {
        if format == RowFormat::JsonLines { self.names.len() } else { format.fields(row).count() }
    }
}

/// A grid in a field, for a role: the earlier variants say more for the column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A whole grid of that role, alone in its field.
    Alone,
    /// A whole grid of that role, not as the first word of its field: one among other words, or cells that
    /// stand apart.
    Within,
    /// A whole grid of that role, with other words behind it.
    WithWords,
    /// A damaged grid of that role.
    Damaged,
    /// A grid of the other role.
    OtherRole,
    /// Any grid, in a column with a name of the other role.
    OtherName,
}

impl Rank {
    /// The number of ranks.
    const COUNT: usize = Self::OtherName as usize + 1;

    /// The rank of a field with this text and content; `None` if it is no grid.
    fn of(text: &[u8], guess: Content, wanted: &Wanted) -> Option<Self> {
        let (is_whole, is_puzzle) = match guess {
            Content::Grid { empty } => (true, empty > 0),
            Content::Damaged { has_empty } => (false, has_empty),
            Content::Other => return None,
        };
        let first = first_word(text);
        Some(match is_puzzle == (wanted.how.role == Role::Puzzles) {
            false => Self::OtherRole,
            true if !is_whole => Self::Damaged,
            true if first.len() == text.len() => Self::Alone,
            true if wanted.guess(first, false).is_grid() => Self::WithWords,
            true => Self::Within,
        })
    }

    /// Returns true for a whole grid of the role.
    fn is_meant(self) -> bool {
        matches!(self, Self::Alone | Self::Within | Self::WithWords)
    }
}

/// The contents of a column, as far as it was sampled.
#[derive(Clone, Copy, Default)]
struct ColumnCounts {
    /// The number of grids with each [`Rank`].
    ranks: [usize; Rank::COUNT],
    longest: usize,
}

impl ColumnCounts {
    /// The number of grids with this rank.
    fn of(&self, rank: Rank) -> usize {
        self.ranks[rank as usize]
    }

    /// The number of whole grids of the wanted role.
    fn meant(&self) -> usize {
        self.of(Rank::Alone) + self.of(Rank::Within) + self.of(Rank::WithWords)
    }
}

/// A way to divide rows, and the columns that the rows so far then have.
struct Division {
    format: RowFormat,
    columns: Vec<ColumnCounts>,
}

impl Division {
    /// The columns with more than half as many whole grids of the wanted role as another one has: a few
    /// answers that are not full are no puzzles, though they stand alone and the questions among words.
    fn likely(&self) -> impl Iterator<Item = (usize, &ColumnCounts)> {
        let most = self.columns.iter().map(ColumnCounts::meant).max().unwrap_or(0);
        let is_likely = move |counts: &ColumnCounts| most == 0 || counts.meant() * 2 > most;
        self.columns.iter().enumerate().filter(move |column| is_likely(column.1))
    }

    /// The counts of the column with the most grids.
    fn best(&self) -> [usize; Rank::COUNT] {
        self.likely().map(|column| column.1.ranks).max().unwrap_or_default()
    }

    /// These counts, compared with those of another division: what is one among the words of a field is alone
    /// if words are the fields.
    fn weight(&self) -> [usize; Rank::COUNT] {
        let mut best = self.best();
        best[Rank::Alone as usize] += mem::take(&mut best[Rank::Within as usize]);
        best
    }

    /// The first column with at least half as many grids of the best rank, or the longest one.
    fn column(&self) -> usize {
        let best = self.best();
        let longest = self.columns.iter().map(|counts| counts.longest).max();
        let rank = best.iter().position(|&count| count > 0);
        let is_meant = |counts: &ColumnCounts| match rank {
            Some(rank) => are_half(counts.ranks[rank], best[rank]),
            None => Some(counts.longest) == longest,
        };
        self.likely().find(|column| is_meant(column.1)).map_or(0, |column| column.0)
    }
}

/// The columns of the rows so far, for every way to divide them.
struct ColumnTally<'a> {
    wanted: &'a Wanted<'a>,
    columns: &'a Columns<'a>,
    known: &'a KnownColumns,
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
        let wanted = self.wanted;
        let is_known = self.divisions.len() == 1;
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
            for &ColumnField { column, ref place } in &fields {
                let text = &row[place.clone()];
                let counts = &mut columns[column];
                counts.longest = counts.longest.max(text.len());
                let guess = wanted.guess(text, *format == RowFormat::JsonLines);
                let rank = Rank::of(text, guess, wanted);
                let Some(mut rank) = rank.filter(|_| self.known.except != Some(column)) else {
                    continue;
                };
                if self.known.others.contains(&column) {
                    rank = Rank::OtherName;
                }
                counts.ranks[rank as usize] += 1;
                self.has_found |= rank.is_meant();
                self.has_rival |= rank.is_meant() && !self.known.names.contains(&column);
                // The only field of a row is meant, whatever it looks like.
                if rank < Rank::OtherRole || fields.len() == 1 {
                    likely.push((column, guess));
                }
            }
            // With two grids in a row, further rows have to decide.
            if let [(column, guess)] = likely[..]
                && guess.is_grid()
                && are_half(columns[column].ranks.iter().sum(), self.rows)
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

    /// Adds rows until they are conclusive, or there are enough of them. `is_sought` is false if there
    /// may be no such column.
    fn sample(&mut self, rows: TableRows, is_sought: bool) {
        for row in rows {
            let is_certain = self.add(row);
            let is_decided = match self.known.named {
                Some(named) => self.confirms(named),
                None => is_certain,
            };
            // A header names its column, whatever that holds.
            let is_named = self.known.named.is_some() && !self.columns.is_json;
            let is_enough = !is_sought || is_named || self.has_found;
            if is_decided || self.rows >= SAMPLE && is_enough {
                break;
            }
        }
    }

    /// The counts of a column whose name is known, so that there is one way to divide rows.
    fn counts(&self, column: usize) -> ColumnCounts {
        self.divisions[0].columns.get(column).copied().unwrap_or_default()
    }

    /// Returns true if the rows so far show that a column is meant whose name says so: it has a grid of
    /// that role, of CSV even a damaged one, and no column without such a name has one. Do not wait for
    /// further rows: somebody may be waiting for an answer.
    fn confirms(&self, named: usize) -> bool {
        let counts = self.counts(named);
        let is_damaged = !self.columns.is_json && counts.of(Rank::Damaged) > 0;
        !self.has_rival && (counts.meant() > 0 || is_damaged)
    }

    /// Returns true if another column is meant than the one whose name says so: that one mostly holds
    /// solutions, or is a key without anything like a grid, and another one holds more puzzles.
    fn refutes(&self, named: usize) -> bool {
        let own = self.counts(named);
        let most = self.divisions[0].columns.iter().map(ColumnCounts::meant).max().unwrap_or(0);
        let are_solutions =
            self.wanted.how.role == Role::Puzzles && own.of(Rank::OtherRole) > own.meant();
        let is_nothing = self.columns.is_json && own.ranks == [0; Rank::COUNT];
        (are_solutions || is_nothing) && most > own.meant()
    }

    /// The column with the most grids.
    fn best(&self) -> (RowFormat, usize) {
        let better = |best: &Division, it: &Division| {
            // Damaged rows without the separator are divided into words, but into nothing else.
            let factor = if it.format == RowFormat::Lines { 2 } else { 1 };
            it.weight() > best.weight().map(|count| count * factor)
        };
        let best =
            self.divisions.iter().reduce(|best, it| if better(best, it) { it } else { best });
        best.map_or((RowFormat::Lines, 0), |best| (best.format, best.column()))
    }
}

/// The columns whose names tell what they hold.
struct KnownColumns {
    /// Those with a name of the wanted role, the most likely first.
    names: Vec<usize>,
    /// The first of them that can be meant.
    named: Option<usize>,
    /// Columns with a name of the other role. One is meant only if no other column has a grid.
    others: Vec<usize>,
    /// The column to avoid.
    except: Option<usize>,
}

impl KnownColumns {
    fn of(
        rows: TableRows,
        head: &Head,
        columns: &Columns,
        role: Role,
        except: Option<usize>,
    ) -> Self {
        let mut names = Vec::new();
        let mut others = Vec::new();
        // Without a known format, there is one column at most.
        if head.format.is_some() {
            names.extend(column_named(&head.names, role));
            let other = if role == Role::Puzzles { Role::Solutions } else { Role::Puzzles };
            others.extend(column_named(&head.names, other).filter(|_| except.is_none()));
        }
        // The number of a question, or of solutions. The first row may be damaged.
        let is_number = |row: &[u8], column: usize| {
            let fields = columns.fields(row, head.formats()[0]);
            fields.into_iter().find(|field| field.column == column).is_some_and(|field| {
                let text = &row[field.place];
                (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit)
            })
        };
        let are_numbers = |column: usize| {
            let mut rows = rows.take(2);
            rows.next().is_some_and(|row| is_number(row, column))
                && rows.all(|row| is_number(row, column))
        };
        let may_be_meant = |&column: &usize| except != Some(column) && !are_numbers(column);
        let named = names.iter().copied().find(may_be_meant);
        Self { names, named, others, except }
    }

    /// Returns true if the rows need not be seen: a header names this column, and no other one can be
    /// meant.
    fn are_certain(&self, columns: &Columns, role: Role) -> bool {
        let is_known = |column: usize| {
            [self.named, self.except].contains(&Some(column)) || self.others.contains(&column)
        };
        let is_only = || (0..columns.names.len()).all(is_known);
        self.named.is_some() && !columns.is_json && (role == Role::Solutions || is_only())
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
    let role = wanted.how.role;
    let formats = head.formats();
    let columns = Columns::new(&head.names, formats == [RowFormat::JsonLines]);
    let known = KnownColumns::of(head.rows_of(sample), head, &columns, role, except);
    let divisions = formats.iter().map(|&format| Division { format, columns: Vec::new() });
    let mut tally = ColumnTally {
        wanted,
        columns: &columns,
        known: &known,
        rows: 0,
        divisions: divisions.collect(),
        has_found: false,
        has_rival: false,
    };
    if !known.are_certain(&columns, role) {
        tally.sample(head.rows_of(sample), except.is_none());
    }
    // A column that is not meant cannot win as the one with the most grids either.
    let refuted = known.named.filter(|named| tally.refutes(*named));
    if let Some(counts) = refuted.and_then(|named| tally.divisions[0].columns.get_mut(named)) {
        *counts = ColumnCounts::default();
    }
    let named = known.named.filter(|_| refuted.is_none()).map(|index| (formats[0], index));
    let best = || (except.is_none() || tally.has_found).then(|| tally.best());
    let mut found = named.or_else(best).map(|(format, index)| head.table(format, index));
    if let (Some(&known), Some(table)) = (known.names.first(), &mut found)
        && columns.is_json
        && known != table.index
    {
        table.passed_over = Some(head.names[known].clone());
    }
    if let Some(table) = found.as_mut().filter(|_| role == Role::Puzzles) {
        table.has_other_name =
            column_named(&head.names, Role::Solutions).any(|it| it == table.index);
    }
    Ok(found)
}

/// The column that the user chose.
fn chosen(sample: &Sample, head: &Head, wish: &Column) -> Result<Table, NoColumn> {
    let names = &head.names;
    let formats = head.formats();
    let columns = Columns::new(names, formats == [RowFormat::JsonLines]);
    // Each line has the key with this name, or else a value with this path.
    if columns.is_json
        && wish.is_path()
        && let Some(index) = wish.index(names).or_else(|| wish.outer(names))
    {
        let path = wish.index(names).map_or_else(|| wish.to_string(), |index| names[index].clone());
        return Ok(Table { path: Some(path), ..head.table(RowFormat::JsonLines, index) });
    }
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
    Ok(head.table(format, index))
}
