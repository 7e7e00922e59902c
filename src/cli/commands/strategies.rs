//! `sudomill strategies`: lists the registry.

use crate::cli::exit::Exit;
use std::io::{self, Write};
use sudomill::{
    grid::Order3,
    solver::{
        Counter, Counters, Part,
        propagation::Propagation,
        registry::{self, BRANCHINGS, GRAMMAR, STRATEGIES, Strategy},
        value_order::ValueOrder,
    },
};
use sudomill_output::target::Stdout;

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
    let width = STRATEGIES.iter().map(|entry| entry.part.name.len()).max().unwrap_or(0);
    let list = |width: usize, name: &str, part: Part, is_default, counted: &[Counter]| {
        let Part { summary, source, .. } = part;
        let default = if is_default { " (the default)" } else { "" };
        writeln!(Stdout, "{name:width$}  {summary}{default}. {source}")?;
        if args.counters { counters(counted) } else { Ok(()) }
    };
    for entry in STRATEGIES {
        let own = Strategy::from(entry).solver::<Order3>().own_counters();
        let name = entry.part.name;
        list(width, name, entry.part, name == registry::DEFAULT, own)?;
    }
    writeln!(Stdout, "\nA strategy can be put together: {GRAMMAR}, parts in any order")?;
    writeln!(Stdout, "\nPROPAGATION")?;
    for &it in Propagation::ALL {
        list(PARTS, it.part().name, it.part(), it == Propagation::default(), it.counters())?;
    }
    writeln!(Stdout, "\nBRANCHING")?;
    for rule in BRANCHINGS {
        list(PARTS, &rule.usage(), rule.part, false, &[])?;
    }
    writeln!(Stdout, "\nORDER")?;
    for &it in ValueOrder::ALL {
        list(PARTS, it.part().name, it.part(), it == ValueOrder::default(), &[])?;
    }
    if args.counters {
        writeln!(Stdout, "\nevery strategy")?;
        counters(&Counters::COMMON)?;
    }
    Ok(Exit::Success)
}

/// The width of the names of parts.
const PARTS: usize = 18;

fn counters(counters: &[Counter]) -> io::Result<()> {
    counters.iter().try_for_each(|c| writeln!(Stdout, "    {}: {}", c.name, c.meaning))
}
