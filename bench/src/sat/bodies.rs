//! The polytopes and their placements.

use clearance::Pose;
use clearance::glam::DVec3;
use clearance::hull::{Built, Facets, Hull3};
use clearance::shape::{Convex, ConvexShape, Hull};
use clearance::space::Motion;

use super::brute;
use crate::place::{Near, Posed, Stand, place};
use crate::shape::{Make, Recipe, SIZE, short};
use crate::truth::Truth;
use clearance_testing::Random;

/// The number of placements, of which a time is the mean.
pub const PLACEMENTS: usize = 200;
/// The number of pairs of polytopes that share them.
const SHAPES: usize = 10;

/// The distance by which B is pushed in from touching, relative to the way to the middle of A.
pub const OVERLAPS: [f64; 4] = [0.02, 0.1, 0.3, 1.0];

/// A row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The name in the table.
    pub name: &'static str,
    polytopes: [Polytope; 2],
}

#[derive(Clone, Copy, Debug)]
enum Polytope {
    Box,
    /// This many corners on an ellipsoid, whose half axes are these shares of the size.
    Corners(usize, [f64; 3]),
}
use Polytope::*;

const ROUND: [f64; 3] = [1.0; 3];
const FLAT: [f64; 3] = [1.0, 1.0, 0.15];
const FLATTER: [f64; 3] = [1.0, 1.0, 0.01];
const NEEDLE: [f64; 3] = [1.0, 0.25, 0.25];

const fn row(name: &'static str, a: Polytope, b: Polytope) -> Row {
    Row { name, polytopes: [a, b] }
}

/// The rows of the table.
pub const ROWS: [Row; 14] = [
    row("8/8", Corners(8, ROUND), Corners(8, ROUND)),
    row("16/16", Corners(16, ROUND), Corners(16, ROUND)),
    row("32/32", Corners(32, ROUND), Corners(32, ROUND)),
    row("64/64", Corners(64, ROUND), Corners(64, ROUND)),
    row("128/128", Corners(128, ROUND), Corners(128, ROUND)),
    row("256/256", Corners(256, ROUND), Corners(256, ROUND)),
    row("512/512", Corners(512, ROUND), Corners(512, ROUND)),
    row("box/256", Box, Corners(256, ROUND)),
    row("flat 1:1:0.15", Corners(64, FLAT), Corners(64, FLAT)),
    row("needle 4:1:1", Corners(64, NEEDLE), Corners(64, NEEDLE)),
    row("flat 1:1:0.01", Corners(64, FLATTER), Corners(64, FLATTER)),
    row("ratio 4", Corners(64, ROUND), Corners(64, [4.0; 3])),
    row("ratio 20", Corners(64, ROUND), Corners(64, [20.0; 3])),
    row("32/triangle", Corners(32, ROUND), Corners(3, ROUND)),
];

impl Polytope {
    fn draw(self, random: &mut Random) -> Recipe {
        match self {
            Corners(count, axes) => Recipe::hull(count, axes.map(|x| x * SIZE / 2.0), random),
            Box => {
                let half = [(); 3].map(|()| short(random.range(0.3, 0.7) * SIZE));
                let sign = |corner: usize, i: usize| if corner >> i & 1 == 0 { 1.0 } else { -1.0 };
                let corner = |c| core::array::from_fn(|i| sign(c, i) * half[i]);
                Recipe::Points((0..8).map(corner).collect())
            }
        }
    }
}

/// A polytope in the form that each of the algorithms needs.
pub struct Body {
    /// For queries and for the tests of clearance, which all use the same memory.
    pub hull: Hull<DVec3>,
    /// For separating axis tests in `f32` lanes.
    pub lanes: brute::Polytope,
}

impl Body {
    fn new(recipe: Recipe) -> Self {
        let hull = Hull::<DVec3>::make(&recipe);
        let lanes = brute::Polytope::new(&facets(&hull));
        Self { hull, lanes }
    }
    /// For separating axis tests of clearance.
    pub fn facets(&self) -> Facets<'_> {
        facets(&self.hull)
    }
}

