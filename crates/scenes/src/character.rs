//! [`Scene::move_and_slide`]: a character that walks, slides along walls, climbs steps and stands on what moves.
//!
//! ```text
//!   contacts near by --> planes --> the way nearest to the wanted one that keeps the gap to all of them --> cast --> again
//! ```
//!
//! The way is found by Hildreth's method (1957): each plane that is broken pushes along its normal, and takes back what is
//! no longer needed. Floors push straight up, so that a slope takes no speed, and steep slopes push as walls, too. After
//! Catto's mover in Box2D 3.1.
//!
//! ```text
//!        ___        footing: the edge of a step pushes like a floor if what is behind it is one, and it is no higher
//!   ( )_|           than a step
//! ```

use alloc::vec::Vec;

use clearance_geometry::Error;
use clearance_geometry::number::Scalar as _;
use clearance_geometry::space::{Aabb, Pose, Ray, Sweep, Vector};
use clearance_worlds::{AnyShape, cast_ray};

use crate::filter::Filter;
use crate::handle::Handle;
use crate::scene::Scene;

/// How a character moves. Lengths are in the unit of the scene.
#[derive(Clone, Copy)]
pub struct Walk<'w, V: Vector> {
    /// The direction opposite to gravity, of length 1.
    pub up: V,
    /// The gap that is kept to everything: about a hundredth of the character.
    pub skin: V::Scalar,
    /// The cosine of the steepest slope that is walked on.
    pub slope: V::Scalar,
    /// The highest step that is walked over.
    pub step: V::Scalar,
    /// How far below the feet there may be ground that a walking character follows.
    pub snap: V::Scalar,
    /// What it meets. It should leave out the body of the character.
    pub filter: Filter<'w>,
    /// Bodies that it meets only from above: platforms to jump through.
    pub one_way: Option<&'w dyn Fn(Handle) -> bool>,
}

impl<V: Vector> Walk<'_, V> {
    /// For a character of this height: a skin of a hundredth of it, steps and ground below up to a quarter, slopes up to 50
    /// degrees.
    pub fn new(up: V, height: V::Scalar) -> Self {
        let part = |share: f64| V::Scalar::of(height.to_f64() * share);
        let slope = V::Scalar::of(0.642_787_609_686_539_3);
        let (skin, step) = (part(0.01), part(0.25));
        Self { up, skin, slope, step, snap: step, filter: Filter::all(), one_way: None }
    }
}

/// What a character stands on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<V: Vector> {
    /// The body.
    pub body: Handle,
    /// The normal there, out of the ground.
    pub normal: V,
    /// Where, in the world.
    pub point: V,
    /// The pose of the body then: a character goes with it.
    pub pose: Pose<V>,
}

/// Something that a character touched on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bump<V: Vector> {
    /// The body.
    pub body: Handle,
    /// Its normal there, towards the character.
    pub normal: V,
    /// Where on the body.
    pub point: V,
}

/// Where a character is after a move, and what it met.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved<V: Vector> {
    /// The pose of the character.
    pub pose: Pose<V>,
    /// What it stands on; to be handed to the next move.
    pub ground: Option<Ground<V>>,
    /// What it touched, each body once for each normal. A body that is to be pushed is among them.
    pub bumps: Vec<Bump<V>>,
    /// Was it stopped by something above it?
    pub hit_ceiling: bool,
}

/// A plane that the character has to stay in front of: a direction that pushes, and how far it has to go along the normal.
struct Plane<V: Vector> {
    normal: V::Wide,
    push: V::Wide,
    least: f64,
    is_floor: bool,
    bump: Bump<V>,
}

/// How often the way is sought anew.
const ROUNDS: usize = 6;
/// How often all planes push.
const PUSHES: usize = 32;

