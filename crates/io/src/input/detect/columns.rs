//! Finds the column of the puzzles, or of their solutions, from a sample of rows.

use super::super::{
    cells::of_columns,
    error::NoColumn,
    fields::values,
    grids::value,
    guess::{Content, guess},
    layout::Open,
    lines::{SAMPLE, Sample, Skip, symbols::first_word},
    table::{Role, RowFormat, Table, column_named},
};
use super::header::{DIVISIONS, Head, Wanted, are_names, format_of_cells, names as names_in};
use std::ops::Range;
use sudomill_core::grid::Size;

/// The fields of a row; of a JSON object, those of the names.
fn divided(row: &[u8], format: RowFormat, names: &[String]) -> Vec<Range<usize>> {
    if format != RowFormat::JsonLines {
        return format.fields(row).collect();
    }
    let all = values(row).unwrap_or_default();
    let value = |key| all.iter().find(|(name, _)| name == key).map(|value| value.1.clone());
    names.iter().map(|key| value(key).unwrap_or(0..0)).collect()
}

/// The contents of a column, as far as it was sampled.
#[derive(Clone, Copy, Default)]
struct ColumnCounts {
    /// The grids by rank: alone in their field, with other words behind them, damaged ones, and
    /// those of the other role.
    ranks: [usize; 4],
    longest: usize,
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
    names: &'a [String],
    /// Columns that are not meant.
    others: Vec<usize>,
    rows: usize,
    divisions: Vec<Division>,
}

