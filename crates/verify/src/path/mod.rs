//! Checks that the bodies of a mechanism stay apart on a path.
//!
//! ```text
//!   curve    how joint values move      tree     where links are at a time: both in intervals
//!   body     the pieces of a body, and supports of sets of them
//!   arms     bounds on how points move between times
//!   stretch  are two sets apart for a while?
//!   tiles    do the stretches leave out nothing?
//! ```

#[doc(hidden)]
pub mod arms;
mod body;
#[doc(hidden)]
pub mod curve;
mod stretch;
#[doc(hidden)]
pub mod tiles;
#[doc(hidden)]
pub mod tree;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use clearance_geometry::answer::{JointPath, Mechanism, PathCertificate, PathStretch};

use super::Verdict;
use super::inside::is_inside;
use body::Body;
use curve::Legs;
use stretch::{Clearances, Stretches, ordered};
use tiles::{Tile, tile};
use tree::{Moment, Tree};

/// Checks that all bodies of a mechanism that must not touch keep the clearance of the certificate, at all times of
/// the path, and of all motions within its tolerance ([`Path::given`](https://docs.rs/clearance/latest/clearance/paths/struct.Path.html#method.given)). One row is a
/// mechanism that stands still.
///
/// The stretches must tile all pairs, all pieces and all times (see [`PathCertificate`]), and each must be true. Pairs
/// that the mechanism requires a clearance of must keep that one.
/// The checker has its own polynomials and kinematics, in intervals of 32 digits. It asks for the gap of a stretch at both ends, along
/// its direction or between its balls, and bounds from the rates of the joints how far the gap may sink in between;
/// where that is too much, it cuts the stretch in two, and so on. Solids must not hold each other at the start.
///
/// - *Refuted*: the stretches leave out or name twice a pair, a piece or a time, or name what does not exist; the path is
///   none ([`JointPath`]): a row has a number that is not finite, or too few, times do not rise; at one time the gap of a stretch is below the clearance; a body is inside
///   a solid. The path itself may be free, then.
/// - *Unproven*: with joints that may be off, the checker's own bound on what that takes from a gap is too much; there are
///   user-defined shapes, the joints of the mechanism are no tree, or a gap is so near to the
///   clearance that many cuts do not decide it.
///
/// ```
/// use clearance::d3_f64::{Capsule, Collider, DVec3, Pose, Sphere};
/// use clearance::paths::{Joint, JointKind, Link, Path, Prover, Robot, World};
/// use clearance::verify::{Verdict, check_path};
/// let bar = Collider::from(Capsule::new(DVec3::ZERO, DVec3::X, 0.1)?);
/// let links = vec![
///     Link { name: "base".into(), shapes: vec![] },
///     Link { name: "arm".into(), shapes: vec![(Pose::IDENTITY, bar)] },
/// ];
/// let turn = Joint {
///     name: "turn".into(),
///     kind: JointKind::Revolute,
///     parent: "base".into(),
///     child: "arm".into(),
///     origin: Pose::IDENTITY,
///     axis: DVec3::Z,
///     limits: None,
///     mimic: None,
/// };
/// let mut world = World::new(Robot::new(links, vec![turn])?)?;
/// world.add("post", [(Pose::at(DVec3::new(0.0, 1.4, 0.0))?, Sphere::new(0.2)?.into())])?;
/// let path = Path::new(world.robot(), vec![vec![0.0], vec![3.0]])?;
///
/// let prover = Prover::new(world);
/// let mut proof = prover.certificate(&path, 0.05).unwrap();
/// let mechanism = prover.world().mechanism();
/// assert_eq!(check_path(&mechanism, path.given(), &proof), Verdict::Proven);
///
/// let farther = vec![vec![0.0], vec![4.0]].into();
/// assert_eq!(check_path(&mechanism, &farther, &proof), Verdict::Refuted);
/// proof.stretches.pop();
/// assert_eq!(check_path(&mechanism, path.given(), &proof), Verdict::Refuted);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_path(
    mechanism: &Mechanism<'_>,
    path: &JointPath,
    certificate: &PathCertificate,
) -> Verdict {
    check_path_while(mechanism, path, certificate, |_| ControlFlow::Continue(()))
}

