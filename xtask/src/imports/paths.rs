//! The paths of a file that lead through the root of the crate.

use std::collections::BTreeSet;

use anyhow::Context;
use proc_macro2::{Ident, TokenTree};
use syn::visit::{self, Visit};

use crate::sources::Module;

/// A name that a file imports.
#[derive(Clone, Debug, PartialEq)]
pub struct Import {
    /// The path from the root of the crate. For a glob, the last name is `all`, and `name` is `*`.
    pub path: Vec<String>,
    /// The name in the file.
    pub name: String,
    /// The line of the path.
    pub line: usize,
    /// Is it a `use`, so that the name is one of the module's own?
    pub in_use: bool,
}

/// Every path of the file, in a `use` or in the code, that starts with `crate`, the name of the
/// crate below, `self`, `super` or one of `modules`, which are all there are. In the root, where
/// names come from other crates too, every `use`.
pub fn imports(module: &Module<'_>, modules: &BTreeSet<&[String]>) -> anyhow::Result<Vec<Import>> {
    let file: syn::File =
        syn::parse2(module.code.clone()).with_context(|| module.source.path.clone())?;
    let (here, root) = (module.source.module.clone(), &module.source.root);
    let mut finder = Finder { here, root, modules, found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

/// Reads paths and remembers them.
struct Finder<'m> {
    here: Vec<String>,
    root: &'m [String],
    modules: &'m BTreeSet<&'m [String]>,
    found: Vec<Import>,
}

impl Visit<'_> for Finder<'_> {
    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        self.here.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.here.pop();
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.tree(&item.tree, &mut Vec::new());
    }

    fn visit_path(&mut self, path: &syn::Path) {
        let names: Vec<Ident> = path.segments.iter().map(|s| s.ident.clone()).collect();
        self.add(&names, None, false);
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.words(call.tokens.clone());
    }

    /// `pub(in crate::pair)` takes nothing.
    fn visit_visibility(&mut self, _: &syn::Visibility) {}
}

