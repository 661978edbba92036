//! What a polytope would rock on: the corners almost as far along the normal as the farthest.
//!
//! The bottoms of real parts are many faces that are level to a fraction of a degree. A part that
//! rests on one of them, which may be a sliver, tips over its edge to the next, and on with every
//! step. So the shape is turned a little to eight sides, and the corners that it would come to
//! stand on are contacts, too, where they are over the other's face:
//!
//! ```text
//!       \                /        o  corners of the face that lies flattest
//!        \              /         x  what it would rock on
//!         x--..__.---..x
//! ------------o--o--------------
//! ```
//!
//! A face whose neighbours are steeper has no others. The sides are those of the shape's own
//! frame, so that they are the same whichever shape is called A, and turn with it.
//!
//! *Source.* Bullet turns shapes a little to find more points (`btConvexConvexAlgorithm`); it
//! adds them to what it remembers of earlier steps. Here they come of one query.

use arrayvec::ArrayVec;
use glam::DVec3;

use super::Side;
use crate::hull::Facets;
use crate::shape::{Convex, Part, Vertex, View, Wide};
use crate::space::Vector;

/// The tangent of the angle: 1.8 degrees.
pub(super) const ANGLE: f64 = 1.0 / 32.0;

/// The sides to turn to, across the axis that the normal is nearest to.
const TO: [[f64; 2]; 8] = [
    [1.0, 0.0],
    [-1.0, 0.0],
    [0.0, 1.0],
    [0.0, -1.0],
    [HALF, HALF],
    [-HALF, HALF],
    [HALF, -HALF],
    [-HALF, -HALF],
];
const HALF: f64 = core::f64::consts::FRAC_1_SQRT_2;

impl<C: Convex> Side<'_, C> {
    /// The points of the surface, in A's frame, on which the shape stands along a direction of
    /// length 1 when it is turned a little; none of what has no corners, or too few to have faces
    /// that are nearly level.
    pub(super) fn rocked(&self, direction: Wide<C>) -> impl Iterator<Item = Vertex<Wide<C>>> {
        let Self { part, motion, .. } = self;
        let is_polytope = if let Part::Convex(shape) = part {
            matches!(shape.view(), View::Vertices(all) if all.len() > C::V::DIM + 1)
        } else {
            false
        };
        let local = motion.unrotate(direction);
        let up = most(local);
        let count = if C::V::DIM == 2 { 2 } else { TO.len() };
        TO[..if is_polytope { count } else { 0 }].iter().filter_map(move |to| {
            let [y, z] = [1, 2].map(|k| Wide::<C>::unit((up + k) % C::V::DIM));
            let aside = if C::V::DIM == 2 { y * to[0] } else { y * to[0] + z * to[1] };
            self.top(motion.rotate((local + aside * ANGLE).unit_along()?))
        })
    }
}

/// The same of a hull without rounding in space, by number, but for its farthest corner `top`.
/// `direction` is that of the normal in the frame of the hull.
///
/// No side is farther from the normal than the angle, so where an edge leads up when the hull is
/// turned to one of them, its end is at most that far below the top: the corners of which this is
/// true, joined to the top by such, hold all the ways up and their ends.
pub(super) fn tipped(facets: &Facets<'_>, direction: DVec3, top: u32) -> ArrayVec<u32, 8> {
    let sides = Sides::of(direction);
    let topology = facets.topology();
    let at = facets.vertices().get(top);
    // The heights of the best corner so far, to each side, over that of the top.
    let (mut levels, mut ends) = ([0.0; TO.len()], [top; TO.len()]);
    let mut known = ArrayVec::<u32, MOST>::from_iter([top]);
    let mut next = 0;
    while let Some(&from) = known.get(next) {
        next += 1;
        for end in topology.vertex_edges(from).map(|edge| topology.target(edge)) {
            let way = facets.vertices().get(end) - at;
            if !sides.may_rise(way) || known.contains(&end) {
                continue;
            }
            sides.raise(way, end, &mut levels, &mut ends);
            if known.try_push(end).is_err() {
                return climbed(facets, &sides, top);
            }
        }
    }
    distinct(ends, top)
}

/// The same where nearly level corners are many: up along the edges, for each side anew.
fn climbed(facets: &Facets<'_>, sides: &Sides, top: u32) -> ArrayVec<u32, 8> {
    let ends = TO.map(|to| climb(facets, sides.direction(to), top));
    distinct(ends, top)
}

fn distinct(ends: [u32; TO.len()], top: u32) -> ArrayVec<u32, 8> {
    let mut found = ArrayVec::new();
    for end in ends {
        if end != top && !found.contains(&end) {
            found.push(end);
        }
    }
    found
}

/// So many corners that are nearly level are few.
const MOST: usize = 16;

/// The sides that a hull is turned to.
struct Sides {
    normal: DVec3,
    /// Across the axis that the normal is nearest to.
    axes: [usize; 2],
}

impl Sides {
    fn of(normal: DVec3) -> Self {
        let up = most(normal);
        Self { normal, axes: [(up + 1) % 3, (up + 2) % 3] }
    }
    /// Up, when turned.
    fn direction(&self, to: [f64; 2]) -> DVec3 {
        let mut direction = self.normal;
        direction[self.axes[0]] += to[0] * ANGLE;
        direction[self.axes[1]] += to[1] * ANGLE;
        direction
    }
    /// May the way lead up when the hull is turned?
    #[inline]
    fn may_rise(&self, way: DVec3) -> bool {
        let [y, z] = self.axes.map(|i| way[i]);
        let fall = -way.dot(self.normal);
        fall <= 0.0 || fall * fall <= ANGLE * ANGLE * (y * y + z * z)
    }
    /// Where that is the highest to a side, it is the end.
    #[inline]
    fn raise(&self, way: DVec3, end: u32, levels: &mut [f64; 8], ends: &mut [u32; 8]) {
        let [y, z] = self.axes.map(|i| way[i] * ANGLE);
        let rise = way.dot(self.normal);
        for (k, to) in TO.iter().enumerate() {
            let level = rise + to[0] * y + to[1] * z;
            ends[k] = if level > levels[k] { end } else { ends[k] };
            levels[k] = levels[k].max(level);
        }
    }
}

/// The farthest vertex, by way of ever higher neighbours.
fn climb(facets: &Facets<'_>, direction: DVec3, from: u32) -> u32 {
    let height = |vertex: u32| facets.vertices().get(vertex).dot(direction);
    let topology = facets.topology();
    let (mut here, mut level) = (from, height(from));
    loop {
        let start = here;
        for end in topology.vertex_edges(start).map(|edge| topology.target(edge)) {
            let there = height(end);
            if there > level {
                (here, level) = (end, there);
            }
        }
        if here == start {
            return here;
        }
    }
}

/// The coordinate that is the largest.
fn most<W: Vector<Scalar = f64>>(v: W) -> usize {
    (1..W::DIM).fold(0, |m, i| if v.get(i).abs() > v.get(m).abs() { i } else { m })
}
