//! The header of the C library, written of the text of `capi/src`: `cargo xtask capi --header`. A test compares.
//!
//! ```text
//!   #[repr(C)] struct, #[repr(i32)] enum   once, or for each space if it has the parameter S
//!   struct without a form, behind pointers  a name alone
//!   exported! { all; .. }  of_pairs! { .. }  freed! { .. }   functions, for each space that they are in
//! ```
//!
//! What has no macro here, or a type that C has not, is an error, so nothing is left out.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, anyhow, bail};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Fields, FnArg, Item, ItemEnum, ItemStruct, Lit, Meta, ReturnType, Token, Type,
};

/// The files, in the order in which they need each other's types.
const FILES: [&str; 12] = [
    "answers", "space", "shapes", "support", "caches", "pairs", "contacts", "casts", "probes",
    "batches", "scenes", "robots",
];

/// A space: its prefix, its numbers, its dimension, what it is.
struct Space {
    prefix: &'static str,
    real: &'static str,
    dimension: usize,
    is: &'static str,
}

const SPACES: [Space; 4] = [
    Space { prefix: "cl_", real: "double", dimension: 3, is: "Space, in double" },
    Space {
        prefix: "clf_",
        real: "float",
        dimension: 3,
        is: "Space, in float: as cl_, where the comments are",
    },
    Space {
        prefix: "cl2_",
        real: "double",
        dimension: 2,
        is: "The plane, in double: what cl_ has is explained there",
    },
    Space { prefix: "clf2_", real: "float", dimension: 2, is: "The plane, in float: as cl2_" },
];

impl Space {
    fn has(&self, spaces: &str) -> bool {
        match spaces {
            "all" => true,
            "space" => self.dimension == 3,
            "plane" => self.dimension == 2,
            _ => self.prefix == "cl_",
        }
    }
}

