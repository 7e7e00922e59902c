//! Writes the fields of a result row, each followed by a comma.
//!
//! Numbers, names and grids need no quotes, and most are short: a field is copied from a table with
//! a fixed length, which needs neither a loop nor a call.

use sudomill_core::solver::Status;

/// The longest row: seven numbers of 20 digits, two grids, a status and the commas, plus the bytes
/// that are copied beyond a field.
const LONGEST: usize = 7 * 21 + 2 * 82 + 17 + EXCESS;

/// The maximum number of bytes copied beyond the end of a field.
const EXCESS: usize = 16;

/// Space for one row.
pub(super) type Room = Box<[u8; LONGEST]>;

/// Returns new space for one row.
pub(super) fn room() -> Room {
    Box::new([0; LONGEST])
}

/// A row being written.
pub(super) struct Fields<'a> {
    bytes: &'a mut [u8; LONGEST],
    len: usize,
}

impl<'a> Fields<'a> {
    /// Starts a row.
    #[inline(always)]
    pub fn new(bytes: &'a mut Room) -> Self {
        Self { bytes, len: 0 }
    }

    /// Ends the row by replacing its last comma with a newline.
    #[inline(always)]
    pub fn end(self) -> &'a [u8] {
        self.bytes[self.len - 1] = b'\n';
        &self.bytes[..self.len]
    }

    /// Adds an empty field.
    #[inline(always)]
    pub fn empty(&mut self) {
        self.bytes[self.len] = b',';
        self.len += 1;
    }

    /// Adds the 81 symbols of a grid.
    #[inline(always)]
    pub fn grid(&mut self, symbols: &[u8; 81]) {
        self.field(symbols, 81);
        self.empty();
    }

    /// Adds a number. Most numbers are at most 999 and come from a table; larger ones are put
    /// together from the table, three digits at a time.
    #[inline(always)]
    pub fn number(&mut self, value: u64) {
        match value {
            0..1_000 => self.short(value),
            1_000..1_000_000 => {
                self.short(value / 1_000);
                self.three_more(value % 1_000);
            }
            1_000_000..1_000_000_000 => {
                self.short(value / 1_000_000);
                self.three_more(value / 1_000 % 1_000);
                self.three_more(value % 1_000);
            }
            _ => {
                let mut digits = itoa::Buffer::new();
                let digits = digits.format(value).as_bytes();
                self.bytes[self.len..][..digits.len()].copy_from_slice(digits);
                self.len += digits.len();
                self.empty();
            }
        }
    }

    /// Adds a number below 1,000.
    #[inline(always)]
    fn short(&mut self, value: u64) {
        self.field(&SHORT[value as usize], 2 + usize::from(value > 9) + usize::from(value > 99));
    }

    /// Replaces the last comma with the next three digits of a number and a comma.
    #[inline(always)]
    fn three_more(&mut self, digits: u64) {
        self.len -= 1;
        self.field(&THREE[digits as usize], 4);
    }

    /// Adds the name of a status.
    #[inline(always)]
    pub fn status(&mut self, status: Status) {
        self.field(&STATUSES[status as usize], status.name().len() + 1);
    }

    /// Adds the default columns of a row with a puzzle: status, empty message, number of solutions
    /// and first solution.
    #[inline(always)]
    pub fn result(&mut self, status: Status, solutions: u64, solution: Option<&[u8]>) {
        self.status(status);
        self.empty();
        self.number(solutions);
        match solution.and_then(|solution| solution.try_into().ok()) {
            Some(solution) => self.grid(solution),
            None => self.empty(),
        }
    }

    /// Copies `N` bytes, of which `len` count. Copying a fixed length needs no loop; the excess
    /// bytes are overwritten by the next field.
    #[inline(always)]
    fn field<const N: usize>(&mut self, field: &[u8; N], len: usize) {
        self.bytes[self.len..][..N].copy_from_slice(field);
        self.len += len;
    }
}

/// The numbers below 1,000, each followed by commas.
static SHORT: [[u8; 4]; 1000] = {
    let mut table = [[b','; 4]; 1000];
    let mut value = 0;
    while value < 1000 {
        let digits = 1 + (value > 9) as usize + (value > 99) as usize;
        let (mut at, mut rest) = (digits, value);
        while at > 0 {
            at -= 1;
            table[value][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        value += 1;
    }
    table
};

/// The numbers below 1,000 with leading zeros, each followed by a comma.
static THREE: [[u8; 4]; 1000] = {
    let mut table = [[b','; 4]; 1000];
    let mut value = 0;
    while value < 1000 {
        table[value][0] = b'0' + (value / 100) as u8;
        table[value][1] = b'0' + (value / 10 % 10) as u8;
        table[value][2] = b'0' + (value % 10) as u8;
        value += 1;
    }
    table
};

/// The names of the statuses, each followed by commas.
static STATUSES: [[u8; 16]; Status::ALL.len()] = {
    let mut table = [[b','; 16]; Status::ALL.len()];
    let mut status = 0;
    while status < table.len() {
        let name = Status::ALL[status].name().as_bytes();
        let mut at = 0;
        while at < name.len() {
            table[status][at] = name[at];
            at += 1;
        }
        status += 1;
    }
    table
};
