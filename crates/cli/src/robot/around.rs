//! A robot among the bodies of a scene.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use clearance::glam::DVec3;
use clearance::paths::World;
use clearance_models::{Model, Notes};

use crate::pairs::Pairs;
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
    /// The robots among bodies that stand still or are on a link. The `allowed` pairs may touch, by the numbers of links
    /// and then bodies; so may the pairs that the SRDF file disables.
    pub fn new(
        model: &Model,
        bodies: Vec<Body<DVec3>>,
        on: &[Option<&str>],
        allowed: &BTreeSet<(usize, usize)>,
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
        let names: Vec<String> = world.names().map(String::from).collect();
        for (one, other) in allowed {
            world.allow(&names[*one], &names[*other]).context("ignore")?;
        }
        let mut all = bodies_at(&world, configuration)?;
        let mut of_robots: Vec<usize> = (0..count).collect();
        for ((body, on), number) in bodies.into_iter().zip(on).zip(count..) {
            if on.is_some() {
                of_robots.push(number);
                all[number].group = body.group;
            } else {
                // As it was given: its pose is not rounded.
                all[number] = body;
            }
        }
        Ok(Self { world, bodies: all, of_robots })
    }

    /// The pairs of links, and of what they hold, that are not asked about, by number.
    pub fn ignored(&self) -> Pairs {
        let has_parts = |body: &usize| !self.bodies[*body].parts.is_empty();
        let bodies: Vec<usize> = self.of_robots.iter().copied().filter(has_parts).collect();
        let (mut asked, mut others) = (Pairs::default(), Pairs::default());
        self.world.pairs().for_each(|[a, b]| asked.insert(a, b));
        let pairs =
            bodies.iter().enumerate().flat_map(|(k, b)| bodies[..k].iter().map(|a| [*a, *b]));
        pairs.filter(|[a, b]| !asked.contains(*a, *b)).for_each(|[a, b]| others.insert(a, b));
        others
    }
}

/// All bodies of a world in a configuration.
pub fn bodies_at(world: &World, configuration: &[f64]) -> Result<Vec<Body<DVec3>>> {
    let posed = world.posed(configuration)?;
    let bodies = world.names().zip(posed).map(|(name, shapes)| {
        let parts = shapes.into_iter().map(|(pose, shape)| Part::new(shape.clone(), pose));
        Body::new(name, None, parts.collect())
    });
    Ok(bodies.collect())
}
