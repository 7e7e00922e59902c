//! The adapter of fastdoku (github.com/rocketbombs/fastdoku), over its library. The engine is `triad`, or,
//! with the feature `auto`, the one that its program uses: `jcz`, which hands hard puzzles over to `triad`.

use std::{ffi::c_char, slice};

/// FIELD_CLUES and FIELD_ANY_LIMIT of field.h.
#[unsafe(no_mangle)]
pub extern "C" fn field_takes() -> u32 {
    1 | 4
}

/// # Safety
/// As field.h says: there are so many lines, each with a newline, and room for so many counts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn field_count(
    lines: *const c_char,
    puzzles: usize,
    symbols: usize,
    limit: usize,
    counts: *mut u32,
) {
    // SAFETY: the caller promises it.
    let lines = unsafe { slice::from_raw_parts(lines.cast::<u8>(), puzzles * (symbols + 1)) };
    // SAFETY: as above.
    let counts = unsafe { slice::from_raw_parts_mut(counts, puzzles) };
    for (line, count) in lines.chunks_exact(symbols + 1).zip(counts) {
        *count = engine::count(&clues(line), limit as u64) as u32;
    }
}

/// # Safety
/// As field.h says: a line of so many symbols, and room for 81 digits.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn field_solution(
    line: *const c_char,
    symbols: usize,
    solution: *mut c_char,
) -> i32 {
    // SAFETY: the caller promises it.
    let line = unsafe { slice::from_raw_parts(line.cast::<u8>(), symbols) };
    let Some(digits) = engine::solve(&clues(line)) else { return 0 };
    // SAFETY: as above.
    let solution = unsafe { slice::from_raw_parts_mut(solution.cast::<u8>(), 81) };
    solution.copy_from_slice(&digits.map(|digit| b'0' + digit));
    1
}

/// The digits of a line; the point of an empty cell comes before the digits, and becomes 0.
fn clues(line: &[u8]) -> [u8; 81] {
    std::array::from_fn(|cell| line[cell].saturating_sub(b'0'))
}

#[cfg(not(feature = "auto"))]
mod engine {
    pub use fastdoku::{triad_count_solutions as count, triad_solve_grid as solve};
}

#[cfg(feature = "auto")]
mod engine {
    use fastdoku::{HYBRID_GUESS_BUDGET, HYBRID_MAX_UNSOLVED, jcz};

    pub fn count(clues: &[u8; 81], limit: u64) -> u64 {
        match jcz::run(clues, limit, HYBRID_MAX_UNSOLVED, HYBRID_GUESS_BUDGET) {
            jcz::Outcome::Done(count, _) => count,
            jcz::Outcome::Deferred => fastdoku::triad_count_solutions(clues, limit),
        }
    }

    pub fn solve(clues: &[u8; 81]) -> Option<[u8; 81]> {
        match jcz::run(clues, 1, HYBRID_MAX_UNSOLVED, HYBRID_GUESS_BUDGET) {
            jcz::Outcome::Done(_, solution) => solution,
            jcz::Outcome::Deferred => fastdoku::triad_solve_grid(clues),
        }
    }
}
