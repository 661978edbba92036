//! The distance of two polytopes to the precision of `f32`: a search in lanes, and its bounds in `f64`.
//!
//! [`lanes`] finds corners in `f32`. From them, the bounds follow in `f64`:
//!
//! - *Upper bound.* The nearest point on the simplex of the corners is a point of the difference.
//! - *Lower bound.* The search compared all vertices along its last direction. The vertex that it chose
//!   may be lower than another by the rounding of two heights (`OFF`).
//! - *Overlap.* The corners are around the origin by more than rounding.
//!
//! If the bounds of a distance differ by more than `OPEN`, or if the bounds do not decide another
//! question, the search in `f64` answers.

use glam::{DVec3, Vec3A};

use crate::answer::Feature;
use crate::cache::Cache;
use crate::cores::{Cores, SMALL};
use crate::gjk::lanes::{self, BInA, Corners, Found, Limits, Start};
use crate::gjk::poses;
use crate::gjk::simplex::Simplex;
use crate::hull::{Block, Built, Hull3, LANES, block};
use crate::number::simd::{Work, widest};
use crate::number::{binade, max, sqrt};
use crate::plan::{self, Solver};
use crate::shape::{Convex, Core, Lowered};
use crate::solution::{Ask, Bounds};
use crate::space::{DVector, Motion, Vector, from_space, space};

/// The largest number of vertices that are scanned. For larger hulls a climb visits fewer.
const MOST: usize = 1024;

/// How far the chosen vertex may be below the farthest one, for A and for B, in units of `f32::EPSILON`
/// times their reach.
///
/// For A, a height is off by one unit of roundoff for the rounded vertex and by three for the sum of
/// products: 4 units or 2 epsilons, and two heights are compared. The direction that is rotated into B's
/// frame is off by one unit for the rounded matrix and by three for the sum, in each coordinate: 7 units
/// of its length. With the 4 of a height that is 11 units, and two heights are compared.
const OFF: [f64; 2] = [4.0, 11.0];

/// If the bounds of a distance, before `OFF`, differ by more than this, in units of `f32::EPSILON`
/// times the size, the search has not found the nearest corners.
pub(crate) const OPEN: f64 = 2.0;

/// Along a shorter direction, heights lose digits in `f32`.
const SHORT: f64 = 1e-25;

/// Lengths up to this have products of six that are in the range of `f64`.
const LARGE: f64 = 1.0 / SMALL;

/// The vertices of a polytope, as the solvers take them.
#[derive(Clone, Copy)]
pub struct VertexSet<'a> {
    blocks: &'a [Block],
    /// The unit of the coordinates in `blocks`.
    unit: f64,
    all: &'a [DVec3],
    pub center: DVec3,
}

impl<'a> VertexSet<'a> {
    /// The vertices of a shape. If there are only a few, they are computed and kept in `few`. A question
    /// about one pair does this in its own text, in 120 instructions less.
    #[inline(always)]
    pub fn of<W>(shape: &'a Lowered<'_, W>, few: &'a mut Option<FewVertices>) -> Option<Self>
    where
        W: DVector,
    {
        if let Some(set) = hull(shape) {
            return Some(set);
        }
        *few = FewVertices::of(shape);
        few.as_ref().map(FewVertices::set)
    }
    /// With lengths multiplied by `scale`.
    #[inline(always)]
    pub fn corners(&self, scale: f64) -> Corners<'a> {
        let (unit, count) = ((self.unit * scale) as f32, self.all.len() as u32);
        Corners { blocks: self.blocks, unit, count }
    }
}

/// The vertices of a point, a segment, a triangle, a box, or a small flat hull.
pub struct FewVertices {
    block: [Block; 1],
    unit: f64,
    all: [DVec3; LANES],
    count: usize,
}

