//! What links and joints say of each other: names, trees, joints that follow others.

use std::collections::HashMap;

use super::{Joint, Urdf};
use crate::error::{Error, Notes, shortened};

/// Names that a message has at most.
const SHOWN: usize = 5;

/// Checks the whole robot. A `mimic` that cannot be followed is removed.
pub(super) fn check(robot: &mut Urdf, notes: &mut Notes) -> Result<(), Error> {
    check_tree(robot, notes)?;
    check_mimics(&mut robot.joints, notes)
}

fn check_tree(robot: &Urdf, notes: &mut Notes) -> Result<(), Error> {
    let links = &robot.links;
    let number = unique("link", links.iter().map(|link| (link.name.as_str(), link.line)))?;
    let mut above: Vec<Option<(&Joint, usize)>> = vec![None; links.len()];
    for joint in &robot.joints {
        let find = |name: &str| {
            let what = || about(joint, format!("there is no link \"{}\"", shortened(name)));
            number.get(name).copied().ok_or_else(what)
        };
        let (parent, child) = (find(&joint.parent)?, find(&joint.child)?);
        if let Some((other, _)) = above[child].replace((joint, parent)) {
            let what = format!(
                "joint \"{}\" has the same child, \"{}\"",
                shortened(&other.name),
                shortened(&joint.child)
            );
            return Err(about(joint, what));
        }
    }
    let parent: Vec<Option<usize>> = above.iter().map(|above| above.map(|(_, p)| p)).collect();
    if let Some((joint, _)) = circle(&parent).and_then(|link| above[link]) {
        let what = format!("link \"{}\" is above itself", shortened(&joint.child));
        return Err(about(joint, what));
    }
    let roots: Vec<&str> = links
        .iter()
        .zip(&parent)
        .filter(|(_, parent)| parent.is_none())
        .map(|(link, _)| link.name.as_str())
        .collect();
    if roots.len() > 1 {
        let shown: Vec<String> = roots.iter().take(SHOWN).map(|name| shortened(name)).collect();
        let more = if roots.len() > SHOWN { ", ..." } else { "" };
        let what = format!(
            "{} links have no parent: each is at the origin of the world: {}{more}",
            roots.len(),
            shown.join(", ")
        );
        notes.add(links[0].line, what);
    }
    Ok(())
}

fn check_mimics(joints: &mut [Joint], notes: &mut Notes) -> Result<(), Error> {
    let number = unique("joint", joints.iter().map(|joint| (joint.name.as_str(), joint.line)))?;
    let followed = |joint: &Joint| number.get(joint.mimic.as_ref()?.joint.as_str()).copied();
    let followed: Vec<Option<usize>> = joints
        .iter()
        .map(|joint| followed(joint).filter(|other| joints[*other].kind.has_value()))
        .collect();
    if let Some(joint) = circle(&followed) {
        return Err(about(&joints[joint], "it follows itself, by <mimic>".into()));
    }
    for (joint, followed) in joints.iter_mut().zip(followed) {
        if let (Some(mimic), None) = (&joint.mimic, followed) {
            let what = format!(
                "joint \"{}\": it moves by itself: there is no joint \"{}\" with a value to follow",
                shortened(&joint.name),
                shortened(&mimic.joint)
            );
            notes.add(joint.line, what);
            joint.mimic = None;
        }
    }
    Ok(())
}

/// The numbers of the elements of a kind by their names.
fn unique<'a>(
    kind: &str,
    names: impl Iterator<Item = (&'a str, usize)>,
) -> Result<HashMap<&'a str, usize>, Error> {
    let mut numbers = HashMap::new();
    for (number, (name, line)) in names.enumerate() {
        if numbers.insert(name, number).is_some() {
            return Err(Error::at(line, format!("a second {kind} \"{}\"", shortened(name))));
        }
    }
    Ok(numbers)
}

/// An element that comes again if one goes on to the next of it, and so on.
fn circle(next: &[Option<usize>]) -> Option<usize> {
    // The start from which each was reached first.
    let mut reached = vec![usize::MAX; next.len()];
    for start in 0..next.len() {
        let mut at = Some(start);
        while let Some(here) = at {
            if reached[here] == start {
                return Some(here);
            }
            if reached[here] != usize::MAX {
                break;
            }
            reached[here] = start;
            at = next[here];
        }
    }
    None
}

fn about(joint: &Joint, what: String) -> Error {
    Error::at(joint.line, format!("joint \"{}\": {what}", shortened(&joint.name)))
}
