//! The one tokenizer: a line as words, with their places, behind a label and between brackets.
//!
//! ```text
//!     p   <-  rbind(  c(  0, 1, …, 8  ),   # the first row
//!     └ label ┘names    ( └─ words ─┘ )    brackets that open and close around the words
//! ```
//!
//! A row of numbers, an array in a field or in a string of JSON, and an argument are all read from these tokens.

use super::{
    super::{
        list::LONGEST_NAME,
        missing::{is_missing, is_no_value},
    },
    around::Around,
    row::{SEPARATES, bars, boxes, value},
};
use std::{iter, mem, ops::Range};

/// The brackets that open arrays, and those that close them.
const OPENS: &[u8] = b"[({";
const CLOSES: &[u8] = b"])}";

/// The words between these separators, from an offset on.
fn apart(text: &[u8], from: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let separates = |&byte: &u8| SEPARATES[usize::from(byte)];
    let mut at = from;
    iter::from_fn(move || {
        at += text.get(at..)?.iter().position(|byte| !separates(byte))?;
        let len = text[at..].iter().position(separates).unwrap_or(text.len() - at);
        at += len;
        Some(at - len..at)
    })
}

/// What stood in front of a bracket.
#[derive(Default)]
struct Names {
    /// A bracket that holds values, and one of them that is not round.
    has_array: bool,
    has_square: bool,
    /// The name of a bracket.
    has_any: bool,
}

impl Names {
    /// Returns true for the first bracket that holds values: round ones only as long as there is no other.
    fn end_at(&mut self, open: u8, first: &[u8]) -> bool {
        if first.first().is_some_and(u8::is_ascii_alphabetic) && is_long(first) {
            return false;
        }
        let is_round = open == b'(';
        let is_first = !(self.has_square || is_round && self.has_array);
        self.has_array = true;
        self.has_square |= !is_round;
        is_first
    }
}

/// A line as words that may be the numbers of a row: not `a =`, `np.array(` and `], dtype=np.uint8)`. They are
/// the same for rows of every width.
pub(super) struct Tokens<'t> {
    text: &'t [u8],
    words: Vec<Range<usize>>,
    /// The words behind the array: from the first that is not in it.
    behind: Vec<Range<usize>>,
    /// The label and the brackets around the words.
    pub around: Around<'t>,
    /// The strings without a digit, if the line begins with an array.
    empty_strings: Vec<Range<usize>>,
    /// The numbers of tabs, commas, semicolons and bars, which may divide the line into fields. Empty ones may
    /// be cells; not in a line with brackets.
    cuts: Option<[usize; 4]>,
}

impl<'t> Tokens<'t> {
    pub fn of(text: &'t [u8]) -> Self {
        let from = label_end(text);
        let opens = memchr::memchr3(b'[', b'(', b'{', text).is_some();
        let has_brackets = opens || memchr::memchr3(b']', b')', b'}', text).is_some();
        let mut tokens = Self {
            text,
            words: Vec::new(),
            behind: Vec::new(),
            around: Around::label(if from > 0 { &text[..from] } else { word_in_front(text) }),
            empty_strings: Vec::new(),
            cuts: (!has_brackets && !text.contains(&b'=')).then(|| cuts(text)),
        };
        if !has_brackets {
            tokens.words.extend(apart(text, from));
            return tokens;
        }
        let from = tokens.add_in_brackets(from);
        if text[from..].trim_ascii_start().starts_with(b"[") {
            tokens.empty_strings.extend(empty_strings(text));
        }
        tokens
    }

