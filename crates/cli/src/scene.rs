//! The bodies of a scene, convex or not, and the clearance of every pair of them that matters.
//!
//! A pair is told by its nearest parts, or by its deepest ones. `survey.rs` has all pairs.

use std::collections::BTreeSet;
use std::slice::from_ref;
use std::sync::OnceLock;

use clearance::number::Scalar;
use clearance::space::{Aabb, Vector};
use clearance::{Clearance, Collider, LocalDepth, Manifold, Pose, Query, Status};
use clearance_lines::depth;
pub use clearance_pictures::Class;

use crate::alike;
use crate::overlap;
use crate::pairs::Pairs;
use crate::pieces;

/// A shape that moves with its body.
#[derive(Debug)]
pub struct Part<V: Vector> {
    pub shape: Collider<V>,
    /// Its pose in the world.
    pub pose: Pose<V>,
    /// The box around it in the world.
    pub bounds: Aabb<V>,
}

/// Parts that move together.
#[derive(Debug)]
pub struct Body<V: Vector> {
    pub name: String,
    pub group: Option<String>,
    pub parts: Vec<Part<V>>,
    /// The hulls of its pieces, made when they are first asked for.
    hulls: OnceLock<Vec<Part<V>>>,
}

/// What is asked of pairs of bodies, which are told by the numbers of their bodies.
#[derive(Debug)]
pub struct Rule {
    /// For each body, does it fit the first pattern, and the second?
    pub fits: [Vec<bool>; 2],
    /// The clearance that they must have.
    pub least: Option<f64>,
    /// Must they have it beside what else they must have?
    pub is_more: bool,
    /// If there are checks, only the pairs that one of them fits are asked about.
    pub is_check: bool,
}

impl Rule {
    /// Is it for this pair?
    pub fn fits(&self, a: usize, b: usize) -> bool {
        let [first, second] = &self.fits;
        (first[a] && second[b]) || (first[b] && second[a])
    }
}

#[derive(Debug)]
pub struct Scene<V: Vector> {
    bodies: Vec<Body<V>>,
    /// The pairs that the file names, and those of links that are not asked about.
    ignored: BTreeSet<(usize, usize)>,
    of_links: Pairs,
    /// The last that fits a pair holds for it.
    rules: Vec<Rule>,
}

/// The number of pairs of each class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Totals {
    pub clash: usize,
    pub touch: usize,
    pub close: usize,
    pub ok: usize,
}

impl Totals {
    pub fn count(&mut self, class: Class) {
        match class {
            Class::Clash | Class::Inside | Class::Duplicate => self.clash += 1,
            Class::Touch => self.touch += 1,
            Class::Close => self.close += 1,
            Class::Ok => self.ok += 1,
        }
    }
}

/// Two bodies, and the clearance between them.
#[derive(Clone, Debug)]
pub struct BodyPair<V: Vector> {
    pub a: usize,
    pub b: usize,
    /// The part of each that is nearest to the other, or deepest in it.
    pub parts: [usize; 2],
    /// The clearance of those parts. `lower` is a bound for all parts of both bodies.
    pub answer: Clearance<V>,
    /// Is there proven to be a gap between them, or a common point?
    status: Status,
    pub class: Class,
    /// The clearance that they must have.
    pub required: f64,
    /// Of an overlap, if it was asked for.
    pub local: Option<LocalDepth<V>>,
    /// Do hulls of their pieces overlap? `None` if both bodies are convex, and before it is asked.
    pub hulls_clash: Option<bool>,
}

/// Where a part of one body touches a part of another.
#[derive(Debug)]
pub struct BodyContact<V: Vector> {
    pub parts: [usize; 2],
    pub manifold: Manifold<V>,
}

