//! What is shown once a search, or the part of it that was asked for, is over.

use super::{
    caption::{Grid, counters, ending},
    show::{Show, View},
};
use crate::cli::{draw, message::count};
use indicatif::HumanCount;
use std::io::{self, Write};
use sudomill::{
    grid::{Order, Puzzle},
    picture::{Ink, Picture},
    solver::{Event, Outcome},
    trace::{End, words},
};

/// What was shown last.
pub struct Shown {
    pub picture: Picture,
    pub title: String,
    /// Whether the window ended before the search did.
    pub in_part: bool,
}

impl<O: Order> Show<'_, O> {
    /// Shows what is left to show. `None`: the window begins after the search's end.
    pub fn end(
        &mut self,
        puzzle: &Puzzle<O>,
        outcome: &Outcome<O>,
    ) -> anyhow::Result<Option<Shown>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        let in_part = self.reached > *self.window.end();
        let solution = self.solution.take().filter(|_| !in_part);
        let Some(mut grid) = solution.or(self.grid.take()) else { return Ok(None) };
        // `lanes` reports that there is a solution, and only then which.
        let unseen = grid.step == 0 && grid.said == words::<O>(Event::Solution, self.alphabet);
        if let Some(solution) = outcome.first.filter(|_| unseen) {
            grid.picture = Picture::of_solution(puzzle, &solution, self.alphabet);
        }
        if !self.quiet {
            self.tell(&grid, (!in_part).then_some(outcome))?;
        }
        let title = grid.title(&self.name);
        Ok(Some(Shown { picture: grid.picture, title, in_part }))
    }

    /// The last grid, and how the search ended if it did.
    fn tell(&mut self, grid: &Grid, outcome: Option<&Outcome<O>>) -> io::Result<()> {
        match self.view {
            View::Records => {
                if let Some(outcome) = outcome {
                    let end = End::new(self.reached, outcome, self.solver);
                    writeln!(self.screen, "{}", serde_json::to_string(&end)?)?;
                }
                return self.screen.close();
            }
            View::Play { .. } => {}
            View::List { ink, .. } => {
                self.tell_left_out()?;
                self.draw(grid, ink)?;
            }
            View::Grid { ink } => self.draw(grid, ink)?,
        }
        let counted = match outcome {
            Some(outcome) => {
                let step = HumanCount(self.reached);
                writeln!(self.screen, "{}, step {step}", ending(outcome))?;
                outcome.counters
            }
            None => grid.counters,
        };
        let counters = counters(self.solver.counters(&counted));
        writeln!(self.screen, "counters: {counters}")?;
        self.screen.close()
    }

    fn tell_left_out(&mut self) -> io::Result<()> {
        if self.left_out > 0 {
            let events = count(self.left_out, "event");
            writeln!(
                self.screen,
                "... and {events} not listed: --from, --to, --at, --delay and --format jsonl show \
                 them"
            )?;
        }
        if self.listed > 0 { writeln!(self.screen) } else { Ok(()) }
    }

    /// The grid with its captions.
    fn draw(&mut self, grid: &Grid, ink: Ink) -> io::Result<()> {
        let detail = draw::detail(&grid.picture, false);
        writeln!(self.screen, "{}\n{}", grid.title(&self.name), grid.standing())?;
        self.screen.write_all(grid.picture.text(detail, ink).as_bytes())?;
        writeln!(self.screen, "{}", grid.picture.legend(ink))
    }
}
