//! The shapes of a robot's links.

use clearance::d3_f64::{
    Capsule, Collider, Cuboid, Cylinder, DQuat, DVec3, HalfSpace, Pose, Sphere,
};
use clearance::{Axis, paths};
use clearance_formats::{Collision, Error, Geometry, Link, Origin, Packages};

use crate::meshes::{Meshes, Reading};
use crate::notes::Notes;

/// Reads the shapes of links. Links with the same mesh file share what is made of it.
pub struct Links {
    packages: Packages,
    hulls: bool,
    visuals: bool,
    meshes: Meshes<DVec3>,
    /// The links that have visuals and no collisions, which were not taken.
    pub only_drawn: Vec<String>,
}

impl Links {
    /// Mesh files are found by the packages. `hulls`: each is taken as the hulls of its pieces. `visuals`: those of links
    /// without collisions are taken for them.
    pub fn new(packages: Packages, hulls: bool, visuals: bool) -> Self {
        Self { packages, hulls, visuals, meshes: Meshes::default(), only_drawn: Vec::new() }
    }

    /// A link with its shapes. What is doubtful about its meshes is noted.
    pub fn link(&mut self, link: &Link, notes: &mut Notes) -> Result<paths::Link, Error> {
        let mut parts = &link.collisions;
        if parts.is_empty() && self.visuals {
            parts = link.visuals.as_ref().map_err(Clone::clone)?;
        } else if parts.is_empty() && link.visuals.as_ref().map_or(true, |all| !all.is_empty()) {
            self.only_drawn.push(link.name.clone());
        }
        let mut shapes = Vec::new();
        for collision in parts {
            self.collision(link, collision, &mut shapes, notes).map_err(|what| Error {
                path: None,
                line: Some(collision.line),
                what: format!("link {:?}: {what}", link.name),
            })?;
        }
        Ok(paths::Link { name: link.name.clone(), shapes })
    }

    fn collision(
        &mut self,
        link: &Link,
        collision: &Collision,
        shapes: &mut Vec<(Pose, Collider)>,
        notes: &mut Notes,
    ) -> Result<(), String> {
        let pose = pose(&collision.origin).map_err(|wrong| wrong.to_string())?;
        if let Geometry::Mesh { uri, scale } = &collision.geometry {
            let path = self.packages.resolve(uri).map_err(|wrong| wrong.to_string())?;
            let (scale, hulls) = (DVec3::from_array(*scale), self.hulls);
            let loaded = self.meshes.load(&path, &Reading { scale, hulls, ..Reading::default() });
            let loaded = loaded.map_err(|wrong| wrong.to_string())?;
            loaded.note(&link.name, shapes.len(), uri, notes);
            shapes.extend(
                loaded.parts.iter().map(|part| (placed(&pose, &part.pose), part.shape.clone())),
            );
        } else {
            let shape = primitive(&collision.geometry).map_err(|wrong| wrong.to_string())?;
            shapes.extend(shape.map(|shape| (pose, shape)));
        }
        Ok(())
    }
}

/// The pose of a part in the link. A part that is at the origin of its file has exactly that of the file.
fn placed(file: &Pose, own: &Pose) -> Pose {
    if *own == Pose::IDENTITY { *file } else { *file * *own }
}

/// The shape of all that is no mesh.
fn primitive(geometry: &Geometry) -> Result<Option<Collider>, clearance::Error> {
    Ok(Some(match geometry {
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
        Geometry::Mesh { .. } => return Ok(None),
    }))
}

/// The pose that an origin means: a translation in metres, and rotations about the fixed axes x, y and z, in this order.
///
/// # Errors
/// Numbers that are not finite, or too large.
pub fn pose(origin: &Origin) -> Result<Pose, clearance::Error> {
    let [roll, pitch, yaw] = origin.rpy;
    let turn =
        DQuat::from_rotation_z(yaw) * DQuat::from_rotation_y(pitch) * DQuat::from_rotation_x(roll);
    Pose::new(DVec3::from_array(origin.xyz), turn)
}
