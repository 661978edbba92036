//! Solves any two convex shapes by their support points: GJK, then EPA if the cores overlap.

use glam::DVec3;

use crate::answer::{Algorithm, End, Feature, Witness};
use crate::cores::{Cores, Known, SMALL};
use crate::depth::axes::Remaining;
use crate::depth::epa;
use crate::depth::lesson::Overlap;
use crate::depth::scratch::Lent;
use crate::depth::touch::{touch, weighted};
use crate::distance::point::above;
use crate::distance::polytope_lanes::{self, Difference};
use crate::distance::surface_point::nearest;
use crate::gjk::simplex::{self, Simplex, closest};
use crate::gjk::{self, Search};
use crate::hull::{Built, Hull2, Hull3};
use crate::number::{max, min, sqrt};
use crate::options::Options;
use crate::plan::{self, Solver};
use crate::shape::{Convex, Core, Lowered, NO_ID};
use crate::solution::{Answered, Ask, MOST_STEPS, Solution};
use crate::space::{DVector, MOTION_ERROR, Vector, from_plane, from_space, space};
use crate::trace::Trace;

/// GJK ends when the bounds are this close, relative to the distance. For curved shapes that bounds the
/// error of the normal's angle by the square root of twice this, 1.4e-7 rad. Polytopes end on a feature of
/// the difference, whose normal is exact up to rounding.
const ACCURACY: f64 = 1e-14;

/// The same for a contact in `f32`, without evidence: the normal is within 1.4e-6 rad.
const ACCURACY_NARROW: f64 = 1e-12;

/// EPA ends on curved shapes when the bounds are this close, relative to the pair's size. On polytopes it
/// ends exactly, on a face of the difference.
const ACCURACY_CURVED: f64 = 1e-10;

/// Witness points of cores farther apart than this, relative to the pair's size, give the normal.
const FAR: f64 = 1e-3;

/// If the axis of the search and the direction between the witness points differ by more than this angle (in radians),
/// the direction has to show the gap that the axis proves. It is half of what the checker allows.
const MAX_NORMAL_ANGLE: f64 = 5e-13;

/// Gaps below this, relative to the pair's size, are tiny: see `stuck_at_touch`.
const NEARLY_TOUCHING: f64 = 1e-6;

/// Support points of EPA's first polytope, or of a flat one.
const FIRST: u32 = 16;

/// If a witness point is farther than this from its surface, relative to the smaller shape, others are tried.
const OFF: f64 = 1e-9;

/// How often such a point is projected from one surface to the other.
const ROUNDS: usize = 3;

/// Runs GJK, then EPA if needed. `inline(never)`: keeps this code out of callers that a closed form
/// answers.
#[inline(never)]
pub(crate) fn by_supports<W, T>(
    cores: &Cores<'_, W>,
    known: &Known<W>,
    ask: Ask,
    options: Options<'_, W, T>,
    out: &mut Answered<W>,
) where
    W: DVector,
    T: Trace<W>,
{
    let difference = Difference::new(cores.a, cores.b, cores.b_in_a, cores.size);
    let is_narrow = options.is_narrow && !options.trace.watches();
    let (wants_depth, wants_evidence) = (ask.wants_depth(), ask == Ask::Clearance && !is_narrow);
    let task = Task { cores, difference, wants_depth, wants_evidence, is_narrow };
    *out = Some(match options.algorithm {
        Algorithm::GjkBoolean => task.boolean(options),
        _ => task.signed(known, ask, options),
    });
}

/// The result of an algorithm, in lengths of the scaled difference and before rounding.
struct Searched<'f, W: Vector> {
    /// On the cores' signed distance.
    bounds: [f64; 2],
    estimate: f64,
    /// From A to B.
    axis: W,
    corners: &'f Simplex<W>,
    end: End,
    steps: u32,
    algorithm: Algorithm,
}