    /// Adds the words of a line with brackets, from an offset on. Returns where the first array begins, or the
    /// offset if it has no name.
    fn add_in_brackets(&mut self, mut from: usize) -> usize {
        let text = self.text;
        text[..from].iter().for_each(|byte| self.around.add(*byte));
        let mut names = Names::default();
        let mut is_closed = false;
        let (label, mut end) = (from, from);
        for word in apart(text, label).chain(iter::once(text.len()..text.len())) {
            let is_name = !word.is_empty() && is_name_of_bracket(text, &word);
            for at in mem::replace(&mut end, word.end)..word.start {
                self.around.add(text[at]);
                is_closed |= CLOSES.contains(&text[at]);
                if OPENS.contains(&text[at])
                    && !is_name
                    && names.end_at(text[at], &text[word.clone()])
                    && self.are_names(&names, label..at)
                {
                    from = at;
                    names.has_any = true;
                    self.words.clear();
                    self.behind.clear();
                }
            }
            if word.is_empty() || is_of_type(text, &word) {
                continue;
            }
            if is_name {
                // A value is a cell, and the bracket behind it a fault.
                names.has_any |= !is_missing(&text[word]);
                continue;
            }
            let is_behind = !self.behind.is_empty() || is_closed && is_behind_array(text, &word);
            if is_behind { &mut self.behind } else { &mut self.words }.push(word);
        }
        from
    }

    /// Returns true if what stands here, in front of a bracket, only names it: `p <- c(`, `problem(1, [`.
    fn are_names(&self, names: &Names, before: Range<usize>) -> bool {
        // Only in front of a bracket a word is no cell: `null, 2, …` and `first 1, 2, …` begin a row.
        let is_name = |word: &Range<usize>| value(&self.text[word.clone()]).is_none();
        let first = self.text[before].trim_ascii_start().first();
        first.is_some_and(u8::is_ascii_alphabetic)
            && (names.has_any || self.words.iter().any(is_name))
    }

    /// The number of words behind the array that belong to a row with so many cells: another row or puzzle is
    /// too much, and not to be passed over.
    fn too_many(&self, width: usize) -> usize {
        let values = self.behind.iter().filter(|it| value(&self.text[(*it).clone()]).is_some());
        if values.count() < width { 0 } else { self.behind.len() }
    }

    /// The numbers of a row with so many cells. If a separator divides the line into as many fields, those
    /// are its numbers, empty or not.
    pub fn numbers(&self, width: usize) -> Vec<Range<usize>> {
        let mut numbers = [&self.words[..], &self.behind[..self.too_many(width)]].concat();
        if numbers.len() < width {
            numbers.extend_from_slice(&self.empty_strings);
            numbers.sort_unstable_by_key(|word| word.start);
        }
        let fields = if self.may_be_fields(width) { fields(self.text, width) } else { None };
        fields.unwrap_or(numbers)
    }

    /// The number of words and empty strings that a row with so many cells would have.
    pub fn count(&self, width: usize) -> usize {
        let words = self.words.len() + self.too_many(width);
        if words < width { words + self.empty_strings.len() } else { words }
    }

    /// Returns true if a separator divides the line into as many fields as a row has cells, with or without
    /// bars around them.
    pub fn may_be_fields(&self, width: usize) -> bool {
        let is_divided = |cuts: &usize| [width, width + 2].contains(&(cuts + 1));
        width > 1
            && self.count(width) < width
            && self.cuts.is_some_and(|cuts| cuts.iter().any(is_divided))
    }
}

/// The word in front of the first cell of a row, `first 0, 1, …`; empty without one. Not `null`, nor what
/// belongs to a bracket, as in `new int[] {0, 1, …`.
fn word_in_front(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_start();
    let len = text.iter().position(|&byte| SEPARATES[usize::from(byte)]).unwrap_or(text.len());
    let (word, rest) = text.split_at(len);
    let next = || rest.trim_ascii_start().split(|&byte| SEPARATES[usize::from(byte)]).next();
    let is_cell = |next: &[u8]| !next.is_empty() && value(next).is_some();
    let is_word = word.first().is_some_and(u8::is_ascii_alphabetic) && is_long(word);
    if is_word && next().is_some_and(is_cell) { word } else { b"" }
}

