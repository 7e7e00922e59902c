//! Fields of a row of results, each with the comma behind it.
//!
//! Numbers, names and grids need no quotes, and most are short: a field is copied with a fixed
//! length from a table, which needs neither a loop nor a call.

use crate::solver::Status;

/// A row that is being written into an array with room for its longest fields and [`EXCESS`]
/// bytes.
pub(super) struct Fields<'a, const ROOM: usize> {
    bytes: &'a mut [u8; ROOM],
    len: usize,
}

/// The bytes that are copied beyond the end of a field, at most.
pub(super) const EXCESS: usize = 16;

impl<'a, const ROOM: usize> Fields<'a, ROOM> {
    /// A row without fields.
    #[inline(always)]
    pub fn new(bytes: &'a mut [u8; ROOM]) -> Self {
        Self { bytes, len: 0 }
    }

    /// The row with this byte in place of its last comma.
    #[inline(always)]
    pub fn end(self, end: u8) -> &'a [u8] {
        self.bytes[self.len - 1] = end;
        &self.bytes[..self.len]
    }

    /// A field without text.
    #[inline(always)]
    pub fn empty(&mut self) {
        self.bytes[self.len] = b',';
        self.len += 1;
    }

    /// The 81 symbols of a grid.
    #[inline(always)]
    pub fn grid(&mut self, symbols: &[u8; 81]) {
        self.field(symbols, 81);
        self.empty();
    }

    /// A number and a comma. Up to 999 it is looked up in a table, as most are; the others
    /// are the table's fields, one for every three digits.
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

    /// A number below 1,000 and a comma.
    #[inline(always)]
    fn short(&mut self, value: u64) {
        self.field(&SHORT[value as usize], 2 + usize::from(value > 9) + usize::from(value > 99));
    }

    /// The next three digits of a number, in place of its comma, and a comma.
    #[inline(always)]
    fn three_more(&mut self, digits: u64) {
        self.len -= 1;
        self.field(&THREE[digits as usize], 4);
    }

    /// The name of a status and a comma.
    #[inline(always)]
    pub fn status(&mut self, status: Status) {
        self.field(&STATUSES[status as usize], status.name().len() + 1);
    }

    /// The usual columns of a row with a puzzle: its status, no message, its number of solutions
    /// and the first of them.
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

    /// The first `len` bytes of a field. Copying a fixed length needs no loop; the excess
    /// bytes are overwritten.
    #[inline(always)]
    fn field<const N: usize>(&mut self, field: &[u8; N], len: usize) {
        self.bytes[self.len..][..N].copy_from_slice(field);
        self.len += len;
    }
}

/// The numbers below 1,000, each with a comma.
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

/// The same with leading zeros.
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

/// The names of the statuses, each with a comma.
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
