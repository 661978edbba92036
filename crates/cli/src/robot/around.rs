//! A robot among the bodies of a scene.

use std::collections::BTreeSet;

use anyhow::{Context, Result};
use clearance::d3_f64::{Collider, DVec3, Pose};
use clearance::paths::World;

use clearance_models::{Model, Notes};

use crate::scene::{Body, Part};

/// The robot and the bodies around it, for questions about motions, and the same in one configuration.
pub struct Around {
    pub world: World,
    /// The links in the configuration.
    pub links: Vec<Body<DVec3>>,
}

impl Around {
    /// The robot among bodies that stand still. Pairs of names may touch; so may the pairs that the SRDF file disables.
    pub fn new(
        model: &Model,
        bodies: &[Body<DVec3>],
        allowed: &[[String; 2]],
        configuration: &[f64],
        notes: &mut Notes,
    ) -> Result<Self> {
        let mut world = World::new(model.robot.clone())?;
        let count = world.names().len();
        for body in bodies {
            let shapes = body.parts.iter().map(|part| (part.pose, part.shape.clone()));
            world.add(&body.name, shapes)?;
        }
        model.allow_disabled(&mut world, notes);
        for [one, other] in allowed {
            world.allow(one, other).context("ignore")?;
        }
        let posed = world.posed(configuration)?;
        let link = |(name, shapes): (&str, &Vec<(Pose, &Collider)>)| {
            let parts = shapes.iter().map(|(pose, shape)| Part::new((*shape).clone(), *pose));
            Body::new(name, None, parts.collect())
        };
        let links = world.names().zip(&posed).take(count).map(link).collect();
        Ok(Self { world, links })
    }

    /// The pairs of links that are not asked about, by number.
    pub fn ignored(&self) -> BTreeSet<(usize, usize)> {
        let count = self.links.len();
        let asked: BTreeSet<[usize; 2]> = self.world.pairs().collect();
        let all = (0..count).flat_map(|b| (0..b).map(move |a| [a, b]));
        all.filter(|pair| !asked.contains(pair)).map(|[a, b]| (a, b)).collect()
    }
}
