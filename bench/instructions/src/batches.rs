//! The same pairs in batches: all placements in one call, by the numbers of shapes and poses.

use std::hint::black_box;

use clearance::batch::{self, Booleans, Contacts, Distances, Pairs, points_per_row};
use clearance::glam::{DVec3, Vec3};
use clearance::number::Scalar;
use clearance::{Pose, Shape};

use crate::ask::{COUNT, Rows, measured_queries};
use crate::entrant::{MARGIN, Question};
use crate::pairs::{Pair, Scene, pair};
use crate::place::{Posed, REGIMES};
use crate::shape::Kind;

const PAIRS: [Pair; 4] = [
    pair(3, "sphere-box", Kind::Ball, Kind::Box),
    pair(3, "box-box", Kind::Box, Kind::Box),
    pair(3, "capsule-box", Kind::Capsule, Kind::Box),
    pair(3, "hull-32", Kind::Points(32), Kind::Points(32)),
];
const QUESTIONS: [Question; 3] = [Question::Boolean, Question::Distance, Question::Manifold];

/// All rows of batches.
pub fn rows(rows: &Rows<'_>) {
    for pair in PAIRS {
        for regime in REGIMES {
            let name = format!("3D {}", pair.name);
            let mut bodies = None;
            for question in QUESTIONS {
                rows.row(&name, regime.0, &format!("{} batch", question.name()), || {
                    let scene = || Bodies::of(&Scene::with::<DVec3>(pair, regime, COUNT));
                    bodies.get_or_insert_with(scene).ask(question)
                });
            }
        }
    }
}

/// The shapes of a scene, the poses of A and then of B, and for each row the numbers of shape and pose.
struct Bodies {
    shapes: Vec<Shape<Vec3>>,
    poses: Vec<Pose<Vec3>>,
    rows: Vec<[u32; 4]>,
}

impl Bodies {
    fn of(scene: &Scene) -> Self {
        let shapes = scene.shapes.iter().flatten().map(|shape| shape.any().into()).collect();
        let at_a = scene.cases.iter().map(|case| Posed::pose(&case.at_a));
        let at_b = scene.cases.iter().map(|case| Posed::pose(&case.at_b[0]));
        let row = |(i, case): (usize, &crate::pairs::Case)| {
            let (a, count) = (2 * case.shapes, scene.cases.len());
            [a, i, a + 1, count + i].map(|number| number as u32)
        };
        let rows = scene.cases.iter().enumerate().map(row).collect();
        Self { shapes, poses: at_a.chain(at_b).collect(), rows }
    }
    fn ask(&self, question: Question) -> [usize; 2] {
        let Self { shapes, poses, rows } = self;
        let count = rows.len();
        let pairs = || Pairs::Placed(rows);
        let (mut touch, mut distances) = (vec![false; count], vec![0.0; count]);
        let (mut points, room) = (vec![0_u8; count], points_per_row::<Vec3>() * count);
        let (mut normals, mut separations) = (vec![Vec3::ZERO; count], vec![0.0; room]);
        let mut places = vec![Vec3::ZERO; room];
        let mut pass = || match question {
            Question::Boolean => {
                let mut columns = Booleans { intersects: &mut touch, ..Default::default() };
                batch::intersects(shapes, poses, pairs(), &mut columns).expect("columns");
                black_box(&touch).iter().filter(|touch| **touch).count()
            }
            Question::Distance => {
                let mut columns = Distances { distance: &mut distances, ..Default::default() };
                batch::distance(shapes, poses, pairs(), &mut columns).expect("columns");
                black_box(&distances).iter().filter(|distance| **distance == 0.0).count()
            }
            Question::Manifold => {
                let mut columns = Contacts {
                    count: &mut points,
                    normal: &mut normals,
                    point_a: &mut places,
                    separation: &mut separations,
                    ..Default::default()
                };
                let margin = Scalar::of(MARGIN);
                batch::contacts(shapes, poses, pairs(), margin, &mut columns).expect("columns");
                black_box(&points).iter().filter(|count| **count > 0).count()
            }
            _ => unreachable!("no row asks it"),
        };
        [count, measured_queries(&mut pass)]
    }
}
