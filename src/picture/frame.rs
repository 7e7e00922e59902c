//! The lines of a text picture: heavy around boxes, light between cells.

/// Which horizontal line of the grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Top,
    Bottom,
    Heavy,
    Light,
}

/// How the cells of a picture lie.
pub(super) struct Frame {
    /// Cells of a row, and of a box's row.
    pub side: usize,
    pub order: usize,
    /// Characters of a cell's line.
    pub width: usize,
    /// Whether light lines part the cells of a box.
    pub light: bool,
}

impl Frame {
    /// The characters of a line.
    pub fn columns(&self) -> usize {
        let lines = if self.light { self.side } else { self.order };
        self.side * self.width + lines + 1 + if self.light { 0 } else { self.order }
    }

    /// A line of cells' text, with what stands between and around them.
    pub fn row<'t>(&self, cells: impl Iterator<Item = &'t str>) -> String {
        let mut line = String::new();
        for (i, cell) in cells.enumerate() {
            let separator = match (i % self.order, self.light) {
                (0, _) => "┃",
                (_, true) => "│",
                (_, false) => "",
            };
            line += separator;
            line += cell;
            if !self.light && (i + 1).is_multiple_of(self.order) {
                line.push(' ');
            }
        }
        line + "┃\n"
    }

    /// The line above that row of cells, or below the last; empty where none is.
    pub fn above(&self, row: usize) -> String {
        let weight = match row {
            0 => Weight::Top,
            _ if row == self.side => Weight::Bottom,
            _ if row.is_multiple_of(self.order) => Weight::Heavy,
            _ if self.light => Weight::Light,
            _ => return String::new(),
        };
        let mut line = String::new();
        for column in 0..=self.side {
            line.extend(self.junction(weight, column));
            if column < self.side {
                let dash = if weight == Weight::Light { "─" } else { "━" };
                let more = usize::from(!self.light && (column + 1).is_multiple_of(self.order));
                line += &dash.repeat(self.width + more);
            }
        }
        line + "\n"
    }

    /// Where a horizontal line meets the vertical one left of a column.
    fn junction(&self, line: Weight, column: usize) -> Option<char> {
        let heavy = column.is_multiple_of(self.order);
        if !heavy && !self.light {
            return None;
        }
        // Of each line: left end, right end, at a heavy, at a light vertical.
        let [left, right, at_heavy, at_light] = match line {
            Weight::Top => ['┏', '┓', '┳', '┯'],
            Weight::Bottom => ['┗', '┛', '┻', '┷'],
            Weight::Heavy => ['┣', '┫', '╋', '┿'],
            Weight::Light => ['┠', '┨', '╂', '┼'],
        };
        Some(match column {
            0 => left,
            _ if column == self.side => right,
            _ if heavy => at_heavy,
            _ => at_light,
        })
    }
}
