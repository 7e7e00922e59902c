//! Finds the column of the puzzles, or of their solutions, from a sample of rows.

use super::super::{
    cells::of_columns,
    grids::value,
    json,
    layout::Format,
    lines::symbols::{BLANKS, first_word},
    records::{SAMPLE, Sample},
    table::{CellColumns, Role, Table, column_named},
};
use super::{
    Wanted,
    guess::Guess,
    header::{Head, chosen, names as names_in},
};
use std::ops::Range;
use sudomill_core::{error::NoColumn, grid::Size};

/// The fields of a row; of a JSON object, those of the names.
fn divided(row: &[u8], format: Format, names: &[String]) -> Vec<Range<usize>> {
    if format != Format::JsonLines {
        return format.fields(row).collect();
    }
    let values = json::values(row).unwrap_or_default();
    let value = |key| values.iter().find(|(name, _)| name == key).map(|value| value.1.clone());
    names.iter().map(|key| value(key).unwrap_or(0..0)).collect()
}

/// The contents of a column, as far as it was sampled.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// The grids, by [`Guess::rank`].
    ranks: [usize; 3],
    longest: usize,
}

/// The columns of the rows so far, for every way to divide them.
struct Tally<'a> {
    names: &'a [String],
    is_divided: bool,
    role: Role,
    rows: usize,
    tables: Vec<(Format, Vec<Counts>)>,
    /// Columns that are not meant.
    others: Vec<usize>,
}

