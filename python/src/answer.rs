//! Answers: for one row Python's values, for many arrays.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::error::value;

/// The table of an answer, for notebooks.
pub fn table(name: &str, fields: &Bound<'_, PyDict>) -> PyResult<String> {
    fields.py().import("clearance._html")?.call_method1("table", (name, fields))?.extract()
}

/// What all answers have in common, in Python: `clearance/_rows.py`.
fn common<'py>(
    answer: &Bound<'py, PyAny>,
    function: &str,
    arguments: impl IntoIterator<Item = Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let arguments = std::iter::once(answer.clone()).chain(arguments);
    let arguments = PyTuple::new(answer.py(), arguments.collect::<Vec<_>>())?;
    answer.py().import("clearance._rows")?.call_method1(function, arguments)
}

/// Classes whose attributes are the fields, in order.
macro_rules! answers {
    ($($(#[$doc:meta])* $name:ident { $($(#[$of:meta])* $field:ident,)* })*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, get_all, module = "clearance")]
        pub struct $name {
            $(
                $(#[$of])*
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
            /// From all fields, in order: what pickle keeps.
            #[staticmethod]
            fn _of(py: Python<'_>, fields: Vec<Py<PyAny>>) -> PyResult<Py<PyAny>> {
                Self::of(py, fields)
            }
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let fields = vec![$(slf.get().$field.bind(slf.py()).clone()),*];
                (slf.get_type().getattr("_of")?, (fields,)).into_pyobject(slf.py())
            }
            fn __eq__<'py>(slf: &Bound<'py, Self>, other: &Bound<'py, Self>) -> PyResult<bool> {
                common(slf.as_any(), "equal", [other.as_any().clone()])?.extract()
            }
            fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
                common(slf.as_any(), "length", [])?.extract()
            }
            fn __getitem__<'py>(
                slf: &Bound<'py, Self>,
                index: Bound<'py, PyAny>,
            ) -> PyResult<Bound<'py, PyAny>> {
                common(slf.as_any(), "item", [index])
            }
            fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
                common(slf.as_any(), "rows", [])
            }
            /// An answer is one, also of no rows.
            fn __bool__(&self) -> bool {
                true
            }
            /// The attributes by name, in order.
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
    /// How far apart shapes are. For one pair the attributes are values, for N rows arrays.
    ///
    /// ``status`` is 0 where the bounds contain 0 (undecided), 1 apart, 2 overlapping.
    Clearance {
        /// The distance; minus the depth of an overlap. Within [lower, upper].
        signed_distance,
        /// It is proven that the exact value is not below.
        lower,
        /// It is proven that the exact value is not above.
        upper,
        /// Unit vectors from A to B, shape (3,) or (N, 3): moving B by depth * normal parts the shapes.
        normal,
        /// The point of A that is nearest to B, or deepest in it, in world coordinates; shape (3,) or (N, 3).
        point_a,
        /// The same of B.
        point_b,
        /// 0 where the bounds contain 0 (undecided), 1 apart, 2 overlapping.
        status,
    }
    /// The nearest points of shapes. For one pair the attributes are values, for N rows arrays.
    ClosestPoints {
        /// On A, in world coordinates, shape (3,) or (N, 3). NaN where the shapes touch or overlap.
        point_a,
        /// On B, as ``point_a``.
        point_b,
        /// 0 where they touch or overlap.
        distance,
    }
    /// How deep shapes overlap. For one pair the attributes are values, for N rows arrays.
    Penetration {
        /// 0 where the shapes are apart, or just touch.
        depth,
        /// Unit vectors from A to B, shape (3,) or (N, 3): moving B by depth * normal parts the shapes. NaN where they are
        /// apart.
        normal,
    }
    /// How deep the deepest common point of shapes is. For one pair the attributes are values, for N rows arrays.
    LocalDepth {
        /// As deep is ``point``; proven. 0 where the shapes are apart.
        lower,
        /// No point of both shapes is deeper in one of them.
        upper,
        /// A point of both shapes, shape (3,) or (N, 3). NaN where they are apart, as the normal.
        point,
        /// Unit vectors, shape (3,) or (N, 3): the direction in which B leaves this point.
        normal,
    }
    /// What two solids have in common.
    Overlap {
        /// It is proven that the common volume is not below.
        lower,
        /// It is proven that the common volume is not above.
        upper,
        /// The connected parts with a volume, a list of ``OverlapPart``, the largest first.
        parts,
    }
    /// A connected part of what two solids have in common, in world coordinates.
    OverlapPart {
        /// It is proven that the volume is not below.
        lower,
        /// It is proven that the volume is not above.
        upper,
        /// The centre of mass, shape (3,).
        centroid,
        /// The box around it, shape (2, 3).
        bounds,
        /// The corners of its surface, shape (K, 3).
        vertices,
        /// The triangles of its surface, closed, counterclockwise seen from outside; shape (M, 3).
        faces,
    }
    /// The nearest point of a surface to each of N points. Of one point the attributes are values.
    Projection {
        /// Negative inside of a convex shape or a solid. Within [lower, upper].
        signed_distance,
        /// It is proven that the exact value is not below.
        lower,
        /// It is proven that the exact value is not above.
        upper,
        /// The nearest point, in world coordinates, shape (N, 3).
        point,
        /// Unit vectors, shape (N, 3): from the surface to the given point; outward for a point inside or on the surface.
        normal,
        /// The part of a compound, 0 for other shapes.
        part,
        /// The triangle, -1 on a convex shape.
        face,
    }
    /// Where each of N rays first meets a shape. Of one ray the attributes are values.
    RayHit {
        /// False only where a miss is proven.
        hit,
        /// In lengths of the direction; infinite for a miss, and 0 for a ray that starts inside.
        time,
        /// In world coordinates, shape (N, 3). NaN for a miss, as the normal.
        point,
        /// Unit vectors, shape (N, 3).
        normal,
        /// The part of a compound, 0 for other shapes, -1 for a miss.
        part,
        /// The triangle, -1 on a convex shape and for a miss.
        face,
    }
    /// All places where rays meet a shape: a row for each, by the number of the ray and then by time.
    RayHits {
        /// The row of the ray.
        ray,
        /// In lengths of the direction.
        time,
        /// In world coordinates, shape (M, 3) for M hits.
        point,
        /// Unit vectors, shape (M, 3).
        normal,
        /// The part of a compound, 0 for other shapes.
        part,
        /// The triangle, -1 on a convex shape.
        face,
    }
    /// A patch of contact: up to four points with one normal, in world coordinates.
    Manifold {
        /// A unit vector from A to B, shape (3,); (2,) in the plane.
        normal,
        /// Points on the surface of A, shape (K, 3); in the plane (K, 2), at most two.
        point_a,
        /// ``point_a + separation * normal``.
        point_b,
        /// Shape (K,); minus the depth of an overlap, and never above the margin.
        separation,
        /// A number for the features of A and of B that meet at the point: it stays the same while the shapes move a little.
        /// The upper 32 bits are those of A; of these, the upper two are 0 for a face, 1 for an edge and 2 for a corner.
        feature,
        /// The part of a compound, 0 for other shapes.
        part_a,
        /// The triangle, in the plane the segment, at the deepest point; -1 on a convex shape.
        face_a,
        /// The part of B, as ``part_a``.
        part_b,
        /// The triangle of B, as ``face_a``.
        face_b,
    }
    /// The points of contact of N pairs, in columns with an entry for each of M points; those of row i are
    /// ``offsets[i]:offsets[i + 1]``. Rows of more dimensions are counted through, the last dimension first.
    Contacts {
        /// Shape (N + 1,).
        offsets,
        /// Which patch of its row a point belongs to, from 0; shape (M,), as all below but vectors, which are (M, 3), in the
        /// plane (M, 2).
        patch,
        /// Unit vectors from A to B, the same for all points of a patch.
        normal,
        /// On the surface of A.
        point_a,
        /// On the surface of B: ``point_a + separation * normal``.
        point_b,
        /// Minus the depth of an overlap, and never above the margin.
        separation,
        /// A number for the features that meet at the point: see ``Manifold``.
        feature,
        /// The part of a compound, 0 for other shapes.
        part_a,
        /// The triangle, in the plane the segment, at the deepest point of the patch; -1 on a convex shape.
        face_a,
        /// The part of B, as ``part_a``.
        part_b,
        /// The triangle of B, as ``face_a``.
        face_b,
    }
    /// Where each of N rays first meets a body of a scene. Of one ray the attributes are values.
    SceneRayHit {
        /// False only where a miss is proven.
        hit,
        /// The index in ``Scene.names``; -1 for a miss.
        body,
        /// In lengths of the direction; infinite for a miss.
        time,
        /// In world coordinates, shape (N, 3). NaN for a miss, as the normal.
        point,
        /// Unit vectors, shape (N, 3).
        normal,
    }
    /// When moving shapes touch first. For one pair the attributes are values, for N rows arrays.
    Impact {
        /// False only where it is proven that the shapes do not touch until the last time.
        hit,
        /// Within [lower, upper]; infinite for a miss.
        time,
        /// It is proven that the shapes do not touch before; for a miss, the last time.
        lower,
        /// It is proven that the shapes touch then; infinite if that is not proven.
        upper,
        /// Unit vectors from A to B at that time, shape (3,) or (N, 3). NaN, as both points, for a miss, and if the search
        /// ended before it knew them.
        normal,
        /// The point of A that touches, in world coordinates; shape (3,) or (N, 3).
        point_a,
        /// The same of B.
        point_b,
        /// The part of a compound, 0 for other shapes, -1 for a miss.
        part_a,
        /// The triangle, -1 on a convex shape and for a miss.
        face_a,
        /// The part of B, as ``part_a``.
        part_b,
        /// The triangle of B, as ``face_a``.
        face_b,
    }
}
