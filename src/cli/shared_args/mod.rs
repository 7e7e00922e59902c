//! The arguments that several commands share. A command's own arguments stand beside its
//! code.

mod limits;
mod values;

pub use limits::{LimitArgs, StrategyLimitArgs, default_limits};
pub use values::{StrategyName, at_least_1, seconds};

use anyhow::Context;
use clap::ValueEnum;
use std::thread;
use sudomill::{
    grid::Symbols,
    input::{Column, Encoding, Open},
    solver::lanes::Backend,
};
use values::BackendName;

/// What to write to standard error.
#[derive(Debug, clap::Args)]
pub struct ProgressArgs {
    /// Show progress on standard error
    #[arg(long = "progress", value_name = "WHEN", default_value = "auto")]
    pub when: ShowProgress,
    /// Show neither progress nor summary, only errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// When to show progress.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    /// If standard error is a terminal
    #[default]
    Auto,
    /// Even if standard error is not a terminal
    Always,
    /// Never
    Never,
}

/// Which part of a line is the puzzle.
#[derive(Debug, Default, clap::Args)]
pub struct TableArgs {
    /// Read puzzles from this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines, or a column number from 1. By default, the
    /// header decides, or if there is none, the first rows.
    #[arg(long, value_name = "NAME|N")]
    pub column: Option<Column>,
    /// Decode text from this encoding, such as latin1
    ///
    /// One of utf-8, latin1, windows-1252, utf-16, utf-16le or utf-16be; results are UTF-8. By
    /// default, text is decoded only from UTF-16 with a byte-order mark, and bytes that are not
    /// UTF-8 are read and copied as they are.
    #[arg(long, value_name = "NAME", value_parser = values::encoding())]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    pub encoding: Option<Encoding>,
    /// Put back leading zeros that a spreadsheet removed
    #[arg(long)]
    pub restore_zeros: bool,
}

impl TableArgs {
    /// How to open a file with that column.
    pub fn open(&self, map: bool) -> Open {
        let Self { column, encoding, restore_zeros } = self;
        Open {
            map,
            column: column.clone(),
            encoding: *encoding,
            restore_zeros: *restore_zeros,
            ..Open::default()
        }
    }
}

/// The symbols of the digits.
#[derive(Debug, Default, clap::Args)]
pub struct AlphabetArgs {
    /// Write the digits as these symbols: ABCDEFGHI
    ///
    /// As many different letters and digits as a row has cells: 4, 9, 16 or 25. By default,
    /// digits are 1-9 A-P or, on grids larger than 9×9, 0-9 A-O.
    #[arg(long = "alphabet", value_name = "SYMBOLS", conflicts_with = "restore_zeros")]
    pub symbols: Option<Symbols>,
}

/// The SIMD instructions of `lanes`.
#[derive(Debug, clap::Args)]
pub struct BackendArgs {
    /// Set the SIMD instructions of `lanes` [default: auto]
    ///
    /// One of auto (the best that this CPU has), avx512, avx512bw, avx2, neon or portable.
    /// Results do not depend on it. The environment variable SUDOMILL_BACKEND sets the default.
    #[arg(long, value_name = "NAME", default_value = "auto", env = "SUDOMILL_BACKEND")]
    #[arg(hide_default_value = true, hide_env = true, hide_possible_values = true)]
    #[arg(value_parser = values::backend())]
    backend: BackendName,
}

impl BackendArgs {
    pub fn backend(&self) -> Backend {
        match self.backend {
            BackendName::Auto => Backend::best(),
            BackendName::Named(backend) => backend,
        }
    }
}

/// The number of worker threads.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// Use N worker threads [default: one per core]
    #[arg(long, short = 'j', value_name = "N", value_parser = at_least_1())]
    threads: Option<u64>,
}

impl ThreadArgs {
    pub fn count(&self) -> anyhow::Result<usize> {
        match self.threads {
            Some(threads) => Ok(threads.try_into()?),
            None => {
                let cores = thread::available_parallelism();
                Ok(cores.context("cannot count the cores; set --threads")?.get())
            }
        }
    }
}