/// A function of C, or a type.
enum Part {
    /// A type with its spaces: `once` if it has no parameter.
    Type(&'static str, TypeOf),
    Function {
        spaces: String,
        docs: Vec<String>,
        name: String,
        given: Vec<(String, Type)>,
        result: Option<Type>,
    },
}

enum TypeOf {
    Struct(ItemStruct),
    Enum(ItemEnum),
    Opaque(Vec<String>, String),
    Callback(syn::ItemType),
}

/// Writes the header.
pub fn write(root: &Path) -> anyhow::Result<()> {
    fs::write(path(root), text(root)?).context("cannot write the header")
}

/// Where the header is.
pub fn path(root: &Path) -> std::path::PathBuf {
    root.join("capi/include/clearance.h")
}

/// The header as it must be.
pub fn text(root: &Path) -> anyhow::Result<String> {
    let mut parts = Vec::new();
    for file in FILES {
        let path = root.join(format!("capi/src/{file}.rs"));
        let text =
            fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        for item in file.items {
            read(item, &mut parts).with_context(|| path.display().to_string())?;
        }
    }
    let mut header = PROLOGUE.to_owned();
    let common = Writer { space: None, names: &parts };
    common.types("once", true, &mut header)?;
    let mut told = Vec::new();
    for (number, space) in SPACES.iter().enumerate() {
        let writer = Writer { space: Some(space), names: &parts };
        let _ = write!(header, "\n/* ---- {} ---- */\n", space.is);
        writer.types("each", number == 0, &mut header)?;
        for part in &parts {
            writer.function(part, number, &mut told, &mut header)?;
        }
    }
    Ok(header + EPILOGUE)
}

/// What an item is for C.
fn read(item: Item, parts: &mut Vec<Part>) -> anyhow::Result<()> {
    match item {
        Item::Struct(item) if matches!(item.vis, syn::Visibility::Public(_)) => {
            let spaces = if item.generics.params.is_empty() { "once" } else { "each" };
            let is_plain = item.attrs.iter().any(|attribute| attribute.path().is_ident("repr"));
            let docs = docs(&item.attrs);
            let name = item.ident.to_string();
            if is_plain {
                parts.push(Part::Type(spaces, TypeOf::Struct(item)));
            } else if name != "Wrong" {
                parts.push(Part::Type(spaces, TypeOf::Opaque(docs, name)));
            }
        }
        Item::Enum(item)
            if item.attrs.iter().any(|attribute| attribute.path().is_ident("repr")) =>
        {
            parts.push(Part::Type("once", TypeOf::Enum(item)));
        }
        Item::Type(item) if callback(&item.ty).is_some() => {
            let spaces = if item.generics.params.is_empty() { "once" } else { "each" };
            parts.push(Part::Type(spaces, TypeOf::Callback(item)));
        }
        Item::Fn(item) if item.sig.abi.is_some() => {
            let result = match &item.sig.output {
                ReturnType::Type(_, given) => Some((**given).clone()),
                ReturnType::Default => None,
            };
            let name = item.sig.ident.to_string();
            let name =
                name.strip_prefix("cl_").context("a function of C begins with cl_")?.to_owned();
            let arguments = item.sig.inputs.iter().map(|argument| match argument {
                FnArg::Typed(typed) => Ok((pattern(&typed.pat)?, (*typed.ty).clone())),
                FnArg::Receiver(_) => bail!("a function of C has no self"),
            });
            let given = arguments.collect::<anyhow::Result<_>>()?;
            let (spaces, docs) = ("once".to_owned(), docs(&item.attrs));
            parts.push(Part::Function { spaces, docs, name, given, result });
        }
        Item::Macro(item) if item.ident.is_none() => {
            let name = item.mac.path.require_ident()?.to_string();
            let tokens = item.mac.tokens;
            match name.as_str() {
                "exported" | "freed" => {
                    let Exported(spaces, functions) = syn::parse2(tokens)?;
                    for Function { docs, name, given } in functions {
                        parts.push(Part::Function {
                            spaces: spaces.clone(),
                            docs,
                            name,
                            given,
                            result: code(),
                        });
                    }
                }
                "of_pairs" => {
                    let Pairs(functions) = syn::parse2(tokens)?;
                    for Function { docs, name, given } in functions {
                        for (suffix, of_pair) in PAIR_FORMS {
                            let of_pair: Arguments = syn::parse_str(of_pair)?;
                            let given = of_pair.0.into_iter().chain(given.clone()).collect();
                            let (docs, spaces, name) =
                                (docs.clone(), "all".to_owned(), format!("{name}{suffix}"));
                            parts.push(Part::Function {
                                spaces,
                                docs,
                                name,
                                given,
                                result: code(),
                            });
                        }
                    }
                }
                "in_space" | "in_plane" | "thread_local" => {}
                other => bail!("what is {other}! for C?"),
            }
        }
        _ => {}
    }
    Ok(())
}

/// The arguments that `of_pairs!` adds.
const PAIR_FORMS: [(&str, &str); 2] = [
    (
        "",
        "a: *const Shape<S>, pose_a: *const Placed<S>, b: *const Shape<S>, pose_b: *const Placed<S>",
    ),
    (
        "_prepared",
        "a: *const Shape<S>, pose_a: *const PreparedPose<S>, b: *const Shape<S>, pose_b: *const PreparedPose<S>, \
         options: *const Options<S>",
    ),
];

fn code() -> Option<Type> {
    syn::parse_str("Code").ok()
}

/// What a macro has: a function with its arguments; its body is not read.
struct Function {
    docs: Vec<String>,
    name: String,
    given: Vec<(String, Type)>,
}

struct Exported(String, Vec<Function>);
struct Pairs(Vec<Function>);
struct Arguments(Vec<(String, Type)>);

impl Parse for Exported {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let spaces = input.parse::<syn::Ident>()?.to_string();
        input.parse::<Token![;]>()?;
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(function(input, false)?);
        }
        Ok(Self(spaces, functions))
    }
}

impl Parse for Pairs {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let mut functions = Vec::new();
        while !input.is_empty() {
            functions.push(function(input, true)?);
        }
        Ok(Self(functions))
    }
}

impl Parse for Arguments {
    fn parse(input: ParseStream) -> syn::Result<Self> {
        let pair = |input: ParseStream| {
            let name = input.parse::<syn::Ident>()?.to_string();
            input.parse::<Token![:]>()?;
            Ok((name, input.parse::<Type>()?))
        };
        let all = Punctuated::<(String, Type), Token![,]>::parse_terminated_with(input, pair)?;
        Ok(Self(all.into_iter().collect()))
    }
}

