//! `sudomill completions` and `sudomill man`: texts generated from the definition of the arguments.

use crate::cli::exit::Exit;
use anyhow::Context;
use clap_complete::Shell;
use std::io::Write;
use sudomill_output::target::Stdout;

/// Print a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill completions bash > \
    ~/.local/share/bash-completion/completions/sudomill")]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script. `program` is the definition of the arguments.
pub fn completions(args: &CompletionsArgs, mut program: clap::Command) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "sudomill", &mut script);
    Stdout.write_all(&script)?;
    Ok(Exit::Success)
}

/// Print the manual page of the program or of a command
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill man solve | man -l -")]
pub struct ManArgs {
    /// The command [default: the program itself]
    command: Option<String>,
}

/// Prints the page. `program` is the definition of the arguments.
pub fn man(args: &ManArgs, mut program: clap::Command) -> anyhow::Result<Exit> {
    program.build();
    let command = match &args.command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name);
            found.with_context(|| format!("no command is called '{name}'"))?.clone()
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    Stdout.write_all(&page)?;
    Ok(Exit::Success)
}