/// The numbers of tabs, commas, semicolons and bars in a line.
fn cuts(line: &[u8]) -> [usize; 4] {
    let count = |separator| memchr::memchr_iter(separator, line).count();
    let bars = if line.is_ascii() { count(b'|') } else { bars(line).count() };
    [count(b'\t'), count(b','), count(b';'), bars]
}

/// Returns true for a word behind a bracket that is not in the array: `dtype=np.uint8`, and the full stop
/// of Prolog.
fn is_behind_array(line: &[u8], word: &Range<usize>) -> bool {
    match &line[word.clone()] {
        word if is_no_value(word) => false,
        b"." => {
            let before = line[..word.start].trim_ascii_end();
            before.last().is_some_and(|byte| CLOSES.contains(byte))
        }
        [first, _, ..] => first.is_ascii_alphabetic(),
        _ => false,
    }
}

/// Returns true for a word that is no cell by its length.
fn is_long(word: &[u8]) -> bool {
    word.len() > 1 && !is_missing(word)
}

/// Returns true for the name of what a bracket holds: `c(`, `vec![`, `arrayOf(`, `new int[]{`. No
/// cell touches an opening bracket behind it; a longer word may have a space before that.
fn is_name_of_bracket(line: &[u8], word: &Range<usize>) -> bool {
    let text = &line[word.clone()];
    if !(text[0].is_ascii_alphabetic() || text[0] == b'_' && text.len() > 1) {
        return false;
    }
    let near = &line[word.end..line.len().min(word.end + LONGEST_NAME)];
    let Some(open) = memchr::memchr3(b'[', b'(', b'{', near) else { return false };
    // A keyword stands before another name, which may touch the bracket.
    let between = near[..open].trim_ascii_end();
    let mut names = between.split(|byte| *byte == b' ').filter(|name| !name.is_empty());
    let touching = if between.len() == open { names.next_back() } else { None };
    let is_name = |name: &[u8]| {
        name[0].is_ascii_alphabetic() && !name.iter().any(|byte| SEPARATES[usize::from(*byte)])
    };
    open == 0
        || is_long(text)
            && between.first().is_none_or(|byte| *byte == b' ')
            && touching.is_none_or(is_name)
            && names.all(|name| is_name(name) && is_long(name))
}

/// The most numbers in the type of an array. In a long line of brackets each would look for the end of all of
/// them.
const MOST_DIMENSIONS: usize = 4;

/// Returns true for a word in the type of an array: the nines of `[9][9]int{`, the last word of `Array[Int](`.
fn is_of_type(line: &[u8], word: &Range<usize>) -> bool {
    if !line[..word.start].ends_with(b"[") {
        return false;
    }
    let text = &line[word.clone()];
    if text[0].is_ascii_alphabetic() && is_long(text) {
        // Not any word between brackets: `[INST] Solve: …`.
        let behind = &line[word.end..];
        let close = behind.iter().take_while(|byte| **byte == b']').count();
        return close > 0 && behind[close..].starts_with(b"(");
    }
    let mut rest = &line[word.end..line.len().min(word.end + LONGEST_NAME)];
    for _ in 0..MOST_DIMENSIONS {
        let Some(behind) = rest.strip_prefix(b"]") else { return false };
        let inside = behind.strip_prefix(b"[");
        let Some(inside) = inside else {
            return behind.first().is_some_and(u8::is_ascii_alphabetic);
        };
        let len = apart(inside, 0).next().filter(|next| next.start == 0).map_or(0, |next| next.end);
        rest = &inside[len..];
    }
    false
}

/// The strings without a digit in an array: `["5","",…`, `[" ",…`.
fn empty_strings(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let ends = |byte: Option<&u8>| byte.is_some_and(|byte| b"[,]".contains(byte));
    memchr::memchr_iter(b'"', line).filter_map(move |at| {
        let close = at + 1 + usize::from(line.get(at + 1) == Some(&b' '));
        let is_empty = line.get(close) == Some(&b'"')
            && ends(line[..at].trim_ascii_end().last())
            && ends(line[close + 1..].trim_ascii_start().first());
        is_empty.then_some(at..at + 2)
    })
}

