//! `bindgen IN.wasm OUT [bare]`: writes the JavaScript and TypeScript side of a library into a folder. It does not say where
//! the library is. With `bare` there is no TypeScript.

use anyhow::Context;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut next = || arguments.next().context("give me the library and the folder");
    let (library, folder) = (next()?, next()?);
    let is_bare = next().is_ok();
    Bindgen::new()
        .input_path(library)
        .out_name("clearance")
        .web(true)?
        .omit_default_module_path(true)
        .typescript(!is_bare)
        .generate(folder)
}
