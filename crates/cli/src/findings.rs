//! Findings: what is wrong with pairs of bodies, one for each place where two of them clash.
//!
//! ```text
//!   findings.rs   places of a clash, ids      baseline.rs   what is new since an earlier run
//!   approvals.rs  what is approved
//! ```
//!
//! An id is a hash of what stays as it is when the whole assembly moves or is listed in another order: both names, the
//! class and, of a further place of one pair, where that is in the body whose name comes first.

use clearance::scenes::near_boxes;
use clearance::space::{Aabb, DVector};
use clearance::{Manifold, Pose};
use serde::Serialize;
use uuid::Uuid;

use crate::overlap;
use crate::scene::{Body, BodyContact, BodyPair, Class, Scene};
use crate::text::shown;

/// What ids are hashes within: a random number.
const NAMESPACE: Uuid = Uuid::from_u128(0x6f0e_93a1_84d2_4c57_9b1e_2d7a_51c8_e30f);
/// Places of a pair that are nearer than this share of the smaller body are one.
const NEAR: f64 = 1.0 / 16.0;
/// Places are rounded a little beside multiples of that length, as coordinates of parts often are such multiples.
const BESIDE: f64 = 0.2887;

/// Two bodies that are too near, at one place.
#[derive(Debug)]
pub struct Finding<V> {
    pub id: Uuid,
    /// The number of the pair among those found.
    pub pair: usize,
    /// Where, in the world: the middle of the contacts of a clash, or its deepest point if it has none; else between both
    /// nearest points.
    pub point: Option<V>,
    /// The signed distance there, and the normal from the first body to the second.
    pub clearance: f64,
    pub normal: V,
    /// With `--baseline`: was it found before?
    pub is_known: Option<bool>,
    pub approved: Option<Approved>,
}

/// Why a finding is no failure.
#[derive(Clone, Debug, Serialize)]
pub struct Approved {
    pub reason: String,
    pub date: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<String>,
}

impl<V> Finding<V> {
    /// Does the command fail for it?
    pub fn fails(&self) -> bool {
        self.is_known != Some(true) && self.approved.is_none()
    }
    /// What a baseline and approvals say of it.
    pub fn state(&self) -> &'static str {
        match (&self.approved, self.is_known) {
            (Some(_), _) => "approved",
            (None, Some(true)) => "known",
            (None, Some(false)) => "new",
            (None, None) => "open",
        }
    }
}

/// A place where two bodies clash, as their contacts tell it.
struct Place<V> {
    point: V,
    clearance: f64,
    normal: V,
    /// Where it is in the first body by name, in steps of a share of the smaller one.
    cell: Vec<i64>,
}

/// The findings of all pairs, in their order. `contacts` are those of a pair, if they are known.
pub fn all<'c, V: DVector>(
    scene: &Scene<V>,
    pairs: &[BodyPair<V>],
    contacts: impl Fn(usize) -> Option<&'c [BodyContact<V>]>,
) -> Vec<Finding<V>> {
    let failing = pairs.iter().enumerate().filter(|(_, pair)| pair.class.fails());
    let of = |(index, pair)| of_pair(scene, index, pair, contacts(index));
    failing.flat_map(of).collect()
}

fn of_pair<V: DVector>(
    scene: &Scene<V>,
    index: usize,
    pair: &BodyPair<V>,
    contacts: Option<&[BodyContact<V>]>,
) -> Vec<Finding<V>> {
    let bodies = [pair.a, pair.b].map(|body| &scene.bodies()[body]);
    let mut names = bodies.map(|body| body.name.as_str());
    names.sort();
    let id = |cell: Option<&[i64]>| {
        let said = serde_json::json!([names[0], names[1], pair.class.name(), cell]);
        Uuid::new_v5(&NAMESPACE, said.to_string().as_bytes())
    };
    let finding = |id, point, clearance, normal| Finding {
        id,
        pair: index,
        point,
        clearance,
        normal,
        is_known: None,
        approved: None,
    };
    let places = match contacts {
        _ if !pair.class.is_clash() => Vec::new(),
        Some(contacts) => places_of(bodies, contacts, pair.required),
        None => {
            let contacts = scene.contacts_between(pair.a, pair.b, 0.0);
            places_of(bodies, &contacts, pair.required)
        }
    };
    if places.len() < 2 || pair.class != Class::Clash {
        let answer = &pair.answer;
        // A way out has points of both bodies at its ends, which may be far from the overlap.
        let deepest = || {
            let is_asked = pair.class.is_clash() && pair.class != Class::Duplicate;
            let ask = || overlap::local_depth(bodies.map(|body| &body.parts[..]));
            let local = pair.local.or_else(|| is_asked.then(ask).flatten());
            local.map_or((answer.point_a + answer.point_b) * 0.5, |local| local.point)
        };
        let point = places.first().map_or_else(deepest, |place| place.point);
        let point = Some(point).filter(|_| pair.bounded());
        return vec![finding(id(None), point, answer.signed_distance, answer.normal)];
    }
    let with_id = |(number, place): (usize, &Place<V>)| {
        let id = id((number > 0).then_some(&place.cell));
        finding(id, Some(place.point), place.clearance, place.normal)
    };
    places.iter().enumerate().map(with_id).collect()
}

/// The boxes around the parts of a body, in a frame.
fn boxes_in<V: DVector>(frame: &Pose<V>, body: &Body<V>) -> Vec<Aabb<V>> {
    let to_frame = frame.inverse();
    body.parts.iter().map(|part| part.shape.aabb(&(to_frame * part.pose))).collect()
}

