//! Sentences about names and values that are wrong: they list what is known, and guess what was meant.

/// A longer list of names is cut.
const MOST_NAMES: usize = 24;

/// The known names in one line, the first of many.
pub fn list<S: AsRef<str>>(known: &[S]) -> String {
    let shown: Vec<&str> = known.iter().take(MOST_NAMES).map(AsRef::as_ref).collect();
    let rest = known.len() - shown.len();
    let more = if rest > 0 { format!(" and {rest} more") } else { String::new() };
    shown.join(", ") + &more
}

/// `; did you mean "x"?` if a known name is near enough to be meant, else nothing.
pub fn guess<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    let lower = name.to_lowercase();
    let apart = |known: &str| strsim::damerau_levenshtein(&lower, &known.to_lowercase());
    // Long names only cost time: no known name is near them.
    let nearest = known.iter().filter(|_| name.len() < 100).min_by_key(|k| apart(k.as_ref()));
    // A third of the letters may be wrong.
    let near = |known: &&S| apart(known.as_ref()) <= (lower.chars().count() / 3).max(1);
    nearest.filter(near).map_or(String::new(), |n| format!("; did you mean {:?}?", n.as_ref()))
}

/// `unknown kind "x"; the known ones are ...; did you mean "y"?`
pub fn unknown<S: AsRef<str>>(what: &str, name: &str, known: &[S]) -> String {
    if known.is_empty() {
        return format!("unknown {what} {name:?}; none is known here");
    }
    format!("unknown {what} {name:?}; the known ones are {}{}", list(known), guess(name, known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_guessed() {
        let known = ["va", "vb", "tmax", "half_extents"];
        for (name, says) in [
            ("tmx", "; did you mean \"tmax\"?"),
            ("TMAX", "; did you mean \"tmax\"?"),
            ("half_extent", "; did you mean \"half_extents\"?"),
            ("ahlf_extents", "; did you mean \"half_extents\"?"),
            ("colour", ""),
            ("", ""),
        ] {
            assert_eq!(guess(name, &known), says, "{name}");
        }
        assert_eq!(guess(&"va".repeat(100_000), &known), "");
        assert_eq!(unknown("name", "x", &[""; 0]), "unknown name \"x\"; none is known here");
        let many: Vec<String> = (0..30).map(|i| format!("body {i}")).collect();
        assert!(list(&many).ends_with("body 23 and 6 more"));
    }
}
