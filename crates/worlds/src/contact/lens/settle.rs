//! From a lens to patches: the normal along which the longest chord is shortest.
//!
//! 1. From a first direction, the longest chord along it ends at a facet and a vertex, or at two edges. Their normal is
//!    the next direction, until chords are no shorter. Of convex shapes this is a walk over the surface of their difference
//!    to a place where it is nearest to the origin.
//! 2. First directions are the area vector, the largest submerged facets of A and of B, and the next largest that are
//!    turned from these. What another start finds counts if it is shorter, and if the surfaces, moved by it, no longer
//!    cross near the lens.
//! 3. Where the normals of both surfaces disagree, as those of a peg all around in a ring, whole faces within some 40
//!    degrees of each other are settled alone. They replace the whole if they are shallower, wider than deep, and half of
//!    the area.
//! 4. A lens without width is a touch that B was moved into: its area has no direction, and a chord from it may lead far
//!    through a body. The normal is then one along which the surfaces part at once.

use alloc::vec::Vec;

use clearance_geometry::answer::{FeatureId, FeaturePart};
use clearance_geometry::number::max;
use glam::DVec3;

use super::chord::{Chord, Sets, longest, spots};
use super::cross::{Crossings, Hit};
use super::flood::{Face, Lens};
use super::gaps::touching_ways;
use super::groups::{Group, groups};
use super::spots::{Spot, chosen, spot};
use super::surface_pair::SurfacePair;
use super::through::{self, is_pierced, is_through};

/// A patch of contact.
pub struct Patch {
    /// From A to B.
    pub normal: DVec3,
    pub depth: f64,
    /// With the ends of the longest chord.
    pub facets: [u32; 2],
    pub spots: Vec<Spot>,
}

/// Lenses whose normals agree as much as this are whole.
const EVEN: f64 = 0.95;

/// The patches of a lens.
pub fn patches(meeting: &SurfacePair<'_>, lens: &Lens) -> Vec<Patch> {
    let settling = Settling { meeting, lens };
    let mut parts = settling.parts();
    // It does not matter how much deeper the whole is than parts that may replace it.
    let deepest = parts.iter().fold(0.0, |deepest, part| max(deepest, part.chord.depth));
    let most = if settling.are_half(&parts) { 1.2 * deepest } else { f64::INFINITY };
    let whole = settling.whole(most);
    let depth = whole.as_ref().map_or(f64::INFINITY, |(_, chord)| chord.depth);
    if depth > meeting.tolerance()
        && let Some(touch) = settling.touch()
    {
        return alloc::vec![touch];
    }
    parts.retain(|part| part.chord.depth < 0.9 * depth);
    if settling.are_half(&parts) {
        return parts.iter().map(|part| settling.finish_part(part)).collect();
    }
    let finish =
        |(normal, chord)| settling.finish(settling.sets(), normal, chord, Some(&lens.hits));
    whole.map(finish).into_iter().collect()
}

struct Settling<'m> {
    meeting: &'m SurfacePair<'m>,
    lens: &'m Lens,
}

/// The hits of a whole lens; `None` of a part of one.
type Rim<'f> = Option<&'f [Hit]>;

/// A direction and the longest chord along it.
type Settled = (DVec3, Chord);

/// A part of a lens that may be settled alone: a group of facets of one surface.
struct Part {
    which: usize,
    group: Group,
    area: f64,
    normal: DVec3,
    chord: Chord,
}

