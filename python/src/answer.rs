//! Answers: for one row Python's values, for many arrays.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::error::value;

/// The table of an answer, for notebooks.
pub fn table(name: &str, fields: &Bound<'_, PyDict>) -> PyResult<String> {
    fields.py().import("clearance._html")?.call_method1("table", (name, fields))?.extract()
}

/// Classes whose attributes are the fields, in order.
macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident { $($field:ident),* })*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, get_all, module = "clearance")]
        pub struct $name {
            $(
                #[allow(missing_docs, reason = "in the stubs")]
                pub $field: Py<PyAny>,
            )*
        }

        impl $name {
            /// From its fields, in order.
            #[allow(dead_code, reason = "some are made by name")]
            pub fn of(py: Python<'_>, fields: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
                let mut fields = fields.into_iter();
                let mut next = || fields.next().ok_or_else(|| value("answer", "a field is missing"));
                Self { $($field: next()?),* }.into_py_any(py)
            }
        }

        #[pymethods]
        impl $name {
            fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
                let all = PyDict::new(py);
                $(all.set_item(stringify!($field), &self.$field)?;)*
                Ok(all)
            }
            fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
                table(stringify!($name), &self.to_dict(py)?)
            }
            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let fields = [$((stringify!($field), &self.$field)),*];
                let texts: PyResult<Vec<String>> =
                    fields.iter().map(|(name, field)| Ok(format!("{name}={}", field.bind(py).repr()?))).collect();
                Ok(format!("{}({})", stringify!($name), texts?.join(", ")))
            }
        }
    )*};
}

answers! {
    /// How far apart shapes are, or how deep they overlap.
    Clearance { signed_distance, lower, upper, normal, point_a, point_b, status }
    /// The nearest points of shapes.
    ClosestPoints { point_a, point_b, distance }
    /// How deep shapes overlap.
    Penetration { depth, normal }
    /// The nearest point of a surface.
    Projection { signed_distance, lower, upper, point, normal, part, face }
    /// Where a ray meets a shape.
    RayHit { hit, time, point, normal, part, face }
    /// All places where rays meet a shape.
    RayHits { ray, time, point, normal, part, face }
    /// A patch of contact of two shapes.
    Manifold { normal, point_a, point_b, separation, feature, part_a, face_a, part_b, face_b }
    /// The points of contact of many pairs.
    Contacts {
        offsets, patch, normal, point_a, point_b, separation, feature, part_a, face_a, part_b, face_b
    }
    /// Where rays first meet the bodies of a scene.
    SceneRayHit { hit, body, time, point, normal }
    /// The first contact of moving shapes.
    Impact {
        hit, time, lower, upper, normal, point_a, point_b, part_a, face_a, part_b, face_b
    }
}