impl FewVertices {
    #[inline(always)]
    fn of<W: DVector>(shape: &Lowered<'_, W>) -> Option<Self> {
        let mut all = [DVec3::ZERO; LANES];
        let count = match (shape.core(), shape.built()) {
            (Core::Box(half), _) => {
                let half = space(*half);
                for (id, corner) in all.iter_mut().enumerate() {
                    let sign = |axis: usize| if id >> axis & 1 == 1 { half } else { -half };
                    *corner = DVec3::new(sign(0).x, sign(1).y, sign(2).z);
                }
                LANES
            }
            (_, Some(Built::Space(Hull3::Flat(flat)))) if flat.vertices().len() <= LANES => {
                all[..flat.vertices().len()].copy_from_slice(flat.vertices());
                flat.vertices().len()
            }
            (core, _) if !core.few().is_empty() => {
                all.iter_mut().zip(core.few()).for_each(|(to, from)| *to = space(*from));
                core.few().len()
            }
            _ => return None,
        };
        let unit = binade(shape.reach());
        Some(Self { block: [block(&all[..count], unit)], unit, all, count })
    }
    #[inline(always)]
    fn set(&self) -> VertexSet<'_> {
        let all = &self.all[..self.count];
        let center = (all[0] + all[self.count - 1]) * 0.5;
        VertexSet { blocks: &self.block, unit: self.unit, all, center }
    }
}

/// The vertices of a solid hull that is not too large.
#[inline(always)]
fn hull<'a, W: DVector>(shape: &'a Lowered<'_, W>) -> Option<VertexSet<'a>> {
    let Some(Built::Space(Hull3::Solid(solid))) = shape.built() else { return None };
    let (narrow, all) = (solid.narrow(), solid.vertices().columns().all);
    let set =
        VertexSet { blocks: narrow.blocks(), unit: narrow.unit(), all, center: solid.center() };
    (all.len() <= MOST).then_some(set)
}

/// Bounds on the distance of the cores; if a limit decides, only the necessary bounds. `None` if the
/// question stays open.
#[inline]
pub fn solve<W: DVector>(
    cores: &Cores<'_, W>,
    ask: Ask,
    cache: Option<&mut Cache>,
) -> Option<Bounds> {
    if !is_in_range(cores, ask) {
        return None;
    }
    widest(Solving { cores, ask, cache })
}

/// The difference of two lowered shapes.
pub(crate) use crate::shape::difference::Difference;

/// Where a search for closest points in `f64` begins: at the corners that the search in `f32` finds nearest to
/// the origin. The search in `f64` then mostly needs one support point. The corners are computed again in
/// `f64`, and added to the simplex, if the pair is one for this search. If the cores overlap, no corners are
/// added, and the result is an upper bound of their signed distance.
pub fn begin<W: DVector>(
    cores: &Cores<'_, W>,
    difference: &Difference<'_, W>,
    simplex: &mut Simplex<W>,
) -> Option<f64> {
    let planned = plan::clearance(cores.a.core(), cores.b.core(), Ask::Distance);
    if planned != Solver::Lanes || !is_in_range(cores, Ask::Distance) {
        return None;
    }
    let (Found { names, len, .. }, overlap) = widest(Beginning { cores })?;
    let pairs = names[..len].iter().filter_map(|ids| difference.pair_of(*ids));
    if overlap.is_none() {
        pairs.for_each(|pair| simplex.push(pair));
    }
    Some(overlap?.upper)
}

/// Is the size in the range of the search? A negative limit asks for the depth of the cores.
#[inline(always)]
pub fn is_in_range<W>(cores: &Cores<'_, W>, ask: Ask) -> bool
where
    W: DVector,
{
    cores.size > SMALL && cores.size < LARGE && limit(cores, ask) >= 0.0
}

/// The limit as a distance of the cores.
#[inline(always)]
pub(crate) fn limit<W: DVector>(cores: &Cores<'_, W>, ask: Ask) -> f64 {
    match ask {
        Ask::Within(limit) => limit + cores.radii,
        _ => cores.radii,
    }
}

/// The start of the search, from the cache.
#[inline(never)]
fn known<W: DVector>(cache: &Cache, ask: Ask, shapes: [&VertexSet<'_>; 2]) -> Option<Start> {
    let (ids, len) = cache.ids();
    // If the shapes were apart, the same axis proves it best; if they overlapped, the same corners do.
    if matches!(ask, Ask::Within(_)) && len < 4 {
        let axis = space(cache.axis::<W>()?);
        let axis = (axis * (-1.0 / axis.abs().max_element())).as_vec3a();
        return axis.is_finite().then_some(Start::Guess(axis));
    }
    let [a, b] = shapes.map(|set| set.all.len() as u32);
    let are_there = ids[..len].iter().all(|[i, j]| *i < a && *j < b);
    (len > 0 && are_there).then_some(Start::Corners(ids, len))
}

/// The columns of a rotation. As an array, not by `map`: that is not always inlined.
#[inline(always)]
pub(crate) fn narrow_columns<W: DVector>(b_in_a: &Motion<W>) -> [Vec3A; 3] {
    let [x, y, z] = b_in_a.columns;
    [space(x).as_vec3a(), space(y).as_vec3a(), space(z).as_vec3a()]
}

/// The whole computation, compiled for one kind of registers.
struct Solving<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
    ask: Ask,
    cache: Option<&'a mut Cache>,
}

impl<W: DVector> Work for Solving<'_, W> {
    type Output = Option<Bounds>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cores, ask, cache } = self;
        let (few_a, few_b);
        let a = match hull(cores.a) {
            Some(set) => set,
            None => {
                few_a = FewVertices::of(cores.a)?;
                few_a.set()
            }
        };
        let b = match hull(cores.b) {
            Some(set) => set,
            None => {
                few_b = FewVertices::of(cores.b)?;
                few_b.set()
            }
        };
        let known = cache.as_deref().and_then(|cache| known::<W>(cache, ask, [&a, &b]));
        let pair = Pair::new(cores, a, b);
        let found = pair.search(known, pair.limits(ask, pair.scale()));
        let bounds = pair.bounds(&found, ask)?;
        if let Some(cache) = cache {
            let axis = from_space::<W>(-found.toward.as_dvec3());
            cache.remember(found.names.into_iter().take(found.len), axis, Feature::None);
        }
        Some(bounds)
    }
}

