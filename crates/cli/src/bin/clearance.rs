//! The `clearance` command. It is a library, too, so that fuzzers can read scenes.

use std::process::ExitCode;

fn main() -> ExitCode {
    clearance_cli::main()
}
