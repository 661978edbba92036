//! clearance's batches: all placements of a part in one call, by their indices. Rows and columns are made
//! before and are not timed. Beside them a loop of single questions about the same shapes, poses and rows,
//! which a batch must not be slower than.

use std::hint::black_box;

use clearance::batch::{
    self, Booleans, Casts, Contacts, Distances, Pairs, Penetrations, points_per_row,
};
use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Cast, ImpactStatus, Manifold, Pose, Query, Scratch, Shape, Sweep};

use crate::entrant::{Answer, Ask, Entrant, Library, MARGIN, Question, Sink};
use crate::pairs::{Case, Scene};
use crate::place::Posed;
use crate::shape::vector;

/// The name in the table. Batches have no cache, so they are only measured cold.
pub const NAME: &str = "clearance-batch";
/// The name of the loop.
pub const LOOP: &str = "clearance-loop";

/// The shapes, poses and rows of a scene, and columns for the answers.
struct Batches<V: Vector> {
    /// Alternating A and B.
    shapes: Vec<Shape<V>>,
    /// For each placement, the pose of A, and the poses of B at each step.
    poses: Vec<[Pose<V>; 4]>,
    sweeps: Vec<Sweep<V>>,
    /// The rows of all placements, for each step, and for casts.
    rows: [Vec<[u32; 4]>; 4],
    /// The visited rows, if they are not consecutive.
    visited: Vec<[u32; 4]>,
    touch: Vec<bool>,
    count: Vec<u8>,
    impact: Vec<ImpactStatus>,
    numbers: [Vec<V::Scalar>; 2],
    vectors: [Vec<V>; 3],
}

/// Single questions about the rows of a batch, one after another.
struct Loop<V: Vector> {
    batch: Batches<V>,
    scratch: Scratch<V::Wide>,
}

/// Makes the entrant.
pub fn enter<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    Box::new(batches_of::<V>(scene))
}

/// Makes the entrant of the loop.
pub fn enter_loop<V: Posed>(scene: &Scene) -> Box<dyn Entrant> {
    Box::new(Loop::<V> { batch: batches_of(scene), scratch: Scratch::default() })
}

fn batches_of<V: Posed>(scene: &Scene) -> Batches<V> {
    let poses: Vec<[Pose<V>; 4]> = scene
        .cases
        .iter()
        .map(|case| {
            let [b, next, rest] = case.at_b.each_ref().map(V::pose);
            [V::pose(&case.at_a), b, next, rest]
        })
        .collect();
    let sweeps = scene.cases.iter().zip(&poses).flat_map(|(case, [a, b, ..])| {
        let moving = Sweep::linear(b, vector(&case.velocity)).expect("finite");
        [Sweep::at_rest(a), moving]
    });
    Batches::<V> {
        shapes: scene.shapes.iter().flatten().map(|recipe| recipe.any().into()).collect(),
        sweeps: sweeps.collect(),
        poses,
        rows: [(4, 1), (4, 2), (4, 3), (2, 1)].map(|(every, b)| {
            let row = |(i, case): (usize, &Case)| {
                let (shape, pose) = (2 * case.shapes as u32, every * i as u32);
                [shape, pose, shape + 1, pose + b]
            };
            scene.cases.iter().enumerate().map(row).collect()
        }),
        visited: Vec::new(),
        touch: Vec::new(),
        count: Vec::new(),
        impact: Vec::new(),
        numbers: Default::default(),
        vectors: Default::default(),
    }
}

/// The index of the rows for a question.
fn place_of(ask: Ask, step: usize) -> usize {
    if matches!(ask.question, Question::ShapeCast | Question::CastTime) { 3 } else { step }
}

impl<V: Vector> Batches<V> {
    /// Makes columns with the length of a part, at the first use.
    fn grow(&mut self, rows: usize) {
        if self.touch.len() != rows {
            let points = rows * points_per_row::<V>();
            self.touch = vec![false; rows];
            self.count = vec![0; rows];
            self.impact = vec![ImpactStatus::default(); rows];
            self.numbers = [vec![Scalar::ZERO; rows], vec![Scalar::ZERO; points]];
            self.vectors = [vec![V::ZERO; rows], vec![V::ZERO; points], vec![V::ZERO; points]];
        }
    }
}

impl<V: Vector> Library for Batches<V> {
    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        let rows = cases.len();
        self.grow(rows);
        let all = &self.rows[place_of(ask, step)];
        let first = cases[0] as usize;
        let is_run = cases.iter().zip(first..).all(|(i, at)| *i as usize == at);
        let list = if is_run {
            &all[first..first + rows]
        } else {
            self.visited.clear();
            self.visited.extend(cases.iter().map(|i| all[*i as usize]));
            &self.visited
        };
        let Self { shapes, poses, sweeps, touch, count, impact, .. } = self;
        let ([number, separation], [normal, point_a, point_b]) =
            (&mut self.numbers, &mut self.vectors);
        let (poses, pairs) = (poses.as_flattened(), Pairs::Placed(list));
        let asked = match ask.question {
            Question::Boolean => {
                let mut columns = Booleans { intersects: touch, ..Default::default() };
                batch::intersects(shapes, poses, pairs, &mut columns)
            }
            Question::Distance => {
                let mut columns = Distances { distance: number, ..Default::default() };
                batch::distance(shapes, poses, pairs, &mut columns)
            }
            Question::Penetration => {
                let mut columns =
                    Penetrations { intersects: touch, depth: number, normal, ..Default::default() };
                batch::penetration(shapes, poses, pairs, &mut columns)
            }
            Question::Manifold => {
                let mut columns =
                    Contacts { count, normal, separation, point_a, point_b, ..Default::default() };
                batch::contacts(shapes, poses, pairs, Scalar::of(MARGIN), &mut columns)
            }
            Question::ShapeCast => {
                let mut columns =
                    Casts { status: impact, time: number, normal, ..Default::default() };
                batch::casts(shapes, sweeps, pairs, Scalar::ONE, &mut columns)
            }
            Question::CastTime => {
                let mut columns = Casts { time: number, ..Default::default() };
                batch::casts(shapes, sweeps, pairs, Scalar::ONE, &mut columns)
            }
            _ => panic!("there is no such batch"),
        };
        assert_eq!(asked, Ok(0));
        black_box((&self.touch, &self.count, &self.impact, &self.numbers, &self.vectors));
        for i in 0..rows {
            sink.take(|| self.answer(ask.question, i));
        }
    }
}

