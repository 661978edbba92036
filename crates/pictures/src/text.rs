//! Names from input, escaped for tables, messages and pictures, and rounded numbers.

/// Writes control characters as Rust does (`\n`, `\u{1b}`), and also characters that change the direction
/// of text or end a line. So a name cannot look like another line, and cannot control the terminal.
pub fn shown(text: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
            || matches!(c, '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hidden(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// A number with `count` significant digits.
pub fn digits(x: f64, count: usize) -> String {
    if x == 0.0 {
        return "0".into();
    }
    let magnitude = x.abs().log10().floor() as i32;
    if !(-5..=9).contains(&magnitude) {
        return format!("{x:.*e}", count - 1);
    }
    let decimals = (count as i32 - 1 - magnitude).max(0) as usize;
    format!("{x:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_acts_on_a_terminal_is_written_out() {
        assert_eq!(shown("a\nb\u{1b}[31m\u{9b}\u{7f}"), "a\\nb\\u{1b}[31m\\u{9b}\\u{7f}");
        assert_eq!(shown("\u{202e}txt.exe"), "\\u{202e}txt.exe");
        assert_eq!(shown("Löffel \"1\" \\ 'x' 机器人"), "Löffel \"1\" \\ 'x' 机器人");
    }
}
