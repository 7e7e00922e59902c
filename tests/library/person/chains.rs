//! Whether chains hold, link by link, and prove what the sentence of a step says.

use super::{
    super::sentences::{items, read},
    Candidate, Claim, Step,
    board::same,
};
use std::collections::HashSet;

impl Step<'_> {
    /// Whether the chains follow link by link, and lead to what the sentence says; `None` if it is none of
    /// those known.
    pub fn chains_hold(&self, technique: &str, reason: &str) -> Option<bool> {
        let chains: Option<Vec<HashSet<Claim>>> =
            self.chains.iter().map(|chain| self.follow(chain, technique.contains('+'))).collect();
        let Some(follows) = chains else { return Some(false) };
        self.simple(reason).or_else(|| self.several(technique, reason, &follows))
    }

    /// What the links of a chain say in words.
    pub fn tells(&self, told: &str) -> bool {
        let words = |&((cell, digit), is_on): &Claim| {
            let verb = if is_on { "is" } else { "is not" };
            format!("r{}c{} {verb} {digit}", cell / 9 + 1, cell % 9 + 1)
        };
        let of_chain = |chain: &Vec<(Claim, Claim)>| {
            let nodes = std::iter::once(&chain[0].0).chain(chain.iter().map(|link| &link.1));
            nodes.map(words).collect::<Vec<_>>().join(", then ")
        };
        let all: Vec<_> = self.chains.iter().map(of_chain).collect();
        format!("r{told}") == format!("{}.", all.join(". If "))
    }

    /// Follows the links of a chain. Returns what holds if its assumption does; `None` if a link is false.
    fn follow(&self, chain: &[(Claim, Claim)], has_rules: bool) -> Option<HashSet<Claim>> {
        let board = self.board;
        let mut known = HashSet::from([chain[0].0]);
        for links in chain.chunk_by(|one, other| one.1 == other.1) {
            let (to, is_on) = links[0].1;
            let from: Vec<Claim> = links.iter().map(|link| link.0).collect();
            let causes: Vec<Candidate> = from.iter().map(|it| it.0).collect();
            let off = from.iter().all(|it| !it.1);
            let holds = match from[..] {
                _ if is_on => {
                    let left = |choice: &Vec<Candidate>| {
                        choice.iter().all(|it| *it == to || causes.contains(it))
                    };
                    off && board.choices(to).iter().any(left)
                }
                [(cause, true)] => board.excludes(cause, to),
                _ => has_rules && off && board.refutes(&causes, to),
            };
            let is_known = board.can_be(to.0, to.1) && from.iter().all(|it| known.contains(it));
            if !holds || !is_known {
                return None;
            }
            known.insert((to, is_on));
        }
        Some(known)
    }

    /// What the step says is on or off.
    fn conclusion(&self) -> Option<Claim> {
        match (self.placed, &self.lost[..]) {
            (Some(placed), _) => Some((placed, true)),
            (None, &[lost]) => Some((lost, false)),
            _ => None,
        }
    }

    /// A cycle, or a chain from an assumption to its opposite.
    fn simple(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let [chain] = &self.chains[..] else { return None };
        let nodes: Vec<Claim> = chain.iter().map(|link| link.1).collect();
        let (first, last) = (chain[0].0, *nodes.last()?);
        let cells_of =
            |names| same(&board.cells(names), &nodes.iter().map(|it| it.0.0).collect::<Vec<_>>());
        let of_one = |digit: &str| nodes.iter().all(|it| it.0.1 == board.digit(digit));
        let refutes = first.0 == last.0 && first.1 != last.1 && self.conclusion() == Some(last);
        let pattern =
            "An assumption about {} leads to its opposite, by the places of the digit in {}";
        if let Some([digit, cells]) = read(pattern, reason) {
            return Some(cells_of(cells) && of_one(digit) && refutes);
        }
        let pattern = "An assumption about {} leads to its opposite, by a chain through {}";
        if let Some([digit, cells]) = read(pattern, reason) {
            return Some(cells_of(cells) && board.digit(digit) == first.0.1 && refutes);
        }
        // A cycle excludes what sees two of its candidates, of which one is on.
        let sees = |&(cell, digit): &Candidate| {
            let sides = [true, false].map(|side| {
                nodes.iter().any(|it| it.1 == side && it.0.1 == digit && board.sees(cell, it.0.0))
            });
            sides == [true, true] && !nodes.iter().any(|it| it.0 == (cell, digit))
        };
        let is_cycle = first == last && nodes.len().is_multiple_of(2) && self.lost.iter().all(sees);
        let pattern = "{} are a circle in which {} is in every other cell, so two neighbors of it take the digit between them";
        if let Some([cells, digit]) = read(pattern, reason) {
            return Some(is_cycle && cells_of(cells) && of_one(digit));
        }
        let pattern = "{} are a circle of cells with two candidates, in which two neighbors take their common digit between them";
        if let Some([cells]) = read(pattern, reason) {
            let have_two =
                board.cells(cells).iter().all(|&cell| board.candidates_of(cell).len() == 2);
            return Some(is_cycle && cells_of(cells) && have_two);
        }
        let pattern = "{} are a circle of candidates of which every other one holds, so two neighbors of it exclude what sees both";
        let [cells] = read(pattern, reason)?;
        Some(is_cycle && cells_of(cells))
    }

    /// Several chains to the same conclusion, or one to a contradiction.
    fn several(&self, technique: &str, reason: &str, known: &[HashSet<Claim>]) -> Option<bool> {
        let board = self.board;
        let starts = self.chains.iter().map(|chain| chain[0].0).collect();
        let proof = Proof { starts, known, conclusion: self.conclusion()? };
        let one = |digit: &str, cell: &str| (board.cell(cell), board.digit(digit));
        let places = |digit: &str, cells: &str| {
            let digit = board.digit(digit);
            board.cells(cells).into_iter().map(|cell| (cell, digit)).collect::<Vec<_>>()
        };
        for pattern in [
            "The opposite, assumed for {} in {}, leads by the places of this digit alone to {}",
            "The opposite, assumed for {} in {}, leads to {}",
        ] {
            let Some([digit, cell, end]) = read(pattern, reason) else { continue };
            let named = one(digit, cell);
            let of_one = self.chains[0].iter().all(|link| link.1.0.1 == named.1);
            let is_enough = of_one || !pattern.contains("alone");
            let clashes = proof.clashes() && self.is_clash(end, known)?;
            return Some(clashes && named == proof.conclusion.0 && is_enough);
        }
        if let Some([digits, cell]) =
            read("Whichever of {} is in {}, chains lead to the same conclusion", reason)
        {
            let (digits, cell) = (board.digits(digits), board.cell(cell));
            let sources: Vec<_> = digits.iter().map(|&digit| (cell, digit)).collect();
            return Some(digits == board.candidates_of(cell) && proof.follows_from_each(&sources));
        }
        if let Some([digit, unit, cells]) =
            read("Wherever {} is in {}, {}, chains lead to the same conclusion", reason)
        {
            let all = board.places_for(board.digit(digit), &board.unit(unit));
            let sources = places(digit, cells);
            return Some(all == board.cells(cells) && proof.follows_from_each(&sources));
        }
        if let Some([digit, cell]) =
            read("Whether {} is in {} or not, chains lead to the same conclusion", reason)
        {
            return Some(proof.doubles(one(digit, cell)));
        }
        let [digits, cells, _, end] =
            read("Chains from {} in {}, with {} on the way, lead to {}", reason)?;
        let sources: Vec<_> = match items(cells)[..] {
            [cell] => board.digits(digits).iter().map(|&it| (board.cell(cell), it)).collect(),
            _ => places(digits, cells),
        };
        let is_choice = board.choices(sources[0]).iter().any(|choice| same(choice, &sources));
        let is_same = end == "the same conclusion";
        let is_right = match sources[..] {
            _ if !is_same => proof.clashes() && self.is_clash(end, known)?,
            [source] if proof.doubles(source) => true,
            _ => is_choice && proof.follows_from_each(&sources),
        };
        Some(technique.contains('+') && is_right)
    }

    /// Whether the end of a chain is a candidate that is on and off; `None` if it is told in other words.
    fn is_clash(&self, end: &str, known: &[HashSet<Claim>]) -> Option<bool> {
        let [cell, digit, other] = read("a contradiction: {} would be {} and not {}", end)?;
        let candidate = (self.board.cell(cell), self.board.digit(digit));
        let has_both = [true, false].iter().all(|&is_on| known[0].contains(&(candidate, is_on)));
        Some(has_both && digit == other)
    }
}

