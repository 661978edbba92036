//! The contact of a box or a hull with a facet, by separating axes.
//!
//! ```text
//!     \          /        An axis n from the hull to the facet: the overlap along it is the height of the hull
//!      \   hull /         less the height of the lowest corner of the facet. The axes are
//!       \______/            the front and the back of the facet,
//!     .____|___.  facet     the faces of the hull,
//!          n                their edges crossed, where the Gauss maps of both cross.
//! ```
//!
//! The test is that of two polytopes in `clearance_pairs`, with the facet as A. Where the front is as good as the axis
//! that is found, up to rounding, it is the front. So it is without a test where it is known to be the shortest way.
//!
//! Hull and facet that are apart along another axis are left to [`clearance_pairs`].

use alloc::vec::Vec;

use clearance_geometry::answer::{Feature, FeaturePart};
use clearance_geometry::hull::{Facets, Small};
use clearance_geometry::shape::face::Corner;
use clearance_geometry::shape::{Convex, Face, Lowered, Vertex};
use clearance_geometry::space::{DVector, Motion, Vector, from_space, motion_in_space, space};
use clearance_pairs::depth::sat::d3::{PolytopePair, Scratch, widest};
use glam::DVec3;

use super::clip::{FLAT, Facet, Part, STEEP};
use super::facing::{Facing, Met, Over, Spot, each};

/// A polytope with volume and without radius.
pub(super) struct PolytopeForm<'f, V: Vector> {
    shape: &'f Lowered<'f, V::Wide>,
    facets: Facets<'f>,
    /// From the frame of the surface to that of the polytope.
    to_own: Motion<DVec3>,
    scratch: Scratch,
    below: Below<V::Wide>,
}

/// What a polytope has along the front of the last facet: in one plane all have the same. The face of level ones only.
struct Below<W: Vector> {
    front: W,
    /// In the frame of the polytope.
    own: DVec3,
    lowest: u32,
    face: Face<W>,
    has_face: bool,
}

/// The front of a facet, as a face of a triangle.
const FRONT: Feature = Feature::FaceA(0);

/// Its back. The others are its sides.
const BACK: Feature = Feature::FaceA(4);

/// The least overlap, the normal from the facet to the polytope, in the polytope's frame, and its feature.
struct Best {
    overlap: f64,
    normal: DVec3,
    feature: Feature,
}

/// The most vertices: for more, searches that do not visit all faces are faster.
const MOST_VERTICES: usize = 192;

/// Thinner hulls are left out: planes are off by this share of the size.
const LEAST_SLACK: f64 = 1e-12;

impl<'f, V: Vector> PolytopeForm<'f, V> {
    /// `None` if it is flat or has too many vertices.
    pub fn of(
        shape: &'f Lowered<'f, V::Wide>,
        facets: Facets<'f>,
        over: &Over<'_, V>,
    ) -> Option<Self> {
        let is_fit = facets.is_solid()
            && facets.vertices().len() <= MOST_VERTICES
            && facets.slack() <= LEAST_SLACK * shape.reach()
            && shape.radius() == 0.0;
        let to_own = Motion::identity().seen_from(&motion_in_space(&over.seen));
        let (front, own) = (V::Wide::ZERO, DVec3::ZERO);
        let below = Below { front, own, lowest: 0, face: Face::new(), has_face: false };
        is_fit.then(|| Self { shape, facets, to_own, scratch: Scratch::default(), below })
    }

