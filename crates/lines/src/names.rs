//! Shapes that lines name once, and then use by name:
//!
//! ```text
//!   {"shapes": {"link1": {"kind": "hull", "vertices": [..]}}}
//!   {"a": {"shape": "link1", "pose": {..}}, "b": {"shape": "link1", "pose": {..}}}
//! ```
//!
//! A line with `shapes` asks nothing. Its shapes are built once and kept, so that a hull of many points is
//! not built for each line. If a name comes again, the later shape holds from then on.

use std::any::Any;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use clearance::space::Vector;
use clearance::{Collider, Pose};
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::keys::{Form, Tree};
use crate::line::Line;
use crate::{shapes, words};

/// The shapes that lines have named so far.
#[derive(Default)]
pub struct Names {
    known: BTreeMap<String, Rc<Named>>,
}

/// A shape that a line has named.
pub(crate) struct Named {
    pub(crate) fields: Value,
    /// The shape in each type of vectors that was needed, as `Built<V>`.
    built: RefCell<Vec<Rc<dyn Any>>>,
}

type Built<V> = Result<Rc<Collider<V>>, String>;

impl Named {
    /// The shape, built if no line has needed it before.
    pub(crate) fn shape<V: Vector>(&self) -> Built<V>
    where
        Pose<V>: DeserializeOwned,
    {
        let mut built = self.built.borrow_mut();
        let known = built.iter().find_map(|one| one.downcast_ref::<Built<V>>());
        known.cloned().unwrap_or_else(|| {
            let new: Built<V> = shapes::read(&self.fields).map(Rc::new);
            built.push(Rc::new(new.clone()));
            new
        })
    }
}

impl Names {
    /// Reads a line, and finds the shapes that it names. The shapes of a line with `shapes` are known to
    /// the lines after it.
    pub fn read(&mut self, bytes: &[u8]) -> Result<Line, String> {
        let mut line = Line::parse(bytes)?;
        match line.fields.remove("shapes") {
            Some(shapes) => self.define(&mut line, shapes)?,
            None => line.named = ["a", "b"].map(|side| self.find(line.fields.get(side)?)),
        }
        Ok(line)
    }

    fn define(&mut self, line: &mut Line, shapes: Value) -> Result<(), String> {
        Form::Table.check("shapes", &shapes)?;
        if let Some(key) = line.fields.keys().find(|key| *key != "id" && *key != "notes") {
            return Err(format!("a line with \"shapes\" asks nothing: it has no {key:?}"));
        }
        let Value::Object(shapes) = shapes else { return Ok(()) };
        let new = |(name, fields)| (name, Rc::new(Named { fields, built: RefCell::default() }));
        line.defines = Some(shapes.into_iter().map(new).collect());
        self.known.extend(line.defines.iter().flatten().cloned());
        Ok(())
    }

    /// The shape that a side of a line names; `None` if it has its own.
    fn find(&self, side: &Value) -> Option<Result<Rc<Named>, String>> {
        let name = side.entry("shape")?;
        if side.entry("kind").is_some() {
            return Some(
                Err("it has a kind and the name of a shape: one of them is needed".into()),
            );
        }
        if let Err(wrong) = Form::Text.check("shape", name) {
            return Some(Err(wrong));
        }
        let name = name.text().unwrap_or_default();
        let unknown = || words::unknown("shape", name, &self.known.keys().collect::<Vec<_>>());
        Some(self.known.get(name).cloned().ok_or_else(unknown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::glam::{DVec2, DVec3, Vec3};

    #[test]
    fn a_named_shape_is_built_once_for_each_type_of_vectors() {
        let mut names = Names::default();
        let shapes = r#"{"shapes": {"s": {"kind": "hull", "vertices": [[0, 0, 0], [1, 2, 3]]}}}"#;
        assert!(names.read(shapes.as_bytes()).unwrap().only_names());
        let line = r#"{"a": {"shape": "s"}, "b": {"shape": "s", "pose": {"t": [1, 0, 0]}}}"#;
        let lines = [(); 2].map(|()| names.read(line.as_bytes()).unwrap());
        let all = || lines.iter().flat_map(|line| ["a", "b"].map(|side| (line, side)));
        let wide: Vec<_> = all().map(|(l, side)| l.given::<DVec3>(side).unwrap().0).collect();
        let single: Vec<_> = all().map(|(l, side)| l.given::<Vec3>(side).unwrap().0).collect();
        assert!(wide.iter().all(|shape| Rc::ptr_eq(shape, &wide[0])));
        assert!(single.iter().all(|shape| Rc::ptr_eq(shape, &single[0])));
        // It is of space, and its error is kept, too.
        let wrong = |line: &Line| line.given::<DVec2>("a").map(drop).unwrap_err();
        assert_eq!(wrong(&lines[0]), "a: a vertex takes 2 numbers or points, but has 3");
        assert_eq!(wrong(&lines[0]), wrong(&lines[1]));
        assert_eq!((lines[0].dim(), lines[0].scale()), (Ok(3), 3.0));
    }
}