impl<V: Vector> Part<V> {
    pub fn new(shape: Collider<V>, pose: Pose<V>) -> Self {
        let bounds = bounds(&shape, &pose);
        Self { shape, pose, bounds }
    }
    fn is_convex(&self) -> bool {
        matches!(self.shape, Collider::Convex(_))
    }
    /// The clearance, and what is proven of an overlap.
    fn clearance(&self, other: &Self) -> (Clearance<V>, Status) {
        depth::clearance(&self.shape, &self.pose, &other.shape, &other.pose)
    }
    /// Is it proven that the other part is farther away? Asked only where the answer costs less than the
    /// clearance: that of a depth does not.
    fn is_beyond(&self, other: &Self, limit: V::Scalar) -> bool {
        let asked = limit.is_finite() && !(self.is_convex() && other.is_convex());
        let [a, b] = [self, other];
        asked
            && !clearance::within(&a.shape, &a.pose, &b.shape, &b.pose, limit.max(V::Scalar::ZERO))
    }
    /// Is it the same as the other part, and where that is?
    fn is_like(&self, other: &Self, tolerance: f64) -> bool {
        alike::are_alike([&self.shape, &other.shape], [&self.pose, &other.pose], tolerance)
    }
    /// Is it in the other part, without touching its surface?
    fn is_in(&self, other: &Self) -> bool {
        let (own, around) = (&self.bounds, &other.bounds);
        let in_box = (0..V::DIM)
            .all(|i| around.min.get(i) <= own.min.get(i) && own.max.get(i) <= around.max.get(i));
        in_box && clearance::separation(&self.shape, &self.pose, &other.shape, &other.pose).inside
    }
}

impl<V: Vector> Body<V> {
    pub fn new(name: &str, group: Option<String>, parts: Vec<Part<V>>) -> Self {
        Self { name: name.into(), group, parts, hulls: OnceLock::new() }
    }
    pub fn aabb(&self) -> Aabb<V> {
        // An empty box is beyond all others, and far from itself.
        let far = V::from_fn(|_| V::Scalar::INFINITY);
        let nothing = Aabb { min: far, max: -far };
        self.parts.iter().fold(nothing, |whole, part| whole.union(&part.bounds))
    }
    fn is_convex(&self) -> bool {
        self.parts.iter().all(Part::is_convex)
    }
    /// The hulls of its pieces. A piece without a hull is left out.
    fn hulls(&self) -> &[Part<V>] {
        self.hulls.get_or_init(|| {
            let hulls = |part: &Part<V>| pieces::hulls(&part.shape, &part.pose);
            self.parts.iter().flat_map(hulls).map(|(shape, pose)| Part::new(shape, pose)).collect()
        })
    }
}

impl<V: Vector> Scene<V> {
    /// `ignored` are pairs by number and in order, and none of `of_links`.
    pub fn new(
        bodies: Vec<Body<V>>,
        ignored: BTreeSet<(usize, usize)>,
        of_links: Pairs,
        rules: Vec<Rule>,
    ) -> Self {
        Self { bodies, ignored, of_links, rules }
    }
    pub fn bodies(&self) -> &[Body<V>] {
        &self.bodies
    }
    /// The required clearances of some pairs.
    pub fn rules(&self) -> &[Rule] {
        &self.rules
    }
    /// Do some pairs have a required clearance of their own?
    pub fn has_rules(&self) -> bool {
        self.rules.iter().any(|rule| rule.least.is_some())
    }
    /// Is a pair asked about?
    pub fn is_asked(&self, a: usize, b: usize) -> bool {
        let is_ignored = self.ignored.contains(&(a, b)) || self.of_links.contains(a, b);
        let mut checks = self.rules.iter().filter(|rule| rule.is_check).peekable();
        !is_ignored && (checks.peek().is_none() || checks.any(|rule| rule.fits(a, b)))
    }
    /// The largest clearance that a pair must have.
    pub fn most_required(&self, required: f64) -> f64 {
        let most = |is_more: bool, least: f64| {
            let all = self.rules.iter().filter(|rule| rule.is_more == is_more);
            all.filter_map(|rule| rule.least).fold(least, f64::max)
        };
        most(false, required) + most(true, 0.0)
    }
    /// The clearance that two bodies must have, if it is `required` where no rule fits.
    fn required(&self, a: usize, b: usize, required: f64) -> f64 {
        let own = self.fitting(a, b, false).next_back();
        own.unwrap_or(required) + self.more(a, b)
    }
    /// What two bodies must have beside that.
    pub fn more(&self, a: usize, b: usize) -> f64 {
        self.fitting(a, b, true).fold(0.0, f64::max)
    }
    fn fitting(&self, a: usize, b: usize, is_more: bool) -> impl DoubleEndedIterator<Item = f64> {
        let fitting = move |rule: &&Rule| rule.is_more == is_more && rule.fits(a, b);
        self.rules.iter().filter(fitting).filter_map(|rule| rule.least)
    }

    /// Does a rule fit a pair that is asked about?
    pub fn has_pair(&self, rule: &Rule) -> bool {
        let fitting =
            |fits: &[bool]| -> Vec<usize> { (0..fits.len()).filter(|body| fits[*body]).collect() };
        let [first, second] = rule.fits.each_ref().map(|fits| fitting(fits));
        let is_asked = |a: usize, b: usize| a != b && self.is_asked(a.min(b), a.max(b));
        first.iter().any(|a| second.iter().any(|b| is_asked(*a, *b)))
    }

