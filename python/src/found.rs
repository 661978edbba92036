//! What is found about a path, and how a notebook shows it: as a table, its clearance as a chart, its worst moment.
//!
//! The chart is that of the pages of the command. It is made when it is shown, of the world and the path.

use clearance::paths::{self, FirstContact, Meeting, Prover};
use clearance_pictures::path::{COLORS, Moment, Motion, STYLE, chart, moment, titled};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::answer::table;
use crate::error::value;
use crate::path::Path;
use crate::picture::MOST_BYTES;
use crate::robot::World;
use crate::watch::Watch;

/// The first contact is found to this part of a row.
const FIRST: f64 = 1e-6;
/// The least clearance is found to this part of how far what moves is from the robot's base.
pub const LEAST: f64 = 1e-4;
/// A notebook gets no chart of more rows: a second is long for a look.
const MOST_ROWS: usize = 1000;
/// What else a part of a notebook needs, which has the colours of a light page.
const PAGE: &str = "color-scheme: light; color: var(--ink); background: var(--paper); max-width: 64em; padding: 1em; \
                    * { box-sizing: border-box; } h3 { font-size: 1rem; margin: 0; }";

/// A path that was asked about.
pub struct Asked {
    world: Py<World>,
    path: paths::Path,
    clearance: f64,
}

impl Asked {
    pub fn new(world: &Bound<'_, World>, path: paths::Path, clearance: f64) -> Self {
        Self { world: world.clone().unbind(), path, clearance }
    }

    fn again(world: &Bound<'_, World>, path: &Bound<'_, Path>, clearance: f64) -> PyResult<Self> {
        let path = Path::asked(world.get().prover().world().robot(), path)?;
        Ok(Self::new(world, path, clearance))
    }

    /// A table, and below it the chart and the worst moment, where there are any.
    fn html(&self, py: Python<'_>, table: String) -> PyResult<String> {
        let world = self.world.get();
        if self.path.rows().len() > MOST_ROWS || world.is_large()? {
            return Ok(table);
        }
        let mut watch = Watch::new(None);
        let motion = py.detach(|| motion(world.prover(), &self.path, &mut watch));
        watch.end()?;
        let motion = motion.map_err(|wrong| value("path", wrong))?;
        let drawn = motion.and_then(|mut motion| {
            let curve = chart(&motion, self.clearance, "")?;
            let worst = motion.moments.pop().map(|worst| moment(&small(worst), ""));
            Some(curve + &worst.unwrap_or_default())
        });
        let Some(drawn) = drawn else { return Ok(table) };
        let style = format!("<style>.clearance {{ {PAGE}\n{COLORS}{STYLE}}}</style>");
        Ok(format!("<div class=\"clearance\">{style}\n{table}\n{drawn}</div>"))
    }
}

/// The clearance along a path, with its first contact and the least one.
fn motion(
    prover: &Prover,
    path: &paths::Path,
    watch: &mut Watch<'_>,
) -> Result<Option<Motion>, paths::Error> {
    let tolerance = LEAST * prover.extent(path);
    let least = prover.least_while(path, tolerance, |_| watch.at(0.0));
    let touches = least.upper < 0.0;
    let first = touches.then(|| prover.first_contact_while(path, FIRST, |row| watch.at(row)));
    let first = match first.flatten() {
        Some(FirstContact::Found { meeting, .. }) => Some(meeting.row),
        _ => None,
    };
    let place = least.meeting.map(|meeting| [meeting.row, least.upper]);
    Motion::of(prover, path, &titled(first, place), |_, _| watch.at(0.0))
}

/// Without the larger picture, if a notebook has no room for both.
fn small(moment: Moment) -> Moment {
    let size: usize = [&moment.whole, &moment.near].into_iter().flatten().map(String::len).sum();
    if size > MOST_BYTES { Moment { whole: None, ..moment } } else { moment }
}

/// The place of a meeting, the pair, and the configuration, if there is one.
pub type Place = (Option<f64>, Option<(String, String)>, Option<Vec<f64>>);

/// Where a meeting is.
pub fn place(meeting: Option<Meeting>) -> Place {
    let Some(Meeting { row, pair, configuration }) = meeting else { return (None, None, None) };
    (Some(row), Some(pair.into()), Some(configuration))
}