impl Tally<'_> {
    /// Adds a row. Returns the column if this row alone is conclusive: exactly one of its fields
    /// can be meant, and is a grid with many empty cells, or with none for a solution.
    fn add(&mut self, row: &[u8], wanted: &Wanted) -> Option<(Format, usize)> {
        self.rows += 1;
        let mut certain: Option<((Format, usize), bool)> = None;
        for (format, columns) in &mut self.tables {
            let fields = divided(row, *format, self.names);
            // A line without the separator says nothing about this way to divide rows.
            if fields.len() < 2 && matches!(format, Format::Delimited(_)) && !self.is_divided {
                continue;
            }
            columns.resize(columns.len().max(fields.len()), Counts::default());
            let (mut sure, mut may_be) = (None, 0);
            for (index, field) in fields.iter().enumerate() {
                let guess = match self.others.contains(&index) {
                    true => Guess::Other,
                    false => wanted.guess(&row[field.clone()], *format == Format::JsonLines),
                };
                columns[index].longest = columns[index].longest.max(field.len());
                let Some(rank) = guess.rank(self.role) else { continue };
                columns[index].ranks[rank] += 1;
                may_be += usize::from(rank < 2);
                let is_sure = match (guess, self.role) {
                    (Guess::Grid { empty }, Role::Puzzles) => empty >= wanted.cells() / 4,
                    (Guess::Grid { empty }, Role::Solutions) => empty == 0,
                    _ => false,
                };
                let is_only = fields.len() == 1 && matches!(guess, Guess::Grid { .. });
                if is_only || is_sure {
                    let text = &row[field.clone()];
                    sure = Some(((*format, index), first_word(text).len() == text.len()));
                }
            }
            let sure = sure.filter(|_| may_be == 1 || fields.len() == 1);
            // A puzzle with other words behind it shows less than one alone.
            certain = match (certain, sure) {
                (Some((_, false)), Some((_, true))) if *format != Format::Lines => sure,
                _ => certain.or(sure),
            };
        }
        // Later objects may have other keys.
        let certain = certain.map(|it| it.0).filter(|(format, _)| *format != Format::JsonLines);
        certain.filter(|column| self.agrees(*column))
    }

    /// Returns true if most rows so far have something like a grid in that column.
    fn agrees(&self, (format, index): (Format, usize)) -> bool {
        let counts = self.tables.iter().find(|table| table.0 == format).map(|table| table.1[index]);
        let ranks = counts.unwrap_or_default().ranks;
        // A row of one field may be a damaged row of delimited text.
        let is_divided = format != Format::Lines || self.best().0 == format;
        ranks.iter().sum::<usize>() * 2 >= self.rows
            && (ranks[0] > 0 || !self.has_found())
            && is_divided
    }

    fn has_found(&self) -> bool {
        self.tables.iter().flat_map(|table| &table.1).any(|counts| counts.ranks[0] > 0)
    }

    /// The first column whose rank is at least half of the best one.
    fn best(&self) -> (Format, usize) {
        let best_of =
            |columns: &[Counts]| columns.iter().map(|it| it.ranks).max().unwrap_or_default();
        // Damaged rows without the separator are divided into words, but into nothing else.
        let is_better = |table: &(Format, Vec<Counts>), best: &(Format, Vec<Counts>)| {
            let factor = if table.0 == Format::Lines { 2 } else { 1 };
            best_of(&table.1) > best_of(&best.1).map(|count| count * factor)
        };
        let best =
            self.tables.iter().reduce(|best, it| if is_better(it, best) { it } else { best });
        let (format, columns) = best.expect("there is a way to divide rows");
        let ranks = best_of(columns);
        let longest = columns.iter().map(|counts| counts.longest).max();
        let index = match ranks.iter().position(|&count| count > 0) {
            Some(rank) => columns.iter().position(|it| it.ranks[rank] * 2 >= ranks[rank]),
            None => columns.iter().position(|it| Some(it.longest) == longest),
        };
        (*format, index.unwrap_or(0))
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
    let is_json = head.format == Some(Format::JsonLines);
    let names = match is_json && head.names.is_empty() {
        true => keys(sample, head, wanted),
        false => head.names.clone(),
    };
    let table = |(format, index)| {
        Table::new(format, index, if index < names.len() { names.clone() } else { Vec::new() })
    };
    let role = wanted.role;
    let (mut rows, formats) = (head.rows_of(sample), head.formats());
    let first = rows.next();
    let first = first.map(|row| {
        let several = |format: &&Format| divided(row, **format, &names).len() > 1;
        let format = formats.iter().find(several).unwrap_or(&formats[formats.len() - 1]);
        (row, *format, divided(row, *format, &names))
    });
    if let Some(wish) = wanted.column {
        let count = first.as_ref().map_or(0, |row| row.2.len());
        let format = first.as_ref().map_or(Format::Lines, |row| row.1);
        let index = chosen(wish, &names, count).ok_or_else(|| {
            NoColumn::new(wish, &names, if names.is_empty() { count.max(1) } else { names.len() })
        })?;
        return Ok(Some(table((head.format.unwrap_or(format), index))));
    }
    let value = |index: usize| first.as_ref().and_then(|it| Some(&it.0[it.2.get(index)?.clone()]));
    let is_number =
        |text: &[u8]| (1..=3).contains(&text.len()) && text.iter().all(u8::is_ascii_digit);
    let is_meant = |&index: &usize| match role {
        _ if except == Some(index) => false,
        Role::Puzzles if !names[index].eq_ignore_ascii_case("clues") => true,
        Role::Puzzles => value(index).is_none_or(|it| wanted.guess(it, is_json) != Guess::Other),
        Role::Solutions => value(index).is_none_or(|it| !is_number(it)),
    };
    if let Some(format) = head.format
        && let Some(index) = column_named(&names, role).find(is_meant)
    {
        return Ok(Some(table((format, index))));
    }
    let others =
        column_named(&names, role.other()).filter(|_| head.format.is_some() && except.is_none());
    let mut tally = Tally {
        names: &names,
        is_divided: head.format.is_some(),
        role,
        rows: 0,
        tables: formats.into_iter().map(|format| (format, Vec::new())).collect(),
        others: others.chain(except).collect(),
    };
    for row in head.rows_of(sample) {
        if let Some(column) = tally.add(row, wanted) {
            return Ok(Some(table(column)));
        }
        if tally.rows >= SAMPLE && (tally.has_found() || except.is_some()) {
            break;
        }
    }
    Ok((except.is_none() || tally.has_found()).then(|| table(tally.best())))
}

/// Collects the keys of the first objects until the column is found. Objects may lack keys.
fn keys(sample: &Sample, head: &Head, wanted: &Wanted) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for row in head.rows_of(sample).take(SAMPLE) {
        for (key, _) in json::values(row).unwrap_or_default() {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let is_found = match wanted.column {
            Some(column) => column.index(&keys).is_some(),
            None => column_named(&keys, wanted.role).any(|index| keys[index] != "clues"),
        };
        if is_found {
            break;
        }
    }
    keys
}

