//! Writes what comes with the command into a folder: completions for shells, and a manual page for it and for each of
//! its subcommands. `cargo xtask archive` runs this; nothing of it is in the command.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use clap::ValueEnum;
use clap_complete::Shell;

fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("it needs a folder")?;
    let [completions, manual] = ["completions", "man"].map(|name| Path::new(&folder).join(name));
    fs::create_dir_all(&completions)?;
    fs::create_dir_all(&manual)?;
    for shell in Shell::value_variants() {
        let mut command = clearance_cli::command();
        clap_complete::generate_to(*shell, &mut command, "clearance", &completions)?;
    }
    clap_mangen::generate_to(clearance_cli::command(), &manual)?;
    Ok(())
}
