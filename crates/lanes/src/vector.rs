//! The register of the kernel, with only the operations that it uses, and the steps of a sweep
//! inside a chute, for any number of puzzles. README.md has the drawings.
//!
//! The steps are written without closures over registers, which the compiler might not inline: then
//! they would be compiled without the features of the CPU.

#![allow(unsafe_code)]

/// A register of 16-bit words in groups of four: the cells of three boxes side by side, and a spare
/// word that is 0.
///
/// ```text
/// bits     0 … 15   16 … 31   32 … 47   48 … 63 │ 64 … 79
///          stack 1  stack 2   stack 3   spare   │ stack 1  …
/// ```
///
/// A value is the proof that the CPU has the instructions: only a [`Cpu`](super::cpu::Cpu)
/// makes one from nothing, and every operation takes one.
///
/// # Safety
/// Every bit pattern must be valid. (That the type consists of exactly [`Vector::GROUPS`] times four
/// words is checked when it is compiled.)
pub unsafe trait Vector: Copy + Send + 'static {
    /// The number of groups in a register.
    const GROUPS: usize;

    /// Returns a register with this word everywhere. `self` is only the proof.
    fn splat(self, word: u16) -> Self;
    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// Digits in one and not in the other.
    fn xor(self, other: Self) -> Self;
    /// The wrapping sum, word by word.
    fn add(self, other: Self) -> Self;
    /// The saturating difference, word by word.
    fn subtract(self, other: Self) -> Self;
    /// Digits here and not in the other.
    fn without(self, other: Self) -> Self;
    /// All bits in the words that are 0; the others become 0.
    fn zeros(self) -> Self;
    /// All bits in the words that are greater, as signed numbers; the others become 0.
    fn exceeding(self, other: Self) -> Self;
    /// The greater of two words without the highest bit.
    fn max(self, other: Self) -> Self;
    /// Every word with its digits six bits higher, from [`DIGIT`] on.
    fn moved_up(self) -> Self;
    /// Every stack receives the word of the next stack.
    fn next_stack(self) -> Self;
    /// Every stack receives the word of the stack after the next.
    fn stack_after_next(self) -> Self;
    /// Returns a mask with bit `g` set if group `g` is the same in both.
    fn equal_groups(self, other: Self) -> u8;

    /// Digits in all three.
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    /// Digits in any of three.
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
    }
    /// Digits in at least two of three.
    #[inline(always)]
    fn in_two(self, b: Self, c: Self) -> Self {
        self.and(b).or(self.or(b).and(c))
    }
    /// Digits here and in neither of two others.
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        self.without(b.or(c))
    }
    /// Removes digits from each word, unless that would leave none.
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        let left = self.without(removed);
        left.or(self.and(left.zeros()))
    }
    /// The digits of each word if there are at most three, else 0.
    #[inline(always)]
    fn triad(self, minus_one: Self) -> Self {
        at_most_three(self, minus_one)
    }

    /// Copies this group of each register to `groups`, and may overwrite the five that follow.
    /// Implementations store whole registers where there are any, so that a load of whole registers
    /// need not wait until the groups are in the cache.
    #[inline(always)]
    fn collect(registers: &[Self; 27], group: usize, groups: &mut [[u16; 4]; 32]) {
        let group = group % Self::GROUPS;
        for (register, to) in Self::groups(registers).chunks_exact(Self::GROUPS).zip(groups) {
            *to = register[group];
        }
    }

    /// The groups of some registers, in the order of registers.
    #[inline(always)]
    fn groups(registers: &[Self]) -> &[[u16; 4]] {
        const { assert!(size_of::<Self>() == 8 * Self::GROUPS) }
        let len = Self::GROUPS * registers.len();
        // SAFETY: a register is GROUPS times four words.
        unsafe { std::slice::from_raw_parts(registers.as_ptr().cast(), len) }
    }
    /// Like [`Vector::groups`], but mutable.
    #[inline(always)]
    fn groups_mut(registers: &mut [Self]) -> &mut [[u16; 4]] {
        const { assert!(size_of::<Self>() == 8 * Self::GROUPS) }
        let len = Self::GROUPS * registers.len();
        // SAFETY: as above, and every bit pattern is valid; the slice keeps the mutable borrow.
        unsafe { std::slice::from_raw_parts_mut(registers.as_mut_ptr().cast(), len) }
    }
}

