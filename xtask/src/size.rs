//! How much code is in each room of the library? `cargo xtask size`
//!
//! Counted are tokens: an identifier, a number, a string or a lifetime is one, so is each mark of
//! punctuation and each bracket. Comments, documentation and what is under `#[cfg(test)]` do not
//! count, nor does formatting. So the figure falls only if there is less code.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, anyhow};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::sources::{SOURCE, Source, read_sources, room};

/// Prints a table of the rooms of the library in the repository at `root`, the largest first.
pub fn print(root: &Path) -> anyhow::Result<()> {
    let files = read_sources(&root.join(SOURCE))?;
    let rooms = rooms(&files)?;
    let mut rows: Vec<(&str, Size)> = rooms.into_iter().collect();
    rows.sort_by_key(|(name, size)| (std::cmp::Reverse(size.tokens), *name));
    let all = rows.iter().fold(Size::default(), |all, (_, size)| all.plus(*size));
    println!("{:<12} {:>5} {:>8}", "room", "files", "tokens");
    for (name, size) in rows.into_iter().chain([("all", all)]) {
        println!("{name:<12} {:>5} {:>8}", size.files, size.tokens);
    }
    Ok(())
}

/// How much code there is.
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

/// The size of each room. Files of test modules do not count.
fn rooms(files: &[Source]) -> anyhow::Result<BTreeMap<&str, Size>> {
    let (mut counted, mut tests) = (Vec::new(), Vec::new());
    for file in files {
        let stream: TokenStream =
            file.text.parse().map_err(|e| anyhow!("{e}")).with_context(|| file.path.clone())?;
        let (tokens, modules) = count(stream);
        let module = file.module();
        tests.extend(modules.into_iter().map(|test| [&module[..], &[test]].concat()));
        counted.push((file, module, tokens));
    }
    let mut rooms: BTreeMap<&str, Size> = BTreeMap::new();
    for (file, module, tokens) in counted {
        if !tests.iter().any(|test| module.starts_with(test)) {
            let size = rooms.entry(room(&file.path)).or_default();
            *size = size.plus(Size { files: 1, tokens });
        }
    }
    Ok(rooms)
}

/// The tokens of a piece of code, and the test modules in it whose text is a file of its own.
fn count(stream: TokenStream) -> (usize, Vec<String>) {
    let all: Vec<TokenTree> = stream.into_iter().collect();
    let (mut tokens, mut modules, mut at) = (0, Vec::new(), 0);
    while at < all.len() {
        if let Some(item) = test_item(&all[at..]) {
            modules.extend(file_of(item.tokens));
            at += item.attributes + item.tokens.len();
            continue;
        }
        if let Some((length, inside)) = attribute(&all[at..])
            && starts_with(&inside, "doc")
        {
            at += length;
            continue;
        }
        match &all[at] {
            TokenTree::Group(group) => {
                let (inside, files) = count(group.stream());
                tokens += inside + if group.delimiter() == Delimiter::None { 0 } else { 2 };
                modules.extend(files);
            }
            // proc_macro2 has a lifetime as two.
            TokenTree::Punct(mark) if mark.as_char() == '\'' => {}
            _ => tokens += 1,
        }
        at += 1;
    }
    (tokens, modules)
}

/// An item for tests.
struct TestItem<'a> {
    /// How many tokens its attributes have.
    attributes: usize,
    /// What follows them.
    tokens: &'a [TokenTree],
}

/// The item that the code starts with, if it is one for tests.
fn test_item(code: &[TokenTree]) -> Option<TestItem<'_>> {
    let (mut attributes, mut found) = (0, false);
    while let Some((length, inside)) = attribute(&code[attributes..]) {
        found |= is_for_tests(&inside);
        attributes += length;
    }
    let tokens = &code[attributes..];
    found.then(|| TestItem { attributes, tokens: &tokens[..item_length(tokens)] })
}

/// The length of `#[..]` or `#![..]`, if the code starts with it, and what is in its brackets.
fn attribute(code: &[TokenTree]) -> Option<(usize, TokenStream)> {
    let is = |at: usize, c| matches!(code.get(at), Some(TokenTree::Punct(p)) if p.as_char() == c);
    if !is(0, '#') {
        return None;
    }
    let at = if is(1, '!') { 2 } else { 1 };
    match code.get(at) {
        Some(TokenTree::Group(group)) => Some((at + 1, group.stream())),
        _ => None,
    }
}

fn starts_with(code: &TokenStream, word: &str) -> bool {
    let first = code.clone().into_iter().next();
    matches!(first, Some(TokenTree::Ident(name)) if name == word)
}

/// Does the attribute switch its item off outside of tests? One with `any` or `not` may not.
fn is_for_tests(attribute: &TokenStream) -> bool {
    fn has(code: TokenStream, word: &str) -> bool {
        code.into_iter().any(|token| match token {
            TokenTree::Ident(name) => name == word,
            TokenTree::Group(group) => has(group.stream(), word),
            _ => false,
        })
    }
    let has = |word| has(attribute.clone(), word);
    starts_with(attribute, "cfg") && has("test") && !has("any") && !has("not")
}

/// How many tokens the item has that the code starts with: an import ends at its semicolon,
/// another one at its braces, if they come first.
fn item_length(code: &[TokenTree]) -> usize {
    let is_mark = |token: &TokenTree, c| matches!(token, TokenTree::Punct(p) if p.as_char() == c);
    let is_word = |token: &TokenTree, w| matches!(token, TokenTree::Ident(name) if name == w);
    let is_body =
        |t: &TokenTree| matches!(t, TokenTree::Group(g) if g.delimiter() == Delimiter::Brace);
    let mut imports = false;
    for (i, token) in code.iter().enumerate() {
        imports |= is_word(token, "use");
        if is_mark(token, ';') || (is_body(token) && !imports) {
            return i + 1;
        }
    }
    code.len()
}

/// The name of the module, if the item is `mod name;`.
fn file_of(item: &[TokenTree]) -> Option<String> {
    match item {
        [.., TokenTree::Ident(word), TokenTree::Ident(name), TokenTree::Punct(_)]
            if word == "mod" =>
        {
            Some(name.to_string())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(code: &str) -> usize {
        count(code.parse().unwrap()).0
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
        let source = |(path, text): (&str, &str)| Source { path: path.into(), text: text.into() };
        let files = [
            ("lib.rs", "mod a;"),
            ("a/mod.rs", "mod b; #[cfg(test)] mod naive;"),
            ("a/b.rs", "x y"),
            ("a/naive.rs", "x"),
            ("a/naive/deep.rs", "x"),
        ]
        .map(source);
        let found = rooms(&files).unwrap();
        assert_eq!(found["a"], Size { files: 2, tokens: 5 });
        assert_eq!(found["lib"], Size { files: 1, tokens: 3 });
    }
}
