//! The box-drawing lines of a text picture: heavy around boxes, light between cells.

/// The kind of a horizontal line of the grid.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Weight {
    Top,
    Bottom,
    Heavy,
    Light,
}

/// The layout of the cells of a picture.
pub(super) struct Frame {
    /// Cells per row of the grid.
    pub side: usize,
    /// Cells per row of a box.
    pub order: usize,
    /// Characters per line of a cell.
    pub width: usize,
    /// True if light lines separate the cells of a box.
    pub light: bool,
}

impl Frame {
    /// The number of characters per line.
    pub fn columns(&self) -> usize {
        let lines = if self.light { self.side } else { self.order };
        self.side * self.width + lines + 1 + if self.light { 0 } else { self.order }
    }

    /// Joins one text line of each cell in a row with vertical lines; ends with a newline.
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

    /// The horizontal line above a row of cells; below the last row for `row == side`. Empty if
    /// none is drawn there.
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

    /// The character where a horizontal line crosses the vertical line left of a column; `None` if
    /// there is no vertical line.
    fn junction(&self, line: Weight, column: usize) -> Option<char> {
        let heavy = column.is_multiple_of(self.order);
        if !heavy && !self.light {
            return None;
        }
        // Left end, right end, crossing with a heavy and with a light vertical line.
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