/// Finds the columns of a text with one cell per column: they have names that differ only in
/// ascending numbers (`c1` to `c81`, `r1c1` to `r9c9`), exactly one per cell; or the user names the
/// first one. Adds the header if it is not known.
pub(super) fn of_cells(
    sample: &Sample,
    head: &mut Head,
    wanted: &Wanted,
    is_plain: bool,
) -> Option<Table> {
    let mut rows = head.rows_of(sample);
    let first = rows.next()?;
    let format = head.formats().into_iter().find(|format| {
        let count =
            if let Format::Delimited(_) = format { format.fields(first).count() } else { 0 };
        count > Size::Nine.cells() && !Size::ALL.iter().any(|size| size.cells() == count)
    })?;
    let is_unknown = head.names.is_empty() && !is_plain;
    let names = if is_unknown { names_in(first, format) } else { head.names.clone() };
    let below: Vec<_> = if is_unknown {
        rows.take(SAMPLE).collect()
    } else {
        head.rows_of(sample).take(SAMPLE).collect()
    };
    let numbers = |name: &String| -> Vec<u64> {
        let digits = name.split(|c: char| !c.is_ascii_digit());
        digits.filter_map(|digits| digits.parse().ok()).collect()
    };
    let shape = |name: &String| name.replace(|c: char| c.is_ascii_digit(), "");
    let is_next = |a: &String, b: &String| !numbers(b).is_empty() && shape(a) == shape(b);
    let mut end = 0;
    let runs = names.chunk_by(is_next).map(|run| {
        end += run.len();
        (end - run.len(), run)
    });
    let ascends = |run: &[String]| run.windows(2).all(|pair| numbers(&pair[0]) < numbers(&pair[1]));
    // The values of a first row are no names.
    let is_named =
        |run: &[String]| run.len() >= Size::Nine.cells() && (!is_unknown || ascends(run));
    let run = runs.into_iter().find(|(_, run)| is_named(run));
    let sizes = || Size::ALL.into_iter().rev().filter(|&size| size > Size::Four);
    let (index, size) = match (wanted.column, run) {
        (None, Some((at, run))) if ascends(run) => {
            (at, sizes().find(|size| size.cells() == run.len())?)
        }
        (Some(column), run) if run.is_none_or(|(_, run)| ascends(run)) => {
            // The values of a row are no names.
            let index = column.index(if run.is_some() { &names } else { &head.names })?;
            let count = run.map_or(format.fields(first).count(), |(at, run)| at + run.len());
            (index, sizes().find(|size| size.cells() <= count.saturating_sub(index))?)
        }
        (None, None) => {
            let rows: Vec<_> = head.rows_of(sample).take(SAMPLE).collect();
            sizes().find_map(|size| Some((by_values(&rows, format, size)?, size)))?
        }
        _ => return None,
    };
    let fields = format.fields(first).count();
    let is_puzzle = |row: &&[u8]| {
        let mut cells = Vec::new();
        let values = format.fields(row).skip(index).map(|field| &row[field]);
        of_columns(values, size, &mut cells).is_ok()
            && cells.iter().any(|cell| BLANKS.contains(cell))
            && cells.iter().any(|cell| !BLANKS.contains(cell))
    };
    below.iter().find(|row| is_puzzle(row))?;
    if is_unknown && run.is_some() {
        let mut rows = head.rows_of(sample);
        rows.next();
        head.skip = Some((rows.at - first.len(), rows.at - first.len(), super::Skip::Header));
        (head.rows, head.names, head.is_certain) = (rows.at, names.clone(), true);
    }
    head.format = Some(format);
    let names = head.names.clone();
    Some(Table { cells: Some(CellColumns { size, fields }), ..Table::new(format, index, names) })
}

/// The first of as many neighboring columns as a puzzle has cells whose values are cells, but for a
/// tenth that may be damaged. In the columns beside them fewer than half may be.
fn by_values(rows: &[&[u8]], format: Format, size: Size) -> Option<usize> {
    let width = |row: &&[u8]| format.fields(row).count();
    let mut widths: Vec<_> = rows.iter().map(width).collect();
    widths.sort_unstable();
    // Rows of another width lack a field, or have one more.
    let usual = widths.chunk_by(usize::eq).max_by_key(|equal| equal.len())?[0];
    let rows: Vec<_> = rows.iter().filter(|row| width(row) == usual).collect();
    let mut counts = vec![0; usual];
    for row in &rows {
        for (count, field) in counts.iter_mut().zip(format.fields(row)) {
            let is_cell = value(&row[field]).is_some_and(|it| usize::from(it) <= size.side());
            *count += usize::from(is_cell);
        }
    }
    let mut first = 0;
    let are_cells = |&count: &usize| count * 10 >= rows.len() * 9;
    let is_apart = |at: usize| counts.get(at).is_none_or(|count| count * 2 < rows.len());
    counts.chunk_by(|a, b| are_cells(a) == are_cells(b)).find_map(|run| {
        let (start, end) = (first, first + run.len());
        first = end;
        let is_meant = are_cells(&run[0]) && run.len() == size.cells();
        let are_apart = start.checked_sub(1).is_none_or(is_apart) && is_apart(end);
        (is_meant && are_apart).then_some(start)
    })
}
