//! The code of a file, without comments, documentation and what is under `#[cfg(test)]`.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// The code that users compile, and the names of the test modules whose text is a file of its own.
pub fn without_tests(stream: TokenStream) -> (TokenStream, Vec<String>) {
    let all: Vec<TokenTree> = stream.into_iter().collect();
    let (mut code, mut modules, mut at) = (TokenStream::new(), Vec::new(), 0);
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
        code.extend([match &all[at] {
            TokenTree::Group(group) => {
                let (inside, files) = without_tests(group.stream());
                modules.extend(files);
                TokenTree::Group(Group::new(group.delimiter(), inside))
            }
            other => other.clone(),
        }]);
        at += 1;
    }
    (code, modules)
}

/// An item for tests.
struct TestItem<'a> {
    /// The number of tokens of its attributes.
    attributes: usize,
    /// The tokens after them.
    tokens: &'a [TokenTree],
}

/// The item at the start of the code, if it is an item for tests.
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

/// The number of tokens of the item at the start of the code: an import ends at its semicolon, other
/// items at their braces, or at a semicolon before.
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
