//! Reads a shape of any kind: those of [`Shape`], and those that are not convex, for lines and for scenes.
//!
//! | kind | from |
//! |---|---|
//! | `mesh`, `solid` | `vertices`, `triangles` |
//! | `height_field` | `heights`, `cell` |
//! | `chain` | `vertices`; it may be `closed` |
//! | `region` | `vertices` of the outline, and `holes` |
//! | `compound` | `shapes`, each with its `pose` |

use clearance::space::Vector;
use clearance::{Collider, Error, Pose, Shape};
use serde::de::DeserializeOwned;

use crate::keys::{self, Form, Tree};

/// The error for a shape that is not convex, without the feature `pieces`.
#[cfg(not(feature = "pieces"))]
pub(crate) const CONVEX_ONLY: &str = "a convex shape is needed here";

/// Reads a shape. Unknown keys are left to [`keys::odd_in_shape`].
pub fn read<V: Vector, T: Tree>(fields: &T) -> Result<Collider<V>, String>
where
    Pose<V>: DeserializeOwned,
{
    Form::Table.check("a shape", fields)?;
    let kind = fields.entry("kind").and_then(Tree::text).and_then(keys::not_convex);
    let Some(kind) = kind else {
        let shape = fields.read::<Shape<V>>().map(Collider::from);
        return shape.map_err(|wrong| keys::check_shape(fields).err().unwrap_or(wrong));
    };
    keys::check_shape(fields)?;
    if !kind.dims.contains(&V::DIM) {
        return Err(Error::WrongDimension { what: kind.name, dim: V::DIM }.to_string());
    }
    #[cfg(feature = "pieces")]
    return not_convex::read(kind.name, fields);
    #[cfg(not(feature = "pieces"))]
    return Err(CONVEX_ONLY.into());
}

/// The shape, if it is convex. `what`: its name for people.
pub fn convex<'c, V: Vector>(shape: &'c Collider<V>, what: &str) -> Result<&'c Shape<V>, String> {
    match shape {
        Collider::Convex(shape) => Ok(shape),
        _ => Err(format!("{what}: a convex shape is needed here")),
    }
}

/// The shapes that are not convex.
#[cfg(feature = "pieces")]
mod not_convex {
    use clearance::space::Vector;
    use clearance::space::text::Numbers;
    use clearance::{Chain, Collider, Compound, HeightField, Mesh, Pose, Shape, Solid};
    use serde::de::DeserializeOwned;

    use crate::keys::{self, Tree};
    use crate::region::{region, without_closing_point};

    pub(super) fn read<V: Vector, T: Tree>(kind: &str, fields: &T) -> Result<Collider<V>, String>
    where
        Pose<V>: DeserializeOwned,
    {
        match kind {
            "mesh" => fields.read::<Mesh<V>>().map(Collider::from),
            "solid" => fields.read::<Solid<V>>().map(Collider::from),
            "height_field" => fields.read::<HeightField<V>>().map(Collider::from),
            "chain" => chain(fields),
            "region" => region(vertices(fields)?, holes(fields)?),
            _ => compound(fields),
        }
    }

    fn vertices<V: Vector>(fields: &impl Tree) -> Result<Vec<V>, String> {
        let vertices = fields.entry("vertices").ok_or("vertices is missing")?;
        Ok(vertices.read::<Vec<Numbers<V>>>()?.into_iter().map(|vertex| vertex.0).collect())
    }

    fn holes<V: Vector>(fields: &impl Tree) -> Result<Vec<Vec<V>>, String> {
        let Some(holes) = fields.entry("holes") else { return Ok(Vec::new()) };
        let holes = holes.read::<Vec<Vec<Numbers<V>>>>()?.into_iter();
        Ok(holes.map(|hole| hole.into_iter().map(|vertex| vertex.0).collect()).collect())
    }

    fn chain<V: Vector>(fields: &impl Tree) -> Result<Collider<V>, String> {
        let is_closed = fields.entry("closed").and_then(Tree::switch).unwrap_or(false);
        let vertices = vertices(fields)?;
        let chain = match is_closed {
            true => Chain::closed(without_closing_point(vertices)),
            false => Chain::open(vertices),
        };
        chain.map(Collider::from).map_err(|e| e.to_string())
    }

    fn compound<V: Vector>(fields: &impl Tree) -> Result<Collider<V>, String>
    where
        Pose<V>: DeserializeOwned,
    {
        let part = |(number, part)| {
            let wrong = |wrong: String| format!("shapes[{number}]: {wrong}");
            let shape = super::read(part).and_then(|shape| match shape {
                Collider::Convex(Shape::HalfSpace(_)) => {
                    Err("a compound has an end on all sides".into())
                }
                shape => Ok(shape),
            });
            Ok((super::pose(part).map_err(wrong)?, shape.map_err(wrong)?))
        };
        let parts = keys::parts(fields).iter().enumerate().map(part);
        let parts: Vec<(Pose<V>, Collider<V>)> = parts.collect::<Result<_, String>>()?;
        Compound::new(parts).map(Collider::from).map_err(|e| e.to_string())
    }
}

/// The pose of a shape; at the origin without one.
pub fn pose<V: Vector>(fields: &impl Tree) -> Result<Pose<V>, String>
where
    Pose<V>: DeserializeOwned,
{
    let Some(pose) = fields.entry("pose") else { return Ok(Pose::IDENTITY) };
    let wrong = |wrong| format!("pose: {}", keys::check_pose(pose).err().unwrap_or(wrong));
    pose.read().map_err(wrong)
}
