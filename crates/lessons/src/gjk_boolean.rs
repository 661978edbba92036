//! Boolean GJK: do the cores overlap? The simplex evolves until it contains the origin, or until a
//! support point does not pass the origin, which proves a gap.
//!
//! ```text
//!   line                   triangle                      tetrahedron
//!   b ------- a            The new corner a can leave    The new corner a can leave the origin
//!      towards the         the origin beyond ab, beyond  beyond abc, acd or adb. It is not
//!      origin: across ab   ac, above or below abc.       beyond bcd: there we came from.
//! ```
//!
//! `a` is always the newest corner. The next search direction points from the feature that the origin is
//! beyond towards the origin. Unlike [`clearance_pairs::gjk`], this form computes no distance. It is the original
//! form of the algorithm, for readers and for the page that shows its steps.
//!
//! Published versions treat an origin exactly on a feature by special cases, and rounding can make them
//! loop forever. Here a repeated corner or the step limit ends the search without an answer.
//!
//! Source: Muratori, Implementing GJK, 2006.

use clearance_geometry::answer::{Algorithm, End};
use clearance_geometry::shape::NO_ID;
use clearance_geometry::shape::difference::{Difference, Pair};
use clearance_geometry::space::DVector;
use clearance_pairs::gjk::simplex::{Known, Simplex, closest};
use clearance_pairs::trace::{Trace, Watch};

pub use clearance_pairs::depth::lesson::Overlap as Outcome;

/// The most support points of a query.
pub const MOST_STEPS: u32 = 128;

/// Runs the search. The first search direction is `first`, or from the difference's centre to the origin.
/// Another first direction changes the steps, not the answer.
pub fn overlap<W: DVector, T: Trace<W>>(
    difference: &Difference<'_, W>,
    first: Option<W>,
    trace: &mut T,
) -> Outcome<W> {
    let mut watch = Watch::new(trace, difference.scale);
    watch.start(Algorithm::GjkBoolean);
    let first = first.unwrap_or_else(|| -difference.center());
    let mut direction = if first == W::ZERO { W::unit(0) } else { first };
    let mut simplex = Simplex::<W>::default();
    let mut hints = [NO_ID; 2];
    let mut steps = 0;
    let found = loop {
        if steps == MOST_STEPS {
            break None;
        }
        steps += 1;
        let w = difference.support(direction, hints);
        hints = w.ids;
        watch.support(direction, &w);
        if direction.dot(w.c) < 0.0 {
            break Some(Outcome::Apart { axis: -direction, steps });
        }
        if simplex.corners().iter().any(|p| p.c == w.c) {
            break None;
        }
        simplex.push(w);
        match evolve(&mut simplex) {
            Region::Direction(next) => direction = next,
            Region::Origin => {
                show(&mut watch, &simplex);
                break Some(Outcome::Overlapping { simplex, steps });
            }
        }
        show(&mut watch, &simplex);
    };
    watch.finish(if found.is_some() { End::Early } else { End::NoProgress });
    found.unwrap_or(Outcome::Undecided { simplex, steps })
}

/// Sends the simplex, and its nearest point (which this search does not need), to the trace.
fn show<W: DVector, T: Trace<W>>(watch: &mut Watch<'_, W, T>, simplex: &Simplex<W>) {
    if watch.watches() {
        let nearest = closest(&simplex.points()[..simplex.len], Known::default());
        let point = if nearest.inside { W::ZERO } else { nearest.point };
        watch.simplex(simplex.corners(), &nearest.weights[..simplex.len], point);
    }
}

/// The place of the origin.
enum Region<W> {
    /// Outside, in this direction from the simplex, which was reduced to the nearest feature.
    Direction(W),
    /// Inside the simplex.
    Origin,
}

/// Reduces the simplex, whose last corner is the newest, to the feature that the origin is beyond.
fn evolve<W: DVector>(simplex: &mut Simplex<W>) -> Region<W> {
    match *simplex.corners() {
        [a] => towards(-a.c),
        [b, a] => line(simplex, a, b),
        [c, b, a] => triangle(simplex, a, b, c),
        [d, c, b, a] => tetrahedron(simplex, a, b, c, d),
        _ => Region::Origin,
    }
}

/// The direction as a region. If it is zero, the origin is on the feature.
fn towards<W: DVector>(direction: W) -> Region<W> {
    if direction == W::ZERO { Region::Origin } else { Region::Direction(direction) }
}

/// The component of `x` perpendicular to `u`, times the square of the length of u: (u x x) x u, in any
/// dimension.
fn across<W: DVector>(u: W, x: W) -> W {
    x * u.dot(u) - u * u.dot(x)
}

fn keep<W: DVector, const N: usize>(simplex: &mut Simplex<W>, pairs: [Pair<W>; N]) {
    *simplex = Simplex::default();
    for pair in pairs {
        simplex.push(pair);
    }
}

fn line<W: DVector>(simplex: &mut Simplex<W>, a: Pair<W>, b: Pair<W>) -> Region<W> {
    let (ab, ao) = (b.c - a.c, -a.c);
    if ab.dot(ao) > 0.0 {
        keep(simplex, [b, a]);
        towards(across(ab, ao))
    } else {
        keep(simplex, [a]);
        towards(ao)
    }
}

fn triangle<W: DVector>(simplex: &mut Simplex<W>, a: Pair<W>, b: Pair<W>, c: Pair<W>) -> Region<W> {
    let (ab, ac, ao) = (b.c - a.c, c.c - a.c, -a.c);
    // Perpendicular to ab away from c, and perpendicular to ac away from b.
    if across(ab, -ac).dot(ao) > 0.0 {
        return line(simplex, a, b);
    }
    if across(ac, -ab).dot(ao) > 0.0 {
        return line(simplex, a, c);
    }
    if W::DIM == 2 {
        return Region::Origin;
    }
    keep(simplex, [c, b, a]);
    towards(-W::foot(ab.wedge(ac), a.c))
}

fn tetrahedron<W: DVector>(
    simplex: &mut Simplex<W>,
    a: Pair<W>,
    b: Pair<W>,
    c: Pair<W>,
    d: Pair<W>,
) -> Region<W> {
    for (p, q, inner) in [(b, c, d), (c, d, b), (d, b, c)] {
        let n = (p.c - a.c).wedge(q.c - a.c);
        let (origin, corner) = (W::volume(n, -a.c), W::volume(n, inner.c - a.c));
        let beyond = (origin > 0.0 && corner <= 0.0) || (origin < 0.0 && corner >= 0.0);
        if beyond {
            return triangle(simplex, a, p, q);
        }
    }
    Region::Origin
}
