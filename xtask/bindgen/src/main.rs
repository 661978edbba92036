//! `bindgen IN.wasm OUT`: writes the JavaScript and TypeScript side of a library into a folder.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("give me the library and the folder");
    let (library, folder) = (next()?, next()?);
    Bindgen::new()
        .input_path(library)
        .out_name("clearance")
        .web(true)?
        .typescript(true)
        .generate(folder)
}
