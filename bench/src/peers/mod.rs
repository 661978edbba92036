//! The libraries of the table: clearance, and those beside it. All but parry in `f32` are built
//! only with a feature of the same name.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};

use crate::batch;
use crate::entrant::{Entrant, Question};
use crate::ours;
use crate::pairs::{Pair, Scene};
use crate::truth::{STRICT_F32, STRICT_F64};

#[cfg(feature = "box2d")]
pub mod box2d;
#[cfg(feature = "box3d")]
pub mod box3d;
#[cfg(feature = "bullet")]
pub mod bullet;
#[cfg(feature = "ccd")]
pub mod ccd;
#[cfg(any(feature = "jolt", feature = "bullet", feature = "ccd", feature = "opengjk"))]
pub mod foreign;
#[cfg(feature = "jolt")]
pub mod jolt;
#[cfg(feature = "opengjk")]
pub mod opengjk;
pub mod parry;

/// A library in the table.
pub struct Peer {
    /// What the table calls it: with `f64` at the end if it computes in it.
    pub name: &'static str,
    /// Its packages for the plane and for space, as the lock file has them.
    pub packages: [&'static str; 2],
    /// With a scene in the plane, if it has the plane.
    pub plane: Option<Enter>,
    /// With a scene in space, if it has space.
    pub space: Option<Enter>,
    /// Has it these shapes, and an answer to this question about them?
    pub has: fn(Pair, Question) -> bool,
    /// What is asked of its answers in the strict column.
    pub strict: f64,
}

/// Makes the shapes and poses of a scene.
pub type Enter = fn(&Scene) -> Box<dyn Entrant>;

impl Peer {
    /// How it enters such a scene, if it can be asked that there.
    pub fn enter(&self, pair: Pair, question: Question) -> Option<Enter> {
        let enter = if pair.dim == 2 { self.plane } else { self.space };
        enter.filter(|_| (self.has)(pair, question))
    }
}

/// All that were built.
pub const PEERS: &[Peer] = &[
    Peer {
        name: "clearance",
        packages: ["clearance"; 2],
        plane: Some(ours::plane::<Vec2>),
        space: Some(ours::space::<Vec3>),
        has: |_, _| true,
        strict: STRICT_F32,
    },
    Peer {
        name: batch::NAME,
        packages: ["clearance"; 2],
        plane: None,
        space: Some(batch::enter::<Vec3>),
        has: |_, question| {
            !question.is_of_a_point()
        },
        strict: STRICT_F32,
    },
    parry::PEER,
    #[cfg(feature = "box2d")]
    box2d::PEER,
    #[cfg(feature = "box3d")]
    box3d::PEER,
    #[cfg(feature = "jolt")]
    jolt::PEER,
    #[cfg(feature = "bullet")]
    bullet::PEER,
    #[cfg(feature = "opengjk")]
    opengjk::PEER,
    Peer {
        name: "clearance-f64",
        packages: ["clearance"; 2],
        plane: Some(ours::plane::<DVec2>),
        space: Some(ours::space::<DVec3>),
        has: |_, _| true,
        strict: STRICT_F64,
    },
    #[cfg(feature = "parry-f64")]
    parry::PEER_F64,
    #[cfg(feature = "ccd")]
    ccd::PEER,
    #[cfg(feature = "opengjk")]
    opengjk::PEER_F64,
];
