//! What stands still, as rounded boxes and planes: how far balls are from it at eight times.

use clearance_geometry::shape::{ConvexShape, Shape};
use clearance_geometry::space::Motion;
use glam::DVec3;

use super::cover::{Part, cut, rounded};
use super::lanes::{Lane, Vector};
use crate::piece::Piece;

/// The most boxes of a body.
const BOXES: usize = 16;
/// A box is cut while half its diagonal is more than this part of the reach of what moves.
const LARGE: f64 = 0.1;

/// A rounded box or a half-space, in units of the reach of what moves.
#[derive(Clone, Debug)]
pub(super) struct Block {
    form: Form,
    /// The box around it along the axes of the world.
    pub bounds: [[f32; 3]; 2],
    /// The radius, and what rounding may add.
    pub radius: f32,
}

#[derive(Clone, Debug)]
enum Form {
    /// The middle, half the extents, and its axes if they are not those of the world.
    Box {
        middle: [f32; 3],
        half: [f32; 3],
        axes: Option<[[f32; 3]; 3]>,
    },
    Plane {
        normal: [f32; 3],
        offset: f32,
    },
}

/// The coordinates of a block are rounded, and the way of a point to it: 3 roundings of numbers of its size and of the reach,
/// and 6 of a rotation; times the root of 3.
const ROUNDING: f64 = 16.0 * f32::EPSILON as f64;
/// Numbers beyond this, in units of the reach, are not told apart: squares of them are still numbers.
const LARGEST: f64 = 1e15;

/// The blocks around a piece; `None` if there are none.
pub(super) fn blocks(piece: &Piece, unit: f64) -> Option<Vec<Block>> {
    let place = piece.motion(&Motion::identity());
    let is_hull = match piece.shape() {
        Shape::HalfSpace(half) => {
            let normal = place.rotate(half.normal());
            let offset = half.offset() + normal.dot(place.translation);
            return Some(vec![Block::plane(normal, offset * unit)?]);
        }
        Shape::Convex(shape) => matches!(shape.inner(), ConvexShape::Hull(_)),
    };
    let diagonal = |part: &Part| {
        let [min, max] = part.bounds();
        0.5 * (max - min).length() * unit
    };
    // Around other shapes is one box already.
    let most = if is_hull { BOXES } else { 1 };
    let parts = cut(vec![rounded(piece)?], most, LARGE, diagonal);
    let block = |(part, radius): &(Part, f64)| {
        let [min, max] = part.bounds();
        let middle = (min + max) / 2.0;
        let half = (max - middle).max(middle - min) * unit;
        Block::cuboid(place.columns, place.apply(middle) * unit, half, radius * unit)
    };
    parts.iter().map(block).collect()
}

impl Block {
    fn cuboid(axes: [DVec3; 3], middle: DVec3, half: DVec3, radius: f64) -> Option<Self> {
        let reach = axes[0].abs() * half.x + axes[1].abs() * half.y + axes[2].abs() * half.z;
        let size = middle.abs().max_element() + half.max_element() + radius;
        let radius = above(radius + ROUNDING * (1.0 + size));
        let is_along = axes.iter().zip(DVec3::AXES).all(|(axis, along)| *axis == along);
        let single = |v: DVec3| v.as_vec3().to_array();
        let form = Form::Box {
            middle: single(middle),
            half: half.to_array().map(above),
            axes: (!is_along).then(|| axes.map(single)),
        };
        let around = reach + DVec3::splat(f64::from(radius));
        let bounds = [middle - around, middle + around].map(single);
        (size < LARGEST).then_some(Self { form, bounds, radius })
    }
    fn plane(normal: DVec3, offset: f64) -> Option<Self> {
        let form = Form::Plane { normal: normal.as_vec3().to_array(), offset: offset as f32 };
        let bounds = [[f32::NEG_INFINITY; 3], [f32::INFINITY; 3]];
        let radius = above(ROUNDING * (1.0 + offset.abs()));
        (offset.abs() < LARGEST).then_some(Self { form, bounds, radius })
    }
    /// How far points are from the box or the plane at all times within `half` of a lane's, if they move with a speed, but
    /// for the bend: the gap along the direction of the nearest point now. It is NaN inside.
    #[inline(always)]
    pub fn apart(&self, center: Vector, speed: Vector, half_width: f32) -> Lane {
        let (middle, half, axes) = match &self.form {
            Form::Plane { normal, offset } => {
                let normal = Vector::all(*normal);
                let height = normal.dot(center) - Lane::all(*offset);
                return height - normal.dot(speed).map(f32::abs).times(half_width);
            }
            Form::Box { middle, half, axes } => (middle, half, axes),
        };
        let (mut center, mut speed) = (center - Vector::all(*middle), speed);
        if let Some(axes) = axes {
            let local = |v: Vector| Vector(axes.map(|axis| Vector::all(axis).dot(v)));
            (center, speed) = (local(center), local(speed));
        }
        let Vector(parts) = center;
        let beyond = |k: usize| {
            parts[k].map(|x| {
                let over = x.abs() - half[k];
                (if over > 0.0 { over } else { 0.0 }).copysign(x)
            })
        };
        let way = Vector([beyond(0), beyond(1), beyond(2)]);
        way.apart(speed, half_width)
    }
}

/// The next `f32` that is not below.
pub(super) fn above(x: f64) -> f32 {
    (x as f32).next_up()
}
