//! The operators of sets of cells and of digits.

/// Implements `&`, `|`, `^` and `-` (difference) for a set, whose method `zip` applies an operation
/// to its integers.
macro_rules! operators {
    ([$($generic:tt)*] $set:ty) => {
        operators!(@ [$($generic)*] $set, BitAnd bitand, BitAndAssign bitand_assign,
            |bits, other| *bits &= other);
        operators!(@ [$($generic)*] $set, BitOr bitor, BitOrAssign bitor_assign,
            |bits, other| *bits |= other);
        operators!(@ [$($generic)*] $set, BitXor bitxor, BitXorAssign bitxor_assign,
            |bits, other| *bits ^= other);
        operators!(@ [$($generic)*] $set, Sub sub, SubAssign sub_assign,
            |bits, other| *bits &= !other);
    };
    (@ [$($generic:tt)*] $set:ty, $op:ident $name:ident, $assign:ident $name_assign:ident, $with:expr) => {
        impl<$($generic)*> std::ops::$op for $set {
            type Output = Self;

            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                self.zip(other, $with)
            }
        }

        impl<$($generic)*> std::ops::$assign for $set {
            #[inline(always)]
            fn $name_assign(&mut self, other: Self) {
                *self = self.zip(other, $with);
            }
        }
    };
}
