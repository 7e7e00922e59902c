//! `sudomill report`: draws results as one HTML page.

#[cfg(feature = "report")]
mod draw;

#[cfg(feature = "report")]
pub use draw::run;

#[cfg(not(feature = "report"))]
use super::{args::ReportArgs, exit::Exit};

/// Every build has the command; without the feature it says how to get it.
#[cfg(not(feature = "report"))]
pub fn run(_: &ReportArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this sudomill was built without the feature `report`; \
         install it with: cargo install sudomill --features report"
    )
}
