//! The list of all sizes: [`Size`](super::Size), the types of their boxes, `for_size!` and the registry
//! of solvers are made from it.

/// Gives the list of all sizes to the macro in brackets, after the arguments that follow it.
///
/// An entry is a name, the rows and the columns of a box, the fewest clues that a minimal puzzle is known to
/// have, and words for the cells of all bands: a band has `rows * rows * columns` cells, and there are as many as
/// a box has columns, rounded up to whole vector registers. Sizes are ascending; those with boxes higher than
/// wide are a list of their own.
///
/// Up to 9×9, the fewest clues are proved: on 4×4 `tests/library/generate.rs` tests all puzzles, 8×8 is by
/// Christoph Lass, 2012, and 9×9, where none has 16, by McGuire, Tugemann and Civario, 2012. The others are
/// records; all are listed on the page "Snipes" of sudokutheory.com.
#[doc(hidden)]
#[macro_export]
macro_rules! every_size {
    ([$($with:tt)*] $($arguments:tt)*) => {
        $($with)*! {
            $($arguments)*
            Four 2 2 4 [u16; 2],
            Six 2 3 8 [u16; 4],
            Eight 2 4 14 [u16; 4],
            Nine 3 3 17 [u32; 4],
            Ten 2 5 22 [u32; 8],
            Twelve 3 4 30 [u64; 4],
            Fifteen 3 5 48 [u64; 5],
            Sixteen 4 4 55 [u64; 4],
            Twenty 4 5 89 [u128; 5],
            TwentyFive 5 5 151 [u128; 5];
            SixTall 3 2 8 [u32; 4],
            EightTall 4 2 14 [u32; 4],
            TenTall 5 2 22 [u64; 2],
            TwelveTall 4 3 30 [u64; 4],
            FifteenTall 5 3 48 [u128; 3],
            TwentyTall 5 4 89 [u128; 4];
        }
    };
}
