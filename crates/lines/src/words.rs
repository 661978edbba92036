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

/// Other words for kinds of shapes and for keys, and what is meant. The last text says how the two differ.
const MEANT: [(&str, &str, &str); 33] = [
    ("ball", "sphere", ""),
    ("ball", "circle", ""),
    ("disc", "circle", ""),
    ("disk", "circle", ""),
    ("cube", "box", ""),
    ("cuboid", "box", ""),
    ("rectangle", "box", ""),
    ("square", "box", ""),
    ("line", "segment", ""),
    ("edge", "segment", ""),
    ("plane", "half-space", ""),
    ("halfspace", "half-space", ""),
    ("halfplane", "half-plane", ""),
    ("convex", "hull", ""),
    ("trimesh", "mesh", ""),
    ("heightfield", "height_field", ""),
    ("polyline", "chain", ""),
    ("type", "kind", ""),
    ("shape", "kind", ""),
    ("points", "vertices", ""),
    ("corners", "vertices", ""),
    ("faces", "triangles", ""),
    ("indices", "triangles", ""),
    ("r", "radius", ""),
    ("diameter", "radius", ", half of it"),
    ("height", "half_height", ", half of it"),
    ("height", "half_length", ", half of it, without the caps"),
    ("length", "half_height", ", half of it"),
    ("length", "half_length", ", half of it, without the caps"),
    ("size", "half_extents", ", half of it"),
    ("extents", "half_extents", ", half of them"),
    ("position", "t", " of a pose"),
    ("translation", "t", " of a pose"),
];

/// `; did you mean "x"?` if a known name is another word for it or near enough to be meant, else nothing.
pub fn guess<S: AsRef<str>>(name: &str, known: &[S]) -> String {
    let lower = name.to_lowercase();
    let is_known = |meant: &str| known.iter().any(|known| known.as_ref() == meant);
    if let Some((_, meant, how)) = MEANT.iter().find(|(n, m, _)| *n == lower && is_known(m)) {
        return format!("; did you mean {meant:?}{how}?");
    }
    let apart = |known: &str| strsim::damerau_levenshtein(&lower, &known.to_lowercase());
    // Long names only cost time: no known name is near them.
    let nearest = known.iter().filter(|_| name.len() < 100).min_by_key(|k| apart(k.as_ref()));
    // A third of the letters may be wrong.
    let near = |known: &&S| apart(known.as_ref()) <= (lower.chars().count() / 3).max(1);
    nearest.filter(near).map_or(String::new(), |n| format!("; did you mean {:?}?", n.as_ref()))
}

/// A number in as few characters as tell it: never hundreds of digits.
pub fn number(x: f64) -> String {
    // Debug's form has an exponent where a number is large or small.
    let text = format!("{x:?}");
    text.strip_suffix(".0").map_or(text.clone(), String::from)
}

/// A value as it is written, cut if it is long.
pub fn short(written: &str) -> String {
    /// The most characters of a value in a message.
    const MOST: usize = 60;
    let mut shown: String = written.chars().take(MOST).collect();
    if shown.len() < written.len() {
        shown.push_str("...");
    }
    shown
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
        for (name, known, says) in [
            ("ball", &["circle", "sphere"][..], "; did you mean \"sphere\"?"),
            ("Ball", &["circle"], "; did you mean \"circle\"?"),
            ("cube", &["sphere", "box"], "; did you mean \"box\"?"),
            ("type", &["kind", "radius"], "; did you mean \"kind\"?"),
            ("size", &["kind", "half_extents"], "; did you mean \"half_extents\", half of it?"),
            ("height", &["radius", "half_height"], "; did you mean \"half_height\", half of it?"),
            ("height", &["radius", "height"], "; did you mean \"height\"?"),
        ] {
            assert_eq!(guess(name, known), says, "{name}");
        }
        assert_eq!([1e300, -0.5, 3.0, 1e-9].map(number), ["1e300", "-0.5", "3", "1e-9"]);
        assert_eq!(short(&"1".repeat(1000)).len(), 63);
        assert_eq!(unknown("name", "x", &[""; 0]), "unknown name \"x\"; none is known here");
        let many: Vec<String> = (0..30).map(|i| format!("body {i}")).collect();
        assert!(list(&many).ends_with("body 23 and 6 more"));
    }
}