impl<V: Vector> Scene<V> {
    /// Moves a character as far as it gets: along floors, walls and ceilings, over steps, and with the ground that it stood on at
    /// `ground`, if that has moved since. What moves into it pushes it out. Nothing in the scene is changed; a game that wants
    /// bodies to be pushed does it with [`Moved::bumps`].
    ///
    /// Of a standing character the part of `motion` along gravity only tells whether it jumps: it follows the ground. In the air
    /// all of it counts.
    ///
    /// ```
    /// use clearance::d3::{Body, Capsule, Cuboid, Pose, Scene, Vec3};
    /// use clearance::scenes::Walk;
    /// let mut scene = Scene::new();
    /// scene.add(Body::fixed(Cuboid::new(Vec3::new(9.0, 9.0, 1.0))?).at(Pose::at(Vec3::new(0.0, 0.0, -1.0))?));
    /// let step = Cuboid::new(Vec3::new(2.0, 9.0, 0.15))?;
    /// scene.add(Body::fixed(step).at(Pose::at(Vec3::new(4.0, 0.0, 0.15))?));
    ///
    /// let body = Capsule::new(Vec3::new(0.0, 0.0, 0.4), Vec3::new(0.0, 0.0, 1.4), 0.4)?;
    /// let walk = Walk::new(Vec3::Z, 1.8);
    /// let (mut pose, mut ground) = (Pose::at(Vec3::new(0.0, 0.0, 0.1))?, None);
    /// for _ in 0..60 {
    ///     let moved = scene.move_and_slide(&body, &pose, Vec3::new(0.06, 0.0, -0.01), ground, &walk)?;
    ///     (pose, ground) = (moved.pose, moved.ground);
    /// }
    /// // On the step.
    /// assert!((pose.translation().z - 0.3).abs() < 0.03 && pose.translation().x > 3.4, "{pose:?}");
    /// assert_eq!(ground.unwrap().normal, Vec3::Z);
    /// # Ok::<(), clearance::Error>(())
    /// ```
    ///
    /// # Errors
    /// A motion that is not finite, or past [`Scalar::LARGEST`](clearance_geometry::number::Scalar::LARGEST).
    pub fn move_and_slide<A: AnyShape<V = V>>(
        &self,
        shape: &A,
        pose: &Pose<V>,
        motion: V,
        ground: Option<Ground<V>>,
        walk: &Walk<'_, V>,
    ) -> Result<Moved<V>, Error> {
        Pose::at(motion)?;
        let up = walk.up.widen();
        let foot = lowest(&shape.seen().aabb(pose), up);
        let mut mover = Mover {
            scene: self,
            shape,
            walk,
            up,
            at: *pose,
            foot,
            bumps: Vec::new(),
            ceiling: false,
        };
        if let Some(way) = ground.and_then(|ground| self.carried(&ground, pose)) {
            mover.foot += way.dot(up);
            mover.slide(way)?;
        }
        let motion = motion.widen();
        let rise = motion.dot(up);
        let walks = ground.is_some() && rise <= 0.0;
        if walks {
            mover.walk(motion - up * rise)?;
        } else {
            mover.slide(motion)?;
        }
        let mut found = mover.ground()?;
        if walks && found.is_none() {
            found = mover.follow(walk.snap.to_f64())?;
            if found.is_none() {
                mover.slide(up * rise)?;
                found = mover.ground()?;
            }
        }
        let ground = found.filter(|_| rise <= 0.0 || walks);
        let Mover { at: pose, bumps, ceiling: hit_ceiling, .. } = mover;
        Ok(Moved { pose, ground, bumps, hit_ceiling })
    }

    /// How far a character goes with the ground that it stood on.
    fn carried(&self, ground: &Ground<V>, pose: &Pose<V>) -> Option<V::Wide> {
        let now = self.get(ground.body)?.pose.widen();
        let at = pose.translation().widen();
        let way = now.transform_point(ground.pose.widen().inverse_transform_point(at)) - at;
        // Of ground that has not moved it is rounding.
        (self.get(ground.body)?.pose != ground.pose).then_some(way)
    }
}

struct Mover<'m, 'w, A: AnyShape> {
    scene: &'m Scene<A::V>,
    shape: &'m A,
    walk: &'m Walk<'w, A::V>,
    up: <A::V as Vector>::Wide,
    at: Pose<A::V>,
    /// The height of its feet before the move: the lowest corner of the box around it.
    foot: f64,
    bumps: Vec<Bump<A::V>>,
    ceiling: bool,
}

type Scalar<A> = <<A as clearance_geometry::shape::Pieces>::V as Vector>::Scalar;
type Wide<A> = <<A as clearance_geometry::shape::Pieces>::V as Vector>::Wide;

impl<A: AnyShape> Mover<'_, '_, A> {
    fn skin(&self) -> f64 {
        self.walk.skin.to_f64()
    }
    fn cosine(&self) -> f64 {
        self.walk.slope.to_f64()
    }
    fn go(&mut self, way: Wide<A>) -> Result<(), Error> {
        let place = self.at.translation().widen() + way;
        let by = Pose::at(A::V::narrow(place) - self.at.translation())?;
        self.at = by * self.at;
        Ok(())
    }