/// [`check_path`] for long paths: `watch` is called again and again with the leg up to which the path is checked, and may end the
/// check. Then it is unproven.
pub fn check_path_while(
    mechanism: &Mechanism<'_>,
    path: &JointPath,
    certificate: &PathCertificate,
    mut watch: impl FnMut(f64) -> ControlFlow<()>,
) -> Verdict {
    let Some(legs) = Legs::of(&path.curve) else { return Verdict::Refuted };
    let tolerance = &path.tolerance;
    let is_tolerance = tolerance.is_empty() || tolerance.len() == legs.columns;
    let is_clearance = |x: f64| x >= 0.0 && x.is_finite();
    let is_claim = is_clearance(certificate.clearance)
        && mechanism.required.iter().all(|(_, clearance)| is_clearance(*clearance))
        && is_tolerance
        && tolerance.iter().all(|off| is_clearance(*off));
    if !is_claim {
        return Verdict::Refuted;
    }
    let Some(tree) = Tree::of(mechanism, legs.columns, tolerance) else { return Verdict::Unproven };
    let Some(bodies) = bodies(mechanism, certificate) else { return Verdict::Refuted };
    let pairs = pairs(mechanism);
    let of_pair = |pair: &[usize; 2]| {
        let [a, b] = pair.map(|body| mechanism.bodies[body].link);
        (*pair, if tree.moves(a, b) { legs.count() } else { 1 })
    };
    let of_pairs: Vec<([usize; 2], usize)> = pairs.iter().map(of_pair).collect();
    if !is_complete(&bodies, &of_pairs, certificate) {
        return Verdict::Refuted;
    }
    let clearances = Clearances::of(mechanism, certificate.clearance);
    let mut stretches = Stretches::new(&tree, &bodies, clearances);
    let mut of_leg: Vec<Vec<&PathStretch>> = (0..legs.count()).map(|_| Vec::new()).collect();
    certificate.stretches.iter().for_each(|one| of_leg[one.leg as usize].push(one));
    let mut verdict = Verdict::Proven;
    for (number, of_leg) in of_leg.into_iter().enumerate() {
        stretches.begin(legs.at(number));
        for stretch in of_leg {
            if watch(number as f64).is_break() {
                return Verdict::Unproven;
            }
            verdict = verdict.and_then(|| stretches.holds(stretch));
        }
    }
    verdict.and_then(|| none_inside(&bodies, &pairs, &tree.at(&legs.start(), 0.0), &stretches))
}

/// Is no body inside a solid of another, where the path begins?
fn none_inside(
    bodies: &[Body<'_>],
    pairs: &[[usize; 2]],
    start: &Moment,
    stretches: &Stretches<'_>,
) -> Verdict {
    let mut verdict = Verdict::Proven;
    for pair in pairs {
        let both = pair.map(|number| &bodies[number]);
        if !both.iter().any(|body| body.assembly.has_solids()) {
            continue;
        }
        let [a, b] = both.map(|body| body.assembly.moved(start.frame(body.link)));
        let gap = stretches.at_start(*pair);
        verdict = verdict.and(match (is_inside(&a, &b, gap), is_inside(&b, &a, gap)) {
            (Some(true), _) | (_, Some(true)) => Verdict::Refuted,
            (Some(false), Some(false)) => Verdict::Proven,
            _ => Verdict::Unproven,
        });
    }
    verdict
}

/// The bodies with the pieces of the certificate; `None` if these are not theirs.
fn bodies<'s>(mechanism: &Mechanism<'s>, certificate: &PathCertificate) -> Option<Vec<Body<'s>>> {
    let (given, pieces) = (&mechanism.bodies, &certificate.pieces);
    if given.len() != pieces.len() {
        return None;
    }
    given.iter().zip(pieces).map(|(body, pieces)| Body::of(body, pieces)).collect()
}

/// The pairs of bodies that must not touch, the smaller number first.
fn pairs(mechanism: &Mechanism<'_>) -> Vec<[usize; 2]> {
    let mut allowed: Vec<[usize; 2]> = mechanism.allowed.iter().map(ordered).collect();
    allowed.sort_unstable();
    let all = (0..mechanism.bodies.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let part = |body: usize| mechanism.bodies[body].part;
    let are_one = |[a, b]: [usize; 2]| part(a).is_some() && part(a) == part(b);
    let counts = |pair: &[usize; 2]| !are_one(*pair) && allowed.binary_search(pair).is_err();
    all.filter(counts).collect()
}

/// Do the stretches name all pairs, pieces and times, and nothing else or twice? Each pair is in so many legs.
fn is_complete(
    bodies: &[Body<'_>],
    pairs: &[([usize; 2], usize)],
    certificate: &PathCertificate,
) -> bool {
    let sizes = |pair: &[usize; 2]| pair.map(|body| bodies[body].pieces.len());
    let has_pieces = |pair: &[usize; 2]| sizes(pair).iter().all(|size| *size > 0);
    let mut tiles: BTreeMap<([usize; 2], usize), Vec<Tile>> = BTreeMap::new();
    for (pair, legs) in pairs.iter().filter(|(pair, _)| has_pieces(pair)) {
        tiles.extend((0..*legs).map(|leg| ((*pair, leg), Vec::new())));
    }
    for PathStretch { leg, bodies, sets, times, .. } in &certificate.stretches {
        let key = (bodies.map(|body| body as usize), *leg as usize);
        let Some(tiles) = tiles.get_mut(&key) else { return false };
        let [a, b] = sets.clone().map(|set| [f64::from(set.start), f64::from(set.end)]);
        let tile = [a, b, *times];
        if !tile.iter().all(|[from, to]| from < to) {
            return false;
        }
        tiles.push(tile);
    }
    tiles.iter_mut().all(|((pair, _), tiles)| {
        let [a, b] = sizes(pair).map(|size| size as f64);
        tile([[0.0, a], [0.0, b], [0.0, 1.0]], tiles)
    })
}
