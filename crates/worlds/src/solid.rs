//! [`Solid`]: a surface that bounds a volume, made by a check.
//!
//! Around a closed surface whose facets agree about the front, each point has a winding number: how often
//! the surface goes around it. It is an integer, and exact ([`Solid::winding`]). A point is in the solid
//! if it is not 0. Surfaces that overlap each other or themselves are allowed: where two parts overlap,
//! the number is 2.
//!
//! *Cavities* are shells with their front inside the cavity, so that the winding number in it is 0.

use alloc::boxed::Box;
use alloc::string::ToString as _;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::Deref;

use clearance_geometry::hull::{Mass, mass};
use clearance_geometry::space::{Vector, entry_points};
use glam::DVec3;

use crate::surface::{Report, Shell, Soup, Surface, shells};
use crate::{Error, Instance};

/// A volume (in 2D an area) and the closed surface around it, in its local frame.
///
/// It has all methods of [`Surface`].
///
/// ```
/// use clearance::{Mesh, Solid};
/// use glam::{DVec3, Vec3};
/// let vertices = vec![Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Z];
/// let mut triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
/// let solid = Solid::new(Mesh::new(vertices.clone(), triangles.clone())?)?;
/// assert!(solid.contains(DVec3::splat(0.2)) && !solid.contains(DVec3::splat(0.4)));
/// assert!(solid.contains(DVec3::X), "the surface is part of the solid");
/// assert_eq!(solid.mass().volume, 1.0 / 6.0);
///
/// triangles.pop();
/// let open = Solid::new(Mesh::new(vertices, triangles)?).unwrap_err();
/// assert!(open.to_string().contains("3 edges without a second triangle, the first from vertex 0 to 2"));
/// # Ok::<(), clearance::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solid<V: Vector> {
    pub(crate) instance: Instance<V>,
}

/// Why a surface is not the boundary of a solid.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotSolid {
    /// Not all edges have as many facets in one direction as in the other.
    #[error("the surface bounds no volume: {report} {}", advice(report))]
    Torn {
        /// The report on the surface.
        report: Box<Report>,
    },
    /// A component encloses nothing above rounding.
    #[error(
        "the component of {facets} facets, of which {facet} is the first, encloses no volume; \
         `Surface::mended` drops doubled and degenerate facets"
    )]
    Flat {
        /// The number of facets of the component.
        facets: usize,
        /// The number of its first facet.
        facet: u32,
    },
    /// A component has its front inside, and is no cavity of another one.
    #[error(
        "{facets} facets, of which {facet} is the first, have their front inside; \
         `Surface::mended` turns them"
    )]
    InsideOut {
        /// The number of facets.
        facets: usize,
        /// The number of the first of them.
        facet: u32,
    },
}

/// The sentence of [`Display`](core::fmt::Display): what `main` prints of an error that it returns, and what
/// `unwrap` prints.
impl core::fmt::Debug for NotSolid {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        core::fmt::Display::fmt(self, f)
    }
}

impl From<NotSolid> for Error {
    fn from(wrong: NotSolid) -> Self {
        Self::NotSolid { why: wrong.to_string() }
    }
}

/// How to mend a surface whose edges do not match.
fn advice(report: &Report) -> &'static str {
    if report.closed {
        "`Surface::mended` turns facets so that their fronts agree."
    } else {
        "`Surface::mended` drops doubled and degenerate facets, but fills no holes."
    }
}

entry_points! {
    SolidEntry<>(surface: Arc<Surface<V>>) -> Result<Solid<V>, NotSolid> { Solid::checked(surface) }
}

impl<V: Vector> Solid<V> {
    /// Checks that a surface bounds a volume.
    ///
    /// Equal vertices are one, by their coordinates; a crack of one rounding is a hole. Whether shells
    /// cross each other is not checked. A shell with its front inside is compared with the other shells
    /// at one of its corners.
    ///
    /// # Errors
    /// An edge that does not have as many facets in one direction as in the other: at a hole, or between
    /// facets that disagree about the front; a component that encloses nothing above rounding; a component
    /// with its front inside that is no cavity of another component.
    pub fn new(surface: impl Into<Arc<Surface<V>>>) -> Result<Self, NotSolid> {
        V::enter::<SolidEntry>(surface.into())
    }
    fn checked(surface: Arc<Surface<V>>) -> Result<Self, NotSolid> {
        let report = surface.report();
        if !(report.closed && report.oriented) {
            return Err(NotSolid::Torn { report: Box::new(report.clone()) });
        }
        let places: Vec<DVec3> =
            surface.vertices().iter().map(|v| surface.place(v.widen())).collect();
        let soup = Soup { places: &places, facets: surface.facets(), dim: V::DIM };
        check_shells(&soup, &shells(&soup, surface.components(), report.components))?;
        Ok(Self { instance: Instance::new(surface, true) })
    }

    /// The surface.
    pub fn surface(&self) -> &Arc<Surface<V>> {
        self.instance.surface()
    }

    /// The winding number of a point in the local frame: 0 outside, 1 inside, 2 where parts overlap; exact.
    /// Coordinates below 2^-200 of the largest of the surface count as 0. A point on the surface has the number
    /// of a point that is infinitely little farther along x.
    pub fn winding(&self, point: V::Wide) -> i32 {
        self.surface().winding(point)
    }

    /// Is a point of the local frame in the solid or on its surface? Exact: see [`Solid::winding`].
    pub fn contains(&self, point: V::Wide) -> bool {
        self.surface().surrounds(point)
    }

    /// Volume, centroid and inertia at density 1, in the local frame. In 2D those of a lamina in the
    /// plane z = 0: its area takes the place of the volume. Where parts overlap, they count twice.
    pub fn mass(&self) -> Mass {
        let [min, max] = [self.bounds().min, self.bounds().max].map(|p| self.place(p.widen()));
        let middle = (min + max) * 0.5;
        let facets = (0..self.len() as u32).map(|facet| {
            let [a, b, c] = self.places(facet);
            [a, b, if V::DIM == 2 { middle } else { c }]
        });
        mass(V::DIM, facets, middle).scaled(V::DIM, 1.0 / self.unit())
    }
}

/// Does each shell enclose something, with its front outside, or inside as a cavity of others?
fn check_shells(soup: &Soup<'_>, shells: &[Shell]) -> Result<(), NotSolid> {
    let named = |shell: &Shell| (shell.facets.len(), shell.facets[0]);
    if let Some((facets, facet)) = shells.iter().find(|shell| shell.sign == 0).map(named) {
        return Err(NotSolid::Flat { facets, facet });
    }
    let around = |inner: &Shell| -> i32 {
        let others = shells.iter().filter(|outer| outer.facets[0] != inner.facets[0]);
        others.map(|outer| outer.winding_around(inner, soup)).sum()
    };
    let mut inside_out =
        shells.iter().filter(|shell| shell.sign < 0 && around(shell) < 1).map(named);
    if let Some((mut facets, facet)) = inside_out.next() {
        facets += inside_out.map(|(facets, _)| facets).sum::<usize>();
        return Err(NotSolid::InsideOut { facets, facet });
    }
    Ok(())
}

impl<V: Vector> Deref for Solid<V> {
    type Target = Surface<V>;
    fn deref(&self) -> &Surface<V> {
        self.instance.surface()
    }
}
