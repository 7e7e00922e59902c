//! Advice for users: how to fix an error, and what is probably wrong with a file.

use super::message::{count, say, visible};
use sudomill::{
    Error, OptionsError,
    bench::{Set, quoted},
    grid::Size,
    input::{InputError, InputErrorKind, Nested, Problem, Table},
    output::{Leftover, Tally},
    solver::{
        propagation::Propagation,
        registry::{self, BRANCHINGS, STRATEGIES, Strategy},
        value_order::ValueOrder,
    },
};

/// The minimum similarity of a suggested name, from 0 to 1: the one that clap uses for options.
const MIN_SIMILARITY: f64 = 0.7;

/// The message of an error, with advice.
pub fn error_message(error: &anyhow::Error) -> String {
    use InputErrorKind::{
        BadLine, NoColumn, NoHeader, NoSolutions, NotText, NotUtf8, OtherKind, Shrunk,
    };
    let message = format!("{error:#}");
    let cause = error.downcast_ref::<Error>();
    if let Some(Error::Leftover(Leftover { partial, .. })) = cause {
        let resume = "; `solve --resume` continues that run; to start over: rm";
        return format!("{message}{resume} {}", partial.display());
    }
    if let Some(Error::Options(OptionsError::UnknownColumn { wanted, known })) = cause {
        return message + &similar(wanted, known);
    }
    let Some(Error::Input(InputError { kind, .. })) = cause else { return message };
    let advice = match kind {
        Shrunk { mapped: true } => "; --no-mmap reads files instead of mapping them",
        OtherKind(problem) => &order_hint(problem),
        BadLine(_) => "; stopped because of --strict",
        NotText { remedy, .. } => &format!("; {remedy}"),
        NoColumn(missing) => &similar(&missing.wanted, &missing.names),
        NotUtf8 => "; convert the input to UTF-8, or write CSV, which copies the bytes unchanged",
        NoHeader => " for --keep",
        NoSolutions(_) => {
            "; select one with --solution-column, or pass a file of solutions to `verify`"
        }
        _ => "",
    };
    message + advice
}

/// Finds a strategy. The error suggests a name for a misspelled part.
pub fn find_strategy(name: &str) -> Result<Strategy, String> {
    registry::find(name).map_err(|error| format!("{error}{}", similar_strategy(name)))
}

/// A suggestion for a misspelled part of a strategy's name; empty if no name is similar.
fn similar_strategy(name: &str) -> String {
    let named = STRATEGIES.iter().map(|entry| entry.part.name);
    let propagations = Propagation::ALL.iter().map(|it| it.part().name);
    let branchings = BRANCHINGS.iter().map(|rule| rule.part.name);
    let orders = ValueOrder::ALL.iter().map(|it| it.part().name);
    let names = named.chain(propagations).chain(branchings).chain(orders);
    let known: Vec<_> = names.map(str::to_owned).collect();
    let is_known = |part: &str| {
        let rule = part.split(':').next().unwrap_or(part);
        known.iter().any(|known| known == rule)
    };
    let wrong = name.split('/').find(|part| !is_known(part));
    wrong.map_or_else(String::new, |wrong| similar(wrong, &known))
}

/// A suggestion of the most similar name; empty if none is similar.
fn similar(wanted: &str, known: &[String]) -> String {
    let rank = |name: &&String| strsim::jaro_winkler(wanted, name);
    let best = known.iter().max_by(|a, b| rank(a).total_cmp(&rank(b)));
    let best = best.filter(|name| rank(name) > MIN_SIMILARITY);
    best.map_or_else(String::new, |name| format!("; did you mean '{name}'?"))
}

/// The number of rows that triggers the hint about lost zeros; one percent of all rows does, too.
const MANY_LOST_ZEROS: u64 = 100;

