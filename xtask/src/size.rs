//! The amount of code in each top-level module of the library: `cargo xtask size`.
//!
//! Tokens are counted: an identifier, a number, a string or a lifetime is one, and so is each punctuation
//! mark and each bracket. Comments, documentation, code under `#[cfg(test)]` and formatting do not count.
//! So the figure falls only if there is less code.

use std::collections::BTreeMap;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::sources::{Module, Source, modules, read_sources};

/// Prints a table of the top-level modules of the library in the repository at `root`, the largest first.
pub fn print(root: &Path) -> anyhow::Result<()> {
    let files = read_sources(root)?;
    let top_modules = top_modules(&files)?;
    let mut rows: Vec<(&str, Size)> = top_modules.into_iter().collect();
    rows.sort_by_key(|(name, size)| (std::cmp::Reverse(size.tokens), *name));
    let all = rows.iter().fold(Size::default(), |all, (_, size)| all.plus(*size));
    println!("{:<12} {:>5} {:>8}", "module", "files", "tokens");
    for (name, size) in rows.into_iter().chain([("all", all)]) {
        println!("{name:<12} {:>5} {:>8}", size.files, size.tokens);
    }
    Ok(())
}

/// The amount of code.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Size {
    files: usize,
    tokens: usize,
}

impl Size {
    fn plus(self, other: Self) -> Self {
        Self { files: self.files + other.files, tokens: self.tokens + other.tokens }
    }
}

/// The size of each top-level module. Files of test modules do not count.
fn top_modules(files: &[Source]) -> anyhow::Result<BTreeMap<&str, Size>> {
    let mut top_modules: BTreeMap<&str, Size> = BTreeMap::new();
    for Module { source, code } in modules(files)? {
        let size = top_modules.entry(source.top_module()).or_default();
        *size = size.plus(Size { files: 1, tokens: count(code) });
    }
    Ok(top_modules)
}

/// The tokens of a piece of code.
fn count(stream: TokenStream) -> usize {
    let tokens = |token| match token {
        TokenTree::Group(group) => {
            let brackets = if group.delimiter() == Delimiter::None { 0 } else { 2 };
            count(group.stream()) + brackets
        }
        // proc_macro2 represents a lifetime as two tokens.
        TokenTree::Punct(mark) if mark.as_char() == '\'' => 0,
        _ => 1,
    };
    stream.into_iter().map(tokens).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::without_tests;

    fn tokens(code: &str) -> usize {
        count(without_tests(code.parse().unwrap()).0)
    }

    #[test]
    fn counts_tokens() {
        assert_eq!(tokens("fn f(x: u8) -> u8 { x + 1 }"), 15);
        assert_eq!(tokens("a::b<'a>"), 7);
        assert_eq!(tokens("\"a b c\" 1.5e3_f64 'x' r#\"a\"#"), 4);
        assert_eq!(tokens("#[inline] f"), 5);
    }

    #[test]
    fn leaves_comments_and_documentation_out() {
        assert_eq!(tokens("//! a\n/// b\nf /* c */ // d\n/** e */ g"), 2);
        assert_eq!(tokens("#[doc = \"a\"] f"), 1);
        assert_eq!(tokens("struct S {\n/// a\nb: u8 }"), 7);
    }

    #[test]
    fn leaves_tests_out() {
        assert_eq!(tokens("a #[cfg(test)] mod t { b } c"), 2);
        assert_eq!(tokens("a /// b\n#[cfg(test)] #[inline] fn f<T>() -> u8 where { 1 } c"), 2);
        assert_eq!(tokens("#[cfg(test)] use a::{b, c}; d"), 1);
        assert_eq!(tokens("impl A { #[cfg(all(test, feature = \"b\"))] fn f() {} }"), 4);
        let all = tokens("#[cfg(not(test))] fn f() {}");
        assert_eq!(all, tokens("#[cfg(unix)] fn f() {}") + 3);
    }

    #[test]
    fn test_modules_in_files_do_not_count() {
        let source = |(path, text): (&str, &str)| Source::new("crates/clearance/src", path, text);
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; #[cfg(test)] mod naive;"),
            ("a/b.rs", "x y"),
            ("a/naive.rs", "x"),
            ("a/naive/deep.rs", "x"),
        ]
        .map(source);
        let found = top_modules(&files).unwrap();
        assert_eq!(found["a"], Size { files: 2, tokens: 5 });
        assert_eq!(found["lib"], Size { files: 1, tokens: 3 });
    }
}
