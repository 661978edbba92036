//! Random shapes, and rays that hit them, miss them, graze them and run along them.

use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::{Geometry, NO_ID, Part};
use clearance::space::{DVector, Motion, Vector};
use clearance::{Convex, Pose, Ray, Shape};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose, short};

/// How a ray was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// From outside towards a point near the shape.
    Near,
    /// From a point inside.
    Inside,
    /// Touching a supporting plane, exactly or slightly off.
    Graze,
    /// Along the line through two of its corners, or towards one.
    Corner,
    /// From a point of the surface.
    Surface,
}

pub const AIMS: [Aim; 5] = [Aim::Near, Aim::Inside, Aim::Graze, Aim::Corner, Aim::Surface];

/// A shape of a given kind, its pose, and a ray.
#[derive(Clone, Debug)]
pub struct Scene {
    pub recipe: Recipe,
    pub at: Stand,
    pub origin: [f64; 3],
    pub direction: [f64; 3],
    pub tmax: f64,
}

/// A random shape of a given kind.
pub fn of_kind(random: &mut Random, dim: usize, kind: Kind) -> Recipe {
    loop {
        let recipe = Recipe::random(random, dim);
        if recipe.kind == kind {
            return recipe;
        }
    }
}

impl Scene {
    /// A ray with that aim at a random shape of that kind. `f32` is too coarse for grazing rays, so
    /// these are in `f64` only.
    pub fn random<V: Maker<Scalar = f64, Wide = V>>(
        random: &mut Random,
        kind: Kind,
        aim: Aim,
        for_f32: bool,
    ) -> Self {
        let recipe = of_kind(random, V::DIM, kind);
        let at = Stand::random(random, 2.0);
        let (shape, motion) = (recipe.make::<V>(1.0), Motion::of(&pose::<V>(&at, 1.0)));
        let (origin, direction) = aimed(random, &shape, &recipe, &motion, aim);
        let numbers = |v: V| {
            let rounded = |x: f64| if for_f32 { short(x) } else { x };
            core::array::from_fn(|i| if i < V::DIM { rounded(v.get(i)) } else { 0.0 })
        };
        let tmax = if random.below(3) == 0 { short(random.range(0.0, 4.0)) } else { f64::INFINITY };
        Self { recipe, at, origin: numbers(origin), direction: numbers(direction), tmax }
    }

    pub fn shape<V: Vector>(&self, scale: f64) -> Shape<V> {
        self.recipe.make(scale)
    }
    pub fn pose<V: Maker>(&self, scale: f64) -> Pose<V> {
        pose(&self.at, scale)
    }
    /// The ray with all lengths multiplied by `scale`, which does not change its times.
    pub fn ray<V: Maker>(&self, scale: f64) -> Ray<V> {
        let vector = |v: &[f64; 3]| V::from_fn(|i| V::Scalar::of(v[i] * scale));
        let tmax = V::Scalar::of(self.tmax);
        Ray::new(vector(&self.origin), vector(&self.direction), tmax).unwrap()
    }
}

fn vector<V: DVector>(v: DVec3) -> V {
    V::from_fn(|i| v[i])
}

fn unit<V: DVector>(random: &mut Random) -> V {
    let v: V = vector(random.direction3());
    v.unit_along().unwrap_or(V::unit(0))
}

/// The unit vector along the part of `v` perpendicular to `n`.
fn across<V: DVector>(v: V, n: V) -> V {
    (v - n * v.dot(n)).unit_along().unwrap_or(V::unit(0))
}

/// Origin and direction in the world.
fn aimed<V: Maker<Scalar = f64, Wide = V>>(
    random: &mut Random,
    shape: &Shape<V>,
    recipe: &Recipe,
    motion: &Motion<V>,
    aim: Aim,
) -> (V, V) {
    let length = libm::pow(10.0, random.range(-1.0, 1.0));
    let random_point = |random: &mut Random, size| vector::<V>(random.in_cube(size));
    let Part::Convex(core) = shape.part() else {
        // The plane of a half-space is near the origin of its frame.
        let origin = motion.apply(random_point(random, 2.0));
        return (origin, unit::<V>(random) * length);
    };
    let n: V = unit(random);
    let surface = core.support_wide(n, NO_ID).point + n * core.radius();
    let (from, towards) = match aim {
        Aim::Near => {
            let from = unit::<V>(random) * random.range(2.0, 6.0);
            (from, core.center() + random_point(random, 0.7) - from)
        }
        Aim::Inside => (core.center(), unit(random)),
        Aim::Graze => {
            let along = across(unit(random), n);
            let off = [0.0, 1e-12, 1e-9, 1e-3][random.below(4)] * [-1.0, 1.0][random.below(2)];
            (surface + n * off - along * random.range(0.0, 4.0), along)
        }
        Aim::Corner => {
            let corner = |random: &mut Random| {
                let d: V = unit(random);
                let corner =
                    vector::<V>(DVec3::from(recipe.points[random.below(recipe.points.len())]));
                if recipe.points.len() > 1 { corner } else { core.support_wide(d, NO_ID).point }
            };
            let (one, other) = (corner(random), corner(random));
            let along = (other - one).unit_along().unwrap_or_else(|| unit(random));
            let along = if random.below(2) == 0 { along } else { unit(random) };
            (one - along * random.range(0.0, 4.0), along)
        }
        Aim::Surface => (surface, unit(random)),
    };
    let along = towards.unit_along().unwrap_or(V::unit(0));
    (motion.apply(from), motion.rotate(along) * length)
}
