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
//! *Faces.* One pass in lanes over the planes of the hull tells for each face how deep each corner of the facet is
//! below it.
//!
//! *Edges.* A corner that is deeper below both faces at an edge of the hull than the least overlap so far is as deep
//! for all axes between both normals. So an edge is left out if its faces have such a corner in common. Nearly all are.
//!
//! Hull and facet that are apart are left to [`clearance_pairs`], unless they are so along the front: there the
//! nearest points are those of the lowest corner, if it is over the facet.
//!
//! *Source.* Bounds by a vertex as in the bounded test of `clearance_pairs`; the crossings of Gauss maps are those of
//! Gregorius, "The separating axis test between convex polyhedra", GDC 2013.

use alloc::vec::Vec;

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::hull::{Facets, Least};
use clearance_geometry::number::simd::{Work, widest};
use clearance_geometry::shape::face::Corner;
use clearance_geometry::shape::{Convex, Face, Lowered, Vertex};
use clearance_geometry::space::{Motion, Vector, from_space, motion_in_space, space};
use glam::DVec3;

use super::clip::{FLAT, Facet, Part, STEEP};
use super::facing::{Facing, Met, Over, Spot, each};

/// A polytope with volume and without radius.
pub(super) struct PolytopeForm<'f, V: Vector> {
    shape: &'f Lowered<'f, V::Wide>,
    facets: Facets<'f>,
    /// From the frame of the surface to that of the polytope.
    to_own: Motion<DVec3>,
    /// How deep each corner of the facet is below each face of the polytope, first all depths of one corner; and the
    /// most of the three.
    depths: Vec<f64>,
    /// And which corners are less deep than the least overlap along the front and the faces: one bit each.
    shallow: Vec<u64>,
}

