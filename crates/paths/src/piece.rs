//! [`Piece`]: a convex piece of a body, or the hull around a part of a concave one.
//!
//! A surface becomes a tree of hulls. Only its leaves, the triangles, are the body itself; a hull above stands for all
//! that is in it, and is opened where it is too coarse. Hulls are made when they are first asked for: most never are.
//!
//! ```text
//!                  hull of all
//!              /      |    |     \
//!           hull    hull  hull   hull          (up to four below each)
//!          / | | \
//!         triangles
//! ```
//!
//! *Source.* Hierarchies of convex hulls: Ehmann and Lin 2001, "Accurate and fast proximity queries between polyhedra
//! using convex surface decomposition". Here the tree of boxes of `clearance_trees` tells which triangles go together.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use clearance_geometry::shape::{
    Convex, FacetList, Geometry, HalfSpace, Hull, NO_ID, Operand, PartPieces, Pieces, PosedPart,
    Shape, Triangle,
};
use clearance_geometry::space::{Motion, Pose};
use clearance_trees::{Bounds, Quality, Tree};
use clearance_worlds::Collider;
use glam::DVec3;

use crate::robot::after;

/// A convex shape in a frame, and a ball around it.
#[derive(Debug)]
pub(crate) struct Piece {
    shape: Shape<DVec3>,
    /// The way from the local frame of the shape to the frame that carries it.
    place: Motion<DVec3>,
    /// The number of that frame.
    pub frame: usize,
    /// The middle of the ball, in the frame.
    pub center: DVec3,
    /// The radius of the ball; infinite for a half-space.
    pub radius: f64,
    /// What is in the hull, if the shape is only a hull around it.
    inner: Option<Inner>,
    /// Which pieces of the part it stands for: see [`Piece::order`].
    pub range: Range<usize>,
}

/// The triangles in a hull.
#[derive(Debug)]
struct Inner {
    soup: Arc<Soup>,
    node: u32,
    pieces: OnceLock<Box<[Piece]>>,
}

/// The triangles of a surface, and a tree that groups them.
#[derive(Debug)]
struct Soup {
    corners: Vec<[DVec3; 3]>,
    tree: Tree,
}

/// The pieces of a shape that stands at `place` in its frame.
pub(crate) fn pieces(shape: &Collider<DVec3>, place: &Motion<DVec3>, frame: usize) -> Vec<Piece> {
    let piece = |part: PosedPart<'_, DVec3>| {
        let place = after(place, &Motion::of(&part.pose));
        match part.pieces {
            PartPieces::Convex(shape) => Piece::exact(shape.clone(), place, frame),
            PartPieces::Facets(list) => Piece::around(Arc::new(Soup::of(&list)), 0, place, frame),
        }
    };
    shape.parts().into_iter().map(piece).collect()
}

