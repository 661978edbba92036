//! `cargo xtask bill`: what is linked into what is released, in `target/bill`.
//!
//! ```text
//!   cargo metadata -> packages that are reached by dependencies of libraries, without macros and what only builds
//!                  -> sbom.json     CycloneDX 1.5: name, version, licence
//!                  -> LICENCES.txt  the texts of the licences that their packages have
//! ```
//!
//! Source: ECMA-424, the CycloneDX bill of materials. Packages of all systems are in it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::steps::cargo;

/// What is released.
const RELEASED: [&str; 3] = ["clearance-cli", "clearance-python", "clearance-js"];
/// Released, too, if it is there.
const OF_C: &str = "clearance-capi";
/// Files whose names begin so have the text of a licence.
const TEXTS: [&str; 5] = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];

/// A package that is linked.
struct Package {
    name: String,
    version: String,
    licence: String,
    /// Is it of this workspace?
    own: bool,
    texts: Vec<String>,
}

/// Writes both files.
pub fn write(root: &Path) -> anyhow::Result<()> {
    let packages = linked(root)?;
    let others: Vec<&Package> = packages.iter().filter(|package| !package.own).collect();
    let out = root.join("target/bill");
    fs::create_dir_all(&out)?;
    fs::write(out.join("sbom.json"), serde_json::to_string_pretty(&sbom(&packages))? + "\n")?;
    let mut text = String::from("What clearance is linked with, and its licences.\n");
    for Package { name, version, licence, texts, .. } in &others {
        let line = "=".repeat(80);
        text += &format!("\n{line}\n{name} {version}: {licence}\n{line}\n");
        if texts.is_empty() {
            text += "\nIts package has no text of it.\n";
        }
        texts.iter().for_each(|licence| text += &format!("\n{}\n", licence.trim()));
    }
    fs::write(out.join("LICENCES.txt"), text)?;
    let without = others.iter().filter(|package| package.texts.is_empty()).count();
    println!(
        "target/bill: {} packages of others, {without} without the text of a licence",
        others.len()
    );
    Ok(())
}

fn sbom(packages: &[Package]) -> Value {
    let component = |Package { name, version, licence, .. }: &Package| {
        let purl = format!("pkg:cargo/{name}@{version}");
        // An old form of "or".
        let expression = licence.replace('/', " OR ");
        json!({
            "type": "library", "bom-ref": purl, "name": name, "version": version, "purl": purl,
            "licenses": [{ "expression": expression }],
        })
    };
    json!({
        "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
        "metadata": { "component": {
            "type": "application", "name": "clearance", "version": env!("CARGO_PKG_VERSION"),
        } },
        "components": packages.iter().map(component).collect::<Vec<_>>(),
    })
}

/// The packages that are linked into what is released, by name and version.
fn linked(root: &Path) -> anyhow::Result<Vec<Package>> {
    let mut asked = cargo(root, "metadata --format-version 1 --locked");
    let told = asked.output()?;
    ensure!(told.status.success(), "{}", String::from_utf8_lossy(&told.stderr));
    let told: Value = serde_json::from_slice(&told.stdout)?;
    let list = |of: &'static str, value: &Value| {
        value.as_array().cloned().with_context(|| format!("cargo metadata has no {of}"))
    };
    let word = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let by_id: BTreeMap<String, Value> = list("packages", &told["packages"])?
        .into_iter()
        .map(|package| (word(&package["id"]), package))
        .collect();
    let nodes: BTreeMap<String, Value> = list("nodes", &told["resolve"]["nodes"])?
        .into_iter()
        .map(|node| (word(&node["id"]), node))
        .collect();
    let is_released = |(_, package): &(&String, &Value)| {
        let name = word(&package["name"]);
        RELEASED.contains(&&name[..]) || name == OF_C
    };
    let mut open: Vec<String> =
        by_id.iter().filter(is_released).map(|(id, _)| id.clone()).collect();
    ensure!(open.len() >= RELEASED.len(), "the workspace lacks one of {RELEASED:?}");
    let mut reached = BTreeSet::new();
    while let Some(id) = open.pop() {
        let is_macro = by_id.get(&id).is_some_and(|package| is_macro(&package["targets"]));
        if is_macro || !reached.insert(id.clone()) {
            continue;
        }
        let dependencies = nodes.get(&id).map_or(&Value::Null, |node| &node["deps"]);
        for dependency in dependencies.as_array().into_iter().flatten() {
            let mut kinds = dependency["dep_kinds"].as_array().into_iter().flatten();
            // Others are for tests and for building.
            if kinds.any(|kind| kind["kind"].is_null()) {
                open.push(word(&dependency["pkg"]));
            }
        }
    }
    let mut packages = Vec::new();
    for package in reached.iter().filter_map(|id| by_id.get(id)) {
        let name = word(&package["name"]);
        let licence = word(&package["license"]);
        ensure!(!licence.is_empty(), "{name} names no licence");
        let manifest = word(&package["manifest_path"]);
        let folder = Path::new(&manifest).parent().context("a manifest without a folder")?;
        let (version, own) = (word(&package["version"]), package["source"].is_null());
        packages.push(Package { name, version, licence, own, texts: texts(folder)? });
    }
    packages.sort_by(|p, q| (&p.name, &p.version).cmp(&(&q.name, &q.version)));
    Ok(packages)
}

/// Macros run in the compiler and are not linked.
fn is_macro(targets: &Value) -> bool {
    let kinds = targets.as_array().into_iter().flatten();
    kinds.flat_map(|target| target["kind"].as_array()).flatten().any(|kind| kind == "proc-macro")
}

/// The texts of licences in the folder of a package, by the names of their files.
fn texts(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        if path.is_file() && TEXTS.iter().any(|begin| name.starts_with(begin)) {
            files.push(path);
        }
    }
    files.sort();
    files.iter().map(|file| Ok(String::from_utf8_lossy(&fs::read(file)?).into_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_linked_is_listed_and_what_only_builds_is_not() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let packages = linked(&root).unwrap();
        let named = |name: &str| packages.iter().find(|package| package.name == name);
        for name in RELEASED.into_iter().chain(["clearance", "clap", "glam", "quick-xml"]) {
            assert!(named(name).is_some(), "{name}");
        }
        // A macro, a dependency of tests, and a tool of this repository.
        for name in ["serde_derive", "clearance-testing", "xtask"] {
            assert!(named(name).is_none(), "{name}");
        }
        let glam = named("glam").unwrap();
        assert!(!glam.own && glam.licence.contains("MIT") && glam.texts.len() >= 2);
        let bill = sbom(&packages);
        assert_eq!(bill["components"].as_array().unwrap().len(), packages.len());
        let refs: BTreeSet<&str> = bill["components"]
            .as_array()
            .unwrap()
            .iter()
            .map(|component| component["bom-ref"].as_str().unwrap())
            .collect();
        assert_eq!(refs.len(), packages.len());
    }
}
