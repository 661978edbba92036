//! Shapes in float32: made of those in float64 when they are first asked for, and kept.

use std::sync::{Arc, OnceLock};

use clearance::space::{Pose, Turn, Vector};
use clearance::{Collider, Compound, CompoundPart, Error, Instance, Mesh, PartShape, Solid};

/// The place for a shape in float32, which copies share.
#[derive(Clone)]
pub struct Narrow<V: Vector>(Arc<OnceLock<Result<Collider<V>, String>>>);

impl<V: Vector> Default for Narrow<V> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<V: Vector> Narrow<V> {
    /// The shape in float32.
    pub fn of(&self, wide: &Collider<V::Wide>) -> Result<&Collider<V>, String> {
        let shape = self.0.get_or_init(|| narrowed(wide));
        shape.as_ref().map_err(|wrong| format!("in float32: {wrong}"))
    }
}

/// The nearest pose.
pub fn narrowed_pose<V: Vector>(pose: &Pose<V::Wide>) -> Result<Pose<V>, Error> {
    let place = V::narrow(pose.translation());
    Pose::at(place)?;
    Ok(Pose::from_unit(place, <V::Turn as Turn>::narrow(pose.turn())))
}

/// The shape of rounded numbers.
fn narrowed<V: Vector>(shape: &Collider<V::Wide>) -> Result<Collider<V>, String> {
    match shape {
        Collider::Convex(shape) => {
            let text = serde_json::to_string(shape).map_err(|wrong| wrong.to_string())?;
            let shape: clearance::Shape<V> =
                serde_json::from_str(&text).map_err(|wrong| wrong.to_string())?;
            Ok(shape.into())
        }
        Collider::Surface(surface) => narrowed_surface(surface),
        Collider::Compound(compound) => {
            let part = |part: &CompoundPart<V::Wide>| {
                let pose = narrowed_pose(&part.pose).map_err(|wrong| wrong.to_string())?;
                Ok((pose, narrowed(&shape_of(part))?))
            };
            let parts = compound.parts().iter().map(part).collect::<Result<Vec<_>, String>>()?;
            Ok(Compound::new(parts).map_err(|wrong| wrong.to_string())?.into())
        }
        _ => Err("it is of an unknown kind".into()),
    }
}

fn narrowed_surface<V: Vector>(surface: &Instance<V::Wide>) -> Result<Collider<V>, String> {
    let (vertices, facets) = soup(surface);
    let vertices = vertices.into_iter().map(V::narrow).collect();
    let made = if V::DIM == 3 {
        Mesh::new(vertices, facets)
    } else {
        Mesh::of_segments(vertices, facets.iter().map(|[i, j, _]| [*i, *j]).collect())
    };
    let made = made.map_err(|wrong| wrong.to_string())?;
    if !surface.is_solid() {
        return Ok(made.into());
    }
    Ok(Solid::new(made.mended().0).map_err(|wrong| wrong.to_string())?.into())
}

/// The shape of a part of a compound.
pub fn shape_of<V: Vector>(part: &CompoundPart<V>) -> Collider<V> {
    match &part.shape {
        PartShape::Convex(shape) => Collider::Convex(shape.clone()),
        PartShape::Surface(surface) => Collider::Surface(surface.clone()),
    }
}

/// The vertices of a surface as it is scaled, and its facets with their fronts.
pub fn soup<V: Vector>(surface: &Instance<V>) -> (Vec<V>, Vec<[u32; 3]>) {
    let count = surface.surface().vertices().len() as u32;
    let turned = |[a, b, c]: [u32; 3]| match (surface.is_mirrored(), V::DIM) {
        (false, _) => [a, b, c],
        (true, 3) => [a, c, b],
        (true, _) => [b, a, a],
    };
    let facets = surface.surface().facets().iter().map(|facet| turned(*facet)).collect();
    ((0..count).map(|vertex| surface.vertex(vertex)).collect(), facets)
}
