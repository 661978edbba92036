//! A robot among the bodies of a scene.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use clearance::d3_f64::{Collider, DVec3, Pose};
use clearance::paths::World;

use clearance_models::{Model, Notes};

use crate::scene::{Body, Part};

/// The robots and the bodies around them, for questions about motions, and the same in one configuration.
pub struct Around {
    pub world: World,
    /// All bodies in the configuration: the links, then those of the scene.
    pub bodies: Vec<Body<DVec3>>,
    /// The numbers of those that move, and of the links that do not.
    of_robots: Vec<usize>,
}

impl Around {
    /// The robots among bodies that stand still or are on a link. Pairs of names may touch; so may the pairs that the
    /// SRDF file disables.
    pub fn new(
        model: &Model,
        bodies: Vec<Body<DVec3>>,
        on: &[Option<&str>],
        allowed: &[[String; 2]],
        configuration: &[f64],
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut world = World::new(model.robot.clone())?;
        let count = world.names().len();
        for (body, on) in bodies.iter().zip(on) {
            let shapes = body.parts.iter().map(|part| (part.pose, part.shape.clone()));
            match on {
                Some(link) => world.attach(&body.name, link, shapes)?,
                None => world.add(&body.name, shapes)?,
            }
        }
        model.allow_disabled(&mut world, notes);
        for [one, other] in allowed {
            world.allow(one, other).context("ignore")?;
        }
        let posed = world.posed(configuration)?;
        let at = |name: &str, group: Option<String>, number: usize| {
            let shapes: &Vec<(Pose, &Collider)> = &posed[number];
            let parts = shapes.iter().map(|(pose, shape)| Part::new((*shape).clone(), *pose));
            Body::new(name, group, parts.collect())
        };
        let links = world.names().zip(0..count).map(|(name, number)| at(name, None, number));
        let mut all: Vec<Body<DVec3>> = links.collect();
        let mut of_robots: Vec<usize> = (0..count).collect();
        for ((body, on), number) in bodies.into_iter().zip(on).zip(count..) {
            if on.is_some() {
                of_robots.push(number);
                all.push(at(&body.name, body.group, number));
            } else {
                all.push(body);
            }
        }
        Ok(Self { world, bodies: all, of_robots })
    }

    /// The pairs of links, and of what they hold, that are not asked about, by number.
    pub fn ignored(&self) -> BTreeSet<(usize, usize)> {
        let asked: BTreeSet<[usize; 2]> = self.world.pairs().collect();
        let has_parts = |body: &usize| !self.bodies[*body].parts.is_empty();
        let bodies: Vec<usize> = self.of_robots.iter().copied().filter(has_parts).collect();
        let pairs = (0..bodies.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
        let pairs = pairs.map(|pair| pair.map(|number| bodies[number]));
        pairs.filter(|pair| !asked.contains(pair)).map(|[a, b]| (a, b)).collect()
    }
}