/// The search for the nearest corners, and bounds if the cores overlap, compiled for one kind of registers.
struct Beginning<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
}

impl<W: DVector> Work for Beginning<'_, W> {
    type Output = Option<(Found, Option<Bounds>)>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { cores } = self;
        let (mut few_a, mut few_b) = (None, None);
        let (a, b) = (VertexSet::of(cores.a, &mut few_a)?, VertexSet::of(cores.b, &mut few_b)?);
        let pair = Pair::new(cores, a, b);
        let limits = Limits { above: f32::INFINITY, below: 0.0 };
        let found = pair.search(None, limits);
        let overlap = if found.inside { pair.bounds(&found, Ask::Distance) } else { None };
        Some((found, overlap))
    }
}

/// Two polytopes, in the unit of the input.
pub struct Pair<'a, W: Vector> {
    cores: &'a Cores<'a, W>,
    a: VertexSet<'a>,
    b: VertexSet<'a>,
    columns: [DVec3; 3],
    translation: DVec3,
}

impl<'a, W: DVector> Pair<'a, W> {
    #[inline(always)]
    pub fn new(cores: &'a Cores<'a, W>, a: VertexSet<'a>, b: VertexSet<'a>) -> Self {
        let [x, y, z] = cores.b_in_a.columns;
        let columns = [space(x), space(y), space(z)];
        Self { cores, a, b, columns, translation: space(cores.b_in_a.translation) }
    }

    /// The factor from the unit of the input to that of the search.
    #[inline(always)]
    fn scale(&self) -> f64 {
        1.0 / binade(self.cores.size)
    }

    #[inline(always)]
    fn limits(&self, ask: Ask, scale: f64) -> Limits {
        let below = (limit(self.cores, ask) * scale) as f32;
        let above = if matches!(ask, Ask::Within(_)) { below } else { f32::INFINITY };
        Limits { above, below }
    }

    /// The point of the difference from the centers, where a search starts that knows nothing.
    #[inline(always)]
    fn guess(&self, scale: f64) -> Vec3A {
        let guess = (self.corner(self.a.center, self.b.center) * scale).as_vec3a();
        if guess == Vec3A::ZERO { Vec3A::X } else { guess }
    }

    #[inline(always)]
    fn search(&self, known: Option<Start>, limits: Limits) -> Found {
        let (scale, columns) = (self.scale(), narrow_columns(self.cores.b_in_a));
        let pair = lanes::Pair {
            a: self.a.corners(scale),
            b: self.b.corners(scale),
            b_in_a: BInA::new(columns, (self.translation * scale).as_vec3a()),
        };
        let start = known.unwrap_or_else(|| Start::Guess(self.guess(scale)));
        lanes::search(&pair, pair.begin(start), limits)
    }

    /// The input of a search with many poses in lanes.
    #[inline(always)]
    pub fn posed(&self, ask: Ask) -> poses::RelativePose {
        let scale = self.scale();
        poses::RelativePose {
            units: [self.a.corners(scale).unit, self.b.corners(scale).unit],
            columns: narrow_columns(self.cores.b_in_a),
            translation: (self.translation * scale).as_vec3a(),
            guess: self.guess(scale),
            limits: self.limits(ask, scale),
        }
    }

