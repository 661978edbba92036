//! [`Piece`]: a convex piece of a body, or the hull around a part of a concave one.
//!
//! A surface becomes a tree of hulls, and a compound of many convex parts a tree of boxes: a cloud of points is one, and
//! a scan with voxels. Only the leaves, triangles or parts, are the body itself; a hull or box above stands for all that
//! is in it, and is opened where it is too coarse. Hulls and boxes are made when they are first asked for: most never are.
//!
//! ```text
//!                  hull of all
//!              /      |    |     \
//!           hull    hull  hull   hull          (up to four below each)
//!          / | | \
//!         triangles
//! ```
//!
//! A shape that is moved keeps its tree, and the hulls of it that were made.
//!
//! *Source.* Hierarchies of convex hulls: Ehmann and Lin 2001, "Accurate and fast proximity queries between polyhedra
//! using convex surface decomposition". Here the tree of boxes of `clearance_trees` tells which triangles go together.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use clearance_geometry::shape::{
    Convex, Cuboid, FacetList, Geometry, HalfSpace, Hull, NO_ID, Operand, PieceId, Shape, Triangle,
};
use clearance_geometry::space::{Aabb, Motion, Pose};
use clearance_trees::{Bounds, Quality, Tree};
use clearance_worlds::{Collider, Compound, CompoundPart, PartShape};
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
    /// Which of the pieces of its root it stands for: see [`Piece::ids`].
    pub range: Range<usize>,
}

/// What is in a hull or a box.
#[derive(Debug)]
struct Inner {
    soup: Arc<Soup>,
    node: u32,
    /// Where the soup stands in the frame.
    place: Motion<DVec3>,
    pieces: OnceLock<Box<[Piece]>>,
}

/// What is at the leaves of a tree, and the tree that groups it.
#[derive(Debug)]
struct Soup {
    leaves: Leaves,
    tree: Tree,
    /// The hull around each node, once it was asked for; none of a soup of parts, which has boxes.
    hulls: Box<[OnceLock<Box<Shape<DVec3>>>]>,
}

/// What is at the leaves of a tree, by number.
#[derive(Debug)]
enum Leaves {
    /// The corners of the triangles of a surface.
    Triangles(Vec<[DVec3; 3]>),
    /// The parts of a compound, all of them convex, and for each node of the tree the box around what is below.
    Parts { compound: Arc<Compound<DVec3>>, boxes: Vec<[DVec3; 2]> },
}

/// The parts of a larger compound are the leaves of a tree.
const FEW: usize = 16;

/// The pieces of a shape that stands at `place` in its frame. What is `known` of them, if anything, are those of the same shape
/// at another place.
pub(crate) fn pieces<'p>(
    shape: &Collider<DVec3>,
    place: &Motion<DVec3>,
    frame: usize,
    known: &mut impl Iterator<Item = &'p Piece>,
) -> Vec<Piece> {
    let mut known_soup = || known.next().and_then(|piece| Some(piece.inner.as_ref()?.soup.clone()));
    if let Collider::Compound(compound) = shape
        && compound.parts().len() > FEW
        && compound.parts().iter().all(|part| convex(part).is_some())
    {
        let soup = known_soup().unwrap_or_else(|| Arc::new(Soup::of_parts(compound)));
        return vec![Piece::around(soup, 0, *place, frame)];
    }
    let piece = |part: &CompoundPart<DVec3>| {
        let (place, soup) = (after(place, &Motion::of(&part.pose)), known_soup());
        match &part.shape {
            PartShape::Convex(shape) => Piece::exact(shape.clone(), place, frame),
            PartShape::Surface(surface) => {
                let soup = soup.unwrap_or_else(|| Arc::new(Soup::of_facets(&surface.facet_list())));
                Piece::around(soup, 0, place, frame)
            }
        }
    };
    shape.to_parts().iter().map(piece).collect()
}

