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
use clearance_geometry::hull::{Facets, LANES, Least};
use clearance_geometry::number::simd::{Work, widest};
use clearance_geometry::shape::face::Corner;
use clearance_geometry::shape::{Convex, Face, Lowered};
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
    /// For each face of the polytope, the corners of the facet that are less deep below it than the front is: one bit each.
    shallow: Vec<[u64; LANES]>,
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
        let shallow = alloc::vec![[0; LANES]; facets.offsets().len() / LANES];
        is_fit.then_some(Self { shape, facets, to_own, shallow })
    }

    pub fn meets(
        &mut self,
        over: &Over<'_, V>,
        facing: &Facing<'_, V>,
        spots: &mut Vec<Spot>,
    ) -> Met<V::Wide> {
        let front = self.to_own.rotate(space(facing.front));
        let corners = each(facing.corners, |corner| self.to_own.apply(space(corner)));
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
        let facet = Facet::new(&corners, front, front, over.doubt);
        let is_over_front = || facet.is_inside(self.facets.vertices().get(lowest));
        // Along the front, the nearest points of what is apart are those of the lowest corner over the facet.
        let is_apart = height >= -2.0 * over.doubt
            && matches!(best.feature, Feature::Front)
            && is_over_front();
        if !is_apart {
            if best.overlap <= 2.0 * over.doubt {
                return Met::Unknown;
            }
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
        let (topology, shallow) = (self.facets.topology(), self.shallow.as_flattened());
        let edges = each([0, 1, 2], |i| corners[(i + 1) % 3] - corners[i]);
        let outward = each(edges, |edge| edge.cross(front));
        for (k, [u, v]) in topology.arcs().iter().enumerate() {
            if shallow[*u as usize] | shallow[*v as usize] != ALL {
                continue;
            }
            let [from, to] = [*u, *v].map(|face| self.facets.normals().get(face));
            let end = self.facets.vertices().get(topology.origin(2 * k as u32));
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
                    let feature = Feature::Edges(k as u32, i);
                    *best = Best { overlap, normal: -axis, feature };
                }
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
            return Met::Unknown;
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
    /// Corners that are less deep below a face than this are noted in `shallow`.
    least: f64,
    shallow: &'w mut [[u64; LANES]],
}

impl Work for Faces<'_, '_> {
    type Output = (f64, u32);

    #[inline(always)]
    fn run(self) -> (f64, u32) {
        let Self { facets, corners: [a, b, c], least, shallow } = self;
        let normals = facets.normals();
        let [x, y, z] = [normals.x, normals.y, normals.z].map(|all| all.as_chunks::<LANES>().0);
        let offsets = facets.offsets().as_chunks::<LANES>().0;
        let (mut best, mut row) = (Least::default(), 0.0);
        let rows = x.iter().zip(y).zip(z).zip(offsets).zip(shallow);
        for ((((x, y), z), offset), shallow) in rows {
            // One loop for each step: together they are not compiled for lanes.
            let mut depths = [[0.0; LANES]; 3];
            for (depths, p) in depths.iter_mut().zip([a, b, c]) {
                for k in 0..LANES {
                    depths[k] = offset[k] - (x[k] * p.x + y[k] * p.y + z[k] * p.z);
                }
            }
            let [a, b, c] = &depths;
            let mut overlaps = [0.0; LANES];
            for k in 0..LANES {
                let more = if a[k] > b[k] { a[k] } else { b[k] };
                overlaps[k] = if more > c[k] { more } else { c[k] };
            }
            // The sign is the highest bit.
            let sign = |depth: f64| (depth - least).to_bits() >> 63;
            for k in 0..LANES {
                shallow[k] = sign(a[k]) | sign(b[k]) << 1 | sign(c[k]) << 2;
            }
            best.offer(row, &overlaps);
            row += 1.0;
        }
        best.found()
    }
}