/// The feature of the axis with the least overlap.
#[derive(Clone, Copy)]
enum Feature {
    Front,
    Back,
    Face(u32),
    /// An edge of the polytope, and one of the facet.
    Edges(u32, usize),
}

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
        let count = facets.offsets().len();
        let (depths, shallow) = (alloc::vec![0.0; 4 * count], alloc::vec![0; count]);
        is_fit.then_some(Self { shape, facets, to_own, depths, shallow })
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
        let (overlap, face) = widest(Faces {
            facets: &self.facets,
            corners: &corners,
            least: -height,
            depths: &mut self.depths,
            shallow: &mut self.shallow,
        });
        if overlap < -(over.margin + over.doubt) {
            return Met::Apart;
        }
        let mut best = Best { overlap: -height, normal: front, feature: Feature::Front };
        if overlap < best.overlap - over.doubt {
            let normal = -self.facets.normals().get(face);
            best = Best { overlap, normal, feature: Feature::Face(face) };
        }
        let is_over_front = || {
            let facet = Facet::new(&corners, front, front, over.doubt);
            facet.is_inside(self.facets.vertices().get(lowest))
        };
        // Along the front, the nearest points of what is apart are those of the lowest corner over the facet.
        let is_apart = height >= -2.0 * over.doubt
            && matches!(best.feature, Feature::Front)
            && is_over_front();
        if !is_apart {
            if facing.height < best.overlap {
                self.try_back(front, &corners, over.doubt, &mut best);
            }
            self.try_edges(front, &corners, over.doubt, &mut best);
            if best.overlap < -(over.margin + over.doubt) {
                return Met::Apart;
            }
            if best.overlap <= 2.0 * over.doubt {
                return Met::Unknown;
            }
        }
        self.contact(over, facing, (&corners, front), &best, spots)
    }

    fn try_back(&self, front: DVec3, corners: &[DVec3; 3], doubt: f64, best: &mut Best) {
        let highest = self.facets.vertices().get(self.facets.support(front));
        let overlap = front.dot(highest - corners[0]);
        if overlap < best.overlap - doubt {
            *best = Best { overlap, normal: -front, feature: Feature::Back };
        }
    }

    /// The edges of both, crossed.
    fn try_edges(&self, front: DVec3, corners: &[DVec3; 3], doubt: f64, best: &mut Best) {
        const ALL: u64 = 7;
        let (topology, shallow) = (self.facets.topology(), &self.shallow);
        let edges = each([0, 1, 2], |i| corners[(i + 1) % 3] - corners[i]);
        let outward = each(edges, |edge: DVec3| edge.cross(front));
        // One face of an edge that is not left out has two shallow corners.
        let is_low = |face: u32| {
            let shallow = shallow[face as usize];
            shallow & shallow.wrapping_sub(1) != 0
        };
        for face in (0..topology.faces() as u32).filter(|face| is_low(*face)) {
            for edge in topology.face_edges(face) {
                let other = topology.face(edge ^ 1);
                let is_left = shallow[face as usize] | shallow[other as usize] == ALL;
                if is_left && (face < other || !is_low(other)) {
                    self.try_edge(edge / 2, (corners, &edges, &outward), doubt, best);
                }
            }
        }
    }

    /// An edge of the polytope, crossed with those of the facet.
    fn try_edge(
        &self,
        k: u32,
        (corners, edges, outward): (&[DVec3; 3], &[DVec3; 3], &[DVec3; 3]),
        doubt: f64,
        best: &mut Best,
    ) {
        let topology = self.facets.topology();
        let [from, to] = topology.arc(k).map(|face| self.facets.normals().get(face));
        let end = self.facets.vertices().get(topology.origin(2 * k));
        for i in 0..3 {
            let (before, after) = (from.dot(edges[i]), to.dot(edges[i]));
            if (before > 0.0) == (after > 0.0) {
                continue;
            }
            // Where the arc between both normals crosses the plane across the edge.
            let axis = from * after.abs() + to * before.abs();
            if axis.dot(outward[i]) >= 0.0 {
                continue;
            }
            let Some(axis) = axis.try_normalize() else { continue };
            let overlap = axis.dot(end - corners[i]);
            if overlap < best.overlap - doubt {
                let feature = Feature::Edges(k, i);
                *best = Best { overlap, normal: -axis, feature };
            }
        }
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
            Feature::Front => facing.front,
            Feature::Back => -facing.front,
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
            let Feature::Edges(edge, i) = best.feature else { return Met::Unknown };
            spots.push(self.crossing(corners, (edge, i), best));
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
            Feature::Face(number) if is_own => face.set_facet(&self.facets, number, along),
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

/// Finds the face of a polytope along which it overlaps with a facet the least.
struct Faces<'w, 'f> {
    facets: &'w Facets<'f>,
    corners: &'w [DVec3; 3],
    /// The overlap along the front.
    least: f64,
    depths: &'w mut [f64],
    shallow: &'w mut [u64],
}

impl Work for Faces<'_, '_> {
    type Output = (f64, u32);

    #[inline(always)]
    fn run(self) -> (f64, u32) {
        let Self { facets, corners, least, depths, shallow } = self;
        let (normals, offsets) = (facets.normals(), facets.offsets());
        let count = offsets.len();
        // One loop for each step, over all faces: together they are not compiled for lanes.
        for (depths, p) in depths.chunks_exact_mut(count).zip(*corners) {
            let normals = normals.x.iter().zip(normals.y).zip(normals.z);
            for ((depth, ((x, y), z)), offset) in depths.iter_mut().zip(normals).zip(offsets) {
                *depth = offset - (x * p.x + y * p.y + z * p.z);
            }
        }
        let (depths, overlaps) = depths.split_at_mut(3 * count);
        let (a, others) = depths.split_at(count);
        let (b, c) = others.split_at(count);
        for (((overlap, a), b), c) in overlaps.iter_mut().zip(a).zip(b).zip(c) {
            let more = if a > b { *a } else { *b };
            *overlap = if more > *c { more } else { *c };
        }
        let (mut best, mut row) = (Least::default(), 0.0);
        for overlaps in overlaps.as_chunks().0 {
            best.offer(row, overlaps);
            row += 1.0;
        }
        let found = best.found();
        let least = least.min(found.0);
        // The sign is the highest bit.
        let sign = |depth: &f64| (depth - least).to_bits() >> 63;
        for (((shallow, a), b), c) in shallow.iter_mut().zip(a).zip(b).zip(c) {
            *shallow = sign(a) | sign(b) << 1 | sign(c) << 2;
        }
        found
    }
}
