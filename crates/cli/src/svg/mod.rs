//! `--svg`: a picture of a scene, with the closest pairs in red and a list of them beside it.
//!
//! ```text
//!   camera.rs    from the world to the picture
//!   parts.rs     the bodies, from back to front
//!   marks.rs     the shortest ways between pairs, and the numbers
//!   contacts.rs  where pairs touch, if that is asked for
//!   list.rs      the pairs by number, beside the scene
//! ```

mod camera;
mod contacts;
mod list;
mod marks;
mod parts;

use clearance::Shape;
use clearance::glam::DVec2;
use clearance::space::{Motion, Vector};

use crate::report::Report;
use crate::solid::in_space;
use camera::Camera;

/// The widths of the picture and of the part of it that the scene gets, in pixels.
const WIDTH: f64 = 1040.0;
const STAGE_WIDTH: f64 = 700.0;
const RED: &str = "#d1242f";
const GROUND: &str = "#e3e4e1";

/// Muted colours that tell neighbours apart.
const COLORS: [[f64; 3]; 10] = [
    [0.62, 0.70, 0.78],
    [0.87, 0.72, 0.53],
    [0.60, 0.75, 0.64],
    [0.80, 0.64, 0.70],
    [0.68, 0.66, 0.82],
    [0.83, 0.80, 0.58],
    [0.55, 0.74, 0.77],
    [0.84, 0.66, 0.58],
    [0.71, 0.79, 0.58],
    [0.73, 0.70, 0.67],
];

/// The picture as the text of an SVG file.
pub fn draw<V: Vector<Scalar = f64>>(report: &Report<'_, V>) -> String {
    let scene = report.scene;
    let parts = parts::solids(scene);
    let camera = Camera::on::<V>(&parts, report.found);
    let mut svg = opening(camera.stage);
    for body in scene.bodies() {
        for part in &body.parts {
            if let Shape::HalfSpace(half) = part {
                let motion = Motion::of(&body.pose);
                let world = (in_space(motion.rotate(half.normal().widen())), motion.translation);
                parts::draw_ground(&mut svg, &camera, half, world.0, in_space(world.1));
            }
        }
    }
    for index in parts::painters_order(scene, &parts, &camera) {
        parts::draw_solid(&mut svg, &camera, &parts[index]);
    }
    svg += "</g>\n";
    marks::draw(&mut svg, &camera, report);
    list::draw(&mut svg, camera.stage.y, report);
    svg + "</svg>\n"
}

fn opening(stage: DVec2) -> String {
    let (width, height) = (WIDTH, stage.y.round());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\">\n\
         <defs><linearGradient id=\"sky\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"#fdfdfc\"/><stop offset=\"1\" stop-color=\"#f0f1ef\"/>\
         </linearGradient>\
         <clipPath id=\"sheet\"><rect width=\"{width}\" height=\"{height}\" rx=\"10\"/></clipPath>\
         </defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"url(#sky)\"/>\n\
         <g clip-path=\"url(#sheet)\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    )
}

/// "x,y x,y ..." with a tenth of a pixel.
fn path(points: impl Iterator<Item = DVec2>) -> String {
    let pair = |p: DVec2| format!("{:.1},{:.1}", p.x + 0.0, p.y + 0.0);
    points.map(pair).collect::<Vec<_>>().join(" ")
}
