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
//! that is found, up to rounding, it is the front.
//!
//! Hull and facet that are apart are left to [`clearance_pairs`], unless they are so along the front: there the
//! nearest points are those of the lowest corner, if it is over the facet.

use alloc::vec::Vec;

use clearance_geometry::answer::{Feature, FeaturePart};
use clearance_geometry::hull::{Facets, Small};
use clearance_geometry::shape::face::Corner;
use clearance_geometry::shape::{Convex, Face, Lowered, Vertex};
use clearance_geometry::space::{Motion, Vector, from_space, motion_in_space, space};
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
        is_fit.then(|| Self { shape, facets, to_own, scratch: Scratch::default() })
    }

    pub fn meets(
        &mut self,
        over: &Over<'_, V>,
        facing: &Facing<'_, V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let front = self.to_own.rotate(space(facing.front));
        let corners = each(facing.facet.corners, |corner| self.to_own.apply(space(corner)));
        let lowest = self.facets.support(-front);
        let height = front.dot(self.facets.vertices().get(lowest) - corners[0]);
        if height > over.margin + over.doubt {
            return Met::Apart;
        }
        if facing.is_doubtful(over.doubt) {
            return Met::Unknown;
        }
        let along_front = Best { overlap: -height, normal: front, feature: FRONT };
        // Along the front, the nearest points of what is apart are those of the lowest corner over the facet.
        let is_apart = height >= -2.0 * over.doubt
            && Facet::new(&corners, front, front, over.doubt)
                .is_inside(self.facets.vertices().get(lowest));
        let best = if is_apart {
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
        self.set_face(-normal, best.feature, is_own, &mut face);
        let corners_of_face = face.corners();
        let upright = -space(face.normal).dot(normal);
        if facet.rise >= STEEP && (facet.rise >= FLAT || upright >= FLAT) {
            let height = |corner: &Corner<V::Wide>| space(corner.point).dot(normal);
            let lowest =
                corners_of_face.iter().reduce(|a, b| if height(b) < height(a) { b } else { a });
            let part = Part {
                corners: match lowest {
                    Some(lowest) if upright < STEEP => core::slice::from_ref(lowest),
                    _ => corners_of_face,
                },
                normal: space(face.normal),
                number: face.number,
            };
            facet.clip(&part, over.margin, spots);
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
        let seen = motion_in_space(&over.seen);
        spots.iter_mut().for_each(|spot| spot.point = seen.apply(spot.point));
        over.touching(facing, allowed, spots)
    }

    /// The face along a direction; the one that is known if the normal is its own.
    fn set_face(&self, direction: DVec3, feature: Feature, is_own: bool, face: &mut Face<V::Wide>) {
        let along = from_space(direction);
        match feature {
            // Its faces and edges have numbers of their own.
            _ if self.shape.built().is_none() => self.shape.face(along, face),
            Feature::FaceB(number) if is_own => face.set_facet(&self.facets, number, along),
            _ => face.set_facet_along(&self.facets, along),
        }
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