impl Settling<'_> {
    fn sets(&self) -> Sets<'_> {
        [&self.lens.faces[0], &self.lens.faces[1]]
    }

    /// The best direction of the whole lens, if chords are shorter than `most` there.
    fn whole(&self, most: f64) -> Option<Settled> {
        let largest = |which: usize| {
            let of = |counts: &dyn Fn(DVec3) -> bool| {
                let faces = self.lens.faces[which].iter().filter(|face| counts(face.normal));
                let largest = faces.reduce(|x, y| if y.area > x.area { y } else { x });
                largest.map(|face| face.normal).unwrap_or_default()
            };
            let first = of(&|_| true);
            [first, of(&|normal| normal.dot(first) < 0.99)]
        };
        let [a, b] = [largest(0), largest(1)];
        let mut starts = alloc::vec![self.area(), a[0], -b[0], a[1], -b[1]];
        if self.area().try_normalize().is_none_or(|d| is_through(self.meeting, self.lens, d)) {
            starts.extend(self.across());
        }
        let (mut best, mut passed): (Option<Settled>, Vec<Settled>) = (None, Vec::new());
        let mut is_first = true;
        for d in starts.into_iter().filter_map(DVec3::try_normalize) {
            // Not from where another start led to.
            if best.is_some_and(|(normal, _)| normal.dot(d) > 1.0 - 1e-9) {
                continue;
            }
            // Nor where chords are so long that a shorter one than the best is not near.
            let first = best.map_or(f64::INFINITY, |(_, chord)| 4.0 * chord.depth);
            let rim = Some(&self.lens.hits[..]);
            let new = self.settle(self.sets(), d, rim, first, &mut passed);
            let Some(new) = new else { continue };
            let most = best.map_or(most, |(_, old)| old.depth * (1.0 - 1e-9));
            let new = self.through(new, most);
            if let Some(new) = new.filter(|new| is_first || self.clears(new.0, new.1.depth)) {
                best = Some(new);
            }
            is_first = false;
        }
        best
    }

    /// Where a body goes right through the other one, the chord goes on. `None` if it is no shorter than `most`.
    fn through(&self, (normal, chord): Settled, most: f64) -> Option<Settled> {
        let (meeting, mut depth) = (self.meeting, chord.depth);
        if depth > meeting.tolerance() && depth < most && is_through(meeting, self.lens, normal) {
            let bounds = self.bounds(|_, _| true);
            depth = through::depth(meeting, self.lens, bounds, normal, depth, most);
        }
        (depth < most).then(|| (normal, chord.as_deep_as(depth, normal)))
    }

    /// Normals of faces of both surfaces, one of those that are alike, those of the largest faces first.
    fn across(&self) -> Vec<DVec3> {
        /// More ways out are not looked for.
        const MOST: usize = 8;
        let sides = [(0, 1.0), (1, -1.0)];
        let faces = sides.iter().flat_map(|(which, sign)| {
            self.lens.faces[*which].iter().map(move |face| (face.area, face.normal * *sign))
        });
        let mut faces: Vec<(f64, DVec3)> = faces.collect();
        faces.sort_by(|x, y| y.0.total_cmp(&x.0));
        let mut ways: Vec<DVec3> = Vec::new();
        for (_, normal) in faces {
            if ways.len() < MOST && ways.iter().all(|way| way.dot(normal) < 0.99) {
                ways.push(normal);
            }
        }
        ways
    }

    /// The area vector of A's part, or where only A has no rim, that of B's: a part that leaks over a rim says nothing.
    fn area(&self) -> DVec3 {
        let sum = |which: usize| Sum::of(&self.lens.faces[which]).vector;
        match self.meeting.sides.map(|side| side.is_solid()) {
            [_, true] => sum(0),
            [true, false] => -sum(1),
            _ => sum(0) - sum(1),
        }
    }

    /// Goes from a direction to the normal of what its longest chord ends at, while chords get shorter. `None` where
    /// `passed`, the ways from earlier starts, go on.
    fn settle(
        &self,
        sets: Sets<'_>,
        d: DVec3,
        rim: Rim<'_>,
        most: f64,
        passed: &mut Vec<Settled>,
    ) -> Option<Settled> {
        const MOST_STEPS: usize = 16;
        let earlier = passed.len();
        let (mut d, mut most) = (d, most);
        for _ in 0..=MOST_STEPS {
            match passed[..earlier].iter().find(|(way, _)| *way == d) {
                Some((_, chord)) if chord.depth <= most => return None,
                Some(_) => break,
                None => {}
            }
            let Some(chord) = longest(self.meeting, sets, d, rim, most) else { break };
            passed.push((d, chord));
            let next = chord.normal;
            if next.dot(d) > 1.0 - 1e-15 || next.dot(d) < 1e-3 {
                break;
            }
            (d, most) = (next, chord.depth * (1.0 - 1e-12));
        }
        passed[earlier..].last().copied()
    }

    /// The touch of a lens that is a line or a point, up to the tolerance, if there is a way to part the surfaces by less.
    fn touch(&self) -> Option<Patch> {
        /// Ways that are tried: those of some pairs of facets.
        const MOST: usize = 100;
        if !self.is_thin() {
            return None;
        }
        let meeting = self.meeting;
        let ways = self.lens.hits.iter().flat_map(|hit| touching_ways(meeting, hit.facets));
        let normal = ways.take(MOST).find(|way| self.clears(*way, 0.0))?;
        let at = |hit: &Hit| {
            let edge = meeting.sides[hit.which].edge(hit.facets[hit.which], hit.side);
            let face = FeaturePart::Face(hit.facets[1 - hit.which]);
            let mut parts = [FeaturePart::Edge(edge), face];
            parts.rotate_left(hit.which);
            spot([hit.point; 2], 0.0, FeatureId::new(parts[0], parts[1]))
        };
        let spots = self.lens.hits.iter().map(at).collect();
        let spots = chosen(normal, spots, meeting.tolerance());
        Some(Patch { normal, depth: 0.0, facets: self.lens.hits[0].facets, spots })
    }

    /// Is all of the lens on a line, up to the tolerance?
    fn is_thin(&self) -> bool {
        let inside = self
            .lens
            .faces
            .iter()
            .flatten()
            .flat_map(|face| (0..3).filter(|k| face.inside[*k]).map(|k| face.corners[k]));
        let points: Vec<DVec3> = self.lens.hits.iter().map(|hit| hit.point).chain(inside).collect();
        let from = points[0];
        let farthest = points.iter().fold(DVec3::ZERO, |far, p| {
            if (*p - from).length_squared() > far.length_squared() { *p - from } else { far }
        });
        let along = farthest.normalize_or_zero();
        let most = self.meeting.tolerance();
        points.iter().all(|p| (*p - from).reject_from_normalized(along).length() <= most)
    }

    /// Do the surfaces no longer cross near the lens once B has moved out of it, so far along a direction?
    fn clears(&self, normal: DVec3, depth: f64) -> bool {
        let meeting = self.meeting;
        let (low, high) = self.bounds(|_, _| true);
        let more = DVec3::splat(depth * 1.01 + meeting.tolerance());
        let (low, high) = (low - more, high + more);
        let way = normal * (depth * (1.0 + 1e-6) + meeting.tolerance());
        let is_near = |hit: &Hit| hit.point.cmpge(low).all() && hit.point.cmple(high).all();
        !Crossings::of(meeting, &(meeting.near)(way, 0.0), way).hits.iter().any(is_near)
    }

    /// The box around hits and vertices inside of those facets of a surface for which `own` is true.
    fn bounds(&self, own: impl Fn(usize, u32) -> bool) -> (DVec3, DVec3) {
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let mut add = |p: DVec3| (low, high) = (low.min(p), high.max(p));
        for hit in &self.lens.hits {
            if (0..2).any(|which| own(which, hit.facets[which])) {
                add(hit.point);
            }
        }
        for which in 0..2 {
            for face in self.lens.faces[which].iter().filter(|face| own(which, face.facet)) {
                (0..3).filter(|k| face.inside[*k]).for_each(|k| add(face.corners[k]));
            }
        }
        (low, high)
    }

    /// Parts that are wider than deep, where normals of both surfaces disagree.
    fn parts(&self) -> Vec<Part> {
        let [of_a, of_b] = self.sums();
        if max(of_a.evenness(), of_b.evenness()) > EVEN {
            return Vec::new();
        }
        let which = usize::from(of_b.evenness() > of_a.evenness() + 1e-6);
        let mut parts = Vec::new();
        for group in groups(self.meeting, which, &self.lens.faces[which]) {
            let Sum { area, vector } = Sum::of(&group);
            let d = if which == 0 { vector } else { -vector };
            let Some(d) = d.try_normalize() else { continue };
            let sets = self.with(which, &group);
            let settled = self.settle(sets, d, None, f64::INFINITY, &mut Vec::new());
            let Some((normal, chord)) = settled else { continue };
            let way = if which == 0 { normal } else { -normal };
            if chord.depth > 0.0
                && chord.depth < self.width(which, &group, area)
                && !is_pierced(self.meeting, self.lens, which, &group, way)
            {
                parts.push(Part { which, group, area, normal, chord });
            }
        }
        parts
    }

    /// Are parts half of the area?
    fn are_half(&self, parts: &[Part]) -> bool {
        let Some(first) = parts.first() else { return false };
        let area: f64 = parts.iter().map(|part| part.area).sum();
        area >= 0.5 * self.sums()[first.which].area
    }

    fn finish_part(&self, part: &Part) -> Patch {
        self.finish(self.with(part.which, &part.group), part.normal, part.chord, None)
    }

    /// A group of facets of one surface, and all of the other one.
    fn with<'f>(&'f self, which: usize, group: &'f Group) -> Sets<'f> {
        let mut sets = self.sets();
        sets[which] = group;
        sets
    }

    fn sums(&self) -> [Sum; 2] {
        [0, 1].map(|which| Sum::of(&self.lens.faces[which]))
    }

    /// How wide a part of a lens is: its area by the diagonal of the box around it.
    fn width(&self, which: usize, group: &Group, area: f64) -> f64 {
        let own = |of: usize, facet: u32| {
            of == which && group.binary_search_by_key(&facet, |face| face.facet).is_ok()
        };
        let (low, high) = self.bounds(own);
        area / (high - low).length()
    }

    fn finish(&self, sets: Sets<'_>, normal: DVec3, chord: Chord, rim: Rim<'_>) -> Patch {
        let mut found = spots(self.meeting, sets, normal, rim);
        if found.iter().all(|spot| -spot.separation < chord.depth - self.meeting.tolerance()) {
            found.push(chord.spot());
        }
        found.retain(|spot| -spot.separation <= chord.depth + self.meeting.tolerance());
        let spots = chosen(normal, found, self.meeting.tolerance());
        Patch { normal, depth: chord.depth, facets: chord.facets, spots }
    }
}

/// The area of some facets, and their area vector.
struct Sum {
    area: f64,
    vector: DVec3,
}

impl Sum {
    fn of(faces: &[Face]) -> Self {
        let vector = faces.iter().map(|face| face.normal * face.area).sum();
        Self { area: faces.iter().map(|face| face.area).sum(), vector }
    }
    /// How much normals agree: 1 if they are the same.
    fn evenness(&self) -> f64 {
        self.vector.length() / max(self.area, f64::MIN_POSITIVE)
    }
}
