//! Rust text as words and marks, without comments, literals and tests.
//!
//! Enough of the language to find paths, and no more: a word is an identifier or a number,
//! `::` is one mark, every other mark is one character. Strings, characters and lifetimes
//! leave nothing behind.

/// A word or a mark.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Token<'a> {
    /// As written.
    pub text: &'a str,
    /// The line, counted from 1.
    pub line: usize,
}

/// Splits a file.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let (mut found, mut line, mut rest) = (Vec::new(), 1, source);
    while let Some(first) = rest.chars().next() {
        let (length, kept) = lexeme(rest, first);
        let (text, after) = rest.split_at(length);
        if kept {
            found.push(Token { text, line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    found
}

/// The length of what `rest` starts with, in bytes, and whether it is a token.
fn lexeme(rest: &str, first: char) -> (usize, bool) {
    if rest.starts_with("//") {
        (rest.find('\n').unwrap_or(rest.len()), false)
    } else if rest.starts_with("/*") {
        (block_comment(rest), false)
    } else if let Some(length) = literal(rest) {
        (length, false)
    } else if is_word(first) {
        (word(rest), true)
    } else if rest.starts_with("::") {
        (2, true)
    } else {
        (first.len_utf8(), !first.is_whitespace())
    }
}

fn is_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

/// The length of the word that `rest` starts with.
fn word(rest: &str) -> usize {
    rest.find(|c| !is_word(c)).unwrap_or(rest.len())
}

/// The length of a comment, comments within it included.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        let here = &rest.as_bytes()[at..];
        match here {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string, a character or a lifetime, if `rest` starts with one.
fn literal(rest: &str) -> Option<usize> {
    let prefix = ["br", "cr", "r", "b", "c", ""]
        .into_iter()
        .find(|p| rest.strip_prefix(p).is_some_and(|after| after.starts_with(['"', '\'', '#'])))?;
    let body = &rest[prefix.len()..];
    let length = if prefix.ends_with('r') {
        raw_string(body)?
    } else if body.starts_with('"') {
        quoted(body, '"')
    } else if body.starts_with('\'') {
        character_or_lifetime(body)
    } else {
        return None;
    };
    Some(prefix.len() + length)
}

/// The length of `#"..."#`, with any number of hashes. `None` for the rest of `r#name`.
fn raw_string(body: &str) -> Option<usize> {
    let hashes = body.find(|c| c != '#')?;
    let inside = body[hashes..].strip_prefix('"')?;
    let close = format!("\"{}", &body[..hashes]);
    let end = inside.find(&close).map_or(inside.len(), |i| i + close.len());
    Some(hashes + 1 + end)
}

/// The length from one quotation mark to the next that no backslash hides.
fn quoted(body: &str, mark: char) -> usize {
    let mut hidden = false;
    for (i, c) in body.char_indices().skip(1) {
        match c {
            _ if hidden => hidden = false,
            '\\' => hidden = true,
            _ if c == mark => return i + 1,
            _ => {}
        }
    }
    body.len()
}

/// The length of `'x'`, `'\n'` or `'name`.
fn character_or_lifetime(body: &str) -> usize {
    let mut after = body.chars().skip(1);
    match (after.next(), after.next()) {
        (Some('\\'), _) | (Some(_), Some('\'')) => quoted(body, '\''),
        _ => 1 + word(&body[1..]),
    }
}

/// Leaves out modules and imports that are for tests only. Also gives the names of the test
/// modules whose text is a file of its own.
pub fn without_tests(all: Vec<Token<'_>>) -> (Vec<Token<'_>>, Vec<&str>) {
    let (mut kept, mut files, mut at) = (Vec::new(), Vec::new(), 0);
    while at < all.len() {
        match test_item(&all[at..]) {
            Some(item) => {
                files.extend(item.file);
                at += item.length;
            }
            None => {
                kept.push(all[at]);
                at += 1;
            }
        }
    }
    (kept, files)
}

/// A module or an import under `#[cfg(test)]`.
struct TestItem<'a> {
    /// How many tokens it has, attributes included.
    length: usize,
    /// The name, if it is `mod name;`.
    file: Option<&'a str>,
}

/// The item that `rest` starts with, if it is one for tests.
fn test_item<'a>(rest: &[Token<'a>]) -> Option<TestItem<'a>> {
    let text = |i: usize| rest.get(i).map_or("", |t| t.text);
    let (mut at, mut is_test) = (0, false);
    while text(at) == "#" && text(at + 1) == "[" {
        let length = 1 + bracketed(&rest[at + 1..]);
        is_test |= is_cfg_test(&rest[at..at + length]);
        at += length;
    }
    if !is_test {
        return None;
    }
    if text(at) == "pub" {
        at += 1;
        at += if text(at) == "(" { bracketed(&rest[at..]) } else { 0 };
    }
    match (text(at), text(at + 2)) {
        ("mod", ";") => Some(TestItem { length: at + 3, file: Some(text(at + 1)) }),
        ("mod", "{") => Some(TestItem { length: at + 2 + bracketed(&rest[at + 2..]), file: None }),
        ("use", _) => {
            let end = rest[at..].iter().position(|t| t.text == ";")?;
            Some(TestItem { length: at + end + 1, file: None })
        }
        _ => None,
    }
}

/// Does the attribute switch its item off outside of tests? One with `any` or `not` may not.
fn is_cfg_test(attribute: &[Token<'_>]) -> bool {
    let has = |word: &str| attribute.iter().any(|t| t.text == word);
    attribute[2].text == "cfg" && has("test") && !has("any") && !has("not")
}

/// How many tokens there are from an opening bracket to the one that closes it.
fn bracketed(rest: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (i, token) in rest.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return i + 1;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(source: &str) -> Vec<&str> {
        tokens(source).iter().map(|t| t.text).collect()
    }

    #[test]
    fn literals_and_comments_leave_nothing() {
        let source = r####"
            a("x \" // y", 'b', '\'', '\u{1F}', b'"', b"\\", r"\", r#"c"d"#, br##""#"##) /* /* */
            */ e::f // g"####;
        assert_eq!(
            words(source),
            ["a", "(", ",", ",", ",", ",", ",", ",", ",", ",", ")", "e", "::", "f"]
        );
    }

    #[test]
    fn lifetimes_and_raw_names_are_no_strings() {
        assert_eq!(
            words("f<'a>(&'a x) + r#type"),
            ["f", "<", ">", "(", "&", "x", ")", "+", "r", "#", "type"]
        );
        assert_eq!(words("'é' é '"), ["é"]);
    }

    #[test]
    fn lines_count_through_strings_and_comments() {
        let found = tokens("/*\n*/ \"\n\" a\nb");
        assert_eq!(found.iter().map(|t| t.line).collect::<Vec<_>>(), [3, 4]);
    }

    #[test]
    fn cut_off_text_ends() {
        for source in ["/* a", "\"a", "r#\"a", "'", "'\\", "b'", "#[cfg(test)] mod a {", "#[cfg("] {
            without_tests(tokens(source));
        }
    }

    #[test]
    fn test_modules_are_left_out() {
        let source = "a #[cfg(test)] mod t { { } } b #[cfg(test)] #[path] pub(crate) mod u; c \
                      #[cfg(test)] use x::{y}; d #[cfg(test)] fn e() {}";
        let (kept, files) = without_tests(tokens(source));
        let kept: String = kept.iter().map(|t| t.text).collect();
        assert_eq!(kept, "abcd#[cfg(test)]fne(){}");
        assert_eq!(files, ["u"]);
    }
}
