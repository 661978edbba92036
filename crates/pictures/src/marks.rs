//! Draws the results over the bodies: the shortest line between each pair, or its contact, with the
//! pair's number.

use std::fmt::Write;

use clearance::glam::DVec2;
use clearance::space::DVector;

use crate::camera::Camera;
use crate::solid::in_space;
use crate::{Label, Mark, RED, contacts};

/// Draws all pairs, then their numbers at places where they hide little.
pub fn draw<V: DVector>(svg: &mut String, camera: &Camera, marks: &[Mark<'_, V>]) {
    // The number of each pair with its line, and all other lines.
    let (mut numbered, mut lines) = (Vec::new(), Vec::new());
    let _ = writeln!(svg, "<g stroke=\"{RED}\" stroke-linecap=\"round\" fill=\"{RED}\">");
    for Mark { label, pair } in marks.iter().filter(|m| m.pair.bounded()) {
        let before = lines.len();
        for manifold in &pair.contacts {
            contacts::draw(svg, camera, manifold, &mut lines);
        }
        if lines.len() == before {
            let ends = [pair.answer.point_a, pair.answer.point_b];
            let ends = ends.map(|p| camera.see(in_space(p)));
            contacts::draw_way(svg, ends);
            lines.push(ends);
        }
        match label {
            Label::Number(number) => numbered.push((*number, lines[before])),
            Label::Ring => draw_ring(svg, lines[before]),
            Label::None => {}
        }
    }
    svg.push_str("</g>\n<g font-size=\"11.5\" font-weight=\"600\" text-anchor=\"middle\">\n");
    let mut labels = Vec::new();
    for (number, line) in numbered {
        let at = label_place(camera.stage, line, &lines, &labels);
        labels.push(at);
        draw_number(svg, number, 0.5 * (line[0] + line[1]), at);
    }
    svg.push_str("</g>\n");
}

/// Draws a ring around a line.
fn draw_ring(svg: &mut String, [a, b]: [DVec2; 2]) {
    let (middle, radius) = (0.5 * (a + b), 14.0 + 0.5 * a.distance(b));
    let _ = writeln!(
        svg,
        "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"{radius:.1}\" fill=\"none\" stroke-width=\"2.5\"/>",
        middle.x, middle.y
    );
}

fn draw_number(svg: &mut String, number: usize, from: DVec2, at: DVec2) {
    let _ = writeln!(
        svg,
        "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{RED}\" stroke-width=\"0.9\"/>\
         <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"#fff\" stroke=\"{RED}\" \
         stroke-width=\"1.2\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{RED}\">{number}</text>",
        from.x,
        from.y,
        at.x,
        at.y,
        at.x,
        at.y,
        at.x,
        at.y + 4.1
    );
}

/// A place near the middle of a segment, away from the other labels and segments.
fn label_place(stage: DVec2, ends: [DVec2; 2], lines: &[[DVec2; 2]], labels: &[DVec2]) -> DVec2 {
    let middle = 0.5 * (ends[0] + ends[1]);
    let crowding = |p: DVec2| {
        let label = labels.iter().map(|other| (26.0 - other.distance(p)).max(0.0) * 4.0);
        let segment = lines.iter().map(|[a, b]| (15.0 - from_segment(p, *a, *b)).max(0.0));
        let inside = p.cmpge(DVec2::splat(14.0)).all() && p.cmple(stage - 14.0).all();
        label.sum::<f64>() + segment.sum::<f64>() + if inside { 0.0 } else { 1e3 }
    };
    let mut best = (f64::INFINITY, middle);
    for ring in 0..4 {
        for turn in 0..16 {
            let angle = std::f64::consts::TAU * (f64::from(turn) / 16.0 - 0.125);
            let p = middle + (22.0 + 14.0 * f64::from(ring)) * DVec2::new(angle.cos(), angle.sin());
            // Of equally clear places, the nearest.
            let cost = crowding(p) + 2.0 * f64::from(ring);
            if cost < best.0 - 1e-9 {
                best = (cost, p);
            }
        }
    }
    best.1
}

fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((p - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a + t * along).distance(p)
}