    /// Walks along a horizontal way: over what slides or, if that gets it farther, over a step.
    fn walk(&mut self, way: Wide<A>) -> Result<(), Error> {
        let (start, bumps) = (self.at, self.bumps.len());
        self.slide(way)?;
        let length = way.norm();
        let moved = |at: &Pose<A::V>| at.translation().widen() - start.translation().widen();
        let gone = |at: &Pose<A::V>| moved(at).dot(way) / length;
        if length == 0.0 || gone(&self.at) > 0.99 * length || self.walk.step <= Default::default() {
            return Ok(());
        }
        let (slid, slid_bumps) = (self.at, self.bumps.split_off(bumps));
        self.at = start;
        let height = self.walk.step.to_f64();
        let risen = self.cast(self.up * height)?;
        self.slide(way)?;
        let is_farther = gone(&self.at) > gone(&slid) + 0.01 * length;
        let landed = if is_farther { self.follow(risen * height + self.skin())? } else { None };
        let is_step = moved(&self.at).dot(self.up) <= height + self.skin();
        if landed.is_none() || !is_step {
            self.at = slid;
            self.bumps.truncate(bumps);
            self.bumps.extend(slid_bumps);
        }
        Ok(())
    }

    /// Moves along a way, and along whatever is in the way.
    fn slide(&mut self, way: Wide<A>) -> Result<(), Error> {
        let target = self.at.translation().widen() + way;
        for _ in 0..ROUNDS {
            let rest = target - self.at.translation().widen();
            let planes = self.planes(rest.norm() + 2.0 * self.skin());
            let (step, pushed) = solved(rest, &planes);
            for (plane, _) in planes.iter().zip(&pushed).filter(|(_, pushed)| **pushed) {
                self.note(plane.bump);
            }
            let gone = self.cast(step)?;
            if gone >= 1.0 || step.norm() * gone < 1e-3 * self.skin() {
                return Ok(());
            }
        }
        Ok(())
    }
    fn note(&mut self, bump: Bump<A::V>) {
        self.ceiling |= bump.normal.widen().dot(self.up) < -self.cosine();
        let is_known = |old: &Bump<A::V>| {
            old.body == bump.body && old.normal.widen().dot(bump.normal.widen()) > 0.99
        };
        if !self.bumps.iter().any(is_known) {
            self.bumps.push(bump);
        }
    }

    /// Moves along a way up to the first contact that it leads into, and returns the part that was gone.
    fn cast(&mut self, way: Wide<A>) -> Result<f64, Error> {
        let sweep = Sweep::linear(&self.at, A::V::narrow(way))?;
        let (one, gap) = (Scalar::<A>::of(1.0), Scalar::<A>::of(0.5 * self.skin()));
        let mut first: Option<(f64, Bump<A::V>)> = None;
        let (scene, walk) = (self.scene, self.walk);
        scene.swept(self.shape, &sweep, one, &walk.filter, Some(gap), |hit| {
            let impact = &hit.impact;
            let bump = Bump { body: hit.body, normal: impact.normal, point: impact.point_a };
            let counts =
                impact.hit() && !self.passes(&bump, impact.initial.map(|gap| gap.to_f64()));
            let time = impact.time.to_f64();
            if counts && first.as_ref().is_none_or(|(old, _)| time < *old) {
                first = Some((time, bump));
            }
            one
        })?;
        let part = first.as_ref().map_or(1.0, |(time, _)| *time);
        self.go(way * part)?;
        if let Some((_, bump)) = first {
            self.note(bump);
        }
        Ok(part)
    }
    /// Is it a platform that lets the character through: from below and from the sides, and while it is in it?
    fn passes(&self, bump: &Bump<A::V>, separation: Option<f64>) -> bool {
        let is_one_way = self.walk.one_way.is_some_and(|is_one_way| is_one_way(bump.body));
        let is_above = bump.normal.widen().dot(self.up) >= self.cosine();
        is_one_way && !(is_above && separation.is_none_or(|gap| gap > -2.0 * self.skin()))
    }