/// Hints at probable problems of a file that was solved.
pub fn on_run(input: &str, tally: &Tally, size: Size, table: &Table) {
    if tally.unkept > 0 {
        let values = count(tally.unkept, "value");
        say(format_args!("{input}: {values} not kept: no column in the results"));
    }
    lost_zeros(input, tally.lost_zeros, tally.puzzles());
    if tally.letters > 0 && tally.letters == tally.puzzles() {
        let rows = count(tally.letters, "row");
        say(format_args!(
            "{input}: {rows} with letters: if they stand for the digits, name them in order, as \
             in --alphabet ABCDEFGHI"
        ));
    }
    if tally.valid() == 0 {
        puzzles_elsewhere(input, table);
    }
    if let (Some(key), Some(read)) = (table.passed_over(), table.column()) {
        let (key, read) = (visible(key), visible(read));
        say(format_args!("{input}: the key {key} holds no puzzle; {read} does"));
    }
    if tally.valid() > 0 {
        solutions_for_puzzles(input, table, tally.has_empty_cells);
    }
    if tally.doubtful_zeros() > 0 {
        let puzzles = count(tally.doubtful_zeros(), "puzzle");
        say(format_args!(
            "{input}: {puzzles} with several solutions and zeros beside other empty cells: if the zeros \
             are digits, name the digits in order, as in --alphabet 012345678"
        ));
    }
    if tally.eliminated > 0 {
        let puzzles = count(tally.eliminated, "puzzle");
        say(format_args!(
            "{input}: {puzzles} with eliminated candidates behind them, as in HoDoKu's library: only \
             the puzzles were read"
        ));
    }
    if tally.has_other_boxes()
        && let Some(turned) = size.turned()
    {
        say(format_args!(
            "{input}: clues repeat only in boxes of {}: --order {} reads boxes of {}",
            boxes(size),
            turned.order_text(),
            boxes(turned)
        ));
    }
    if tally.alternates() {
        every_second_is_full(input);
    }
}

/// Hints at the places of the puzzles where the lines that were read hold none.
fn puzzles_elsewhere(input: &str, table: &Table) {
    if let Some((number, name)) = table.elsewhere() {
        let name = name.map(|name| format!(" ({})", visible(name))).unwrap_or_default();
        say(format_args!(
            "{input}: column {} holds no puzzles, but column {number}{name} does: --column {number}",
            table.number()
        ));
    }
    match table.nested() {
        Some(Nested::Path(path)) => say(format_args!(
            "{input}: the puzzles are inside other values: --column {}",
            quoted(path)
        )),
        Some(Nested::Filter(filter)) => {
            // Of a text of several lines, each would be a record.
            let filter = quoted(&format!("{{puzzle: {filter}}}"));
            let command = format!("jq -c {filter} {}", quoted(input));
            say(format_args!(
                "{input}: the puzzles are inside other values; get them out: {command} | sudomill solve -"
            ));
        }
        None => {}
    }
}

/// The boxes of a size in words: `2 rows × 3 columns`.
fn boxes(size: Size) -> String {
    format!("{} rows × {} columns", size.box_rows(), size.box_columns())
}

/// Hints at puzzles and solutions that take turns.
pub fn every_second_is_full(input: &str) {
    say(format_args!(
        "{input}: every second record is a full grid: these are probably the solutions of the others"
    ));
}

/// Hints at probable problems of a set.
pub fn on_set(input: &str, set: &Set) {
    lost_zeros(input, set.lost_zeros as u64, (set.len() + set.invalid) as u64);
    solutions_for_puzzles(input, &set.table, set.has_empty_cells);
}

/// The option that makes a bad line or grid readable, with the punctuation that separates it from the
/// message.
pub fn order_hint(problem: &Problem) -> String {
    let size = match *problem {
        Problem::OtherSize { found, .. } => Size::from_cells(found),
        Problem::GridSize(rows) => Size::from_side(rows),
        _ => None,
    };
    size.map_or_else(String::new, |it| format!("; --order {} reads those instead", it.order_text()))
}

fn lost_zeros(input: &str, lost: u64, puzzles: u64) {
    if lost > 0 && (lost >= MANY_LOST_ZEROS || lost * 100 >= puzzles) {
        let rows = count(lost, "row");
        say(format_args!(
            "{input}: {rows} probably lost zeros at the start, as in a spreadsheet; \
             --restore-zeros puts them back"
        ));
    }
}

/// Hints at solutions that were read for puzzles: full grids, or those of a column with such a name.
fn solutions_for_puzzles(input: &str, table: &Table, has_empty_cells: bool) {
    let reason = match has_empty_cells {
        false => "every puzzle is a full grid",
        true if table.is_named_like_solutions() => "no other column holds puzzles",
        true => return,
    };
    let column = match (table.column(), table.number()) {
        (Some(name), _) => format!("column {name} probably holds"),
        (None, number) if number > 1 => format!("column {number} probably holds"),
        (None, _) => "these are probably".to_owned(),
    };
    say(format_args!("{input}: {reason}: {column} the solutions; --column selects another column"));
}
