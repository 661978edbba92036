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

/// As text, or as the value of an attribute, of HTML and XML.
pub fn escaped(text: &str) -> String {
    // XML does not allow U+FFFE and U+FFFF, in any form.
    let text: String = text.chars().filter(|c| !matches!(c, '\u{fffe}' | '\u{ffff}')).collect();
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;")
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

/// The row of a path, and the fraction of the way to the next: of at most `count` significant digits, as few as are needed.
pub fn row(x: f64, count: usize) -> String {
    let text = digits(x, count);
    if text.contains('.') && !text.contains('e') {
        return text.trim_end_matches('0').trim_end_matches('.').into();
    }
    text
}

/// A place of a path: its row, and its time in seconds if it has one.
pub fn place(at: f64, time: Option<f64>, count: usize) -> String {
    let time = time.map(|time| format!(" ({} s)", row(time, count))).unwrap_or_default();
    format!("row {}{time}", row(at, count))
}

/// An interval with `count` significant digits of its ends, which are rounded outwards.
pub fn interval(lower: f64, upper: f64, count: usize) -> String {
    let up = |x: f64| {
        let nearest = digits(x, count);
        if x == 0.0 || x.is_infinite() || nearest.parse().is_ok_and(|shown: f64| shown >= x) {
            return nearest;
        }
        // One more in the last of the digits.
        digits(x + 10.0_f64.powi(x.abs().log10().floor() as i32 + 1 - count as i32), count)
    };
    let down = |x: f64| match up(-x) {
        text if text == "0" => text,
        text => text.strip_prefix('-').map_or(format!("-{text}"), String::from),
    };
    format!("[{}, {}]", down(lower), up(upper))
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

    #[test]
    fn numbers_keep_their_digits() {
        assert_eq!(digits(0.123456789, 6), "0.123457");
        assert_eq!(digits(-12.3456789, 6), "-12.3457");
        assert_eq!(digits(1.5e-9, 6), "1.50000e-9");
        assert_eq!(digits(123456789.0, 6), "123456789");
        assert_eq!(digits(0.0, 6), "0");
        let rows = [0.0, 12.0, 12.5, 100.0, 0.123456789, 1.5e-9, 123456789.0].map(|x| row(x, 8));
        assert_eq!(rows, ["0", "12", "12.5", "100", "0.12345679", "1.5000000e-9", "123456789"]);
        let (tiny, inf) = (f64::EPSILON, f64::INFINITY);
        for (lower, upper, says) in [
            (0.5, 0.5, "[0.500000, 0.500000]"),
            (0.5 - tiny, 0.5 + tiny, "[0.499999, 0.500001]"),
            (-0.5 - tiny, -0.5 + tiny, "[-0.500001, -0.499999]"),
            (-tiny, tiny, "[-2.22045e-16, 2.22045e-16]"),
            (1.0 - tiny, 1e12, "[0.999999, 1.00000e12]"),
            (-0.0, 0.0, "[0, 0]"),
            (-inf, inf, "[-inf, inf]"),
        ] {
            assert_eq!(interval(lower, upper, 6), says);
        }
    }
}