/// The next function; that of a pair begins with the name of its query.
fn function(input: ParseStream, is_of_pair: bool) -> syn::Result<Function> {
    let docs = docs(&Attribute::parse_outer(input)?);
    input.parse::<Token![fn]>()?;
    let name = input.parse::<syn::Ident>()?.to_string();
    let name =
        if ["cuboid", "rectangle"].contains(&name.as_str()) { "box".to_owned() } else { name };
    let given;
    syn::parenthesized!(given in input);
    if is_of_pair {
        given.parse::<syn::Ident>()?;
        given.parse::<Option<Token![,]>>()?;
    }
    let Arguments(given) = given.parse()?;
    if input.parse::<Option<Token![;]>>()?.is_none() {
        input.parse::<syn::Block>()?;
    }
    Ok(Function { docs, name, given })
}

/// Writes what one space has, or what none has of its own.
struct Writer<'h> {
    space: Option<&'h Space>,
    names: &'h [Part],
}

impl Writer<'_> {
    /// All types of these spaces: first the names, then what they hold.
    fn types(&self, of: &str, is_told: bool, header: &mut String) -> anyhow::Result<()> {
        let own = self.names.iter().filter_map(|part| match part {
            Part::Type(spaces, is) if *spaces == of => Some(is),
            _ => None,
        });
        for is in own {
            match is {
                TypeOf::Opaque(docs, name) => {
                    let name = self.name(name, of == "each");
                    header.push('\n');
                    comment(header, "", if is_told { docs } else { &[] });
                    let _ = writeln!(header, "typedef struct {name} {name};");
                }
                TypeOf::Enum(item) => numbers(item, header)?,
                TypeOf::Struct(item) => self.structure(item, of == "each", is_told, header)?,
                TypeOf::Callback(item) => {
                    let (given, _) = callback(&item.ty).context("a callback")?;
                    let given = given.iter().map(|(name, given)| self.declared(name, given));
                    let given = given.collect::<anyhow::Result<Vec<_>>>()?.join(", ");
                    let name = self.name(&item.ident.to_string(), of == "each");
                    header.push('\n');
                    comment(header, "", &if is_told { docs(&item.attrs) } else { vec![] });
                    let _ = writeln!(header, "typedef void (*{name})({given});");
                }
            }
        }
        Ok(())
    }

    fn structure(
        &self,
        item: &ItemStruct,
        is_each: bool,
        is_told: bool,
        header: &mut String,
    ) -> anyhow::Result<()> {
        let name = item.ident.to_string();
        let name = match (name.as_str(), self.space.map(|space| space.dimension)) {
            ("SpacePose", Some(3)) | ("PlanePose", Some(2)) => "Pose".to_owned(),
            ("SpacePose" | "PlanePose", _) => return Ok(()),
            _ => name,
        };
        // What the plane says otherwise than space is told there.
        let is_told = is_told
            || item.ident == "PlanePose" && self.space.is_some_and(|space| space.real == "double");
        let name = self.name(&name, is_each);
        let Fields::Named(fields) = &item.fields else { bail!("{name} has fields without names") };
        header.push('\n');
        comment(header, "", &if is_told { docs(&item.attrs) } else { vec![] });
        let _ = writeln!(header, "typedef struct {name} {{");
        for field in &fields.named {
            if matches!(&field.ty, Type::Path(path) if path.path.segments[0].ident == "PhantomData")
            {
                continue;
            }
            if is_told {
                comment(header, "    ", &docs(&field.attrs));
            }
            let field_name = field.ident.as_ref().context("a field")?.to_string();
            let _ = writeln!(header, "    {};", self.declared(&field_name, &field.ty)?);
        }
        let _ = writeln!(header, "}} {name};");
        Ok(())
    }

    /// A function, if it is one of this space.
    fn function(
        &self,
        part: &Part,
        number: usize,
        told: &mut Vec<String>,
        header: &mut String,
    ) -> anyhow::Result<()> {
        let (Part::Function { spaces, docs, name, given, result }, Some(space)) =
            (part, self.space)
        else {
            return Ok(());
        };
        if !space.has(spaces) {
            return Ok(());
        }
        header.push('\n');
        let said =
            format!("{name} {}", if number >= 2 && spaces == "plane" { "plane" } else { "" });
        if !told.contains(&said) {
            comment(header, "", docs);
            told.push(said);
        }
        let given = given.iter().map(|(name, given)| self.declared(name, given));
        let given = given.collect::<anyhow::Result<Vec<_>>>()?;
        let given = if given.is_empty() { "void".to_owned() } else { given.join(", ") };
        let result =
            result.as_ref().map_or(Ok("void ".to_owned()), |given| self.declared("", given))?;
        let space_between = if result.ends_with(' ') || result.ends_with('*') { "" } else { " " };
        let line = format!("CL_API {result}{space_between}{}{name}({given});", space.prefix);
        wrapped(header, &line);
        Ok(())
    }

    /// The name of a type in C.
    fn name(&self, name: &str, is_each: bool) -> String {
        let prefix = if is_each { self.space.map_or("cl_", |space| space.prefix) } else { "cl_" };
        format!("{prefix}{}", snake(name))
    }

    /// A declaration: the type of C around a name.
    fn declared(&self, name: &str, given: &Type) -> anyhow::Result<String> {
        let joined = |before: &str, name: &str| {
            let gap = if name.is_empty() || before.ends_with('*') { "" } else { " " };
            format!("{before}{gap}{name}")
        };
        match given {
            Type::Ptr(pointer) => {
                let is_const = pointer.const_token.is_some();
                if let Some(dimensions) = self.dimensions(&pointer.elem) {
                    let dimensions = if dimensions.is_empty() { "[1]" } else { &dimensions };
                    let before = if is_const { "const " } else { "" };
                    return Ok(format!("{before}{} {name}{dimensions}", self.real()?));
                }
                let inner = self.declared("", &pointer.elem)?;
                let inner = inner.trim_end();
                // A pointer is const behind its star.
                Ok(match (is_const, inner.ends_with('*')) {
                    (true, true) => joined(&format!("{inner}const *"), name),
                    (true, false) => joined(&format!("const {inner} *"), name),
                    (false, true) => joined(&format!("{inner}*"), name),
                    (false, false) => joined(&format!("{inner} *"), name),
                })
            }
            Type::Array(array) => {
                let Expr::Lit(length) = &array.len else {
                    bail!("the length of {name} is no number")
                };
                let Lit::Int(length) = &length.lit else {
                    bail!("the length of {name} is no number")
                };
                Ok(format!("{}[{length}]", self.declared(name, &array.elem)?))
            }
            Type::Path(path) => {
                if let Some(dimensions) = self.dimensions(given) {
                    return Ok(format!("{} {name}{dimensions}", self.real()?));
                }
                let last = path.path.segments.last().context("a path")?;
                let is_each = !last.arguments.is_empty();
                let is = match last.ident.to_string().as_str() {
                    "Real" | "R" => self.real()?.to_owned(),
                    "Numbers" => return Ok(joined(&format!("const {} *", self.real()?), name)),
                    "Placed" => self.name("Pose", true),
                    "bool" => "bool".into(),
                    "c_void" => "void".into(),
                    "c_char" => "char".into(),
                    "f64" => "double".into(),
                    "usize" => "size_t".into(),
                    "u8" | "u32" | "u64" => format!("uint{}_t", &last.ident.to_string()[1..]),
                    "i32" | "i64" => format!("int{}_t", &last.ident.to_string()[1..]),
                    own if self.knows(own) => self.name(own, is_each),
                    other => bail!("C has no {other}"),
                };
                Ok(joined(&is, name))
            }
            _ => bail!("C has no such type for {name}"),
        }
    }

    /// Behind the name, if it is a vector.
    fn dimensions(&self, given: &Type) -> Option<String> {
        let Type::Path(path) = given else { return None };
        let dimension = self.space?.dimension;
        match path.path.segments.last()?.ident.to_string().as_str() {
            "Angular" if dimension == 2 => Some(String::new()),
            "Array" | "Angular" => Some(format!("[{dimension}]")),
            _ => None,
        }
    }

    fn real(&self) -> anyhow::Result<&str> {
        Ok(self.space.ok_or_else(|| anyhow!("a number without a space"))?.real)
    }

    fn knows(&self, name: &str) -> bool {
        self.names.iter().any(|part| match part {
            Part::Type(_, TypeOf::Struct(item)) => item.ident == name,
            Part::Type(_, TypeOf::Enum(item)) => item.ident == name,
            Part::Type(_, TypeOf::Opaque(_, own)) => own == name,
            Part::Type(_, TypeOf::Callback(item)) => item.ident == name,
            Part::Function { .. } => false,
        })
    }
}