/// All that GJK and EPA work with. Lengths are those of the input, but in the difference.
struct Task<'s, W: DVector> {
    cores: &'s Cores<'s, W>,
    difference: Difference<'s, W>,
    /// Are the points of an overlap asked for?
    wants_depth: bool,
    /// Is a witness asked for?
    wants_evidence: bool,
    /// See [`Options::is_narrow`].
    is_narrow: bool,
}

impl<W: DVector> Task<'_, W> {
    /// The distance, or the depth if the cores overlap.
    fn signed<T: Trace<W>>(
        &self,
        known: &Known<W>,
        ask: Ask,
        options: Options<'_, W, T>,
    ) -> Solution<W> {
        let Options { algorithm, cache, mut scratch, trace, .. } = options;
        let mut search = Search::default();
        if let Some(cache) = &cache {
            cache.corners(&self.difference, &mut search.simplex);
        }
        // A start in `f32` changes the last digits of an answer. So an algorithm by name has none. A clearance has one only
        // if it is a distance, whether it is observed or not: depths have the digits of all who ask for them. Facets of
        // surfaces have none either: their contacts compare normals, and the search is short.
        let is_facet = |shape: &Lowered<'_, W>| matches!(shape.core(), Core::Triangle(_));
        let may_begin_in_f32 = match ask {
            Ask::ClosestPoints => !trace.watches(),
            Ask::Clearance => known.is_apart && !is_facet(self.cores.a) && !is_facet(self.cores.b),
            _ => false,
        };
        if may_begin_in_f32
            && algorithm == Algorithm::Auto
            && search.simplex.len == 0
            && let Some(upper) =
                polytope_lanes::begin(self.cores, &self.difference, &mut search.simplex)
            && ask == Ask::ClosestPoints
        {
            let (end, algorithm) = (End::Early, Algorithm::Gjk);
            return Solution { upper, estimate: upper, end, algorithm, ..Solution::nothing() };
        }
        let guess = known.axis.map(|axis| -axis);
        search.begin(&self.difference, guess);
        search.run(&self.difference, &self.goal(ask), guess, trace);
        let scratch = &mut scratch;
        let solved = match algorithm {
            Algorithm::Epa => self.depth_alone(&search, scratch, trace),
            _ if !search.overlap && !self.stuck_at_touch(&search) => self.separated(&search),
            Algorithm::Gjk => {
                // Where the simplex is flat around the origin, it was expanded until it showed the overlap.
                Solution { algorithm, ..self.overlap(&search, scratch, trace) }
            }
            _ if ask.wants_depth() => {
                let is_auto = algorithm == Algorithm::Auto;
                let tested =
                    if is_auto { self.line_in_polytope(known, scratch, trace) } else { None };
                tested.unwrap_or_else(|| self.depth(&search, MOST_STEPS, scratch, trace))
            }
            _ => {
                let shallow = self.overlap(&search, scratch, trace);
                let full = shallow.algorithm == Algorithm::Epa;
                if full || ask.settled_by(shallow.upper - self.cores.radii) {
                    shallow
                } else {
                    self.depth(&search, MOST_STEPS, scratch, trace)
                }
            }
        };
        if let Some(cache) = cache {
            let ids = search.simplex.corners().iter().map(|pair| pair.ids);
            cache.remember(ids, solved.axis, Feature::None);
        }
        solved
    }

    /// When GJK may stop: as soon as rounding cannot change the answer any more.
    fn goal(&self, ask: Ask) -> gjk::Goal {
        // `Within` is a yes-or-no question; it needs no normal.
        let wants_direction = !matches!(ask, Ask::Within(_));
        let is_narrow = self.is_narrow && matches!(ask, Ask::Contact(_));
        let accuracy = if is_narrow { ACCURACY_NARROW } else { ACCURACY };
        let (accuracy, corners) = (accuracy, wants_direction && !self.cores.curved());
        let limit = match ask {
            Ask::Within(limit) | Ask::Contact(limit) => limit,
            // A wider gap settles the question: see [`Ask::settled_beyond`].
            Ask::Penetration => self.cores.near(),
            Ask::Distance | Ask::ClosestPoints | Ask::Clearance => {
                return gjk::Goal { above: f64::INFINITY, below: -1.0, accuracy, corners };
            }
        };
        let in_difference = |slack| (limit + self.cores.radii + slack) * self.difference.scale;
        let (above, below) = (in_difference(self.cores.slack), in_difference(-self.cores.slack));
        let below = if ask.wants_depth() { -1.0 } else { below };
        gjk::Goal { above, below, accuracy, corners }
    }

    /// Did GJK stop at a tiny gap while its bounds were still apart? The direction of such a gap is mostly
    /// rounding noise. EPA takes its direction from a face of the difference, so EPA should answer.
    fn stuck_at_touch(&self, search: &Search<W>) -> bool {
        let width = search.upper - search.lower;
        let unmet =
            width > 4.0 * self.cores.slack * self.difference.scale && width > 0.5 * search.upper;
        // A search that stopped early by its goal is not stuck.
        search.upper <= NEARLY_TOUCHING && unmet && search.end != End::Early
    }

    /// The answer if GJK found a gap between the cores, or at least bounds.
    fn separated(&self, search: &Search<W>) -> Solution<W> {
        self.solved(&Searched {
            bounds: [search.lower, search.upper],
            estimate: search.upper,
            axis: -search.axis,
            corners: &search.simplex,
            end: search.end,
            steps: search.steps,
            algorithm: Algorithm::Gjk,
        })
    }

    /// Proves that the cores overlap, and finds no depth. If the origin is on the boundary of GJK's simplex
    /// (as for a segment through the middle of two boxes), EPA expands it until the origin is inside.
    fn overlap<T: Trace<W>>(
        &self,
        search: &Search<W>,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Solution<W> {
        let slack = self.cores.slack * self.difference.scale;
        let depth = search.simplex.depth();
        let at_least = |depth: f64, axis, corners, steps| {
            self.solved(&Searched {
                bounds: [f64::NEG_INFINITY, -depth],
                estimate: -depth,
                axis,
                corners,
                end: End::Early,
                steps,
                algorithm: Algorithm::Gjk,
            })
        };
        if depth > slack {
            return at_least(depth, -search.axis, &search.simplex, search.steps);
        }
        let found = self.expand(search, 2.0 * slack, MOST_STEPS, scratch, trace);
        if found.lower <= slack {
            return self.expanded(search, &found);
        }
        at_least(found.lower, found.axis, &found.nearest, search.steps + found.steps)
    }

    /// Depth of a ball or capsule whose core (a point or segment) is inside a polytope. Uses separating
    /// axes, because EPA may have to visit every face of a large hull. `None` if the axes do not decide.
    fn line_in_polytope<T: Trace<W>>(
        &self,
        known: &Known<W>,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Option<Solution<W>> {
        let Cores { a, b, size, .. } = *self.cores;
        let planned = plan::clearance(a.core(), b.core(), Ask::Clearance);
        // The plan has tried the axes of two polytopes already.
        if self.cores.curved() || planned == Solver::Axes && size > SMALL {
            return None;
        }
        let mut solved = None;
        match self.cores.by_axes(known, Ask::Clearance, scratch, trace, &mut solved) {
            Remaining::Nothing(..) => solved
                .filter(|s| self.distance_from_surfaces([s.point_a, s.point_b]) <= self.off())
                .map(|s| Solution { feature: Feature::None, ..s }),
            _ => None,
        }
    }

    /// The depth of overlapping cores by EPA. GJK and EPA together take at most `most` steps.
    fn depth<T: Trace<W>>(
        &self,
        search: &Search<W>,
        most: u32,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Solution<W> {
        let found = self.expand(search, f64::INFINITY, most, scratch, trace);
        self.expanded(search, &found)
    }

    fn expanded(&self, search: &Search<W>, found: &epa::Outcome<W>) -> Solution<W> {
        // The origin may turn out to be outside of the polytope, or on it. Then the nearest point found
        // is an upper bound on the distance.
        let is_known = found.nearest.len > 0;
        let nearest = if is_known { found.nearest.point().norm() } else { f64::INFINITY };
        let (upper, corners) = if found.lower > 0.0 {
            (-found.lower, &found.nearest)
        } else if nearest < search.upper {
            (nearest, &found.nearest)
        } else {
            (search.upper, &search.simplex)
        };
        let (lower, axis) = if search.lower > -found.upper {
            (search.lower, -search.axis)
        } else {
            (-found.upper, found.axis)
        };
        self.solved(&Searched {
            bounds: [lower, upper],
            estimate: lower,
            axis,
            corners,
            end: found.end,
            steps: search.steps + found.steps,
            algorithm: Algorithm::Epa,
        })
    }

    /// EPA by name. If the shapes are apart it proves that, and finds no distance. If only the radii make
    /// them overlap, the distance of the cores is the answer.
    fn depth_alone<T: Trace<W>>(
        &self,
        search: &Search<W>,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> Solution<W> {
        if search.overlap || self.stuck_at_touch(search) {
            return self.depth(search, u32::MAX, scratch, trace);
        }
        let separated = self.separated(search);
        if separated.lower <= self.cores.radii {
            return separated;
        }
        Solution { upper: f64::INFINITY, end: End::Early, algorithm: Algorithm::Epa, ..separated }
    }

    fn expand<T: Trace<W>>(
        &self,
        search: &Search<W>,
        enough: f64,
        most: u32,
        scratch: &mut Lent<'_, W>,
        trace: &mut T,
    ) -> epa::Outcome<W> {
        let rounding = self.cores.slack * self.difference.scale;
        let curved = ACCURACY_CURVED * self.cores.size * self.difference.scale;
        let accuracy = if self.cores.curved() { rounding.max(curved) } else { rounding };
        // If EPA may be cut short, some steps are left for a last descent from its best axis: around a solid of
        // revolution the depth changes slowly along one direction (see `epa::lowest`).
        let limited = most < epa::MOST_STEPS && self.cores.curved() && W::DIM == 3;
        let around = if limited { self.axis_of_revolution_in_a() } else { None };
        let left = if around.is_some() { epa::VALLEY_STEPS } else { 0 };
        let most = most.saturating_sub(search.steps + FIRST + left);
        let minima = match enough {
            f64::INFINITY if self.is_narrow && limited => epa::Minima::Caps,
            f64::INFINITY if self.cores.curved() => epa::Minima::Corners,
            _ => epa::Minima::Unused,
        };
        let goal = epa::Goal { accuracy, enough, rounding, most, minima };
        let scratch = scratch.get().epa();
        let found = epa::penetration(&self.difference, &search.simplex, &goal, scratch, trace);
        match around {
            Some(around) if found.end == End::StepLimit && found.lower > rounding => {
                let best = (found.upper, found.axis);
                let ((upper, axis), steps) = epa::lowest(&self.difference, around, best);
                epa::Outcome { upper, axis, steps: found.steps + steps, ..found }
            }
            _ => found,
        }
    }

    /// The axis of revolution of one of the shapes, in A's frame.
    fn axis_of_revolution_in_a(&self) -> Option<W> {
        let Cores { a, b, b_in_a, .. } = *self.cores;
        axis_of_revolution(a.core()).or_else(|| Some(b_in_a.rotate(axis_of_revolution(b.core())?)))
    }

    /// Answers by boolean GJK: apart or overlapping, without a distance or a depth.
    fn boolean<T: Trace<W>>(&self, options: Options<'_, W, T>) -> Solution<W> {
        let Options { lesson, mut scratch, trace, .. } = options;
        let algorithm = Algorithm::GjkBoolean;
        let found = lesson.and_then(|lesson| lesson.overlap(&self.difference, &mut *trace));
        let Some(found) = found else { return Solution { algorithm, ..Solution::nothing() } };
        match found {
            Overlap::Apart { axis, .. } => {
                // Its axis proves a gap between the cores, if by little; beyond that the radii
                // decide, which is a question of distance.
                let mut search = Search::default();
                search.begin(&self.difference, Some(axis));
                search.run(&self.difference, &self.goal(Ask::Within(0.0)), Some(axis), trace);
                let solved = self.separated(&search);
                if solved.lower > self.cores.radii {
                    Solution { upper: f64::INFINITY, algorithm, ..solved }
                } else {
                    Solution { lower: f64::NEG_INFINITY, algorithm, ..solved }
                }
            }
            Overlap::Overlapping { simplex, steps } | Overlap::Undecided { simplex, steps } => {
                // GJK continues from the simplex, until it proves an overlap.
                let mut search = Search::default();
                *search.restart() = simplex;
                (search.overlap, search.axis, search.end) = (true, Vector::unit(0), End::Early);
                search.steps = steps;
                let found = self.overlap(&search, &mut scratch, trace);
                // The cores may turn out to be apart, or to overlap by more than the radii. The size of
                // the gap or the depth was not asked for, and is not accurate.
                let apart = found.lower > self.cores.radii;
                let overlapping = found.upper < self.cores.radii;
                let upper = if apart { f64::INFINITY } else { found.upper };
                let lower = if overlapping { f64::NEG_INFINITY } else { found.lower };
                Solution { lower, upper, algorithm, ..found }
            }
        }
    }

    /// Makes the answer: in the unit of the input, with the bounds rounded outwards.
    fn solved(&self, found: &Searched<'_, W>) -> Solution<W> {
        let unit = 1.0 / self.difference.scale;
        let [lower, upper] = found.bounds;
        let (lower, upper) = (lower * unit - self.cores.slack, upper * unit + self.cores.slack);
        let estimate = found.estimate * unit;
        let [point_a, point_b] = self.points(found, estimate);
        Solution {
            lower,
            upper,
            // `f64::max` may return -0 or 0, and platforms differ; this returns the first.
            estimate: min(max(estimate, lower), upper),
            axis: found.axis,
            normal: directed(self.normal(found, [point_a, point_b], estimate)),
            witness: if self.wants_evidence { found.corners.witness() } else { Witness::default() },
            point_a,
            point_b,
            end: self.cores.verdict(found.end, upper - lower),
            algorithm: found.algorithm,
            feature: Feature::None,
            steps: found.steps,
        }
    }

    /// The direction between the witness points if they are far enough apart to have one. Otherwise the
    /// axis, whose direction does not depend on the rounding of the points.
    ///
    /// The axis proves the lower bound, and so does the normal: [`crate::answer::Clearance::normal`]. On a very
    /// thin simplex the witness points may be off sideways, and on curved shapes their direction is off by up to the root of
    /// the accuracy. So where it differs from the axis, its gap is computed.
    fn normal(&self, found: &Searched<'_, W>, [a, b]: [W; 2], estimate: f64) -> W {
        let (axis, way) = (found.axis, b - a);
        if estimate <= FAR * self.cores.size {
            return axis;
        }
        let aside = way - axis * (axis.dot(way) / axis.dot(axis));
        let is_turned = aside.dot(aside) > MAX_NORMAL_ANGLE * MAX_NORMAL_ANGLE * way.dot(way);
        let proven = || found.bounds[0] - self.cores.slack * self.difference.scale;
        if is_turned && !self.is_narrow && self.gap_along(way) < proven() { axis } else { way }
    }

    /// The gap along an axis from A to B, in lengths of the difference.
    fn gap_along(&self, axis: W) -> f64 {
        let axis = directed(axis);
        -axis.dot(self.difference.support(axis, [NO_ID; 2]).c)
    }

    /// The witness points on the cores, in A's frame. If the cores overlap, the points are exactly the depth
    /// apart along the axis.
    fn points(&self, found: &Searched<'_, W>, estimate: f64) -> [W; 2] {
        let [a, b] = weighted(found.corners);
        let b = self.cores.b_in_a.apply(b);
        if estimate >= 0.0 {
            return [a, b];
        }
        let middle = (a + b) * 0.5;
        let axis = directed(found.axis);
        let way = axis * estimate;
        let points = [middle - way * 0.5, middle + way * 0.5];
        // What the bounds leave open, along the axis and sideways, as the checker derives it.
        let [lower, upper] = found.bounds.map(|x| x / self.difference.scale);
        let width = max(upper - lower, 0.0);
        let are_off = || self.cores.curved() || self.distance_from_surfaces(points) > self.off();
        if !(self.wants_depth && are_off()) {
            return points;
        }
        let open = width + 2.0 * self.cores.slack;
        let aside = sqrt(2.0 * estimate.abs() + open) * sqrt(open);
        // The members' points are in the cores. If they are not so far apart, others need not be better.
        let stray = b - a - way;
        let is_within = axis.dot(stray) <= open && stray.max_abs() <= aside;
        let members =
            if stray.max_abs() <= open { Some(points) } else { is_within.then_some([a, b]) };
        self.on_surfaces(points, members, (axis, way), width)
    }

    /// How far points may be from the surfaces that they should be on: [`OFF`] of the smaller shape, and the rounding
    /// of coordinates. What one point is off, the other is too, so the smaller shape counts for both.
    fn off(&self) -> f64 {
        let Cores { a, b, size, .. } = *self.cores;
        let smaller = min(a.reach() + a.radius_wide(), b.reach() + b.radius_wide());
        OFF * smaller + MOTION_ERROR * f64::EPSILON * size
    }

    /// The larger distance of two points, in A's frame, from these surfaces. 0 for a surface whose distance needs
    /// a search.
    fn distance_from_surfaces(&self, [p, q]: [W; 2]) -> f64 {
        let Cores { a, b, b_in_a, .. } = *self.cores;
        let local = b_in_a.unrotate(q - b_in_a.translation);
        max(distance_from_surface(a, p), distance_from_surface(b, local))
    }

    /// Corrects the witness points of an overlapping pair. EPA interpolates them between corners of its
    /// polytope, which gives points beside a curved surface, and beside a small shape on one that is 1e10
    /// times as long. Their position along the axis is known; only the position across it is searched. There are
    /// four starting points: the given ones, both support points and `touch`. From each, the point is projected onto B
    /// and A in turns. Returns the first points that are on both surfaces. If there are none, and the best are
    /// farther off than the bounds leave open, it returns `members`, which are in the cores and as far apart as the bounds
    /// allow.
    fn on_surfaces(
        &self,
        points: [W; 2],
        members: Option<[W; 2]>,
        (axis, way): (W, W),
        width: f64,
    ) -> [W; 2] {
        let Cores { a, b, b_in_a, size, .. } = *self.cores;
        if size < SMALL {
            // The distance of a point from a surface so small would underflow.
            let touched = || touch(a, b, b_in_a, (axis, -axis.dot(way)), size).points;
            return members.unwrap_or_else(touched);
        }
        let top = a.support(axis);
        let low = b_in_a.apply(b.support(b_in_a.unrotate(-axis)));
        let missing = axis * axis.dot(top + low - way - points[0] * 2.0) * 0.5;
        let moved = points[0] + missing;
        let (mut best, allowed) = ((points, f64::INFINITY), self.off());
        let mut good = |p: W| {
            let candidate = [p, p + way];
            let off = self.distance_from_surfaces(candidate);
            if off < best.1 {
                best = (candidate, off);
            }
            best.1 <= allowed
        };
        // If flat parts touch, neither support point need be at the contact.
        let common = || touch(a, b, b_in_a, (axis, -axis.dot(way)), size).points[0];
        let first: [&dyn Fn() -> W; 4] = [&|| moved, &|| top, &|| low - way, &common];
        for start in first {
            let mut p = start();
            if good(p) {
                break;
            }
            // Projecting onto one surface and then onto the other converges to a point on both.
            for _ in 0..ROUNDS {
                let local = b_in_a.unrotate(p + way - b_in_a.translation);
                let Some(on_b) = on_surface(b, local) else { break };
                p = b_in_a.apply(on_b) - way;
                if good(p) {
                    break;
                }
                let Some(on_a) = on_surface(a, p) else { break };
                p = on_a;
                if good(p) {
                    break;
                }
            }
        }
        members.filter(|_| best.1 > allowed + width).unwrap_or(best.0)
    }
}

/// A vector with the length 1; an axis for the zero vector.
fn directed<W: DVector>(v: W) -> W {
    v.unit_along().unwrap_or(Vector::unit(0))
}

/// The unit axis of a solid of revolution. For an ellipsoid, the coordinate axis whose two other radii
/// differ the least. `None` for other cores.
fn axis_of_revolution<W: DVector>(core: &Core<W>) -> Option<W> {
    match *core {
        Core::Cylinder { axis, .. } | Core::Cone { axis, .. } => Some(Vector::unit(axis)),
        Core::Ellipsoid(radii) if W::DIM == 3 => {
            let radius = |i: usize| radii.get(i % 3);
            let unlike = |i: usize| {
                let (r, s) = (radius(i + 1), radius(i + 2));
                (r - s).abs() / max(r, s)
            };
            Some(Vector::unit((1..3).fold(0, |m, i| if unlike(i) < unlike(m) { i } else { m })))
        }
        _ => None,
    }
}

/// The distance of a point from a core's surface, or 0 if that needs a search.
fn distance_from_surface<W: DVector>(core: &Lowered<'_, W>, point: W) -> f64 {
    if let Some(near) = nearest(core, point) {
        // Not by the square of the difference, which underflows for tiny shapes.
        return near.distance.abs();
    }
    match on_surface(core, point) {
        Some(near) => (near - point).norm(),
        // A point beside all faces is at least as far away as it is over the highest face.
        None => match core.built() {
            Some(Built::Space(Hull3::Solid(solid))) => above(solid, space(point)).0.abs(),
            _ => 0.0,
        },
    }
}

/// The nearest point of a core's surface, or `None` if that needs a search.
fn on_surface<W: DVector>(core: &Lowered<'_, W>, point: W) -> Option<W> {
    if let Some(near) = nearest(core, point) {
        return Some(near.point);
    }
    // A flat core is all surface. Triangles from one of its corners cover it.
    let from = |corner: W| corner - point;
    let closest = |corners: &[W]| closest(corners, simplex::Known::default()).point;
    let way = match (core.built(), *core.core()) {
        (Some(Built::Space(Hull3::Flat(flat))), _) => {
            let (first, others) = flat.vertices().split_first()?;
            let from = |corner: &DVec3| from(from_space(*corner));
            let all = others.windows(2).map(|p| closest(&[from(first), from(&p[0]), from(&p[1])]));
            all.reduce(|p, q| if q.dot(q) < p.dot(p) { q } else { p })?
        }
        (Some(Built::Space(Hull3::Segment(ends))), _) => {
            closest(&ends.map(|end| from(from_space(end))))
        }
        (Some(Built::Plane(Hull2::Segment(ends))), _) => {
            closest(&ends.map(|end| from(from_plane(end))))
        }
        (None, Core::Triangle(corners)) => closest(&corners.map(from)),
        _ => return None,
    };
    Some(point + way)
}
