//! Contacts of a moving body with fixed ones that are joined: those of all of them at once, so that none is at a seam
//! inside of the level.

use alloc::vec::Vec;

use clearance_geometry::space::Vector;
use clearance_worlds::{Contact, welded_contacts};

use crate::body::Kind;
use crate::pairs::{Key, Pairs};
use crate::touch::{Asked, Touches, is_welded};

/// A moving body, a welded one, and the number of their record.
type Seam = [usize; 3];

/// Asks the pairs that `Touch::ask` leaves out.
pub(crate) fn weld<V: Vector>(asked: &Asked<'_, V>, pairs: &Pairs, touches: &mut Touches<V>) {
    let seam = |(key, record): (Key, usize)| -> Option<Seam> {
        let [a, b] = key.places();
        let bodies = [asked.bodies[a].as_ref()?, asked.bodies[b].as_ref()?];
        let [moving, fixed] = if bodies[0].kind == Kind::Moving { [a, b] } else { [b, a] };
        is_welded(bodies).then_some([moving, fixed, record])
    };
    let mut seams: Vec<Seam> = pairs.recorded().filter_map(seam).collect();
    seams.sort_unstable();
    for seams in seams.chunk_by(|a, b| a[0] == b[0]) {
        let is_new =
            |seam: &Seam| touches.all[seam[2]].as_ref().is_some_and(|touch| touch.is_new());
        let is_stirred = asked.stirred.binary_search(&(seams[0][0] as u32)).is_ok();
        let has_changed = |seam: &Seam| asked.has_changed([seam[0], seam[1]]) || is_new(seam);
        if is_stirred || seams.iter().any(has_changed) {
            ask(asked, seams, touches);
        }
    }
}

/// Asks about one moving body.
fn ask<V: Vector>(asked: &Asked<'_, V>, seams: &[Seam], touches: &mut Touches<V>) {
    let may_touch = |seam: &&Seam| {
        let places = [seam[0].min(seam[1]), seam[0].max(seam[1])];
        asked.are_near(places) && asked.may_meet(places)
    };
    let near: Vec<&Seam> = seams.iter().filter(may_touch).collect();
    let body = |at: usize| asked.bodies[at].as_ref().expect("only bodies have seams");
    let others: Vec<_> =
        near.iter().map(|seam| (&body(seam[1]).shape, &body(seam[1]).pose)).collect();
    let moving = body(seams[0][0]);
    let found = welded_contacts(&others, &moving.shape, &moving.pose, asked.margin, asked.slop);
    for (&&[moving, fixed, record], mut found) in near.iter().zip(found) {
        if moving < fixed {
            found = found.into_iter().map(Contact::swapped).collect();
        }
        let touch = touches.all[record].as_mut().expect("it is kept");
        touch.set(&mut touches.found[record], found, asked);
    }
}