/// The arguments of a callback, and its result.
fn callback(given: &Type) -> Option<(Vec<(String, Type)>, &ReturnType)> {
    let Type::Path(path) = given else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == "Option")?;
    let syn::PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let Some(syn::GenericArgument::Type(Type::BareFn(function))) = arguments.args.first() else {
        return None;
    };
    let argument = |of: &syn::BareFnArg| {
        let name = of.name.as_ref().map(|(name, _)| name.to_string()).unwrap_or_default();
        (name, of.ty.clone())
    };
    Some((function.inputs.iter().map(argument).collect(), &function.output))
}

/// An enum is a number of a known size in C, and its values are constants.
fn numbers(item: &ItemEnum, header: &mut String) -> anyhow::Result<()> {
    let name = snake(&item.ident.to_string());
    header.push('\n');
    comment(header, "", &docs(&item.attrs));
    let _ = writeln!(header, "typedef int32_t cl_{name};\nenum {{");
    let mut values = BTreeMap::new();
    for variant in &item.variants {
        let Some((_, Expr::Lit(value))) = &variant.discriminant else {
            bail!("{name} has no number")
        };
        let Lit::Int(value) = &value.lit else { bail!("{name} has no number") };
        let constant = format!("CL_{}_{}", name, snake(&variant.ident.to_string())).to_uppercase();
        comment(header, "    ", &docs(&variant.attrs));
        let _ = writeln!(header, "    {constant} = {value},");
        if values.insert(value.to_string(), constant).is_some() {
            bail!("{name} has a number twice");
        }
    }
    header.push_str("};\n");
    Ok(())
}