/// The end of the label in front of a row: behind the `=` of `int grid[9][9] = {{0, 1, …` or the `:` of
/// `first: 0, 1, …`; 0 without one.
pub(super) fn label_end(line: &[u8]) -> usize {
    // A comment of MATLAB may hold an array, and names of PHP and Ruby begin with a sign.
    let first = line.iter().find(|byte| !b" \t%$@".contains(byte));
    let is_named = first.is_some_and(u8::is_ascii_alphabetic);
    if let Some(equals) = equals_sign(line).filter(|_| is_named) {
        return equals + 1;
    }
    // Behind a bracket or comma a colon belongs to a value.
    let is_name = |name: &[u8]| {
        !name.trim_ascii().is_empty() && !name.iter().any(|byte| b",;|[](){}".contains(byte))
    };
    let colon = memchr::memchr(b':', line).filter(|&colon| is_name(&line[..colon]));
    colon.map_or(0, |colon| colon + 1)
}

/// The first `=` outside brackets: not that of `matrix(c(0, 1, …), nrow = 9)`.
fn equals_sign(line: &[u8]) -> Option<usize> {
    // Most lines have none, and their brackets need not be counted.
    memchr::memchr(b'=', line)?;
    let mut depth = 0;
    line.iter().position(|byte| {
        depth += i32::from(OPENS.contains(byte)) - i32::from(CLOSES.contains(byte));
        *byte == b'=' && depth <= 0
    })
}

/// The fields of a row, if one separator divides it into as many as it has cells: a tab, comma,
/// semicolon or bar, with or without bars around the row.
fn fields(line: &[u8], width: usize) -> Option<Vec<Range<usize>>> {
    let all = |separator| memchr::memchr_iter(separator, line).map(|at| at..at + 1).collect();
    // Bars around boxes of several cells divide no cells: `|1    |   3 |`.
    let has_boxes = || boxes(line).is_some_and(|it| it.len() + 2 == width && it[0].len() > 1);
    let bars = || if has_boxes() { Vec::new() } else { bars(line).collect() };
    let mut cuts = b"\t,;".iter().map(|separator| all(*separator)).chain(iter::once_with(bars));
    cuts.find_map(|mut cuts: Vec<Range<usize>>| {
        let (end, mut start) = (line.len(), 0);
        cuts.push(end..end);
        if ![width, width + 2].contains(&cuts.len()) {
            return None;
        }
        let mut all: Vec<_> =
            cuts.iter().map(|cut| (mem::replace(&mut start, cut.end), cut.start)).collect();
        let is_blank = |&(start, end): &(usize, usize)| line[start..end].trim_ascii().is_empty();
        if all.len() == width + 2 && is_blank(&all[0]) && is_blank(&all[width + 1]) {
            all = all[1..=width].to_vec();
        }
        let field = |&(start, end): &(usize, usize)| {
            let mut words = apart(&line[start..end], 0);
            let word = words.next().unwrap_or(0..0);
            words.next().is_none().then(|| start + word.start..start + word.end)
        };
        let fields: Vec<_> = all.iter().map(field).collect::<Option<_>>()?;
        // A whole puzzle has a clue. What stands behind a last separator is no cell if the others are filled.
        let is_puzzle = || {
            let (last, others) = fields.split_last()?;
            let is_empty = |field: &Range<usize>| field.is_empty();
            Some(!others.iter().all(is_empty) && (!is_empty(last) || others.iter().any(is_empty)))
        };
        let is_meant = width <= 25 || is_puzzle() == Some(true);
        (fields.len() == width && width > 1 && is_meant).then_some(fields)
    })
}
