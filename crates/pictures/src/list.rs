//! The numbered list of pairs beside the scene, with the colours of their bodies.

use std::fmt::Write;

use clearance::space::{DVector, Vector};
use clearance::{Collider, Shape};

use crate::text::{digits, escaped, shown};
use crate::{Body, COLORS, Class, GROUND, Pair, Part, RED, STAGE_WIDTH, WIDTH};

/// Further pairs are not in the list.
pub const MOST_LISTED: usize = 16;
/// The height of a pair in the list, in pixels.
const ROW: f64 = 40.0;

/// What the list beside the bodies says.
#[derive(Clone, Copy, Debug)]
pub struct Listed<'a, V: Vector> {
    /// The pairs; those after the first [`MOST_LISTED`] are neither listed nor marked.
    pub pairs: &'a [Pair<'a, V>],
    /// A label for lengths; empty if there is none.
    pub units: &'a str,
    /// A sentence about pairs that are not listed.
    pub more: Option<&'a str>,
}

/// The height of the list.
pub fn height<V: DVector>(pairs: &[Pair<'_, V>]) -> f64 {
    ROW * pairs.len().min(MOST_LISTED) as f64
}

/// Draws the list at the middle of the height.
pub fn draw<V: DVector>(
    svg: &mut String,
    height: f64,
    bodies: &[Body<'_, V>],
    listed: &Listed<'_, V>,
) {
    let left = STAGE_WIDTH + 10.0;
    let rows = listed.pairs.len().min(MOST_LISTED);
    let top = 0.5 * (height - ROW * rows as f64) + 8.0;
    let units = listed.units;
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"600\" fill=\"#57606a\">\
         clearance{}</text>",
        top - 12.0,
        if units.is_empty() { String::new() } else { format!(" in {}", escaped(&shown(units))) }
    );
    for (index, pair) in listed.pairs[..rows].iter().enumerate() {
        draw_row(svg, [left, top + ROW * index as f64], bodies, index + 1, pair);
    }
    if let Some(more) = listed.more {
        let _ = writeln!(
            svg,
            "<text x=\"{left}\" y=\"{:.1}\" font-size=\"11\" fill=\"#57606a\">{more}</text>",
            top + ROW * rows as f64 + 6.0
        );
    }
}

/// Draws a pair: its number, the colours and names of its bodies, its clearance and its class.
fn draw_row<V: DVector>(
    svg: &mut String,
    [left, y]: [f64; 2],
    bodies: &[Body<'_, V>],
    number: usize,
    pair: &Pair<'_, V>,
) {
    let right = WIDTH - 26.0;
    let color = match pair.class {
        Class::Clash | Class::Inside | Class::Duplicate => RED,
        Class::Touch => "#0969da",
        Class::Close => "#bc4c00",
        Class::Ok => "#24292f",
    };
    let clearance = pair.bounded().then(|| digits(pair.answer.signed_distance, 4));
    let _ = writeln!(
        svg,
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"#fff\" stroke=\"{RED}\" \
         stroke-width=\"1.2\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11.5\" font-weight=\"600\" \
         text-anchor=\"middle\" fill=\"{RED}\">{}</text>",
        left + 9.0,
        y + 14.0,
        left + 9.0,
        y + 18.1,
        number
    );
    for (body, up) in [(pair.a, 0.0), (pair.b, 16.0)] {
        let _ = writeln!(
            svg,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"2\" fill=\"{}\" \
             stroke=\"#2b3138\" stroke-opacity=\"0.45\" stroke-width=\"0.8\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#24292f\">{}</text>",
            left + 29.0,
            y + up + 1.0,
            body_color(&bodies[body], body),
            left + 46.0,
            y + up + 10.5,
            escaped(&shortened(&shown(bodies[body].name), 20))
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{right}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"600\" \
         text-anchor=\"end\" fill=\"{color}\">{}</text>\
         <text x=\"{right}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\" \
         fill=\"{color}\">{}{}</text>",
        y + 11.0,
        clearance.as_deref().unwrap_or("unbounded"),
        y + 26.0,
        pair.class.name(),
        count(pair)
    );
}

/// The number of contact points of two bodies, if they were requested and there are any.
fn count<V: DVector>(pair: &Pair<'_, V>) -> String {
    match pair.contacts.iter().map(|manifold| manifold.points().len()).sum() {
        0 => String::new(),
        1 => ", 1 contact".into(),
        more => format!(", {more} contacts"),
    }
}

/// The colour of a body without shading. `number` is its place among the bodies of the picture.
pub fn body_color<V: Vector>(body: &Body<'_, V>, number: usize) -> String {
    let is_ground =
        |part: &Part<'_, V>| matches!(part.shape, Collider::Convex(Shape::HalfSpace(_)));
    if body.parts.iter().all(is_ground) {
        return GROUND.into();
    }
    let [r, g, b] = COLORS[number % COLORS.len()].map(|c| (255.0 * c).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.into();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_break_the_text() {
        assert_eq!(escaped(&shown("<a & b>\u{7}")), "&lt;a &amp; b&gt;\\u{7}");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }
}
