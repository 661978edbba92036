//! The libraries of the table: clearance and its peers. All except parry in `f32` are built only with a
//! feature of the same name.

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
#[cfg(feature = "coal")]
pub mod coal;
#[cfg(any(feature = "jolt", feature = "bullet", feature = "ccd", feature = "coal", feature = "opengjk"))]
pub mod foreign;
#[cfg(feature = "jolt")]
pub mod jolt;
#[cfg(feature = "opengjk")]
pub mod opengjk;
pub mod parry;

/// A library in the table.
pub struct Peer {
    /// The name in the table, which ends with `f64` if it computes in `f64`.
    pub name: &'static str,
    /// Its packages for 2D and 3D, as in the lock file.
    pub packages: [&'static str; 2],
    /// Makes the entrant for a 2D scene, if it supports 2D.
    pub plane: Option<Enter>,
    /// Makes the entrant for a 3D scene, if it supports 3D.
    pub space: Option<Enter>,
    /// Does it support these shapes and this question?
    pub has: fn(Pair, Question) -> bool,
    /// The tolerance in the strict column.
    pub strict: f64,
}

/// Makes the shapes and poses of a scene.
pub type Enter = fn(&Scene) -> Box<dyn Entrant>;

impl Peer {
    /// Makes the entrant for a scene, if the library supports the question.
    pub fn enter(&self, pair: Pair, question: Question) -> Option<Enter> {
        let enter = if pair.dim == 2 { self.plane } else { self.space };
        enter.filter(|_| (self.has)(pair, question))
    }
}

/// All libraries that were built.
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
        plane: Some(batch::enter::<Vec2>),
        space: Some(batch::enter::<Vec3>),
        has: |_, question| !question.is_of_a_point(),
        strict: STRICT_F32,
    },
    Peer {
        name: batch::LOOP,
        packages: ["clearance"; 2],
        plane: Some(batch::enter_loop::<Vec2>),
        space: Some(batch::enter_loop::<Vec3>),
        has: |_, question| !question.is_of_a_point(),
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
    #[cfg(feature = "coal")]
    coal::PEER,
    #[cfg(feature = "opengjk")]
    opengjk::PEER_F64,
];
