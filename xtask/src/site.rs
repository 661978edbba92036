//! One static site: `cargo xtask site` writes `target/site`, which works offline and in any folder of a server.
//!
//! ```text
//!   *.md of the repository --pages--> *.html at the same places, links between them rewritten, what they link copied
//!   cargo doc              --> rust/      crates/cli/lab --> lab/      clearance check --html --> reports/
//! ```
//!
//! Then every link is followed: to a file that is there, and to an anchor in it.

mod pages;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::home::tracked;
use crate::steps::{cargo, docs};
use pages::Pages;
#[cfg(test)]
pub use pages::anchor;

/// Reports that open: the arguments of `clearance check`, and the file.
const REPORTS: [(&str, &str); 2] = [
    ("scenes/panda/cell.toml --path scenes/panda/proven.csv", "panda.html"),
    ("scenes/house/scene.toml --approvals scenes/house/approved.toml", "house.html"),
];

pub fn build(root: &Path) -> anyhow::Result<()> {
    let site = root.join("target/site");
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    let files: BTreeSet<String> = tracked(root)?.into_iter().collect();
    let mut pages = Pages::new(root, &site, &files);
    for page in files.iter().filter(|file| is_page(file)) {
        pages.write(page)?;
    }
    pages.copy_what_is_linked()?;

    docs(root)?;
    copy_folder(&root.join("target/doc"), &site.join("rust"))?;
    copy_folder(&root.join("crates/cli/lab"), &site.join("lab"))?;
    for (arguments, file) in REPORTS {
        report(root, arguments, &site.join("reports").join(file))?;
    }
    let followed = follow(&site)?;
    println!("{} is written, {followed} links lead somewhere", site.join("index.html").display());
    Ok(())
}

/// Templates of GitHub are no pages.
fn is_page(file: &str) -> bool {
    file.ends_with(".md") && !file.starts_with(".github/")
}

/// `clearance check` exits with 1 where bodies touch, which is no failure here.
fn report(root: &Path, arguments: &str, file: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(file.parent().context("a folder")?)?;
    let mut command = cargo(root, "run --quiet --release --package clearance-cli -- check");
    command.args(arguments.split(' ')).arg("--html").arg(file);
    let status = command.stdout(std::process::Stdio::null()).status()?;
    ensure!(
        status.code().is_some_and(|code| code < 2) && file.is_file(),
        "no report of {arguments}"
    );
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    let entries = fs::read_dir(from).with_context(|| from.display().to_string())?;
    for entry in entries {
        let entry = entry?;
        let to = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy_folder(&entry.path(), &to)?;
        } else {
            fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

/// Follows the links of all pages; returns how many lead to something in the site.
fn follow(site: &Path) -> anyhow::Result<usize> {
    let mut pages = Vec::new();
    written(site, &mut pages)?;
    let (mut followed, mut lost) = (0, Vec::new());
    for page in &pages {
        for link in links(&fs::read_to_string(page)?) {
            match leads(page, &link) {
                Some(true) => followed += 1,
                Some(false) => lost.push(format!("{}: {link}", page.display())),
                None => {}
            }
        }
    }
    ensure!(lost.is_empty(), "links that lead nowhere:\n{}", lost.join("\n"));
    ensure!(followed > 300, "only {followed} links");
    Ok(followed)
}

/// The pages, but those of rustdoc, the page and reports, which check their own.
fn written(folder: &Path, pages: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_own = ["rust", "lab", "reports"]
            .iter()
            .any(|name| folder.ends_with("site") && path.ends_with(name));
        if path.is_dir() && !is_own {
            written(&path, pages)?;
        } else if path.extension().is_some_and(|end| end == "html") {
            pages.push(path);
        }
    }
    Ok(())
}

/// The targets of links and pictures.
fn links(html: &str) -> Vec<String> {
    let of = |name| html.split(name).skip(1).filter_map(|rest| rest.split('"').next());
    of(" href=\"").chain(of(" src=\"")).map(str::to_owned).collect()
}

/// Does a link lead to a file, and to an anchor in it? `None` if it leaves the site.
fn leads(page: &Path, link: &str) -> Option<bool> {
    if link.contains("://") || link.starts_with("mailto:") || link.starts_with("data:") {
        return None;
    }
    let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { page.to_owned() } else { page.parent()?.join(file) };
    if anchor.is_empty() || target.extension().is_none_or(|end| end != "html") {
        return Some(target.is_file());
    }
    let text = fs::read_to_string(target).unwrap_or_default();
    Some(text.contains(&format!(" id=\"{anchor}\"")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages without rustdoc and the reports: all links between them lead somewhere.
    #[test]
    fn pages_link_what_is_there() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let site = root.join("target/tmp-site").join("site");
        let _ = fs::remove_dir_all(&site);
        let files: BTreeSet<String> = tracked(&root).unwrap().into_iter().collect();
        let mut pages = Pages::new(&root, &site, &files);
        for page in files.iter().filter(|file| is_page(file)) {
            pages.write(page).unwrap();
        }
        pages.copy_what_is_linked().unwrap();
        // What the menu links, but the pages do not make.
        for made in [
            "rust/clearance/index.html",
            "lab/index.html",
            "reports/panda.html",
            "reports/house.html",
        ] {
            fs::create_dir_all(site.join(made).parent().unwrap()).unwrap();
            fs::write(site.join(made), "").unwrap();
        }
        assert!(follow(&site).unwrap() > 1000);

        let index = fs::read_to_string(site.join("index.html")).unwrap();
        assert!(
            index.contains("<h1 id=\"clearance\">") && index.contains("docs/proof.html#as-given")
        );
        fs::write(site.join("lost.html"), "<a href=\"nowhere.html\">").unwrap();
        assert!(follow(&site).unwrap_err().to_string().contains("lost.html: nowhere.html"));
        fs::remove_dir_all(site.parent().unwrap()).unwrap();
    }
}
