//! `sudomill completions` and `sudomill man`, from the definition of the
//! arguments.

use super::{args::Args, exit::Exit};
use anyhow::Context;
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints a shell's completion script.
pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "sudomill", &mut script);
    print(&script)
}

/// Prints a manual page.
pub fn man(command: Option<&str>) -> anyhow::Result<Exit> {
    let mut program = Args::command();
    program.build();
    let command = match command {
        None => program,
        Some(name) => {
            let found = program.find_subcommand(name);
            found.with_context(|| format!("no command is called '{name}'"))?.clone()
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&page)
}

fn print(bytes: &[u8]) -> anyhow::Result<Exit> {
    io::stdout().write_all(bytes)?;
    Ok(Exit::Success)
}
