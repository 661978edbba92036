//! Pictures of what was found: `--svg`, and those of a page. `crates/pictures` draws them.

use clearance::space::DVector;
use clearance_pictures::section::{self, Section};
use clearance_pictures::{self as pictures, Body, Listed, MOST_LISTED, Pair, Part};

use crate::report::Report;
use crate::scene::{self, BodyContact, BodyPair, Scene};

/// The picture as the text of an SVG file.
pub fn draw<V: DVector>(report: &Report<'_, V>) -> String {
    let more = report.more(report.found.pairs.len().min(MOST_LISTED));
    let listed = Listed { pairs: &pairs(report), units: report.units, more: more.as_deref() };
    pictures::draw(&bodies(report.scene), &listed)
}

/// The scene without the list; `None` if that is too large for a page.
pub fn overview<V: DVector>(report: &Report<'_, V>) -> Option<String> {
    pictures::overview(&bodies(report.scene), &pairs(report))
}

/// Two bodies where they are nearest to each other; `None` if that is too large for a page.
pub fn close_up<V: DVector>(
    scene: &Scene<V>,
    found: &BodyPair<V>,
    contacts: &[BodyContact<V>],
) -> Option<String> {
    pictures::close_up(&bodies(scene), &pair(found, contacts))
}

/// A section through two bodies where they are deepest in each other; `None` if there is nothing to see, or if it is too
/// large for a page. `id` is a word that no other picture has.
pub fn section<V: DVector>(
    report: &Report<'_, V>,
    index: usize,
    unit: &str,
    id: &str,
) -> Option<String> {
    let pair = &report.found.pairs[index];
    if !pair.class.is_clash() || !pair.bounded() || V::DIM == 2 {
        return None;
    }
    // Several places have depths of their own.
    let deepest = report.findings_of(index).min_by(|p, q| p.clearance.total_cmp(&q.clearance))?;
    let bodies = [pair.a, pair.b].map(|body| (drawn(&report.scene.bodies()[body]), body));
    let [a, b] = &bodies;
    section::section(&Section {
        bodies: [(&a.0, a.1), (&b.0, b.1)],
        at: deepest.point?,
        normal: deepest.normal,
        depth: -deepest.clearance,
        unit,
        id,
    })
}

/// The colour of a body.
pub fn color<V: DVector>(scene: &Scene<V>, body: usize) -> String {
    pictures::body_color(&drawn(&scene.bodies()[body]), body)
}

fn bodies<V: DVector>(scene: &Scene<V>) -> Vec<Body<'_, V>> {
    scene.bodies().iter().map(drawn).collect()
}

fn drawn<V: DVector>(body: &scene::Body<V>) -> Body<'_, V> {
    let parts = body.parts.iter().map(|part| Part { shape: &part.shape, pose: part.pose });
    Body { name: &body.name, parts: parts.collect() }
}

fn pairs<'a, V: DVector>(report: &'a Report<'_, V>) -> Vec<Pair<'a, V>> {
    let found = report.found.pairs.iter().enumerate();
    found.map(|(index, found)| pair(found, report.contacts(index))).collect()
}

fn pair<'a, V: DVector>(found: &BodyPair<V>, contacts: &'a [BodyContact<V>]) -> Pair<'a, V> {
    let BodyPair { a, b, parts, answer, class, .. } = *found;
    let contacts = contacts.iter().map(|contact| &contact.manifold).collect();
    Pair { a, b, parts, answer, class, contacts }
}
