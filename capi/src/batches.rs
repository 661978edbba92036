//! One question about many pairs in one call. Convex shapes are asked in lanes, with the bits of single questions.

use clearance_batch::{Batch, Booleans, Clearances, Distances, Pairs};
use clearance_geometry::answer::Status as Proven;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::Shape as Any;
use clearance_geometry::space::Pose;
use clearance_worlds::Collider;

use crate::answers::{Asked, wrong, wrong_row};
use crate::given::{collected, list, list_mut, one, poses};
use crate::pairs::ClearanceAnswer;
use crate::shapes::Shape;
use crate::space::{Placed, Real, Space, exported};

/// Bodies, and the pairs of them that are asked about.
struct Bodies<'c, S: Space> {
    shapes: Vec<&'c Collider<S>>,
    /// The same, if all are convex.
    convex: Option<Vec<Any<S>>>,
    poses: Vec<Pose<S>>,
    pairs: &'c [[u32; 2]],
}

impl<'c, S: Space> Bodies<'c, S> {
    unsafe fn given(
        shapes: *const *const Shape<S>,
        poses_given: *const Placed<S>,
        body_count: usize,
        pairs: *const u32,
        pair_count: usize,
    ) -> Asked<Self> {
        // SAFETY: the caller's.
        unsafe {
            let pointers = list("shapes", shapes, body_count)?;
            let shape = |i: usize| Ok(&one(&format!("shapes[{i}]"), pointers[i])?.collider);
            let shapes = collected("shapes", body_count, shape)?;
            let poses = poses::<S>("poses", poses_given, body_count)?;
            let pairs = list("pairs", pairs.cast::<[u32; 2]>(), pair_count)?;
            for (row, pair) in pairs.iter().enumerate() {
                if let Some(body) = pair.iter().find(|body| **body as usize >= body_count) {
                    return Err(wrong_row(
                        "pairs",
                        row,
                        format!("there is no body {body}, but {body_count}"),
                    ));
                }
            }
            Ok(Self { convex: convex(&shapes)?, shapes, poses, pairs })
        }
    }

    fn each(&self, mut ask: impl FnMut(usize, &Collider<S>, &Pose<S>, &Collider<S>, &Pose<S>)) {
        for (row, pair) in self.pairs.iter().enumerate() {
            let [a, b] = pair.map(|body| body as usize);
            ask(row, self.shapes[a], &self.poses[a], self.shapes[b], &self.poses[b]);
        }
    }

    fn batch<'b>(&'b self, shapes: &'b [Any<S>]) -> Batch<'b, S> {
        Batch::new(shapes, &self.poses, Pairs::Bodies(self.pairs))
    }
}

/// The shapes, if all are convex.
fn convex<S: Space>(shapes: &[&Collider<S>]) -> Asked<Option<Vec<Any<S>>>> {
    if !shapes.iter().all(|shape| matches!(shape, Collider::Convex(_))) {
        return Ok(None);
    }
    let held = |i: usize| match shapes[i] {
        Collider::Convex(shape) => Ok(shape.clone()),
        _ => Err(wrong("shapes", "one is not convex")),
    };
    collected("shapes", shapes.len(), held).map(Some)
}

/// The library refuses columns that do not fit.
fn kept(answered: Result<usize, clearance_geometry::Error>) -> Asked {
    answered.map(drop).map_err(|why| wrong("pairs", why))
}

exported! { all;
    /// Do the bodies of each pair touch or overlap? Body i is shapes[i] at poses[i]; `pairs` has two numbers of bodies for
    /// each pair, and there is an answer for each.
    fn batch_intersects(shapes: *const *const Shape<S>, poses: *const Placed<S>, body_count: usize, pairs: *const u32,
                        pair_count: usize, intersects: *mut bool) {
        let bodies = Bodies::given(shapes, poses, body_count, pairs, pair_count)?;
        let intersects = list_mut("intersects", intersects, pair_count)?;
        if let Some(shapes) = &bodies.convex {
            let mut columns = Booleans { intersects, ..Default::default() };
            return kept(bodies.batch(shapes).intersects(&mut columns));
        }
        bodies.each(|row, a, at_a, b, at_b| intersects[row] = clearance_worlds::intersects(a, at_a, b, at_b));
        Ok(())
    }
    /// How far apart the bodies of each pair are, as `batch_intersects` has them.
    fn batch_distance(shapes: *const *const Shape<S>, poses: *const Placed<S>, body_count: usize, pairs: *const u32,
                      pair_count: usize, distances: *mut Real<S>) {
        let bodies = Bodies::given(shapes, poses, body_count, pairs, pair_count)?;
        let distance = list_mut("distances", distances, pair_count)?;
        if let Some(shapes) = &bodies.convex {
            let mut columns = Distances { distance, ..Default::default() };
            return kept(bodies.batch(shapes).distance(&mut columns));
        }
        bodies.each(|row, a, at_a, b, at_b| distance[row] = clearance_worlds::distance(a, at_a, b, at_b));
        Ok(())
    }
    /// How far apart or how deep the bodies of each pair are, with bounds, as `batch_intersects` has them.
    fn batch_clearance(shapes: *const *const Shape<S>, poses: *const Placed<S>, body_count: usize, pairs: *const u32,
                       pair_count: usize, answers: *mut ClearanceAnswer<S>) {
        let bodies = Bodies::given(shapes, poses, body_count, pairs, pair_count)?;
        list_mut("answers", answers, pair_count)?;
        if let Some(shapes) = &bodies.convex {
            return in_columns(&bodies.batch(shapes), answers, pair_count);
        }
        bodies.each(|row, a, at_a, b, at_b| {
            let answer = (&clearance_worlds::clearance(a, at_a, b, at_b)).into();
            answers.add(row).write(answer);
        });
        Ok(())
    }
}

/// The clearances of a batch, whose columns become rows.
unsafe fn in_columns<S: Space>(
    batch: &Batch<'_, S>,
    answers: *mut ClearanceAnswer<S>,
    count: usize,
) -> Asked {
    let zero = |_| Ok(Real::<S>::ZERO);
    let nowhere = |_| Ok(S::ZERO);
    let mut numbers = [
        collected("answers", count, zero)?,
        collected("answers", count, zero)?,
        collected("answers", count, zero)?,
    ];
    let mut vectors = [
        collected("answers", count, nowhere)?,
        collected("answers", count, nowhere)?,
        collected("answers", count, nowhere)?,
    ];
    let mut status = collected("answers", count, |_| Ok(Proven::Undecided))?;
    let ([signed_distance, lower, upper], [normal, point_a, point_b]) =
        (&mut numbers, &mut vectors);
    let status_column = &mut status;
    kept(batch.clearance(&mut Clearances {
        status: status_column,
        signed_distance,
        lower,
        upper,
        normal,
        point_a,
        point_b,
        ..Default::default()
    }))?;
    for row in 0..count {
        let answer = ClearanceAnswer {
            signed_distance: numbers[0][row],
            lower: numbers[1][row],
            upper: numbers[2][row],
            normal: vectors[0][row].array(),
            point_a: vectors[1][row].array(),
            point_b: vectors[2][row].array(),
            status: status[row].into(),
        };
        // SAFETY: there is room for so many.
        unsafe { answers.add(row).write(answer) };
    }
    Ok(())
}
