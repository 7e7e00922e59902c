//! `sudomill strategies`: the registry as a list.

use super::{args::StrategiesArgs, exit::Exit};
use std::io::{self, Write};
use sudomill::{
    grid::Order3,
    solver::{Counter, Counters, registry},
};

/// Lists every strategy on a line of its own.
pub fn run(args: &StrategiesArgs) -> anyhow::Result<Exit> {
    let mut out = io::stdout().lock();
    let width = registry::STRATEGIES.iter().map(|entry| entry.name.len()).max().unwrap_or(0);
    for entry in registry::STRATEGIES {
        let default = if entry.name == registry::DEFAULT { " (the default)" } else { "" };
        writeln!(out, "{:width$}  {}{default}. {}", entry.name, entry.summary, entry.source)?;
        if args.counters {
            list(&mut out, entry.solver::<Order3>().own_counters())?;
        }
    }
    if args.counters {
        writeln!(out, "every strategy")?;
        list(&mut out, &Counters::COMMON)?;
    }
    Ok(Exit::Success)
}

fn list(out: &mut impl Write, counters: &[Counter]) -> io::Result<()> {
    counters.iter().try_for_each(|c| writeln!(out, "    {}: {}", c.name, c.meaning))
}
