//! Does a solid overlap itself? Then a facet behind the other surface may be inside of its own solid, and what is common has
//! another boundary.
//!
//! - Two facets without a common corner cross: an edge of one goes through the other, by exact signs.
//! - A shell is inside of another one, and is no cavity.

use alloc::vec::Vec;

use clearance_geometry::hull::exact::side;
use clearance_geometry::space::{Motion, Vector};
use glam::DVec3;

use crate::Instance;
use crate::separation::near_facets;
use crate::surface::{Soup, shells};

/// Does no part of a solid overlap another one? It is found once for each surface.
pub fn is_simple<V: Vector>(solid: &Instance<V>) -> bool {
    solid.surface().is_simple(|| !crosses(solid) && !nests(solid))
}

fn crosses<V: Vector>(solid: &Instance<V>) -> bool {
    let (surface, still) = (solid.surface(), Motion::identity());
    let corners =
        |facet: u32| surface.facets()[facet as usize].map(|v| surface.welded()[v as usize]);
    let mut found = false;
    near_facets([solid, solid], [&still, &still], 0.0, &mut |[f, g]| {
        let is_asked = !found && f < g && {
            let other = corners(g);
            corners(f).iter().all(|corner| !other.contains(corner))
        };
        if is_asked {
            let [x, y] = [f, g].map(|facet| surface.places(facet));
            found = pierces(x, y) || pierces(y, x);
        }
    });
    found
}

/// Does an edge of one triangle go through the inside of another one?
fn pierces(one: [DVec3; 3], other: [DVec3; 3]) -> bool {
    let sides = one.map(|p| side(other, p));
    (0..3).any(|k| {
        let (p, q) = (one[k], one[(k + 1) % 3]);
        sides[k] * sides[(k + 1) % 3] < 0.0 && {
            let turns = [0, 1, 2].map(|i| side([p, q, other[i]], other[(i + 1) % 3]));
            turns.iter().all(|turn| *turn > 0.0) || turns.iter().all(|turn| *turn < 0.0)
        }
    })
}

fn nests<V: Vector>(solid: &Instance<V>) -> bool {
    let surface = solid.surface();
    let count = surface.report().components;
    if count == 1 {
        return false;
    }
    let places: Vec<DVec3> = surface.vertices().iter().map(|v| surface.place(v.widen())).collect();
    let soup = Soup { places: &places, facets: surface.facets(), dim: V::DIM };
    let shells = shells(&soup, surface.components(), count);
    shells.iter().any(|inner| {
        let others = shells.iter().filter(|outer| outer.facets[0] != inner.facets[0]);
        let around: i32 = others.map(|outer| outer.winding_around(inner, &soup)).sum();
        around != i32::from(inner.sign < 0)
    })
}
