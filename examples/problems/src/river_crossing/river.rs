//! The problem: a farmer, a wolf, a sheep, a cabbage and a boat for two.

use std::{array, fmt};
use sudomill_problems::search::{Entry, Expansion, SearchProblem};

/// The names by bit; the farmer rows.
const NAMES: [&str; 4] = ["farmer", "wolf", "sheep", "cabbage"];
const LETTERS: [char; 4] = ['F', 'W', 'S', 'C'];
/// The crossings of the lecture, by passenger: agricoltore, lupo, pecora, cavolo.
const ARCS: [&str; 4] = ["A", "AL", "AP", "AC"];
const FARMER: usize = 0;
const WOLF: usize = 1;
const SHEEP: usize = 2;
const CABBAGE: usize = 3;

/// The farmer and his goods that are across the river, as a bit set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct State(u8);

impl State {
    pub const START: Self = Self(0);
    pub const END: Self = Self(0b1111);

    /// All states, including the unsafe ones.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=Self::END.0).map(Self)
    }

    fn across(self, who: usize) -> bool {
        self.0 >> who & 1 == 1
    }

    fn together(self, one: usize, other: usize) -> bool {
        self.across(one) == self.across(other)
    }

    /// Returns true if nobody is eaten on the bank without the farmer.
    pub fn is_safe(self) -> bool {
        self.meals().next().is_none()
    }

    /// Returns who can eat whom on the bank without the farmer.
    pub fn meals(self) -> impl Iterator<Item = &'static str> {
        let meals = [("wolf eats sheep", WOLF), ("sheep eats cabbage", CABBAGE)];
        let is_left = !self.together(SHEEP, FARMER);
        let with_sheep = move |who| is_left && self.together(SHEEP, who);
        meals.into_iter().filter(move |&(_, who)| with_sheep(who)).map(|(meal, _)| meal)
    }

    /// Returns the state after the farmer has rowed, alone or with a passenger from his bank.
    pub fn crossed(self, passenger: Passenger) -> Option<Self> {
        let with = passenger.map_or(0, |who| 1 << who);
        let aboard = passenger.is_none_or(|who| self.together(who, FARMER));
        aboard.then_some(Self(self.0 ^ (1 << FARMER | with)))
    }

    /// Returns who rowed from this state to the next besides the farmer.
    fn passenger(self, next: Self) -> Passenger {
        let moved = self.0 ^ next.0;
        (WOLF..=CABBAGE).find(|who| moved >> who & 1 == 1)
    }

    pub fn farmer_is_across(self) -> bool {
        self.across(FARMER)
    }

    /// Returns the letters of everyone on one bank, with a dot for everyone else.
    pub fn bank(self, across: bool) -> String {
        let letter = |who| if self.across(who) == across { LETTERS[who] } else { '·' };
        (FARMER..=CABBAGE).map(letter).collect()
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{} ≈ {}", self.bank(false), self.bank(true)))
    }
}

/// The names of states and crossings.
#[derive(Clone, Copy)]
pub enum Names {
    /// The letters on both banks, and the passenger.
    Words,
    /// The bits of the lecture, 1 for everyone who is across, and its arcs.
    Bits,
}

impl Names {
    pub fn state(self, state: State) -> String {
        match self {
            Self::Words => state.to_string(),
            Self::Bits => {
                (FARMER..=CABBAGE).map(|who| if state.across(who) { '1' } else { '0' }).collect()
            }
        }
    }

    /// Returns the name of the crossing from one state to the next.
    pub fn crossing(self, from: State, to: State) -> &'static str {
        let passenger = from.passenger(to);
        match self {
            Self::Words => passenger.map_or("alone", |who| NAMES[who]),
            Self::Bits => ARCS[passenger.unwrap_or(FARMER)],
        }
    }
}

/// The passenger who rows with the farmer; `None` if he rows alone.
pub type Passenger = Option<usize>;
pub const PASSENGERS: [Passenger; 4] = [None, Some(WOLF), Some(SHEEP), Some(CABBAGE)];

/// The problem of bringing everyone across.
pub struct River;

impl SearchProblem for River {
    type State = State;
    type Choice = Passenger;
    type Choices = array::IntoIter<Passenger, 4>;

    fn expand(&mut self, state: &mut State) -> Expansion<Self::Choices> {
        match *state == State::END {
            true => Expansion::Goal,
            false => Expansion::Branch(PASSENGERS.into_iter()),
        }
    }

    fn enter(&mut self, state: &State, passenger: Passenger) -> Entry<State> {
        match state.crossed(passenger) {
            Some(next) if next.is_safe() => Entry::Child(next),
            _ => Entry::Refused,
        }
    }
}
