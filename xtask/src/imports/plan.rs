//! The block of ARCHITECTURE.md that lists which top-level module may import which.
//!
//! It is fenced as `imports`. A line is a top-level module, a colon, and the top-level modules that it
//! may import, or `*` for all. A top-level module may always import itself. A line may name only
//! top-level modules of lines above it, so that imports run in one direction.

use anyhow::{Context, bail, ensure};

/// The block, read.
#[derive(Debug)]
pub struct Plan {
    top_modules: Vec<TopModule>,
}

#[derive(Debug)]
struct TopModule {
    name: String,
    imports: Vec<String>,
}

impl Plan {
    /// Reads the one block of the page.
    pub fn parse(page: &str) -> anyhow::Result<Self> {
        let is_fence = |(_, line): &(usize, &str)| line.trim_end() == "```imports";
        let start = page.lines().enumerate().find(is_fence);
        let (start, _) = start.context("ARCHITECTURE.md has no block fenced as ```imports")?;
        let mut plan = Self { top_modules: Vec::new() };
        for (i, line) in page.lines().enumerate().skip(start + 1) {
            if line.starts_with("```") {
                ensure!(
                    !plan.top_modules.is_empty(),
                    "ARCHITECTURE.md: the block of imports is empty"
                );
                return Ok(plan);
            }
            plan.add(line).with_context(|| format!("ARCHITECTURE.md:{}", i + 1))?;
        }
        bail!("ARCHITECTURE.md: the block of imports has no end")
    }

    /// Reads one line, such as `space: number error`.
    fn add(&mut self, line: &str) -> anyhow::Result<()> {
        let (name, imports) = line.split_once(':').context("a line is `module: its imports`")?;
        let name = name.trim();
        ensure!(self.top_module(name).is_none(), "`{name}` has a line above");
        let imports: Vec<String> = imports.split_whitespace().map(str::to_owned).collect();
        for import in imports.iter().filter(|i| *i != "*") {
            let above = self.top_module(import).is_some();
            ensure!(above, "`{name}` may import only modules above it, which `{import}` is not");
        }
        self.top_modules.push(TopModule { name: name.to_owned(), imports });
        Ok(())
    }

    /// May `from` import `to`? `None` if `from` has no line.
    pub fn allows(&self, from: &str, to: &str) -> Option<bool> {
        let top_module = self.top_module(from)?;
        Some(from == to || top_module.imports.iter().any(|i| i == to || i == "*"))
    }

    /// The modules after the colon.
    pub fn imports_of(&self, name: &str) -> &[String] {
        self.top_module(name).map_or(&[], |r| &r.imports)
    }

    /// The names of all top-level modules.
    pub fn top_modules(&self) -> impl Iterator<Item = &str> {
        self.top_modules.iter().map(|r| r.name.as_str())
    }

    fn top_module(&self, name: &str) -> Option<&TopModule> {
        self.top_modules.iter().find(|r| r.name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_block() {
        let page = "# A\n```text\nx: y\n```\n```imports\na:\nb:  a\nlib: *\n```\nc: a\n";
        let plan = Plan::parse(page).unwrap();
        assert_eq!(plan.top_modules().collect::<Vec<_>>(), ["a", "b", "lib"]);
        assert_eq!(plan.allows("b", "a"), Some(true));
        assert_eq!(plan.allows("b", "b"), Some(true));
        assert_eq!(plan.allows("a", "b"), Some(false));
        assert_eq!(plan.allows("lib", "b"), Some(true));
        assert_eq!(plan.allows("c", "a"), None);
    }

    #[test]
    fn refuses_what_is_not_a_plan() {
        let refused = [
            ("# A\n", "no block"),
            ("```imports\n```\n", "empty"),
            ("```imports\na:\n", "no end"),
            ("```imports\na:\nb a\n```\n", "ARCHITECTURE.md:3"),
            ("```imports\na:\na:\n```\n", "has a line above"),
            ("```imports\na: b\nb: a\n```\n", "`b` is not"),
            ("```imports\na: a\n```\n", "`a` is not"),
        ];
        for (page, reason) in refused {
            let error = format!("{:#}", Plan::parse(page).unwrap_err());
            assert!(error.contains(reason), "{page}: {error}");
        }
    }
}
