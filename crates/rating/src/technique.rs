//! The techniques, with their names and the lowest rating of each.

use crate::Tenths;
use std::fmt;

macro_rules! techniques {
    ($($(#[doc = $meaning:literal])+ $variant:ident $lowest:literal $name:literal $reason:literal;)*) => {
        /// A technique that the ratings know, in the order in which they are tried.
        ///
        /// What strategies do between guesses is a `solver::Technique`. Where both have the same rule,
        /// the names agree.
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

            /// What it is, with the other names that mean the same: `A digit has one place in a box.`
            #[must_use]
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => concat!($($meaning),+).trim_start(),)* }
            }

            /// Why a step follows: a sentence with placeholders for the parts of the pattern, see
            /// [`Deduction::reason`](sudomill_puzzle::solving::Deduction::reason).
            pub(crate) const fn reason(self) -> &'static str {
                match self { $(Self::$variant => $reason,)* }
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
    /// Also called full house or last digit.
    LastCell 10 "last cell"
        "In {units}, one cell is empty.";
    /// A digit has one place in a box.
    /// Also called pinned digit; found by cross-hatching.
    HiddenSingleInBox 12 "hidden single in a box"
        "In {units}, {digits} has one place.";
    /// A digit has one place in a row or column.
    HiddenSingleInLine 15 "hidden single in a line"
        "In {units}, {digits} has one place.";
    /// All places of a digit in a box are in one line, which leaves it one place in another box.
    DirectPointing 17 "direct pointing"
        "In {base}, {digits} is only in {cover} ({cells}), which leaves it one place in {other}.";
    /// All places of a digit in a line are in one box, which leaves it one place in another line.
    DirectClaiming 19 "direct claiming"
        "In {base}, {digits} is only in {cover} ({cells}), which leaves it one place in {other}.";
    /// Two digits have the same two places in a unit, which leaves another digit one place there.
    DirectHiddenPair 20 "direct hidden pair"
        "In {units}, {digits} are only in {cells}, which leaves another digit one place.";
    /// A cell has one candidate.
    /// Also called sole candidate or forced digit.
    NakedSingle 23 "naked single"
        "{cells} has no candidate but {digits}.";
    /// Three digits share three places in a unit, which leaves another digit one place there.
    DirectHiddenTriplet 25 "direct hidden triplet"
        "In {units}, {digits} are only in {cells}, which leaves another digit one place.";
    /// All places of a digit in a box are in one line, so the rest of the line loses it.
    /// Also called locked candidates type 1, pointing pair or triple.
    Pointing 26 "pointing"
        "All places for {digits} in {base} are in {cover}: {cells}.";
    /// All places of a digit in a line are in one box, so the rest of the box loses it.
    /// Also called locked candidates type 2 or box-line reduction.
    Claiming 28 "claiming"
        "All places for {digits} in {base} are in {cover}: {cells}.";
    /// Two cells of a unit have the same two candidates, which the rest of the unit loses.
    /// Also called naked subset, as are triplets and quads.
    NakedPair 30 "naked pair"
        "{cells} have only the candidates {digits}, so nothing else in {units} takes these.";
    /// Two lines have all places of a digit in the same two crossing lines, whose other cells lose it.
    /// Also called fish of size 2.
    XWing 32 "X-wing"
        "In {base}, {digits} is only where they cross {cover}: {cells}.";
    /// Two digits have the same two places in a unit, which lose all other candidates.
    /// Also called hidden subset, as are triplets and quads.
    HiddenPair 34 "hidden pair"
        "In {units}, {digits} are only in {cells}, which take nothing else.";
    /// Three cells of a unit have three candidates together, which the rest of the unit loses.
    /// Also called naked triple.
    NakedTriplet 36 "naked triplet"
        "{cells} have only the candidates {digits}, so nothing else in {units} takes these.";
    /// An X-wing of three lines.
    /// Also called fish of size 3.
    Swordfish 38 "swordfish"
        "In {base}, {digits} is only where they cross {cover}: {cells}.";
    /// Three digits share three places in a unit, which lose all other candidates.
    /// Also called hidden triple.
    HiddenTriplet 40 "hidden triplet"
        "In {units}, {digits} are only in {cells}, which take nothing else.";
    /// Whichever candidate a cell with two takes, one of two cells that it sees is left with the same
    /// digit. What sees both cells loses it.
    /// Also called Y-wing or bent triple.
    XyWing 42 "XY-wing"
        "The pivot {pivot} is {kept}, and either leaves {lost} to one of the wings {wings}.";
    /// An XY-wing whose middle has the digit, too. What sees all three cells loses it.
    XyzWing 44 "XYZ-wing"
        "The pivot {pivot} has the candidates {digits}. If it is not {lost}, one of the wings {wings} is.";
    /// A rectangle or longer loop of cells with the same two candidates would have two solutions. One
    /// cell has others, and takes one of them.
    /// Also called unique rectangle type 1 if it has four cells.
    UniqueLoop1 45 "unique loop type 1"
        "If {cells} had only the candidates {digits}, there would be two solutions. {losers} has others, and takes one of these.";
    /// Some cells of such a loop have one more candidate, which one of them takes.
    /// Also called unique rectangle type 2 if it has four cells.
    UniqueLoop2 45 "unique loop type 2"
        "If {cells} had only the candidates {digits}, there would be two solutions. Some of them have one more candidate, {lost}, which one of them takes.";
    /// Two cells of such a loop have more candidates, which form a naked or hidden set with other
    /// cells.
    /// Also called unique rectangle type 3 if it has four cells.
    UniqueLoop3 45 "unique loop type 3"
        "If {cells} had only the candidates {digits}, there would be two solutions. What two of them have besides forms a set with other cells of {units}.";
    /// Two cells of such a loop have the only places of one of its digits, so they lose the other one.
    /// Also called unique rectangle type 4 if it has four cells.
    UniqueLoop4 45 "unique loop type 4"
        "If {cells} had only the candidates {digits}, there would be two solutions. In {units}, only {losers} can be {kept}, so neither can be the other digit.";
    /// Four cells of a unit have four candidates together, which the rest of the unit loses.
    NakedQuad 50 "naked quad"
        "{cells} have only the candidates {digits}, so nothing else in {units} takes these.";
    /// An X-wing of four lines.
    /// Also called fish of size 4.
    Jellyfish 52 "jellyfish"
        "In {base}, {digits} is only where they cross {cover}: {cells}.";
    /// Four digits share four places in a unit, which lose all other candidates.
    HiddenQuad 54 "hidden quad"
        "In {units}, {digits} are only in {cells}, which take nothing else.";
    /// All cells would have two candidates, and all digits two places, if one cell had not more; it
    /// takes one of these, since such a grid has no solution or several.
    /// Also called bivalue universal grave or BUG+1.
    Bug1 56 "BUG type 1"
        "Without {digits} in {cells}, every cell would have two candidates and every digit two places, and the grid not exactly one solution.";
    /// Several cells have the same digit too many, and one of them takes it.
    Bug2 57 "BUG type 2"
        "Without {digits} in {cells}, every cell would have two candidates and every digit two places, so one of these cells takes it.";
    /// What the cells have too many forms a naked set with other cells of their unit.
    Bug3 57 "BUG type 3"
        "Without {digits} in {cells}, every cell would have two candidates and every digit two places. These digits form a naked set with other cells of {units}.";
    /// Two cells of a unit share a digit that one of them takes, so they lose what else is not too
    /// many.
    Bug4 57 "BUG type 4"
        "Without {digits} in {cells}, every cell would have two candidates and every digit two places. One of the cells takes the other digit that they share.";
    /// Two cells cannot take two digits together that are all the candidates of a cell that sees both.
    /// Also called APE.
    AlignedPair 62 "aligned pair exclusion"
        "Two of {cells} cannot be two digits that are all the candidates of another one that sees both. No possible combination is left with {digits}.";
    /// A circle of places of one digit that alternate; whatever sees two neighbors loses the digit.
    /// Also called continuous nice loop of one digit.
    XCycle 65 "bidirectional X-cycle"
        "{cells} are a circle in which {digits} is in every other cell, so two neighbors of it take the digit between them.";
    /// A circle of cells with two candidates; whatever sees two neighbors loses their common digit.
    /// Also called XY-loop.
    YCycle 65 "bidirectional Y-cycle"
        "{cells} are a circle of cells with two candidates, in which two neighbors take their common digit between them.";
    /// A circle of strong and weak links of both kinds.
    /// Also called continuous nice loop or AIC loop.
    XyCycle 70 "bidirectional cycle"
        "{cells} are a circle of candidates of which every other one holds, so two neighbors of it exclude what sees both.";
    /// An assumption about a candidate leads to its opposite by links of one digit.
    /// Also called X-chain or discontinuous X-cycle; of four candidates, skyscraper, two-string kite or
    /// turbot fish.
    ForcingXChain 66 "forcing X-chain"
        "An assumption about {digits} leads to its opposite, by the places of the digit in {cells}.";
    /// An assumption about a candidate leads to its opposite in one line of implications.
    /// Also called AIC, alternating inference chain or discontinuous nice loop; XY-chains, remote pairs and
    /// W-wings are some.
    ForcingChain 70 "forcing chain"
        "An assumption about {digits} leads to its opposite, by a chain through {cells}.";
    /// Aligned pair exclusion of three cells.
    AlignedTriplet 75 "aligned triplet exclusion"
        "Three of {cells} cannot be digits that leave another one no candidate. No possible combination is left with {digits}.";
    /// An assumption about a candidate leads to a contradiction with the places of this digit alone.
    Nishio 75 "nishio forcing chains"
        "The opposite, assumed for {digits} in {cells}, leads by the places of this digit alone to {end}.";
    /// All candidates of a cell lead to the same conclusion.
    /// Also called Kraken cell.
    CellChains 80 "cell forcing chains"
        "Whichever of {digits} is in {cells}, chains lead to the same conclusion.";
    /// All places of a digit in a unit lead to the same conclusion.
    /// Also called unit forcing chains or Kraken row, column or box.
    RegionChains 80 "region forcing chains"
        "Wherever {digits} is in {units}, {cells}, chains lead to the same conclusion.";
    /// An assumption leads to a contradiction, where implications may need several others together.
    /// Also called forcing net.
    DynamicContradiction 85 "dynamic contradiction forcing chains"
        "The opposite, assumed for {digits} in {cells}, leads to {end}.";
    /// A candidate and its absence lead to the same conclusion, in the same way.
    DynamicDouble 85 "dynamic double forcing chains"
        "Whether {digits} is in {cells} or not, chains lead to the same conclusion.";
    /// All candidates of a cell lead to the same conclusion, in the same way.
    DynamicCell 85 "dynamic cell forcing chains"
        "Whichever of {digits} is in {cells}, chains lead to the same conclusion.";
    /// All places of a digit in a unit lead to the same conclusion, in the same way.
    DynamicRegion 85 "dynamic region forcing chains"
        "Wherever {digits} is in {units}, {cells}, chains lead to the same conclusion.";
    /// Dynamic chains that also use intersections, pairs and X-wings.
    DynamicPlus 90 "dynamic forcing chains +"
        "Chains from {digits} in {cells}, with intersections, pairs and X-wings on the way, lead to {end}.";
    /// Dynamic chains that also use simple chains.
    DynamicWithChains 95 "dynamic forcing chains + forcing chains"
        "Chains from {digits} in {cells}, with simple chains on the way, lead to {end}.";
    /// Dynamic chains that also use cell and region forcing chains.
    DynamicWithMultiple 100 "dynamic forcing chains + multiple forcing chains"
        "Chains from {digits} in {cells}, with cell and region chains on the way, lead to {end}.";
    /// Dynamic chains that also use dynamic chains.
    DynamicWithDynamic 105 "dynamic forcing chains + dynamic forcing chains"
        "Chains from {digits} in {cells}, with dynamic chains on the way, lead to {end}.";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
