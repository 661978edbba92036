//! The pairs of shapes, with a thousand placements each.

use clearance::shape::ConvexShape;
use clearance::space::Vector;

use crate::entrant::Question;
use crate::place::{
    Near, Posed, REGIMES, REGIMES_OF_A_POINT, REGIMES_OF_BOXES, Regime, Stand, place,
};
use crate::shape::Kind::{self, *};
use crate::shape::Recipe;
use clearance_testing::Random;

/// Two kinds of shapes.
#[derive(Clone, Copy, Debug)]
pub struct Pair {
    /// The dimension: 2 or 3.
    pub dim: usize,
    /// The name in the table.
    pub name: &'static str,
    /// A and B.
    pub kinds: [Kind; 2],
}

/// A pair by its name.
pub const fn pair(dim: usize, name: &'static str, a: Kind, b: Kind) -> Pair {
    Pair { dim, name, kinds: [a, b] }
}

/// The pairs of the table. If B is a point, rays start there.
pub const PAIRS: [Pair; 37] = [
    pair(3, "box-box", Box, Box),
    pair(3, "sphere-box", Ball, Box),
    pair(3, "capsule-box", Capsule, Box),
    pair(3, "capsule-capsule", Capsule, Capsule),
    pair(3, "cylinder-box", Cylinder, Box),
    pair(3, "cylinder-cylinder", Cylinder, Cylinder),
    pair(3, "cylinder-hull-32", Cylinder, Points(32)),
    pair(3, "cone-box", Cone, Box),
    pair(3, "cone-cone", Cone, Cone),
    pair(3, "hull-8", Points(8), Points(8)),
    pair(3, "hull-16", Points(16), Points(16)),
    pair(3, "hull-32", Points(32), Points(32)),
    pair(3, "hull-64", Points(64), Points(64)),
    pair(3, "hull-128", Points(128), Points(128)),
    pair(3, "hull-256", Points(256), Points(256)),
    pair(3, "hull-512", Points(512), Points(512)),
    pair(3, "hull-32-triangle", Points(32), Triangle),
    pair(3, "box-hull-64", Box, Points(64)),
    pair(2, "box-box", Box, Box),
    pair(2, "polygon-8", Points(8), Points(8)),
    pair(2, "polygon-32", Points(32), Points(32)),
    pair(2, "circle-polygon-8", Ball, Points(8)),
    pair(2, "capsule-polygon-8", Capsule, Points(8)),
    pair(2, "circle-polygon-32", Ball, Points(32)),
    pair(3, "sphere", Ball, Point),
    pair(3, "box", Box, Point),
    pair(3, "capsule", Capsule, Point),
    pair(3, "cylinder", Cylinder, Point),
    pair(3, "cone", Cone, Point),
    pair(3, "triangle", Triangle, Point),
    pair(3, "hull-32", Points(32), Point),
    pair(3, "hull-256", Points(256), Point),
    pair(2, "circle", Ball, Point),
    pair(2, "box", Box, Point),
    pair(2, "capsule", Capsule, Point),
    pair(2, "polygon-8", Points(8), Point),
    pair(2, "polygon-32", Points(32), Point),
];

impl Pair {
    /// The regimes of the pair: thin shapes cannot be deep in each other, nor can a point be deep in a
    /// thin shape.
    pub fn regimes(&self) -> &'static [Regime] {
        match self.kinds {
            [Triangle, Point] => &REGIMES[..2],
            [_, Point] => &REGIMES_OF_A_POINT,
            [Box, Box] if self.dim == 3 => &REGIMES_OF_BOXES,
            _ => &REGIMES,
        }
    }
    /// Is this question asked about the pair in this regime? The result of a cast and the depth of its
    /// start do not depend on the placement of B.
    pub fn is_asked(&self, question: Question, regime: Regime) -> bool {
        let basic = matches!(question, Question::Boolean | Question::Distance | Question::Manifold);
        question.is_of_a_point() == matches!(self.kinds, [_, Point])
            && (basic || matches!(regime.1, Near::Clearance(_)))
    }
}

/// The number of pairs of shapes that share the placements. They fit the processor's cache, as the shapes
/// of a game do.
pub const SHAPES: usize = 20;

/// Shapes and their placements.
pub struct Scene {
    /// The kinds of the shapes.
    pub pair: Pair,
    /// A and B.
    pub shapes: Vec<[Recipe; 2]>,
    /// Placements.
    pub cases: Vec<Case>,
}

/// One placement.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The index of the shapes.
    pub shapes: usize,
    /// The pose of A.
    pub at_a: Stand,
    /// The pose of B, its pose one step later, and its pose at rest after a tremor of a hundredth of a
    /// step.
    pub at_b: [Stand; 3],
    /// The velocity of B in a cast, and the direction of a ray from B: towards A, and past it in one unit
    /// of time. About half of them hit.
    pub velocity: [f64; 3],
}

impl Scene {
    /// The placements of a pair and regime. They are always the same, and so are the shapes in all
    /// regimes.
    pub fn with<W: Posed<Scalar = f64>>(pair: Pair, regime: Regime, count: usize) -> Self {
        Self::of::<W>(pair, regime, SHAPES, count)
    }

    /// The same with another number of pairs of shapes.
    pub fn of<W: Posed<Scalar = f64>>(
        pair: Pair,
        (_, near): Regime,
        shapes: usize,
        count: usize,
    ) -> Self {
        let (mut random, mut tremor) = (Random::new(64), Random::new(65));
        let shapes: Vec<_> = (0..shapes).map(|_| draw::<W>(pair, &mut random)).collect();
        let made: Vec<_> = shapes.iter().map(any::<W>).collect();
        let mut case = |i: usize| {
            let [a, b] = &made[i % made.len()];
            let mut tries = (0..1000).filter_map(|_| place(a, b, near, &mut random));
            let [at_a, at_b] = tries.next().expect("shapes that can be that deep were drawn");
            let next = at_b.nudged::<W>(1.0, &mut random);
            let beside = at_b.nudged::<W>(0.01, &mut tremor);
            let velocity = at_b.towards::<W>(&at_a, &mut random);
            Case { shapes: i % made.len(), at_a, at_b: [at_b, next, beside], velocity }
        };
        let cases = (0..count).map(&mut case).collect();
        Self { pair, shapes, cases }
    }
}

/// Two shapes that can be as deep in each other as the last regime requires, in any orientation: eight
/// random points may be nearly flat.
fn draw<W: Posed<Scalar = f64>>(pair: Pair, random: &mut Random) -> [Recipe; 2] {
    let clearances = pair.regimes().iter().filter_map(|(_, near)| match near {
        Near::Clearance(clearance) => Some(*clearance),
        _ => None,
    });
    let deepest = Near::Clearance(clearances.fold(f64::INFINITY, f64::min));
    loop {
        let shapes = pair.kinds.map(|kind| Recipe::random(kind, pair.dim, random));
        let [a, b] = any::<W>(&shapes);
        if (0..16).all(|_| place(&a, &b, deepest, random).is_some()) {
            return shapes;
        }
    }
}

/// The shapes of clearance with these numbers.
pub fn any<W: Vector>(shapes: &[Recipe; 2]) -> [ConvexShape<W>; 2] {
    shapes.each_ref().map(Recipe::any)
}
