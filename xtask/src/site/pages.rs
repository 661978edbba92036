//! Pages: Markdown as HTML at the same places, with a menu. Links to pages lead to their HTML, links to folders to a list of
//! their files, and files that are linked are copied.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// What the menu has, from the root of the site.
const MENU: [(&str, &str); 10] = [
    ("clearance", "index.html"),
    ("Rust", "rust/clearance/index.html"),
    ("Python", "python/README.html"),
    ("JavaScript", "js/package/README.html"),
    ("C and C++", "docs/c.html"),
    ("Robots", "docs/robots.html"),
    ("a path proven", "reports/panda.html"),
    ("a house checked", "reports/house.html"),
    ("The lab", "lab/index.html"),
    ("Notes", "docs/notes/README.html"),
];

const STYLE: &str = "body{max-width:54em;margin:0 auto;padding:1em;font:17px/1.5 system-ui,sans-serif;color-scheme:light dark}\
nav{display:flex;flex-wrap:wrap;gap:0 1.2em}pre{overflow:auto;padding:.8em}pre,code{background:#8882;border-radius:4px}\
pre code{background:none}table{border-collapse:collapse;display:block;overflow:auto}\
td,th{border:1px solid #8886;padding:.2em .6em;text-align:left}\
img{max-width:100%}";

/// The anchor that GitHub gives to a heading: lower case, without punctuation, a hyphen for each space.
pub fn anchor(heading: &str) -> String {
    let kept = heading.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// The pages of a site that is being written.
pub struct Pages<'a> {
    root: &'a Path,
    site: &'a Path,
    files: &'a BTreeSet<String>,
    linked: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl<'a> Pages<'a> {
    /// `files` are all files of the repository.
    pub fn new(root: &'a Path, site: &'a Path, files: &'a BTreeSet<String>) -> Self {
        let (linked, folders) = (BTreeSet::new(), BTreeSet::new());
        Self { root, site, files, linked, folders }
    }

    /// Writes a page of Markdown.
    pub fn write(&mut self, file: &str) -> anyhow::Result<()> {
        let text = fs::read_to_string(self.root.join(file))?;
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut events: Vec<_> = Parser::new_ext(&text, options).collect();
        name_headings(&mut events);
        for event in &mut events {
            if let Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) = event {
                *dest_url = CowStr::from(self.link(file, dest_url));
            }
        }
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(file);
        self.put(&page_of(file), title, &body)
    }

    /// Where a link of a page leads in the site. A page is its HTML, a folder its README or a list.
    fn link(&mut self, page: &str, link: &str) -> String {
        if link.contains("://") || link.starts_with(['#', '<']) || link.starts_with("mailto:") {
            return link.to_owned();
        }
        let (path, anchor) = link
            .split_once('#')
            .map_or((link, String::new()), |(path, anchor)| (path, format!("#{anchor}")));
        let target = joined(page, path);
        let readme =
            if target.is_empty() { "README.md".into() } else { format!("{target}/README.md") };
        let found = if self.files.contains(&target) && target.ends_with(".md") {
            page_of(&target)
        } else if self.files.contains(&target) {
            self.linked.insert(target.clone());
            // Browsers show few kinds of files as text.
            if is_shown(&target) { target } else { format!("{target}.txt") }
        } else if self.files.contains(&readme) {
            page_of(&readme)
        } else if self.inside(&target).next().is_some() {
            self.folders.insert(target.clone());
            format!("{target}/files.html")
        } else {
            // Not there: following the links will say so.
            target
        };
        format!("{}{found}{anchor}", up(page))
    }

    fn inside<'s>(&'s self, folder: &str) -> impl Iterator<Item = &'s String> {
        let start = format!("{folder}/");
        self.files.iter().filter(move |file| file.starts_with(&start))
    }

    /// Copies the files that pages link, and writes the lists of folders.
    pub fn copy_what_is_linked(&mut self) -> anyhow::Result<()> {
        for folder in self.folders.clone() {
            let files: Vec<_> = self.inside(&folder).cloned().collect();
            let list = format!("{folder}/files.md");
            let items: String = files
                .iter()
                .map(|file| {
                    let name = file.strip_prefix(&format!("{folder}/")).unwrap_or(file);
                    format!("<li><a href=\"{}\">{name}</a></li>\n", self.link(&list, name))
                })
                .collect();
            self.put(
                &page_of(&list),
                &folder,
                &format!("<h1>{folder}</h1>\n<ul>\n{items}</ul>\n"),
            )?;
        }
        for file in &self.linked {
            let name = if is_shown(file) { file.clone() } else { format!("{file}.txt") };
            let to = self.site.join(name);
            fs::create_dir_all(to.parent().context("a folder")?)?;
            fs::copy(self.root.join(file), to)?;
        }
        Ok(())
    }

    fn put(&self, page: &str, title: &str, body: &str) -> anyhow::Result<()> {
        let up = up(page);
        let menu: String =
            MENU.iter().map(|(name, to)| format!("<a href=\"{up}{to}\">{name}</a>\n")).collect();
        let to: PathBuf = self.site.join(page);
        fs::create_dir_all(to.parent().context("a folder")?)?;
        let head = format!(
            "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n<style>{STYLE}</style>\n"
        );
        Ok(fs::write(to, format!("{head}<nav>\n{menu}</nav>\n{body}"))?)
    }
}

/// Gives headings the anchors that links to them have.
fn name_headings(events: &mut [Event<'_>]) {
    for at in 0..events.len() {
        if !matches!(events[at], Event::Start(Tag::Heading { .. })) {
            continue;
        }
        let words =
            events[at..].iter().take_while(|e| !matches!(e, Event::End(TagEnd::Heading(_))));
        let text: String = words
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
            *id = Some(anchor(&text).into());
        }
    }
}

/// The page of a file of Markdown.
fn page_of(file: &str) -> String {
    let page = file.strip_suffix(".md").unwrap_or(file);
    if page == "README" { "index.html".into() } else { format!("{page}.html") }
}

/// The way from a page to the root of the site.
fn up(page: &str) -> String {
    "../".repeat(page.matches('/').count())
}

/// Does a browser show such a file, or does one want it as it is?
fn is_shown(file: &str) -> bool {
    ["svg", "png", "jpg", "txt", "json", "jsonl", "csv", "stl", "glb"]
        .iter()
        .any(|end| file.ends_with(&format!(".{end}")))
}

/// A path relative to the folder of a page, from the root.
fn joined(page: &str, path: &str) -> String {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_joined() {
        assert_eq!(joined("docs/notes/c.md", "../c.md"), "docs/c.md");
        assert_eq!(joined("README.md", "./docs/"), "docs");
        assert_eq!((up("a/b/c.html"), up("index.html")), ("../../".into(), String::new()));
    }
}