impl<V: Vector> Batches<V> {
    fn normal(&self, i: usize) -> [f64; 3] {
        numbers(self.vectors[0][i])
    }

    fn answer(&self, question: Question, i: usize) -> Answer {
        let number = self.numbers[0][i].to_f64();
        match question {
            Question::Boolean => Answer::Boolean(self.touch[i]),
            Question::Distance => Answer::Distance(number),
            Question::Penetration => {
                let found = self.touch[i].then(|| (number, self.normal(i)));
                Answer::Penetration(found)
            }
            Question::Manifold => {
                let at = i * points_per_row::<V>();
                let points = &self.numbers[1][at..at + usize::from(self.count[i])];
                let least = points.iter().map(|s| s.to_f64()).min_by(f64::total_cmp);
                Answer::Manifold(least.map(|least| (least, self.normal(i))))
            }
            Question::CastTime => Answer::CastTime((number <= 1.0).then_some(number)),
            _ => {
                let is_hit = self.impact[i] != ImpactStatus::Miss;
                Answer::ShapeCast(is_hit.then(|| (number, self.normal(i))))
            }
        }
    }
}

impl<V: Vector> Loop<V> {
    /// A query for each placement.
    fn queries(
        &mut self,
        ask: Ask,
        step: usize,
        cases: &[u32],
        mut each: impl FnMut(Query<'_, V>),
    ) {
        let Batches { shapes, poses, .. } = &self.batch;
        let (rows, poses) = (&self.batch.rows[place_of(ask, step)], poses.as_flattened());
        for [a, at_a, b, at_b] in cases.iter().map(|i| rows[*i as usize].map(|i| i as usize)) {
            let query = Query::new(&shapes[a], &poses[at_a], &shapes[b], &poses[at_b]);
            each(query.scratch(&mut self.scratch));
        }
    }

    /// A cast for each placement.
    fn casts(&self, ask: Ask, cases: &[u32], mut each: impl FnMut(Cast<'_, V>)) {
        let Batches { shapes, sweeps, .. } = &self.batch;
        let rows = &self.batch.rows[place_of(ask, 0)];
        for [a, at_a, b, at_b] in cases.iter().map(|i| rows[*i as usize].map(|i| i as usize)) {
            let (a, b, one) = (&shapes[a], &shapes[b], Scalar::ONE);
            each(Cast::new(a, &sweeps[at_a], b, &sweeps[at_b], one).expect("finite"));
        }
    }
}

impl<V: Vector> Library for Loop<V> {
    fn each(&mut self, ask: Ask, step: usize, cases: &[u32], sink: &mut Sink) {
        match ask.question {
            Question::Boolean => self.queries(ask, step, cases, |mut query| {
                let found = black_box(query.intersects());
                sink.take(|| Answer::Boolean(found));
            }),
            Question::Distance => self.queries(ask, step, cases, |mut query| {
                let found = black_box(query.distance());
                sink.take(|| Answer::Distance(found.to_f64()));
            }),
            Question::Penetration => self.queries(ask, step, cases, |mut query| {
                let found = black_box(query.penetration());
                let numbers = || found.map(|p| (p.depth.to_f64(), numbers(p.normal)));
                sink.take(|| Answer::Penetration(numbers()));
            }),
            Question::Manifold => {
                let mut found: Option<Manifold<V>> = None;
                self.queries(ask, step, cases, |mut query| {
                    query.manifold_into(Scalar::of(MARGIN), &mut found);
                    let found = black_box(&found);
                    let least =
                        |m: &Manifold<V>| (m.deepest().separation.to_f64(), numbers(m.normal));
                    sink.take(|| Answer::Manifold(found.as_ref().map(least)));
                });
            }
            Question::ShapeCast => self.casts(ask, cases, |mut cast| {
                let impact = black_box(cast.impact());
                let numbers = || (impact.time.to_f64(), numbers(impact.normal));
                sink.take(|| Answer::ShapeCast(impact.hit().then(numbers)));
            }),
            Question::CastTime => self.casts(ask, cases, |mut cast| {
                let found = black_box(cast.time());
                sink.take(|| Answer::CastTime(found.map(Scalar::to_f64)));
            }),
            _ => panic!("B is a point"),
        }
    }
}

fn numbers<V: Vector>(v: V) -> [f64; 3] {
    core::array::from_fn(|k| if k < V::DIM { v.get(k).to_f64() } else { 0.0 })
}
