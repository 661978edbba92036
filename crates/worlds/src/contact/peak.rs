//! Peaks: corners and edges where a contact stays, because nothing of the surface around it is higher along its normal.
//!
//! ```text
//!          n  c          A ball at the tip of a sharp tetrahedron. A facet knows the plane of the facet beyond an edge,
//!           \/           not where that facet ends: the plane goes on past the tip v and rises along n, the facet
//!        v  o            falls. So each facet would leave the contact to the one beside it, and none would have it.
//!          /|\
//!         / | \
//! ```
//!
//! [`allowed_normal`](clearance_geometry::shape::allowed_normal) turns a normal by what it knows of the neighbours of one
//! facet. Here the facets around a corner are asked, with all of their corners: a normal is that of a peak if none of
//! them is above the plane through the corner across it. The same is asked of the neighbour at an edge, because joints
//! that bend by less than a sixteenth of a degree count as flat elsewhere.
//!
//! *No contact is lost at the nearest point* p of a closed surface to a point c outside. Around p nothing rises along
//! c - p, and the way from c into the surface at p leaves the front of one of the facets there. That facet has c in front,
//! and keeps its normal.

use core::cell::Cell;

use clearance_geometry::space::{DVector, Vector};

use crate::Instance;
use crate::surface::{Bend, Edge};

/// What is around the part of a facet that is farthest along a normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Around {
    /// Something rises above the plane across the normal.
    Higher,
    /// Nothing rises, and facets are all around.
    Peak,
    /// Nothing rises, and the surface ends there.
    Rim,
}

impl Around {
    /// The normal of a contact that the joints of a facet turn to another one.
    pub fn allowed<W: DVector>(self, normal: W, front: W, turned: W) -> W {
        match self {
            Self::Peak => normal,
            // What ends there has a back.
            Self::Rim if normal.dot(front) >= 0.0 => normal,
            _ => turned,
        }
    }
}

/// The sine up to which an edge is across a normal: of the normals that searches find, which are off by less.
const ACROSS: f64 = 1e-6;

/// Heights are differences of two products of a coordinate and a normal of three numbers: this many units of roundoff
/// of the coordinates are more than they are off. Without it, an edge that is exactly across the normal rises or not by
/// rounding.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// The peaks of a surface. The last one is remembered: at a tip, many facets have the same contact.
pub(super) struct Peaks<'s, V: Vector> {
    surface: &'s Instance<V>,
    last: Cell<Option<(V::Wide, V::Wide, Around)>>,
}

/// A plane across a normal of any length, through the point of a facet that is farthest along it.
struct Plane<W> {
    point: W,
    normal: W,
}

impl<'s, V: Vector> Peaks<'s, V> {
    pub fn of(surface: &'s Instance<V>) -> Self {
        Self { surface, last: Cell::new(None) }
    }

    /// What is around the part of a facet that is farthest along a normal of any length. The corners are in the order
    /// that the surface has.
    pub fn around(&self, facet: u32, corners: &[V::Wide; 3], normal: V::Wide) -> Around {
        let height = |i: usize| normal.dot(corners[i]);
        let top = (1..V::DIM).fold(0, |top, i| if height(i) > height(top) { i } else { top });
        let plane = Plane { point: corners[top], normal };
        let is_across = |i: usize| {
            let way = plane.point - corners[i];
            let fall = normal.dot(way);
            fall * fall <= ACROSS * ACROSS * normal.dot(normal) * way.dot(way)
        };
        let edges = self.surface.surface().edges(facet);
        if V::DIM == 2 {
            return if is_across(1 - top) {
                Around::Higher
            } else {
                self.beyond(&plane, &edges[top])
            };
        }
        let (after, before) = ((top + 1) % 3, (top + 2) % 3);
        match [is_across(after), is_across(before)] {
            // The front or the back.
            [true, true] => Around::Higher,
            [true, false] => self.beyond(&plane, &edges[top]),
            [false, true] => self.beyond(&plane, &edges[before]),
            [false, false] => self.at_corner(&plane, facet, top),
        }
    }

    /// What is beyond one joint.
    fn beyond(&self, plane: &Plane<V::Wide>, joint: &Edge) -> Around {
        match joint.bend {
            Bend::Open => Around::Rim,
            _ if self.rises(plane, joint) => Around::Higher,
            _ => Around::Peak,
        }
    }

    /// Does the far corner of the facet beyond a joint rise above a plane?
    fn rises(&self, plane: &Plane<V::Wide>, joint: &Edge) -> bool {
        let far = self.surface.vertex(joint.opposite).widen();
        let rise = plane.normal.dot(far - plane.point);
        let slack = ROUNDING * (far.max_abs() + plane.point.max_abs());
        rise > 0.0 && rise * rise > slack * slack * plane.normal.dot(plane.normal)
    }

    /// What is around corner `k` of a facet.
    fn at_corner(&self, plane: &Plane<V::Wide>, facet: u32, k: usize) -> Around {
        let edges = self.surface.surface().edges(facet);
        let sides = [&edges[k], &edges[(k + 2) % 3]];
        // Most contacts are left to the facet next to it.
        if sides.iter().any(|joint| joint.bend != Bend::Open && self.rises(plane, joint)) {
            return Around::Higher;
        }
        if let Some((point, normal, around)) = self.last.get()
            && point == plane.point
            && (normal - plane.normal).max_abs() <= 1e-9 * normal.max_abs()
        {
            return around;
        }
        let mut around = self.turn(plane, (facet, k), 1);
        if around == Around::Rim {
            around = match self.turn(plane, (facet, (k + 2) % 3), 2) {
                Around::Higher => Around::Higher,
                _ => Around::Rim,
            };
        }
        self.last.set(Some((plane.point, plane.normal, around)));
        around
    }

    /// Goes around a corner from facet to facet, through the edge of each that is `next` after the one it came through.
    fn turn(&self, plane: &Plane<V::Wide>, from: (u32, usize), next: usize) -> Around {
        let mut at = from;
        loop {
            let joint = &self.surface.surface().edges(at.0)[at.1];
            match self.beyond(plane, joint) {
                Around::Peak => at = (joint.facet, (usize::from(joint.side) + next) % 3),
                end => return end,
            }
            if at == from {
                return Around::Peak;
            }
        }
    }
}
