//! Patterns for the names of bodies, in `ignore` and `[[clearance]]`.
//!
//! `*` stands for any text, `?` for any character, `[ab]` for one of several, `{arm,leg}` for one of several
//! texts, and a backslash takes the next character as it is. A name without a pattern in mind fits itself, whatever
//! characters it has. `group:NAME` fits the bodies whose group fits NAME.

use anyhow::{Result, anyhow};
use clearance::space::Vector;
use globset::{GlobBuilder, GlobMatcher};

use crate::scene::Body;
use crate::text::shown;

/// A pattern for bodies.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As it stands in the file.
    pub text: String,
    /// Is it for the group of a body?
    of_group: bool,
    glob: GlobMatcher,
}

impl Pattern {
    /// Reads a pattern.
    pub fn of(text: &str) -> Result<Self> {
        let group = text.strip_prefix("group:");
        let glob = GlobBuilder::new(group.unwrap_or(text)).backslash_escape(true).build();
        // The error's own text has the pattern as it is.
        let glob = glob.map_err(|e| anyhow!("the pattern \"{}\": {}", shown(text), e.kind()))?;
        let glob = glob.compile_matcher();
        Ok(Self { text: text.into(), of_group: group.is_some(), glob })
    }

    /// The pattern for all names that begin with this one and a slash.
    pub fn inside(name: &str) -> Result<Self> {
        let glob = GlobBuilder::new(&format!("{}/*", globset::escape(name)))
            .backslash_escape(false)
            .build()?
            .compile_matcher();
        Ok(Self { text: format!("{name}/*"), of_group: false, glob })
    }

    /// Does it fit a body of this name and group?
    pub fn fits(&self, name: &str, group: Option<&str>) -> bool {
        let by_group = || group.is_some_and(|group| self.fits_text(group));
        name == self.text || if self.of_group { by_group() } else { self.glob.is_match(name) }
    }

    fn fits_text(&self, text: &str) -> bool {
        self.text.strip_prefix("group:") == Some(text) || self.glob.is_match(text)
    }

    /// For each body, does it fit?
    pub fn among<V: Vector>(&self, bodies: &[Body<V>]) -> Vec<bool> {
        bodies.iter().map(|body| self.fits(&body.name, body.group.as_deref())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn patterns_fit_names() {
        for (pattern, fits, others) in [
            ("arm", &["arm"][..], &["arm1", "ar", ""][..]),
            ("arm*", &["arm", "arm12", "arm/left"], &["an arm"]),
            ("*1?*", &["link12", "1x1x", "1/2"], &["link1", "1"]),
            ("**", &["", "x"], &[]),
            ("a*b*c", &["abc", "aXbbYc"], &["acb", "abcd"]),
            ("link[1-3]", &["link2", "link[1-3]"], &["link4"]),
            ("{arm,leg}_*", &["arm_1", "leg_"], &["hand_1"]),
            (r"\*", &["*"], &["x"]),
        ] {
            let pattern = Pattern::of(pattern).unwrap();
            assert!(fits.iter().all(|name| pattern.fits(name, None)), "{pattern:?}");
            assert!(!others.iter().any(|name| pattern.fits(name, None)), "{pattern:?}");
        }
        let group = Pattern::of("group:joint*").unwrap();
        assert!(group.fits("x", Some("joint 1")) && group.fits("x", Some("joint*")));
        assert!(!group.fits("joint 1", None) && !group.fits("x", Some("a joint")));
        assert!(Pattern::of("link[").is_err());
    }
}
