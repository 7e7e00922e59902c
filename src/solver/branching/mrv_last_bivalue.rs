//! `mrv+last-bivalue`: minimum remaining values, bivalue cells from the end.

use super::{Branching, Target, View, mrv::fewest};
use crate::grid::Order;

/// The last bivalue cell row-major; where there is none, the cell of
/// [`super::Mrv`]. It differs from that rule in nothing but which of equally
/// good cells it takes, and so shows how much of a rule's guesses is luck.
/// Source: sudomill.
#[derive(Clone, Copy, Debug, Default)]
pub struct MrvLastBivalue;

impl<O: Order> Branching<O> for MrvLastBivalue {
    fn choose(&self, view: &View<O>) -> Target {
        let last = view.open_cells().rfind(|(_, mask)| mask.len() == 2);
        Target::Cell(last.unwrap_or_else(|| fewest(view)).0)
    }
}
