//! The paths of a file that lead through the root of the crate.

use super::tokens::Token;

/// One name that a file takes from somewhere.
#[derive(Debug, PartialEq)]
pub struct Import {
    /// The path from the root of the crate; `*` may be the last name.
    pub path: Vec<String>,
    /// What the file calls it.
    pub name: String,
    /// Where the path stands.
    pub line: usize,
}

/// Every path of the file that starts with `crate`, `self` or `super`, in a `use` or in the
/// code. `module` is the file's own path from the root.
pub fn imports(code: &[Token<'_>], module: &[String]) -> Vec<Import> {
    let mut reader = Reader { code, module: module.to_vec(), found: Vec::new() };
    let (mut at, mut depth) = (0, 0);
    let mut inline = Vec::new(); // the depths of the brackets of `mod name {`
    while at < code.len() {
        if reader.starts_path(at) {
            at = reader.tree(at, None);
            continue;
        }
        if reader.text(at) == "mod" && reader.text(at + 2) == "{" {
            reader.module.push(code[at + 1].text.to_owned());
            inline.push(depth);
            at += 2;
        }
        match reader.text(at) {
            "{" => depth += 1,
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    reader.module.pop();
                }
            }
            _ => {}
        }
        at += 1;
    }
    reader.found
}

/// Every name that the root of the crate takes by `use`; such paths start anywhere.
pub fn uses_at_the_root(code: &[Token<'_>]) -> Vec<Import> {
    let mut reader = Reader { code, module: Vec::new(), found: Vec::new() };
    let (mut at, mut depth) = (0, 0);
    while at < code.len() {
        match reader.text(at) {
            "use" if depth == 0 => {
                at = reader.tree(at + 1, Some(Vec::new()));
                continue;
            }
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    reader.found
}

/// Reads paths and remembers them.
struct Reader<'a> {
    code: &'a [Token<'a>],
    module: Vec<String>,
    found: Vec<Import>,
}

impl<'a> Reader<'a> {
    /// The token there, or nothing past the end.
    fn text(&self, at: usize) -> &'a str {
        self.code.get(at).map_or("", |t| t.text)
    }

    /// Does a path that we follow start here? `pub(crate)`, `extern crate` and `self.x` do not.
    fn starts_path(&self, at: usize) -> bool {
        let (here, next) = (self.text(at), self.text(at + 1));
        let inside = at > 0 && self.text(at - 1) == "::";
        match here {
            "crate" | "super" => !inside && (next == "::" || next == "as"),
            "self" => !inside && next == "::",
            _ => false,
        }
    }

    /// Reads the path or the tree of a `use` at `at`; `prefix` is what stands before its
    /// group, if it is in one. Returns where it ends.
    fn tree(&mut self, mut at: usize, prefix: Option<Vec<String>>) -> usize {
        let in_group = prefix.is_some();
        let mut path = prefix.unwrap_or_else(|| self.module.clone());
        loop {
            match self.text(at) {
                "crate" => path.clear(),
                "self" => {}
                "super" => drop(path.pop()),
                "{" => return self.group(at, &path),
                "*" => path.push("*".to_owned()),
                word if word.starts_with(|c: char| c == '_' || c.is_alphanumeric()) => {
                    path.push(word.to_owned());
                }
                // A path of the code may go on as `::<`; a `use` may start with `::`.
                "::" if in_group && path.is_empty() => {}
                _ => return self.record(at - 1, path, at),
            }
            if self.text(at + 1) != "::" && self.text(at) != "::" {
                return self.record(at, path, at + 1);
            }
            at += if self.text(at) == "::" { 1 } else { 2 };
        }
    }

    /// Reads `{a::b, c}` at `at`. Returns where it ends.
    fn group(&mut self, at: usize, path: &[String]) -> usize {
        let mut at = at + 1;
        while !matches!(self.text(at), "}" | "") {
            if self.text(at) == "," {
                at += 1;
            } else {
                at = self.tree(at, Some(path.to_vec())).max(at + 1);
            }
        }
        at + 1
    }

    /// Remembers a path whose last token is at `last`; `end` is what follows it.
    fn record(&mut self, last: usize, path: Vec<String>, end: usize) -> usize {
        let renamed = self.text(end) == "as";
        let own = path.last().cloned().unwrap_or_default();
        let name = if renamed { self.text(end + 1).to_owned() } else { own };
        self.found.push(Import { path, name, line: self.code[last].line });
        if renamed { end + 2 } else { end }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tokens::tokens;
    use super::*;

    /// Paths as `crate::a::b as c`, with the name only where it is another one.
    fn shown(imports: Vec<Import>) -> Vec<String> {
        let show = |i: Import| {
            let path = i.path.join("::");
            if i.path.last() == Some(&i.name) { path } else { format!("{path} as {}", i.name) }
        };
        imports.into_iter().map(show).collect()
    }

    fn found(source: &str) -> Vec<String> {
        shown(imports(&tokens(source), &["a".to_owned(), "b".to_owned()]))
    }

    #[test]
    fn follows_paths_from_the_root() {
        assert_eq!(found("use crate::x::Y; crate::z::f::<u8>(1)"), ["x::Y", "z::f"]);
        assert_eq!(
            found("use self::c::D; use super::e; super::super::g::h;"),
            ["a::b::c::D", "a::e", "g::h"]
        );
        assert_eq!(found("$crate::x::Y { crate::x::Z {} }"), ["x::Y", "x::Z"]);
        assert_eq!(found("crate::x::Y as f64; <super::T>::f()"), ["x::Y as f64", "a::T"]);
    }

    #[test]
    fn opens_groups() {
        let source = "use crate::{x::{self, Y as W, z::*}, u, v::{w}};";
        assert_eq!(found(source), ["x", "x::Y as W", "x::z::*", "u", "v::w"]);
        assert_eq!(
            found("use super::{super::x, y}; use crate::{self as all};"),
            ["x", "a::y", " as all"]
        );
    }

    #[test]
    fn leaves_the_rest_alone() {
        let source = "pub(crate) fn f(self) { self.g(); extern crate alloc; other::crate_::h() }";
        assert_eq!(found(source), [""; 0]);
    }

    #[test]
    fn inline_modules_are_one_deeper() {
        let source = "mod c { fn f() { } use super::x; mod d { super::y::z } super::w } super::v";
        assert_eq!(found(source), ["a::b::x", "a::b::c::y::z", "a::b::w", "a::v"]);
    }

    #[test]
    fn reads_what_the_root_exports() {
        let source = "pub use a::{B, c::D as E}; pub use glam; pub mod m { pub use x::Y; } \
                      use ::core::fmt; use crate::f::G;";
        let found = shown(uses_at_the_root(&tokens(source)));
        assert_eq!(found, ["a::B", "a::c::D as E", "glam", "core::fmt", "f::G"]);
    }

    #[test]
    fn cut_off_text_ends() {
        for source in ["crate::", "use crate::{", "use crate::{a::", "crate as", "use", "mod a {"] {
            let code = tokens(source);
            imports(&code, &[]);
            uses_at_the_root(&code);
        }
    }
}
