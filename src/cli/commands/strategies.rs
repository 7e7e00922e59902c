//! `sudomill strategies`: lists the registry.

use crate::cli::exit::Exit;
use std::io::{self, Write};
use sudomill::{
    grid::Order3,
    output::Stdout,
    solver::{
        Counter, Counters, Part,
        propagation::Propagation,
        registry::{self, BRANCHINGS, GRAMMAR, STRATEGIES, Strategy},
        value_order::ValueOrder,
    },
};

/// List strategies: what each does and where it comes from
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill strategies --counters")]
pub struct StrategiesArgs {
    /// Also list what each strategy counts
    #[arg(long)]
    counters: bool,
}

/// Lists every strategy, then every part, one per line.
pub fn run(args: &StrategiesArgs) -> anyhow::Result<Exit> {
    let mut out = Stdout;
    named(&mut out, args.counters)?;
    parts(&mut out, args.counters)?;
    if args.counters {
        writeln!(out, "\nevery strategy")?;
        counters(&mut out, &Counters::COMMON)?;
    }
    Ok(Exit::Success)
}

/// Lists the named strategies.
fn named(out: &mut impl Write, counted: bool) -> io::Result<()> {
    let width = STRATEGIES.iter().map(|entry| entry.part.name.len()).max().unwrap_or(0);
    for entry in STRATEGIES {
        let default = default(entry.part.name == registry::DEFAULT);
        writeln!(
            out,
            "{:width$}  {}{default}. {}",
            entry.part.name, entry.part.summary, entry.part.source
        )?;
        if counted {
            counters(out, Strategy::from(entry).solver::<Order3>().own_counters())?;
        }
    }
    Ok(())
}

/// Lists the parts from which other strategies are built.
fn parts(out: &mut impl Write, counted: bool) -> io::Result<()> {
    writeln!(out, "\nA strategy can be put together: {GRAMMAR}, parts in any order")?;
    writeln!(out, "\nPROPAGATION")?;
    for propagation in Propagation::ALL {
        let name = propagation.part().name.to_owned();
        line(out, name, propagation.part(), propagation == Propagation::default())?;
        if counted {
            counters(out, propagation.counters())?;
        }
    }
    writeln!(out, "\nBRANCHING")?;
    for rule in BRANCHINGS {
        line(out, rule.usage(), rule.part, false)?;
    }
    writeln!(out, "\nORDER")?;
    for order in ValueOrder::ALL {
        line(out, order.part().name.to_owned(), order.part(), order == ValueOrder::default())?;
    }
    Ok(())
}

fn line(out: &mut impl Write, name: String, part: Part, is_default: bool) -> io::Result<()> {
    let Part { summary, source, .. } = part;
    writeln!(out, "{name:18}  {summary}{}. {source}", default(is_default))
}

fn default(is_default: bool) -> &'static str {
    if is_default { " (the default)" } else { "" }
}

fn counters(out: &mut impl Write, counters: &[Counter]) -> io::Result<()> {
    counters.iter().try_for_each(|c| writeln!(out, "    {}: {}", c.name, c.meaning))
}