impl Finder<'_> {
    fn tree(&mut self, tree: &syn::UseTree, before: &mut Vec<Ident>) {
        let star = |at: &syn::UseGlob| Ident::new("all", at.star_token.spans[0]);
        let (last, name) = match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.clone());
                self.tree(&path.tree, before);
                before.pop();
                return;
            }
            syn::UseTree::Group(group) => {
                return group.items.iter().for_each(|item| self.tree(item, before));
            }
            syn::UseTree::Name(name) => (name.ident.clone(), None),
            syn::UseTree::Rename(name) => (name.ident.clone(), Some(name.rename.to_string())),
            syn::UseTree::Glob(glob) => (star(glob), Some("*".to_owned())),
        };
        before.push(last);
        self.add(before, name, true);
        before.pop();
    }

    /// The arguments of a macro are tokens: a path in them is names with `::` between.
    fn words(&mut self, tokens: proc_macro2::TokenStream) {
        let all: Vec<TokenTree> = tokens.into_iter().collect();
        let is_colon =
            |at: usize| matches!(all.get(at), Some(TokenTree::Punct(p)) if p.as_char() == ':');
        let name = |at: usize| match all.get(at) {
            Some(TokenTree::Ident(name)) => Some(name.clone()),
            _ => None,
        };
        let mut at = 0;
        while at < all.len() {
            if let TokenTree::Group(group) = &all[at] {
                self.words(group.stream());
            }
            let inside = at > 0 && is_colon(at - 1);
            let mut names: Vec<Ident> = name(at).filter(|_| !inside).into_iter().collect();
            while !names.is_empty() && is_colon(at + 1) && is_colon(at + 2) {
                at += 3;
                match name(at) {
                    Some(next) => names.push(next),
                    None => break,
                }
            }
            if names.len() > 1 {
                self.add(&names, None, false);
            }
            at += 1;
        }
    }

    /// Remembers a path if it leads through the root of the crate.
    fn add(&mut self, names: &[Ident], renamed: Option<String>, in_use: bool) {
        let words: Vec<String> = names.iter().map(Ident::to_string).collect();
        let mut path = self.here.clone();
        let mut rest = words.as_slice();
        match words.first().map(String::as_str) {
            Some(
                name @ ("crate" | "clearance_batch" | "clearance_geometry" | "clearance_lessons"
                | "clearance_pairs" | "clearance_trees"),
            ) if words.len() > 1 || renamed.is_some() => {
                path = match name {
                    "crate" => self.root.to_vec(),
                    "clearance_batch" => vec!["batch".to_owned()],
                    "clearance_lessons" => vec!["lessons".to_owned()],
                    "clearance_trees" => vec!["trees".to_owned()],
                    _ => Vec::new(),
                };
                rest = &rest[1..];
            }
            Some("self" | "super") if words.len() > 1 => {
                while let [first, more @ ..] = rest
                    && matches!(first.as_str(), "self" | "super")
                {
                    if first == "super" {
                        path.pop();
                    }
                    rest = more;
                }
            }
            Some(first) => {
                let child = [&self.here[..], &[first.to_owned()]].concat();
                if !self.here.is_empty() && !self.modules.contains(&child[..]) {
                    return;
                }
            }
            None => return,
        }
        path.extend(rest.iter().filter(|word| *word != "self").cloned());
        let name = renamed.or_else(|| path.last().cloned()).unwrap_or_default();
        let line = names[names.len() - 1].span().start().line;
        self.found.push(Import { path, name, line, in_use });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sources::{Source, modules};

    /// Paths as `a::b as c`, with the name only where it is another one, of a file of that name.
    fn found(path: &str, text: &str) -> Vec<String> {
        let sources = [
            Source::new("crates/clearance/src", path, text),
            Source::new("crates/clearance/src", "a/b/child.rs", ""),
        ];
        let modules = modules(&sources).unwrap();
        let names = modules.iter().map(|m| &m.source.module[..]).collect();
        let show = |i: Import| {
            let path = i.path.join("::");
            if i.path.last() == Some(&i.name) { path } else { format!("{path} as {}", i.name) }
        };
        imports(&modules[0], &names).unwrap().into_iter().map(show).collect()
    }

    #[track_caller]
    fn assert_found<const N: usize>(text: &str, paths: [&str; N]) {
        assert_eq!(found("a/b.rs", text), paths, "{text}");
    }

    #[test]
    fn follows_paths_from_the_root() {
        assert_found("use crate::x::Y; fn f() { crate::z::f::<u8>(1) }", ["x::Y", "z::f"]);
        let text = "use self::c::D; use super::e; use super::super::g::h;";
        assert_found(text, ["a::b::c::D", "a::e", "g::h"]);
        assert_found("fn f() { m!($crate::x::Y { crate::x::Z {} }) }", ["x::Y", "x::Z"]);
        assert_found("type T = <super::T as crate::x::Y>::Z;", ["a::T", "x::Y::Z"]);
        assert_found("use child::X; use other::Y;", ["a::b::child::X"]);
        assert_found("use clearance_geometry::shape::X;", ["shape::X"]);
    }

    #[test]
    fn opens_groups() {
        let text = "use crate::{x::{self, Y as W, z::*}, u, v::{w}};";
        assert_found(text, ["x", "x::Y as W", "x::z::all as *", "u", "v::w"]);
        let text = "use super::{super::x, y}; use crate::{self as all};";
        assert_found(text, ["x", "a::y", " as all"]);
    }

    #[test]
    fn leaves_the_rest_alone() {
        let text = "extern crate alloc; pub(crate) fn f(self) { self.g(); other::crate_::h() }";
        assert_found(text, []);
        assert_found("pub(in crate::pair) fn f() {}", []);
    }

    #[test]
    fn inline_modules_are_one_deeper() {
        let text = "mod c { fn f() { } use super::x; mod d { use super::y::z; } } use super::v;";
        assert_found(text, ["a::b::x", "a::b::c::y::z", "a::v"]);
    }

    #[test]
    fn reads_what_the_root_exports() {
        let text = "pub use a::{B, c::D as E}; pub use glam; use crate::f::G;";
        assert_eq!(found("lib.rs", text), ["a::B", "a::c::D as E", "glam", "f::G"]);
    }
}