    /// The point of the difference for a point of A and a point of B.
    #[inline(always)]
    fn corner(&self, a: DVec3, b: DVec3) -> DVec3 {
        let [x, y, z] = self.columns;
        a - (x * b.x + y * b.y + z * b.z + self.translation)
    }

    #[inline(always)]
    fn corner_of(&self, [i, j]: [u32; 2]) -> DVec3 {
        self.corner(self.a.all[i as usize], self.b.all[j as usize])
    }

    /// The proven bounds of the distance.
    #[inline(always)]
    pub fn bounds(&self, found: &Found, ask: Ask) -> Option<Bounds> {
        let of = |lower, upper| Some(Bounds { lower, upper, estimate: upper });
        let Cores { slack, size, .. } = *self.cores;
        if found.inside {
            let [p, q, r, s] = found.names;
            let corners =
                [self.corner_of(p), self.corner_of(q), self.corner_of(r), self.corner_of(s)];
            let depth = depth(&corners, size);
            return if depth > slack { of(f64::NEG_INFINITY, slack - depth) } else { None };
        }
        let toward = found.toward.as_dvec3();
        if toward.abs().max_element() < SHORT {
            return None;
        }
        let off = OFF[0] * self.cores.a.reach() + OFF[1] * self.cores.b.reach();
        let gap = toward.dot(self.corner_of(found.support)) / toward.length();
        let lower = gap - f64::from(f32::EPSILON) * off - slack;
        let limit = limit(self.cores, ask);
        // If the distance is nearer to the limit, all questions use the full answer.
        let is_beyond = lower > limit + self.cores.near();
        if is_beyond && matches!(ask, Ask::Within(_)) {
            return of(lower, f64::INFINITY);
        }
        let distance = nearest(found.len, |k| self.corner_of(found.names[k]))?.length();
        let is_met = distance - gap <= OPEN * f64::from(f32::EPSILON) * size;
        let is_within = distance + slack <= limit;
        if is_within || is_beyond && is_met { of(lower, distance + slack) } else { None }
    }
}

/// The nearest point on the simplex of the corners, if it is between them.
#[inline(always)]
fn nearest(len: usize, corner: impl Fn(usize) -> DVec3) -> Option<DVec3> {
    let p = corner(0);
    if len == 1 {
        return Some(p);
    }
    let e = corner(1) - p;
    if len == 2 {
        let share = -p.dot(e) / e.dot(e);
        return (0.0..=1.0).contains(&share).then(|| p + e * share);
    }
    let f = corner(2) - p;
    let n = e.cross(f);
    let area = n.dot(n);
    let (s, t) = (f.cross(p).dot(n) / area, p.cross(e).dot(n) / area);
    (s >= 0.0 && t >= 0.0 && s + t <= 1.0).then(|| p + e * s + f * t)
}

/// A lower bound of the origin's depth between four corners that are at most `size` away from it: its
/// distance from a face's plane. 0 or less if it is not certain that it is inside.
///
/// It is inside if the volumes between it and the four faces have one sign. As in
/// [`Simplex::depth`](crate::gjk::simplex::Simplex::depth), a volume may be wrong by 16 epsilons
/// times the product of three lengths: the size, and two edges, each at most twice the longest at p.
#[inline(always)]
pub(crate) fn depth(corners: &[DVec3; 4], size: f64) -> f64 {
    let [p, q, r, s] = *corners;
    let square = |v: DVec3| v.dot(v);
    let longest = max(max(square(q - p), square(r - p)), square(s - p));
    let off = 64.0 * f64::EPSILON * size * longest;
    let normal = |a: DVec3, b: DVec3, c: DVec3| (b - a).cross(c - a);
    let first = normal(q, r, s);
    let sign = if first.dot(q) < 0.0 { -1.0 } else { 1.0 };
    // A face without an area gives NaN or a negative number.
    let height = |n: DVec3, on: DVec3| (n.dot(on) * sign - off) / sqrt(n.dot(n));
    let (a, b) = (height(first, q), height(normal(p, s, r), p));
    let (c, d) = (height(normal(p, q, s), p), height(normal(p, r, q), p));
    let least = |x: f64, y: f64| if x < y { x } else { y };
    if a > 0.0 && b > 0.0 && c > 0.0 && d > 0.0 { least(least(a, b), least(c, d)) } else { 0.0 }
}