    /// The number of pairs of bodies that have parts and are asked about.
    pub fn pairs_in_all(&self) -> usize {
        if self.rules.iter().any(|rule| rule.is_check) {
            let with_parts: Vec<usize> = (0..self.bodies.len())
                .filter(|body| !self.bodies[*body].parts.is_empty())
                .collect();
            let asked = |(k, b): (usize, &usize)| {
                with_parts[..k].iter().filter(|a| self.is_asked(**a, *b)).count()
            };
            return with_parts.iter().enumerate().map(asked).sum();
        }
        let count = self.bodies.iter().filter(|body| !body.parts.is_empty()).count();
        let ignored = self.ignored.len() + self.of_links.len();
        (count * count.saturating_sub(1) / 2).saturating_sub(ignored)
    }

    /// The least clearance over the parts of two bodies, without parts that are farther apart than `limit`.
    pub fn nearest_parts(
        &self,
        a: usize,
        b: usize,
        limit: V::Scalar,
        required: f64,
    ) -> Option<BodyPair<V>> {
        let mut best: Option<BodyPair<V>> = None;
        let mut lower = V::Scalar::INFINITY;
        for i in 0..self.bodies[a].parts.len() {
            for j in 0..self.bodies[b].parts.len() {
                let enough = best.as_ref().map_or(limit, |best| best.answer.upper);
                let Some(pair) = self.of_parts([a, b], [i, j], enough, required) else { continue };
                lower = lower.min(pair.answer.lower);
                if best.as_ref().is_none_or(|best| pair.rank() < best.rank()) {
                    best = Some(pair);
                }
            }
        }
        let mut best = best?;
        best.answer.lower = lower;
        if best.answer.inside && !self.is_inside(a, b) {
            best.answer.inside = false;
        }
        best.class = self.class(&best, || self.are_alike(a, b, -best.required));
        best.tolerate([a, b].map(|body| &self.bodies[body].parts[..]));
        Some(best)
    }

    /// Asks how deep two bodies that overlap are locally, if that is not known.
    pub fn ask_local_depth(&self, pair: &mut BodyPair<V>) {
        if pair.status == Status::Overlapping && pair.local.is_none() {
            pair.measure([pair.a, pair.b].map(|body| &self.bodies[body].parts[..]));
        }
    }

    /// The class of a pair whose clearance is proven to be above `worst`, a depth, where this costs less than the clearance.
    /// Only that it is a clash is known of one that touches: it may be inside the other, or the same again.
    pub fn class_above(&self, a: usize, b: usize, worst: f64, required: f64) -> Option<Class> {
        let ([p], [q]) = (&self.bodies[a].parts[..], &self.bodies[b].parts[..]) else {
            return None;
        };
        let required = self.required(a, b, required);
        // The boxes that the search for a way out knows.
        let [around_p, around_q] = [p, q].map(|part| part.shape.aabb(&part.pose));
        if required < 0.0
            || p.is_convex() && q.is_convex()
            || depth_of(&around_p, &around_q) >= -worst
        {
            return None;
        }
        let found = clearance::separation(&p.shape, &p.pose, &q.shape, &q.pose);
        match found.status() {
            Status::Overlapping => Some(Class::Clash),
            Status::Undecided if !self.are_alike(a, b, -required) => {
                let only_touches = clearance::only_touches(&p.shape, &p.pose, &q.shape, &q.pose);
                let class = if required > 0.0 { Class::Close } else { Class::Touch };
                only_touches.then_some(class)
            }
            _ => None,
        }
    }

    /// The clearance of two parts; `None` if they are farther apart than `limit`.
    fn of_parts(
        &self,
        [a, b]: [usize; 2],
        parts: [usize; 2],
        limit: V::Scalar,
        required: f64,
    ) -> Option<BodyPair<V>> {
        let [part_a, part_b] = [&self.bodies[a].parts[parts[0]], &self.bodies[b].parts[parts[1]]];
        // Boxes that touch prove nothing: their contents may overlap by any depth.
        let gap = part_a.bounds.gap(&part_b.bounds);
        if gap > 0.0 && gap > limit.to_f64() || part_a.is_beyond(part_b, limit) {
            return None;
        }
        let ((answer, status), class) = (part_a.clearance(part_b), Class::Ok);
        let required = self.required(a, b, required);
        let (local, hulls_clash) = (None, None);
        let mut pair =
            BodyPair { a, b, parts, answer, status, class, required, local, hulls_clash };
        let tolerance = -pair.required;
        pair.class = self.class(&pair, || part_a.is_like(part_b, tolerance));
        Some(pair)
    }

