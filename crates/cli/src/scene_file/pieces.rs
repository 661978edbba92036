//! A scene file is read a body at a time, and of each only its text is kept: what TOML makes of all at once takes sixty times
//! as much memory.
//!
//! A line that begins with `[[body]]` begins a body, unless a string of several lines is around it. So the text is cut there,
//! and each piece is a file of its own. Where there are such strings, or the pieces do not make a file, the text is read as a
//! whole; so what is wrong is said of the whole file.

use anyhow::Result;
use clearance_lines::keys::Tree;
use toml::{Table, Value};

use super::body::BodyFile;

/// The tables of the file, and its bodies. Those that were read in pieces are not among the tables.
pub fn read(text: &str) -> Result<(Value, Result<Vec<BodyFile>>)> {
    if let Some(found) = in_pieces(text) {
        return Ok(found);
    }
    let file = Value::Table(toml::from_str(text)?);
    let bodies = file.entry("body").and_then(Tree::items).unwrap_or_default().iter().zip(1..);
    let bodies = bodies.map(|(body, number)| BodyFile::of(body, number)).collect();
    Ok((file, bodies))
}

/// The same in pieces, if it can be read so.
fn in_pieces(text: &str) -> Option<(Value, Result<Vec<BodyFile>>)> {
    if text.contains("\"\"\"") || text.contains("'''") {
        return None;
    }
    let begins_line =
        |at: &usize| text[..*at].chars().next_back().is_none_or(|before| before == '\n');
    let starts = text.match_indices("[[body]]").map(|(at, _)| at).filter(begins_line);
    let (mut file, mut bodies, mut from) = (Table::new(), Vec::new(), 0);
    for to in starts.chain([text.len()]) {
        let mut piece: Table = toml::from_str(&text[from..to]).ok()?;
        let own = if text[from..].starts_with("[[body]]") { piece.remove("body") } else { None };
        let own = own.as_ref().and_then(Tree::items).unwrap_or_default();
        for body in own {
            let body = BodyFile::of(body, bodies.len() + 1);
            let short = |body: BodyFile| body.short(&text[from..to]);
            bodies.push(if own.len() == 1 { body.map(short) } else { body });
        }
        // A table of two pieces may be one that TOML refuses, and bodies in a list have no others.
        if piece.contains_key("body") || piece.keys().any(|key| file.contains_key(key)) {
            return None;
        }
        file.extend(piece);
        from = to;
    }
    Some((Value::Table(file), bodies.into_iter().collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(body: &BodyFile) -> String {
        format!("{:?} {:?} {:?}", body.dim_of_t(), body.dim(), body.whole())
    }
    /// The file as TOML reads it at once.
    fn at_once(text: &str) -> Option<(Table, Vec<String>)> {
        let mut file: Table = toml::from_str(text).ok()?;
        let bodies = file.remove("body").unwrap_or(Value::Array(Vec::new()));
        let body = |body: &Value| BodyFile::of(body, 1).ok().as_ref().map(said);
        Some((file, bodies.items()?.iter().map(body).collect::<Option<_>>()?))
    }

    /// Files that can be read in pieces, files that cannot, and files that TOML refuses.
    #[test]
    fn pieces_are_the_whole_file() {
        let body = |name: &str| format!("[[body]]\nname = \"{name}\"\n");
        let (a, b) = (body("a"), body("b"));
        let in_a_string = format!("units = \"\"\"\n{a}\"\"\"\n{b}");
        for (text, is_cut) in [
            (format!("units = \"m\"\n{a}{b}"), true),
            (format!("{a}shape = {{ kind = \"sphere\" }} # [[body]]\n{b}pose.t = [0, 0]\n"), true),
            (
                format!(
                    "{a}[body.shape]\nkind = \"sphere\"\n[[check]]\nx = 1\n[[check]]\nx = 2\n{b}"
                ),
                true,
            ),
            (format!("{a}  [[body]]\nname = 'c'\n{b}").replace('\n', "\r\n"), true),
            (String::new(), true),
            (format!("\n{a}"), true),
            (format!("{a}[[check]]\nx = 1\n{b}[[check]]\nx = 2\n"), false),
            (format!("  {a}{b}"), false),
            ("body = [{ name = \"a\" }]".into(), false),
            (in_a_string, false),
            // TOML refuses these.
            (format!("body = [{{ name = \"a\" }}]\n{b}"), false),
            (format!("{a}[robot]\nx = 1\n{b}[robot]\ny = 1\n"), false),
            (format!("x = [\n{a}]"), false),
            (format!("{a}name = \"c\"\n"), false),
            (format!("[body]\nx = 1\n{b}"), false),
        ] {
            let found = in_pieces(&text);
            assert_eq!(found.is_some(), is_cut, "{text}");
            let all = |bodies: Vec<BodyFile>| bodies.iter().map(said).collect();
            let found = found.map(|(file, bodies)| match file {
                Value::Table(file) => (file, all(bodies.unwrap())),
                other => panic!("{other}"),
            });
            assert!(!is_cut || found == at_once(&text), "{text}: {found:?}");
            let asked = read(&text).ok().map(|(_, bodies)| all(bodies.unwrap()));
            assert_eq!(asked, at_once(&text).map(|(_, bodies)| bodies), "{text}");
        }
    }
}
