//! Words for a value that is not there.

/// Words by which programs say that there is no value, in lower case. Among cells they are empty ones.
const NO_VALUE: [&str; 7] = ["null", "none", "nil", "na", "n/a", "<na>", "<null>"];

/// What else programs write for a missing value, in lower case. None of it is a cell: a calculation
/// went wrong (`nan`, `#REF!`), and may have cost a clue.
const MISSING: [&str; 21] = [
    "", "#n/a", "nan", "(null)", "\\n", "-", "--", "---", "—", "?", "??", "missing", "error",
    "#null!", "#div/0!", "#value!", "#ref!", "#name?", "#num!", "#spill!", "#error!",
];

fn is_any_of(word: &[u8], words: &[&str]) -> bool {
    words.iter().any(|it| word.eq_ignore_ascii_case(it.as_bytes()))
}

/// Returns true if a word says that there is no value.
pub fn is_no_value(word: &[u8]) -> bool {
    is_any_of(word, &NO_VALUE)
}

/// Returns true if a field stands for a missing value.
pub fn is_missing(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    is_no_value(field) || is_any_of(field, &MISSING)
}