    /// The pairs of parts of two bodies that are not proven to be farther apart than `limit`, worst first.
    pub fn pairs_of_parts(&self, pair: &BodyPair<V>, limit: V::Scalar) -> Vec<BodyPair<V>> {
        let (a, b) = (pair.a, pair.b);
        let mut found = Vec::new();
        for i in 0..self.bodies[a].parts.len() {
            for j in 0..self.bodies[b].parts.len() {
                let pair = self.of_parts([a, b], [i, j], limit, pair.required);
                let Some(mut pair) = pair.filter(|pair| pair.answer.lower <= limit) else {
                    continue;
                };
                let part = |body: usize, part: usize| from_ref(&self.bodies[body].parts[part]);
                pair.tolerate([part(a, i), part(b, j)]);
                found.push(pair);
            }
        }
        found.sort_by_key(BodyPair::rank);
        found
    }

    fn class(&self, pair: &BodyPair<V>, are_alike: impl FnOnce() -> bool) -> Class {
        let BodyPair { a, b, answer, required, .. } = pair;
        let zero = V::Scalar::ZERO;
        let is_tolerated = *required < 0.0 && answer.lower.to_f64() >= *required;
        if answer.lower > zero {
            let is_close = answer.signed_distance.to_f64() < *required;
            if is_close { Class::Close } else { Class::Ok }
        } else if is_tolerated {
            Class::Touch
        } else if are_alike() {
            Class::Duplicate
        } else if answer.inside {
            Class::Inside
        } else if self.bodies[*a].is_convex() && self.bodies[*b].is_convex()
            || pair.status == Status::Overlapping
            || !self.is_shallow(pair)
        {
            Class::Clash
        } else if *required > 0.0 {
            Class::Close
        } else {
            Class::Touch
        }
    }

    /// Is it proven that a tiny translation parts the bodies?
    fn is_shallow(&self, pair: &BodyPair<V>) -> bool {
        let part = |body: usize, part: usize| &self.bodies[body].parts[part];
        let (p, q) = (part(pair.a, pair.parts[0]), part(pair.b, pair.parts[1]));
        let tiny = depth::tiny(&p.shape, &p.pose, &q.shape, &q.pose);
        pair.answer.lower.to_f64() >= -2.0 * tiny.next_up()
    }

    /// Is each part of one body in a part of the other?
    fn is_inside(&self, a: usize, b: usize) -> bool {
        let [a, b] = [a, b].map(|body| &self.bodies[body].parts);
        let all_in = |inner: &[Part<V>], outer: &[Part<V>]| {
            inner.iter().all(|part| outer.iter().any(|around| part.is_in(around)))
        };
        all_in(a, b) || all_in(b, a)
    }

    /// Have two bodies the same parts at the same places, up to a tolerance?
    fn are_alike(&self, a: usize, b: usize, tolerance: f64) -> bool {
        let [a, b] = [a, b].map(|body| &self.bodies[body].parts);
        a.len() == b.len() && a.iter().zip(b).all(|(p, q)| p.is_like(q, tolerance))
    }

    /// Do hulls of the pieces of two bodies overlap, and by more than is tolerated? `None` if both are convex.
    pub fn hulls_clash(&self, pair: &BodyPair<V>) -> Option<bool> {
        let [a, b] = [pair.a, pair.b].map(|body| &self.bodies[body]);
        if a.is_convex() && b.is_convex() {
            return None;
        }
        if pair.class.is_clash() {
            return Some(true);
        }
        let meet = |(p, q): (&Part<V>, &Part<V>)| {
            let clash = || {
                let (found, status) = p.clearance(q);
                let is_tolerated = pair.required < 0.0 && found.lower.to_f64() >= pair.required;
                status == Status::Overlapping && !is_tolerated
            };
            p.bounds.gap(&q.bounds) == 0.0 && clash()
        };
        Some(a.hulls().iter().any(|p| b.hulls().iter().any(|q| meet((p, q)))))
    }

