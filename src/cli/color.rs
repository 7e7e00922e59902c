//! When pictures have colours.

use clap::ValueEnum;
use std::{
    env,
    io::{self, IsTerminal},
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Whether a picture has colours.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ColorArgs {
    /// Draw with colours: auto, always or never
    ///
    /// With auto, if standard output is a terminal, and the environment variable NO_COLOR is
    /// not set.
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    color: When,
}

impl ColorArgs {
    /// Whether pictures on standard output have colours.
    pub fn on_stdout(self) -> bool {
        match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                takes_escapes() && !is_set("NO_COLOR") && !dumb
            }
        }
    }
}

/// Whether standard output is a terminal that understands escape sequences. The console of
/// Windows does once it is asked.
pub fn takes_escapes() -> bool {
    let asked = || !cfg!(windows) || console::Term::stdout().features().colors_supported();
    io::stdout().is_terminal() && asked()
}
