//! `sudomill completions`: generates a completion script from the definition of the arguments.

use crate::cli::exit::Exit;
use clap_complete::Shell;
use std::io::Write;
use sudomill::output::Stdout;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill completions bash > \
    ~/.local/share/bash-completion/completions/sudomill")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script. `program` is the definition of the arguments.
pub fn run(args: &CompletionsArgs, mut program: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "sudomill", &mut script);
    Stdout.write_all(&script)?;
    Ok(Exit::Success)
}