    /// The contacts of two bodies that touch, or come as near as `margin`, by their parts.
    pub fn contacts_between(&self, a: usize, b: usize, margin: V::Scalar) -> Vec<BodyContact<V>> {
        let mut found = Vec::new();
        for (i, p) in self.bodies[a].parts.iter().enumerate() {
            for (j, q) in self.bodies[b].parts.iter().enumerate() {
                let gap = p.bounds.gap(&q.bounds);
                if gap > 0.0 && gap > margin.to_f64() {
                    continue;
                }
                let contact = |manifold| BodyContact { parts: [i, j], manifold };
                if let (Collider::Convex(shape_p), Collider::Convex(shape_q)) = (&p.shape, &q.shape)
                {
                    let manifold = Query::new(shape_p, &p.pose, shape_q, &q.pose).manifold(margin);
                    found.extend(manifold.map(contact));
                } else {
                    let patches = clearance::contacts(&p.shape, &p.pose, &q.shape, &q.pose, margin);
                    found.extend(patches.into_iter().map(|patch| contact(patch.manifold)));
                }
            }
        }
        found
    }
}

/// The box around a shape in the world: that of its corners, where it has some, and not that of its turned box.
fn bounds<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> Aabb<V> {
    let around = shape.aabb(pose);
    let Collider::Surface(surface) = shape else { return around };
    if pose.turn() == Pose::<V>::IDENTITY.turn() {
        return around;
    }
    let far = V::from_fn(|_| V::Scalar::INFINITY);
    let corners = (0..surface.surface().vertices().len() as u32)
        .map(|vertex| pose.transform_point(surface.vertex(vertex)));
    let of_corners = corners.fold(Aabb { min: far, max: -far }, |all, corner| {
        all.union(&Aabb { min: corner, max: corner })
    });
    // What corners are off by once they are moved.
    let size = surface.bounds().min.max_abs().max(surface.bounds().max.max_abs())
        + pose.translation().max_abs();
    let off = size * V::Scalar::EPSILON * V::Scalar::of(32.0);
    Aabb {
        min: V::from_fn(|i| around.min.get(i).max(of_corners.min.get(i) - off)),
        max: V::from_fn(|i| around.max.get(i).min(of_corners.max.get(i) + off)),
    }
}

/// A bound on the length of the translation that is found to part the contents of two boxes: that along an axis.
fn depth_of<V: Vector>(a: &Aabb<V>, b: &Aabb<V>) -> f64 {
    /// It goes a little farther than the boxes do.
    const FARTHER: f64 = 1.02;
    let along = |i: usize| {
        let ends = |x: &Aabb<V>, y: &Aabb<V>| x.max.get(i).to_f64() - y.min.get(i).to_f64();
        ends(a, b).min(ends(b, a))
    };
    FARTHER * (0..V::DIM).map(along).fold(f64::INFINITY, f64::min)
}

impl<V: Vector> BodyPair<V> {
    /// A pair that fails: do its bounds leave open whether it has what is required?
    pub fn is_undecided(&self) -> bool {
        match (self.class, &self.local) {
            (Class::Inside | Class::Duplicate, _) => false,
            (_, Some(local)) if self.required < 0.0 => local.lower.to_f64() <= -self.required,
            _ if self.required >= 0.0 && self.status == Status::Overlapping => false,
            _ => self.answer.upper.to_f64() >= self.required,
        }
    }
    /// Are both bounds finite? Else the estimate and the points have no meaning.
    pub fn bounded(&self) -> bool {
        self.answer.lower.is_finite() && self.answer.upper.is_finite()
    }
    /// A clash whose local depth is tolerated is none. Its depth costs less, and `class` has looked at it: a local depth is
    /// never more.
    fn tolerate(&mut self, parts: [&[Part<V>]; 2]) {
        if self.required >= 0.0 || !matches!(self.class, Class::Clash | Class::Inside) {
            return;
        }
        self.measure(parts);
        if self.local.is_some_and(|local| local.upper.to_f64() <= -self.required) {
            self.class = Class::Touch;
        }
    }
    /// Finds the local depth of these parts.
    fn measure(&mut self, parts: [&[Part<V>]; 2]) {
        let found = overlap::local_depth(parts);
        let depth = -self.answer.lower;
        self.local = found.map(|local| {
            let upper = local.upper.min(depth.max(local.lower));
            LocalDepth { upper, ..local }
        });
    }
    /// The place in the order by clearance, then by bodies and parts.
    pub fn rank(&self) -> (i64, [usize; 2], [usize; 2]) {
        // The bits of a float as an integer that is ordered as `f64::total_cmp` orders the floats.
        let bits = self.answer.signed_distance.to_f64().to_bits() as i64;
        (bits ^ (bits >> 63 & i64::MAX), [self.a, self.b], self.parts)
    }
}