/// What follows from the assumptions of several chains, and what they are to prove.
struct Proof<'a> {
    starts: Vec<Claim>,
    known: &'a [HashSet<Claim>],
    conclusion: Claim,
}

impl Proof<'_> {
    /// Whether an assumption leads to the conclusion. One that is the conclusion needs no chain.
    fn leads(&self, start: Claim) -> bool {
        let at = self.starts.iter().position(|it| *it == start);
        start == self.conclusion || at.is_some_and(|at| self.known[at].contains(&self.conclusion))
    }

    /// Whether the conclusion follows from each of some candidates.
    fn follows_from_each(&self, sources: &[Candidate]) -> bool {
        sources.iter().all(|&source| self.leads((source, true)))
    }

    /// Whether the conclusion follows from a candidate and from its absence.
    fn doubles(&self, source: Candidate) -> bool {
        self.leads((source, true)) && self.leads((source, false))
    }

    /// Whether the opposite of the conclusion leads to a candidate that is on and off.
    fn clashes(&self) -> bool {
        let (target, is_on) = self.conclusion;
        let [known] = self.known else { return false };
        let has_both = |&(it, is_on): &Claim| known.contains(&(it, !is_on));
        self.starts == [(target, !is_on)] && known.iter().any(has_both)
    }
}
