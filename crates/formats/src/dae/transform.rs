//! The transform of a node: its children `translate`, `rotate`, `scale` and `matrix`, of which the last is
//! applied to a point first.

use glam::{DAffine3, DMat3, DVec3};

use crate::error::Error;
use crate::numbers::numbers;
use crate::xml::Node;

/// The transform from the frame of a node to that of its parent.
pub fn of(node: Node<'_>) -> Result<DAffine3, Error> {
    let mut all = DAffine3::IDENTITY;
    for child in node.children() {
        let one = match child.name() {
            "translate" => DAffine3::from_translation(DVec3::from_array(values(child)?)),
            "scale" => DAffine3::from_scale(DVec3::from_array(values(child)?)),
            "rotate" => rotation(child)?,
            "matrix" => matrix(child)?,
            "lookat" | "skew" => {
                return Err(child.error(format!("<{}> is not read", child.name())));
            }
            _ => continue,
        };
        all *= one;
    }
    Ok(all)
}

/// The numbers of an element.
fn values<const N: usize>(node: Node<'_>) -> Result<[f64; N], Error> {
    let place = |what: String| node.error(format!("<{}>: {what}", node.name()));
    let numbers = numbers(node.text()).map_err(place)?;
    let wrong =
        |found: Vec<f64>| place(format!("{N} numbers are needed, and there are {}", found.len()));
    numbers.try_into().map_err(wrong)
}

/// About an axis of any length, by an angle in degrees. `libm` gives the same bits everywhere.
fn rotation(node: Node<'_>) -> Result<DAffine3, Error> {
    let [x, y, z, degrees] = values(node)?;
    let axis = DVec3::new(x, y, z);
    let axis = axis / axis.length();
    if !axis.is_finite() {
        // Without an angle the axis means nothing.
        let nothing = degrees == 0.0;
        return nothing
            .then_some(DAffine3::IDENTITY)
            .ok_or_else(|| node.error("<rotate>: no axis"));
    }
    let (sin, cos) = libm::sincos(degrees.to_radians());
    // Rodrigues: cos I + (1 - cos) a a^T + sin [a]x, column by column.
    let column =
        |unit: DVec3| cos * unit + (1.0 - cos) * axis.dot(unit) * axis + sin * axis.cross(unit);
    Ok(DAffine3::from_mat3(DMat3::from_cols(column(DVec3::X), column(DVec3::Y), column(DVec3::Z))))
}

/// Sixteen numbers, row by row.
fn matrix(node: Node<'_>) -> Result<DAffine3, Error> {
    let m: [f64; 16] = values(node)?;
    if m[12..] != [0.0, 0.0, 0.0, 1.0] {
        return Err(node.error("<matrix>: its last row is not 0 0 0 1"));
    }
    let column = |i: usize| DVec3::new(m[i], m[4 + i], m[8 + i]);
    Ok(DAffine3::from_mat3_translation(
        DMat3::from_cols(column(0), column(1), column(2)),
        column(3),
    ))
}
