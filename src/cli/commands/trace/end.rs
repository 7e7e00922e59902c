//! What is shown at the end of a search, or of the steps to show.

use super::{
    caption::{Grid, ending},
    show::{Show, View},
};
use crate::cli::{
    draw,
    message::{count, counters, number},
};
use std::io::{self, Write};
use sudomill::{
    grid::{Order, Puzzle},
    picture::{Ink, Picture},
    solver::{Event, Outcome},
    trace::{End, words},
};

/// The last grid shown.
pub struct Shown {
    pub picture: Picture,
    pub title: String,
    /// Whether steps after the window were left out.
    pub in_part: bool,
}

impl<O: Order> Show<'_, O> {
    /// Shows the end. `None` if the search ends before the window begins.
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
        // `lanes` reports a solution without the values that led to it.
        let unseen = grid.step == 0 && grid.events == words::<O>(Event::Solution, self.alphabet);
        if let Some(solution) = outcome.first.filter(|_| unseen) {
            grid.picture = Picture::of_solution(puzzle, &solution, self.alphabet);
        }
        if !self.quiet {
            self.print(&grid, (!in_part).then_some(outcome))?;
        }
        let title = grid.title(&self.name);
        Ok(Some(Shown { picture: grid.picture, title, in_part }))
    }

    /// Prints the last grid, and the outcome if the search ended.
    fn print(&mut self, grid: &Grid, outcome: Option<&Outcome<O>>) -> io::Result<()> {
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
                self.print_left_out()?;
                self.draw(grid, ink)?;
            }
            View::Grid { ink } => self.draw(grid, ink)?,
        }
        let counted = match outcome {
            Some(outcome) => {
                let step = number(self.reached);
                writeln!(self.screen, "{}, step {step}", ending(outcome))?;
                outcome.counters
            }
            None => grid.counters,
        };
        let counters = counters(self.solver.counters(&counted));
        writeln!(self.screen, "counters: {counters}")?;
        self.screen.close()
    }

    fn print_left_out(&mut self) -> io::Result<()> {
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

    /// Prints the grid with its captions.
    fn draw(&mut self, grid: &Grid, ink: Ink) -> io::Result<()> {
        let detail = draw::detail(&grid.picture, false);
        writeln!(self.screen, "{}\n{}", grid.title(&self.name), grid.filled())?;
        self.screen.write_all(draw::with_legend(&grid.picture, detail, ink).as_bytes())
    }
}
