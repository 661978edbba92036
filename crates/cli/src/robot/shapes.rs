//! The shapes of a robot's links.

use anyhow::{Context, Result};
use clearance::d3_f64::{
    Capsule, Collider, Cuboid, Cylinder, DQuat, DVec3, HalfSpace, Pose, Sphere,
};
use clearance::{Axis, paths};
use clearance_formats::{Collision, Geometry, Link, Origin, Packages};

use crate::input;
use crate::scene_file::{Meshes, Notes};
use crate::text::shown;

/// Reads the shapes of links. Links with the same mesh file share what is made of it.
pub struct Shapes {
    packages: Packages,
    hulls: bool,
    meshes: Meshes<DVec3>,
}

impl Shapes {
    /// Mesh files are found by the packages. `hulls`: each is taken as the hulls of its pieces.
    pub fn new(packages: Packages, hulls: bool) -> Self {
        Self { packages, hulls, meshes: Meshes::default() }
    }

    /// A link with its shapes. What is doubtful about its meshes is noted.
    pub fn link(&mut self, link: &Link, notes: &mut Notes) -> Result<paths::Link> {
        let mut shapes = Vec::new();
        for collision in &link.collisions {
            let place = || format!("line {}: link \"{}\"", collision.line, shown(&link.name));
            self.collision(link, collision, &mut shapes, notes).with_context(place)?;
        }
        Ok(paths::Link { name: link.name.clone(), shapes })
    }

    fn collision(
        &mut self,
        link: &Link,
        collision: &Collision,
        shapes: &mut Vec<(Pose, Collider)>,
        notes: &mut Notes,
    ) -> Result<()> {
        let pose = pose(&collision.origin)?;
        let shape: Collider = match &collision.geometry {
            Geometry::Box { size } => Cuboid::new(DVec3::from_array(*size) / 2.0)?.into(),
            Geometry::Sphere { radius } => Sphere::new(*radius)?.into(),
            Geometry::Cylinder { radius, length } => {
                Cylinder::new(Axis::Z, length / 2.0, *radius)?.into()
            }
            Geometry::Capsule { radius, length } => {
                let end = DVec3::Z * (length / 2.0);
                Capsule::new(-end, end, *radius)?.into()
            }
            Geometry::Plane { normal } => HalfSpace::new(DVec3::from_array(*normal), 0.0)?.into(),
            Geometry::Mesh { uri, scale } => {
                let path = self.packages.resolve(uri)?;
                let file = input::name(&path);
                let loaded = self.meshes.load(path, DVec3::from_array(*scale), self.hulls)?;
                loaded.note(&link.name, shapes.len(), uri, &file, notes);
                shapes.extend(loaded.parts.iter().map(|part| (pose, part.shape.clone())));
                return Ok(());
            }
        };
        shapes.push((pose, shape));
        Ok(())
    }
}

/// The pose that an origin means.
pub fn pose(origin: &Origin) -> Result<Pose> {
    let [roll, pitch, yaw] = origin.rpy;
    let turn =
        DQuat::from_rotation_z(yaw) * DQuat::from_rotation_y(pitch) * DQuat::from_rotation_x(roll);
    Ok(Pose::new(DVec3::from_array(origin.xyz), turn)?)
}
