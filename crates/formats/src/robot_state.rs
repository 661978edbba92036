//! [`RobotState`]: where joints are, by a `moveit_msgs/RobotState`; and poses in the plane as the values of planar
//! joints.
//!
//! ```text
//!   joint_state              name, position                   a value for each name
//!   multi_dof_joint_state    joint_names, transforms          x, y and theta for each name, if the transform is in the plane
//! ```
//!
//! A planar joint J of MoveIt moves by x and y and turns about z by theta: here it is J/x, J/y and J/theta. What
//! floats, too, has transforms; where it is not in the plane, that is noted.

use crate::error::{Error, Note};
use crate::yaml::Node;

/// Where joints are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RobotState {
    /// The values of joints by name, in radians or metres.
    pub joints: Vec<(String, f64)>,
    /// x, y and theta of joints that move in the plane or float, by name.
    pub planar: Vec<(String, [f64; 3])>,
}

impl RobotState {
    /// Reads the state at a place of a message.
    pub(crate) fn read(node: &Node<'_>, place: &str, notes: &mut Vec<Note>) -> Result<Self, Error> {
        let mut read = Self::default();
        if let Some(state) = node.get("joint_state") {
            let place = format!("{place}.joint_state");
            let names = words(state.get("name"), &format!("{place}.name"))?;
            let values = numbers(state.get("position"), &format!("{place}.position"))?;
            if names.len() != values.len() {
                let what =
                    format!("{place} has {} names and {} positions", names.len(), values.len());
                return Err(Error::at(state.line, what));
            }
            read.joints = names.into_iter().zip(values).collect();
        }
        let Some(state) = node.get("multi_dof_joint_state") else { return Ok(read) };
        let place = format!("{place}.multi_dof_joint_state");
        let names = words(state.get("joint_names"), &format!("{place}.joint_names"))?;
        let transforms = state.get("transforms").map_or(Ok(&[][..]), |all| all.list(&place))?;
        if names.len() != transforms.len() {
            let (names, transforms) = (names.len(), transforms.len());
            let what = format!("{place} has {names} joint_names and {transforms} transforms");
            return Err(Error::at(state.line, what));
        }
        for (name, transform) in names.into_iter().zip(transforms) {
            match planar(transform, &place)? {
                Some(values) => read.planar.push((name, values)),
                None => {
                    let what = format!(
                        "{place} moves \"{name}\" out of the plane, and is not read: the scene's `base` is where the robot stands"
                    );
                    notes.push(Note { line: transform.line, what });
                }
            }
        }
        Ok(read)
    }
}

/// x, y and theta of a transform, between -pi and pi; `None` if it is not in the plane.
///
/// MoveIt writes exact zeros for what a planar joint does not move.
pub fn planar(transform: &Node<'_>, place: &str) -> Result<Option<[f64; 3]>, Error> {
    let [x, y, z] = parts(transform.get("translation"), ["x", "y", "z"], place)?;
    let [i, j, k, w] = parts(transform.get("rotation"), ["x", "y", "z", "w"], place)?;
    if [z, i, j] != [0.0; 3] {
        return Ok(None);
    }
    // A quaternion and its negative are one rotation.
    let (k, w) = if w < 0.0 { (-k, -w) } else { (k, w) };
    Ok(Some([x, y, 2.0 * libm::atan2(k, w)]))
}

/// The numbers of these keys; those that are missing are 0, as in a message.
pub fn parts<const N: usize>(
    node: Option<&Node<'_>>,
    keys: [&str; N],
    place: &str,
) -> Result<[f64; N], Error> {
    let mut all = [0.0; N];
    for (value, key) in all.iter_mut().zip(keys) {
        if let Some(given) = node.and_then(|node| node.get(key)) {
            *value = given.number(&format!("{place}.{key}"))?;
        }
    }
    Ok(all)
}

/// The numbers of a list; none if it is missing.
pub fn numbers(list: Option<&Node<'_>>, place: &str) -> Result<Vec<f64>, Error> {
    let Some(list) = list else { return Ok(Vec::new()) };
    let number = |(k, node): (usize, &Node<'_>)| node.number(&format!("{place}[{k}]"));
    list.list(place)?.iter().enumerate().map(number).collect()
}

/// The words of a list; none if it is missing.
fn words(list: Option<&Node<'_>>, place: &str) -> Result<Vec<String>, Error> {
    let Some(list) = list else { return Ok(Vec::new()) };
    list.list(place)?.iter().map(|word| Ok(word.word(place)?.into())).collect()
}
