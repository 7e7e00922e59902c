//! The techniques, with their names and the lowest rating of each.

use crate::Tenths;
use std::fmt;

macro_rules! techniques {
    ($($(#[doc = $meaning:literal])+ $variant:ident $lowest:literal $name:literal;)*) => {
        /// A technique that the ratings know, in the order in which they are tried.
        ///
        /// Where a strategy of `sudomill_core` has the same rule, the names agree.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Technique {
            $($(#[doc = $meaning])+ $variant,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are tried.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name: `naked pair`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// The pattern and why it excludes candidates, for people who do not know the technique.
            #[must_use]
            pub const fn meaning(self) -> &'static str {
                let meaning = match self { $(Self::$variant => concat!($($meaning),+),)* };
                // Each line of a comment begins with a space.
                meaning.trim_ascii_start()
            }

            /// The lowest rating of a step; what the size of a pattern adds to it is in the file of the
            /// technique.
            #[must_use]
            pub const fn lowest(self) -> Tenths {
                Tenths::new(match self { $(Self::$variant => $lowest,)* })
            }
        }
    };
}

techniques! {
    /// A unit has one empty cell, which takes the digit that is left.
    LastCell 10 "last cell";
    /// A digit has one place in a box.
    HiddenSingleInBox 12 "hidden single in a box";
    /// A digit has one place in a row or column.
    HiddenSingleInLine 15 "hidden single in a line";
    /// All places of a digit in a box are in one line, which leaves it one place in another box.
    DirectPointing 17 "direct pointing";
    /// All places of a digit in a line are in one box, which leaves it one place in another line.
    DirectClaiming 19 "direct claiming";
    /// Two digits have the same two places in a unit, which leaves another digit one place there.
    DirectHiddenPair 20 "direct hidden pair";
    /// A cell has one candidate.
    NakedSingle 23 "naked single";
    /// Three digits share three places in a unit, which leaves another digit one place there.
    DirectHiddenTriplet 25 "direct hidden triplet";
    /// All places of a digit in a box are in one line, so the rest of the line loses it.
    Pointing 26 "pointing";
    /// All places of a digit in a line are in one box, so the rest of the box loses it.
    Claiming 28 "claiming";
    /// Two cells of a unit have the same two candidates, which the rest of the unit loses.
    NakedPair 30 "naked pair";
    /// Two lines have all places of a digit in the same two crossing lines, whose other cells lose it.
    XWing 32 "X-wing";
    /// Two digits have the same two places in a unit, which lose all other candidates.
    HiddenPair 34 "hidden pair";
    /// Three cells of a unit have three candidates together, which the rest of the unit loses.
    NakedTriplet 36 "naked triplet";
    /// An X-wing of three lines.
    Swordfish 38 "swordfish";
    /// Three digits share three places in a unit, which lose all other candidates.
    HiddenTriplet 40 "hidden triplet";
    /// Whichever candidate a cell with two takes, one of two cells that it sees is left with the same
    /// digit. What sees both cells loses it.
    XyWing 42 "XY-wing";
    /// An XY-wing whose middle has the digit, too. What sees all three cells loses it.
    XyzWing 44 "XYZ-wing";
    /// A rectangle or longer loop of cells with the same two candidates would have two solutions. One
    /// cell has others, and takes one of them.
    UniqueLoop1 45 "unique loop type 1";
    /// Some cells of such a loop have one more candidate, which one of them takes.
    UniqueLoop2 45 "unique loop type 2";
    /// Two cells of such a loop have more candidates, which form a naked or hidden set with other
    /// cells.
    UniqueLoop3 45 "unique loop type 3";
    /// Two cells of such a loop have the only places of one of its digits, so they lose the other one.
    UniqueLoop4 45 "unique loop type 4";
    /// Four cells of a unit have four candidates together, which the rest of the unit loses.
    NakedQuad 50 "naked quad";
    /// An X-wing of four lines.
    Jellyfish 52 "jellyfish";
    /// Four digits share four places in a unit, which lose all other candidates.
    HiddenQuad 54 "hidden quad";
    /// All cells would have two candidates, and all digits two places, if one cell had not more; it
    /// takes one of these, since such a grid has no solution or several.
    Bug1 56 "BUG type 1";
    /// Several cells have the same digit too many, and one of them takes it.
    Bug2 57 "BUG type 2";
    /// What the cells have too many forms a naked set with other cells of their unit.
    Bug3 57 "BUG type 3";
    /// Two cells of a unit share a digit that one of them takes, so they lose what else is not too
    /// many.
    Bug4 57 "BUG type 4";
    /// Two cells cannot take two digits together that are all the candidates of a cell that sees both.
    AlignedPair 62 "aligned pair exclusion";
    /// A circle of places of one digit that alternate; whatever sees two neighbors loses the digit.
    XCycle 65 "bidirectional X-cycle";
    /// A circle of cells with two candidates; whatever sees two neighbors loses their common digit.
    YCycle 65 "bidirectional Y-cycle";
    /// A circle of strong and weak links of both kinds.
    XyCycle 70 "bidirectional cycle";
    /// An assumption about a candidate leads to its opposite by links of one digit.
    ForcingXChain 66 "forcing X-chain";
    /// An assumption about a candidate leads to its opposite in one line of implications.
    ForcingChain 70 "forcing chain";
    /// Aligned pair exclusion of three cells.
    AlignedTriplet 75 "aligned triplet exclusion";
    /// An assumption about a candidate leads to a contradiction with the places of this digit alone.
    Nishio 75 "nishio forcing chains";
    /// All candidates of a cell lead to the same conclusion.
    CellChains 80 "cell forcing chains";
    /// All places of a digit in a unit lead to the same conclusion.
    RegionChains 80 "region forcing chains";
    /// An assumption leads to a contradiction, where implications may need several others together.
    DynamicContradiction 85 "dynamic contradiction forcing chains";
    /// A candidate and its absence lead to the same conclusion, in the same way.
    DynamicDouble 85 "dynamic double forcing chains";
    /// All candidates of a cell lead to the same conclusion, in the same way.
    DynamicCell 85 "dynamic cell forcing chains";
    /// All places of a digit in a unit lead to the same conclusion, in the same way.
    DynamicRegion 85 "dynamic region forcing chains";
    /// Dynamic chains that also use intersections, pairs and X-wings.
    DynamicPlus 90 "dynamic forcing chains +";
    /// Dynamic chains that also use simple chains.
    DynamicWithChains 95 "dynamic forcing chains + forcing chains";
    /// Dynamic chains that also use cell and region forcing chains.
    DynamicWithMultiple 100 "dynamic forcing chains + multiple forcing chains";
    /// Dynamic chains that also use dynamic chains.
    DynamicWithDynamic 105 "dynamic forcing chains + dynamic forcing chains";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
