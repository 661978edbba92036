//! Questions about all bodies: rays, shapes, points, and the nearest pairs.
//!
//! Boxes along the way, near the point or around the shape, the nearest first; then the bodies in them. Of equal answers
//! the one with the lowest handle counts, so the order of the boxes does not matter.

mod near;
mod points;
mod rays;
mod shapes;

use clearance_geometry::space::Vector;
use clearance_trees::{Bounds, Packs};
use clearance_worlds::Way;

use crate::body::Body;
use crate::boxes::Home;
use crate::filter::Filter;
use crate::handle::Handle;
use crate::scene::Scene;

pub use near::{Near, near_boxes};
pub use rays::Hit;
pub use shapes::ShapeHit;

impl<V: Vector> Scene<V> {
    /// The body at a place, if it is seen.
    fn seen(&self, item: u32, filter: &Filter<'_>) -> Option<(Handle, &Body<V>)> {
        let body = self.bodies.all[item as usize].as_ref()?;
        let handle = self.bodies.handle(item as usize);
        filter.sees(handle, body).then_some((handle, body))
    }

    /// The packs with bodies that may be seen, without those that have no boxes.
    fn packs(&self, filter: &Filter<'_>) -> impl Iterator<Item = &Packs> {
        let may_see =
            |home: &Home| filter.may_see(self.boxes.layers(*home), *home == Home::Sensors);
        Home::BOXED.into_iter().filter(may_see).map(|home| self.boxes.pack(home))
    }
    /// Visits the bodies whose boxes a line meets until a time, roughly the nearest first. The line is that of the centre of
    /// something that reaches `half` to each side. `visit` returns the time up to which others are of interest; below 0
    /// it ends the walk.
    fn along(
        &self,
        line: [V::Wide; 2],
        half: V::Wide,
        mut until: f64,
        filter: &Filter<'_>,
        mut visit: impl FnMut(Handle, &Body<V>) -> f64,
    ) {
        let mut ask = |item: u32, until: f64| {
            self.seen(item, filter).map_or(until, |(handle, body)| visit(handle, body))
        };
        for item in self.boxes.pack(Home::Endless).items() {
            if until >= 0.0 {
                until = ask(item, until);
            }
        }
        for packs in self.packs(filter) {
            let extent = f64::from(packs.extent());
            let Some(way) = Way::through::<V>(line, [1.0; 3], half, extent) else { continue };
            if until < 0.0 {
                return;
            }
            let limit = way.limit(until);
            packs.nearest(
                limit,
                |node| node.entries(&way.line, limit),
                |item, _| {
                    until = ask(item, until);
                    if until < 0.0 { -1.0 } else { way.limit(until) }
                },
            );
        }
    }

    /// Calls `visit` with the bodies whose boxes meet a box, in no order.
    fn in_bounds(
        &self,
        bounds: &Bounds,
        filter: &Filter<'_>,
        mut visit: impl FnMut(Handle, &Body<V>),
    ) {
        for packs in self.packs(filter).chain([self.boxes.pack(Home::Endless)]) {
            packs.meeting(bounds, |item| {
                if let Some((handle, body)) = self.seen(item, filter) {
                    visit(handle, body);
                }
            });
        }
    }
}