    /// The planes of all that is nearer than a distance.
    fn planes(&self, near: f64) -> Vec<Plane<A::V>> {
        let margin = Scalar::<A>::of(near);
        let found = self.scene.contacts_with(self.shape, &self.at, margin, &self.walk.filter);
        let mut planes = Vec::new();
        for (body, contact) in
            found.iter().flat_map(|(body, all)| all.iter().map(|one| (*body, one)))
        {
            let deepest = contact.manifold.deepest();
            let (normal, gap) = (contact.manifold.normal, deepest.separation.to_f64());
            let bump = Bump { body, normal, point: deepest.point_a };
            if self.passes(&bump, Some(gap)) {
                continue;
            }
            let normal = normal.widen();
            let (height, least) = (normal.dot(self.up), self.skin() - gap);
            let is_floor = self.is_floor(&bump);
            let push = if is_floor { self.up * (1.0 / height) } else { normal };
            planes.push(Plane { normal, push, least, is_floor, bump });
            // A steep slope is a wall, too, for what walks against it.
            let across = normal - self.up * height;
            if !is_floor && height > 0.0 && across.norm() > 1e-3 {
                let (normal, least) = (across * (1.0 / across.norm()), least / across.norm());
                planes.push(Plane { normal, push: normal, least, is_floor, bump });
            }
        }
        planes
    }
    /// Is it ground to stand on: a flat slope, or the edge of one that is no higher than a step?
    fn is_floor(&self, bump: &Bump<A::V>) -> bool {
        let normal = bump.normal.widen();
        let height = normal.dot(self.up);
        if height >= self.cosine() {
            return true;
        }
        if height < 0.1 || bump.point.widen().dot(self.up) - self.foot > self.walk.step.to_f64() {
            return false;
        }
        let Some(inward) = (self.up * height - normal).unit_along() else { return false };
        let above = bump.point.widen() + (inward + self.up) * self.skin();
        let down = A::V::narrow(self.up * (-3.0 * self.skin()));
        let body = &self.scene[bump.body];
        let hit = Ray::new(A::V::narrow(above), down, Scalar::<A>::of(1.0))
            .ok()
            .and_then(|ray| cast_ray(&body.shape, &body.pose, &ray));
        hit.is_some_and(|hit| !hit.inside && hit.normal.widen().dot(self.up) >= self.cosine())
    }
    /// What it stands on, without moving: the flattest floor that it touches.
    fn ground(&self) -> Result<Option<Ground<A::V>>, Error> {
        let planes = self.planes(2.0 * self.skin());
        let floors = planes.iter().filter(|plane| plane.is_floor);
        let flatter = |a: &&Plane<A::V>, b: &&Plane<A::V>| {
            let height = |plane: &Plane<A::V>| plane.normal.dot(self.up);
            height(a).total_cmp(&height(b)).then(b.bump.body.cmp(&a.bump.body))
        };
        let found = floors.max_by(flatter).map(|plane| self.ground_at(&plane.bump));
        Ok(found)
    }
    fn ground_at(&self, bump: &Bump<A::V>) -> Ground<A::V> {
        let Bump { body, normal, point } = *bump;
        Ground { body, normal, point, pose: self.scene[body].pose }
    }
    /// Goes down to ground that is no farther below than this; stays where it is if there is none.
    fn follow(&mut self, below: f64) -> Result<Option<Ground<A::V>>, Error> {
        let (start, bumps, ceiling) = (self.at, self.bumps.len(), self.ceiling);
        let part = self.cast(self.up * -(below + self.skin()))?;
        let mut found = None;
        if part < 1.0 {
            self.slide(Wide::<A>::ZERO)?;
            found = self.ground()?;
        }
        if found.is_none() {
            (self.at, self.ceiling) = (start, ceiling);
            self.bumps.truncate(bumps);
        }
        Ok(found)
    }
}

/// The height of the lowest corner of a box.
fn lowest<V: Vector>(around: &Aabb<V>, up: V::Wide) -> f64 {
    let (min, max) = (around.min.widen(), around.max.widen());
    (0..V::DIM).map(|i| (min.get(i) * up.get(i)).min(max.get(i) * up.get(i))).sum()
}

/// The way nearest to the wanted one that goes far enough along all normals, and which planes push; none if the planes leave
/// no way.
fn solved<V: Vector>(wanted: V::Wide, planes: &[Plane<V>]) -> (V::Wide, Vec<bool>) {
    let mut way = wanted;
    let mut pushes = alloc::vec![0.0_f64; planes.len()];
    for _ in 0..PUSHES {
        let mut most = 0.0_f64;
        for (plane, push) in planes.iter().zip(&mut pushes) {
            let more = (plane.least - plane.normal.dot(way)).max(-*push);
            *push += more;
            way = way + plane.push * more;
            most = most.max(more.abs());
        }
        if most <= 1e-12 * wanted.norm() {
            break;
        }
    }
    (way, pushes.iter().map(|push| *push > 0.0).collect())
}