fn docs(attributes: &[Attribute]) -> Vec<String> {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(text) => match &text.lit {
                Lit::Str(text) => Some(text.value().trim().to_owned()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect()
}

fn comment(header: &mut String, indent: &str, lines: &[String]) {
    if let Some((last, before)) = lines.split_last() {
        for (number, line) in before.iter().enumerate() {
            let _ = writeln!(header, "{indent}{} {line}", if number == 0 { "/*" } else { "  " });
        }
        let _ =
            writeln!(header, "{indent}{} {last} */", if before.is_empty() { "/*" } else { "  " });
    }
}

/// A line, cut between arguments where it is long.
fn wrapped(header: &mut String, line: &str) {
    let mut width = 0;
    for (number, part) in line.split_inclusive(", ").enumerate() {
        if number > 0 && width + part.trim_end().len() > 118 {
            header.truncate(header.trim_end().len());
            header.push_str("\n    ");
            width = 4;
        }
        header.push_str(part);
        width += part.len();
    }
    header.push('\n');
}

fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (number, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && number > 0 {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

fn pattern(pattern: &syn::Pat) -> anyhow::Result<String> {
    match pattern {
        syn::Pat::Ident(name) => Ok(name.ident.to_string()),
        _ => bail!("an argument has no name"),
    }
}

const PROLOGUE: &str = "\
/* clearance: exact and proven questions about collisions, for C. docs/c.md explains it.
   Written by `cargo xtask capi --header` of the text of the library: change that instead. */
#ifndef CLEARANCE_H
#define CLEARANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* With CL_STATIC the library is linked statically; only Windows asks. */
#if defined(_WIN32) && !defined(CL_STATIC)
#define CL_API __declspec(dllimport)
#else
#define CL_API
#endif

#ifdef __cplusplus
extern \"C\" {
#endif
";

const EPILOGUE: &str = "
#ifdef __cplusplus
}
#endif

#endif
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_that_of_the_text() -> anyhow::Result<()> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().context("a parent")?;
        let is = fs::read_to_string(path(root)).context("cannot read the header")?;
        assert!(is == text(root)?, "`cargo xtask capi --header` writes it anew");
        Ok(())
    }

    #[test]
    fn types_are_those_of_c() -> anyhow::Result<()> {
        let names = [Part::Type("each", TypeOf::Opaque(vec![], "Shape".into()))];
        let plane = Writer { space: Some(&SPACES[3]), names: &names };
        let said = |given: &str| plane.declared("x", &syn::parse_str(given)?);
        assert_eq!(said("*const *const Shape<S>")?, "const clf2_shape *const *x");
        assert_eq!(said("*mut *mut Shape<S>")?, "clf2_shape **x");
        assert_eq!(said("*const Array<S>")?, "const float x[2]");
        assert_eq!(said("Angular<S>")?, "float x");
        assert_eq!(said("[u64; 4]")?, "uint64_t x[4]");
        assert!(said("String").is_err() && said("*const Unknown<S>").is_err());
        Ok(())
    }
}