impl Piece {
    /// A shape as it is.
    fn exact(shape: Shape<DVec3>, place: Motion<DVec3>, frame: usize) -> Self {
        let (center, radius) = match &shape {
            Shape::Convex(convex) => ball(convex),
            Shape::HalfSpace(half) => (half.normal() * half.offset(), f64::INFINITY),
        };
        let center = place.apply(center);
        Self { shape, place, frame, center, radius, inner: None, range: 0..1 }
    }
    /// The hull around the triangles below a node.
    fn around(soup: Arc<Soup>, node: u32, place: Motion<DVec3>, frame: usize) -> Self {
        let range = soup.tree.range(node);
        let numbers = &soup.tree.order()[range.clone()];
        let points: Vec<DVec3> = numbers.iter().flat_map(|i| soup.corners[*i as usize]).collect();
        let hull =
            Hull::new(points).expect("corners of a surface are checked, and there is one at least");
        let inner = Some(Inner { soup, node, pieces: OnceLock::new() });
        Self { inner, range, ..Self::exact(hull.into(), place, frame) }
    }
    /// Is this the body itself, and not a hull around a part of it?
    pub fn is_exact(&self) -> bool {
        self.inner.is_none()
    }
    /// The facets of the part, in the order that ranges are of. `None` for a convex shape, which is one piece.
    pub fn order(&self) -> Option<&[u32]> {
        self.inner.as_ref().map(|inner| inner.soup.tree.order())
    }
    /// What is in the hull: smaller hulls, or triangles. Nothing if the piece is exact.
    pub fn inside(&self) -> &[Piece] {
        let Some(inner) = &self.inner else { return &[] };
        inner.pieces.get_or_init(|| {
            let (soup, nodes) = (&inner.soup, inner.soup.tree.nodes());
            let below = |node: u32| nodes[node as usize].children();
            let Some(two) = below(inner.node) else {
                let triangle = |i| soup.triangle(i, self.place, self.frame);
                return self.range.clone().map(triangle).collect();
            };
            let four = two.into_iter().flat_map(|node| match below(node) {
                Some(pair) => pair.to_vec(),
                None => vec![node],
            });
            four.map(|node| Self::around(soup.clone(), node, self.place, self.frame)).collect()
        })
    }
    /// The shape, in its local frame.
    pub fn shape(&self) -> &Shape<DVec3> {
        &self.shape
    }
    /// The shape in the form that queries use.
    pub fn lowered(&self) -> Operand<'_, DVec3> {
        self.shape.lowered()
    }
    /// The way from the local frame of the shape to the world.
    pub fn motion(&self, frame: &Motion<DVec3>) -> Motion<DVec3> {
        after(frame, &self.place)
    }
    /// An upper bound on the largest product of a point of the shape with `direction`, but for rounding: see
    /// `Leg::slack`. Both are in the world. `direction` is about as long as 1.
    ///
    /// A half-space has none but along its normal: there it is the offset of its plane.
    pub fn support(&self, frame: &Motion<DVec3>, direction: DVec3) -> f64 {
        let motion = self.motion(frame);
        let local = motion.unrotate(direction);
        let along = match &self.shape {
            Shape::Convex(shape) => {
                let length = direction.length();
                let farthest = shape.support_wide(local, NO_ID).point.dot(local);
                farthest + (shape.radius_wide() + shape.support_error()) * length
            }
            Shape::HalfSpace(half) => along_normal(half, local),
        };
        along + motion.translation.dot(direction)
    }
}

/// The offset of the plane, if the direction is the normal up to rounding.
fn along_normal(half: &HalfSpace<DVec3>, direction: DVec3) -> f64 {
    let parallel = (direction - half.normal()).length() < 1e-12;
    if parallel { half.offset() } else { f64::INFINITY }
}

impl Soup {
    fn of(list: &FacetList<'_, DVec3>) -> Self {
        let facets = 0..list.facets.len() as u32;
        let corners: Vec<[DVec3; 3]> = facets.filter_map(|i| list.corners(i)).collect();
        // Trees hold numbers of about 1; only the grouping depends on their rounding.
        let largest =
            corners.iter().flatten().fold(0.0, |most: f64, p| most.max(p.abs().max_element()));
        let unit = if largest > 0.0 { 1.0 / largest } else { 1.0 };
        let point = |p: &DVec3| (*p * unit).as_vec3().to_array();
        let boxes: Vec<Bounds> =
            corners.iter().map(|three| Bounds::of(three.each_ref().map(point))).collect();
        Self { corners, tree: Tree::new(&boxes, 4, Quality::Best) }
    }
    /// The triangle at this place of the tree's order.
    fn triangle(&self, at: usize, place: Motion<DVec3>, frame: usize) -> Piece {
        let [a, b, c] = self.corners[self.tree.order()[at] as usize];
        let triangle = Triangle::new(a, b, c).expect("corners of a surface are checked");
        Piece { range: at..at + 1, ..Piece::exact(triangle.into(), place, frame) }
    }
}

/// A small ball around a shape: around the middle of its box, or around its center.
fn ball(shape: &impl Convex<V = DVec3>) -> (DVec3, f64) {
    let reach = |center: DVec3| shape.reach_from(center) + shape.radius_wide();
    let aabb = shape.aabb(&Pose::IDENTITY);
    let (middle, center) = ((aabb.min + aabb.max) / 2.0, shape.center());
    let around_middle = reach(middle).min((aabb.max - aabb.min).length() / 2.0);
    let around_center = reach(center);
    if around_middle <= around_center { (middle, around_middle) } else { (center, around_center) }
}