/// The places at which contacts are deeper than is tolerated, in the order of where they are in the first body.
fn places_of<V: DVector>(
    bodies: [&Body<V>; 2],
    contacts: &[BodyContact<V>],
    required: f64,
) -> Vec<Place<V>> {
    let [first, second] = match bodies[0].name <= bodies[1].name {
        true => [0, 1],
        false => [1, 0],
    };
    let Some(frame) = bodies[first].parts.first().map(|part| part.pose) else { return Vec::new() };
    let parts = bodies.map(|body| boxes_in(&frame, body));
    let whole = union(&parts[first]);
    let other = bodies[second].parts.first().map_or(frame, |part| part.pose);
    let near = NEAR * size(&whole).min(size(&union(&boxes_in(&other, bodies[second]))));
    if !(near.is_finite() && near > 0.0) {
        return Vec::new();
    }
    let limit = required.min(0.0);
    let is_deep = |contact: &&BodyContact<V>| depth(&contact.manifold) < limit;
    let deep: Vec<&BodyContact<V>> = contacts.iter().filter(is_deep).collect();
    let boxes = deep.iter().map(|contact| box_of(contact, &parts, &frame));
    let boxes: Vec<Aabb<V>> = boxes.collect();
    let middle = |of: &Aabb<V>| (of.min + of.max) * 0.5;
    let mut places: Vec<Place<V>> = Vec::new();
    for group in groups(&boxes, near) {
        let manifolds = group.iter().map(|contact| &deep[*contact].manifold);
        let deepest = manifolds.min_by(|p, q| depth(p).total_cmp(&depth(q)));
        let Some(deepest) = deepest else { continue };
        let around = group.iter().map(|contact| boxes[*contact]).collect::<Vec<_>>();
        let inner = middle(&union(&around));
        let local = inner - middle(&whole);
        let cell = (0..V::DIM).map(|i| (local.get(i) / near + BESIDE).round() as i64).collect();
        let point = frame.transform_point(inner);
        places.push(Place { point, clearance: depth(deepest), normal: deepest.normal, cell });
    }
    // The deepest of a cell stands for it.
    places.sort_by(|p, q| p.cell.cmp(&q.cell).then(p.clearance.total_cmp(&q.clearance)));
    places.dedup_by(|next, kept| next.cell == kept.cell);
    places
}

/// The box around a contact and in both parts, in a frame. Of several ways out that are as short, another one is found
/// where bodies are turned or change their order; what it has in both parts stays nearly the same.
fn box_of<V: DVector>(
    contact: &BodyContact<V>,
    parts: &[Vec<Aabb<V>>; 2],
    frame: &Pose<V>,
) -> Aabb<V> {
    let points = contact.manifold.points().iter().flat_map(|p| [p.point_a, p.point_b]);
    let points = box_around(points.map(|point| frame.inverse_transform_point(point)));
    let both = [0, 1].map(|i| parts[i][contact.parts[i]]);
    both.iter().fold(points, |points, part| {
        let clamped = |v: V| V::from_fn(|i| v.get(i).max(part.min.get(i)).min(part.max.get(i)));
        Aabb { min: clamped(points.min), max: clamped(points.max) }
    })
}

/// The box around boxes.
fn union<V: DVector>(boxes: &[Aabb<V>]) -> Aabb<V> {
    boxes.iter().fold(box_around([].into_iter()), |all, next| all.union(next))
}

/// The box around points; of none, one that no union keeps.
fn box_around<V: DVector>(points: impl Iterator<Item = V>) -> Aabb<V> {
    let far = V::from_fn(|_| f64::INFINITY);
    points.fold(Aabb { min: far, max: -far }, |all, point| {
        all.union(&Aabb { min: point, max: point })
    })
}

/// The diagonal of a box.
fn size<V: DVector>(of: &Aabb<V>) -> f64 {
    (of.max - of.min).norm()
}

/// The least separation of its points.
fn depth<V: DVector>(manifold: &Manifold<V>) -> f64 {
    manifold.points().iter().map(|point| point.separation).fold(f64::INFINITY, f64::min)
}

/// Boxes in groups, by number: one is in the group of another if they are no farther apart than `near`.
fn groups<V: DVector>(boxes: &[Aabb<V>], near: f64) -> Vec<Vec<usize>> {
    let mut leaders: Vec<usize> = (0..boxes.len()).collect();
    let leader = |leaders: &mut Vec<usize>, mut one: usize| {
        while leaders[one] != one {
            leaders[one] = leaders[leaders[one]];
            one = leaders[one];
        }
        one
    };
    near_boxes(boxes, near, |pair, _| {
        let [a, b] = pair.map(|one| leader(&mut leaders, one));
        leaders[a.max(b)] = a.min(b);
        Some(near)
    });
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); boxes.len()];
    for number in 0..boxes.len() {
        groups[leader(&mut leaders, number)].push(number);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

/// The bodies of most findings, each with their number; `None` if no body has several.
pub fn by_object<V: DVector>(
    scene: &Scene<V>,
    pairs: &[BodyPair<V>],
    findings: &[Finding<V>],
) -> Option<String> {
    const MOST: usize = 5;
    let mut counts = vec![0; scene.bodies().len()];
    for finding in findings {
        let BodyPair { a, b, .. } = pairs[finding.pair];
        counts[a] += 1;
        counts[b] += 1;
    }
    let mut several: Vec<(usize, usize)> =
        counts.into_iter().enumerate().filter(|(_, count)| *count > 1).collect();
    several.sort_by_key(|(body, count)| (usize::MAX - count, *body));
    let said = several
        .iter()
        .take(MOST)
        .map(|(body, count)| format!("{} ({count})", shown(&scene.bodies()[*body].name)));
    let said = said.collect::<Vec<_>>().join(", ");
    (!said.is_empty()).then(|| format!("most findings: {said}"))
}