/// [`Vector::triad`] without counts of bits: removes the lowest digit three times.
#[inline(always)]
pub fn at_most_three<V: Vector>(word: V, minus_one: V) -> V {
    let second = word.and(word.add(minus_one));
    let third = second.and(second.add(minus_one));
    word.and(third.and(third.add(minus_one)).zeros())
}

/// The first digit of a word that is [`Vector::moved_up`].
pub const DIGIT: u16 = 1 << 6;

/// Defines methods of a register, one per line: `name(a, b) = result;`.
///
/// The letters stand for what the registers wrap, and `_` for a register that is only the proof; a
/// parameter after a semicolon is no register. The result is wrapped in a register with its function
/// `new`, unless the line has a type.
///
/// The result is unsafe code, and may do two things: call intrinsics, because a register exists only
/// where the CPU has the instructions; and load or store through a parameter that is a reference to an
/// array of as many bytes as the intrinsic takes, if that needs no alignment. Anything else belongs in
/// a function that says why it is sound.
macro_rules! operations {
    ($(
        $vis:vis $name:ident($a:tt $(, $b:ident)* $(; $c:ident: $type:ty)?) $(-> $out:ty)? = $result:expr;
    )+) => {$(
        #[inline(always)]
        // Some registers have a second field, their generation.
        #[allow(clippy::unneeded_wildcard_pattern)]
        // Documented by their expressions.
        #[allow(missing_docs, clippy::should_implement_trait)]
        $vis fn $name(self $(, $b: Self)* $(, $c: $type)?) -> operations!(@type $($out)?) {
            let Self($a, ..) = self;
            $(let Self($b, ..) = $b;)*
            // SAFETY: the registers are the proof that the CPU has the instructions. What is read or
            // written is an array behind a reference, and as long as what the instruction takes.
            operations!(@wrapped unsafe { $result } $(, $out)?)
        }
    )+};
    (@type) => { Self };
    (@type $out:ty) => { $out };
    (@wrapped $result:expr) => { Self::new($result) };
    (@wrapped $result:expr, $out:ty) => { $result };
}
pub(crate) use operations;

/// The result for a band: each register holds the boxes of the three stacks.
pub struct Band<V> {
    /// The candidates: cell `3 i + k` is in row `i` and column `k` of its box.
    pub cells: [V; 9],
    /// The digits with a permutation left.
    pub placeable: V,
    /// The digits with more than one cell left in the box.
    pub open: V,
}

/// Narrows the cells of a band to `columns`, then to its minirows, without the digits that the
/// others of their box hold as naked singles, and with a permutation, then to the hidden singles of
/// its boxes. `singles` are the naked singles of the rows of each box. The cells
/// are every `N / 9`th register from the first one on.
#[inline(always)]
pub fn sweep_band<V: Vector, const N: usize>(
    all: &[V; N],
    first: usize,
    columns: [V; 3],
    singles: [V; 3],
) -> Band<V> {
    let mut cells = [columns[0]; 9];
    for (i, cell) in cells.iter_mut().enumerate() {
        *cell = all[i * (N / 9) + first].and(columns[i % 3]);
    }
    let [a, b, c] = excluded(unions_of_rows(&cells), singles);
    // The even permutations through row 0 of each stack, and the odd ones; the permutations through
    // the other rows are those of another stack.
    let even = a.and3(b.next_stack(), c.stack_after_next());
    let odd = a.and3(b.stack_after_next(), c.next_stack());
    let rows = [
        even.or(odd),
        even.stack_after_next().or(odd.next_stack()),
        even.next_stack().or(odd.stack_after_next()),
    ];
    for (cells, row) in cells.as_chunks_mut::<3>().0.iter_mut().zip(rows) {
        *cells = [cells[0].and(row), cells[1].and(row), cells[2].and(row)];
    }
    let columns = unions_of_columns(&cells);
    let several_rows = rows[0].in_two(rows[1], rows[2]);
    let open = several_rows.or(columns[0].in_two(columns[1], columns[2]));
    for cell in &mut cells {
        *cell = cell.without_unless_empty(open);
    }
    Band { cells, placeable: rows[0].or3(rows[1], rows[2]), open }
}