    pub fn meets(
        &mut self,
        over: &Over<'_, V>,
        facing: &Facing<'_, V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        if facing.front != self.below.front {
            let own = self.to_own.rotate(space(facing.front));
            let below = &mut self.below;
            (below.front, below.own, below.has_face) = (facing.front, own, false);
            below.lowest = self.facets.support(-own);
        }
        let Below { own: front, lowest, .. } = self.below;
        let corners = each(facing.facet.corners, |corner| self.to_own.apply(space(corner)));
        let height = front.dot(self.facets.vertices().get(lowest) - corners[0]);
        if height > over.margin + over.doubt {
            return Met::Apart;
        }
        if facing.is_doubtful(over.doubt) {
            return Met::Unknown;
        }
        if let Some(level) = facing.level(height) {
            let facet = Facet::level(&corners, front, over.doubt, facing.tilt(level));
            if !self.below.has_face {
                set_face((self.shape, &self.facets), -front, None, &mut self.below.face);
                self.below.has_face = true;
            }
            facet.clip(&part(&self.below.face, front), over.margin, spots);
            self.to_surface(over, spots);
            return over.touching_level(facing, height, spots);
        }
        let along_front = Best { overlap: -height, normal: front, feature: FRONT };
        let below = space(over.seen.apply(from_space(self.facets.vertices().get(lowest))));
        let best = if facing.is_shortest(below, height, 2.0 * over.doubt) {
            along_front
        } else {
            let best = self.least(&corners, front, (height, lowest));
            if best.overlap < -(over.margin + over.doubt) {
                return Met::Apart;
            }
            if best.overlap <= 2.0 * over.doubt {
                return Met::Unknown;
            }
            if best.overlap + over.doubt >= -height { along_front } else { best }
        };
        if let Feature::None | Feature::FaceA(1..4) = best.feature {
            return Met::Unknown;
        }
        self.contact(over, facing, (&corners, front), &best, spots)
    }

    /// The axis with the least overlap, or with the widest gap.
    fn least(&mut self, corners: &[DVec3; 3], front: DVec3, (height, lowest): (f64, u32)) -> Best {
        let small = Small::triangle(*corners);
        let (facet, still) = (small.facets(), Motion::identity());
        let reach = corners.iter().fold(0.0, |reach: f64, corner| reach.max(corner.length()));
        let size = reach + self.shape.reach();
        let mut pair = PolytopePair::new(&facet, &self.facets, &still, front, size);
        pair.start_with(front, -height, [0, lowest]);
        let (found, _) = widest(&pair, &mut self.scratch, &mut ());
        Best { overlap: found.overlap, normal: found.axis, feature: found.feature }
    }

    /// The points along the normal that the facet allows. All is in the polytope's frame.
    fn contact(
        &self,
        over: &Over<'_, V>,
        facing: &Facing<'_, V>,
        (corners, front): (&[DVec3; 3], DVec3),
        best: &Best,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        // The front as it is, not rotated forth and back.
        let found = match best.feature {
            FRONT => facing.front,
            BACK => -facing.front,
            _ => from_space(self.to_own.unrotate(best.normal)),
        };
        let allowed = facing.allowed(found);
        let is_own = allowed == found;
        if !is_own {
            over.turned(facing.facet.number, -best.overlap);
        }
        let normal = if is_own {
            best.normal
        } else if allowed == facing.front {
            front
        } else {
            self.to_own.rotate(space(allowed))
        };
        let facet = Facet::new(corners, front, normal, over.doubt);
        let mut face = Face::new();
        let known = match best.feature {
            Feature::FaceB(number) if is_own => Some(number),
            _ => None,
        };
        set_face((self.shape, &self.facets), -normal, known, &mut face);
        let upright = -space(face.normal).dot(normal);
        if facet.rise >= STEEP && (facet.rise >= FLAT || upright >= FLAT) {
            facet.clip(&part(&face, normal), over.margin, spots);
        } else if !is_own {
            let lowest = self.facets.support(-normal);
            let lowest =
                Vertex { point: from_space(self.facets.vertices().get(lowest)), id: lowest };
            face.reduce(lowest, from_space(-normal));
            let [p, q] = face.corners() else { return Met::Unknown };
            if facet.rise < STEEP
                || upright >= FLAT
                || !facet.cross([p, q], 0.0, over.margin, spots)
            {
                return Met::Unknown;
            }
        }
        let is_deep = |spot: &Spot| spot.separation <= -best.overlap + 8.0 * over.doubt;
        if is_own && !spots.iter().any(is_deep) {
            let Feature::Edges(i, edge) = best.feature else { return Met::Unknown };
            // Each edge of a triangle is one to its front and one to its back.
            spots.push(self.crossing(corners, (edge, i as usize % 3), best));
        }
        self.to_surface(over, spots);
        over.touching(facing, allowed, spots)
    }

    /// Takes the points to the frame of the surface.
    fn to_surface(&self, over: &Over<'_, V>, spots: &mut [Spot]) {
        let seen = motion_in_space(&over.seen);
        spots.iter_mut().for_each(|spot| spot.point = seen.apply(spot.point));
    }

    /// The point where two edges cross, seen along the normal.
    fn crossing(&self, corners: &[DVec3; 3], (edge, i): (u32, usize), best: &Best) -> Spot {
        let [p, q] = self.facets.ends_of(edge);
        let (from, way) = (corners[i], corners[(i + 1) % 3] - corners[i]);
        let across = (q - p).cross(best.normal);
        let share = (across.dot(p - from) / across.dot(way)).clamp(0.0, 1.0);
        let [part, other] = [FeaturePart::Edge(i as u32), FeaturePart::Edge(edge)];
        Spot { point: from + way * share, separation: -best.overlap, part, other }
    }
}

/// The face along a direction, unless it is known.
fn set_face<W: Vector<Scalar = f64, Wide = W>>(
    (shape, facets): (&Lowered<'_, W>, &Facets<'_>),
    direction: DVec3,
    known: Option<u32>,
    face: &mut Face<W>,
) {
    let along = from_space(direction);
    match known {
        // Its faces and edges have numbers of their own.
        _ if shape.built().is_none() => shape.face(along, face),
        Some(number) => face.set_facet(facets, number, along),
        None => face.set_facet_along(facets, along),
    }
}

/// What of a face is clipped along a normal: all of it, or its lowest corner if it is steep.
fn part<W: DVector>(face: &Face<W>, normal: DVec3) -> Part<'_, W> {
    let corners = face.corners();
    let height = |corner: &Corner<W>| space(corner.point).dot(normal);
    let lowest = corners.iter().reduce(|a, b| if height(b) < height(a) { b } else { a });
    let corners = match lowest {
        Some(lowest) if -space(face.normal).dot(normal) < STEEP => core::slice::from_ref(lowest),
        _ => corners,
    };
    Part { corners, normal: space(face.normal), number: face.number }
}