impl ColumnTally<'_> {
    /// Adds a row. Returns true if it is conclusive: only its field in the best column can be
    /// meant, and is a grid; and most rows so far have something like a grid in that column.
    fn add(&mut self, row: &[u8]) -> bool {
        let (wanted, is_known) = (self.wanted, self.divisions.len() == 1);
        let mut certain = Vec::new();
        self.rows += 1;
        for Division { format, columns } in &mut self.divisions {
            let fields = divided(row, *format, self.names);
            // A line without the separator says nothing about this way to divide rows.
            if fields.len() < 2 && *format != RowFormat::Lines && !is_known {
                continue;
            }
            columns.resize(columns.len().max(fields.len()), ColumnCounts::default());
            let mut likely = Vec::new();
            for (index, field) in fields.iter().enumerate() {
                let (text, counts) = (&row[field.clone()], &mut columns[index]);
                counts.longest = counts.longest.max(text.len());
                let guess = wanted.guess(text, *format == RowFormat::JsonLines);
                let rank = rank(guess, wanted.how.role).filter(|_| !self.others.contains(&index));
                let Some(rank) = rank else { continue };
                let is_alone = first_word(text).len() == text.len();
                counts.ranks[rank + usize::from(rank > 0 || !is_alone)] += 1;
                if rank < 2 || fields.len() == 1 {
                    likely.push((index, guess));
                }
            }
            if let [(index, guess)] = likely[..]
                && guess.is_grid()
                && columns[index].ranks.iter().sum::<usize>() * 2 >= self.rows
            {
                certain.push((*format, index));
            }
        }
        let best = self.best();
        // Later objects may have other keys.
        best.0 != RowFormat::JsonLines && certain.contains(&best)
    }

    /// Returns true if a key of JSON holds a whole grid of the wanted role.
    fn has_found_in(&self, key: usize) -> bool {
        let [Division { format: RowFormat::JsonLines, columns }] = &self.divisions[..] else {
            return false;
        };
        columns.get(key).is_some_and(|counts| counts.ranks[..2] > [0, 0][..])
    }

    /// Returns true if there is a whole grid of the wanted role.
    fn has_found(&self) -> bool {
        self.divisions.iter().any(|division| division.best()[..2] > [0, 0][..])
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
    let role = wanted.how.role;
    let names = &head.names;
    let table = |(format, index)| {
        Table::new(format, index, if index < names.len() { names.clone() } else { Vec::new() })
    };
    let formats = head.formats();
    let first = head.rows_of(sample).next();
    let fields = |format: RowFormat| first.map_or(Vec::new(), |row| divided(row, format, names));
    let several = formats.iter().find(|format| fields(**format).len() > 1);
    let format = several.copied().unwrap_or(formats[formats.len() - 1]);
    let fields = fields(format);
    if let Some(wish) = &wanted.how.column {
        // The first rows may have fewer fields than the others.
        let has_field = |index: usize| {
            let mut rows = head.rows_of(sample).take(SAMPLE);
            rows.any(|row| index < divided(row, format, names).len())
        };
        let is_there = |&index: &usize| !names.is_empty() || first.is_none() || has_field(index);
        let index = wish.index(names).filter(is_there).ok_or_else(|| {
            // The first row may be a header.
            let above = first.map_or(Vec::new(), |row| names_in(row, format));
            let is_header = names.is_empty() && are_names(&above);
            let names = if is_header { &above } else { names };
            NoColumn::new(wish, names, names.len().max(fields.len()).max(1))
        })?;
        return Ok(Some(table((format, index))));
    }
    let is_known = |&index: &usize| {
        let value = fields.get(index).zip(first).map(|(field, row)| &row[field.clone()]);
        // The number of a question, or of solutions.
        let is_number =
            |text: &[u8]| (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
        except != Some(index) && !value.is_some_and(is_number)
    };
    let (mut known, mut others) = (Vec::new(), Vec::from_iter(except));
    if head.format.is_some() {
        known.extend(column_named(names, role));
        let other = if role == Role::Puzzles { Role::Solutions } else { Role::Puzzles };
        others.extend(column_named(names, other).filter(|_| except.is_none()));
    }
    let named = known.iter().copied().find(is_known);
    let is_json = format == RowFormat::JsonLines;
    if let Some(index) = named.filter(|_| !is_json) {
        return Ok(Some(table((format, index))));
    }
    let divisions = formats.iter().map(|&format| Division { format, columns: Vec::new() });
    let mut tally = ColumnTally { wanted, names, others, rows: 0, divisions: divisions.collect() };
    for row in head.rows_of(sample) {
        // Whatever later objects have, a known key that holds a grid is meant. Do not wait for them:
        // somebody may be waiting for an answer.
        let is_decided = tally.add(row) || named.is_some_and(|key| tally.has_found_in(key));
        if is_decided || tally.rows >= SAMPLE && (except.is_some() || tally.has_found()) {
            break;
        }
    }
    // A known key gives way to another one only if it holds nothing like a grid.
    let columns = &tally.divisions[0].columns;
    let is_grid = |&index: &usize| columns.get(index).is_some_and(|it| it.ranks != [0; 4]);
    let named = named.filter(|index| is_grid(index) || !tally.has_found());
    let best = || (except.is_none() || tally.has_found()).then(|| tally.best());
    let mut found = named.map(|index| (format, index)).or_else(best).map(table);
    if let (Some(&known), Some(table)) = (known.first(), &mut found)
        && is_json
        && known != table.index
    {
        table.passed_over = Some(names[known].clone());
    }
    Ok(found)
}

/// Finds the columns of a text with one cell per column: they have names that differ only in
/// ascending numbers (`c1` to `c81`, `r1c1` to `r9c9`), exactly one per cell; or the user names the
/// first one; or no other column holds cells. Adds the header if it is not known.
pub(super) fn of_cells(sample: &Sample, head: &mut Head, wanted: &Wanted) -> Option<(Table, Size)> {
    let how = wanted.how;
    if how.symbols.is_some() || how.role != Role::Puzzles {
        return None;
    }
    let mut rows = head.rows_of(sample);
    let first = rows.next()?;
    let at = rows.at - first.len();
    let format = format_of_cells(first, head.formats())?;
    let fields = format.fields(first).count();
    let is_unknown = head.names.is_empty() && how.header != Some(false);
    let names = if is_unknown { names_in(first, format) } else { head.names.clone() };
    let ascends = |run: &Range<usize>| ascends(&names[run.clone()]);
    // The values of a first row are no names.
    let run = numbered(&names).filter(|run| !is_unknown || ascends(run));
    if !run.iter().all(&ascends) {
        return None;
    }
    let sampled = || head.rows_of(sample).take(SAMPLE);
    let mut sizes = Size::ALL.into_iter().rev().filter(|&size| size > Size::Four);
    let (index, size) = match (&how.column, &run) {
        (Some(column), run) => {
            // The values of a row are no names.
            let index = column.index(if run.is_some() { &names } else { &head.names })?;
            let end = run.as_ref().map_or(fields, |run| run.end);
            (index, sizes.find(|size| size.cells() <= end.saturating_sub(index))?)
        }
        (None, Some(run)) => (run.start, sizes.find(|size| size.cells() == run.len())?),
        (None, None) => {
            let rows: Vec<_> = sampled().collect();
            sizes.find_map(|size| Some((by_values(&rows, format, fields, size)?, size)))?
        }
    };
    let is_puzzle = |row: &[u8]| {
        let mut cells = Vec::new();
        let fields: Vec<_> = format.fields(row).skip(index).collect();
        let is_read = of_columns(row, &fields, size, &mut cells).is_ok();
        let guess = guess(&cells, size, wanted.notation);
        is_read && matches!(guess, Content::Grid { empty } if (1..size.cells()).contains(&empty))
    };
    sampled().skip(usize::from(is_unknown)).find(|row| is_puzzle(row))?;
    if is_unknown && run.is_some() {
        head.up_to((at, at, at + first.len()), Skip::Header);
        head.names = names;
    }
    head.format = Some(format);
    let table = Table::new(format, index, head.names.clone());
    Some((Table { cells: Some(fields), ..table }, size))
}

/// Returns true if a line shows that columns are cells, whatever the lines below hold: it names
/// them, or the user names the first one.
pub(super) fn shows_cells(line: &[u8], how: &Open) -> bool {
    if how.symbols.is_some() || how.role != Role::Puzzles {
        return false;
    }
    let given = how.delimiter.map(RowFormat::Delimited);
    let formats = given.as_ref().map_or(&DIVISIONS[..], std::slice::from_ref);
    let Some(format) = format_of_cells(line, formats) else { return false };
    let names = names_in(line, format);
    let is_size = |run: &Range<usize>| Size::ALL.iter().any(|size| size.cells() == run.len());
    how.column.is_some()
        || how.header != Some(false)
            && numbered(&names).is_some_and(|run| is_size(&run) && ascends(&names[run]))
}

/// Returns true if the numbers in names ascend, unlike the values of cells.
fn ascends(names: &[String]) -> bool {
    names.windows(2).all(|pair| numbers(&pair[0]) < numbers(&pair[1]))
}

/// The first names, as many as a puzzle has cells or more, that differ only in numbers.
fn numbered(names: &[String]) -> Option<Range<usize>> {
    let shape = |name: &String| name.replace(|c: char| c.is_ascii_digit(), "");
    let is_next = |a: &String, b: &String| !numbers(b).is_empty() && shape(a) == shape(b);
    let mut end = 0;
    let mut runs = names.chunk_by(is_next).map(|run| {
        end += run.len();
        end - run.len()..end
    });
    runs.find(|run| run.len() >= Size::Nine.cells())
}

/// The numbers in a name.
fn numbers(name: &str) -> Vec<u64> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

/// The first of as many neighboring columns as a puzzle has cells whose values are cells, but for a
/// tenth that may be damaged. In the columns beside them fewer than half may be.
fn by_values(rows: &[&[u8]], format: RowFormat, fields: usize, size: Size) -> Option<usize> {
    let is_whole = |row: &&&[u8]| format.fields(row).count() == fields;
    let rows: Vec<_> = rows.iter().filter(is_whole).collect();
    let mut counts = vec![0; fields];
    for row in &rows {
        for (count, field) in counts.iter_mut().zip(format.fields(row)) {
            // Any number that may be a cell, so that small numbers beside cells are noticed.
            *count += usize::from(value(&row[field]).is_some_and(|it| it <= 25));
        }
    }
    let are_cells = |&count: &usize| count * 10 >= rows.len() * 9;
    let is_apart = |at: usize| counts.get(at).is_none_or(|count| count * 2 < rows.len());
    (0..=fields.checked_sub(size.cells())?).find(|&start| {
        let end = start + size.cells();
        counts[start..end].iter().all(are_cells)
            && start.checked_sub(1).is_none_or(is_apart)
            && is_apart(end)
    })
}