/// A ball around a piece, in the world.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ball {
    pub center: DVec3,
    pub radius: f64,
}

/// A piece where it is.
#[derive(Clone, Copy)]
pub(crate) struct Posed<'p> {
    pub piece: &'p Piece,
    pub frame: &'p Motion<DVec3>,
    pub ball: Ball,
}

impl<'p> Posed<'p> {
    pub fn new(piece: &'p Piece, frame: &'p Motion<DVec3>) -> Self {
        Self {
            piece,
            frame,
            ball: Ball { center: frame.apply(piece.center), radius: piece.radius },
        }
    }
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
    /// The hull or box around what is below a node of a soup that stands at `place`.
    fn around(soup: Arc<Soup>, node: u32, place: Motion<DVec3>, frame: usize) -> Self {
        let (shape, own) = soup.around(node);
        let (piece, range) =
            (Self::exact(shape, after(&place, &own), frame), soup.tree.range(node));
        Self { inner: Some(Inner { soup, node, place, pieces: OnceLock::new() }), range, ..piece }
    }
    /// How far from the origin of the frame its points are at most; of a half-space, the numbers that it is given by.
    pub fn reach(&self) -> f64 {
        match &self.shape {
            Shape::Convex(_) => self.center.length() + self.radius,
            Shape::HalfSpace(half) => self.place.translation.length() + half.offset().abs(),
        }
    }
    /// Is this the body itself, and not a hull around a part of it?
    pub fn is_exact(&self) -> bool {
        self.inner.is_none()
    }
    /// The pieces that a root stands for, in the order that ranges are of. Parts are numbered from `first` on; also gives
    /// how many there are.
    pub fn ids(&self, first: u32) -> (Vec<PieceId>, u32) {
        let Some(Inner { soup, .. }) = &self.inner else {
            return (vec![PieceId { part: first, facet: None }], 1);
        };
        let order = soup.tree.order().iter();
        match &soup.leaves {
            Leaves::Triangles(_) => {
                (order.map(|i| PieceId { part: first, facet: Some(*i) }).collect(), 1)
            }
            Leaves::Parts { compound, .. } => {
                let ids = order.map(|i| PieceId { part: first + i, facet: None });
                (ids.collect(), compound.parts().len() as u32)
            }
        }
    }
    /// What is in the hull or box: smaller ones, or the leaves. Nothing if the piece is exact.
    pub fn inside(&self) -> &[Piece] {
        let Some(inner) = &self.inner else { return &[] };
        inner.pieces.get_or_init(|| {
            let Inner { soup, place, .. } = inner;
            let below = |node: u32| soup.tree.nodes()[node as usize].children();
            let Some(two) = below(inner.node) else {
                let leaf = |at| soup.leaf(at, place, self.frame);
                return self.range.clone().map(leaf).collect();
            };
            let four = two.into_iter().flat_map(|node| match below(node) {
                Some(pair) => pair.to_vec(),
                None => vec![node],
            });
            four.map(|node| Self::around(soup.clone(), node, *place, self.frame)).collect()
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
    fn of_facets(list: &FacetList<'_, DVec3>) -> Self {
        let facets = 0..list.facets.len() as u32;
        let corners: Vec<[DVec3; 3]> = facets.filter_map(|i| list.corners(i)).collect();
        let around = |[a, b, c]: &[DVec3; 3]| [a.min(*b).min(*c), a.max(*b).max(*c)];
        let tree = grouped(&corners.iter().map(around).collect::<Vec<_>>());
        let hulls = tree.nodes().iter().map(|_| OnceLock::new()).collect();
        Self { leaves: Leaves::Triangles(corners), tree, hulls }
    }
    fn of_parts(compound: &Arc<Compound<DVec3>>) -> Self {
        let of_part = |part: &CompoundPart<DVec3>| {
            let Aabb { min, max } = convex(part).expect("asked before").aabb(&part.pose);
            [min, max]
        };
        let of_parts: Vec<[DVec3; 2]> = compound.parts().iter().map(of_part).collect();
        let tree = grouped(&of_parts);
        let union = |[a, b]: [DVec3; 2], [c, d]: [DVec3; 2]| [a.min(c), b.max(d)];
        let mut boxes = vec![[DVec3::INFINITY, DVec3::NEG_INFINITY]; tree.nodes().len()];
        // Children come after their parents.
        for (node, at) in tree.nodes().iter().enumerate().rev() {
            boxes[node] = match at.children() {
                Some([a, b]) => union(boxes[a as usize], boxes[b as usize]),
                None => {
                    let numbers = &tree.order()[tree.range(node as u32)];
                    numbers.iter().fold(boxes[node], |all, i| union(all, of_parts[*i as usize]))
                }
            };
        }
        let leaves = Leaves::Parts { compound: compound.clone(), boxes };
        Self { leaves, tree, hulls: Box::default() }
    }
    /// A convex shape around all below a node, and its place in the frame of the soup.
    fn around(&self, node: u32) -> (Shape<DVec3>, Motion<DVec3>) {
        match &self.leaves {
            Leaves::Triangles(corners) => {
                let made = self.hulls[node as usize].get_or_init(|| {
                    let numbers = &self.tree.order()[self.tree.range(node)];
                    let points: Vec<DVec3> =
                        numbers.iter().flat_map(|i| corners[*i as usize]).collect();
                    let hull = Hull::new(points);
                    let hull = hull.expect("corners of a surface are checked, and there is one");
                    Box::new(hull.into())
                });
                (Shape::clone(made), Motion::identity())
            }
            Leaves::Parts { boxes, .. } => {
                let [min, max] = boxes[node as usize];
                let middle = (min + max) * 0.5;
                // A difference is rounded by less than the step to the next number.
                let half = (max - middle).max(middle - min);
                let half = DVec3::from_array(half.to_array().map(f64::next_up));
                let cuboid = Cuboid::new(half).expect("boxes of parts are finite");
                (cuboid.into(), Motion { translation: middle, ..Motion::identity() })
            }
        }
    }
    /// The leaf at this place of the tree's order, of a soup that stands at `place`.
    fn leaf(&self, at: usize, place: &Motion<DVec3>, frame: usize) -> Piece {
        let number = self.tree.order()[at];
        let piece = match &self.leaves {
            Leaves::Triangles(corners) => {
                let [a, b, c] = corners[number as usize];
                let triangle = Triangle::new(a, b, c).expect("corners of a surface are checked");
                Piece::exact(triangle.into(), *place, frame)
            }
            Leaves::Parts { compound, .. } => {
                let part = &compound.parts()[number as usize];
                let shape = convex(part).expect("asked before");
                Piece::exact(shape.clone(), after(place, &Motion::of(&part.pose)), frame)
            }
        };
        Piece { range: at..at + 1, ..piece }
    }
}

/// The shape of a part that is convex.
fn convex(part: &CompoundPart<DVec3>) -> Option<&Shape<DVec3>> {
    match &part.shape {
        PartShape::Convex(shape) => Some(shape),
        PartShape::Surface(_) => None,
    }
}

/// A tree of boxes, of which there is one at least.
fn grouped(boxes: &[[DVec3; 2]]) -> Tree {
    // Trees hold numbers of about 1; only the grouping depends on their rounding.
    let largest = boxes.iter().flatten().fold(0.0, |most: f64, p| most.max(p.abs().max_element()));
    let unit = if largest > 0.0 { 1.0 / largest } else { 1.0 };
    let point = |p: &DVec3| (*p * unit).as_vec3().to_array();
    let boxes: Vec<Bounds> =
        boxes.iter().map(|ends| Bounds::of(ends.each_ref().map(point))).collect();
    Tree::new(&boxes, 4, Quality::Best)
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