/// The union of each column of a box.
#[inline(always)]
pub fn unions_of_columns<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(d, g), b.or3(e, h), c.or3(f, i)]
}

/// The union of each row of a box.
#[inline(always)]
pub fn unions_of_rows<V: Vector>(cells: &[V; 9]) -> [V; 3] {
    let [a, b, c, d, e, f, g, h, i] = *cells;
    [a.or3(b, c), d.or3(e, f), g.or3(h, i)]
}

/// The digit of cells with one candidate, else 0.
#[inline(always)]
pub fn naked_single<V: Vector>(cell: V, minus_one: V) -> V {
    let less = cell.add(minus_one);
    // `cell ^ less` is the lowest digit and the bits below it. If that is the only digit, the bits
    // below are `less`, and the difference is the digit; if there are more, `less` has the others,
    // too, and is greater, so the difference saturates to 0. For an empty cell both have all bits
    // set.
    cell.xor(less).subtract(less)
}

/// What [`columns_and_singles`] finds in the boxes of a band.
pub struct Minilines<V> {
    /// The digits left for each minicolumn.
    pub columns: [V; 3],
    /// The naked singles of each minirow.
    pub singles: [V; 3],
}

/// The digits left for the minicolumns of the boxes of a band, and the naked singles of their
/// minirows. The cells are every `N / 9`th register from the first one on.
///
/// A minicolumn loses the digits that the other two are known to hold: their naked singles and, if
/// at most three digits are left for the three cells of a minicolumn, all of them (the triad rule).
#[inline(always)]
pub fn columns_and_singles<V: Vector, const N: usize>(
    cells: &[V; N],
    first: usize,
    minus_one: V,
) -> Minilines<V> {
    let mut unions = [minus_one; 3];
    let mut in_column = [minus_one; 3];
    let mut in_row = [minus_one; 3];
    for (row, of_row) in in_row.iter_mut().enumerate() {
        for column in 0..3 {
            let cell = cells[(3 * row + column) * (N / 9) + first];
            let digit = naked_single(cell, minus_one);
            unions[column] = if row == 0 { cell } else { unions[column].or(cell) };
            in_column[column] = if row == 0 { digit } else { in_column[column].or(digit) };
            *of_row = if column == 0 { digit } else { of_row.or(digit) };
        }
    }
    let fixed = [
        in_column[0].or(unions[0].triad(minus_one)),
        in_column[1].or(unions[1].triad(minus_one)),
        in_column[2].or(unions[2].triad(minus_one)),
    ];
    Minilines { columns: excluded(unions, fixed), singles: in_row }
}

/// Each miniline without the digits that the other two of its box are known to hold.
#[inline(always)]
pub fn excluded<V: Vector>(lines: [V; 3], fixed: [V; 3]) -> [V; 3] {
    [
        lines[0].in_neither(fixed[1], fixed[2]),
        lines[1].in_neither(fixed[2], fixed[0]),
        lines[2].in_neither(fixed[0], fixed[1]),
    ]
}

/// For each digit, boxes × lines of a chute is a permutation matrix: keeps only entries that belong
/// to one of the six permutations. Locked candidates, and every elimination along a line, are
/// special cases.
#[inline(always)]
pub fn permutations<V: Vector>(m: [[V; 3]; 3]) -> [[V; 3]; 3] {
    let [a, b, c] = m;
    let even = [a[0].and3(b[1], c[2]), a[1].and3(b[2], c[0]), a[2].and3(b[0], c[1])];
    let odd = [a[0].and3(b[2], c[1]), a[1].and3(b[0], c[2]), a[2].and3(b[1], c[0])];
    [
        [even[0].or(odd[0]), even[1].or(odd[1]), even[2].or(odd[2])],
        [even[2].or(odd[1]), even[0].or(odd[2]), even[1].or(odd[0])],
        [even[1].or(odd[2]), even[2].or(odd[0]), even[0].or(odd[1])],
    ]
}