fn facets(hull: &Hull<DVec3>) -> Facets<'_> {
    match hull.built() {
        Some(Built::Space(Hull3::Solid(solid))) => solid.facets(),
        Some(Built::Space(Hull3::Flat(flat))) => flat.facets(),
        other => panic!("{other:?} has no faces"),
    }
}

/// The polytopes of a row, and placements at one overlap.
pub struct Bodies {
    /// Which row.
    pub row: Row,
    /// How far B is pushed in.
    pub overlap: f64,
    shapes: Vec<[Body; 2]>,
    stands: Vec<[Stand; 2]>,
    poses: Vec<[Pose<DVec3>; 2]>,
    motions: Vec<Motions>,
}

/// The input of the tests, made before, so that only the tests are timed.
#[derive(Clone, Copy, Debug)]
pub struct Motions {
    /// The pose of B in A's frame.
    pub b_in_a: Motion<DVec3>,
    /// The pose of A in the world.
    pub a_in_world: Motion<DVec3>,
}

/// One placement.
pub struct Placed<'a> {
    /// A.
    pub a: &'a Body,
    /// B.
    pub b: &'a Body,
    /// Their poses.
    pub poses: &'a [Pose<DVec3>; 2],
    /// The same as matrices.
    pub motions: &'a Motions,
}

impl Bodies {
    /// The placements of a row and overlap. They are always the same, and so are the shapes at all
    /// overlaps.
    pub fn new(row: Row, overlap: f64) -> Self {
        let mut random = Random::new(64);
        let shapes: Vec<_> = (0..SHAPES).map(|_| draw(row, &mut random)).collect();
        let mut stands = Vec::new();
        while stands.len() < PLACEMENTS {
            let [a, b] = &shapes[stands.len() % SHAPES];
            let Some([at_a, at_b]) = touching(a, b, &mut random) else { continue };
            let inwards = |i: usize| at_b.t[i] + (at_a.t[i] - at_b.t[i]) * overlap;
            let t = core::array::from_fn(|i| short(inwards(i)));
            stands.push([at_a, Stand { t, ..at_b }]);
        }
        let poses: Vec<[Pose<DVec3>; 2]> =
            stands.iter().map(|both| both.each_ref().map(DVec3::pose)).collect();
        let motions = |[a, b]: &[Pose<DVec3>; 2]| Motions {
            b_in_a: Motion::b_in_a(a, b),
            a_in_world: Motion::of(a),
        };
        let motions = poses.iter().map(motions).collect();
        Self { row, overlap, shapes, stands, poses, motions }
    }

    /// A placement, by its index.
    pub fn placed(&self, i: usize) -> Placed<'_> {
        let [a, b] = &self.shapes[i % SHAPES];
        Placed { a, b, poses: &self.poses[i], motions: &self.motions[i] }
    }

    /// The polytopes, for [`Bodies::truths`].
    pub fn shapes(&self) -> Vec<[ConvexShape<DVec3>; 2]> {
        let any = |body: &Body| body.hull.clone().into();
        self.shapes.iter().map(|both| both.each_ref().map(any)).collect()
    }
    /// The truth about each placement.
    pub fn truths<'a>(&self, shapes: &'a [[ConvexShape<DVec3>; 2]]) -> Vec<Truth<'a, DVec3>> {
        let truth =
            |(i, [at_a, at_b]): (usize, &[Stand; 2])| Truth::of(&shapes[i % SHAPES], [at_a, at_b]);
        self.stands.iter().enumerate().map(truth).collect()
    }
}

/// Two polytopes that overlap in any orientation if their centres are at one place.
fn draw(row: Row, random: &mut Random) -> [Body; 2] {
    loop {
        let [a, b] = row.polytopes.map(|polytope| Body::new(polytope.draw(random)));
        if (0..16).all(|_| touching(&a, &b, random).is_some()) {
            return [a, b];
        }
    }
}

fn touching(a: &Body, b: &Body, random: &mut Random) -> Option<[Stand; 2]> {
    place(&a.hull, &b.hull, Near::Clearance(0.0), random)
}