/// Classes of what is found, whose attributes are the fields, as text and as pictures.
macro_rules! found {
    ($($(#[$doc:meta])* $name:ident { $($(#[$about:meta])* $field:ident: $of:ty,)* })*) => {$(
        $(#[$doc])*
        #[pyclass(frozen, module = "clearance")]
        pub struct $name {
            $(
                $(#[$about])*
                #[pyo3(get)]
                pub $field: $of,
            )*
            pub asked: Asked,
        }

        #[pymethods]
        impl $name {
            /// From the fields, and what was asked: what pickle keeps.
            #[staticmethod]
            fn _of(
                fields: ($($of,)*),
                world: &Bound<'_, World>,
                path: &Bound<'_, Path>,
                clearance: f64,
            ) -> PyResult<Self> {
                let ($($field,)*) = fields;
                Ok(Self { $($field,)* asked: Asked::again(world, path, clearance)? })
            }
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
                let (py, found) = (slf.py(), slf.get());
                let Asked { world, path, clearance } = &found.asked;
                let fields = ($(found.$field.clone(),)*).into_pyobject(py)?;
                let asked = (fields, world.clone_ref(py), Path::given(path.given()), *clearance);
                (slf.get_type().getattr("_of")?, asked).into_pyobject(py)
            }
            fn __eq__(&self, other: &Self) -> bool {
                true $(&& self.$field == other.$field)*
            }
            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                let fields = [$(
                    format!("{}={}", stringify!($field), (&self.$field).into_bound_py_any(py)?.repr()?)
                ),*];
                Ok(format!("{}({})", stringify!($name), fields.join(", ")))
            }
            fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
                let fields = PyDict::new(py);
                $(fields.set_item(stringify!($field), &self.$field)?;)*
                self.asked.html(py, table(stringify!($name), &fields)?)
            }
        }
    )*};
}

found! {
    /// Whether a path keeps a clearance.
    Proof {
        /// Is the clearance kept on the whole path?
        verdict: String,
        /// Where it is broken or undecided: the number of a row and a fraction.
        row: Option<f64>,
        /// The bodies that come too near there.
        pair: Option<(String, String)>,
        /// The values of the joints there: those of the path, or of a motion within its tolerance.
        configuration: Option<Vec<f64>>,
    }
    /// The first contact of a path: it is free up to row ``lower``, and the pair overlaps at ``upper``; None if no
    /// overlap could be proven.
    Contact {
        /// The path is proven to be free up to this row.
        lower: f64,
        /// The pair is proven to overlap at this row.
        upper: Option<f64>,
        /// The bodies that meet.
        pair: (String, String),
        /// The values of the joints there: those of the path, or of a motion within its tolerance.
        configuration: Vec<f64>,
    }
    /// The least clearance of a path is between the bounds.
    LeastClearance {
        /// It is proven that no pair comes nearer.
        lower: f64,
        /// The pair is so near at this row, or nearer.
        upper: f64,
        /// Where that is: the number of a row and a fraction.
        row: Option<f64>,
        /// The bodies that are so near.
        pair: Option<(String, String)>,
        /// The values of the joints there: those of the path, or of a motion within its tolerance.
        configuration: Option<Vec<f64>>,
    }
}

type ClocksFields =
    (String, Option<Vec<f64>>, Option<Vec<f64>>, Option<(String, String)>, Option<Vec<f64>>);

/// Whether the parts of a joined path keep a clearance, each with a clock of its own.
#[pyclass(frozen, eq, module = "clearance")]
#[derive(PartialEq)]
pub struct ClocksProof(pub ClocksFields);

#[pymethods]
impl ClocksProof {
    /// Is the clearance kept whatever the clocks show?
    #[getter]
    fn verdict(&self) -> &str {
        &self.0.0
    }
    /// What the clock of each part shows where it is broken or undecided.
    #[getter]
    fn times(&self) -> Option<Vec<f64>> {
        self.0.1.clone()
    }
    /// Where each part is then: the number of a row and a fraction.
    #[getter]
    fn rows(&self) -> Option<Vec<f64>> {
        self.0.2.clone()
    }
    /// The bodies that come too near there.
    #[getter]
    fn pair(&self) -> Option<(String, String)> {
        self.0.3.clone()
    }
    /// The values of the joints there: those of the path, or of a motion within its tolerance.
    #[getter]
    fn configuration(&self) -> Option<Vec<f64>> {
        self.0.4.clone()
    }
    /// From the attributes: what pickle keeps.
    #[staticmethod]
    fn _of(fields: ClocksFields) -> Self {
        Self(fields)
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        (slf.get_type().getattr("_of")?, (slf.get().0.clone(),)).into_pyobject(slf.py())
    }
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let fields = self.0.clone().into_pyobject(py)?;
        let names = ["verdict", "times", "rows", "pair", "configuration"];
        let field =
            |(name, field): (&str, Bound<'_, PyAny>)| Ok(format!("{name}={}", field.repr()?));
        let fields = names.into_iter().zip(fields.iter()).map(field);
        Ok(format!("ClocksProof({})", fields.collect::<PyResult<Vec<_>>>()?.join(", ")))
    }
}
